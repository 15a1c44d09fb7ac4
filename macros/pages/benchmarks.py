"""Files of benchmark results: the page of one file, and the list of all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from macros.knowledge import Knowledge
from macros.knowledge.grouping import group_by, unique
from macros.knowledge.hardware import by_accelerator
from macros.pages.benchmark_runs import (
    CHOICES,
    DATA_TYPES,
    FIGURES,
    SIZES,
    UNITS,
    BenchmarkTotals,
    Remark,
    Run,
    differing,
    stated,
)
from macros.pages.facets import Facet, facets, record_facet, term_facet
from macros.pages.page_head import PageHead
from macros.pages.paging import Pager, pager
from macros.schema.benchmarks import BenchmarkFile, BenchmarkRow
from macros.schema.hardware import Instance
from macros.words import plural

FIRST_COLUMNS = ("hardware", "batch_size", "load", "nodes", "global_batch", "sequence_length")
"""Settings that tell the rows of a file apart best."""

SETTINGS = (
    *("hardware", "framework", *DATA_TYPES, "application_type", *SIZES),
    *(name for name in CHOICES if name != "accelerator_count"),
    "framework_as_published",
)
"""In the order of a file's page."""


def head(knowledge: Knowledge, record: str) -> PageHead:
    file = knowledge.records.benchmarks[record]
    rows = plural(len(file.rows), "row")
    description = f"{file.title}: {rows} with settings, units and basis, as of {file.as_of:%Y-%m-%d}."
    return PageHead(file.title, description, [file.title])


@dataclass(frozen=True)
class FilePage:
    file: BenchmarkFile
    rows: Sequence[Run]
    """One for each row."""
    shared: Sequence[str]
    """Settings that all rows state, and alike."""
    columns: Sequence[str]
    """Settings that tell the rows apart, shown before the figures."""
    figures: Sequence[str]
    rest: Sequence[str]
    """The other settings that at least one row states."""
    remarks: Sequence[Remark]
    models: Sequence[str]
    instances: Sequence[str]
    accelerators: Sequence[str]
    """Of rows that name no instance type."""

    @property
    def unit_row(self) -> BenchmarkRow | None:
        """A row whose units hold for the whole column; None where the rows differ in them."""
        if any(name in (*self.columns, *self.rest) for name in UNITS):
            return None
        rows = (run.fact.row for run in self.rows)
        return max(rows, key=lambda row: sum(bool(getattr(row, name)) for name in UNITS))


def page(knowledge: Knowledge, record: str) -> FilePage:
    facts = knowledge.benchmarks.of("benchmarks", record)
    rows = [Run([fact]) for fact in facts]
    mixed_units = [name for name in UNITS if len({run.value(name) for run in rows} - {None}) > 1]
    settings = [*stated(rows, SETTINGS), *mixed_units]
    varying = differing(rows, settings)
    first = [name for name in FIRST_COLUMNS if name in varying]
    return FilePage(
        file=knowledge.records.benchmarks[record],
        rows=rows,
        shared=[name for name in settings if name not in varying],
        columns=first,
        figures=stated(rows, FIGURES),
        rest=[name for name in varying if name not in first],
        remarks=list(dict.fromkeys(remark for run in rows for remark in run.remarks)),
        models=unique(fact.model for fact in facts),
        instances=unique(instance for fact in facts for instance in fact.named_instances),
        accelerators=unique(chip for fact in facts if not fact.named_instances for chip in fact.accelerators),
    )


@dataclass(frozen=True)
class BenchmarkIndex(BenchmarkTotals):
    """One page of the list of files, and every instance type with benchmarks."""

    pager: Pager
    rows: Sequence[BenchmarkTotals]
    """Of one file each."""
    facets: Sequence[Facet]
    instances_measured: Sequence[tuple[str, Instance, BenchmarkTotals]]
    """On the first page alone."""
    without_instance: int
    """Rows whose instance type is not known."""


def index(knowledge: Knowledge, number: str = "1") -> BenchmarkIndex:
    pages = pager(knowledge, "benchmarks", number)
    by_file = group_by(knowledge.benchmarks, lambda fact: fact.file_id)
    files = sorted((BenchmarkTotals(knowledge, facts) for facts in by_file.values()), key=_file_order)
    return BenchmarkIndex(
        knowledge,
        knowledge.benchmarks,
        pager=pages,
        rows=pages.cut(files),
        facets=facets(
            pages.total,
            record_facet(
                knowledge, "accelerator", "accelerators", chain.from_iterable(one.accelerators for one in files)
            ),
            term_facet(knowledge, "workload", "workload", (one.first.workload for one in files)),
            record_facet(knowledge, "framework", "frameworks", chain.from_iterable(one.frameworks for one in files)),
        ),
        instances_measured=[
            (record, knowledge.records.instances[record], BenchmarkTotals(knowledge, facts))
            for record in by_accelerator(knowledge)
            if pages.number == 1 and (facts := knowledge.benchmarks.of("instances", record))
        ],
        without_instance=sum(not fact.named_instances for fact in knowledge.benchmarks),
    )


def _file_order(rows: BenchmarkTotals) -> tuple[object, ...]:
    """Those shown by their source and of current frameworks first; by hardware and workload, the newest first."""
    file, accelerators = rows.first.file, rows.accelerators
    states = [rows.knowledge.lifecycle.ended_state("frameworks", framework) for framework in rows.frameworks]
    ended = bool(states) and all(states)
    by_hardware = not accelerators, accelerators, file.workload
    return not file.published, ended, *by_hardware, -file.as_of.toordinal(), file.title
