"""The fields of records: what their types say, and the values of a type at any depth."""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any, NamedTuple, TypeVar

from macros.schema.base import Part, fields_of
from macros.schema.references import Reference, Term

T = TypeVar("T")

Steps = tuple[str | int, ...]
"""Field names, list positions and mapping keys that lead to a value."""


class Location(NamedTuple):
    """Where a value is in the data."""

    record: str
    """Kind and id, such as models/gpt2."""
    path: Steps = ()

    def field(self, *steps: str | int) -> Location:
        """The place of a value inside the value that is here."""
        return Location(self.record, (*self.path, *steps))


def walk(value: object, wanted: type[T]) -> Sequence[tuple[Steps, T]]:
    """Every value of type `wanted` in `value`, itself included, with its path, depth first in the order of the fields.

    Fields whose annotation cannot hold one are skipped: without that, walking the rows of large tables is slow.
    """
    found: list[tuple[Steps, T]] = []
    _collect(value, wanted, (), found)
    return found


def _collect(value: object, wanted: type[T], path: Steps, found: list[tuple[Steps, T]]) -> None:
    found_type: type = type(value)
    is_wanted, fields = _plan(typing.cast("type", wanted), found_type)
    if is_wanted:
        found.append((path, typing.cast("T", value)))
    for name in fields:
        if (inner := getattr(value, name)) is not None:
            _collect(inner, wanted, (*path, name), found)
    if isinstance(value, tuple | list):
        for index, entry in enumerate(value):
            _collect(entry, wanted, (*path, index), found)
    elif isinstance(value, dict):
        for key, entry in value.items():
            _collect(entry, wanted, (*path, key), found)


@cache
def _plan(wanted: type, found: type) -> tuple[bool, tuple[str, ...]]:
    """Whether values of a type are wanted, and their fields to walk. `isinstance` is slow for classes of pydantic."""
    return issubclass(found, wanted), _fields_leading_to(wanted, found) if issubclass(found, Part) else ()


@cache
def _fields_leading_to(wanted: type, part: type[Part]) -> tuple[str, ...]:
    return tuple(name for name, info in fields_of(part).items() if _can_hold(info.annotation, wanted))


def _can_hold(annotation: Any, wanted: type) -> bool:
    if isinstance(annotation, type):
        if issubclass(annotation, wanted):
            return True
        if issubclass(annotation, Part):
            return bool(_fields_leading_to(wanted, annotation))
    return any(_can_hold(argument, wanted) for argument in typing.get_args(annotation))


def at_path(value: Any, path: Steps) -> Any:
    for step in path:
        value = getattr(value, str(step)) if isinstance(value, Part) else value[step]
    return value


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


def entry_type(hint: Any) -> Any:
    """The type of the entries of a list; None for what is no list."""
    inner, _ = unwrapped(hint)
    return unwrapped(typing.get_args(inner)[0])[0] if typing.get_origin(inner) is tuple else None


def reference_or_term(hint: Any) -> Reference | Term | None:
    """The kind of record, or the vocabulary, that a text or those in a list or mapping name; None for plain values."""
    inner, marks = unwrapped(hint)
    for mark in marks:
        if isinstance(mark, Reference | Term):
            return mark
    inner_marks = (reference_or_term(argument) for argument in typing.get_args(inner))
    return next((mark for mark in inner_marks if mark), None)
