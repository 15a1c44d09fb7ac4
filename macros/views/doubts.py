"""Limitations and conflicts: a list of each, and a page for each record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge
from macros.schema.doubts import Conflict, Limitation


@dataclass(frozen=True)
class LimitationPage:
    """What a limitation's page says."""

    id: str
    limitation: Limitation


@dataclass(frozen=True)
class ConflictPage:
    """What a conflict's page says."""

    id: str
    conflict: Conflict


def limitation_page(knowledge: Knowledge, record: str) -> LimitationPage:
    """The page of one limitation."""
    return LimitationPage(record, knowledge.records.limitations[record])


def conflict_page(knowledge: Knowledge, record: str) -> ConflictPage:
    """The page of one conflict."""
    return ConflictPage(record, knowledge.records.conflicts[record])


StateCounts = Sequence[tuple[str, int]]
"""How many there are in each state, in the order of the page."""


@dataclass(frozen=True)
class LimitationIndex:
    """Every limitation, the open ones first."""

    states: StateCounts
    limitations: Sequence[tuple[str, Limitation]]


@dataclass(frozen=True)
class ConflictIndex:
    """Every conflict, the open ones first."""

    states: StateCounts
    conflicts: Sequence[tuple[str, Conflict]]


def limitations(knowledge: Knowledge) -> LimitationIndex:
    """The page of limitations."""
    found = knowledge.records.limitations
    rank = _ranks(knowledge, "limitation_state")
    ordered = sorted(found.items(), key=lambda item: (rank[item[1].state], item[0]))
    return LimitationIndex(_counted([limit.state for limit in found.values()], rank), ordered)


def conflicts(knowledge: Knowledge) -> ConflictIndex:
    """The page of conflicts."""
    found = knowledge.records.conflicts
    rank = _ranks(knowledge, "conflict_state")
    ordered = sorted(found.items(), key=lambda item: (rank[item[1].state], item[0]))
    return ConflictIndex(_counted([conflict.state for conflict in found.values()], rank), ordered)


def _ranks(knowledge: Knowledge, vocabulary: str) -> Mapping[str, int]:
    states = list(knowledge.records.vocabularies[vocabulary].values)
    states.sort(key=lambda state: state != "open")
    return {state: rank for rank, state in enumerate(states)}


def _counted(states: Sequence[str], rank: Mapping[str, int]) -> StateCounts:
    return [(state, states.count(state)) for state in rank if state in states]
