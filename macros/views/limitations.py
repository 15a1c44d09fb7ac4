"""Known limitations: their list, and a page for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge
from macros.schema.limitations import Limitation
from macros.views.heads import PageHead, names_of
from macros.views.paging import Pager, pager
from macros.views.states import StateCounts, counted, ranks


def head(knowledge: Knowledge, record: str) -> PageHead:
    """What its page is called."""
    limitation = knowledge.records.limitations[record]
    state = knowledge.term("limitation_state", limitation.state).label.lower()
    description = f"{limitation.title}: {state}. What it affects, what helps, and which version lifted it."
    return PageHead(limitation.title, description, [limitation.title, *names_of(limitation.other_names)])


@dataclass(frozen=True)
class LimitationPage:
    """What a limitation's page says."""

    id: str
    limitation: Limitation


def page(knowledge: Knowledge, record: str) -> LimitationPage:
    """The page of one limitation."""
    return LimitationPage(record, knowledge.records.limitations[record])


@dataclass(frozen=True)
class LimitationIndex:
    """One page of the list of limitations, the open ones first."""

    pager: Pager
    states: StateCounts
    limitations: Sequence[tuple[str, Limitation]]


def index(knowledge: Knowledge, number: str = "1") -> LimitationIndex:
    """The page of limitations."""
    found = knowledge.records.limitations
    rank = ranks(knowledge, "limitation_state")
    ordered = sorted(found.items(), key=lambda item: (rank[item[1].state], item[0]))
    pages = pager(knowledge, "limitations", number)
    return LimitationIndex(pages, counted([limit.state for limit in found.values()], rank), pages.cut(ordered))
