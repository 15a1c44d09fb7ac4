"""What a row and a column of the API are, and the columns that every list has in common."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

F = TypeVar("F")

Row = dict[str, Any]


class Mapped(Collection[Row]):
    """The rows of some facts, each made when somebody comes to it, and forgotten."""

    def __init__(self, row: Callable[[F], Row], facts: Collection[F]) -> None:
        self._row: Callable[[Any], Row] = row
        self._facts: Collection[Any] = facts

    def __iter__(self) -> Iterator[Row]:
        return map(self._row, self._facts)

    def __len__(self) -> int:
        return len(self._facts)

    def __contains__(self, row: object) -> bool:
        return any(row == one for one in self)


@dataclass(frozen=True)
class Column:
    """What a column of the API says, for the people and programs that read it."""

    meaning: str
    unit: str | None = None
    """What a figure counts, or how a value is written; None for words and ids."""
    vocabulary: str | None = None
    """The closed vocabulary its values come from."""
    kind: str | None = None
    """The kind of record its values are ids of."""


SOURCE = Column("The document that says so.", kind="sources")
LOCATOR = Column("The place in the source: heading, table, line.")
AS_OF = Column("The date the fact speaks for. When the source was read is another matter.", unit="YYYY-MM-DD")
