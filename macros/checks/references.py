"""Which records a record names, found by the types of its fields: a new field of the schema is followed by itself."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from functools import cache

from macros.loading import Records
from macros.schema.base import Part, Reference, fields_of
from macros.schema.walk import walk

RecordKey = tuple[str, str]
"""Kind and id."""


def referenced_records(records: Records, record: Part) -> AbstractSet[RecordKey]:
    """Every record that `record` names. A published name counts as the record that it stands for."""
    found = set()
    for _, part in walk(record, Part):
        for name, reference in _references(type(part)).items():
            value = getattr(part, name)
            names = records.catalog.names[reference.kind] if reference.as_published else {}
            # A text, or a list or the keys of a mapping of them.
            for text in (value,) if isinstance(value, str) else value or ():
                found.add((reference.kind, names.get(text, text)))
    return found


@cache
def _references(part: type[Part]) -> Mapping[str, Reference]:
    """The fields of a type whose texts name records."""
    found = {name: _reference(info.metadata, info.annotation) for name, info in fields_of(part).items()}
    return {name: reference for name, reference in found.items() if reference}


def _reference(metadata: typing.Iterable[object], annotation: object) -> Reference | None:
    own = next((mark for mark in metadata if isinstance(mark, Reference)), None)
    inner = (_reference(getattr(one, "__metadata__", ()), one) for one in typing.get_args(annotation))
    return own or next(filter(None, inner), None)
