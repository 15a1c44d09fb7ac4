"""Which statements cite which source: every record is walked once, along the fields whose type can hold a citation."""

from __future__ import annotations

import datetime
import typing
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from macros.knowledge import build_facts
from macros.knowledge.grouping import group_pairs
from macros.loading import Records
from macros.loading.positions import Path
from macros.schema.base import Citation, Part, fields_of


@dataclass(frozen=True, slots=True)
class Cited:
    """One citation of a source, and where in the data it stands."""

    source: str
    kind: str
    record: str
    path: tuple[str | int, ...]
    """From the record to the citation."""
    holder: Part
    """The record, statement or claim that the citation belongs to."""
    locator: str
    as_of: datetime.date | None
    """The date it speaks for: its own, or else its source's."""


def citations(records: Records) -> Mapping[str, Sequence[Cited]]:
    """Per source: every citation of it, in the order of the records."""
    return group_pairs((cited.source, cited) for cited in _every(records))


def _every(records: Records) -> Iterator[Cited]:
    for kind, record_id, record in records.walk():
        for path, holder, citation in _walk(record, (), record):
            date = build_facts.as_of(records, citation)
            yield Cited(citation.source, kind, record_id, tuple(path), holder, citation.locator, date)


def _walk(value: object, path: Path, holder: Part) -> Iterator[tuple[Path, Part, Citation]]:
    if isinstance(value, Citation):
        yield path, holder, value
    elif isinstance(value, Part):
        for name in _citing_fields(type(value)):
            yield from _walk(getattr(value, name), (*path, name), value)
    elif isinstance(value, tuple):
        for index, entry in enumerate(value):
            yield from _walk(entry, (*path, index), holder)
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield from _walk(entry, (*path, key), holder)


@cache
def _citing_fields(record: type[Part]) -> tuple[str, ...]:
    # Most fields hold words and numbers, and most rows hold nothing else: the types say so once for all records.
    return tuple(name for name, info in fields_of(record).items() if _can_cite(info.annotation))


def _can_cite(annotation: object) -> bool:
    if isinstance(annotation, type) and issubclass(annotation, Part):
        return annotation is Citation or bool(_citing_fields(annotation))
    return any(_can_cite(part) for part in typing.get_args(annotation))
