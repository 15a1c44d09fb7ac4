"""Source disagreements: what each source says, and how this site reads them."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from macros.columns.column import column_of
from macros.columns.phrase import PageLink, Phrase, link_to, phrase
from macros.facts.field_paths import resolve_pointer, value_at
from macros.facts.grouping import unique
from macros.pages.entries import Entry, columns_of, fact, own
from macros.pages.issues import SUBJECTS
from macros.pages.records import RecordPages
from macros.pages.section import Section
from macros.schema.issues import Claim, Conflict, Subjects

MOST_OF_A_CLAIM = 100
"""Characters of a claim in the list; the page of the disagreement has all of it."""


class RecordedValue(NamedTuple):
    record: PageLink
    value: Any
    field: str


def _values(one: Entry[Conflict]) -> Iterator[RecordedValue]:
    for pointer in one.record.facts:
        value = value_at(one.records, resolve_pointer(one.records, pointer))
        field = pointer.at.rpartition(".")[2].replace("_", " ")
        yield RecordedValue(link_to(one.knowledge, *pointer.record.split("/", 1)), value, field)


def _short_claims(one: Entry[Conflict]) -> Sequence[Phrase]:
    return [phrase(textwrap.shorten(claim.says, MOST_OF_A_CLAIM, placeholder=" …")) for claim in one.record.claims]


PAGES = RecordPages[Entry[Conflict]](
    "conflicts",
    order=lambda one: (one.place("conflict_state", one.record.state), one.id),
    description=lambda one: f"{one.title}: {len(one.record.claims)} claims side by side, and how this site reads them.",
    lede=lambda one: f"{'Our reading' if one.record.inferred else 'What decides'}: {one.record.reading}",
    columns=(
        *columns_of(Subjects, SUBJECTS, "record.about."),
        fact("claims", _short_claims, label="What sources say"),
        own(Conflict, "reading", label="Our reading"),
        fact(
            "claimed_in",
            lambda one: unique(claim.citation.source for claim in one.record.claims),
            kind="sources",
            label="Sources",
        ),
    ),
    listed="state claims reading claimed_in",
    facts=SUBJECTS,
    state="state",
    facets="state accelerators frameworks families",
    sections=(
        Section(
            "The claims",
            "record.claims",
            (column_of(Claim, "says", label="Claim"), column_of(Claim, "citation")),
            anchor="claims",
        ),
        Section(
            "Values that differ",
            lambda one: list(_values(one)),
            (fact("record"), fact("value"), fact("field")),
            anchor="values",
        ),
    ),
    caption="The open ones first. Long claims are shortened; the page of each has them whole, with place and date.",
)
