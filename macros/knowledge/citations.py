"""The citations of sources in all records."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from macros.knowledge import build_facts
from macros.loading import Records
from macros.schema.base import Citation, Part
from macros.schema.parts import Path, parts


@dataclass(frozen=True, slots=True)
class Cited:
    """One citation of a source, and its place in the data."""

    source: str
    kind: str
    record: str
    path: tuple[str | int, ...]
    """From the record to the citation."""
    holder: Part
    """The record, statement or claim that the citation belongs to."""
    locator: str
    as_of: datetime.date | None
    """The citation's own date, or else that of its source."""


def citations(records: Records) -> Iterator[Cited]:
    """Every citation, in the order of the records."""
    for kind, record_id, record in records.walk():
        for path, citation in parts(record, Citation):
            date = build_facts.as_of(records, citation)
            holder = _holder(record, path)
            yield Cited(citation.source, kind, record_id, tuple(path), holder, citation.locator, date)


def _holder(record: Part, path: Path) -> Part:
    """The innermost part of a record that contains the end of a path."""
    value: Any = record
    holder = record
    for step in path[:-1]:
        value = getattr(value, str(step)) if isinstance(value, Part) else value[step]
        if isinstance(value, Part):
            holder = value
    return holder
