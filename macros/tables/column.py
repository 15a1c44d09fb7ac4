"""What a table and a column of it are, and the columns that many tables have."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter
from typing import Any, Generic, TypeVar

from macros.knowledge import Knowledge

F = TypeVar("F")

Row = dict[str, Any]
"""Values by column name, in the order of the columns."""


@dataclass(frozen=True)
class Column(Generic[F]):
    """A column of a table: its description, and where a fact has its value."""

    name: str
    meaning: str
    get: str | Callable[[F], Any] = ""
    """The path of attributes from a fact to its value, or a function; empty where it is the column's name."""
    unit: str | None = None
    """What a figure counts, or how a value is written; None for words and ids."""
    vocabulary: str | None = None
    """The closed vocabulary its values come from."""
    kind: str | None = None
    """The kind of record its values are ids of."""
    absent: str = "not published"
    """What text has in place of None or an empty list."""

    def value(self, fact: F) -> Any:
        """The value of a fact, a tuple at the path as a list: None where nothing was published."""
        value = self._getter(fact)
        return list(value) if isinstance(self.get, str) and isinstance(value, tuple) else value

    @cached_property
    def _getter(self) -> Callable[[F], Any]:
        return attrgetter(self.get or self.name) if isinstance(self.get, str) else self.get

    def never_empty(self) -> Column[F]:
        """The same column with `absent` as value where there is none."""
        return replace(self, get=lambda fact: self.value(fact) or self.absent)


def merge_columns(*columns: Column[F]) -> Sequence[Column[F]]:
    """Columns by name: of two with the same name, the later one stands in the place of the earlier."""
    return list({column.name: column for column in columns}.values())


@dataclass(frozen=True)
class Table(Generic[F]):
    """A table of the API: one row a fact."""

    name: str
    title: str
    columns: Sequence[Column[F]]
    facts: Callable[[Knowledge], Collection[F]] | None = None
    """All its facts, in their order; None where the API has a file for each record instead."""

    def row(self, fact: F) -> Row:
        """A fact as a row."""
        return {column.name: column.value(fact) for column in self.columns}

    def without(self, *names: str) -> Sequence[Column[F]]:
        """Its columns but some."""
        return [column for column in self.columns if column.name not in names]


SOURCE: Column[Any] = Column("source", "The document that says so.", kind="sources")
LOCATOR: Column[Any] = Column("locator", "The place in the source: heading, table, line.")
AS_OF: Column[Any] = Column(
    "as_of", "The date the fact speaks for. When the source was read is another matter.", unit="YYYY-MM-DD"
)
