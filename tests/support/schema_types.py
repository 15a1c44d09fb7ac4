"""The types of the records as tests walk them, and an example of each with every field it may have."""

from __future__ import annotations

import datetime
import typing
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import AfterValidator, StringConstraints
from pydantic.fields import FieldInfo

from macros.loading import Records
from macros.schema import base
from macros.schema.base import Part
from macros.schema.json_schemas import TYPES
from macros.schema.references import Reference, Term
from macros.schema.walk import field_hints, unwrapped

OF_FACTS = {name: record for name, record in TYPES.items() if name != "imports"}
"""Without the descriptions of imports, which are no facts: readers never see them."""
WORDS = "words"
"""What an example has for a text of no form."""
OF_TYPE: Mapping[Any, Any] = {int: 1, float: 1.5, bool: True, str: WORDS}


def hint_of(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """A type without None, and what annotates it."""
    inner, notes = unwrapped(hint)
    return inner, tuple(notes)


def fields_of(record: type[Part]) -> Iterator[tuple[str, Any]]:
    """The name of each field as the data writes it, and its type."""
    for name, hint in field_hints(record).items():
        yield base.fields_of(record)[name].alias or name, hint


def least_length(notes: tuple[Any, ...]) -> int:
    """How many entries a list or mapping must have."""
    limits = (limit for note in notes if isinstance(note, FieldInfo) for limit in note.metadata)
    return max((getattr(limit, "min_length", 0) for limit in limits), default=0)


def example(hint: Any, records: Records) -> Any:
    """A value of a type, as a data file states it, with every field; it names records that there are."""
    inner, notes = hint_of(hint)
    given = [note.examples[0] for note in notes if isinstance(note, FieldInfo) and note.examples]
    if given:
        return given[0]
    if typing.get_origin(inner):
        return _of_parts(inner, least_length(notes), records)
    if inner is datetime.date:
        return inner(2019, 1, 1)  # a new one, as YAML writes the same one as an alias
    if issubclass(inner, Part):
        return {name: example(part, records) for name, part in fields_of(inner)}
    return next((found for note in notes if (found := _of_note(note, records))), OF_TYPE[inner])


def _of_parts(inner: Any, least: int, records: Records) -> Any:
    """A list, a mapping, or the first choice of a Literal."""
    first, *others = typing.get_args(inner)
    if typing.get_origin(inner) is tuple:
        return _entries(first, max(1, least), records)
    return {example(first, records): example(others[0], records)} if typing.get_origin(inner) is dict else first


def _entries(hint: Any, count: int, records: Records) -> list[Any]:
    reference = next((note for note in hint_of(hint)[1] if isinstance(note, Reference)), None)
    return list(records.of(reference.kind))[:count] if reference else [example(hint, records) for _ in range(count)]


def _of_note(note: Any, records: Records) -> str:
    """What an annotated text may be; empty where the annotation does not say."""
    if isinstance(note, Reference):
        return next(iter(records.of(note.kind)))
    if isinstance(note, Term):
        return next(iter(records.vocabularies[note.vocabulary].values))
    if isinstance(note, StringConstraints) and note.max_length is not None:
        return WORDS[: note.max_length]
    return "https://example.org/" if isinstance(note, AfterValidator) else ""
