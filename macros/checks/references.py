"""Which records a record names, found by the types of its fields: a field added to the schema is followed by itself."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from functools import cache

from macros.loading import Records
from macros.schema.base import Part, Reference, fields_of


def named_by(records: Records, record: Part) -> Iterator[tuple[str, str]]:
    """Kind and id of every record that `record` names, a published name being taken for the record it stands for."""
    for field in _naming_fields(type(record)):
        yield from _named(records, getattr(record, field.name), field.own)


@typing.final
class _Field(typing.NamedTuple):
    """A field that names records, or holds something that does."""

    name: str
    own: Reference | None
    """How its texts are to be taken; None where only what lies in it names records."""


def _named(records: Records, value: object, own: Reference | None) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        if own:
            yield own.kind, records.catalog.names[own.kind][value] if own.as_published else value
    elif isinstance(value, Part):
        yield from named_by(records, value)
    elif isinstance(value, tuple):
        for entry in value:
            yield from _named(records, entry, own)
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield from _named(records, key, own)
            yield from _named(records, entry, None)


@cache
def _naming_fields(record: type[Part]) -> tuple[_Field, ...]:
    found = []
    for name, info in fields_of(record).items():
        own = next((mark for mark in info.metadata if isinstance(mark, Reference)), None) or _reference(info.annotation)
        if own or _holds_names(info.annotation):
            found.append(_Field(name, own))
    return tuple(found)


def _reference(annotation: object) -> Reference | None:
    """The reference that the texts of a field are: in a list its entries, in a mapping its keys."""
    if isinstance(annotation, type) and issubclass(annotation, Part):
        return None
    marks = (mark for mark in getattr(annotation, "__metadata__", ()) if isinstance(mark, Reference))
    parts = typing.get_args(annotation)
    return next(marks, None) or next((found for part in parts if (found := _reference(part))), None)


def _holds_names(annotation: object) -> bool:
    if isinstance(annotation, type) and issubclass(annotation, Part):
        return bool(_naming_fields(annotation))
    return any(_holds_names(part) for part in typing.get_args(annotation))
