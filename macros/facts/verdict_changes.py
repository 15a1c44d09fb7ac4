"""Verdicts of guidelines that a later matrix gives otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, pairwise
from operator import attrgetter
from typing import Literal

from macros.facts.fact_types import Verdict
from macros.facts.grouping import group_pairs

Question = Literal["fit", "status"]
"""Of the family on the accelerator, or of one framework and workload there."""


@dataclass(frozen=True)
class VerdictChange:
    """Two printed verdicts on the same question that differ between dates."""

    question: Question
    before: Verdict
    """The first one with the former answer."""
    after: Verdict


def verdict_changes(verdicts: Sequence[Verdict]) -> Iterator[VerdictChange]:
    """Where a later matrix gives another verdict on the same question."""
    in_order = sorted(verdicts, key=lambda verdict: verdict.as_of)
    for (question, *_), answers in group_pairs(chain(*map(_questions, in_order))).items():
        firsts = [next(same) for _, same in groupby(answers, key=attrgetter(question))]
        yield from (VerdictChange(question, before, after) for before, after in pairwise(firsts))


def _questions(verdict: Verdict) -> Iterator[tuple[tuple[Question, str, str, str, str], Verdict]]:
    yield ("fit", verdict.family, verdict.accelerator, "", ""), verdict
    yield ("status", verdict.family, verdict.accelerator, verdict.framework, verdict.workload), verdict
