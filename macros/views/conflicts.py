"""Source disagreements: the list of conflicts, and a page for each."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge
from macros.knowledge.field_paths import resolve_pointer, value_at
from macros.knowledge.grouping import group_pairs
from macros.schema.conflicts import Conflict, Pointer
from macros.views.paging import PagedList, list_by_state
from macros.views.record_pages import PageHead
from macros.views.sources import page_of, title_of
from macros.words import number, plural


def head(knowledge: Knowledge, record: str) -> PageHead:
    conflict = knowledge.records.conflicts[record]
    claims = plural(len(conflict.claims), "claim")
    return PageHead(
        conflict.title, f"{conflict.title}: {claims} side by side, and how this site reads them.", [conflict.title]
    )


@dataclass(frozen=True)
class ConflictPage:
    conflict: Conflict
    facts: Sequence[tuple[Pointer, str, str, str | None]]
    """The values that disagree, where records hold them: pointer, value, and title and address of the page that shows
    the record; None where no page does."""


def page(knowledge: Knowledge, record: str) -> ConflictPage:
    conflict = knowledge.records.conflicts[record]
    return ConflictPage(conflict, [_recorded_value(knowledge, pointer) for pointer in conflict.facts])


def _recorded_value(knowledge: Knowledge, pointer: Pointer) -> tuple[Pointer, str, str, str | None]:
    kind, _, record = pointer.record.partition("/")
    value = value_at(knowledge.records, resolve_pointer(knowledge.records, pointer))
    text = ", ".join(map(_text, value if isinstance(value, tuple) else [value]))
    title = title_of(knowledge.records.of(kind)[record], record)
    return pointer, text, title, page_of(knowledge, kind, record)


def _text(value: object) -> str:
    return number(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else str(value)


MOST_CLAIMS = 3
"""Of one conflict in the list; its page has all of them."""

MOST_CHARACTERS = 110
"""Of a claim or reading in the list."""


@dataclass(frozen=True)
class ConflictLine:
    """A row of the list."""

    id: str
    conflict: Conflict
    readings: Sequence[tuple[str, Sequence[str]]]
    """Each source, with what it says, shortened."""
    more: int
    """Claims left out."""
    reading: str
    """This site's, shortened."""


def index(knowledge: Knowledge, number: str = "1") -> PagedList[ConflictLine]:
    """One page of the list: the open ones first, each with what its sources say."""
    found = list_by_state(knowledge, "conflicts", knowledge.records.conflicts, number)
    return PagedList(found.pager, [_line(*row) for row in found.rows], facets=found.facets)


def _line(record: str, conflict: Conflict) -> ConflictLine:
    claims = conflict.claims[:MOST_CLAIMS]
    return ConflictLine(
        id=record,
        conflict=conflict,
        readings=list(group_pairs((claim.citation.source, _short(claim.says)) for claim in claims).items()),
        more=len(conflict.claims) - len(claims),
        reading=_short(conflict.reading),
    )


def _short(text: str) -> str:
    return textwrap.shorten(text, MOST_CHARACTERS, placeholder=" …")
