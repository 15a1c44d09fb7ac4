"""A record's own fields as nested lists, in the order in which its type names them.

The type of each kind of record is looked at once and says how its fields are written: references as links, values of
vocabularies by their labels, citations as source, place and date. No kind needs a template.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from macros.exports.twins.text import Words, escaped, fenced, plain
from macros.schema import base
from macros.schema.base import Citation, Inference, OtherName, Part, Reference, Statement, Term

Write = Callable[[Words, Any], str]

CODE = frozenset({"code", "command"})
"""Fields whose lines are kept."""

AS_WRITTEN = {
    "gib": "GiB",
    "usd": "USD",
    "gbps": "Gbit/s",
    "tflops": "TFLOPS",
    "tops": "TOPS",
    "vcpus": "vCPUs",
    "efa": "EFA",
    "sdk": "SDK",
    "url": "address",
    "ms": "ms",
    "mfu": "MFU",
    "id": "id",
    "ttft": "TTFT",
    "tpot": "TPOT",
    "p50": "p50",
    "p99": "p99",
}
"""Parts of names that are written in another way: abbreviations and units."""


@dataclass(frozen=True)
class Inline:
    """A value that is written in one line."""

    write: Write


@dataclass(frozen=True)
class Code:
    """Lines of code."""


@dataclass(frozen=True)
class Many:
    """A list whose entries have a line each."""

    entry: Shape


@dataclass(frozen=True)
class Keyed:
    """A mapping whose values have a line each."""

    key: Write
    value: Shape


@dataclass(frozen=True)
class Group:
    """A record inside a record."""

    fields: tuple[Field, ...]


@dataclass(frozen=True)
class Field:
    """A field of a record."""

    name: str
    label: str
    shape: Shape
    may_be_absent: bool


Shape = Inline | Code | Many | Keyed | Group


def label_of(name: str) -> str:
    """A field's or column's name in words."""
    words = " ".join(AS_WRITTEN.get(part, part) for part in name.split("_"))
    return words if words.startswith(AS_WRITTEN["vcpus"]) else words[0].upper() + words[1:]


def lines_of_record(words: Words, record: Part, without: Collection[str]) -> Iterator[str]:
    """A record as nested lists, some fields left out; last the names of those that it does not state."""
    absent = []
    for field in fields_of(type(record)):
        value = getattr(record, field.name)
        if field.name in without:
            continue
        if value is None and field.may_be_absent:
            absent.append(field.label.lower())
        else:
            yield from _lines(words, f"**{field.label}:** ", field.shape, value, "")
    if absent:
        yield f"- **Not published or not recorded:** {'; '.join(absent)}"


def _lines(words: Words, label: str, shape: Shape, value: Any, indent: str) -> Iterator[str]:
    if value is None or value in ((), {}):
        return
    inner = f"{indent}    "
    if isinstance(shape, Inline):
        yield f"{indent}- {label}{shape.write(words, value)}"
    elif isinstance(shape, Code):
        yield f"{indent}- {label.rstrip()}"
        yield from ("", *fenced(value, inner), "")
    elif isinstance(shape, Many):
        yield f"{indent}- {label.rstrip()}"
        for entry in value:
            yield from _lines(words, "", shape.entry, entry, inner)
    elif isinstance(shape, Keyed):
        yield f"{indent}- {label.rstrip()}"
        for key, entry in value.items():
            yield from _lines(words, f"**{shape.key(words, key)}:** ", shape.value, entry, inner)
    else:
        yield from _group(words, label, shape, value, indent)


def _group(words: Words, label: str, group: Group, value: Part, indent: str) -> Iterator[str]:
    given = [(field, getattr(value, field.name)) for field in group.fields]
    inline = [
        f"{field.label[0].lower()}{field.label[1:]}: {field.shape.write(words, found)}"
        for field, found in given
        if isinstance(field.shape, Inline) and found is not None and found not in ((), {})
    ]
    yield f"{indent}- {label}{'; '.join(inline)}".rstrip()
    for field, found in given:
        if not isinstance(field.shape, Inline):
            yield from _lines(words, f"**{field.label}:** ", field.shape, found, f"{indent}    ")


@cache
def fields_of(record: type[Part]) -> tuple[Field, ...]:
    """How each field of a type of record is written."""
    hints = typing.get_type_hints(record, include_extras=True)
    return tuple(
        Field(name, label_of(name), Code() if name in CODE else _shape(hints[name]), _is_optional(hints[name]))
        for name in base.fields_of(record)
    )


def _is_union(hint: Any) -> bool:
    return typing.get_origin(hint) in (typing.Union, types.UnionType)


def _is_optional(hint: Any) -> bool:
    return _is_union(hint) and type(None) in typing.get_args(hint)


def _shape(hint: Any, marks: tuple[Any, ...] = ()) -> Shape:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is Annotated:
        return _shape(arguments[0], (*marks, *arguments[1:]))
    if _is_union(hint):
        return _shape(next(part for part in arguments if part is not type(None)), marks)
    if origin is tuple:
        return _listing(_shape(arguments[0]))
    if origin is dict:
        return _mapping(_shape(arguments[0]), _shape(arguments[1]))
    if isinstance(hint, type) and issubclass(hint, Part):
        return Inline(IN_ONE_LINE[hint]) if hint in IN_ONE_LINE else Group(fields_of(hint))
    return Inline(_single(marks))


def _listing(entry: Shape) -> Shape:
    if not isinstance(entry, Inline) or entry.write is statement:
        return Many(entry)
    write = entry.write
    return Inline(lambda words, values: "; ".join(write(words, value) for value in values))


def _mapping(key: Shape, value: Shape) -> Shape:
    name: Write = key.write if isinstance(key, Inline) else _plain
    if not isinstance(value, Inline):
        return Keyed(name, value)
    write = value.write
    return Inline(lambda words, found: "; ".join(f"{name(words, k)}: {write(words, v)}" for k, v in found.items()))


def _single(marks: tuple[Any, ...]) -> Write:
    for mark in marks:
        if isinstance(mark, Reference):
            return _published(mark.kind) if mark.as_published else _reference(mark.kind)
        if isinstance(mark, Term):
            return _term(mark.vocabulary)
    return _plain


def _plain(_: Words, value: object) -> str:
    return plain(value)


def _reference(kind: str) -> Write:
    return lambda words, record: words.reference(kind, record)


def _published(kind: str) -> Write:
    """A name as the source spells it, and the record it stands for."""

    def write(words: Words, name: str) -> str:
        record = words.knowledge.records.names.ids_by_name[kind][name]
        known = words.reference(kind, record)
        return known if name == record else f"{escaped(name)} ({known})"

    return write


def _term(vocabulary: str) -> Write:
    return lambda words, value: words.term(vocabulary, value)


def citation(words: Words, value: Citation) -> str:
    """Source, locator, as of date."""
    date = words.knowledge.as_of(value)
    words_of_date = f"as of {date.isoformat()}" if date else "no date published"
    return f"{words.reference('sources', value.source)}, {escaped(value.locator)}, {words_of_date}"


def statement(words: Words, value: Statement) -> str:
    """The words, whether and why they are inferred, and who says so."""
    inferred = f" (inferred: {escaped(value.inferred)})" if value.inferred else ""
    cited = "; ".join(citation(words, one) for one in value.citations)
    return f"{escaped(value.text)}{inferred} — {cited}"


def _inference(_: Words, value: Inference) -> str:
    return f"inferred: {escaped(value.reason)}"


def _other_name(words: Words, value: OtherName) -> str:
    certainty = words.term("certainty", value.certainty)
    reason = f": {escaped(value.reason)}" if value.reason else ""
    return f"{escaped(value.name)}{f' ({certainty}{reason})' if reason or value.certainty != 'certain' else ''}"


IN_ONE_LINE: Mapping[type[Part], Write] = {
    Citation: citation,
    Statement: statement,
    Inference: _inference,
    OtherName: _other_name,
}
"""Small records that readers know by their form."""
