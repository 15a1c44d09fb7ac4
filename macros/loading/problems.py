"""A mistake in the data, the error that holds all of them, and the parts of their messages."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from macros.schema.walk import Steps


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
    """Whether the rule itself failed: not a mistake in the data."""

    def __str__(self) -> str:
        subject = f"{self.field}: " if self.field else ""
        rule = f" [{self.rule}]" if self.rule else ""
        text = f"{self.file}:{self.line}:{self.column}: {subject}{self.message}{rule}"
        return "\n    ".join((text, *self.hint.splitlines()))


class DataError(Exception):
    """The data cannot be used: `problems` holds every reason, sorted by file and line."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(set(problems)))
        super().__init__("\n".join(map(str, self.problems)))

    @property
    def summary(self) -> str:
        faults = sum(problem.fault for problem in self.problems)
        counts = ((len(self.problems) - faults, "problem", "in the data"), (faults, "rule", "failed"))
        return " and ".join(f"{count} {noun}{'s' if count > 1 else ''} {rest}" for count, noun, rest in counts if count)


KEY = "[key]"
"""As the last step of a path: the key is meant, not its value."""
MAX_SHOWN = 60
"""Characters of a value that a message repeats."""
MAX_LISTED = 16
"""Up to this many known values, a hint lists them all."""


def shortened(text: str) -> str:
    """A value, short enough for one line of a message."""
    return text if len(text) <= MAX_SHOWN else f"{text[: MAX_SHOWN - 1]}…"


def visible(text: str) -> str:
    """A text of the data in one line: characters that are not printable become escapes."""
    return text if text.isprintable() else repr(text)[1:-1]


def describe(value: Any) -> str:
    """A value, short enough for one line of a message."""
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, str):
        return repr(shortened(value))
    return "nothing" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def field(path: Steps) -> str:
    """A path as text, such as tables[0].rows[3].model."""
    text = ""
    for step in path:
        if step != KEY:
            text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return visible(text)


def nearest(value: str, known: Sequence[str]) -> Sequence[str]:
    """The known values that look like `value`, best first."""
    folded = {name.lower(): name for name in sorted(known)}
    return [folded[name] for name in difflib.get_close_matches(value.lower(), folded, n=3, cutoff=0.7)]


def did_you_mean(value: str, known: Sequence[str]) -> str:
    """A hint that names the nearest known values, or lists them where they are few; empty if neither helps."""
    if near := nearest(value, known):
        return f"did you mean {' or '.join(map(repr, near))}?"
    return f"known: {', '.join(sorted(known))}" if 0 < len(known) <= MAX_LISTED else ""
