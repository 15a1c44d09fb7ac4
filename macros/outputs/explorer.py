"""The data files of the explorer: every row of one kind of evidence, by column.

A column is a list of its distinct values and, for each row, the index of its value in that list: a hundred thousand
rows stay small to fetch and quick to count. A column that says the same of all rows has no indexes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from macros.addresses import address
from macros.columns import Column
from macros.columns.explorer_views import VIEWS, View, number_format
from macros.columns.files import as_json, envelope_header
from macros.facts import Knowledge
from macros.facts.memory import SIZES
from macros.facts.speeds import on_demand_prices
from macros.schema.benchmarks import BENCHMARK_FIELDS, fields_with_role
from macros.words import as_printed

PLACEHOLDER = re.compile(r"\{(\w+)\}")

LABELS = {
    "accelerator": "Accelerator",
    "as_of": "As of",
    "as_published": "As published",
    "batch_size_compiled": "Compiled batch size",
    "batch_size_native": "Native batch size",
    "batch_size_scope": "Batch size counts",
    "evidence": "Kind of evidence",
    "model": "Model",
    "model_as_published": "Model as published",
    "outcome": "Runs today",
    "sdk": "SDK",
    "size": "Parameters",
    "table": "Result table",
    "usd_per_million": "Cost per million",
    "work": "What was run",
}
"""Headings of columns that are not their names."""

PRINTED: Mapping[str, Callable[[str], str]] = {
    **dict.fromkeys((*fields_with_role("data type"), "weight_storage_data_type"), number_format),
    "submitter": as_printed,
}
"""Columns whose values, as sources print them, may be a program's output or an id: how people read them."""

UNITS = {"usd_per_million": "US dollars"}
COUNTS = {"usd_per_million": "throughput_unit"}
"""What figures that no source prints count, as a column says it."""


def files(knowledge: Knowledge) -> Iterator[tuple[str, bytes]]:
    """Path from the site's root, and content."""
    for view in VIEWS:
        yield view.path, as_json(_document(knowledge, view))


def _document(knowledge: Knowledge, view: View[Any]) -> Mapping[str, Any]:
    facts = sorted(filter(view.counted, view.table.facts(knowledge)), key=view.order) if view.table.facts else []
    columns = {column.name: column for column in view.columns(knowledge)}
    values = {name: [_hashable(column.value(fact)) for fact in facts] for name, column in columns.items()}
    renamed = view.renamed or {}
    return {
        "envelope": envelope_header(knowledge.revision, len(facts)),
        "count": len(facts),
        "show": view.name,
        "noun": view.noun,
        "columns": {name: {**_heading(column), **_coded(values[name])} for name, column in columns.items()},
        "shown": view.shown,
        "facets": view.facets,
        "ranges": view.ranges,
        "work": view.work,
        "formats": view.formats,
        "download": {column.name: renamed.get(column.name, column.name) for column in view.table.columns},
        "records": {
            name: _records(knowledge, column.kind, values[name]) for name, column in columns.items() if column.kind
        },
        "words": {
            **{name: _words(knowledge, column) for name, column in columns.items() if _is_coded(column)},
            **{name: _in_words(words, values[name]) for name, words in PRINTED.items() if name in columns},
        },
        "carries": {key: instance.accelerator for key, instance in knowledge.records.instances.items()},
        "prices": _prices(knowledge) if "usd_per_million" in columns else {},
        "snippets": {release: _starter(knowledge, release) for release in dict.fromkeys(values.get("release", ()))},
    }


def _hashable(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _heading(column: Column[Any]) -> Mapping[str, str]:
    field = BENCHMARK_FIELDS.get(column.name)
    label = LABELS.get(column.name) or (field.label if field else column.name.replace("_", " ").capitalize())
    unit = UNITS.get(column.name) or (field.unit if field else None)
    counts = COUNTS.get(column.name) or (field.unit_field if field else None)
    said = {"unit": unit, "counts": counts, "better": column.better}
    return {"label": label, **{name: value for name, value in said.items() if value}}


def _coded(column: Sequence[Any]) -> Mapping[str, Sequence[Any]]:
    indexes = {value: index for index, value in enumerate(dict.fromkeys(column))}
    codes = {"codes": [indexes[value] for value in column]} if len(indexes) > 1 else {}
    return {"values": list(indexes), **codes}


def _is_coded(column: Column[Any]) -> bool:
    return column.vocabulary is not None or column.name == "size"


def _in_words(words: Callable[[str], str], column: Sequence[str | None]) -> Mapping[str, str]:
    """The words of those values that read otherwise than they are printed."""
    return {value: words(value) for value in dict.fromkeys(column) if value and words(value) != value}


def _words(knowledge: Knowledge, column: Column[Any]) -> Mapping[str, str]:
    if column.vocabulary is None:
        return {key: label for key, (_, label) in SIZES.items()}
    values = knowledge.records.vocabularies[column.vocabulary].values
    return {key: value.label for key, value in values.items()}


def _records(knowledge: Knowledge, kind: str, used: Iterable[Any]) -> dict[str, dict[str, Any]]:
    """By id: display name, address of the page, and other names."""
    others = other_names(knowledge, kind)
    found = knowledge.records.of(kind)
    ids = (one for value in dict.fromkeys(used) for one in (value if isinstance(value, tuple) else (value,)))
    return {
        record: {
            "name": getattr(found[record], "name", getattr(found[record], "title", record)),
            "page": address(kind, record),
            "names": others.get(record, []),
        }
        for record in dict.fromkeys(ids)
        if record is not None
    }


def other_names(knowledge: Knowledge, kind: str) -> Mapping[str, Sequence[str]]:
    """Per id of a kind: its other names. Records without any are left out."""
    others: dict[str, list[str]] = {}
    for name, record in knowledge.records.names.ids_by_name[kind].items():
        if name != record:
            others.setdefault(record, []).append(name)
    return others


def _prices(knowledge: Knowledge) -> Mapping[str, Mapping[str, Any]]:
    """By instance type: the price that costs are counted with."""
    return {
        key: {
            "usd_per_hour": price.usd_per_hour,
            "region": price.region,
            "as_of": as_of.isoformat() if (as_of := knowledge.as_of(price.citation)) else None,
            "page": address("sources", price.citation.source),
        }
        for key, price in on_demand_prices(knowledge).items()
    }


def _starter(knowledge: Knowledge, release_id: str) -> str | None:
    """Code that starts a job with a release; placeholders remain where each row has its own values.

    None where the framework has no starter for the components of the release.
    """
    release = knowledge.records.releases[release_id]
    framework = knowledge.records.frameworks[release_id.partition("/")[0]]
    found = next((one for one in framework.starters if release.components.keys() >= set(one.components)), None)
    if found is None:
        return None
    values = {name: json.dumps(version)[1:-1] for name, version in release.components.items()}
    if release.image:
        values["image"] = f"{release.image.repository}:{release.image.tag}"
    if release.python:
        values["python_tag"] = f"py{release.python.replace('.', '')}"
    return PLACEHOLDER.sub(lambda name: values.get(name[1], name[0]), found.code.rstrip("\n"))
