"""The table of the compare tool: records of one kind side by side."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class SheetCell:
    """One cell: the text about a record in one row."""

    text: str
    as_of: datetime.date | None = None
    """The date of the text. The text is empty where the date is the value."""


@dataclass(frozen=True)
class SheetGroup:
    """Rows under one heading."""

    title: str
    labels: Sequence[str]


@dataclass(frozen=True)
class Sheet:
    """The rows and cells of one kind of record."""

    groups: Sequence[SheetGroup]
    records: Mapping[str, Sequence[Sequence[SheetCell | None]]]
    """Per record, then per group: its cells in the order of the labels; None where nothing was published."""
