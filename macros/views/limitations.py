"""Known limitations: their list, and a page for each."""

from __future__ import annotations

from macros.knowledge import Knowledge
from macros.schema.limitations import Limitation
from macros.views.heads import PageHead, names_of
from macros.views.lists_by_state import ListByState, list_by_state


def head(knowledge: Knowledge, record: str) -> PageHead:
    limitation = knowledge.records.limitations[record]
    state = knowledge.term("limitation_state", limitation.state).label.lower()
    description = f"{limitation.title}: {state}. What it affects, what helps, and which version lifted it."
    return PageHead(limitation.title, description, [limitation.title, *names_of(limitation.other_names)])


def page(knowledge: Knowledge, record: str) -> Limitation:
    return knowledge.records.limitations[record]


def index(knowledge: Knowledge, number: str = "1") -> ListByState[Limitation]:
    return list_by_state(knowledge, "limitations", knowledge.records.limitations, number)
