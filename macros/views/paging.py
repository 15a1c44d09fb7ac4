"""Page sizes: lists are split into pages, tables of a record's page are cut after a number of rows.

Below a cut table, the page says how many rows are left and where all of them are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Generic, TypeVar

from macros.kinds import KINDS
from macros.knowledge import Knowledge
from macros.schema.conflicts import Conflict
from macros.schema.limitations import Limitation

T = TypeVar("T")
WithState = TypeVar("WithState", Limitation, Conflict)


@dataclass(frozen=True)
class LongTable:
    rows: int
    """The most it shows."""
    noun: str
    whole: str
    """Where all rows are, from the site's root: a list, or a file of the API."""


LONG_TABLES: Mapping[str, LongTable] = {
    "architectures": LongTable(60, "architecture", "architectures/"),
    "capacities": LongTable(80, "instance type", "api/v1/instances.csv"),
    "catalogue lines": LongTable(150, "line", "api/v1/listed-models.csv"),
    "citing records": LongTable(120, "record", "api/v1/index.json"),
    "components": LongTable(60, "component", "lifecycle/"),
    "components of a framework": LongTable(8, "component", "lifecycle/"),
    "conflicts": LongTable(24, "conflict", "conflicts/"),
    "frameworks": LongTable(40, "framework", "frameworks/"),
    "images": LongTable(50, "image", "api/v1/images.csv"),
    "instances": LongTable(60, "instance type", "instances/"),
    "limitations": LongTable(40, "limitation", "limitations/"),
    "listed": LongTable(40, "line", "api/v1/listed-models.csv"),
    "lists": LongTable(16, "line", "catalogues/"),
    "notices": LongTable(40, "notice", "api/v1/lifecycle.csv"),
    "package changes": LongTable(80, "change", "api/v1/package-versions.csv"),
    "packages": LongTable(150, "package", "api/v1/package-versions.csv"),
    "releases": LongTable(40, "release", "api/v1/releases.csv"),
    "sizes": LongTable(24, "instance type", "instances/"),
    "support": LongTable(100, "status", "api/v1/support-status.csv"),
    "support of a record": LongTable(20, "status", "support/"),
    "validated": LongTable(30, "pair", "api/v1/validated-models.csv"),
    "versions in notices": LongTable(40, "version", "api/v1/lifecycle.csv"),
    "versions": LongTable(40, "version", "api/v1/package-versions.csv"),
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
    pager: Pager
    rows: Sequence[T]
    """Of this page: records, or groups of records."""


def pager(knowledge: Knowledge, kind: str, number: str) -> Pager:
    return Pager(kind, int(number), KINDS[kind].rows_per_page, len(knowledge.records.of(kind)))


def consecutive(rows: Iterable[T], key: Callable[[T], Any]) -> Sequence[tuple[Any, Sequence[T]]]:
    """Rows in groups that share a key; a group that began on the page before goes on."""
    return [(value, list(group)) for value, group in groupby(rows, key)]


@dataclass(frozen=True)
class FamilyGroup(Generic[T]):
    """The records of one family on one page of a list."""

    family: str | None
    """None: the guidelines name no family for them."""
    total: int
    """On all pages."""
    rows: Sequence[T]


def list_by_family(
    knowledge: Knowledge,
    kind: str,
    number: str,
    family_of: Callable[[str], str | None],
    row: Callable[[Knowledge, str], T],
) -> PagedList[FamilyGroup[T]]:
    """One page of all records of a kind, in the order of the families; last those without one."""
    order = [*knowledge.records.families, None]
    families = {record: family_of(record) for record in knowledge.records.of(kind)}
    totals = Counter(families.values())
    page = pager(knowledge, kind, number)
    groups = consecutive(page.cut(sorted(families, key=lambda one: order.index(families[one]))), families.__getitem__)
    return PagedList(page, [FamilyGroup(key, totals[key], [row(knowledge, one) for one in own]) for key, own in groups])


@dataclass(frozen=True)
class ListByState(PagedList[tuple[str, WithState]]):
    """One page of the limitations or conflicts; its rows are ids and records."""

    states: Sequence[tuple[str, int]]
    """How many records of the whole list are in each state."""


def list_by_state(
    knowledge: Knowledge, kind: str, records: Mapping[str, WithState], number: str
) -> ListByState[WithState]:
    """One page of the records of a kind: by state, `open` before the others, then by id."""
    vocabulary = knowledge.records.vocabularies[f"{KINDS[kind].noun}_state"]
    order = sorted(vocabulary.values, key=lambda state: state != "open")
    rows = sorted(records.items(), key=lambda row: (order.index(row[1].state), row[0]))
    totals = Counter(record.state for record in records.values())
    page = pager(knowledge, kind, number)
    return ListByState(page, page.cut(rows), [(state, totals[state]) for state in order if totals[state]])
