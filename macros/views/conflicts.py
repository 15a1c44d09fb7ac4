"""Where sources disagree: the list of conflicts, and a page for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge
from macros.knowledge.field_paths import place_of, value_at
from macros.schema.conflicts import Conflict, Pointer
from macros.views.heads import PageHead
from macros.views.paging import Pager, pager
from macros.views.sources import shown_at, title_of
from macros.views.states import StateCounts, counted, ranks
from macros.words import number, plural


def head(knowledge: Knowledge, record: str) -> PageHead:
    """What its page is called."""
    conflict = knowledge.records.conflicts[record]
    claims = plural(len(conflict.claims), "claim")
    return PageHead(
        conflict.title, f"{conflict.title}: {claims} side by side, and how this site reads them.", [conflict.title]
    )


@dataclass(frozen=True)
class HeldFact:
    """A value that the data holds, as one of the claims says."""

    title: str
    """Of the record that holds it."""
    address: str | None
    """Where a reader meets that record; None where no page shows it."""
    at: str
    value: str


@dataclass(frozen=True)
class ConflictPage:
    """What a conflict's page says."""

    id: str
    conflict: Conflict
    facts: Sequence[HeldFact]
    """The values that disagree, as far as records hold them."""


def page(knowledge: Knowledge, record: str) -> ConflictPage:
    """The page of one conflict."""
    conflict = knowledge.records.conflicts[record]
    return ConflictPage(record, conflict, [_held(knowledge, pointer) for pointer in conflict.facts])


def _held(knowledge: Knowledge, pointer: Pointer) -> HeldFact:
    kind, _, record = pointer.record.partition("/")
    value = value_at(knowledge.records, place_of(knowledge.records, pointer))
    text = ", ".join(map(_shown, value if isinstance(value, tuple) else [value]))
    title = title_of(knowledge.records.of(kind)[record], record)
    return HeldFact(title, shown_at(knowledge, kind, record), pointer.at, text)


def _shown(value: object) -> str:
    return number(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class ConflictIndex:
    """One page of the list of conflicts, the open ones first."""

    pager: Pager
    states: StateCounts
    conflicts: Sequence[tuple[str, Conflict]]


def index(knowledge: Knowledge, number: str = "1") -> ConflictIndex:
    """The page of conflicts."""
    found = knowledge.records.conflicts
    rank = ranks(knowledge, "conflict_state")
    ordered = sorted(found.items(), key=lambda item: (rank[item[1].state], item[0]))
    pages = pager(knowledge, "conflicts", number)
    return ConflictIndex(pages, counted([conflict.state for conflict in found.values()], rank), pages.cut(ordered))
