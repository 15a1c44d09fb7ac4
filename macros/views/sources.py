"""The list of sources, and a source's page: every fact that was taken from it."""

from __future__ import annotations

import datetime
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from macros.addresses import address, section
from macros.kinds import KINDS, WITH_PAGES
from macros.knowledge import Knowledge, ValidatedPair
from macros.knowledge.citations import Cited
from macros.knowledge.grouping import group_by, group_pairs, unique
from macros.schema.base import Record
from macros.schema.conflicts import Conflict
from macros.schema.sources import Source
from macros.views.configurations import ConfigurationListing, listing
from macros.views.facets import facets, plain_facet, term_facet
from macros.views.families import PublishedMatrix, published_matrices
from macros.views.paging import PagedList, pager, shown_of_groups
from macros.views.record_pages import PageHead

SENTENCES = ("text", "says", "how", "note", "tells")
"""Fields with a sentence about what a part of a record is cited for, in order of preference."""

NAMES = ("label", "tag", "target", "feature", "name", "title", "accelerator")
"""Fields with its name, where it has no sentence."""

MOST_ROWS = 240
"""Tested configurations on a source's page; the explorer has all of them."""

MOST_CHARACTERS = 110
"""Length to which a cited statement is shortened; its record's page has all of it."""


def head(knowledge: Knowledge, record: str) -> PageHead:
    source = knowledge.records.sources[record]
    date = f"{source.as_of:%Y-%m-%d}" if source.as_of else "no date published"
    title = f"{source.title} ({record})"
    return PageHead(title, f"{source.title}, {source.publisher}, {date}: what was taken from {record}.", [record])


@dataclass(frozen=True)
class FactCounts:
    configurations: int
    verdicts: int
    validated: int
    citations: int
    records: int
    """Records that cite it."""

    @property
    def total(self) -> int:
        return self.configurations + self.verdicts + self.validated + self.citations


CitedFact = tuple[str, Sequence[tuple[str | None, datetime.date | None]]]
"""What a source is cited for, empty where it is for the record as a whole; and the places in the source, None where not
recorded, each with the date the fact speaks for where it differs from the source's own."""


@dataclass(frozen=True)
class CitingRecord:
    title: str
    address: str | None
    """The page that shows it, from the site's root; None where no page does."""
    facts: Sequence[CitedFact]


@dataclass(frozen=True)
class SourcePage:
    id: str
    source: Source
    counts: FactCounts
    configurations: ConfigurationListing
    matrices: Sequence[PublishedMatrix]
    validated: Sequence[ValidatedPair]
    citing: Sequence[tuple[str, int, Sequence[CitingRecord]]]
    """By kind: how many records cite it, and as many of them as the page shows."""
    conflicts: Sequence[tuple[str, Conflict]]


def page(knowledge: Knowledge, record: str) -> SourcePage:
    tests = knowledge.configurations.of("sources", record)
    return SourcePage(
        id=record,
        source=knowledge.records.sources[record],
        counts=counts(knowledge, record),
        configurations=listing(knowledge, tests, "model", f"source={record}", MOST_ROWS),
        matrices=[found for found in published_matrices(knowledge) if found.matrix.citation.source == record],
        validated=knowledge.validated.of("sources", record),
        citing=_citing(knowledge, record),
        conflicts=knowledge.conflicts.of(("sources", record)),
    )


def counts(knowledge: Knowledge, record: str) -> FactCounts:
    cited = knowledge.citations.of("sources", record)
    return FactCounts(
        configurations=len(knowledge.configurations.of("sources", record)),
        verdicts=len(knowledge.verdicts.of("sources", record)),
        validated=len(knowledge.validated.of("sources", record)),
        citations=len(cited),
        records=len({(citation.kind, citation.record) for citation in cited}),
    )


def _citing(knowledge: Knowledge, source: str) -> Sequence[tuple[str, int, Sequence[CitingRecord]]]:
    own_date = knowledge.records.sources[source].as_of
    citations = group_pairs(((cited.kind, cited.record), cited) for cited in knowledge.citations.of("sources", source))
    records: dict[str, list[CitingRecord]] = {}
    for (kind, record), cited in citations.items():
        title = knowledge.sdk_name(record) if kind == "sdks" else title_of(knowledge.records.of(kind)[record], record)
        citing = CitingRecord(title, page_of(knowledge, kind, record), _facts(cited, own_date))
        records.setdefault(kind, []).append(citing)
    kinds = [kind for kind in KINDS if kind in records]
    shown = shown_of_groups([records[kind] for kind in kinds], "citing records")
    return [(kind, len(records[kind]), some) for kind, some in zip(kinds, shown, strict=True)]


def _facts(citations: Iterable[Cited], own_date: datetime.date | None) -> Sequence[CitedFact]:
    by_text = group_pairs(
        (_cited_for(cited), (cited.locator, None if cited.as_of == own_date else cited.as_of)) for cited in citations
    )
    return [(text, unique(places)) for text, places in by_text.items()]


def _cited_for(cited: Cited) -> str:
    fields = [step.replace("_", " ") for step in cited.path if isinstance(step, str)][:-1]
    if not fields:
        return ""
    sentence = next((words for field in SENTENCES if (words := getattr(cited.holder, field, None))), None)
    if sentence is not None:
        return textwrap.shorten(sentence, MOST_CHARACTERS, placeholder=" …")
    name = next((words for field in NAMES if (words := getattr(cited.holder, field, None))), None)
    return " › ".join([*fields, name] if name else fields)


def title_of(record: Record, record_id: str) -> str:
    """What a record is called: its title or name, or else its id."""
    title = getattr(record, "title", None) or getattr(record, "name", None)
    return str(title) if title else record_id


def page_of(knowledge: Knowledge, kind: str, record: str) -> str | None:
    """The page that shows a record of any kind, from the site's root; None where no page does."""
    if kind in WITH_PAGES:
        return address(kind, record)
    if kind == "support":
        return f"{section('families')}#{record}"
    if kind == "platforms":
        return "support/"
    if kind == "configurations":
        return address("releases", knowledge.records.configurations[record].release)
    if kind == "validated":
        return address("frameworks", knowledge.records.validated[record].framework)
    return None


SourceLine = tuple[str, Source, FactCounts]
"""A source by its id, and how much was taken from it."""


@dataclass(frozen=True)
class SourceIndex(PagedList[SourceLine]):
    """One page of the list of sources."""

    founding: Sequence[SourceLine]
    """Shown above the list, on its first page alone."""


def index(knowledge: Knowledge, number: str = "1") -> SourceIndex:
    """One page of the list, by publisher: those that gave most first."""
    sources = [(key, source, counts(knowledge, key)) for key, source in knowledge.records.sources.items()]
    by_publisher = group_by(sources, lambda line: line[1].publisher)
    given = {publisher: sum(taken.total for _, _, taken in lines) for publisher, lines in by_publisher.items()}

    def sort_key(line: SourceLine) -> tuple[object, ...]:
        key, source, taken = line
        return -given[source.publisher], source.publisher, -taken.total, key

    pages = pager(knowledge, "sources", number)
    return SourceIndex(
        pager=pages,
        rows=pages.cut(sorted(sources, key=sort_key)),
        founding=[line for line in sources if line[1].founding] if pages.number == 1 else (),
        facets=facets(
            pages.total,
            plain_facet("publisher", (source.publisher for _, source, _ in sources)),
            term_facet(knowledge, "state", "source_state", (source.state for _, source, _ in sources)),
        ),
    )
