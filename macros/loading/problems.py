"""A mistake in the data, and the error that carries all of them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Problem:
    """One mistake, where it stands, and how to mend it."""

    file: str
    """Path from the project's root."""
    line: int
    column: int
    field: str
    """Dotted path inside the record; empty where the file as a whole is meant."""
    message: str
    """What was expected and what was found."""
    hint: str = ""
    rule: str = ""
    """The rule across records that found it; empty where the record is wrong by itself."""
    fault: bool = False
    """Whether it is a fault of the rule, which failed, and not of the data."""

    def __str__(self) -> str:
        subject = f"{self.field}: " if self.field else ""
        rule = f" [{self.rule}]" if self.rule else ""
        text = f"{self.file}:{self.line}:{self.column}: {subject}{self.message}{rule}"
        return "\n    ".join((text, *self.hint.splitlines()))


class DataError(Exception):
    """The data cannot be used; `problems` says why, all of it, in the order of the files."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(set(problems)))
        super().__init__("\n".join(map(str, self.problems)))

    @property
    def summary(self) -> str:
        """How many problems there are, in words."""
        faults = sum(problem.fault for problem in self.problems)
        told = (_counted(len(self.problems) - faults, "problem"), "in the data")
        failed = (_counted(faults, "rule"), "failed")
        return " and ".join(f"{count} {what}" for count, what in (told, failed) if count)


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' if count != 1 else ''}" if count else ""


LONGEST = 60
"""Characters of a value that a message repeats."""


def shortened(text: str) -> str:
    """A value, short enough for one line of a message."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def visible(text: str) -> str:
    """A text of the data as it can stand in one line of a message: what does not show as an escape."""
    return text if text.isprintable() else repr(text)[1:-1]


FEW = 12
"""Up to this many known values, a hint lists them all."""


def nearest(value: str, known: Sequence[str]) -> Sequence[str]:
    """The known values that look like `value`, best first."""
    folded = {name.lower(): name for name in sorted(known)}
    return [folded[name] for name in difflib.get_close_matches(value.lower(), folded, n=3, cutoff=0.6)]


def did_you_mean(value: str, known: Sequence[str]) -> str:
    """A hint that names the nearest known values, or lists them where they are few; empty if neither helps."""
    if near := nearest(value, known):
        return f"did you mean {' or '.join(map(repr, near))}?"
    return f"known: {', '.join(sorted(known))}" if 0 < len(known) <= FEW else ""
