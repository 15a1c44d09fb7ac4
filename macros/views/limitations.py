"""Known limitations: their list, and a page for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from macros.knowledge import Knowledge
from macros.schema.conflicts import Conflict
from macros.schema.limitations import Limitation
from macros.views.paging import PagedList, list_by_state
from macros.views.record_pages import PageHead, names_of


def head(knowledge: Knowledge, record: str) -> PageHead:
    limitation = knowledge.records.limitations[record]
    state = knowledge.term("limitation_state", limitation.state).label.lower()
    description = f"{limitation.title}: {state}. What it affects, what helps, and which version lifted it."
    return PageHead(limitation.title, description, [limitation.title, *names_of(limitation.other_names)])


@dataclass(frozen=True)
class LimitationPage:
    limitation: Limitation
    conflicts: Sequence[tuple[str, Conflict]]
    """About the same software on the same hardware."""


def page(knowledge: Knowledge, record: str) -> LimitationPage:
    limitation = knowledge.records.limitations[record]
    stacks = product(limitation.affects.frameworks, limitation.affects.accelerators)
    return LimitationPage(limitation, knowledge.conflicts.of_stacks(*stacks))


def index(knowledge: Knowledge, number: str = "1") -> PagedList[tuple[str, Limitation]]:
    return list_by_state(knowledge, "limitations", knowledge.records.limitations, number)
