"""Known limitations: their list, and a page for each."""

from __future__ import annotations

from macros.knowledge import Knowledge
from macros.schema.limitations import Limitation
from macros.views.paging import PagedList, list_by_state
from macros.views.record_pages import PageHead, names_of


def head(knowledge: Knowledge, record: str) -> PageHead:
    limitation = knowledge.records.limitations[record]
    state = knowledge.term("limitation_state", limitation.state).label.lower()
    description = f"{limitation.title}: {state}. What it affects, what helps, and which version lifted it."
    return PageHead(limitation.title, description, [limitation.title, *names_of(limitation.other_names)])


def page(knowledge: Knowledge, record: str) -> Limitation:
    return knowledge.records.limitations[record]


def index(knowledge: Knowledge, number: str = "1") -> PagedList[tuple[str, Limitation]]:
    return list_by_state(knowledge, "limitations", knowledge.records.limitations, number)
