"""The page of news: what is to come, then the newest by month, then those older than the age rule allows."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from macros.columns.column import Column
from macros.facts import Knowledge
from macros.facts.grouping import unique
from macros.facts.news import TOPICS, News, news, subjects
from macros.pages.lists import Facet, consecutive, facet_of, facets

SUBJECTS: Sequence[Column[News]] = (
    Column("accelerator", "What it is about.", kind="accelerators"),
    Column("framework", "What it is about.", kind="frameworks"),
)


@dataclass(frozen=True)
class NewsList:
    total: int
    months: Sequence[tuple[datetime.date, Sequence[tuple[News, Sequence[str]]]]]
    """By the first day of each month, the newest first: news, and the vendors of what each is about."""
    facets: Sequence[Facet]


@dataclass(frozen=True)
class NewsPage:
    coming: Sequence[News]
    newest: NewsList
    older: NewsList


def index(knowledge: Knowledge) -> NewsPage:
    every = news(knowledge)
    old = [one for one in every if knowledge.ages.age(one.date).old]
    newest = every[: len(every) - len(old)]
    return NewsPage([one for one in every if one.due], _list(knowledge, newest), _list(knowledge, old))


def _list(knowledge: Knowledge, found: Sequence[News]) -> NewsList:
    lines = [(one, _vendors(knowledge, one)) for one in found]
    topics = {one.topic for one in found}
    offered = (
        Facet("topic", "About", [(key, words) for key, words in TOPICS.items() if key in topics], "topic"),
        facet_of(knowledge, Column("vendor", ""), (vendors for _, vendors in lines)),
        *(facet_of(knowledge, column, (one.ids(column.kind or "") for one in found)) for column in SUBJECTS),
    )
    months = consecutive(lines, lambda line: line[0].date.replace(day=1))
    return NewsList(len(lines), months, facets(len(lines), offered))


def _vendors(knowledge: Knowledge, one: News) -> Sequence[str]:
    """Of the accelerators that it is about, or else of the software."""
    vendors = ([found[key].vendor for key in one.ids(kind)] for kind, found in subjects(knowledge.records).items())
    return unique(next(filter(None, vendors), ()))
