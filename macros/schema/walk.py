"""Finds values in a record by their type, at any depth."""

from __future__ import annotations

import typing
from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

from macros.schema.base import Part, fields_of

T = TypeVar("T")

Path = tuple[str | int, ...]
"""Field names, list positions and mapping keys that lead to a value."""


def walk(value: object, wanted: type[T], path: Path = ()) -> Sequence[tuple[Path, T]]:
    """Every value of type `wanted` in `value`, itself included, with its path, depth first in the order of the fields.

    Fields whose annotation cannot hold one are skipped: without that, walking the rows of large tables is slow.
    """
    found: list[tuple[Path, T]] = []
    _collect(value, wanted, path, found)
    return found


def _collect(value: object, wanted: type[T], path: Path, found: list[tuple[Path, T]]) -> None:
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
