"""Which records a record names, found by the types of its fields: a field added to the schema is followed by itself."""

from __future__ import annotations

import typing
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache

from macros.loading import Records
from macros.schema.base import Part, Reference, fields_of

Named = tuple[str, str]
"""Kind and id."""


def named_by(records: Records, record: Part, kind: str | None = None) -> AbstractSet[Named]:
    """Every record that `record` names, a published name being taken for the record it stands for; or of one kind."""
    found: set[Named] = set()
    _Search(records, kind, found).through(record)
    return found


@typing.final
class _Field(typing.NamedTuple):
    """A field that names records, or holds something that does."""

    name: str
    own: Reference | None
    """How its texts are to be taken; None where only what lies in it names records."""


@dataclass(frozen=True)
class _Search:
    """Adds what is named to what was found."""

    records: Records
    kind: str | None
    """Of what is looked for; None for every kind."""
    found: set[Named]

    def through(self, record: Part) -> None:
        """Looks through a record or a part of one."""
        for name, own in _naming_fields(type(record), self.kind):
            value = getattr(record, name)
            if value is not None:
                self._in(value, own)

    def _in(self, value: object, own: Reference | None) -> None:
        if isinstance(value, str):
            if own:
                names = self.records.catalog.names[own.kind] if own.as_published else {}
                self.found.add((own.kind, names.get(value, value)))
        elif isinstance(value, tuple):
            for entry in value:
                self._in(entry, own)
        elif isinstance(value, dict):
            for key, entry in value.items():
                self._in(key, own)
                self._in(entry, None)
        elif isinstance(value, Part):
            self.through(value)


@cache
def _naming_fields(record: type[Part], kind: str | None) -> tuple[_Field, ...]:
    """The fields of a type of record that can name records of a kind, or of any."""
    found = []
    for name, info in fields_of(record).items():
        own = next((mark for mark in info.metadata if isinstance(mark, Reference)), None) or _reference(info.annotation)
        if own and kind not in (None, own.kind):
            own = None
        if own or _holds_names(info.annotation, kind):
            found.append(_Field(name, own))
    return tuple(found)


def _reference(annotation: object) -> Reference | None:
    """The reference that the texts of a field are: in a list its entries, in a mapping its keys."""
    if isinstance(annotation, type) and issubclass(annotation, Part):
        return None
    marks = (mark for mark in getattr(annotation, "__metadata__", ()) if isinstance(mark, Reference))
    parts = typing.get_args(annotation)
    return next(marks, None) or next((found for part in parts if (found := _reference(part))), None)


def _holds_names(annotation: object, kind: str | None) -> bool:
    if isinstance(annotation, type) and issubclass(annotation, Part):
        return bool(_naming_fields(annotation, kind))
    return any(_holds_names(part, kind) for part in typing.get_args(annotation))
