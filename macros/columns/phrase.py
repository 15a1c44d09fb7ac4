"""Sentences with links, terms and dates in them. A writer makes HTML or Markdown of their parts."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from macros.addresses import address, place_of, section
from macros.facts import Knowledge
from macros.facts.short_answers import ShortAnswer
from macros.schema.base import Citation
from macros.schema.kinds import WITH_PAGES


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
class PageLink:
    """A text that leads to a page."""

    title: str
    address: str | None
    """From the site's root, or that of another site; None where no page shows it."""


@dataclass(frozen=True)
class Sdk:
    """An SDK release, by its id or as a source writes its version."""

    written: str
    names_platform: bool = True
    """Whether it says of which SDK it is: not after another of the same."""


@dataclass(frozen=True)
class TermOf:
    """A value of a vocabulary."""

    vocabulary: str
    value: str
    within: bool = False
    """Whether it is a word of the sentence: in lower case, without its symbol."""
    words: str = ""
    """Empty: its label."""


@dataclass(frozen=True)
class Code:
    """Text that readers copy."""

    text: str


@dataclass(frozen=True)
class AsOf:
    """The date for which a fact speaks; unlike a date alone, which is the day of an event, it grows old."""

    date: datetime.date | None


@dataclass(frozen=True)
class Cited:
    """Who says what stands before."""

    citations: Sequence[Citation]


@dataclass(frozen=True)
class Inferred:
    """That the editor concluded what stands before."""

    reason: str


@dataclass(frozen=True)
class Marked:
    """A part that looks in its own way, by the name of that look."""

    look: str
    said: Phrase


@dataclass(frozen=True)
class Phrase:
    """A sentence, or part of one."""

    parts: tuple[Piece, ...]

    def __bool__(self) -> bool:
        return bool(self.parts)


Piece = (
    str
    | datetime.date
    | RecordLink
    | PageLink
    | Sdk
    | TermOf
    | Code
    | ShortAnswer
    | Phrase
    | AsOf
    | Citation
    | Cited
    | Inferred
    | Marked
)


def phrase(*parts: Piece | None) -> Phrase:
    """A sentence of those parts that say something."""
    return Phrase(tuple(filter(None, parts)))


def joined(pieces: Iterable[Piece], between: str = ", ", last: str = "") -> Phrase:
    """Pieces with words between them, and perhaps others before the last."""
    every = list(pieces)
    words = ["", *[between] * (len(every) - 1)]
    if last and len(every) > 1:
        words[-1] = last
    return phrase(*chain.from_iterable(zip(words, every, strict=False)))


def links(kind: str, ids: Iterable[str], last: str = "") -> Phrase:
    """Links to records of a kind, with commas between them, and perhaps other words before the last."""
    return joined((RecordLink(kind, one) for one in ids), last=last)


def event_day(date: datetime.date) -> Phrase:
    """The look of dates on which something happened."""
    return phrase(date)


def printed(text: str) -> str:
    """The look of words as a source prints them, beside ours."""
    return f"“{text}”"


def answer_phrase(short: ShortAnswer, beside: Iterable[str] = ()) -> Phrase:
    """A short answer, in which parts that stand beside it as well are marked as details."""
    said = ((before, Marked("detail", phrase(part)) if part else None) for before, part in short.split(beside))
    return phrase(TermOf("outcome", short.shown, words=short.label), " ", *chain.from_iterable(said))


GUIDELINES = f"{section('families')}guidelines/"
"""The page of all guidelines as published, from the site's root."""

SPELT_LIKE_CODE = ("models", "instances")
"""Kinds whose names readers copy into commands, unless they are words: Stable Diffusion XL."""


def name_of(knowledge: Knowledge, kind: str, record_id: str) -> str:
    """What readers call a record: its title or name, or its id where they know it by that."""
    if kind == "sdks":
        return knowledge.sdk_name(record_id)
    found = knowledge.records.of(kind)[record_id]
    return getattr(found, "title", None) or getattr(found, "name", None) or record_id


def link_to(knowledge: Knowledge, kind: str, record_id: str) -> PageLink:
    return PageLink(name_of(knowledge, kind, record_id), page_of(knowledge, kind, record_id))


def page_of(knowledge: Knowledge, kind: str, record: str) -> str | None:
    """The page that shows a record of any kind, from the site's root; None where no page does."""
    if kind in WITH_PAGES:
        return place_of(knowledge.records, kind, record)
    if kind == "support":
        return f"{GUIDELINES}#{record}"
    if kind == "platforms":
        return "support/"
    if kind == "configurations":
        return address("releases", knowledge.records.configurations[record].release)
    if kind == "validated":
        return address("frameworks", knowledge.records.validated[record].framework)
    return None
