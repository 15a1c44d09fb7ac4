"""The list and the pages of benchmark tables; the table of benchmarks on other pages stands in `shared_sections`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from macros.columns.column import Column
from macros.columns.phrase import Phrase, RecordLink, Sdk, phrase
from macros.columns.runs import shown_by_source
from macros.columns.sentences import chips_in_brief
from macros.facts import Knowledge
from macros.facts.benchmarks import counted_runs
from macros.facts.grouping import unique
from macros.facts.packages import release_order
from macros.facts.speeds import hardware, throughput
from macros.pages.entries import ITSELF, Entry, fact, own
from macros.pages.records import RecordPages
from macros.pages.section import Section
from macros.schema.benchmarks import BenchmarkFile
from macros.words import number, plural

TableEntry = Entry[BenchmarkFile]


def _named(table: TableEntry, field: str) -> Sequence[str]:
    return sorted({one for row in table.facts("benchmarks") for one in getattr(row, field)})


def _frameworks(table: TableEntry) -> Sequence[str]:
    return unique(row.framework for row in table.facts("benchmarks") if row.framework)


def _hardware(table: TableEntry) -> Phrase | None:
    return chips_in_brief(table.knowledge, _named(table, "accelerators")) or None


def _newest_sdk(table: TableEntry) -> str | None:
    return max((row.row.sdk for row in table.facts("benchmarks") if row.row.sdk), key=release_order, default=None)


def _highest(table: TableEntry) -> Phrase | None:
    """The highest throughput in the unit of most rows, with its model."""
    runs = [run for run in table.facts("benchmarks") if run.row.throughput]
    units = Counter(run.row.throughput_unit for run in runs)
    if not units:
        return None
    [(unit, _)] = units.most_common(1)
    best = max((run for run in runs if run.row.throughput_unit == unit), key=lambda run: run.row.throughput or 0)
    where = hardware(table.knowledge, best)
    words = throughput(table.knowledge, best) + (f" on {where}" if where else "")
    return phrase(words, ", ", RecordLink("models", best.model))


def _order(table: TableEntry) -> Iterable[object]:
    """Shown ones of current frameworks first; by hardware and workload, the newest first."""
    record, accelerators, frameworks = table.record, _named(table, "accelerators"), _frameworks(table)
    ended = [table.knowledge.lifecycle.ended_state("frameworks", one) for one in frameworks]
    state = not record.published, bool(ended) and all(ended)
    return *state, not accelerators, accelerators, record.workload, -record.as_of.toordinal(), record.title


def _rows_and_runs(knowledge: Knowledge, tables: Sequence[TableEntry]) -> str:
    rows, runs = len(knowledge.benchmarks), len(counted_runs(knowledge.benchmarks))
    counted = f"{number(rows)} rows of {number(runs)} runs: what two tables print is one run."
    hidden = sum(not table.record.published for table in tables)
    last = f" Figures that their source does not show, or no longer, stand in the last {plural(hidden, 'table')}."
    return f"{counted}{last if hidden else ''}"


PAGES = RecordPages[TableEntry](
    "benchmarks",
    order=_order,
    lede=lambda one: one.record.basis,
    columns=(
        fact("accelerators", lambda table: _named(table, "accelerators"), absent="not named"),
        fact("hardware", _hardware, absent="not named"),
        fact("instances", lambda table: _named(table, "named_instances")),
        fact("frameworks", _frameworks, absent="not stated"),
        own(BenchmarkFile, "framework_as_published", label="Printed as"),
        fact("rows", lambda table: len(table.record.rows)),
        fact("highest", _highest, label="Highest throughput", absent="no throughput"),
        Column("sdk", "As a row prints it.", _newest_sdk, label="Newest SDK", absent="not stated", look=Sdk),
        fact("state", lambda table: shown_by_source(table.record), label="Shown by its source"),
        own(BenchmarkFile, "published_note", label="Where it stands"),
    ),
    listed="hardware workload table rows highest frameworks sdk as_of",
    facts="table workload as_of frameworks framework_as_published accelerators instances state",
    more_facts="published_note statistic as_of_basis",
    facets="accelerators workload frameworks",
    former_anchors={"benchmarks": "figures"},
    last_sections=(Section("Notes", "record.notes", (ITSELF,)),),
    counts=_rows_and_runs,
    caption="By accelerator and workload.",
)
