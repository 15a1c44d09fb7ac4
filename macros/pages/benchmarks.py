"""Tables of measurements, as their sources publish them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from macros.columns.column import Column
from macros.columns.measured import shown_by_source
from macros.facts import Benchmark, Knowledge
from macros.facts.grouping import unique
from macros.facts.packages import version_order
from macros.pages.records import RecordPages
from macros.pages.section import Section
from macros.schema.benchmarks import BenchmarkFile
from macros.words import plural


@dataclass(frozen=True)
class ResultTable:
    """A table of measurements."""

    id: str
    record: BenchmarkFile
    rows: Sequence[Benchmark]
    kind: str
    """What the table is about, in words: throughput, training and so on."""
    has_ended: bool
    """Whether all frameworks of its rows have ended."""
    newest_sdk: str | None
    """As a row prints it."""

    @property
    def accelerators(self) -> Sequence[str]:
        """Those of its rows."""
        return sorted({one for row in self.rows for one in row.accelerators})

    @property
    def instances(self) -> Sequence[str]:
        """Those that its rows name."""
        return sorted({one for row in self.rows for one in row.named_instances})

    @property
    def frameworks(self) -> Sequence[str]:
        """Those of its rows."""
        return unique(row.framework for row in self.rows if row.framework)

    @property
    def state(self) -> str:
        """Whether readers of the source see it."""
        return shown_by_source(self.record)

    @property
    def lede(self) -> str:
        """What it is, in a sentence."""
        hidden = "" if self.record.published else f" Shown by its source: {self.state}."
        return f"{plural(len(self.rows), 'row')} as published, {self.record.workload}: {self.kind}.{hidden}"

    @property
    def order(self) -> tuple[object, ...]:
        """Shown ones of current frameworks first; by hardware and workload, the newest first."""
        hardware = not self.accelerators, self.accelerators, self.record.workload
        state = not self.record.published, self.has_ended
        return *state, *hardware, -self.record.as_of.toordinal(), self.record.title


def line(knowledge: Knowledge, record: str) -> ResultTable:
    """What is known of a table."""
    file, rows = knowledge.records.benchmarks[record], knowledge.benchmarks.of("benchmarks", record)
    states = [knowledge.lifecycle.ended_state("frameworks", row.framework) for row in rows if row.framework]
    return ResultTable(
        id=record,
        record=file,
        rows=rows,
        kind=knowledge.term("benchmark_table", file.table).label.lower(),
        has_ended=bool(states) and all(states),
        newest_sdk=_newest_sdk(knowledge, [row.row.sdk for row in rows if row.row.sdk]),
    )


def _newest_sdk(knowledge: Knowledge, named: Sequence[str]) -> str | None:
    """By date, or by version where one of them has no record."""
    records = {words: sdk for words in named if (sdk := knowledge.sdk_named(words))}
    if len(records) < len(set(named)):
        return max(named, key=version_order)
    return max(named, key=lambda words: knowledge.records.sdks[records[words]].date, default=None)


WORKLOAD: Column[Any] = Column("workload", "What the models ran for.", "record.workload", vocabulary="workload")
ACCELERATORS: Column[ResultTable] = Column("accelerators", "Of its rows.", kind="accelerators", absent="not named")
FRAMEWORKS: Column[ResultTable] = Column("frameworks", "Of its rows.", kind="frameworks", absent="not stated")
INSTANCES: Column[ResultTable] = Column("instances", "Of its rows.", kind="instances", absent="none named")
TABLE: Column[Any] = Column("table", "What it is about.", "record.table", vocabulary="benchmark_table")
DATE: Column[Any] = Column("as_of", "The date for which it is valid.", "record.as_of", label="Date")
STATE: Column[ResultTable] = Column("state", "Whether readers of the source see it.", label="Shown by its source")

PAGES = RecordPages[ResultTable](
    "benchmarks",
    line,
    order=lambda one: one.order,
    title=lambda one: one.record.title,
    lede=lambda one: one.lede,
    description=lambda one: (
        f"{one.record.title}: {plural(len(one.rows), 'row')} with settings, units and basis, as of {one.record.as_of}."
    ),
    columns=(
        ACCELERATORS,
        WORKLOAD,
        TABLE,
        Column("rows", "Measurements.", lambda one: len(one.rows)),
        INSTANCES,
        FRAMEWORKS,
        Column("sdk", "As a row prints it.", "newest_sdk", label="Newest SDK", absent="not stated"),
        STATE,
        DATE,
    ),
    facts=(
        DATE,
        FRAMEWORKS,
        Column(
            "framework_as_published",
            "As the source prints it.",
            "record.framework_as_published",
            label="Printed as",
            absent="",
        ),
        ACCELERATORS,
        INSTANCES,
        STATE,
    ),
    more_facts=(
        Column("published_note", "Where readers find it.", "record.published_note", label="Where it stands"),
        Column("basis", "Of what its figures are.", "record.basis", label="What the figures count"),
        Column("statistic", "Mean, median or another.", "record.statistic", absent=""),
        Column("as_of_basis", "How the date is known.", "record.as_of_basis", label="How the date is known"),
    ),
    former_anchors={"benchmarks": "figures"},
    last_sections=(
        Section(
            "Notes",
            "notes",
            lambda known, record: known.records.benchmarks[record].notes,
            (Column("note", "What to know of the table.", lambda note: note),),
        ),
    ),
    facets=(ACCELERATORS, WORKLOAD, FRAMEWORKS),
    caption="Those that their source shows come first, by accelerator and workload.",
)
