"""A badge in one line: what of a model was tested, and as of when."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge
from macros.knowledge.answers import Evidence, answers, subject_of_model
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

NOT_YET_OR_NOT = frozenset({"planned", "unsupported", "not-applicable"})
"""Statuses of a vendor's list that the badge must show: the model does not run, or not yet."""


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
    tests = knowledge.configurations.of("models", record)
    benchmarks = knowledge.measurements_of("models", record)
    if not tests and not benchmarks:
        return _not_run(knowledge, record)
    counted = ((len(tests), "configuration"), (len(benchmarks), "benchmark"))
    counts = ", ".join(plural(count, noun) for count, noun in counted if count)
    newest = max([test.as_of for test in tests] + [fact.as_of for fact in benchmarks])
    return _dated(f"{'tested' if tests else 'measured'}: {counts}", newest)


def _not_run(knowledge: Knowledge, record: str) -> str:
    """The summary of a model that nobody is known to have run."""
    all_evidence = [
        evidence for answer in answers(knowledge, subject_of_model(knowledge, record)) for evidence in answer.evidence
    ]
    lists = [evidence for evidence in all_evidence if evidence.kind == "listed"]
    if lists:
        return _listed(knowledge, lists)
    if all_evidence:
        return _dated("family verdict only", max(evidence.newest for evidence in all_evidence))
    return "nothing known"


def _listed(knowledge: Knowledge, lists: Sequence[Evidence]) -> str:
    current = [evidence for evidence in lists if not evidence.superseded]
    statuses = list(knowledge.records.vocabularies["status"].values)
    best = min(current or lists, key=lambda evidence: statuses.index(evidence.status or "unknown"))
    newest = max(evidence.newest for evidence in current or lists if evidence.status == best.status)
    words = "listed" if current else "listed earlier"
    if best.status in NOT_YET_OR_NOT:
        words += f" as {knowledge.term('status', best.status).label.lower()}"
    return _dated(f"{words}, no run known", newest)


def _dated(words: str, newest: datetime.date) -> str:
    return f"{words} · as of {month(newest)}"
