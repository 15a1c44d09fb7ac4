"""The page of news: what is to come, then the newest by month, then those older than the age rule allows."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from macros.knowledge import Knowledge
from macros.knowledge.grouping import unique
from macros.knowledge.news import TOPICS, News, news, subjects
from macros.knowledge.upstreams import WatchedUpstream, watched_upstreams
from macros.views.facets import Facet, facets, plain_facet, record_facet
from macros.views.paging import consecutive


@dataclass(frozen=True)
class NewsLine:
    news: News
    vendors: Sequence[str]
    """Of the accelerators that it is about, or else of the software."""


@dataclass(frozen=True)
class NewsList:
    total: int
    months: Sequence[tuple[datetime.date, Sequence[NewsLine]]]
    """By the first day of each month, the newest first."""
    facets: Sequence[Facet]


@dataclass(frozen=True)
class NewsPage:
    coming: Sequence[News]
    newest: NewsList
    older: NewsList
    upstreams: Sequence[WatchedUpstream]


def index(knowledge: Knowledge) -> NewsPage:
    every = news(knowledge)
    old = [one for one in every if knowledge.ages.age(one.date).old]
    return NewsPage(
        coming=[one for one in every if one.due],
        newest=_list(knowledge, every[: len(every) - len(old)]),
        older=_list(knowledge, old),
        upstreams=list(watched_upstreams(knowledge)),
    )


def _list(knowledge: Knowledge, found: Iterable[News]) -> NewsList:
    lines = [NewsLine(one, _vendors(knowledge, one)) for one in found]
    topics = {line.news.topic for line in lines}
    return NewsList(
        len(lines),
        consecutive(lines, lambda line: line.news.date.replace(day=1)),
        facets(
            len(lines),
            Facet("topic", "About", [(key, words) for key, words in TOPICS.items() if key in topics], "topic"),
            plain_facet("vendor", chain.from_iterable(line.vendors for line in lines)),
            *(
                record_facet(knowledge, kind.removesuffix("s"), kind, _ids(lines, kind))
                for kind in ("accelerators", "frameworks")
            ),
        ),
    )


def _ids(lines: Iterable[NewsLine], kind: str) -> Iterable[str]:
    return chain.from_iterable(line.news.ids(kind) for line in lines)


def _vendors(knowledge: Knowledge, one: News) -> Sequence[str]:
    vendors = ([found[key].vendor for key in one.ids(kind)] for kind, found in subjects(knowledge.records).items())
    return unique(next(filter(None, vendors), ()))
