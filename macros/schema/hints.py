"""Type hints of the fields of records: what a field refers to, and of what it is a list."""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any

from macros.schema.base import Part, Reference, Term, fields_of


@cache
def field_hints(part: type[Part]) -> Mapping[str, Any]:
    """The type hint of each field, with its annotations."""
    hints = typing.get_type_hints(part, include_extras=True)
    return {name: hints[name] for name in fields_of(part)}


def unwrapped(hint: Any) -> tuple[Any, list[Any]]:
    """A type hint without Annotated, NewType and None, and the annotations."""
    marks: list[Any] = []
    while True:
        if typing.get_origin(hint) is Annotated:
            hint, *found = typing.get_args(hint)
            marks += found
        elif typing.get_origin(hint) in (typing.Union, types.UnionType):
            hint = next(part for part in typing.get_args(hint) if part is not type(None))
        elif isinstance(hint, typing.NewType):
            hint = hint.__supertype__
        else:
            return hint, marks


def plain_type(hint: Any) -> Any:
    """A type hint with text in place of ids: `Sequence[str]` for `Sequence[ModelId]`."""
    if isinstance(hint, typing.NewType):
        return unwrapped(hint)[0]
    if not (found := typing.get_args(hint)):
        return hint
    origin = typing.get_origin(hint)
    return (typing.Union if origin is types.UnionType else origin)[tuple(map(plain_type, found))]


def arguments(hint: Any) -> tuple[Any, ...]:
    """The types of the entries of a list, or of the keys and values of a mapping."""
    return typing.get_args(unwrapped(hint)[0])


def entry_hint(hint: Any) -> Any:
    """The type of the entries of a list; of anything else its own."""
    [first, *_] = arguments(hint) if typing.get_origin(unwrapped(hint)[0]) is tuple else [hint]
    return first


def reference_or_term(hint: Any) -> Reference | Term | None:
    """What kind of record, or which vocabulary, a text or the texts of a list name; None for plain values."""
    marks = unwrapped(hint)[1] + unwrapped(entry_hint(hint))[1]
    return next((mark for mark in marks if isinstance(mark, Reference | Term)), None)
