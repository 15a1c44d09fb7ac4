"""Sources: the documents that facts are taken from, and every fact that was taken from each."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from macros.columns.column import Column
from macros.columns.phrase import PageLink, Phrase, RecordLink, joined, link_to
from macros.facts import Knowledge
from macros.facts.citations import Cited
from macros.facts.grouping import unique
from macros.pages.entries import ITSELF, Entry, entries, fact, listed_in, own
from macros.pages.records import PageHead, RecordPages, RecordView
from macros.pages.section import Section, shown_section
from macros.schema.kinds import KINDS
from macros.schema.sources import Source, SourceLink
from macros.words import plural

SENTENCES = ("text", "says", "how", "note", "tells")
"""Fields with a sentence about what a part of a record is cited for, in order of preference."""

MOST_CHARACTERS = 110
"""Length to which a cited statement is shortened; its record's page has all of it."""

MOST_CITING = 3
"""Records that the row of a source names; its file in the API has all of them."""

INDEXES = ("configurations", "benchmarks", "listed", "guidelines", "validated", "citations")
"""Indexes of the knowledge with what was taken from sources."""


def _taken(one: Entry[Source]) -> int:
    return sum(map(one.count, INDEXES))


def _revision(one: Entry[Source]) -> SourceLink:
    """The address that was read, by repository, file and commit where it has them."""
    read = one.record
    place = f"{read.repository}, {read.path}" if read.path else read.repository
    commit = f" at {read.commit[:10]}" if read.commit else ""
    return SourceLink(label=f"{place or read.url.partition('://')[2]}{commit}", url=read.url)


class CitedFact(NamedTuple):
    """What a record cites the source for."""

    record: PageLink
    cited_for: str
    cited: Cited


def _cited_facts(knowledge: Knowledge, record_id: str) -> Sequence[CitedFact]:
    """Those that read the same stand once."""
    order = list(KINDS)
    found = sorted(knowledge.citations.of("sources", record_id), key=lambda cited: order.index(cited.kind))
    facts = [CitedFact(link_to(knowledge, one.kind, one.record), _cited_for(one), one) for one in found]
    return list({(*one[:2], one.cited.locator, one.cited.as_of): one for one in facts}.values())


def _cited_for(cited: Cited) -> str:
    """The sentence with the citation, else the fields that lead to it."""
    sentence = next((words for field in SENTENCES if (words := getattr(cited.holder, field, None))), None)
    if sentence is not None:
        return textwrap.shorten(sentence, MOST_CHARACTERS, placeholder=" …")
    fields = [step.replace("_", " ") for step in cited.path if isinstance(step, str)][:-1]
    return " › ".join(fields) or "the record as a whole"


PUBLISHER = own(Source, "publisher", meaning="Who published it.")
DATE = own(Source, "as_of", absent="not published")
LICENCE = own(Source, "licence", meaning="Under which its text may be used.")
STATE = own(Source, "state", meaning="Whether it can still be read.")
BASIS = own(Source, "as_of_basis")
DOUBT = own(Source, "doubt")
TAKEN: Column[Entry[Source]] = Column("facts", "Rows and citations.", _taken, label="Facts taken from it")


def _citing(one: Entry[Source]) -> Phrase:
    """The first records that cite it."""
    found = unique((cited.kind, cited.record) for cited in one.facts("citations"))
    links = [RecordLink(kind, record_id) for kind, record_id in found[:MOST_CITING]]
    more = len(found) - len(links)
    return joined([*links, f"{more} more"] if more else links)


DOCUMENTS = Section[Entry[Source]](
    "Documents",
    "documents",
    lambda *_: None,
    (
        Column("document", "Its title.", lambda one: SourceLink(label=one.record.title, url=one.record.url)),
        Column("file", "In the repository.", "record.path", beside="document"),
        PUBLISHER,
        DATE,
        BASIS,
        DOUBT,
        LICENCE,
        STATE,
        Column("repository", "Where it is kept.", "record.repository"),
        Column("commit", "The revision that was read.", "record.commit"),
        TAKEN,
        Column("cited_by", "Records that cite it.", _citing),
    ),
    row_id=lambda one: one.id,
    kept="document",
)


@dataclass(frozen=True, eq=False)
class SourcePages(RecordPages[Entry[Source]]):
    """A source has a page of its own, or a row on the page of the data file that it shares with others."""

    def head(self, knowledge: Knowledge, record_id: str) -> PageHead:
        if record_id in knowledge.records.sources:
            return super().head(knowledge, record_id)
        sources = _in_file(knowledge, record_id)
        names = [record_id, *(one.record.title for one in sources), *(one.id for one in sources)]
        return PageHead(_title(sources), f"{_title(sources)}: {_lede(sources)}", [_title(sources), *names])

    def page(self, knowledge: Knowledge, record_id: str) -> RecordView:
        is_one = record_id in knowledge.records.sources
        return super().page(knowledge, record_id) if is_one else self._shared_page(knowledge, record_id)

    def for_programs(self, knowledge: Knowledge, record_id: str) -> RecordView:
        is_one = record_id in knowledge.records.sources
        return super().for_programs(knowledge, record_id) if is_one else self._shared_page(knowledge, record_id)

    def _shared_page(self, knowledge: Knowledge, name: str) -> RecordView:
        sources = _in_file(knowledge, name)
        section = replace(DOCUMENTS, facts=lambda *_: sources)
        shown = shown_section(section, knowledge, self.kind, name, len(sources))
        return RecordView(self, name, _title(sources), _lede(sources), sections=[shown] if shown else ())


def _in_file(knowledge: Knowledge, name: str) -> Sequence[Entry[Source]]:
    """The sources in a data file of several, by path and the newest first."""
    tables, records = knowledge.records.tables, knowledge.records.sources
    found = entries(knowledge, "sources", (one for one in records if tables.get(f"sources/{one}") == f"sources/{name}"))
    newest_first = sorted(found, key=lambda one: str(one.record.as_of), reverse=True)
    return sorted(newest_first, key=lambda one: one.record.path or "")


def _title(sources: Sequence[Entry[Source]]) -> str:
    """The repository, or else the publisher."""
    record = sources[0].record
    return record.repository or record.publisher


def _lede(sources: Sequence[Entry[Source]]) -> str:
    publishers = ", ".join(unique(one.record.publisher for one in sources))
    return f"{plural(len(sources), 'document')} by {publishers}, each at the revision that was read."


PAGES = SourcePages(
    "sources",
    order=lambda one: (not one.record.founding, one.record.publisher.lower(), -_taken(one), one.id),
    columns=(PUBLISHER, DATE, LICENCE, STATE, TAKEN),
    facts=(
        PUBLISHER,
        DATE,
        BASIS,
        own(Source, "stated_date", label="Prints as its date"),
        DOUBT,
        fact("revision", _revision, label="This revision"),
        LICENCE,
        TAKEN,
        fact("id"),
    ),
    state=STATE,
    sections=(Section("Missing from the copy read", "losses", listed_in("sources", "losses"), (ITSELF,)),),
    last_sections=(
        Section(
            "Records that cite it",
            "records",
            _cited_facts,
            (
                fact("record"),
                fact("kind", lambda one: KINDS[one.cited.kind].heading_of_one),
                fact("cited_for"),
                fact("place", "cited.locator"),
                fact("date", "cited.as_of"),
            ),
            whole="api/v1/sources/{record}.json",
            empty="No record cites it yet.",
        ),
        Section("Links", "links", listed_in("sources", "links"), (ITSELF,)),
    ),
    facets=(PUBLISHER, STATE),
    caption="The documents that this site began with first, then by publisher.",
)
