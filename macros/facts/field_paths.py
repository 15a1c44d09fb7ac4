"""Find the values in the data that a conflict's pointers name, such as `rows[line=3].throughput`."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from macros.facts.packages import sdk_named
from macros.loading import Records
from macros.loading.problems import did_you_mean
from macros.schema.base import Part, fields_of
from macros.schema.issues import Pointer
from macros.schema.kinds import KINDS
from macros.schema.walk import Location, Steps, at_path

FIELD = re.compile(r"([^.\[\]]+)((?:\[[^\]]+\])*)(?:\.|$)")
CONDITION = re.compile(r"\[([^=\]]+)=([^\]]+)\]")

Node = tuple[Steps, Any]


class PointerError(Exception):
    """A pointer names no value, or several: what was expected and found, and how to correct it."""

    def __init__(self, expected: str, got: str, hint: str = "") -> None:
        super().__init__(f"expected {expected}, got {got}")
        self.expected, self.got, self.hint = expected, got, hint


def resolve_pointer(records: Records, pointer: Pointer) -> Location:
    """The path that a pointer names. Raises PointerError unless it leads to exactly one value."""
    kind, _, record = pointer.record.partition("/")
    if kind not in KINDS or record not in records.of(kind):
        record_ids = [f"{folder}/{key}" for folder, key, _ in records.walk()]
        hint = did_you_mean(pointer.record, record_ids)
        raise PointerError("kind and id of a record", f"'{pointer.record}'", hint)
    nodes: Sequence[Node] = [((), records.of(kind)[record])]
    for name, conditions in FIELD.findall(pointer.at):
        nodes = _in_field(nodes, name)
        for field, value in CONDITION.findall(conditions):
            nodes = _where(nodes, name, field, value)
    if len(nodes) > 1:
        hint = "say which entry is meant by what stands in it, as in rows[line=7]"
        raise PointerError("one value", f"{len(nodes)} at {pointer.at}", hint)
    ((path, value),) = nodes
    if not _is_plain(value):
        raise PointerError(f"a value at {pointer.at}", "a mapping or a list of mappings")
    return Location(pointer.record, path)


def value_at(records: Records, place: Location) -> Any:
    """The value at a path, as its source prints it."""
    kind, _, record = place.record.partition("/")
    return at_path(records.of(kind)[record], place.path)


def normalized_value_at(records: Records, place: Location) -> Any:
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
        raise PointerError("a field that has a value", f"'{name}'", did_you_mean(name, names))
    return values


def _where(nodes: Iterable[Node], name: str, field: str, value: str) -> Sequence[Node]:
    """The entries of a list in which a field has a value, or has it among others."""
    entries = [(node, _texts(_fields(node[1]).get(field))) for node in _entries(nodes)]
    matches = [node for node, texts in entries if value in texts]
    if not matches:
        values = tuple({text for _, texts in entries for text in texts})
        raise PointerError(f"an entry of {name} with {field}={value}", "none", did_you_mean(value, values))
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
