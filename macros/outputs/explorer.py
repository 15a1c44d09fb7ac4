"""The data files of the explorer: every row of one kind of evidence, by column.

A column is a list of its distinct values and, for each row, the index of its value in that list: a hundred thousand
rows stay small to fetch and quick to count. A column that says the same of all rows has no indexes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from macros.addresses import place_of
from macros.columns import Column
from macros.columns.column import DATE_FORMAT
from macros.columns.explorer_views import SHARED, VIEWS, View, most_and_others
from macros.columns.files import as_json, envelope_header
from macros.columns.phrase import Sdk
from macros.facts import Knowledge
from macros.facts.grouping import group_pairs
from macros.facts.memory import SIZES
from macros.facts.speeds import on_demand_prices
from macros.outputs import File
from macros.schema.benchmarks import BENCHMARK_FIELDS, fields_with_role
from macros.words import as_printed

COST = "usd_per_million"

COUNTS = {name: about.unit_field for name, about in BENCHMARK_FIELDS.items() if about.unit_field} | dict.fromkeys(
    (COST, "throughput_per_accelerator"), "throughput_unit"
)
"""By column of figures: the column that says what they count."""

AS_PRINTED = (*fields_with_role("data type"), "weight_storage_data_type", "submitter")
"""Columns whose values, as sources print them, may be a program's output or an id."""


def files(knowledge: Knowledge) -> Iterator[File]:
    for view in VIEWS:
        yield f"explore/{view.name}.json", as_json(_document(knowledge, view))


def _document(knowledge: Knowledge, view: View[Any]) -> Mapping[str, Any]:
    facts = sorted(filter(view.counted, view.table.facts(knowledge)), key=view.order) if view.table.facts else []
    columns = view.columns(knowledge)
    values = {column.name: [_hashable(column.value(fact)) for fact in facts] for column in columns}
    return {
        "envelope": envelope_header(knowledge.revision, len(facts)),
        "count": len(facts),
        "show": view.name,
        "noun": view.noun,
        "nouns": view.nouns,
        "columns": {column.name: {**_heading(column), **_coded(values[column.name])} for column in columns},
        "shown": view.shown,
        "facets": view.facets,
        "shared": SHARED,
        "figure": view.figure,
        "charts": view.charts,
        "ranges": view.ranges,
        "work": view.work,
        "formats": view.formats,
        "download": {column.name: view.name_of(column) for column in view.table.columns},
        "records": {
            column.name: _records(knowledge, column.kind, values[column.name]) for column in columns if column.kind
        },
        "words": {
            column.name: words for column in columns if (words := _words(knowledge, column, values[column.name]))
        },
        "carries": {key: instance.accelerator for key, instance in knowledge.records.instances.items()},
        "prices": _prices(knowledge) if COST in values else {},
    }


def _hashable(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _heading(column: Column[Any]) -> Mapping[str, str]:
    unit = None if column.unit == DATE_FORMAT else column.unit
    said = {"label": column.words, "unit": unit, "counts": COUNTS.get(column.name), "better": column.better}
    return {name: value for name, value in said.items() if value}


def _coded(column: Sequence[Any]) -> Mapping[str, Sequence[Any]]:
    indexes = {value: index for index, value in enumerate(dict.fromkeys(column))}
    codes = {"codes": [indexes[value] for value in column]} if len(indexes) > 1 else {}
    return {"values": list(indexes), **codes}


def _words(knowledge: Knowledge, column: Column[Any], values: Iterable[Any]) -> Mapping[str, str]:
    """How values read that are coded, or printed as programs print them; none for other columns."""
    if column.look is Sdk:
        return {value: knowledge.sdk_name(value) for value in dict.fromkeys(values) if value}
    if column.look is most_and_others:
        return {value: most_and_others(value) for value in dict.fromkeys(values) if value}
    if column.vocabulary:
        return {key: term.label for key, term in knowledge.records.vocabularies[column.vocabulary].values.items()}
    if column.name == "size":
        return {key: label for key, (_, label) in SIZES.items()}
    printed = dict.fromkeys(filter(None, values)) if column.name in AS_PRINTED else ()
    return {value: as_printed(value) for value in printed if as_printed(value) != value}


def _name(knowledge: Knowledge, kind: str, record_id: str) -> str | None:
    """How a record is called, and of a framework that it has ended: whoever reads its figures is not to count on it."""
    record = knowledge.records.of(kind)[record_id]
    name: str | None = getattr(record, "name", getattr(record, "title", record_id))
    state = knowledge.lifecycle.ended_state(kind, record_id) if kind == "frameworks" else None
    return f"{name} ({knowledge.term('lifecycle', state).label.lower()})" if state else name


def _records(knowledge: Knowledge, kind: str, used: Iterable[Any]) -> Mapping[str, Mapping[str, Any]]:
    """By id: display name, address of the page, and other names."""
    ids_by_name = knowledge.records.names.ids_by_name[kind]
    others = group_pairs((record_id, name) for name, record_id in ids_by_name.items() if name != record_id)
    ids = (one for value in dict.fromkeys(used) for one in (value if isinstance(value, tuple) else (value,)))
    return {
        record_id: {
            "name": _name(knowledge, kind, record_id),
            "page": place_of(knowledge.records, kind, record_id),
            "names": others.get(record_id, []),
        }
        for record_id in dict.fromkeys(ids)
        if record_id is not None
    }


def _prices(knowledge: Knowledge) -> Mapping[str, Mapping[str, Any]]:
    """By instance type: the price that costs are counted with."""
    return {
        key: {
            "usd_per_hour": price.usd_per_hour,
            "region": price.region,
            "as_of": knowledge.as_of(price.citation),
            "page": place_of(knowledge.records, "sources", price.citation.source),
        }
        for key, price in on_demand_prices(knowledge).items()
    }
