"""The list of sources, and a source's page: every fact that was taken from it."""

from __future__ import annotations

import datetime
import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from macros.addresses import address, section
from macros.kinds import KINDS, WITH_PAGES
from macros.knowledge import Knowledge, TestedConfiguration, ValidatedPair
from macros.knowledge.citations import Cited
from macros.schema.base import Record
from macros.schema.conflicts import Conflict
from macros.schema.sources import Source
from macros.views.configurations import ConfigurationListing, TableGroup, listing
from macros.views.families import PublishedMatrix
from macros.views.heads import PageHead
from macros.views.paging import Pager, consecutive, pager, shown_of_groups

SENTENCES = ("text", "says", "how", "note", "tells")
"""Fields that say in a sentence what a citing part of a record is about, the most telling first."""

NAMES = ("label", "tag", "target", "feature", "name", "title", "accelerator")
"""Fields that name it, where it has no sentence."""

MOST_ROWS = 240
"""Tested configurations on a source's page, which tells little of each; the explorer has all of them."""

MOST_CHARACTERS = 110
"""Of a cited statement: enough to know it again. Its record's page has all of it."""


def head(knowledge: Knowledge, record: str) -> PageHead:
    """What its page is called."""
    source = knowledge.records.sources[record]
    date = f"{source.as_of:%Y-%m-%d}" if source.as_of else "undated"
    title = f"{source.title} ({record})"
    return PageHead(title, f"{source.title}, {source.publisher}, {date}: what was taken from {record}.", [record])


@dataclass(frozen=True)
class FactCounts:
    """How much was taken from a source."""

    configurations: int
    verdicts: int
    validated: int
    citations: int
    records: int
    """Records that cite it."""

    @property
    def total(self) -> int:
        """Everything counted."""
        return self.configurations + self.verdicts + self.validated + self.citations


@dataclass(frozen=True)
class PublishedTable:
    """A table of tested configurations as the source prints it."""

    group: TableGroup
    lines: Sequence[tuple[str, TestedConfiguration]]
    """Each row with its place within the table."""


@dataclass(frozen=True)
class CitedFact:
    """What a source is cited for, and the places in it."""

    text: str | None
    """None where it is for the record as a whole."""
    places: Sequence[tuple[str, datetime.date | None]]
    """Each with the date the fact speaks for, only where it differs from the source's own."""


@dataclass(frozen=True)
class CitingRecord:
    """A record that cites the source."""

    kind: str
    id: str
    title: str
    address: str | None
    """Where a reader meets it; None where no page shows it."""
    facts: Sequence[CitedFact]


@dataclass(frozen=True)
class CitingKind:
    """The records of one kind that cite the source."""

    kind: str
    total: int
    records: Sequence[CitingRecord]
    """As many as the page shows."""


@dataclass(frozen=True)
class SourcePage:
    """What a source's page says."""

    id: str
    source: Source
    counts: FactCounts
    configurations: ConfigurationListing
    tables: Sequence[PublishedTable]
    matrices: Sequence[PublishedMatrix]
    validated: Sequence[ValidatedPair]
    citing: Sequence[CitingKind]
    conflicts: Sequence[tuple[str, Conflict]]


def page(knowledge: Knowledge, record: str) -> SourcePage:
    """The page of one source."""
    tests = knowledge.configurations_of("sources", record)
    configurations = listing(knowledge, tests, "model", f"source={record}", MOST_ROWS)
    matrices = [
        PublishedMatrix(key, matrix, knowledge.as_of(matrix.citation))
        for key, matrix in knowledge.records.support.items()
        if matrix.citation.source == record
    ]
    return SourcePage(
        id=record,
        source=knowledge.records.sources[record],
        counts=counts(knowledge, record),
        configurations=configurations,
        tables=[PublishedTable(group, _lines(group)) for group in configurations.groups],
        matrices=matrices,
        validated=knowledge.validated_of("sources", record),
        citing=_citing(knowledge, record),
        conflicts=knowledge.conflicts_of(("sources", record)),
    )


def counts(knowledge: Knowledge, record: str) -> FactCounts:
    """How much was taken from one source."""
    cited = knowledge.citations_of(record)
    return FactCounts(
        configurations=knowledge.tests_of("sources", record),
        verdicts=len(knowledge.verdicts_of("sources", record)),
        validated=len(knowledge.validated_of("sources", record)),
        citations=len(cited),
        records=len({(one.kind, one.record) for one in cited}),
    )


def _lines(group: TableGroup) -> Sequence[tuple[str, TestedConfiguration]]:
    table = f"{group.table.locator}, "
    return [(test.locator.removeprefix(table), test) for test in group.rows]


def _citing(knowledge: Knowledge, source: str) -> Sequence[CitingKind]:
    by_record: dict[tuple[str, str], list[Cited]] = {}
    for cited in knowledge.citations_of(source):
        by_record.setdefault((cited.kind, cited.record), []).append(cited)
    by_kind: dict[str, list[CitingRecord]] = {}
    own_date = knowledge.records.sources[source].as_of
    for (kind, record), group in by_record.items():
        title, where = _title(knowledge, kind, record), shown_at(knowledge, kind, record)
        by_kind.setdefault(kind, []).append(CitingRecord(kind, record, title, where, _facts(group, own_date)))
    kinds = [kind for kind in KINDS if kind in by_kind]
    some = shown_of_groups([by_kind[kind] for kind in kinds], "citing records")
    return [CitingKind(kind, len(by_kind[kind]), shown) for kind, shown in zip(kinds, some, strict=True)]


def _facts(group: Iterable[Cited], own_date: datetime.date | None) -> Sequence[CitedFact]:
    places: dict[str | None, dict[tuple[str, datetime.date | None], None]] = {}
    for cited in group:
        place = (cited.locator, None if cited.as_of == own_date else cited.as_of)
        places.setdefault(_about(cited), {})[place] = None
    return [CitedFact(text, list(found)) for text, found in places.items()]


def _about(cited: Cited) -> str | None:
    fields = [step.replace("_", " ") for step in cited.path if isinstance(step, str)][:-1]
    if not fields:
        return None
    sentence = next((words for field in SENTENCES if (words := getattr(cited.holder, field, None))), None)
    if sentence is not None:
        return textwrap.shorten(sentence, MOST_CHARACTERS, placeholder=" …")
    name = next((words for field in NAMES if (words := getattr(cited.holder, field, None))), None)
    return " › ".join([*fields, name] if name else fields)


def _title(knowledge: Knowledge, kind: str, record: str) -> str:
    return knowledge.sdk_name(record) if kind == "sdks" else title_of(knowledge.records.of(kind)[record], record)


def title_of(record: Record, record_id: str) -> str:
    """What a record is called: its title or name, or else its id."""
    title = getattr(record, "title", None) or getattr(record, "name", None)
    return str(title) if title else record_id


def shown_at(knowledge: Knowledge, kind: str, record: str) -> str | None:
    """Where a reader meets a record of any kind, from the site's root; None where no page shows it."""
    if kind in WITH_PAGES:
        return address(kind, record)
    if kind == "support":
        return f"{section('families')}#{record}"
    if kind == "configurations":
        return address("releases", knowledge.records.configurations[record].release)
    if kind == "validated":
        return address("frameworks", knowledge.records.validated[record].framework)
    return None


@dataclass(frozen=True)
class SourceLine:
    """A source in the list."""

    id: str
    source: Source
    counts: FactCounts


@dataclass(frozen=True)
class PublisherGroup:
    """The sources of one publisher on one page of the list, those that gave most first."""

    publisher: str
    total: int
    """On all pages."""
    lines: Sequence[SourceLine]


@dataclass(frozen=True)
class SourceIndex:
    """One page of the list of sources, by publisher: those that gave most first. The founding ones stand above it."""

    pager: Pager
    founding: Sequence[SourceLine]
    """On the first page alone."""
    groups: Sequence[PublisherGroup]


def index(knowledge: Knowledge, number: str = "1") -> SourceIndex:
    """One page of the list of sources."""
    found = [SourceLine(key, source, counts(knowledge, key)) for key, source in knowledge.records.sources.items()]
    given: Counter[str] = Counter()
    published: Counter[str] = Counter()
    for line in found:
        given[line.source.publisher] += line.counts.total
        published[line.source.publisher] += 1

    def order(line: SourceLine) -> tuple[object, ...]:
        publisher = line.source.publisher
        return -given[publisher], publisher, -line.counts.total, line.id

    pages = pager(knowledge, "sources", number)
    groups = consecutive(pages.cut(sorted(found, key=order)), lambda line: line.source.publisher)
    return SourceIndex(
        pager=pages,
        founding=[line for line in found if line.source.founding] if pages.number == 1 else (),
        groups=[PublisherGroup(publisher, published[publisher], lines) for publisher, lines in groups],
    )
