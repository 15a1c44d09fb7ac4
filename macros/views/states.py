"""How many records of a list are in each state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from macros.knowledge import Knowledge

StateCounts = Sequence[tuple[str, int]]
"""How many there are in each state, in the order of the page."""


def ranks(knowledge: Knowledge, vocabulary: str) -> Mapping[str, int]:
    """The place of each state on the page: what is open comes first, then the order of the vocabulary."""
    states = list(knowledge.records.vocabularies[vocabulary].values)
    states.sort(key=lambda state: state != "open")
    return {state: rank for rank, state in enumerate(states)}


def counted(states: Sequence[str], rank: Mapping[str, int]) -> StateCounts:
    """The states that occur, with their counts."""
    return [(state, states.count(state)) for state in rank if state in states]
