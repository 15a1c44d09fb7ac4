"""The citations of sources in all records."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass

from macros.knowledge import build_facts
from macros.loading import Records
from macros.schema.base import Citation, Part
from macros.schema.walk import Path, at_path, walk


@dataclass(frozen=True, slots=True)
class Cited:
    """One citation of a source, and its place in the data."""

    source: str
    kind: str
    record: str
    path: Path
    """From the record to the citation."""
    holder: Part
    """The record, statement or claim that the citation belongs to."""
    locator: str
    as_of: datetime.date | None
    """The citation's own date, or else that of its source."""


def citations(records: Records) -> Iterator[Cited]:
    for kind, record_id, record in records.walk():
        for path, citation in walk(record, Citation):
            # A citation is a field of its holder, or an entry of a list that is one.
            holder = at_path(record, path[:-1] if isinstance(path[-1], str) else path[:-2])
            date = build_facts.as_of(records, citation)
            yield Cited(citation.source, kind, record_id, path, holder, citation.locator, date)
