"""Source disagreements: what each source says, and how this site reads them."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any, NamedTuple

from macros.columns.column import chosen, column_of
from macros.columns.phrase import PageLink, link_to
from macros.facts.field_paths import resolve_pointer, value_at
from macros.facts.grouping import unique
from macros.pages.entries import Entry, columns_of, fact, own
from macros.pages.records import RecordPages
from macros.pages.section import Section
from macros.schema.issues import Claim, Conflict, Subjects

MOST_CHARACTERS = 160
"""Of a reading in the list; the page of the disagreement has all of it."""


class RecordedValue(NamedTuple):
    """A value in the data that disagrees with another one."""

    record: PageLink
    value: Any
    at: str
    """Its place in the record."""


def _values(one: Entry[Conflict]) -> Iterator[RecordedValue]:
    for pointer in one.record.facts:
        value = value_at(one.records, resolve_pointer(one.records, pointer))
        yield RecordedValue(link_to(one.knowledge, *pointer.record.split("/", 1)), value, pointer.at)


def _short_reading(one: Entry[Conflict]) -> str:
    return textwrap.shorten(one.record.reading, MOST_CHARACTERS, placeholder=" …")


STATE = own(Conflict, "state", meaning="Whether it is decided.")
ABOUT = columns_of(Subjects, " ".join(Subjects.model_fields), "record.about.")

PAGES = RecordPages[Entry[Conflict]](
    "conflicts",
    order=lambda one: (one.place("conflict_state", one.record.state), one.id),
    description=lambda one: f"{one.title}: {len(one.record.claims)} claims side by side, and how this site reads them.",
    lede=lambda one: f"{'Our reading' if one.record.inferred else 'What decides'}: {one.record.reading}",
    columns=(
        STATE,
        fact("reading", _short_reading, label="Our reading"),
        fact("sources", lambda one: unique(claim.citation.source for claim in one.record.claims)),
    ),
    facts=ABOUT,
    state=STATE,
    sections=(
        Section(
            "The claims",
            "claims",
            "record.claims",
            (column_of(Claim, "says", label="Claim"), column_of(Claim, "citation")),
        ),
        Section(
            "Values that differ",
            "values",
            lambda one: list(_values(one)),
            (fact("record"), fact("value"), fact("at", label="Field")),
        ),
    ),
    facets=(STATE, *chosen(ABOUT, "accelerators frameworks families")),
    caption="The open ones first. Long readings are shortened; the page of each has them whole, with place and date.",
)
