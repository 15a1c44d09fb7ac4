"""Find the values in the data that a conflict's pointers name, such as `rows[line=3].throughput`."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from macros.facts.packages import sdk_named
from macros.loading import Records
from macros.loading.problems import did_you_mean
from macros.schema.base import Part, fields_of
from macros.schema.conflicts import Pointer
from macros.schema.kinds import KINDS
from macros.schema.walk import Path, at_path

FIELD = re.compile(r"([^.\[\]]+)((?:\[[^\]]+\])*)(?:\.|$)")
CONDITION = re.compile(r"\[([^=\]]+)=([^\]]+)\]")

Node = tuple[Path, Any]
"""A value in a record and the path to it."""


@dataclass(frozen=True)
class FieldPath:
    """Where a value is in the data."""

    record: str
    """Kind and id, such as models/gpt2."""
    path: Path


class PointerError(Exception):
    """A pointer names no value, or several; `hint` helps to correct it."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def resolve_pointer(records: Records, pointer: Pointer) -> FieldPath:
    """The path that a pointer names. Raises PointerError unless it leads to exactly one value."""
    kind, _, record = pointer.record.partition("/")
    if kind not in KINDS or record not in records.of(kind):
        record_ids = [f"{folder}/{key}" for folder, key, _ in records.walk()]
        message = f"expected kind and id of a record, got '{pointer.record}'"
        raise PointerError(message, did_you_mean(pointer.record, record_ids))
    nodes: Sequence[Node] = [((), records.of(kind)[record])]
    for name, conditions in FIELD.findall(pointer.at):
        nodes = _in_field(nodes, name)
        for field, value in CONDITION.findall(conditions):
            nodes = _where(nodes, name, field, value)
    if len(nodes) > 1:
        few = f"expected one value, got {len(nodes)} at {pointer.at}"
        raise PointerError(few, "say which entry is meant by what stands in it, as in rows[line=7]")
    ((path, value),) = nodes
    if not _is_plain(value):
        raise PointerError(f"expected a value at {pointer.at}, got a mapping or a list of mappings")
    return FieldPath(pointer.record, path)


def value_at(records: Records, place: FieldPath) -> Any:
    """The value at a path, as its source prints it."""
    kind, _, record = place.record.partition("/")
    return at_path(records.of(kind)[record], place.path)


def normalized_value_at(records: Records, place: FieldPath) -> Any:
    """The value in a form to compare: vocabulary values for printed words, ids of SDK releases, full image names."""
    kind, _, key = place.record.partition("/")
    record, value, words = records.by_kind[kind][key], value_at(records, place), dict[str, str]()
    match kind, place.path:
        case "components", ("notices", _, "sdk" | "last_sdk"):
            value = sdk_named(records, value) or value
        case "releases", ("image", "repository" | "tag"):
            value = f"{record.image.repository}:{record.image.tag}"
        case "support", ("rows", _, "fit"):
            words = record.wording.fit
        case "support", ("rows", _, "status", _):
            words = record.wording.status
        case "catalogues", ("rows", _, "wording"):
            words = record.wording
        case "validated", ("rows", _, "mark"):
            words = record.marks
    return words.get(value, value) if words else value


def _in_field(nodes: Iterable[Node], name: str) -> Sequence[Node]:
    """The values of a field, in every entry of the lists that lead to it."""
    entries = [(path, _fields(value)) for path, value in _entries(nodes)]
    values = [((*path, name), fields[name]) for path, fields in entries if name in fields]
    if not values:
        names = sorted({field for _, fields in entries for field in fields})
        raise PointerError(f"expected a field that has a value, got '{name}'", did_you_mean(name, names))
    return values


def _where(nodes: Iterable[Node], name: str, field: str, value: str) -> Sequence[Node]:
    """The entries of a list in which a field has a value, or has it among others."""
    entries = [(node, _texts(_fields(node[1]).get(field))) for node in _entries(nodes)]
    matches = [node for node, texts in entries if value in texts]
    if not matches:
        values = tuple({text for _, texts in entries for text in texts})
        message = f"expected an entry of {name} with {field}={value}, got none"
        raise PointerError(message, did_you_mean(value, values))
    return matches


def _entries(nodes: Iterable[Node]) -> Iterator[Node]:
    """The entries of each value that is a list of records; every other value itself."""
    for path, value in nodes:
        if isinstance(value, tuple) and not _is_plain(value):
            yield from (((*path, index), entry) for index, entry in enumerate(value))
        else:
            yield path, value


def _fields(value: Any) -> Mapping[str, Any]:
    """The fields of a record or mapping, without those that are empty."""
    if isinstance(value, Part):
        fields = {name: getattr(value, name) for name in fields_of(type(value))}
    else:
        fields = value if isinstance(value, dict) else {}
    return {str(name): own for name, own in fields.items() if own is not None and own != ()}


def _texts(value: Any) -> Sequence[str]:
    """A value, or each value of a list, as it is written in a pointer."""
    entries = value if isinstance(value, tuple) else () if value is None else (value,)
    return [str(entry).lower() if isinstance(entry, bool) else str(entry) for entry in entries]


def _is_plain(value: Any) -> bool:
    """Whether it is a text, number, date or boolean, or a list of them."""
    if isinstance(value, tuple):
        return bool(value) and all(_is_plain(entry) for entry in value)
    return isinstance(value, str | int | float | datetime.date)
