"""A model's benchmarks on all hardware: the runs that did the same work, side by side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from macros.knowledge import Knowledge
from macros.knowledge.figures import number_format, per_accelerator
from macros.knowledge.grouping import group_by
from macros.knowledge.support_status import OFFERED
from macros.pages.benchmark_runs import CHOICES, DATA_TYPES, FIGURES, HEADINGS, Run, differing, group_runs, stated
from macros.pages.facets import Facet, term_facet

ELSEWHERE = (
    *("sdk", "framework_version", "operating_system", "run_mode"),
    *("accelerator_count", "machine", "availability", "nodes"),
)
"""Settings that stand in a column of their own, follow from others, or tell little."""

SETTINGS = tuple(name for name in (*DATA_TYPES, *CHOICES) if name not in ELSEWHERE)
LENGTHS = ("sequence_length", "input_length", "output_length", "image_size")
SAME = ("workload", "throughput_unit", "work", *LENGTHS)
"""Runs that agree in these did the same work and count the same."""

STACK = ("hardware", "nodes", *DATA_TYPES, "framework", "framework_as_published", "sdk")
FLAGGED = (*SETTINGS, "accelerator_count", "nodes", "latency_basis", "task", "model_details")
"""Differences that a reader is told of beside the work."""

CHOSEN_BY = ("workload", "model_data_type", "sequence_length", "input_length", "batch_size")
"""What readers choose rows by."""

MOST_ROWS = 12
"""On one page, those of different accelerators first; the explorer has all runs."""

FEWEST_CHOSEN_FROM = 6
"""Fewer rows need no choice."""

LATENCIES = tuple(name for name in FIGURES if name.endswith(("_ms", "_s")) and name != "requests_per_s")


@dataclass(frozen=True)
class WorkRun:
    """A run as a row: its settings that not all runs of the model share, and its figures."""

    run: Run
    current: bool
    """Whether its software is still supported or maintained on this hardware."""
    settings: Sequence[str]
    share: float | None
    """Its throughput per accelerator in percent of the highest of the same work in the same number format; None where
    its throughput or the number of its accelerators is not known, or that of no other is."""
    latency: str | None
    """The figure that is shown as latency: the median if there is one."""
    latency_share: float | None
    """It in percent of the highest of the same work that counts the same; None where there is no other."""

    def latency_basis(self) -> tuple[str, str | None] | None:
        """Rows that agree in this count the same latency."""
        return (self.latency, self.run.value("latency_basis")) if self.latency else None

    def latency_figure(self) -> float:
        return float(self.run.value(self.latency)) if self.latency else math.inf

    def value(self, name: str) -> Any:
        """What readers choose the row by: the workload, or a setting."""
        return self.run.fact.workload if name == "workload" else self.run.value(name)


@dataclass(frozen=True)
class Work:
    """All runs of the same work."""

    names: Sequence[str]
    """Settings that tell the work: its sizes, as far as stated."""
    rows: Sequence[WorkRun]
    """Of each hardware, number format, framework and SDK, the run with the highest throughput and that with the lowest
    latency. Those of current software come first, of these one number format after another."""

    @property
    def differs(self) -> Sequence[str]:
        """Settings in which the rows differ, so that figures are not of one setup."""
        return differing([row.run for row in self.rows], FLAGGED)


def benchmarks_by_work(knowledge: Knowledge, runs: Sequence[Run]) -> Sequence[Work]:
    """The works of one model, that with most hardware first."""
    settings = differing(runs, SETTINGS)
    works = [_work(knowledge, group, settings) for group in group_runs(runs, SAME)]
    works.sort(key=lambda work: (-len({row.run.value("hardware") for row in work.rows}), -len(work.rows)))
    return _cut(works)


def _cut(works: Sequence[Work]) -> Sequence[Work]:
    """The works with as many rows as a page has room for: the first of each accelerator, then others."""
    rows = [row for work in works for row in work.rows]
    by_accelerator = group_by(rows, lambda row: row.run.fact.accelerators)
    kept = [same[0] for same in by_accelerator.values()]
    kept = [*kept, *(row for row in rows if row not in kept)][:MOST_ROWS]
    cut = (replace(work, rows=[row for row in work.rows if row in kept]) for work in works)
    return [work for work in cut if work.rows]


def work_facets(knowledge: Knowledge, works: Sequence[Work]) -> Sequence[Facet]:
    """What readers may choose rows by: the workload, and settings with more than one value."""
    rows = [row for work in works for row in work.rows]
    if len(rows) < FEWEST_CHOSEN_FROM:
        return []
    offered = [term_facet(knowledge, "workload", "workload", (row.value("workload") for row in rows))]
    for name in CHOSEN_BY[1:]:
        values = sorted({value for row in rows if (value := row.value(name)) is not None})
        offered.append(Facet(name, HEADINGS[name].label, [(str(value), str(value)) for value in values], name))
    return [facet for facet in offered if len(facet.options) > 1]


def _work(knowledge: Knowledge, runs: Sequence[Run], settings: Sequence[str]) -> Work:
    formats = group_by(runs, lambda run: number_format(run.fact).casefold())
    every = [row for same in formats.values() for row in _rows(knowledge, same, settings)]
    every.sort(key=lambda row: (not row.current, row.run.unshown))
    best = set(chain.from_iterable(map(_best, group_by(every, lambda row: row.run.values(STACK)).values())))
    return Work(
        names=["model_as_published", *stated(runs, LENGTHS)] if runs[0].value("work") else stated(runs, LENGTHS),
        rows=_with_latency_shares([row for row in every if row.run.fact.id in best]),
    )


def _rows(knowledge: Knowledge, runs: Sequence[Run], settings: Sequence[str]) -> Sequence[WorkRun]:
    """Runs of the same work in the same number format as rows, the highest throughput per accelerator first."""
    speeds = {run.fact.id: per_accelerator(knowledge, run.fact) for run in runs}
    known = [speed for speed in speeds.values() if speed]
    highest = max(known) if len(known) > 1 else 0
    rows = [_row(knowledge, run, settings, speeds[run.fact.id], highest) for run in runs]
    return sorted(rows, key=lambda row: (-(row.share or 0), -(row.run.fact.row.throughput or 0)))


def _best(rows: Sequence[WorkRun]) -> set[str]:
    """The ids of the fastest run, and of the one with the lowest latency among those that state the same figure."""
    lowest = [min(same, key=WorkRun.latency_figure) for same in group_by(rows, WorkRun.latency_basis).values()]
    return {row.run.fact.id for row in (rows[0], *lowest)}


def _with_latency_shares(rows: Sequence[WorkRun]) -> Sequence[WorkRun]:
    by_basis = group_by(rows, WorkRun.latency_basis)
    highest = {basis: max(map(WorkRun.latency_figure, same)) for basis, same in by_basis.items() if len(same) > 1}
    return [
        replace(row, latency_share=100 * row.latency_figure() / highest[basis])
        if (basis := row.latency_basis()) in highest
        else row
        for row in rows
    ]


def _row(knowledge: Knowledge, run: Run, settings: Sequence[str], speed: float | None, highest: float) -> WorkRun:
    return WorkRun(
        run=run,
        current=_is_current(knowledge, run),
        settings=stated([run], settings),
        share=100 * speed / highest if speed and highest else None,
        latency=next(iter(stated([run], LATENCIES)), None),
        latency_share=None,
    )


def _is_current(knowledge: Knowledge, run: Run) -> bool:
    fact = run.fact
    if fact.framework is None:
        return False
    statuses = (
        knowledge.support.status_of(fact.framework, accelerator, fact.workload) for accelerator in fact.accelerators
    )
    return any(status is not None and status.status in OFFERED for status in statuses)
