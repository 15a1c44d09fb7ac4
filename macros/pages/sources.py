"""Sources: the documents that facts are taken from, and every fact that was taken from each."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import NamedTuple

from macros.columns.column import Column
from macros.columns.phrase import PageLink, link_to
from macros.facts.citations import PlacedCitation
from macros.pages.entries import ITSELF, Entry, fact, own
from macros.pages.records import RecordPages
from macros.pages.section import Section
from macros.schema.kinds import KINDS
from macros.schema.sources import Source, SourceLink

SENTENCES = ("text", "says", "how", "note", "tells")
"""Fields with a sentence about what a part of a record is cited for, in order of preference."""

MOST_CHARACTERS = 110
"""Length to which a cited statement is shortened; its record's page has all of it."""

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
    cited: PlacedCitation


def _cited_facts(one: Entry[Source]) -> Sequence[CitedFact]:
    """Those that read the same stand once."""
    order = list(KINDS)
    found = sorted(one.facts("citations"), key=lambda cited: order.index(cited.kind))
    facts = [CitedFact(link_to(one.knowledge, it.kind, it.record_id), _cited_for(it), it) for it in found]
    return list({(*it[:2], it.cited.locator, it.cited.as_of): it for it in facts}.values())


def _cited_for(cited: PlacedCitation) -> str:
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
TAKEN: Column[Entry[Source]] = Column("facts", "Rows and citations.", _taken, label="Facts taken from it")

PAGES = RecordPages[Entry[Source]](
    "sources",
    order=lambda one: (not one.record.founding, one.record.publisher.lower(), -_taken(one), one.id),
    columns=(PUBLISHER, DATE, LICENCE, STATE, TAKEN),
    facts=(
        PUBLISHER,
        DATE,
        own(Source, "as_of_basis"),
        own(Source, "stated_date", label="Prints as its date"),
        own(Source, "doubt"),
        fact("revision", _revision, label="This revision"),
        LICENCE,
        TAKEN,
        fact("id"),
    ),
    state=STATE,
    sections=(Section("Missing from the copy read", "losses", "record.losses", (ITSELF,)),),
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
        Section("Links", "links", "record.links", (ITSELF,)),
    ),
    facets=(PUBLISHER, STATE),
    caption="The documents that this site began with first, then by publisher.",
)
