"""Sources: the documents that facts are taken from, and every fact that was taken from each."""

from __future__ import annotations

import datetime
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import NamedTuple

from macros.columns.column import Column, Together
from macros.columns.phrase import PageLink, Phrase, RecordLink, joined, link_to
from macros.facts import Knowledge
from macros.facts.citations import PlacedCitation
from macros.facts.grouping import group_by, unique
from macros.facts.knowledge import once
from macros.pages.entries import ITSELF, Entry, entries, fact, own
from macros.pages.records import RecordPages, RecordView
from macros.pages.section import Section, shown_facts
from macros.schema.kinds import KINDS
from macros.schema.sources import Source, SourceLink
from macros.words import plural

SENTENCES = ("text", "says", "how", "note", "tells")
"""Fields with a sentence about what a part of a record is cited for, in order of preference."""

NAMES = ("name", "tag", "accelerator")
"""Fields that name a part of a record, in order of preference."""

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
    record: PageLink
    cited_for: str
    cited: PlacedCitation


def _cited_facts(one: Entry[Source]) -> Sequence[CitedFact]:
    """Those that read the same stand once."""
    order = list(KINDS)
    found = sorted(one.facts("citations"), key=lambda cited: order.index(cited.kind))
    facts = [CitedFact(link_to(one.knowledge, it.kind, it.record_id), _cited_for(it), it) for it in found]
    return list({(*it[:2], it.cited.locator, it.cited.as_of): it for it in facts}.values())


def _cited_for(cited: PlacedCitation) -> str:
    """The sentence with the citation, else the fields that lead to it, with what names their entry."""
    sentence = next((words for field in SENTENCES if (words := getattr(cited.holder, field, None))), None)
    if sentence is not None:
        return textwrap.shorten(sentence, MOST_CHARACTERS, placeholder=" …")
    fields = [step.replace("_", " ") for step in cited.path if isinstance(step, str)][:-1]
    if not fields:
        return "the record as a whole"
    name = next((words for field in NAMES if (words := getattr(cited.holder, field, None))), None)
    return " › ".join([*fields, name] if name else fields)


def _citing(one: Entry[Source]) -> Phrase:
    """The first records that cite it."""
    found = unique((cited.kind, cited.record_id) for cited in one.facts("citations"))
    links = [RecordLink(kind, record_id) for kind, record_id in found[:MOST_CITING]]
    more = len(found) - len(links)
    return joined([*links, f"{more} more"] if more else links)


@once
def _by_file(knowledge: Knowledge) -> Mapping[str, Sequence[str]]:
    """The ids of the sources in each data file of several."""
    return group_by(knowledge.records.sources, partial(knowledge.records.shared_page, "sources"))


class SourceFile(Entry[Source]):
    """A data file of several sources, which share a page. Its record is the first of them."""

    @property
    def title(self) -> str:
        """The repository, or else the publisher; where there are several publishers, the name of the file."""
        if len({one.record.publisher for one in self.sources}) > 1:
            return self.id.replace("-", " ").capitalize()
        return self.record.repository or self.record.publisher

    @cached_property
    def sources(self) -> Sequence[Entry[Source]]:
        """By path, the newest first."""
        found = entries(self.knowledge, self.kind, _by_file(self.knowledge)[self.id])
        newest_first = sorted(found, key=lambda one: str(one.record.as_of), reverse=True)
        return sorted(newest_first, key=lambda one: one.record.path or "")

    @property
    def names(self) -> Sequence[str]:
        """By which readers search its sources."""
        return [name for one in self.sources for name in (one.title, one.id)]

    @property
    def lede(self) -> str:
        publishers = ", ".join(unique(one.record.publisher for one in self.sources))
        return f"{plural(len(self.sources), 'document')} by {publishers}, each at the revision that was read."


TAKEN: Column[Entry[Source]] = Column("taken", "Rows and citations.", _taken, label="Facts taken from it")
DATE = own(Source, "as_of", absent="not published")
STATE = own(Source, "state")


def _date_and_state(one: Entry[Source]) -> datetime.date | Together | None:
    """With what has become of it since it was read, if anything."""
    read = one.record
    return read.as_of if read.state == "current" else Together(read.as_of, [(STATE, read.state)])


DOCUMENTS = Section[Entry[Source]](
    "Documents",
    "sources",
    (
        fact("document", lambda one: SourceLink(label=one.title, url=one.record.url)),
        fact("file", "record.path", beside="document"),
        own(Source, "commit", look=lambda commit: commit[:10], beside="document"),
        own(Source, "publisher"),
        DATE,
        own(Source, "as_of_basis", beside="as_of"),
        own(Source, "doubt", beside="as_of"),
        own(Source, "licence"),
        STATE,
        TAKEN,
        fact("cited_by", _citing),
    ),
    row_id=lambda one: one.id,
    kept="document",
)


class SourcePages(RecordPages[Entry[Source]]):
    """A source has a page of its own, or a row on the page of the data file that it shares with others."""

    def entry_of(self, knowledge: Knowledge, record_id: str) -> Entry[Source]:
        if record_id in knowledge.records.sources:
            return super().entry_of(knowledge, record_id)
        first = _by_file(knowledge)[record_id][0]
        return SourceFile(knowledge, self.kind, record_id, knowledge.records.sources[first])

    def page(self, knowledge: Knowledge, record_id: str) -> RecordView:
        return self._page_of_file(knowledge, record_id) or super().page(knowledge, record_id)

    def for_programs(self, knowledge: Knowledge, record_id: str) -> RecordView:
        return self._page_of_file(knowledge, record_id) or super().for_programs(knowledge, record_id)

    def _page_of_file(self, knowledge: Knowledge, record_id: str) -> RecordView | None:
        entry = self.entry_of(knowledge, record_id)
        shown = shown_facts(DOCUMENTS, entry.sources) if isinstance(entry, SourceFile) else None
        return RecordView(FILES, entry, None, [shown]) if shown else None


FILES = RecordPages[SourceFile]("sources")
"""What stands around the table on the page of a file."""

PAGES = SourcePages(
    "sources",
    order=lambda one: (-one.record.as_of.toordinal() if one.record.as_of else 0, -_taken(one), one.id),
    columns=(
        DATE,
        own(Source, "stated_date", label="Prints as its date"),
        fact("revision", _revision, label="This revision"),
        replace(DATE, name="date_and_state", get=_date_and_state),
        TAKEN,
    ),
    listed="publisher date_and_state licence taken",
    facts="publisher as_of as_of_basis stated_date doubt revision licence taken id",
    state="state",
    facets="publisher state",
    sections=(Section("Missing from the copy read", "record.losses", (ITSELF,), anchor="losses"),),
    last_sections=(
        Section(
            "Records that cite it",
            _cited_facts,
            (
                fact("record"),
                fact("kind", lambda one: KINDS[one.cited.kind].heading_of_one),
                fact("cited_for"),
                fact("place", "cited.locator"),
                fact("date", "cited.as_of"),
            ),
            anchor="records",
            whole="api/v1/sources/{record}.json",
            empty="No record cites it yet.",
        ),
        Section("Links", "record.links", (ITSELF,)),
    ),
    caption="The newest first. Beside the date stands what has become of a document that is no longer current.",
)
