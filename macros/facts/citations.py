"""Citations and dates in all records."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from macros.facts import build_facts
from macros.facts.grouping import unique
from macros.loading import Records
from macros.schema.base import Part, Record, SourceReference
from macros.schema.components import Component
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
    locator: str | None
    as_of: datetime.date | None
    """The citation's own date, or else that of its source."""


def unique_citations(cited: Iterable[Iterable[SourceReference]]) -> Sequence[SourceReference]:
    """Each citation once, in the order of the first fact that has it: the notes of a section."""
    return unique(chain.from_iterable(cited))


def citations(records: Records) -> Iterator[Cited]:
    for kind, record_id, record in records.walk():
        for path, citation in walk(record, SourceReference):
            # A citation is a field of its holder, or an entry of a list that is one.
            holder = at_path(record, path[:-1] if isinstance(path[-1], str) else path[:-2])
            date = build_facts.as_of(records, citation)
            yield Cited(citation.source, kind, record_id, path, holder, citation.locator, date)


def _is_announced(record: Record, path: Path) -> bool:
    """Whether a path leads to the planned date of an announcement, which may lie in the future."""
    if not isinstance(record, Component) or path[0] != "notices" or path[-1] != "sdk_date":
        return False
    return record.notices[int(path[1])].announces is not None


def dated_facts(records: Records) -> Iterator[tuple[str, Path, datetime.date]]:
    """Every date in the data: record (kind and id), path, date. Planned dates of announcements are left out."""
    for kind, record_id, record in records.walk():
        for path, date in walk(record, datetime.date):
            if not _is_announced(record, path):
                yield f"{kind}/{record_id}", path, date
    for path, date in walk(records.atlas, datetime.date):
        yield "atlas", path, date


def newest_fact(records: Records) -> datetime.date:
    """The newest date in the data. Raises ValueError where there is none."""
    return max(date for _, _, date in dated_facts(records))
