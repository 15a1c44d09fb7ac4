"""Finds values in a record by their type, at any depth."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from functools import cache
from typing import Any, TypeVar

from macros.schema.base import Part, fields_of

T = TypeVar("T")

Path = tuple[str | int, ...]
"""Field names, list positions and mapping keys that lead to a value."""


def walk(value: object, wanted: type[T], path: Path = ()) -> Iterator[tuple[Path, T]]:
    """Every value of type `wanted` in `value`, itself included, with its path, depth first in the order of the fields.

    Fields whose annotation cannot hold one are skipped: without that, walking the rows of large tables is slow.
    """
    if isinstance(value, wanted):
        yield path, value
    if isinstance(value, Part):
        for name in _fields_leading_to(typing.cast("type", wanted), type(value)):
            yield from walk(getattr(value, name), wanted, (*path, name))
    elif isinstance(value, tuple | list):
        for index, entry in enumerate(value):
            yield from walk(entry, wanted, (*path, index))
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield from walk(entry, wanted, (*path, key))


def at_path(value: Any, path: Path) -> Any:
    for step in path:
        value = getattr(value, str(step)) if isinstance(value, Part) else value[step]
    return value


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
