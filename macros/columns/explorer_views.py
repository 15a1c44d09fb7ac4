"""What the explorer shows of each kind of evidence: its columns, facets and order."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from macros.columns import Column, Table
from macros.columns.column import merge_columns
from macros.columns.runs import BENCHMARKS, REASONS, TESTED_CONFIGURATIONS, VARIANT
from macros.columns.statements import LISTED_MODELS, SAYS_ALSO
from macros.facts import Benchmark, Knowledge, Listed, TestedConfiguration
from macros.facts.benchmarks import SAME_WORK
from macros.facts.evidence import Subject, subject_of_architecture, subject_of_model
from macros.facts.memory import size_class
from macros.facts.runs_today import OUTCOMES, Outcome, runs_today
from macros.facts.speeds import hardware, on_demand_prices, usd_per_million

F = TypeVar("F", TestedConfiguration, Benchmark, Listed)


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
    formats: Sequence[str] = ()
    """The number format, then what narrows it down: a chart has one, of one workload and one unit."""
    counted: Callable[[F], bool] = lambda _: True
    """Whether a fact has a row, and is no repetition of one that has."""
    renamed: Mapping[str, str] | None = None
    """By column of the table: the column of the explorer that holds it, where it has another name."""

    @property
    def path(self) -> str:
        return f"explore/{self.name}.json"


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
        Column(
            "work", "What was run, in words of the source beyond the model.", lambda fact: " ".join(fact.work) or None
        ),
        Column("instance", "The instance type.", "named_instances", kind="instances"),
        Column("accelerator", "The accelerators.", "accelerators", kind="accelerators"),
        Column(
            "hardware",
            "The instance type; where none is named, the accelerators and their number.",
            lambda fact: hardware(knowledge, fact) or None,
        ),
        Column("precision", "The number format of the model, of training or of the cast.", _precision),
        Column("basis", "What its figures count.", "file.basis"),
        Column("locator", "The place in the source.", "file.citation.locator"),
        Column(
            "usd_per_million",
            "Cost of a million results on demand.",
            lambda fact: usd_per_million(prices, fact),
            better="lower",
        ),
        *_shared(knowledge),
    )


def _precision(fact: Benchmark) -> str | None:
    row = fact.row
    printed = row.model_data_type or row.training_data_type or row.autocast_data_type
    return number_format(printed).upper() if printed else None


def number_format(printed: str) -> str:
    """A number format in words, where a source prints one for each part of a model as a program does.

    Without commas, which separate the values in an address.
    """
    if not printed.startswith("{"):
        return printed
    parts = re.sub(r"[{}'\"]", "", printed).replace(": ", ":").split(",")
    return " + ".join(part.strip() for part in parts)


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
        *("model", "accelerator", "instance", "family", "size", "framework", "release", "dataset", "precision"),
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
        *("model", "hardware", "precision", "throughput", "throughput_unit", "latency_p50_ms", "usd_per_million"),
        *("batch_size", "sequence_length", "framework", "sdk", "workload", "outcome", "as_of", "source"),
    ),
    order=lambda fact: (not fact.file.published, -fact.as_of.toordinal()),
    facets=(
        *("model", "accelerator", "instance", "family", "size", "framework", "sdk", "workload", "precision"),
        *("sequence_length", "throughput_unit", "outcome", "table", "as_of", "source"),
    ),
    ranges=("throughput", "latency_p50_ms", "batch_size", "usd_per_million"),
    work=SAME_WORK,
    formats=("precision", "autocast_data_type", "weight_storage_data_type"),
    counted=lambda fact: fact.repeats is None,
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
        *("model", "accelerator", "instance", "architectures", "family", "size", "framework", "workload", "status"),
        *("precision", "sdk", "outcome", "catalogue", "as_of", "source"),
    ),
    ranges=(),
    renamed={"accelerators": "accelerator", "data_types": "precision"},
)

VIEWS: Sequence[View[Any]] = (BENCHMARK_VIEW, CONFIGURATION_VIEW, LIST_VIEW)
