"""Sources: the documents that facts are taken from, and every fact that was taken from each."""

from __future__ import annotations

import datetime
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from macros.columns.column import Column
from macros.columns.phrase import PageLink, link_to
from macros.facts import Knowledge
from macros.facts.citations import Cited
from macros.facts.grouping import group_by, unique
from macros.pages.records import RecordPages
from macros.pages.section import Section
from macros.schema.kinds import KINDS
from macros.schema.sources import Source, SourceLink

SENTENCES = ("text", "says", "how", "note", "tells")
"""Fields with a sentence about what a part of a record is cited for, in order of preference."""

NAMES = ("label", "tag", "target", "feature", "name", "title", "accelerator")
"""Fields with its name, where it has no sentence."""

MOST_CHARACTERS = 110
"""Length to which a cited statement is shortened; its record's page has all of it."""

INDEXES = ("configurations", "benchmarks", "listed", "guidelines", "validated")
"""Indexes of `Knowledge` with rows that were taken from sources."""


@dataclass(frozen=True)
class SourceLine:
    """A source with how much was taken from it."""

    id: str
    record: Source
    facts: int
    """Rows and citations."""

    @property
    def revision(self) -> SourceLink:
        """The address that was read, by repository, file and commit where it has them."""
        read = self.record
        place = f"{read.repository}, {read.path}" if read.path else read.repository
        commit = f" at {read.commit[:10]}" if read.commit else ""
        return SourceLink(label=f"{place or read.url.partition('://')[2]}{commit}", url=read.url)


@dataclass(frozen=True)
class CitedFact:
    """What a source is cited for by a record, with the places in the source."""

    kind: str
    record: PageLink
    cited_for: str
    places: Sequence[str]
    dates: Sequence[datetime.date]
    """Those of facts that speak for another day than the source."""


def line(knowledge: Knowledge, record: str) -> SourceLine:
    """What is known of a source."""
    rows = sum(len(getattr(knowledge, index).of("sources", record)) for index in INDEXES)
    citations = len(knowledge.citations.of("sources", record))
    return SourceLine(record, knowledge.records.sources[record], rows + citations)


def _cited_facts(knowledge: Knowledge, source: str) -> Sequence[CitedFact]:
    order = list(KINDS)
    groups = group_by(
        sorted(knowledge.citations.of("sources", source), key=lambda cited: order.index(cited.kind)),
        lambda cited: (cited.kind, cited.record, _cited_for(cited)),
    )
    return [_cited_fact(knowledge, source, cited) for cited in groups.values()]


def _cited_fact(knowledge: Knowledge, source: str, cited: Sequence[Cited]) -> CitedFact:
    first, own_date = cited[0], knowledge.records.sources[source].as_of
    return CitedFact(
        kind=KINDS[first.kind].heading_of_one,
        record=link_to(knowledge, first.kind, first.record),
        cited_for=_cited_for(first),
        places=unique(one.locator for one in cited if one.locator),
        dates=unique(one.as_of for one in cited if one.as_of and one.as_of != own_date),
    )


def _cited_for(cited: Cited) -> str:
    fields = [step.replace("_", " ") for step in cited.path if isinstance(step, str)][:-1]
    if not fields:
        return "the record as a whole"
    sentence = next((words for field in SENTENCES if (words := getattr(cited.holder, field, None))), None)
    if sentence is not None:
        return textwrap.shorten(sentence, MOST_CHARACTERS, placeholder=" …")
    name = next((words for field in NAMES if (words := getattr(cited.holder, field, None))), None)
    return " › ".join([*fields, name] if name else fields)


PUBLISHER: Column[Any] = Column("publisher", "Who published it.", "record.publisher")
DATE: Column[Any] = Column("as_of", "The date for which it is valid.", "record.as_of", label="Date")
LICENCE: Column[Any] = Column("licence", "Under which its text may be used.", "record.licence")
STATE: Column[Any] = Column("state", "Whether it can still be read.", "record.state", vocabulary="source_state")

PAGES = RecordPages[SourceLine](
    "sources",
    line,
    order=lambda one: (not one.record.founding, one.record.publisher.lower(), -one.facts, one.id),
    title=lambda one: one.record.title,
    description=lambda one: (
        f"{one.record.title}, {one.record.publisher}, "
        f"{one.record.as_of or 'no date published'}: what was taken from {one.id}."
    ),
    columns=(PUBLISHER, DATE, LICENCE, STATE, Column("facts", "Facts taken from it.")),
    facts=(
        PUBLISHER,
        DATE,
        Column("as_of_basis", "How the date is known.", "record.as_of_basis", label="How the date is known"),
        Column("stated_date", "The date that it prints.", "record.stated_date", label="Prints as its date", absent=""),
        Column("doubt", "What makes it doubtful.", "record.doubt", absent=""),
        Column("revision", "What was read.", label="This revision"),
        LICENCE,
        Column("facts", "Rows and citations.", label="Facts taken from it"),
        Column("id", "Its id.", label="Id"),
    ),
    state=STATE,
    sections=(
        Section(
            "Missing from the copy read",
            "losses",
            lambda known, record: known.records.sources[record].losses,
            (Column("loss", "What was lost, and how it was recovered.", str),),
        ),
    ),
    last_sections=(
        Section(
            "Records that cite it",
            "records",
            _cited_facts,
            (
                Column("record", "The record."),
                Column("kind", "What kind of record.", label="Kind"),
                Column("cited_for", "What it is cited for.", label="Cited for"),
                Column("places", "Where in the source.", absent="–"),
                Column("dates", "Where a fact speaks for another day than the source.", absent="–"),
            ),
            whole="api/v1/sources/{record}.json",
            empty="No record cites it yet.",
        ),
        Section(
            "Links",
            "links",
            lambda known, record: known.records.sources[record].links,
            (Column("link", "A further address.", lambda link: link),),
        ),
    ),
    facets=(PUBLISHER, STATE),
    caption="The documents that this site began with first, then by publisher.",
)
