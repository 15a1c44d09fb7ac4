"""Source disagreements: what each source says, and how this site reads them."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from macros.columns.column import Column
from macros.columns.phrase import PageLink, link_to
from macros.facts import Knowledge
from macros.facts.field_paths import resolve_pointer, value_at
from macros.pages.limitations import subject_columns, subject_facets
from macros.pages.records import RecordPages
from macros.pages.section import Section
from macros.schema.issues import Claim, Conflict, Pointer
from macros.words import number, plural

MOST_CHARACTERS = 160
"""Of a reading in the list; the page of the disagreement has all of it."""


@dataclass(frozen=True)
class Disagreement:
    """A disagreement; the open ones come first."""

    id: str
    record: Conflict
    place: int
    """Of its state, in the order of the vocabulary."""

    @property
    def reading(self) -> str:
        """How this site reads the sources, shortened."""
        return textwrap.shorten(self.record.reading, MOST_CHARACTERS, placeholder=" …")

    @property
    def sources(self) -> Sequence[str]:
        """The sources that disagree."""
        return list(dict.fromkeys(claim.citation.source for claim in self.record.claims))


@dataclass(frozen=True)
class RecordedValue:
    """A value in the data that disagrees with another one."""

    record: PageLink
    value: str
    at: str
    """Its place in the record."""


def line(knowledge: Knowledge, record: str) -> Disagreement:
    """What is known of a disagreement."""
    conflict = knowledge.records.conflicts[record]
    states = list(knowledge.records.vocabularies["conflict_state"].values)
    return Disagreement(record, conflict, states.index(conflict.state))


def _claims(knowledge: Knowledge, record: str) -> Sequence[Claim]:
    return knowledge.records.conflicts[record].claims


def _values(knowledge: Knowledge, record: str) -> Sequence[RecordedValue]:
    return [_recorded(knowledge, pointer) for pointer in knowledge.records.conflicts[record].facts]


def _recorded(knowledge: Knowledge, pointer: Pointer) -> RecordedValue:
    kind, _, record = pointer.record.partition("/")
    value = value_at(knowledge.records, resolve_pointer(knowledge.records, pointer))
    text = ", ".join(map(_text, value if isinstance(value, tuple) else [value]))
    return RecordedValue(link_to(knowledge, kind, record), text, pointer.at)


def _text(value: object) -> str:
    return number(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else str(value)


STATE: Column[Any] = Column("state", "Whether it is decided.", "record.state", vocabulary="conflict_state")

PAGES = RecordPages[Disagreement](
    "conflicts",
    line,
    order=lambda one: (one.place, one.id),
    title=lambda one: one.record.title,
    lede=lambda one: f"{'Our reading' if one.record.inferred else 'What decides'}: {one.record.reading}",
    description=lambda one: (
        f"{one.record.title}: {plural(len(one.record.claims), 'claim')} side by side, and how this site reads them."
    ),
    columns=(
        STATE,
        Column("reading", "How this site reads the sources.", label="Our reading"),
        Column("sources", "The sources that disagree.", kind="sources"),
    ),
    facts=subject_columns("about"),
    state=STATE,
    sections=(
        Section(
            "The claims",
            "claims",
            _claims,
            (Column("says", "What the source says.", label="Claim"), Column("citation", "Who says so.")),
        ),
        Section(
            "Values that differ",
            "values",
            _values,
            (
                Column("record", "The record that has it."),
                Column("value", "The value."),
                Column("at", "Its place in the record.", label="Field"),
            ),
        ),
    ),
    facets=(STATE, *subject_facets("about")),
    caption="The open ones first. Long readings are shortened; the page of each has them whole, with place and date.",
)
