"""Records of one kind side by side: what the compare tool shows, in words."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class SheetCell:
    """What is known of a record in one row."""

    text: str
    as_of: datetime.date | None = None
    """Where a date belongs to it; alone where the date is all there is to say."""


@dataclass(frozen=True)
class SheetGroup:
    """Rows that belong together."""

    title: str
    labels: Sequence[str]


@dataclass(frozen=True)
class Sheet:
    """Everything that is compared between the records of one kind."""

    groups: Sequence[SheetGroup]
    records: Mapping[str, Sequence[Sequence[SheetCell | None]]]
    """Per record and group: its cells in the order of the labels. None where nothing was published."""
