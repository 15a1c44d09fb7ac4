"""A model's benchmarks on all hardware: the runs that did the same work, side by side."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from macros.knowledge import Knowledge
from macros.knowledge.grouping import group_by
from macros.knowledge.support_status import OFFERED
from macros.views.benchmark_runs import CHOICES, DATA_TYPES, FIGURES, HEADINGS, Run, differing, group_runs, stated
from macros.views.facets import Facet, term_facet

ELSEWHERE = (
    *("sdk", "framework_version", "operating_system", "run_mode"),
    *("accelerator_count", "machine", "availability", "nodes"),
)
"""Settings that stand in a column of their own, follow from others, or tell little."""

SETTINGS = tuple(name for name in (*DATA_TYPES, *CHOICES) if name not in ELSEWHERE)
LENGTHS = ("sequence_length", "input_length", "output_length", "image_size")
SAME = ("workload", "throughput_unit", "work", *LENGTHS)
"""Runs that agree in these did the same work and count the same."""

STACK = ("instances", "accelerators", "framework", "sdk")
FLAGGED = (*SETTINGS, "accelerator_count", "nodes", "latency_basis", "task", "model_details")
"""Differences that a reader is told of beside the work."""

CHOSEN_BY = ("workload", "model_data_type", "sequence_length", "input_length", "batch_size")
"""What readers choose rows by."""

MOST_ROWS = 12
"""On one page; the explorer has all runs."""

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
    """Its throughput in percent of the highest of the same work; None where it has none."""
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
    """Of each instance type, framework and SDK, the run with the highest throughput and that with the lowest latency.
    Those of current software come first, of these the highest throughput."""
    others: int
    """How many further runs there are."""
    differs: Sequence[str]
    """Settings in which the rows differ, so that figures are not of one setup."""


def benchmarks_by_work(knowledge: Knowledge, runs: Sequence[Run]) -> Sequence[Work]:
    """The works of one model, that with most hardware first."""
    settings = differing(runs, SETTINGS)
    works = [_work(knowledge, group, settings) for group in group_runs(runs, SAME)]
    works.sort(key=lambda work: (-len({row.run.value("instances") for row in work.rows}), -len(work.rows)))
    return list(_cut(works))


def _cut(works: Sequence[Work]) -> Iterator[Work]:
    """The works with as many rows as a page has room for."""
    room = MOST_ROWS
    for work in works:
        rows = work.rows[:room]
        room -= len(rows)
        if rows:
            yield replace(work, rows=rows, others=work.others + len(work.rows) - len(rows))


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
    highest = max((run.value("throughput") or 0 for run in runs), default=0)
    every = [_row(knowledge, run, settings, highest) for run in runs]
    every.sort(key=lambda row: (not row.current, row.run.unshown, -(row.share or 0)))
    best = set(chain.from_iterable(map(_best, group_by(every, lambda row: row.run.values(STACK)).values())))
    rows = _with_latency_shares([row for row in every if row.run.fact.id in best])
    return Work(
        names=["as_published", *stated(runs, LENGTHS)] if runs[0].value("work") else stated(runs, LENGTHS),
        rows=rows,
        others=len(every) - len(rows),
        differs=differing([row.run for row in rows], FLAGGED),
    )


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


def _row(knowledge: Knowledge, run: Run, settings: Sequence[str], highest: float) -> WorkRun:
    throughput = run.value("throughput")
    return WorkRun(
        run=run,
        current=_is_current(knowledge, run),
        settings=stated([run], settings),
        share=100 * throughput / highest if throughput else None,
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
