"""Damages to single fields: for every field of every type of record, what its type does not accept.

A damage is made in a record as plain values: a marker takes the place of the value or the key, the record is written as
YAML, and the marker becomes the damage. So the place where it must be refused is known.
"""

from __future__ import annotations

import datetime
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

import yaml
from pydantic import AfterValidator, StringConstraints
from pydantic.fields import FieldInfo

from macros.schema import base
from macros.schema.base import Part
from macros.schema.references import Reference, Term
from macros.schema.values import PRINTABLE, PRINTABLE_LINES
from tests.mutations.damage import Damage, Make
from tests.support.schema_types import fields_of, hint_of, least_length

MARKER = "MARKER"
Steps = tuple[str | int, ...]


@dataclass(frozen=True)
class Field:
    """A value in a record: its type, and where it stands."""

    name: str
    """The type of record and the field, such as Citation.as_of: what fields of many kinds of record share."""
    inner: Any
    notes: tuple[Any, ...]
    path: Steps
    required: bool = False


def fields(hint: Any, value: Any, name: str = "", path: Steps = (), *, required: bool = False) -> Iterator[Field]:
    """A value of a type, and every value inside it."""
    inner, notes = hint_of(hint)
    yield Field(name, inner, notes, path, required)
    if isinstance(value, dict):
        yield from _entries(inner, value, name, path)
    elif isinstance(value, list):
        for index, entry in enumerate(value[:1]):
            yield from fields(typing.get_args(inner)[0], entry, f"{name}[]", (*path, index))


def _entries(inner: Any, value: Mapping[str, Any], name: str, path: Steps) -> Iterator[Field]:
    if typing.get_origin(inner) is dict:
        for key, part in list(value.items())[:1]:
            yield from fields(typing.get_args(inner)[1], part, f"{name}{{}}", (*path, key))
        return
    known, needed = dict(fields_of(inner)), required_of(inner)
    for key, part in value.items():
        yield from fields(known[key], part, f"{inner.__name__}.{key}", (*path, key), required=key in needed)


def required_of(part: type[Part]) -> set[str]:
    """The fields that a record must have, as the data writes them."""
    return {info.alias or name for name, info in base.fields_of(part).items() if info.is_required()}


NOT_TEXT = ("12", "2.5", "true", "2024-05-01", "[one]", "{one: two}", "no", "1.50", "1_000")
UNSEEN = tuple(
    f'"a\\u{ord(mark):04x}b"'
    for mark in "\0\a\x0b\r\x1b\x7f\x80\x85\xad\u061c\u180e\u200b\u200e\u200f\u2028\u202a\u202e\u2066\u2069\ufeff"
)
"""Invisible characters, and those that reorder a text, as escapes: as they are, they are refused anywhere in a file."""
NO_VALUE = ("!!python/object:os.system x", "!!str x", "*other")
"""A tag, and an alias of what stands elsewhere."""
BROKEN_TEXT = ('""', '"  "', '"two\\nlines"', *UNSEEN)
NOT_COUNT = ("many", '"1"', "true", "1.5", "[1]", "0x10", "010", "1_000", "+8", "1:30", "1e3", ".inf", "9" * 20)
NOT_FIGURE = ("many", '"1"', "true", "[1]", "0x10", "1_000", "1.50", "12.", "1:30", ".nan", "-.inf")
NOT_ABOVE_ZERO = ("0", "-1")
NOT_TRUTH = ("yes", "Off", "True", '"true"', "1", "maybe")
NOT_DATE = ("2024-02-30", "2024-13-01", '"2024-05-01"', "2024-05-01 10:00:00", "2024-05", "1.5.2024", "2024", "soon")
NOT_CHOICE = ("no-such-word", '"<b>"', '"{{ 7*7 }}"', "12")
NOT_ID = ("no-such-id", "atlas", '"No Such Id"', "12", "[one]")
NOT_FORM = ('"No Such Form!"', "12")
NOT_URL = ("javascript:alert(1)", '"data:text/html,x"', "//example.org/", "ftp://example.org/", "https://", "a.org")
MARKUP_IN_URL = ("'https://example.org/\"><b>'", "https://example.org/a b", r'"https://example.org/\u202e"')
NOT_LIST = ("one", "{one: two}", "12")
NOT_MAPPING = ("one", "[one]", "12")
OF_TYPE: Mapping[Any, Sequence[str]] = {bool: NOT_TRUTH, datetime.date: NOT_DATE}


def not_accepted(field: Field) -> Sequence[str]:
    """What the type of a field refuses, as YAML."""
    if typing.get_origin(field.inner) is Literal:
        return NOT_CHOICE
    if typing.get_origin(field.inner) is tuple:
        return (*NOT_LIST, *["[]"][: least_length(field.notes)])
    if typing.get_origin(field.inner) is dict or issubclass(field.inner, Part):
        return (*NOT_MAPPING, *["{}"][: least_length(field.notes)])
    if field.inner in (int, float):
        limits = NOT_ABOVE_ZERO if any(isinstance(note, FieldInfo) for note in field.notes) else ()
        return (*(NOT_COUNT if field.inner is int else NOT_FIGURE), *limits)
    return _not_text(field.notes) if field.inner is str else OF_TYPE[field.inner]


def _not_text(notes: tuple[Any, ...]) -> Sequence[str]:
    for note in notes:
        match note:
            case Reference():
                return NOT_ID
            case Term():
                return NOT_CHOICE
            case AfterValidator():
                return (*NOT_URL, *MARKUP_IN_URL)
            case StringConstraints(pattern=pattern) if pattern not in (PRINTABLE, PRINTABLE_LINES):
                return NOT_FORM
            case StringConstraints(pattern=pattern) if pattern == PRINTABLE_LINES:
                return (*NOT_TEXT, '""', *UNSEEN)
    return (*NOT_TEXT, *BROKEN_TEXT, *NO_VALUE)


def damages(record: Mapping[str, Any], field: Field) -> Iterator[Make]:
    """Every damage to a field of a record, each made when it is called for."""
    for wrong in (*not_accepted(field), *["null"][: field.required]) if field.path else ():
        yield partial(_replaced, record, field, wrong)
    if isinstance(field.inner, type) and issubclass(field.inner, Part):
        yield from _in_mapping(record, field)


def _in_mapping(record: Mapping[str, Any], field: Field) -> Iterator[Make]:
    """Fields that are unknown, misspelt, there twice or missing."""
    first = next(iter(_at(record, field.path)))
    for wrong in ("no_such_field", f"{first}s", first.upper(), "__class__", '""', "<<", first):
        yield partial(_added, record, field, wrong)
    if len(_at(record, field.path)) > 1:
        yield from (partial(_left_out, record, field, missing) for missing in sorted(required_of(field.inner)))


def _replaced(record: Mapping[str, Any], field: Field, wrong: str) -> Damage:
    return _written(f"{field.name}: {wrong[:40]}", _with(record, field.path, lambda _: MARKER), wrong)


def _added(record: Mapping[str, Any], field: Field, key: str) -> Damage:
    added = _with(record, field.path, lambda part: {**part, MARKER: "x"})
    return _written(f"{field.inner.__name__} with {key} besides", added, key)


def _left_out(record: Mapping[str, Any], field: Field, name: str) -> Damage:
    """A field left out, which is refused at the beginning of what is left."""
    left = _with(record, field.path, lambda part: {key: value for key, value in part.items() if key != name})
    begun = _written("", _with(left, field.path, lambda part: {MARKER: 0, **part}), MARKER)
    return replace(begun, what=f"{field.inner.__name__} without {name}", text=dump(left))


def _at(value: Any, path: Steps) -> Any:
    return _at(value[path[0]], path[1:]) if path else value


def _with(value: Any, path: Steps, change: Callable[[Any], Any]) -> Any:
    """A record with the value at a path changed."""
    if not path:
        return change(value)
    step, *rest = path
    changed = _with(value[step], tuple(rest), change)
    if isinstance(value, dict):
        return {key: changed if key == step else part for key, part in value.items()}
    return [changed if index == step else part for index, part in enumerate(value)]


def _written(what: str, record: Any, damage: str) -> Damage:
    """A record with the marker replaced by a damage, which is refused where the marker was."""
    before, after = dump(record).split(MARKER)
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    return Damage(what, f"{before}{damage}{after}", line, column)


def dump(record: Any) -> str:
    """A record as YAML, each value on one line."""
    text: str = yaml.dump(record, Dumper=yaml.CSafeDumper, allow_unicode=True, sort_keys=False, width=100_000)
    return text
