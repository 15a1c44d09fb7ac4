"""Lists of records that have a state, such as limitations and conflicts: the open ones first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from macros.kinds import KINDS
from macros.knowledge import Knowledge
from macros.schema.conflicts import Conflict
from macros.schema.limitations import Limitation
from macros.views.paging import PagedList, pager

R = TypeVar("R", Limitation, Conflict)


@dataclass(frozen=True)
class ListByState(PagedList[tuple[str, R]]):
    """One page of the list; its rows are ids and records."""

    states: Sequence[tuple[str, int]]
    """How many records of the whole list are in each state."""


def list_by_state(knowledge: Knowledge, kind: str, records: Mapping[str, R], number: str) -> ListByState[R]:
    """One page of the records of a kind: by state, `open` before the others, then by id."""
    vocabulary = knowledge.records.vocabularies[f"{KINDS[kind].noun}_state"]
    order = sorted(vocabulary.values, key=lambda state: state != "open")
    rows = sorted(records.items(), key=lambda row: (order.index(row[1].state), row[0]))
    states = [row.state for _, row in rows]
    page = pager(knowledge, kind, number)
    return ListByState(page, page.cut(rows), [(state, states.count(state)) for state in order if state in states])
