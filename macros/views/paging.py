"""Long lists in pages: the list of a kind continues on pages of its own, so that no page grows without end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeVar

from macros.knowledge import Knowledge

T = TypeVar("T")

ROWS_PER_PAGE: Mapping[str, int] = {
    "models": 200,
    "sources": 150,
    "limitations": 120,
    "conflicts": 150,
    "architectures": 300,
    "catalogues": 150,
    "benchmarks": 120,
    "components": 150,
    "sdks": 120,
    "instances": 200,
    "datasets": 200,
    "frameworks": 25,
}
"""By kind of record: rows of its list on one page, chosen so that a page stays below 100 KB of HTML."""


@dataclass(frozen=True)
class Pager:
    """Which part of a list one page holds."""

    kind: str
    number: int
    """From 1."""
    total: int
    """Rows of all pages."""

    @property
    def pages(self) -> int:
        """How many pages the list has."""
        return max(1, -(-self.total // ROWS_PER_PAGE[self.kind]))

    @property
    def first(self) -> int:
        """The number of the first row on this page, from 1."""
        return (self.number - 1) * ROWS_PER_PAGE[self.kind] + 1

    @property
    def last(self) -> int:
        """The number of the last row on this page."""
        return min(self.total, self.number * ROWS_PER_PAGE[self.kind])

    def page_of(self, row: int) -> int:
        """The number of the page that holds a row, which is counted from 0."""
        return row // ROWS_PER_PAGE[self.kind] + 1

    def cut(self, rows: Sequence[T]) -> Sequence[T]:
        """The rows of this page."""
        return rows[self.first - 1 : self.last]


def pager(knowledge: Knowledge, kind: str, number: str) -> Pager:
    """The pager of one page of the list of a kind."""
    return Pager(kind, int(number), len(knowledge.records.of(kind)))


def consecutive(rows: Iterable[T], key: Callable[[T], Any]) -> Sequence[tuple[Any, Sequence[T]]]:
    """Rows in groups that share a key; a group that began on the page before goes on."""
    return [(value, list(group)) for value, group in groupby(rows, key)]
