"""Page sizes: lists are split into pages, tables of a record's page are cut after a number of rows.

Below a cut table, the page says how many rows are left and where all of them are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Generic, TypeVar

from macros.facts import Knowledge
from macros.pages.facets import Facet

T = TypeVar("T")


@dataclass(frozen=True)
class LongTable:
    """How much of a table its page shows."""

    rows: int
    """The most it shows."""
    noun: str
    whole: str
    """Where all rows are, from the site's root: a list, or a file of the API."""


LONG_TABLES: Mapping[str, LongTable] = {
    "capacities": LongTable(80, "instance type", "api/v1/instances.csv"),
    "components": LongTable(60, "component", "lifecycle/"),
    "components of a framework": LongTable(8, "component", "lifecycle/"),
    "conflicts": LongTable(24, "conflict", "conflicts/"),
    "frameworks": LongTable(40, "framework", "frameworks/"),
    "instances": LongTable(30, "instance type", "instances/"),
    "limitations": LongTable(40, "limitation", "limitations/"),
    "listed": LongTable(26, "line", "api/v1/listed-models.csv"),
    "lists": LongTable(16, "line", "catalogues/"),
    "support": LongTable(100, "support status", "api/v1/support-status.csv"),
    "support of a record": LongTable(16, "support status", "support/"),
    "validated": LongTable(30, "pair", "api/v1/validated-models.csv"),
}
"""The long tables of records' pages, by name. Most records have far fewer rows."""


def shown(rows: Sequence[T], table: str) -> Sequence[T]:
    """The rows of a long table that its page shows."""
    return rows[: LONG_TABLES[table].rows]


def shown_of_groups(groups: Iterable[Sequence[T]], table: str) -> Sequence[Sequence[T]]:
    """For each group of rows of a long table: those its page shows, the first groups first."""
    left = LONG_TABLES[table].rows
    shown_groups = []
    for group in groups:
        shown_groups.append(group[:left])
        left -= len(shown_groups[-1])
    return shown_groups


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
