"""A model's benchmarks on all hardware: the runs that did the same work, side by side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from macros.knowledge import Knowledge
from macros.knowledge.grouping import group_by, group_pairs
from macros.knowledge.support_status import OFFERED
from macros.views.benchmark_runs import CHOICES, DATA_TYPES, FIGURES, Run, differing, stated

SOFTWARE_NAMES = ("sdk", "framework_version", "operating_system", "run_mode")
"""Settings that stand in a column of their own, follow from others, or tell little."""

SETTINGS = tuple(name for name in (*DATA_TYPES, *CHOICES) if name not in SOFTWARE_NAMES)
LENGTHS = ("sequence_length", "input_length", "output_length", "image_size")
SAME = ("workload", "throughput_unit", "work", *LENGTHS)
"""Runs that agree in these did the same work and count the same."""

STACK = ("instances", "framework", "sdk")
FLAGGED = (*SETTINGS, "latency_basis", "task", "model_details")
"""Differences that a reader is told of beside the work."""

LATENCIES = tuple(name for name in FIGURES if name.endswith(("_ms", "_s")) and name != "requests_per_s")


@dataclass(frozen=True)
class WorkRun:
    """A run as a row: its settings that not all runs of the model share, and its figures."""

    run: Run
    current: bool
    """Whether its software is still supported or maintained on this hardware."""
    settings: Sequence[str]
    share: float | None
    """Its throughput in percent of the highest of the same work; None where it has none."""
    latency: str | None
    """The figure that is shown as latency: the median if there is one."""


@dataclass(frozen=True)
class Work:
    """All runs of the same work."""

    names: Sequence[str]
    """Settings that tell the work: its sizes, as far as stated."""
    rows: Sequence[WorkRun]
    """Of each instance type and SDK, the run with the highest throughput and that with the lowest latency. Those of
    current software come first, of these the highest throughput."""
    others: Sequence[WorkRun]
    """Further runs, in the same order."""
    differs: Sequence[str]
    """Settings in which the rows differ, so that figures are not of one setup."""


def benchmarks_by_work(knowledge: Knowledge, runs: Sequence[Run]) -> Sequence[Work]:
    """The works of one model, that with most hardware first."""
    settings = differing(runs, SETTINGS)
    groups = group_pairs((run.values(SAME), run) for run in runs)
    works = [_work(knowledge, group, settings) for group in groups.values()]
    return sorted(works, key=lambda work: (-len({row.run.value("instances") for row in work.rows}), -len(work.rows)))


def _work(knowledge: Knowledge, runs: Sequence[Run], settings: Sequence[str]) -> Work:
    highest = max((run.value("throughput") or 0 for run in runs), default=0)
    rows = [_row(knowledge, run, settings, highest) for run in runs]
    rows.sort(key=lambda row: (not row.current, row.run.unshown, -(row.share or 0)))
    best = set(chain.from_iterable(map(_best, group_by(rows, lambda row: row.run.values(STACK)).values())))
    return Work(
        names=["as_published", *stated(runs, LENGTHS)] if runs[0].value("work") else stated(runs, LENGTHS),
        rows=[row for row in rows if row.run.fact.id in best],
        others=[row for row in rows if row.run.fact.id not in best],
        differs=differing(runs, FLAGGED),
    )


def _best(rows: Sequence[WorkRun]) -> set[str]:
    """The ids of the fastest run and of that with the lowest latency."""
    lowest = min(rows, key=lambda row: row.run.value(row.latency) if row.latency else math.inf)
    return {rows[0].run.fact.id, lowest.run.fact.id}


def _row(knowledge: Knowledge, run: Run, settings: Sequence[str], highest: float) -> WorkRun:
    throughput = run.value("throughput")
    return WorkRun(
        run=run,
        current=_is_current(knowledge, run),
        settings=stated([run], settings),
        share=100 * throughput / highest if throughput else None,
        latency=next(iter(stated([run], LATENCIES)), None),
    )


def _is_current(knowledge: Knowledge, run: Run) -> bool:
    fact = run.fact
    if fact.framework is None:
        return False
    statuses = (
        knowledge.support.status_of(fact.framework, accelerator, fact.workload) for accelerator in fact.accelerators
    )
    return any(status is not None and status.status in OFFERED for status in statuses)
