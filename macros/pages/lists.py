"""The list of a kind of record, split into pages, and the selects by which readers choose its rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from macros.columns.column import Column
from macros.columns.phrase import Phrase
from macros.facts import Knowledge

T = TypeVar("T")

ROWS_PER_PAGE = 100

FEWEST_TO_FILTER = 9
"""A shorter list is seen at a glance."""

FEWEST_ROWS = 51
"""A shorter list has no facets: its filter box is enough."""

NO_VALUE = "unknown"
"""The option that chooses the rows without a value of the field."""


class Facet(NamedTuple):
    name: str
    """Name of the URL parameter."""
    label: str
    options: Sequence[tuple[str, str]]
    field: str
    """Of each row: the values that the facet is compared with. Facets may share a field whose values have several
    parts, such as an outcome and its accelerators: then one value must have all that is chosen."""


def facets(rows: int, offered: Iterable[Facet]) -> Sequence[Facet]:
    """The facets of a list with so many rows: those that leave a choice."""
    return [facet for facet in offered if len(facet.options) > 1] if rows >= FEWEST_ROWS else ()


def facet_of(knowledge: Knowledge, column: Column[Any], values: Iterable[Any]) -> Facet:
    """The facet by a column with such values: in the order of the vocabulary or of the data, else by the alphabet."""
    occurring = {one for value in values for one in values_of(value)}
    if column.vocabulary:
        terms = knowledge.records.vocabularies[column.vocabulary].values
        options = [(key, term.label) for key, term in terms.items() if key in occurring]
    elif column.kind:
        records = knowledge.records.of(column.kind)
        options = [(key, _label(record)) for key, record in records.items() if key in occurring]
    else:
        options = [(value, value) for value in sorted(occurring, key=str.lower)]
    return Facet(column.name, column.heading, options, column.name)


def _label(record: object) -> str:
    return str(getattr(record, "short_name", None) or getattr(record, "name", None) or getattr(record, "title", ""))


def values_of(value: Any) -> Sequence[str]:
    """A value as a list of those that a facet compares."""
    return value if isinstance(value, list | tuple) else [value] if value else ()


@dataclass(frozen=True)
class Pager:
    """Which part of a list one page holds."""

    kind: str
    number: int
    """From 1."""
    total: int

    @property
    def pages(self) -> int:
        return max(1, -(-self.total // ROWS_PER_PAGE))

    @property
    def first(self) -> int:
        return (self.number - 1) * ROWS_PER_PAGE + 1

    @property
    def last(self) -> int:
        return min(self.total, self.number * ROWS_PER_PAGE)

    @property
    def can_filter(self) -> bool:
        return self.total >= FEWEST_TO_FILTER

    def cut(self, rows: Sequence[T]) -> Sequence[T]:
        return rows[self.first - 1 : self.last]


def pager(knowledge: Knowledge, kind: str, number: str = "1") -> Pager:
    return Pager(kind, int(number), len(knowledge.records.of(kind)))


class ListRow(NamedTuple):
    id: str
    values: Sequence[Any]
    fields: Mapping[str, Sequence[str]]
    """By name: what the facet or the filter box compares."""


class ListView(NamedTuple):
    pager: Pager
    caption: Phrase
    columns: Sequence[Column[Any]]
    """The record itself comes before them."""
    rows: Sequence[ListRow]
    facets: Sequence[Facet]
    says_end: bool
    """Whether the links to its records say which have ended: where no column says it."""
