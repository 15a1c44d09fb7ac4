"""The picture on the page of a model: throughput per accelerator in its most measured work, a bar for each hardware.

Only runs that agree in their number format are drawn together, as wherever speeds are compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from macros.columns.column import Column, Labelled
from macros.columns.measured import MEASURED
from macros.facts import Benchmark, Knowledge
from macros.facts.benchmarks import Hardware, work_of
from macros.facts.grouping import group_by
from macros.facts.speeds import number_format, per_accelerator, setup
from macros.schema.benchmarks import fields_with_role

FEWEST_KINDS = 2
"""Of hardware, without which there is nothing to compare."""


@dataclass(frozen=True)
class Bar:
    """The highest throughput on some hardware, per accelerator."""

    hardware: Hardware
    value: float
    setup: str
    """Number format, software and month, and whether the source no longer shows it."""
    percent: float
    """Of the highest bar."""


@dataclass(frozen=True)
class Picture:
    """Bars of one work, the highest first."""

    workload: str
    unit: str
    work: Labelled
    """What all bars have in common: the size of the work."""
    bars: Sequence[Bar]


def picture(knowledge: Knowledge, facts: Sequence[Benchmark]) -> Picture | None:
    """The work with most kinds of hardware, then with most runs; None where no work ran on several kinds."""
    speeds = {fact.id: speed for fact in facts if fact.hardware and (speed := per_accelerator(knowledge, fact))}
    compared = (fact for fact in facts if fact.id in speeds)
    works = group_by(compared, lambda fact: (work_of(fact), number_format(fact).casefold()))
    most = max(works.values(), key=lambda same: (_kinds(same), len(same)), default=())
    if _kinds(most) < FEWEST_KINDS:
        return None
    runs = sorted(most, key=lambda fact: speeds[fact.id], reverse=True)
    best = {hardware: same[0] for hardware, same in group_by(runs, lambda fact: fact.hardware).items()}
    first, highest = runs[0], speeds[runs[0].id]
    return Picture(
        workload=first.workload,
        unit=first.row.throughput_unit or "",
        work=Labelled("", [(column, value) for column in _WORK if (value := column.value(first))]),
        bars=[
            Bar(hardware, speeds[run.id], _setup(knowledge, run), round(100 * speeds[run.id] / highest, 2))
            for hardware, run in best.items()
        ],
    )


_WORK: Sequence[Column[Benchmark]] = (
    *(column for column in MEASURED if column.name in fields_with_role("work")),
    Column("work", "Where it says more.", lambda fact: fact.row.model if fact.work else None, label="Published as"),
)


def _kinds(facts: Sequence[Benchmark]) -> int:
    return len({fact.hardware.names for fact in facts if fact.hardware})


def _setup(knowledge: Knowledge, fact: Benchmark) -> str:
    return f"{setup(knowledge, fact)}{'' if fact.file.published else ', not shown by its source'}"
