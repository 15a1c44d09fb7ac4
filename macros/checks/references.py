"""The records that a record names, found by the annotations of its fields: new fields need no code here."""

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
    """Kind and id of every record that `record` names, by id or by a published name."""
    keys = set()
    for _, part in walk(record, Part):
        for name, reference in _references(type(part)).items():
            value = getattr(part, name)
            ids_by_name = records.names.ids_by_name[reference.kind] if reference.as_published else {}
            # The value is a text, a list of texts, or a mapping with texts as keys.
            for text in (value,) if isinstance(value, str) else value or ():
                keys.add((reference.kind, ids_by_name.get(text, text)))
    return keys


@cache
def _references(part: type[Part]) -> Mapping[str, Reference]:
    """The fields of a type whose texts name records."""
    references = {name: _reference(info.metadata, info.annotation) for name, info in fields_of(part).items()}
    return {name: reference for name, reference in references.items() if reference}


def _reference(metadata: typing.Iterable[object], annotation: object) -> Reference | None:
    own = next((mark for mark in metadata if isinstance(mark, Reference)), None)
    inner = (_reference(getattr(argument, "__metadata__", ()), argument) for argument in typing.get_args(annotation))
    return own or next(filter(None, inner), None)
