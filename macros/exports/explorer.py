"""The data files of the explorer: every row of one kind of evidence, by column.

A column is a list of its distinct values and, for each row, the index of its value in that list: a hundred thousand
rows stay small to fetch and quick to count. A column that says the same of all rows has no indexes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from macros.addresses import address
from macros.exports.serialize import as_json
from macros.knowledge import Benchmark, Knowledge, Listed, TestedConfiguration
from macros.knowledge.evidence import Subject, subject_of_architecture, subject_of_model
from macros.knowledge.model_sizes import SIZES, size_class
from macros.knowledge.prices import on_demand_prices, usd_per_million
from macros.knowledge.runs_today import OUTCOMES, Outcome, runs_today
from macros.schema.benchmarks import BENCHMARK_FIELDS
from macros.tables import Column, Table
from macros.tables.benchmarks import BENCHMARKS
from macros.tables.column import merge_columns
from macros.tables.envelope import envelope_header
from macros.tables.listed_models import LISTED_MODELS, SAYS_ALSO
from macros.tables.tested_configurations import REASONS, TESTED_CONFIGURATIONS, VARIANT

F = TypeVar("F", TestedConfiguration, Benchmark, Listed)

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
}
"""Headings of columns that are not their names."""

UNITS = {"usd_per_million": "US dollars"}


@dataclass(frozen=True)
class View(Generic[F]):
    """One kind of evidence in the explorer."""

    name: str
    """In the address: `show=`."""
    noun: str
    """What one row is."""
    table: Table[F]
    """Its rows as downloads have them."""
    columns: Callable[[Knowledge], Sequence[Column[F]]]
    """All columns of the explorer, those of the table among them."""
    shown: Sequence[str]
    """Columns of the table before readers choose."""
    order: Callable[[F], Any]
    """Sort key: what its source still shows first, then the newest."""
    facets: Sequence[str]
    ranges: Sequence[str]
    """Figures that readers can set bounds to beside the table; the address takes any."""
    work: Sequence[str] = ()
    """Only rows that agree in these did the same work, so that a chart may join and rank them."""
    renamed: Mapping[str, str] | None = None
    """By column of the table: the column of the explorer that holds it, where it has another name."""

    @property
    def path(self) -> str:
        return f"explore/{self.name}.json"


def files(knowledge: Knowledge) -> Iterator[tuple[str, bytes]]:
    """Path from the site's root, and content."""
    for view in VIEWS:
        yield view.path, as_json(_document(knowledge, view))


def _document(knowledge: Knowledge, view: View[Any]) -> Mapping[str, Any]:
    facts = sorted(view.table.facts(knowledge), key=view.order) if view.table.facts else []
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
        "download": {column.name: renamed.get(column.name, column.name) for column in view.table.columns},
        "records": {
            name: _records(knowledge, column.kind, values[name]) for name, column in columns.items() if column.kind
        },
        "words": {name: _words(knowledge, column) for name, column in columns.items() if _is_coded(column)},
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
    return {"label": label, **({"unit": unit} if unit else {})}


def _coded(column: Sequence[Any]) -> Mapping[str, Sequence[Any]]:
    indexes = {value: index for index, value in enumerate(dict.fromkeys(column))}
    codes = {"codes": [indexes[value] for value in column]} if len(indexes) > 1 else {}
    return {"values": list(indexes), **codes}


def _is_coded(column: Column[Any]) -> bool:
    return column.vocabulary is not None or column.name == "size"


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
            "usd_per_hour": found.price.usd_per_hour,
            "region": found.price.region,
            "as_of": found.as_of.isoformat() if found.as_of else None,
            "page": address("sources", found.price.citation.source),
        }
        for key, found in on_demand_prices(knowledge).items()
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


class _Today:
    """Whether the subject of a row runs today on its hardware; each subject is asked once."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self.outcomes: dict[Subject, Mapping[tuple[str, str], Outcome]] = {}

    def of(self, fact: TestedConfiguration | Benchmark | Listed) -> Outcome | None:
        """The best outcome on one of its accelerators for its workload; None where it names none."""
        subjects = self._subjects(fact)
        chips = [fact.accelerator] if isinstance(fact, TestedConfiguration) else fact.accelerators
        found = [self._outcomes(one).get((chip, fact.workload)) for one in subjects for chip in chips]
        return min(filter(None, found), key=OUTCOMES.index, default=None)

    def _subjects(self, fact: TestedConfiguration | Benchmark | Listed) -> Sequence[Subject]:
        if fact.model:
            return [subject_of_model(self.knowledge, fact.model)]
        architectures = fact.row.architectures if isinstance(fact, Listed) else ()
        return [subject_of_architecture(self.knowledge, key) for key in architectures]

    def _outcomes(self, subject: Subject) -> Mapping[tuple[str, str], Outcome]:
        if subject not in self.outcomes:
            answers = runs_today(self.knowledge, subject)
            self.outcomes[subject] = {(answer.accelerator, answer.workload): answer.outcome for answer in answers}
        return self.outcomes[subject]


def _shared(knowledge: Knowledge) -> Sequence[Column[Any]]:
    """Columns that rows of each kind have beside those of the API."""
    models, today = knowledge.records.models, _Today(knowledge)

    def size(fact: Any) -> str | None:
        parameters = models[fact.model].parameters if fact.model else None
        return size_class(parameters.billions) if parameters else None

    return (
        Column("size", "The class of its number of parameters.", size),
        Column("outcome", "Whether it runs today there.", today.of, vocabulary="outcome"),
    )


def _configuration_columns(knowledge: Knowledge) -> Sequence[Column[TestedConfiguration]]:
    return merge_columns(
        *TESTED_CONFIGURATIONS.without("id"),
        Column("evidence", "The kind of evidence.", lambda _: "tested-configuration", vocabulary="evidence"),
        Column("workload", "What the model was run for.", vocabulary="workload"),
        *REASONS,
        Column("place", "Row in the table.", lambda test: test.locator.removeprefix(f"{test.table.locator}, ")),
        Column("locator", "The table in the source.", "table.locator"),
        VARIANT,
        Column("release", "Framework and release.", kind="releases"),
        *_shared(knowledge),
    )


def _benchmark_columns(knowledge: Knowledge) -> Sequence[Column[Benchmark]]:
    prices = on_demand_prices(knowledge)
    return merge_columns(
        *BENCHMARKS.without("id", "instances", "accelerators", "locator"),
        Column("line", "The line of the result table.", "row.line"),
        Column("instance", "The instance type.", "named_instances", kind="instances"),
        Column("accelerator", "The accelerators.", "accelerators", kind="accelerators"),
        Column("precision", "The number format of the model, of training or of the cast.", _precision),
        Column("basis", "What its figures count.", "file.basis"),
        Column("locator", "The place in the source.", "file.citation.locator"),
        Column("usd_per_million", "Cost of a million results on demand.", lambda fact: usd_per_million(prices, fact)),
        *_shared(knowledge),
    )


def _precision(fact: Benchmark) -> str | None:
    row = fact.row
    printed = row.model_data_type or row.training_data_type or row.autocast_data_type
    return printed.upper() if printed else None


def _list_columns(knowledge: Knowledge) -> Sequence[Column[Listed]]:
    return merge_columns(
        *LISTED_MODELS.without("accelerators", "data_types"),
        Column("accelerator", "The hardware it is listed for.", "accelerators", kind="accelerators"),
        Column("family", "The family of its architectures.", lambda line: _families(knowledge, line), kind="families"),
        Column("precision", "Number formats it is listed for.", "row.data_types"),
        SAYS_ALSO,
        *_shared(knowledge),
    )


def _families(knowledge: Knowledge, line: Listed) -> Sequence[str]:
    if line.model:
        return [family for family in [knowledge.family_of(line.model)] if family]
    families = (knowledge.records.architectures[key].family for key in line.row.architectures)
    return list(dict.fromkeys(filter(None, families)))


CONFIGURATION_VIEW = View[TestedConfiguration](
    "configurations",
    "tested configuration",
    TESTED_CONFIGURATIONS,
    _configuration_columns,
    shown=(
        *("model", "instance", "accelerator", "batch_size_native", "batch_size_compiled", "sequence_length"),
        *("precision", "dataset", "release", "family", "batch_size_scope", "as_of", "source"),
    ),
    order=lambda test: (test.row.withdrawn is not None, -test.as_of.toordinal()),
    facets=(
        *("model", "instance", "family", "size", "accelerator", "framework", "release", "dataset", "precision"),
        *("workload", "sequence_length", "outcome", "evidence", "as_of", "source"),
    ),
    ranges=("batch_size_native", "batch_size_compiled"),
    work=("model", "sequence_length", "dataset", "precision", "batch_size_scope"),
)

BENCHMARK_VIEW = View[Benchmark](
    "benchmarks",
    "benchmark",
    BENCHMARKS,
    _benchmark_columns,
    shown=(
        *("model", "instance", "throughput", "throughput_unit", "latency_p50_ms", "usd_per_million", "batch_size"),
        *("sequence_length", "precision", "framework", "sdk", "workload", "outcome", "as_of", "source"),
    ),
    order=lambda fact: (not fact.file.published, -fact.as_of.toordinal()),
    facets=(
        *("model", "instance", "family", "size", "accelerator", "framework", "sdk", "workload", "precision"),
        *("sequence_length", "throughput_unit", "outcome", "table", "as_of", "source"),
    ),
    ranges=("throughput", "latency_p50_ms", "batch_size", "usd_per_million"),
    work=("model", "workload", "throughput_unit", "sequence_length", "input_length", "output_length", "image_size"),
    renamed={"instances": "instance", "accelerators": "accelerator"},
)

LIST_VIEW = View[Listed](
    "lists",
    "line of a vendor’s list",
    LISTED_MODELS,
    _list_columns,
    shown=(
        *("as_published", "model", "architectures", "accelerator", "status", "framework", "workload", "sdk"),
        *("says_also", "outcome", "as_of", "source"),
    ),
    order=lambda line: (line.replaced_by is not None, -line.as_of.toordinal()),
    facets=(
        *("model", "architectures", "family", "size", "accelerator", "instance", "framework", "workload", "status"),
        *("precision", "sdk", "outcome", "catalogue", "as_of", "source"),
    ),
    ranges=(),
    renamed={"accelerators": "accelerator", "data_types": "precision"},
)

VIEWS: Sequence[View[Any]] = (BENCHMARK_VIEW, CONFIGURATION_VIEW, LIST_VIEW)
