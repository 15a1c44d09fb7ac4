"""What the explorer shows of each kind of evidence: its columns, facets and order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import Any, Generic, TypeVar

from macros.columns import Column, Table
from macros.columns.runs import BENCHMARKS, REASONS, TESTED_CONFIGURATIONS, THRESHOLD, VARIANT
from macros.columns.statements import LISTED_MODELS, SAYS_ALSO
from macros.facts import Benchmark, Knowledge, Listed, TestedConfiguration
from macros.facts.answers import Shown, worth
from macros.facts.benchmarks import WORK_FIELDS
from macros.facts.evidence import Subject, subject_of_architecture, subject_of_model
from macros.facts.grouping import unique
from macros.facts.memory import size_class
from macros.facts.runs_today import runs_today
from macros.facts.speeds import hardware, per_accelerator, priced_as, usd_per_million

F = TypeVar("F", TestedConfiguration, Benchmark, Listed)


@dataclass(frozen=True)
class View(Generic[F]):
    """One kind of evidence in the explorer."""

    name: str
    """In the address: `show=`."""
    noun: str
    """What one row is."""
    nouns: str
    """What several rows are."""
    table: Table[F]
    """Its rows as downloads have them."""
    added: Callable[[Knowledge], Sequence[Column[F]]]
    """Columns that the table does not have, or which the explorer reads otherwise."""
    shown: Sequence[str]
    """Columns of the table before readers choose."""
    order: Callable[[F], Any]
    """Sort key: what its source still shows first, then the newest."""
    facets: Sequence[str]
    figure: str
    """The column that says most of a row: named where a row is only mentioned."""
    charts: Sequence[str] = ()
    """The first is drawn before readers choose."""
    ranges: Sequence[str] = ()
    """Figures that readers can set bounds to beside the table; the address takes any."""
    work: Sequence[str] = ()
    """Only rows that agree in these did the same work, so that a chart may join and rank them."""
    formats: Sequence[str] = ()
    """The number format, then what narrows it down: a chart has one, of one workload and one unit."""
    counted: Callable[[F], bool] = lambda _: True
    """Whether a fact has a row, and is no repetition of one that has."""
    renamed: Mapping[str, str] = field(default_factory=dict)
    """By column of the table: its name in the explorer and its addresses, where it has another one."""
    has_id: bool = False
    """Whether scripts cannot make the id of a row from its other columns."""

    def name_of(self, column: Column[F]) -> str:
        return self.renamed.get(column.name, column.name)

    def columns(self, knowledge: Knowledge) -> Sequence[Column[F]]:
        """All columns of the explorer, those of the table first."""
        table = (one for one in self.table.columns if self.has_id or one.name != "id")
        own = (replace(one, name=self.name_of(one), get=one.get or one.name) for one in table)
        models = knowledge.records.models

        def size(fact: F) -> str | None:
            parameters = models[fact.model].parameters if fact.model else None
            return size_class(parameters.billions) if parameters else None

        further: Sequence[Column[F]] = [
            Column("size", "", size, label="Parameters"),
            Column("outcome", "", partial(_outcome, knowledge), vocabulary="outcome", label="Runs today"),
        ]
        # One that is added takes the place of that of the same name.
        return list({column.name: column for column in chain(own, self.added(knowledge), further)}.values())


def _outcome(knowledge: Knowledge, fact: TestedConfiguration | Benchmark | Listed) -> Shown | None:
    """The best outcome on one of the accelerators of a row for its workload, as readers see it; None without any."""
    chips = [fact.accelerator] if isinstance(fact, TestedConfiguration) else fact.accelerators
    answers = (answer for subject in _subjects(knowledge, fact) for answer in runs_today(knowledge, subject))
    here = [one.best for one in answers if one.accelerator in chips and one.workload == fact.workload]
    return min(here, key=worth).shown if here else None


def _subjects(knowledge: Knowledge, fact: TestedConfiguration | Benchmark | Listed) -> Sequence[Subject]:
    if fact.model:
        return [subject_of_model(knowledge, fact.model)]
    architectures = fact.row.architectures if isinstance(fact, Listed) else ()
    return [subject_of_architecture(knowledge, key) for key in architectures]


def _of_configurations(_: Knowledge) -> Sequence[Column[TestedConfiguration]]:
    return (
        Column("evidence", "", lambda _: "tested-configuration", vocabulary="evidence", label="Kind of evidence"),
        Column("workload", "What the model was run for.", vocabulary="workload"),
        *REASONS,
        Column("place", "Row in the table.", lambda test: test.locator.removeprefix(f"{test.table.locator}, ")),
        Column("locator", "The table in the source.", "table.locator"),
        VARIANT,
        Column("release", "Framework and release.", kind="releases"),
    )


def _of_benchmarks(knowledge: Knowledge) -> Sequence[Column[Benchmark]]:
    return (
        Column("line", "The line of the result table.", "row.line"),
        Column("work", "", lambda fact: " ".join(fact.work) or None, label="What was run"),
        Column("hardware", "", lambda fact: hardware(knowledge, fact) or None),
        Column(
            "precision", "The number format of the model, of training or of the cast.", _precision, look=most_and_others
        ),
        THRESHOLD,
        Column("basis", "What its figures count.", "file.basis"),
        Column("locator", "The place in the source.", "file.citation.locator"),
        Column(
            "throughput_per_accelerator",
            "Divided by the number of accelerators.",
            partial(per_accelerator, knowledge),
            better="higher",
        ),
        Column(
            "usd_per_million",
            "On demand.",
            partial(usd_per_million, knowledge),
            unit="US dollars",
            better="lower",
            label="Cost per million",
        ),
        Column("priced_as", "", partial(priced_as, knowledge), kind="instances", label="At the price of"),
    )


def _precision(fact: Benchmark) -> str | None:
    """In capitals, and without the commas of a mapping, which separate the values in an address."""
    printed = fact.row.model_data_type or fact.row.training_data_type or fact.row.autocast_data_type
    if printed and ":" in printed:
        parts = re.sub(r"[{}'\"]", "", printed).replace(": ", ":").split(",")
        printed = " + ".join(part.strip() for part in parts)
    return printed.upper() if printed else None


def most_and_others(precision: str) -> str:
    """The number format of most parts of a model, and the parts with another, such as FP32, UNET:FP8."""
    parts = precision.split(" + ")
    if len(parts) == 1 or not all(":" in part for part in parts):
        return precision
    [(most, _)] = Counter(part.partition(":")[2] for part in parts).most_common(1)
    return ", ".join((most, *(part for part in parts if part.partition(":")[2] != most)))


def _of_lists(knowledge: Knowledge) -> Sequence[Column[Listed]]:
    def families(line: Listed) -> Sequence[str]:
        if line.model:
            return list(filter(None, [knowledge.family_of(line.model)]))
        return unique(filter(None, (knowledge.records.architectures[one].family for one in line.row.architectures)))

    return (Column("family", "The family of its architectures.", families, kind="families"), SAYS_ALSO)


CONFIGURATION_VIEW = View[TestedConfiguration](
    "configurations",
    "tested configuration",
    "tested configurations",
    TESTED_CONFIGURATIONS,
    _of_configurations,
    shown=(
        *("model", "instance", "accelerator", "batch_size_native", "batch_size_compiled", "sequence_length"),
        *("as_of", "precision", "dataset", "framework", "release", "family", "batch_size_scope", "source"),
    ),
    order=lambda test: (test.row.withdrawn is not None, -test.as_of.toordinal()),
    facets=(
        *("model", "accelerator", "instance", "family", "size", "framework", "release", "dataset", "precision"),
        *("workload", "sequence_length", "outcome", "evidence", "as_of", "source"),
    ),
    figure="batch_size_compiled",
    charts=("batch",),
    ranges=("batch_size_native", "batch_size_compiled"),
    work=("model", "sequence_length", "dataset", "precision", "batch_size_scope"),
)

BENCHMARK_VIEW = View[Benchmark](
    "benchmarks",
    "benchmark",
    "benchmarks",
    BENCHMARKS,
    _of_benchmarks,
    shown=(
        *("model", "hardware", "throughput", "throughput_unit", "usd_per_million", "framework", "as_of"),
        *("latency_p50_ms", "batch_size", "sequence_length", "sdk", "workload", "outcome", "source"),
    ),
    order=lambda fact: (not fact.file.published, -fact.as_of.toordinal()),
    facets=(
        *("model", "accelerator", "instance", "family", "size", "framework", "sdk", "workload", "precision"),
        *("sequence_length", "throughput_unit", "outcome", "table", "as_of", "source"),
    ),
    figure="throughput",
    charts=("throughput", "cost", "scatter"),
    ranges=("throughput", "latency_p50_ms", "batch_size", "usd_per_million"),
    work=WORK_FIELDS,
    formats=("precision", "autocast_data_type", "weight_storage_data_type", "threshold"),
    counted=lambda fact: fact.repeats is None,
    renamed={"instances": "instance", "accelerators": "accelerator"},
)

LIST_VIEW = View[Listed](
    "lists",
    "line of a vendor’s list",
    "lines of a vendor’s list",
    LISTED_MODELS,
    _of_lists,
    shown=(
        *("as_published", "model", "status", "framework", "workload", "accelerator", "architectures", "sdk"),
        *("says_also", "outcome", "as_of", "source"),
    ),
    order=lambda line: (line.replaced_by is not None, -line.as_of.toordinal()),
    facets=(
        *("model", "accelerator", "instance", "architectures", "family", "size", "framework", "workload", "status"),
        *("precision", "sdk", "outcome", "evidence", "catalogue", "as_of", "source"),
    ),
    figure="status",
    renamed={"accelerators": "accelerator", "data_types": "precision"},
    has_id=True,
)

SHARED = ("model", "family", "size", "accelerator", "instance", "framework", "workload", "outcome", "source")
"""Facets that a reader takes along to another kind of evidence."""

VIEWS: Sequence[View[Any]] = (BENCHMARK_VIEW, CONFIGURATION_VIEW, LIST_VIEW)
