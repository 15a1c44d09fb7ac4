"""The parts of a record of one type, wherever they stand in it, without a look at fields that cannot lead to one."""

from __future__ import annotations

import typing
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, TypeVar

from macros.schema.base import Part, fields_of

T = TypeVar("T")

Path = Sequence[str | int]
"""Field names and list positions that lead to a part."""


def parts(value: object, wanted: type[T], path: Path = ()) -> Iterator[tuple[Path, T]]:
    """Every part of `value` of the wanted type with its path, in the order of the fields."""
    if isinstance(value, wanted):
        yield path, value
    sought: object = wanted
    if isinstance(value, Part):
        for name in _leading_to(sought, type(value)):
            yield from parts(getattr(value, name), wanted, (*path, name))
    elif isinstance(value, tuple):
        for index, entry in enumerate(value):
            yield from parts(entry, wanted, (*path, index))
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield from parts(entry, wanted, (*path, key))


@cache
def _leading_to(wanted: type, record: type[Part]) -> tuple[str, ...]:
    """The fields of a type of record under which a wanted part can stand."""
    return tuple(name for name, info in fields_of(record).items() if _leads(info.annotation, wanted))


def _leads(annotation: Any, wanted: type) -> bool:
    if isinstance(annotation, type):
        if issubclass(annotation, wanted):
            return True
        if issubclass(annotation, Part):
            return bool(_leading_to(wanted, annotation))
    return any(_leads(argument, wanted) for argument in typing.get_args(annotation))
