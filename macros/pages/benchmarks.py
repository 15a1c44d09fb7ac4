"""The list and the pages of benchmark tables; the table of benchmarks on other pages stands in `shared_sections`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from macros.columns.column import Column
from macros.columns.phrase import Sdk
from macros.columns.runs import shown_by_source
from macros.facts.grouping import unique
from macros.facts.packages import release_order
from macros.pages.entries import ITSELF, Entry, fact, own
from macros.pages.records import RecordPages
from macros.pages.section import Section
from macros.schema.benchmarks import BenchmarkFile

TableEntry = Entry[BenchmarkFile]


def _named(table: TableEntry, field: str) -> Sequence[str]:
    return sorted({one for row in table.facts("benchmarks") for one in getattr(row, field)})


def _frameworks(table: TableEntry) -> Sequence[str]:
    return unique(row.framework for row in table.facts("benchmarks") if row.framework)


def _newest_sdk(table: TableEntry) -> str | None:
    return max((row.row.sdk for row in table.facts("benchmarks") if row.row.sdk), key=release_order, default=None)


def _order(table: TableEntry) -> Iterable[object]:
    """Shown ones of current frameworks first; by hardware and workload, the newest first."""
    record, accelerators, frameworks = table.record, _named(table, "accelerators"), _frameworks(table)
    ended = [table.knowledge.lifecycle.ended_state("frameworks", one) for one in frameworks]
    state = not record.published, bool(ended) and all(ended)
    return *state, not accelerators, accelerators, record.workload, -record.as_of.toordinal(), record.title


PAGES = RecordPages[TableEntry](
    "benchmarks",
    order=_order,
    lede=lambda one: one.record.basis,
    columns=(
        fact("accelerators", lambda table: _named(table, "accelerators"), absent="not named"),
        fact("instances", lambda table: _named(table, "named_instances")),
        fact("frameworks", _frameworks, absent="not stated"),
        own(BenchmarkFile, "framework_as_published", label="Printed as"),
        fact("rows", lambda table: len(table.record.rows)),
        Column("sdk", "As a row prints it.", _newest_sdk, label="Newest SDK", absent="not stated", look=Sdk),
        fact("state", lambda table: shown_by_source(table.record), label="Shown by its source"),
        own(BenchmarkFile, "published_note", label="Where it stands"),
    ),
    listed="accelerators workload table rows instances frameworks sdk state as_of",
    facts="table workload as_of frameworks framework_as_published accelerators instances state",
    more_facts="published_note statistic as_of_basis",
    facets="accelerators workload frameworks",
    former_anchors={"benchmarks": "figures"},
    last_sections=(Section("Notes", "record.notes", (ITSELF,)),),
    caption="Those that their source shows come first, by accelerator and workload.",
)
