"""A badge in one line: whether a model runs today, on what, and as of when."""

from __future__ import annotations

import re
from dataclasses import dataclass

from macros.knowledge import Knowledge
from macros.knowledge.evidence import subject_of_model
from macros.knowledge.grouping import unique
from macros.knowledge.runs_today import runs_today
from macros.knowledge.short_answers import headline
from macros.words import month, plural

NAME = "Accelerator Atlas"

FONT_SIZE = 11
MARGIN = 8

WIDTHS = {
    characters: width
    for group, width in {
        "il": 274,
        "j": 344,
        " f": 352,
        ",.·": 364,
        "t": 394,
        "r": 427,
        ":-": 454,
        "cs": 521,
        "z": 525,
        "kvxy": 592,
        "e": 596,
        "a": 601,
        "o": 607,
        "bdgpq": 623,
        "hnu": 633,
        "0123456789": 636,
        "A": 684,
        "w": 818,
        "m": 973,
    }.items()
    for characters in group
}
"""Of the characters of Verdana, in thousandths of the font's size. Other fonts are stretched to it by textLength."""
OTHER_WIDTH = 700

MOST_NAMED = 2
"""Accelerators that the badge names; of more, it gives the number."""


@dataclass(frozen=True)
class Badge:
    """The text of a badge, and the widths of its parts in pixels."""

    model: str
    name: str
    says: str

    @property
    def path(self) -> str:
        return path(self.model)

    @property
    def text(self) -> str:
        """For screen readers."""
        return f"{NAME}: {self.says}"

    @property
    def alternative(self) -> str:
        """`text` with brackets escaped, as the alternative text of an image in Markdown."""
        return re.sub(r"([\\\[\]])", r"\\\1", self.text)

    @property
    def left(self) -> int:
        """The left half with its margins."""
        return text_width(NAME) + 2 * MARGIN

    @property
    def width(self) -> int:
        return self.left + text_width(self.says) + 2 * MARGIN


def text_width(text: str) -> int:
    """About how wide a line of text is, in pixels."""
    return round(sum(WIDTHS.get(character, OTHER_WIDTH) for character in text) * FONT_SIZE / 1000)


def path(model: str) -> str:
    """Where the badge of a model is, from the site's root."""
    return f"badges/{model}.svg"


def badge(knowledge: Knowledge, record: str) -> Badge:
    return Badge(record, knowledge.records.models[record].name, _says(knowledge, record))


def _says(knowledge: Knowledge, record: str) -> str:
    """The best outcome of today with its workload, betas and limits, on which accelerators, and when it was said."""
    answers = runs_today(knowledge, subject_of_model(knowledge, record))
    if not answers:
        return "nothing known"
    said = headline(knowledge, answers[0].best)
    alike = [answer.best for answer in answers if headline(knowledge, answer.best) == said]
    chips = unique(knowledge.records.accelerators[one.accelerator].short_name for one in alike)
    place = ", ".join(chips) if len(chips) <= MOST_NAMED else plural(len(chips), "accelerator")
    return f"{said[:1].lower()}{said[1:]} on {place} · as of {month(max(one.as_of for one in alike))}"
