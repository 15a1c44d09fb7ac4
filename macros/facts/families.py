"""The best that is known of a family of models on each accelerator, and verdicts on it that a later matrix changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from operator import attrgetter
from typing import Any, Literal

from macros.facts.answers import RUNS_OR_DID, RUNS_TODAY, Option, worth
from macros.facts.evidence import Subject, subject_of_architecture
from macros.facts.fact_types import Verdict
from macros.facts.grouping import group_by
from macros.facts.knowledge import Knowledge
from macros.facts.runs_today import runs_today, words_of_others
from macros.facts.short_answers import ShortAnswer, headline, short_answer


@dataclass(frozen=True)
class FamilyAnswer:
    option: Option
    headline: ShortAnswer
    """In short; of software that has ended with its name, for other software may be offered there."""
    architectures: Sequence[str]
    """Those with the same outcome for the same workload; none where the answer is about the family as such."""

    @property
    def has_ended(self) -> bool:
        return self.option.outcome == "ended"


def rank(option: Option) -> tuple[Any, ...]:
    """Sort key: the best answer first, betas after what is released."""
    return *worth(option), option.is_beta


@dataclass(frozen=True)
class FamilyOnAccelerator:
    accelerator: str
    verdict: Verdict | None
    tested: int
    measured: int
    listed: int
    """Lines of vendors' newest lists."""
    answers: Sequence[FamilyAnswer]
    """For each workload the best answer for the family or one of its architectures; the best first."""
    software_of_others: str | None
    """Where its software has ended: what is offered here of the software that runs the family elsewhere."""

    @property
    def today(self) -> FamilyAnswer | None:
        """The best answer; None where nothing is known."""
        return next(iter(self.answers), None)

    @property
    def known(self) -> bool:
        """Whether anything is known that is not a line of a list alone."""
        return bool(self.today or self.verdict or self.tested or self.measured)


def family_on_accelerators(
    knowledge: Knowledge, family_id: str, accelerators: Iterable[str]
) -> Sequence[FamilyOnAccelerator]:
    newest = knowledge.newest_guidelines(knowledge.guidelines.of("families", family_id))
    verdicts = {verdict.accelerator: verdict for verdict in newest}
    tested = Counter(test.accelerator for test in knowledge.configurations.of("families", family_id))
    measured = Counter(chip for fact in knowledge.measurements_of("families", family_id) for chip in fact.accelerators)
    about = (("architectures", one) for one in knowledge.architectures.of("families", family_id))
    lines = [line for line in knowledge.listed.of_any(*about) if line.replaced_by is None]
    listed = Counter(chip for line in lines for chip in line.accelerators)
    options = _options(knowledge, family_id)
    answers = _best_answers(knowledge, options)
    running = {one.framework for _, one in options if one.outcome in RUNS_TODAY}
    return [
        FamilyOnAccelerator(
            accelerator=chip,
            verdict=verdicts.get(chip),
            tested=tested[chip],
            measured=measured[chip],
            listed=listed[chip],
            answers=(here := answers.get(chip, ())),
            software_of_others=_offered(knowledge, chip, running) if here and here[0].has_ended else None,
        )
        for chip in accelerators
    ]


def _offered(knowledge: Knowledge, accelerator_id: str, frameworks: Container[str | None]) -> str | None:
    statuses = knowledge.support.of("accelerators", accelerator_id)
    return words_of_others(knowledge, (one for one in statuses if one.framework in frameworks)) or None


def _options(knowledge: Knowledge, family_id: str) -> Sequence[tuple[str, Option]]:
    """What the pages of the family's architectures answer, each with its architecture, and its own verdicts.

    That one architecture does not run says nothing about the family.
    """
    options = [("", answer.best) for answer in runs_today(knowledge, Subject(None, "", family_id))]
    for architecture_id in knowledge.architectures.of("families", family_id):
        answers = runs_today(knowledge, subject_of_architecture(knowledge, architecture_id))
        options += [(architecture_id, answer.best) for answer in answers if answer.outcome in RUNS_OR_DID]
    return sorted(options, key=lambda found: rank(found[1]))


def _best_answers(knowledge: Knowledge, options: Iterable[tuple[str, Option]]) -> Mapping[str, Sequence[FamilyAnswer]]:
    """By accelerator: the first of some options for each workload."""
    by_work = group_by(options, lambda found: (found[1].accelerator, found[1].workload))
    answers = (_first_of(knowledge, same) for same in by_work.values())
    return group_by(answers, lambda answer: answer.option.accelerator)


def _said(option: Option) -> tuple[str, bool, str | None]:
    """What one answer about several architectures says of each: of software that has ended with its name."""
    return option.shown, option.is_beta, option.framework if option.outcome == "ended" else None


def _first_of(knowledge: Knowledge, options: Sequence[tuple[str, Option]]) -> FamilyAnswer:
    """The first of options for one workload, each with its architecture; that of the family as such has none."""
    _, best = options[0]
    alike = [key for key, one in options if _said(one) == _said(best)]
    if len(alike) > 1:
        # The architectures are named; a checkpoint of the first of them would narrow all.
        best = replace(best, deciding=replace(best.deciding, checkpoints=()))
    words = short_answer if best.outcome == "ended" else headline
    return FamilyAnswer(best, words(knowledge, best), [] if "" in alike else alike)


@dataclass(frozen=True)
class VerdictChange:
    """Two printed verdicts on the same question that differ between dates."""

    question: Literal["fit", "status"]
    """Of the family on the accelerator, or of one framework and workload there."""
    before: Verdict
    """The first one with the former answer."""
    after: Verdict


def verdict_changes(verdicts: Iterable[Verdict]) -> Iterator[VerdictChange]:
    """Where a later matrix gives another verdict on the same question."""
    in_order = sorted(verdicts, key=lambda verdict: verdict.as_of)
    by_fit = group_by(in_order, attrgetter("family", "accelerator"))
    by_status = group_by(in_order, attrgetter("family", "accelerator", "framework", "workload"))
    yield from (VerdictChange("fit", *pair) for same in by_fit.values() for pair in _turns(same, "fit"))
    yield from (VerdictChange("status", *pair) for same in by_status.values() for pair in _turns(same, "status"))


def _turns(verdicts: Iterable[Verdict], question: str) -> Iterable[tuple[Verdict, Verdict]]:
    """Where the answer to a question changes: the first verdicts of before and after."""
    return pairwise(next(same) for _, same in groupby(verdicts, key=attrgetter(question)))
