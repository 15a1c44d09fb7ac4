"""What a column of the API is, and the columns that every list has in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Row = dict[str, Any]


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
