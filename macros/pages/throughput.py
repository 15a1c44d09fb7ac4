"""The picture on the page of a model: throughput per accelerator in its most measured work, a bar for each hardware.

Only runs that agree in their number format are drawn together, as wherever speeds are compared.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from macros.columns.column import Column, Labelled
from macros.columns.measured import MEASURED
from macros.facts import Benchmark, Knowledge
from macros.facts.benchmarks import Hardware, work_of
from macros.facts.grouping import group_by
from macros.facts.speeds import figure, number_format, per_accelerator
from macros.schema.benchmarks import fields_with_role

FEWEST_KINDS = 2
"""Of hardware, without which there is nothing to compare."""

MOST_TICKS = 4


@dataclass(frozen=True)
class Bar:
    """The highest throughput on some hardware, per accelerator."""

    hardware: Hardware
    value: float
    setup: str
    """Number format, software and month, and whether the source no longer shows it."""
    percent: float
    """Of the axis."""


@dataclass(frozen=True)
class Picture:
    """Bars on one axis."""

    workload: str
    unit: str
    work: Labelled
    """What all bars have in common: the size of the work."""
    bars: Sequence[Bar]
    ticks: Sequence[tuple[float, float]]
    """What to write at the axis, and where in percent."""


def picture(knowledge: Knowledge, facts: Sequence[Benchmark]) -> Picture | None:
    """The work with most kinds of hardware, then with most runs; None where no work ran on several kinds."""
    speeds = {fact.id: speed for fact in facts if fact.hardware and (speed := per_accelerator(knowledge, fact))}
    works = group_by(
        (fact for fact in facts if fact.id in speeds), lambda fact: (work_of(fact), number_format(fact).casefold())
    )
    most = max(works.values(), key=lambda same: (_kinds(same), len(same)), default=())
    if _kinds(most) < FEWEST_KINDS:
        return None
    on_hardware = group_by(most, lambda fact: fact.hardware)
    runs = {one: max(same, key=lambda fact: speeds[fact.id]) for one, same in on_hardware.items()}
    highest = max(speeds[run.id] for run in runs.values())
    first, *_ = runs.values()
    bars = (
        Bar(hardware, speeds[run.id], _setup(knowledge, run), round(100 * speeds[run.id] / highest, 2))
        for hardware, run in runs.items()
    )
    return Picture(
        workload=first.workload,
        unit=first.row.throughput_unit or "",
        work=Labelled("", [(column, value) for column in _WORK if (value := column.value(first))]),
        bars=sorted(bars, key=lambda bar: -bar.value),
        ticks=[(tick, round(100 * tick / highest, 2)) for tick in _ticks(highest)],
    )


_WORK: Sequence[Column[Benchmark]] = (
    *(column for column in MEASURED if column.name in fields_with_role("work")),
    Column("work", "Where it says more.", lambda fact: fact.row.model if fact.work else None, label="Published as"),
)


def _kinds(facts: Sequence[Benchmark]) -> int:
    return len({fact.hardware.names for fact in facts if fact.hardware})


def _setup(knowledge: Knowledge, fact: Benchmark) -> str:
    found = figure(knowledge, fact)
    parts = (found.number_format, found.software, found.month) if found else ()
    hidden = "" if fact.file.published else "not shown by its source"
    return ", ".join(filter(None, (*parts, hidden)))


def _ticks(highest: float) -> Sequence[float]:
    """Round figures from zero."""
    power = 10.0 ** math.floor(math.log10(highest))
    steps = (share * power for share in (0.25, 0.5, 1, 2, 2.5, 5))
    step = next(one for one in steps if highest / one <= MOST_TICKS)
    return [step * count for count in range(math.floor(highest / step) + 1)]
