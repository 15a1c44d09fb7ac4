"""What a damage is, and how its kinds are told apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from macros.loading import Problem
from tests.mutations.dataset import Dataset, Spot
from tests.mutations.dice import Dice

ATTEMPTS = 300
"""So many spots are tried until one can be damaged in the wanted way."""


@dataclass(frozen=True)
class Place:
    """Where a refusal has to be reported."""

    file: str
    """As messages give it, from the project's root."""
    line: int
    column: int | None = None
    """None where the line is known and the column is not."""
    last_line: int | None = None
    """Where a parser may notice the damage some lines later."""

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
    """One change of the data, made to do harm or, in harmless kinds, to look as if."""

    what: str
    """In words: what was changed where."""
    edits: Mapping[str, bytes | None]
    """By file below the data folder: its new content; None where it is deleted."""
    places: Sequence[Place] = ()
    """Where it must be refused, all of them; none in harmless kinds."""


@dataclass(frozen=True)
class Kind:
    """A way to damage data."""

    name: str
    wanted: Callable[[Spot], bool]
    """Which values it can be done to."""
    make: Callable[[Dataset, Spot, Dice], Damage | None]
    """The damage at one of them; None where it cannot be done, or its outcome would not be certain."""
    harmless: str = ""
    """Why it may be accepted: the records it gives are those of the undamaged data. Empty where it must be refused."""


def damage(kind: Kind, number: int, data: Dataset) -> Damage:
    """The damage that a kind and a number stand for: always the same one in the same data."""
    dice = Dice(f"{kind.name}/{number}")
    choices = data.choices(kind.wanted)
    assert choices, f"nothing in the data can be damaged by {kind.name}"
    for _ in range(ATTEMPTS):
        spot = dice.pick(choices[dice.pick(sorted(choices))])
        made = kind.make(data, spot, dice)
        if made:
            return made
    raise AssertionError(f"{kind.name} found nothing to damage in {ATTEMPTS} attempts")


def message_name(name: str) -> str:
    """A file below the data folder, as messages give it."""
    return f"data/{name}"


def at(spot: Spot) -> Place:
    """Where a value stands."""
    return Place(message_name(spot.file.name), spot.line, spot.column)


def on_line(spot: Spot, line: int) -> Place:
    """A line of the file of a value."""
    return Place(message_name(spot.file.name), line)


def at_key(spot: Spot) -> Place:
    """Where the key of a value stands."""
    assert spot.key is not None
    mark = spot.key.start_mark
    return Place(message_name(spot.file.name), int(mark.line) + 1, int(mark.column) + 1)


def cut(text: str, start: int, end: int, new: str) -> str:
    """A text with a part of it replaced."""
    return f"{text[:start]}{new}{text[end:]}"


def damaged(spot: Spot, what: str, edits: Mapping[str, bytes | None], *places: Place) -> Damage:
    """A damage that is told by one value."""
    return Damage(f"{message_name(spot.file.name)}: {spot.path or 'the whole file'}: {what}", edits, places)


def edited(spot: Spot, what: str, text: str, *places: Place) -> Damage:
    """A damage to the text of the file of one value."""
    return damaged(spot, what, {spot.file.name: text.encode()}, *places)


def replaced(spot: Spot, new: str, *places: Place) -> Damage:
    """A value written otherwise; refused where it stands, unless other places are given."""
    tail = "\n" if spot.written.endswith("\n") else ""
    text = cut(spot.file.text, spot.start, spot.end, f"{new}{tail}")
    return edited(spot, f"{spot.written.strip()[:60]} becomes {new[:60]}", text, *(places or (at(spot),)))


def line_added(spot: Spot, added: str, *places: Place) -> Damage:
    """A line put below that of a value, indented as its key is."""
    lines = list(spot.file.lines)
    lines.insert(spot.line, f"{spot.indent}{added}\n")
    return edited(spot, f"followed by a line {added}", "".join(lines), *(places or (on_line(spot, spot.line + 1),)))


def without(spot: Spot) -> str | None:
    """The text of a file without one field, that has a line or a part of one to itself; None where it has not."""
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
