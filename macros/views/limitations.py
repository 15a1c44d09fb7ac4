"""Known limitations: their list, and a page for each."""

from __future__ import annotations

from dataclasses import dataclass

from macros.knowledge import Knowledge
from macros.schema.limitations import Limitation
from macros.views.heads import PageHead, names_of
from macros.views.states import StateIndex, state_index


def head(knowledge: Knowledge, record: str) -> PageHead:
    """The title, description and search names of its page."""
    limitation = knowledge.records.limitations[record]
    state = knowledge.term("limitation_state", limitation.state).label.lower()
    description = f"{limitation.title}: {state}. What it affects, what helps, and which version lifted it."
    return PageHead(limitation.title, description, [limitation.title, *names_of(limitation.other_names)])


@dataclass(frozen=True)
class LimitationPage:
    """The content of a limitation's page."""

    id: str
    limitation: Limitation


def page(knowledge: Knowledge, record: str) -> LimitationPage:
    """The page of one limitation."""
    return LimitationPage(record, knowledge.records.limitations[record])


def index(knowledge: Knowledge, number: str = "1") -> StateIndex[Limitation]:
    """One page of the list."""
    return state_index(knowledge, "limitations", knowledge.records.limitations, number)
