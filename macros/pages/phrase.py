"""Sentences with links, terms and dates in them. A writer makes HTML or Markdown of their parts."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from macros.pages.links import PageLink


@dataclass(frozen=True)
class RecordLink:
    """A link to a record."""

    kind: str
    record: str
    title: str = ""
    """Empty: the name of the record."""
    says_end: bool = True
    """Whether its label follows where it has ended."""


@dataclass(frozen=True)
class Sdk:
    """An SDK release, by its id or as a source writes its version."""

    written: str
    prefix: str = "SDK "


@dataclass(frozen=True)
class TermOf:
    """A value of a vocabulary."""

    vocabulary: str
    value: str
    within: bool = False
    """Whether it is a word of the sentence: in lower case, without its symbol."""


@dataclass(frozen=True)
class Code:
    """Text that readers copy."""

    text: str


@dataclass(frozen=True)
class Phrase:
    """A sentence, or part of one."""

    parts: tuple[Piece, ...]

    def __bool__(self) -> bool:
        return bool(self.parts)


Piece = str | datetime.date | RecordLink | PageLink | Sdk | TermOf | Code | Phrase
"""A part of a sentence."""


def phrase(*parts: Piece | None) -> Phrase:
    """A sentence of those parts that say something."""
    return Phrase(tuple(part for part in parts if part))


def joined(pieces: Iterable[Piece], between: str = ", ", last: str = "") -> Phrase:
    """Pieces with words between them, and perhaps others before the last."""
    every = list(pieces)
    words = ["", *[between] * (len(every) - 1)]
    if last and len(every) > 1:
        words[-1] = last
    return phrase(*chain.from_iterable(zip(words, every, strict=False)))
