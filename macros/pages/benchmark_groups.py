"""The benchmarks on a model's page: one table for each setup, and in it only runs of the same work are compared."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from macros.knowledge import Benchmark, Knowledge
from macros.knowledge.grouping import group_pairs
from macros.pages.benchmark_runs import (
    CHOICES,
    DATA_TYPES,
    FIGURES,
    SAME_WORK,
    SETUP,
    SIZES,
    SPELLINGS,
    UNITS,
    BenchmarkTotals,
    Remark,
    Run,
    differing,
    group_runs,
    stated,
)
from macros.pages.benchmarks_by_work import Work, benchmarks_by_work, work_facets
from macros.pages.facets import Facet

MOST_RUNS = 16
"""Runs on one page, and in its first table; the pages of the files have all of them."""

FIRST_COLUMNS = ("batch_size", "variant", "load", "nodes", "global_batch", "sdk", "request_rate", "tensor_parallel")
"""Settings that tell runs apart best, the best first."""

MOST_FIRST_COLUMNS = 2
"""Columns before the figures: more would push those off a narrow screen."""

LAST_COLUMNS = (*SPELLINGS, "framework_version", "model_details", "task")
"""Long texts that tell little."""

ONLY_ON_FILE_PAGE = ("run_mode", "operating_system")
"""Settings that follow from others."""

COMPARED = tuple(name for name in (*SIZES, *CHOICES) if name not in ONLY_ON_FILE_PAGE)
TITLE = ("instances", "accelerators", "workload", "framework")


@dataclass(frozen=True)
class BenchmarkGroup:
    """Runs with the same setup, as one table."""

    number: int
    memory_gib: Sequence[int]
    """Accelerator memory of the instance type; of each, where the source does not say which of several ran."""
    named_by: Sequence[str]
    """Settings that tell it from the other tables on the same hardware with the same framework."""
    shared: Sequence[str]
    """The other settings that are the same in all runs."""
    columns: Sequence[str]
    """Settings that tell the runs apart, shown before the figures."""
    figures: Sequence[str]
    rest: Sequence[str]
    """Further settings in which the runs differ, shown after the figures."""
    work: Sequence[str]
    """Settings that tell the work of one group from that of the others; empty where there is only one group."""
    work_groups: Sequence[Sequence[Run]]
    """Runs that do the same work, so that their figures may be compared; smallest work first."""
    remarks: Sequence[Remark]

    @property
    def runs(self) -> Sequence[Run]:
        return list(chain(*self.work_groups))

    @property
    def unshown(self) -> bool:
        return all(run.unshown for run in self.runs)

    @property
    def removed(self) -> bool:
        return all(run.removed for run in self.runs)


@dataclass(frozen=True)
class ModelBenchmarks(BenchmarkTotals):
    works: Sequence[Work]
    """All runs on all hardware, side by side."""
    facets: Sequence[Facet]
    """What readers may choose their rows by."""
    groups: Sequence[BenchmarkGroup]
    left_out: int
    """Runs of the tables for which the page has no room."""

    @property
    def more(self) -> int:
        """Runs that the table of all hardware has no row for."""
        return len(self.runs) - sum(len(work.rows) for work in self.works)

    @property
    def bases(self) -> Sequence[tuple[str, str | None]]:
        """What the figures of the files count, and the statistic; each once."""
        return list(dict.fromkeys((file.basis, file.statistic) for _, file in self.files))

    @property
    def unshown_notes(self) -> Sequence[tuple[datetime.date | None, str]]:
        """Why rows are not shown, and since when if they once were; each once."""
        return list(dict.fromkeys((file.removed, file.published_note) for _, file in self.files if not file.published))


def model_benchmarks(knowledge: Knowledge, facts: Sequence[Benchmark]) -> ModelBenchmarks:
    """The rows of one model as tables of comparable runs, as many as a page holds."""
    totals = BenchmarkTotals(knowledge, facts)
    tables = sorted(group_runs(totals.runs, SETUP), key=_table_order)
    groups: list[BenchmarkGroup] = []
    room = MOST_RUNS
    for runs, named_by in zip(tables, _table_names(tables), strict=True):
        if groups and len(runs) > room:
            break
        groups.append(_group(knowledge, len(groups) + 1, _newest(runs), named_by))
        room -= len(groups[-1].runs)
    left_out = len(totals.runs) - sum(len(group.runs) for group in groups)
    works = benchmarks_by_work(knowledge, totals.runs)
    return ModelBenchmarks(knowledge, facts, works, work_facets(knowledge, works), groups, left_out)


def _newest(runs: Sequence[Run]) -> Sequence[Run]:
    """As many as one page shows, in the order given."""
    newest_first = sorted(runs, key=lambda run: run.fact.as_of, reverse=True)
    kept = {run.fact.id for run in newest_first[:MOST_RUNS]}
    return [run for run in runs if run.fact.id in kept]


def _table_order(runs: Sequence[Run]) -> tuple[bool, int, str, tuple[str, ...]]:
    """What the source still shows first, then the newest, then by name."""
    newest = max(run.fact.as_of for run in runs)
    first = runs[0].fact
    return all(run.unshown for run in runs), -newest.toordinal(), first.model, first.named_instances


def _table_names(tables: Sequence[Sequence[Run]]) -> Sequence[Sequence[str]]:
    """For each table, the settings that tell it from those on the same hardware with the same framework."""
    by_title = group_pairs((runs[0].values(TITLE), runs) for runs in tables)
    return [_distinguishing(by_title[runs[0].values(TITLE)]) for runs in tables]


def _distinguishing(tables: Sequence[Sequence[Run]]) -> Sequence[str]:
    """As few settings as give each table a name of its own, those that all tables state first."""
    firsts = [runs[0] for runs in tables]
    constant = [
        name for name in (*SIZES, *UNITS, *DATA_TYPES, *CHOICES) if not any(differing(runs, [name]) for runs in tables)
    ]
    partial = {name for name in constant if any(run.value(name) is None for run in firsts)}
    names: list[str] = []
    # The size of the work names tables best, unless one of them does not state it.
    for name in sorted(constant, key=lambda name: (name in partial, (name in SIZES) == (name in partial))):
        if len({run.values([*names, name]) for run in firsts}) > len({run.values(names) for run in firsts}):
            names.append(name)
    return names


def _group(knowledge: Knowledge, number: int, runs: Sequence[Run], named_by: Sequence[str]) -> BenchmarkGroup:
    settings = stated(runs, (*COMPARED, *SPELLINGS))
    varying = differing(runs, settings)
    works = _by_work(runs)
    work = _work_settings(runs) if len(works) > 1 else []
    columns = [name for name in varying if name not in work]
    first = _first_columns(columns)[:MOST_FIRST_COLUMNS] or _first_columns(settings)[:1] or ["model_as_published"]
    return BenchmarkGroup(
        number=number,
        memory_gib=sorted({knowledge.records.instances[one].memory_gib for one in runs[0].fact.named_instances}),
        named_by=named_by,
        shared=[
            name
            for name in (*stated(runs[:1], (*UNITS, *DATA_TYPES)), *settings)
            if name not in (*varying, *first, *named_by)
        ],
        columns=first,
        figures=stated(runs, FIGURES),
        rest=sorted((name for name in columns if name not in first), key=lambda name: name in LAST_COLUMNS),
        work=work,
        work_groups=works,
        remarks=list(dict.fromkeys(remark for run in runs for remark in run.remarks)),
    )


def _work_settings(runs: Sequence[Run]) -> Sequence[str]:
    """The settings by which the work differs: the published name too, where it says more than the model's."""
    sizes = differing(runs, SIZES)
    return ["model_as_published", *sizes] if differing(runs, ["work"]) else sizes


def _first_columns(names: Sequence[str]) -> Sequence[str]:
    """The names in the order in which they may stand before the figures."""
    others = [name for name in names if name not in (*FIRST_COLUMNS, *LAST_COLUMNS)]
    return [*(name for name in FIRST_COLUMNS if name in names), *others]


def _by_work(runs: Sequence[Run]) -> Sequence[Sequence[Run]]:
    works = sorted(group_runs(runs, SAME_WORK), key=lambda members: _sort_key(members[0], SIZES))
    return [sorted(members, key=lambda run: (run.unshown, *_sort_key(run, CHOICES))) for members in works]


def _sort_key(run: Run, names: Sequence[str]) -> tuple[tuple[bool, float, str], ...]:
    """What is not stated first; numbers by size, texts by letter."""
    return tuple(
        (found is not None, found, "") if isinstance(found, int | float) else (found is not None, 0, found or "")
        for found in map(run.value, names)
    )
