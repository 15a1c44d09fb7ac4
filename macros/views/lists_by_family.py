"""Lists of records in groups by family."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from macros.knowledge import Knowledge
from macros.views.paging import PagedList, consecutive, pager

Row = TypeVar("Row")


@dataclass(frozen=True)
class FamilyGroup(Generic[Row]):
    """The records of one family on one page of the list."""

    family: str | None
    """None: the guidelines name no family for them."""
    total: int
    """On all pages."""
    rows: Sequence[Row]


def list_by_family(
    knowledge: Knowledge,
    kind: str,
    number: str,
    family_of: Callable[[str], str | None],
    row: Callable[[Knowledge, str], Row],
) -> PagedList[FamilyGroup[Row]]:
    """One page of all records of a kind, in the order of the families; last those without one."""
    order = [*knowledge.records.families, None]
    families = {record: family_of(record) for record in knowledge.records.of(kind)}
    totals = Counter(families.values())
    page = pager(knowledge, kind, number)
    records = page.cut(sorted(families, key=lambda record: order.index(families[record])))
    return PagedList(
        page,
        [
            FamilyGroup(family, totals[family], [row(knowledge, record) for record in members])
            for family, members in consecutive(records, families.__getitem__)
        ],
    )
