"""From a conflict's pointers to the values they mean."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from macros.kinds import KINDS
from macros.knowledge.packages import sdk_named
from macros.loading import Records
from macros.loading.problems import did_you_mean
from macros.schema.base import Part, fields_of
from macros.schema.conflicts import Pointer
from macros.schema.walk import at_path

STEP = re.compile(r"([^.\[\]]+)((?:\[[^\]]+\])*)(?:\.|$)")
CHOICE = re.compile(r"\[([^=\]]+)=([^\]]+)\]")


@dataclass(frozen=True)
class Place:
    """A value in the data."""

    record: str
    """Kind and id, such as models/gpt2."""
    path: tuple[str | int, ...]


class PointsAtNothingError(Exception):
    """A pointer that leads to no value, or to several; `hint` helps to mend it."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def place_of(records: Records, pointer: Pointer) -> Place:
    """Where a pointer leads. Raises PointsAtNothingError unless it is at exactly one value."""
    kind, _, record = pointer.record.partition("/")
    if kind not in KINDS or record not in records.of(kind):
        known = [f"{one}/{key}" for one, key, _ in records.walk()]
        message = f"expected kind and id of a record, got '{pointer.record}'"
        raise PointsAtNothingError(message, did_you_mean(pointer.record, known))
    found: list[_Node] = [_Node((), records.of(kind)[record])]
    for name, choices in STEP.findall(pointer.at):
        found = _down(found, name)
        for field, value in CHOICE.findall(choices):
            found = _chosen(found, name, field, value)
    if len(found) > 1:
        few = f"expected one value, got {len(found)} at {pointer.at}"
        raise PointsAtNothingError(few, "say which entry is meant by what stands in it, as in rows[line=7]")
    node = found[0]
    if not _is_plain(node.value):
        raise PointsAtNothingError(f"expected a value at {pointer.at}, got a mapping or a list of mappings")
    return Place(pointer.record, node.path)


def value_at(records: Records, place: Place) -> Any:
    """What stands at a place, as its source prints it."""
    kind, _, record = place.record.partition("/")
    return at_path(records.of(kind)[record], place.path)


def meaning_at(records: Records, place: Place) -> Any:
    """What that says, equal for what says the same: words that a table maps, SDK releases and images in one form."""
    kind, _, key = place.record.partition("/")
    value = value_at(records, place)
    match kind, place.path:
        case "components", ("notices", _, "sdk" | "last_sdk"):
            return sdk_named(records, value) or value
        case "releases", ("image", "repository" | "tag"):
            image = records.releases[key].image
            return f"{image.repository}:{image.tag}" if image else value
    mapped = _mapping(records, place)
    return mapped.get(value, value) if mapped else value


def _mapping(records: Records, place: Place) -> Mapping[str, str] | None:
    """Where a value is a word as printed: the vocabulary values that its table maps words to."""
    kind, _, key = place.record.partition("/")
    match kind, place.path:
        case "support", ("rows", _, "fit"):
            return records.support[key].wording.fit
        case "support", ("rows", _, "status", _):
            return records.support[key].wording.status
        case "catalogues", ("rows", _, "wording"):
            return records.catalogues[key].wording
        case "validated", ("rows", _, "mark"):
            return records.validated[key].marks
    return None


@dataclass(frozen=True)
class _Node:
    path: tuple[str | int, ...]
    value: Any


def _down(nodes: Sequence[_Node], name: str) -> list[_Node]:
    entries = [entry for node in nodes for entry in _entries(node)]
    found = [_Node((*node.path, name), own) for node in entries if (own := _field(node.value, name)) is not None]
    if not found:
        known = sorted({field for node in entries for field in _fields(node.value)})
        raise PointsAtNothingError(f"expected a field that has a value, got '{name}'", did_you_mean(name, known))
    return found


def _chosen(nodes: Sequence[_Node], name: str, field: str, value: str) -> list[_Node]:
    entries = [(entry, _field(entry.value, field)) for node in nodes for entry in _entries(node)]
    found = [entry for entry, own in entries if value in _words(own)]
    if not found:
        known = tuple({word for _, own in entries for word in _words(own)})
        message = f"expected an entry of {name} with {field}={value}, got none"
        raise PointsAtNothingError(message, did_you_mean(value, known))
    return found


def _entries(node: _Node) -> Iterator[_Node]:
    """The entries of a list of records; anything else is one entry, itself."""
    if isinstance(node.value, tuple) and not _is_plain(node.value):
        yield from (_Node((*node.path, index), entry) for index, entry in enumerate(node.value))
    else:
        yield node


def _field(value: Any, name: str) -> Any:
    """What stands in a mapping under a name; None where nothing does, or an empty list."""
    if isinstance(value, Part):
        own = getattr(value, name) if name in fields_of(type(value)) else None
    else:
        own = value.get(name) if isinstance(value, dict) else None
    return None if own == () else own


def _fields(value: Any) -> Sequence[str]:
    """The names under which something stands."""
    names = fields_of(type(value)) if isinstance(value, Part) else value if isinstance(value, dict) else ()
    return [str(name) for name in names if _field(value, name) is not None]


def _words(value: Any) -> Sequence[str]:
    if value is None:
        return ()
    entries = value if isinstance(value, tuple) else (value,)
    return [str(entry).lower() if isinstance(entry, bool) else str(entry) for entry in entries]


def _is_plain(value: Any) -> bool:
    """Whether it is a word, number, date or truth, or a list of them."""
    if isinstance(value, tuple):
        return bool(value) and all(_is_plain(entry) for entry in value)
    return isinstance(value, str | int | float | datetime.date)
