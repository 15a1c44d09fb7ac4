"""Mistakes in data files, and the places where they must be refused: for every field of every type of record, what its
type does not accept.

A record is changed as plain values: a marker takes the place of the value or the key, the record is written as YAML,
and the marker becomes the mistake. So the place where it must be refused is known.
"""

from __future__ import annotations

import datetime
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple

import yaml
from pydantic import AfterValidator, StringConstraints
from pydantic.fields import FieldInfo

from macros.schema import base
from macros.schema.base import Part
from macros.schema.references import Reference, Term
from macros.schema.values import PRINTABLE, PRINTABLE_LINES
from macros.schema.walk import Steps
from tests.support.schema_types import fields_of, hint_of, least_length

ANY = 0
"""Stands for a column where only the line is certain."""
MARKER = "MARKER"


class Damage(NamedTuple):
    """A file with a mistake in it, and the place of the mistake."""

    what: str
    text: str
    """An escaped surrogate in it is a byte that is not UTF-8."""
    line: int
    column: int = ANY


class Field(NamedTuple):
    """A value in a record: its type, and where it stands."""

    name: str
    """The type of record and the field, such as Citation.as_of: what fields of many kinds of record share."""
    inner: Any
    notes: tuple[Any, ...]
    path: Steps
    required: bool = False


def fields(hint: Any, value: Any, name: str = "", path: Steps = (), *, required: bool = False) -> Iterator[Field]:
    """A value of a type, and every value inside it; of lists and mappings, the first."""
    inner, notes = hint_of(hint)
    yield Field(name, inner, notes, path, required)
    if isinstance(value, list) and value:
        yield from fields(typing.get_args(inner)[0], value[0], f"{name}[]", (*path, 0))
    elif typing.get_origin(inner) is dict and value:
        key, part = next(iter(value.items()))
        yield from fields(typing.get_args(inner)[1], part, f"{name}{{}}", (*path, key))
    elif isinstance(value, dict):
        known, needed = dict(fields_of(inner)), required_of(inner)
        for key, part in value.items():
            yield from fields(known[key], part, f"{inner.__name__}.{key}", (*path, key), required=key in needed)


def required_of(part: type[Part]) -> set[str]:
    """The fields that a record must have, as the data writes them."""
    return {info.alias or name for name, info in base.fields_of(part).items() if info.is_required()}


UNSEEN = tuple(
    f'"a\\u{ord(mark):04x}b"'
    for mark in "\0\a\x0b\r\x1b\x7f\x80\x85\xad\u061c\u180e\u200b\u200e\u200f\u2028\u202a\u202e\u2066\u2069\ufeff"
)
"""Invisible characters, and those that reorder a text, as escapes: as they are, they are refused anywhere in a file."""
NOT_TEXT = ("12", "2.5", "true", "2024-05-01", "[one]", "{one: two}", "no", "1.50", "1_000", '""', *UNSEEN)
BROKEN_TEXT = ('"  "', '"two\\nlines"', "!!python/object:os.system x", "!!str x", "*other")
NOT_COUNT = ("many", '"1"', "true", "1.5", "[1]", "0x10", "010", "1_000", "+8", "1:30", "1e3", ".inf", "9" * 20)
NOT_FIGURE = ("many", '"1"', "true", "[1]", "0x10", "1_000", "1.50", "12.", "1:30", ".nan", "-.inf")
NOT_TRUTH = ("yes", "Off", "True", '"true"', "1", "maybe")
NOT_DATE = ("2024-02-30", "2024-13-01", '"2024-05-01"', "2024-05-01 10:00:00", "2024-05", "1.5.2024", "2024", "soon")
NOT_CHOICE = ("no-such-word", '"<b>"', '"{{ 7*7 }}"', "12")
NOT_ID = ("no-such-id", "atlas", '"No Such Id"', "12", "[one]")
NOT_URL = (
    *("javascript:alert(1)", '"data:text/html,x"', "//example.org/", "ftp://example.org/", "https://", "a.org"),
    *("'https://example.org/\"><b>'", "https://example.org/a b", r'"https://example.org/\u202e"'),
)
OF_TYPE: Mapping[Any, Sequence[str]] = {int: NOT_COUNT, float: NOT_FIGURE, bool: NOT_TRUTH, datetime.date: NOT_DATE}


def not_accepted(field: Field) -> Sequence[str]:
    """What the type of a field refuses, as YAML."""
    if typing.get_origin(field.inner) is Literal:
        return NOT_CHOICE
    if typing.get_origin(field.inner) is tuple:
        return ("one", "{one: two}", "12", *["[]"][: least_length(field.notes)])
    if typing.get_origin(field.inner) is dict or issubclass(field.inner, Part):
        return ("one", "[one]", "12", *["{}"][: least_length(field.notes)])
    if field.inner is str:
        return next(filter(None, map(_not_named, field.notes)), (*NOT_TEXT, *BROKEN_TEXT))
    limits = ("0", "-1") if any(isinstance(note, FieldInfo) for note in field.notes) else ()
    return (*OF_TYPE[field.inner], *limits)


def _not_named(note: Any) -> Sequence[str]:
    """What a text does not accept by what annotates it; nothing where the annotation does not say."""
    match note:
        case Reference():
            return NOT_ID
        case Term():
            return NOT_CHOICE
        case AfterValidator():
            return NOT_URL
        case StringConstraints(pattern=pattern) if pattern == PRINTABLE_LINES:
            return NOT_TEXT
        case StringConstraints(pattern=pattern) if pattern != PRINTABLE:
            return ('"No Such Form!"', "12")
    return ()


def damages(record: Mapping[str, Any], field: Field) -> Iterator[Callable[[], Damage]]:
    """Every damage to a field of a record, each made when it is called for."""
    for wrong in (*not_accepted(field), *["null"][: field.required]) if field.path else ():
        yield partial(_damaged, record, field, lambda _: MARKER, wrong)
    if isinstance(field.inner, type) and issubclass(field.inner, Part):
        part = _at(record, field.path)
        first = next(iter(part))
        for key in ("no_such_field", f"{first}s", first.upper(), "__class__", '""', "<<", first):
            yield partial(_damaged, record, field, lambda part: {**part, MARKER: "x"}, key)
        needed = sorted(required_of(field.inner)) if len(part) > 1 else ()
        yield from (partial(_left_out, record, field, name) for name in needed)


def _damaged(record: Any, field: Field, change: Callable[[Any], Any], wrong: str) -> Damage:
    """A record in which a marker is put and becomes a mistake, which is refused where the marker was."""
    before, after = dump(_with(record, field.path, change)).split(MARKER)
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    return Damage(f"{field.name or field.inner.__name__}: {wrong[:40]}", f"{before}{wrong}{after}", line, column)


def _left_out(record: Any, field: Field, name: str) -> Damage:
    """A field left out, which is refused at the beginning of what is left."""
    left = _with(record, field.path, lambda part: {key: value for key, value in part.items() if key != name})
    begun = _damaged(left, field, lambda part: {MARKER: 0, **part}, f"without {name}")
    return begun._replace(text=dump(left))


def _at(value: Any, path: Steps) -> Any:
    return _at(value[path[0]], path[1:]) if path else value


def _with(value: Any, path: Steps, change: Callable[[Any], Any]) -> Any:
    """A record with the value at a path changed."""
    if not path:
        return change(value)
    changed = _with(value[path[0]], path[1:], change)
    if isinstance(value, dict):
        return {key: changed if key == path[0] else part for key, part in value.items()}
    return [changed if index == path[0] else part for index, part in enumerate(value)]


def dump(record: Any) -> str:
    """A record as YAML, each value on one line."""
    text: str = yaml.dump(record, Dumper=yaml.CSafeDumper, allow_unicode=True, sort_keys=False, width=100_000)
    return text
