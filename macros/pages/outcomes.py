"""What runs today, in the row of a list: the best outcome on the accelerators of each vendor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeVar

from macros.columns.column import Column
from macros.columns.phrase import Marked, PageLink, Phrase, phrase
from macros.facts import Knowledge
from macros.facts.answers import RUNS_TODAY
from macros.facts.grouping import group_by, group_pairs, unique
from macros.facts.knowledge import once
from macros.facts.runs_today import runs_today
from macros.facts.short_answers import ShortAnswer, in_lists
from macros.pages.entries import Entry
from macros.pages.issues import subject_of
from macros.words import first_of

R = TypeVar("R")

MOST_CHIPS, MOST_VENDORS = 3, 6
"""Accelerators that a row of the list names for one outcome; of more, how many of their vendors."""


@once
def _accelerators_of_vendors(knowledge: Knowledge) -> Mapping[str, int]:
    return Counter(chip.vendor for chip in knowledge.records.accelerators.values())


class AnsweredEntry(Entry[R]):
    """Of a model or an architecture."""

    @cached_property
    def by_outcome(self) -> Mapping[ShortAnswer, Sequence[str]]:
        """The accelerators by their best outcome, the best first; what is not known is left out."""
        answers = group_by(runs_today(self.knowledge, subject_of(self)), lambda found: found.accelerator)
        best = {chip: group[0].best for chip, group in answers.items() if group[0].outcome != "not-known"}
        return group_pairs((in_lists(self.knowledge, one), chip) for chip, one in best.items())

    @property
    def vendors_running(self) -> int:
        """On how many vendors' accelerators it runs today."""
        runs = (chips for short, chips in self.by_outcome.items() if short.outcome in RUNS_TODAY)
        return len({self.records.accelerators[chip].vendor for chips in runs for chip in chips})

    @property
    def today(self) -> Sequence[str]:
        """Outcomes with their accelerators, as facets compare them; what is contested or in beta is supported, too."""
        return [":".join((*unique((short.outcome, short.shown)), *chips)) for short, chips in self.by_outcome.items()]

    @property
    def outcomes(self) -> Sequence[Phrase]:
        """Each outcome with the vendors whose best it is; one that is the best of none waits until it is asked for."""
        told, said, known = set[str](), list[Phrase](), _accelerators_of_vendors(self.knowledge)
        for short, accelerators in self.by_outcome.items():
            chips = [self.records.accelerators[one] for one in accelerators]
            vendors = sorted(unique(chip.vendor for chip in chips), key=lambda vendor: -known[vendor])
            best_of = [vendor for vendor in vendors if vendor not in told]
            told.update(best_of)
            names = [chip.short_name for chip in chips] if len(chips) <= MOST_CHIPS else best_of or vendors
            rest = ": ".join(filter(None, (short.rest, first_of(names, MOST_VENDORS))))
            line = phrase(replace(short, rest=rest))
            said.append(line if best_of else phrase(Marked("detail", line)))
        return said


OUTCOMES: Column[Any] = Column(
    "outcomes", "The best outcome of each vendor's accelerators.", label="Runs today", absent="No data"
)
RESULTS: Column[Any] = Column(
    "results", "Tested configurations, benchmarks and regression thresholds of tests.", lambda one: len(one.dates)
)


def caption(whose: str = "") -> str:
    """What the two columns of a list say; `whose`: whose outcomes they are, with a comma before, if not the row's."""
    return (
        f"Those that most vendors run first. Runs today: the best outcome on the accelerators of each vendor{whose},"
        " for inference unless another workload is named; vendors with most hardware here first. Results are tested"
        " configurations, benchmarks and regression thresholds, on all hardware."
    )


def what_outcomes_mean(*_: object) -> Phrase:
    return phrase(PageLink("What the outcomes mean", "contribute/#vocabulary-outcome"), ".")
