"""Lists are split into pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Generic, TypeVar

from macros.facts import Knowledge
from macros.pages.facets import Facet

T = TypeVar("T")


ROWS_PER_PAGE = 100
"""Records on one page of a list."""

ON_ONE_PAGE = ("families", "comparisons", "releases")
"""Kinds of which there are few, or that have no list of their own."""


@dataclass(frozen=True)
class Pager:
    """Which part of a list one page holds."""

    kind: str
    number: int
    """From 1."""
    rows: int
    """Rows on one page."""
    total: int
    """Rows of all pages."""

    @property
    def pages(self) -> int:
        return max(1, -(-self.total // self.rows))

    @property
    def first(self) -> int:
        """The number of the first row on this page, from 1."""
        return (self.number - 1) * self.rows + 1

    @property
    def last(self) -> int:
        """The number of the last row on this page."""
        return min(self.total, self.number * self.rows)

    def page_of(self, row: int) -> int:
        """The number of the page that holds a row, which is counted from 0."""
        return row // self.rows + 1

    def cut(self, rows: Sequence[T]) -> Sequence[T]:
        """The rows of this page."""
        return rows[self.first - 1 : self.last]


@dataclass(frozen=True)
class PagedList(Generic[T]):
    """One page of a list."""

    pager: Pager
    rows: Sequence[T]
    """Of this page: records, or groups of records."""
    facets: Sequence[Facet] = field(default=(), kw_only=True)
    """By which the rows of all pages can be chosen."""


def pager(knowledge: Knowledge, kind: str, number: str) -> Pager:
    return Pager(kind, int(number), ROWS_PER_PAGE, len(knowledge.records.of(kind)))


def consecutive(rows: Iterable[T], key: Callable[[T], Any]) -> Sequence[tuple[Any, Sequence[T]]]:
    """Rows in groups that share a key; a group that began on the page before goes on."""
    return [(value, list(group)) for value, group in groupby(rows, key)]
