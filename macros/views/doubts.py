"""Limitations and conflicts: a list of each, and a page for each record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge
from macros.knowledge.pointing import place_of, value_at
from macros.schema.doubts import Conflict, Limitation, Pointer
from macros.views.paging import Pager, pager
from macros.views.sources import shown_at, title_of
from macros.words import number


@dataclass(frozen=True)
class LimitationPage:
    """What a limitation's page says."""

    id: str
    limitation: Limitation


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


def limitation_page(knowledge: Knowledge, record: str) -> LimitationPage:
    """The page of one limitation."""
    return LimitationPage(record, knowledge.records.limitations[record])


def conflict_page(knowledge: Knowledge, record: str) -> ConflictPage:
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


StateCounts = Sequence[tuple[str, int]]
"""How many there are in each state, in the order of the page."""


@dataclass(frozen=True)
class LimitationIndex:
    """One page of the list of limitations, the open ones first."""

    pager: Pager
    states: StateCounts
    limitations: Sequence[tuple[str, Limitation]]


@dataclass(frozen=True)
class ConflictIndex:
    """One page of the list of conflicts, the open ones first."""

    pager: Pager
    states: StateCounts
    conflicts: Sequence[tuple[str, Conflict]]


def limitations(knowledge: Knowledge, number: str = "1") -> LimitationIndex:
    """The page of limitations."""
    found = knowledge.records.limitations
    rank = _ranks(knowledge, "limitation_state")
    ordered = sorted(found.items(), key=lambda item: (rank[item[1].state], item[0]))
    pages = pager(knowledge, "limitations", number)
    return LimitationIndex(pages, _counted([limit.state for limit in found.values()], rank), pages.cut(ordered))


def conflicts(knowledge: Knowledge, number: str = "1") -> ConflictIndex:
    """The page of conflicts."""
    found = knowledge.records.conflicts
    rank = _ranks(knowledge, "conflict_state")
    ordered = sorted(found.items(), key=lambda item: (rank[item[1].state], item[0]))
    pages = pager(knowledge, "conflicts", number)
    return ConflictIndex(pages, _counted([conflict.state for conflict in found.values()], rank), pages.cut(ordered))


def _ranks(knowledge: Knowledge, vocabulary: str) -> Mapping[str, int]:
    states = list(knowledge.records.vocabularies[vocabulary].values)
    states.sort(key=lambda state: state != "open")
    return {state: rank for rank, state in enumerate(states)}


def _counted(states: Sequence[str], rank: Mapping[str, int]) -> StateCounts:
    return [(state, states.count(state)) for state in rank if state in states]
