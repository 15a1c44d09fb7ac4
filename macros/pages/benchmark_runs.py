"""The settings and figures of a benchmark row, and runs: one measurement with every row that prints it."""

from __future__ import annotations

import datetime
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from macros.knowledge import Benchmark, Knowledge
from macros.knowledge.grouping import group_pairs, unique
from macros.knowledge.packages import version_order
from macros.schema.base import Count, Quantity, fields_of
from macros.schema.benchmark_field import Role
from macros.schema.benchmarks import BENCHMARK_FIELDS, BenchmarkFile, BenchmarkRow, fields_with_role
from macros.words import as_printed


def _columns(role: Role) -> tuple[str, ...]:
    """The fields of a role in the order of the site's columns."""
    names = list(fields_with_role(role))
    for name in tuple(names):
        if after := BENCHMARK_FIELDS[name].after:
            names.remove(name)
            names.insert(names.index(after) + 1, name)
    return tuple(names)


UNITS = _columns("unit")
DATA_TYPES = _columns("data type")
SETUP = ("model", "instances", "accelerators", "workload", "framework", *UNITS, *DATA_TYPES)
"""Runs of one table agree in these."""

SIZES = _columns("work")
"""The size of the work: only runs that agree in it may be compared."""

SAME_WORK = ("work", *SIZES)
"""The size of the work, and what only the published name says of it, such as a phase of training."""

CHOICES = (*_columns("choice"), *_columns("software"))
"""Settings that a user of the hardware chooses: comparable runs may differ in them."""

SPELLINGS = _columns("spelling")
"""Names as printed. Runs that differ only in these are the same work."""

FIGURES = _columns("figure")
"""Everything that is measured."""

PRINTED_NAMES = (*DATA_TYPES, "submitter")
"""Settings that sources spell in several ways."""

JOINED_FIELDS = ("model", "accelerators", "workload", "framework", "work")
"""Fields that the row itself does not have, or has as published."""


@dataclass(frozen=True)
class ColumnHeading:
    """How a setting or figure is called on the site."""

    label: str
    unit: str = ""
    unit_field: str | None = None
    """The field of a row that completes the unit, by a term of the vocabulary of the same name."""
    numeric: bool = False

    @property
    def inside_sentence(self) -> str:
        """The label where it does not begin a sentence."""
        return self.label if self.label.isupper() else self.label.lower()


def _heading(name: str, annotation: Any) -> ColumnHeading:
    field = BENCHMARK_FIELDS[name]
    unit = field.unit if field.heading_unit is None else field.heading_unit
    return ColumnHeading(field.label, unit or "", field.unit_field, annotation in (int, Count | None, Quantity | None))


HEADINGS: Mapping[str, ColumnHeading] = {
    **{name: _heading(name, info.annotation) for name, info in fields_of(BenchmarkRow).items()},
    "hardware": ColumnHeading("Hardware"),
    "workload": ColumnHeading("Workload"),
}
"""By the names that `Run.value` takes."""


@dataclass(frozen=True)
class Hardware:
    """What a run ran on, as a setting: instance types, or the accelerators of another machine and their number."""

    instances: tuple[str, ...]
    accelerators: tuple[str, ...]
    count: int | None

    @classmethod
    def of(cls, fact: Benchmark) -> Hardware | None:
        """None where the source names none."""
        if fact.named_instances:
            return cls(fact.named_instances, (), None)
        return cls((), fact.accelerators, fact.row.accelerator_count) if fact.accelerators else None


Remark = tuple[str, str]
"""A note on a run: `doubt` (about the figures) or `inferred` (how the instance type was inferred), and its text."""


@dataclass(frozen=True)
class Run:
    """One measurement, and every row that prints it."""

    facts: Sequence[Benchmark]
    """Rows that the source still shows come first."""

    @property
    def fact(self) -> Benchmark:
        """The row whose settings and figures are shown."""
        return self.facts[0]

    @property
    def unshown(self) -> bool:
        """Whether the source shows none of its rows."""
        return not self.fact.file.published

    @property
    def removed(self) -> bool:
        """Whether the source is known to have shown it."""
        return self.fact.file.removed is not None

    @property
    def remarks(self) -> Sequence[Remark]:
        """The notes on the row that is shown."""
        row = self.fact.row
        return [(kind, text) for kind, text in (("doubt", row.doubt), ("inferred", row.instance_inferred)) if text]

    def value(self, name: str) -> Any:
        """A setting or figure by its name; None where the source does not state it."""
        row, file = self.fact.row, self.fact.file
        if name == "model_as_published":
            return row.model_as_published or row.model
        if name == "framework_as_published":
            return row.framework_as_published or file.framework_as_published
        if name == "instances":
            return self.fact.named_instances
        if name == "hardware":
            return Hardware.of(self.fact)
        value = getattr(self.fact if name in JOINED_FIELDS else row, name)
        return as_printed(value) if value and name in PRINTED_NAMES else value

    def values(self, names: Iterable[str]) -> tuple[Hashable, ...]:
        return tuple(map(self.value, names))


def merge_rows(facts: Iterable[Benchmark]) -> Sequence[Run]:
    """The runs behind some rows: rows that print the same measurement become one run."""
    rows_by_run = group_pairs((fact.run, fact) for fact in facts)
    return [Run(sorted(rows, key=lambda fact: not fact.file.published)) for rows in rows_by_run.values()]


def group_runs(runs: Iterable[Run], names: Sequence[str]) -> Sequence[Sequence[Run]]:
    """Runs grouped by the values of some settings, in the order of each group's first run."""
    return list(group_pairs((run.values(names), run) for run in runs).values())


def differing(runs: Sequence[Run], names: Sequence[str]) -> Sequence[str]:
    """The settings that are not the same in all runs."""
    return [name for name in names if len({run.value(name) for run in runs}) > 1]


def stated(runs: Sequence[Run], names: Sequence[str]) -> Sequence[str]:
    """The settings or figures that at least one run states."""
    return [name for name in names if any(run.value(name) not in (None, ()) for run in runs)]


@dataclass(frozen=True)
class BenchmarkTotals:
    """Some benchmark rows, and what pages count of them."""

    knowledge: Knowledge
    facts: Sequence[Benchmark]

    def __bool__(self) -> bool:
        return bool(self.facts)

    @cached_property
    def runs(self) -> Sequence[Run]:
        """Each measurement once, although two tables may print it."""
        return merge_rows(self.facts)

    @property
    def unshown(self) -> int:
        """Runs that the source does not show."""
        return sum(run.unshown for run in self.runs)

    @property
    def removed(self) -> int:
        """Runs that the source showed and no longer shows."""
        return sum(run.removed for run in self.runs)

    @property
    def models(self) -> Sequence[str]:
        return unique(fact.model for fact in self.facts)

    @property
    def frameworks(self) -> Sequence[str]:
        return unique(fact.framework for fact in self.facts if fact.framework)

    @property
    def instances(self) -> Sequence[str]:
        return sorted({instance for fact in self.facts for instance in fact.named_instances})

    @cached_property
    def files(self) -> Sequence[tuple[str, BenchmarkFile]]:
        """Id and head of each file, those that the source still shows first."""
        return sorted({fact.file_id: fact.file for fact in self.facts}.items(), key=lambda item: not item[1].published)

    @property
    def oldest(self) -> datetime.date:
        return min(fact.as_of for fact in self.facts)

    @property
    def newest(self) -> datetime.date:
        return max(fact.as_of for fact in self.facts)

    @property
    def first(self) -> Benchmark:
        """A row, for what all have in common."""
        return self.facts[0]

    @property
    def accelerators(self) -> tuple[str, ...]:
        return tuple(sorted({accelerator for fact in self.facts for accelerator in fact.accelerators}))

    @property
    def throughputs(self) -> Sequence[float]:
        """From lowest to highest."""
        return sorted(figure for run in self.runs if (figure := run.fact.row.throughput))

    @cached_property
    def sdks(self) -> Sequence[str]:
        """The SDK releases named, as published: by date, or by version where one of them has no record."""
        named = unique(fact.row.sdk for fact in self.facts if fact.row.sdk)
        recorded = {words: sdk for words in named if (sdk := self.knowledge.sdk_named(words))}
        if len(recorded) == len(named):
            sdks = self.knowledge.records.sdks
            return sorted(named, key=lambda words: sdks[recorded[words]].date)
        return sorted(named, key=version_order)
