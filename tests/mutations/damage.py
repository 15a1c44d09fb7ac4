"""What a damage is, and helpers to make one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from macros.loading import Problem
from tests.mutations.dataset import Dataset, Spot

ATTEMPTS = 300
"""How many random values are tried until one can be damaged."""


@dataclass(frozen=True)
class Place:
    """Where a damage must be reported."""

    file: str
    """From the project's root, as messages name it."""
    line: int
    column: int | None = None
    """None where only the line is certain."""
    last_line: int | None = None
    """Set where a parser may notice the damage up to this line."""

    def holds(self, problem: Problem) -> bool:
        """Whether a problem is reported here."""
        return (
            problem.file == self.file
            and self.line <= problem.line <= (self.last_line or self.line)
            and self.column in (None, problem.column)
        )

    def __str__(self) -> str:
        last = f"-{self.last_line}" if self.last_line else ""
        column = f":{self.column}" if self.column else ""
        return f"{self.file}:{self.line}{last}{column}"


@dataclass(frozen=True)
class Damage:
    """One change of the data: a mistake, or, in harmless kinds, a change that only looks like one."""

    what: str
    """What was changed where."""
    edits: Mapping[str, bytes | None]
    """By file below the data folder: its new content, or None to delete it."""
    places: Sequence[Place] = ()
    """All places where it must be reported; none in harmless kinds."""


@dataclass(frozen=True)
class Kind:
    """A way to damage data."""

    name: str
    wanted: Callable[[Spot], bool]
    """Selects the values that can be damaged this way."""
    make: Callable[[Dataset, Spot, Random], Damage | None]
    """The damage of one such value; None where it is impossible, or its outcome uncertain."""
    harmless: str = ""
    """Why the damaged data must load to the same records. Empty where it must be refused."""


def damage(kind: Kind, number: int, data: Dataset) -> Damage | None:
    """The damage with this number, the same in every run; None where the data has no value to damage this way."""
    rng = Random(f"{kind.name}/{number}")  # noqa: S311 - a seed, not a secret
    choices = data.choices(kind.wanted)
    attempts = range(ATTEMPTS if choices else 0)
    made = (kind.make(data, rng.choice(choices[rng.choice(sorted(choices))]), rng) for _ in attempts)
    return next(filter(None, made), None)


def message_name(name: str) -> str:
    """The name of a file below the data folder, as messages print it."""
    return f"data/{name}"


def at(spot: Spot) -> Place:
    """The place of a value."""
    return Place(message_name(spot.file.name), spot.line, spot.column)


def on_line(spot: Spot, line: int) -> Place:
    """A line in the file of a value."""
    return Place(message_name(spot.file.name), line)


def at_key(spot: Spot) -> Place:
    """The place of the key of a value."""
    assert spot.key is not None
    mark = spot.key.start_mark
    return Place(message_name(spot.file.name), int(mark.line) + 1, int(mark.column) + 1)


def cut(text: str, start: int, end: int, new: str) -> str:
    """A text with a part of it replaced."""
    return f"{text[:start]}{new}{text[end:]}"


def damaged(spot: Spot, what: str, edits: Mapping[str, bytes | None], *places: Place) -> Damage:
    """A damage that is described by one value."""
    return Damage(f"{message_name(spot.file.name)}: {spot.path or 'the whole file'}: {what}", edits, places)


def edited(spot: Spot, what: str, text: str, *places: Place) -> Damage:
    """A damage to the text of a value's file."""
    return damaged(spot, what, {spot.file.name: text.encode()}, *places)


def replaced(spot: Spot, new: str, *places: Place) -> Damage:
    """A value replaced; reported at the value, unless other places are given."""
    tail = "\n" if spot.written.endswith("\n") else ""
    text = cut(spot.file.text, spot.start, spot.end, f"{new}{tail}")
    return edited(spot, f"{spot.written.strip()[:60]} becomes {new[:60]}", text, *(places or (at(spot),)))


def line_added(spot: Spot, added: str, *places: Place) -> Damage:
    """A line inserted below a value, indented as its key; reported at that line, unless other places are given."""
    lines = list(spot.file.lines)
    lines.insert(spot.line, f"{spot.indent}{added}\n")
    return edited(spot, f"followed by a line {added}", "".join(lines), *(places or (on_line(spot, spot.line + 1),)))


def without(spot: Spot) -> str | None:
    """The text of a file without one field; None where the field cannot be cut out of its line."""
    text, parent = spot.file.text, spot.parent
    if parent is None or spot.key is None:
        return None
    if spot.in_block and spot.opens_its_line:
        lines = list(spot.file.lines)
        del lines[spot.line - 1]
        return "".join(lines)
    if parent.is_flow and spot.index:
        before = parent.children[spot.index - 1]
        return cut(text, before.end, spot.end, "")
    return None
