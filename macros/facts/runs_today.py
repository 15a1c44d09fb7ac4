"""Whether a model runs today on an accelerator for a workload: its evidence joined with the support of its software.

Each framework that evidence names is one option, and the best option is the answer. The rules of one option:

- `decisions` says which piece of evidence decides whether it works.
- A list that requires other hardware, or a limitation that excludes this model on this hardware, rules the option out.
- A line that lists the model, a run or an example is worth what the software's support status is today. Where that is
  unknown, or the vendor never offered it here, a run still shows that it ran. An archived example shows no more.
- A guideline for the whole family never makes a positive answer.
- What cannot fit the largest hardware with the accelerator does not run there, unless a run or a line about that very
  checkpoint says otherwise.

Of several options with equal outcomes, the one with the narrowest, strongest and newest evidence comes first.
"""

from __future__ import annotations

import datetime
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from macros.facts.decisions import Excluded, decide, exclusion_of, newest_run, says
from macros.facts.evidence import (
    LEVELS,
    RUNS,
    STRENGTH,
    Evidence,
    Level,
    Subject,
    evidence_by_accelerator,
)
from macros.facts.grouping import group_by, unique
from macros.facts.knowledge import Knowledge
from macros.facts.memory import too_large
from macros.facts.packages import release_order
from macros.facts.reasons import Basis, because, contested
from macros.facts.support_status import OFFERED, SUPPORTED, SupportStatus

Outcome = Literal["supported", "maintained", "ended", "ran", "unsupported", "not-known"]
OUTCOMES: Sequence[Outcome] = ("supported", "maintained", "ended", "ran", "not-known", "unsupported")
"""The best first: what is not known may run."""

RUNS_OR_DID: Sequence[Outcome] = ("supported", "maintained", "ended", "ran")
"""Outcomes that say that it runs, or did."""

INSTALLED: Sequence[Outcome] = ("supported", "maintained")
"""Outcomes for which it makes sense to say what to install."""

OUTCOME_OF_STATUS: dict[str, Outcome] = {
    **dict.fromkeys(SUPPORTED, "supported"),
    "maintenance": "maintained",
    "ended": "ended",
    "never": "unsupported",
}


@dataclass(frozen=True, slots=True)
class Option:
    """A framework with which evidence connects a subject and an accelerator, for one workload."""

    accelerator: str
    workload: str
    framework: str | None
    outcome: Outcome
    support: SupportStatus | None
    """Of the framework here today."""
    evidence: tuple[Evidence, ...]
    """The strongest first."""
    deciding: Evidence
    """What the outcome rests on."""
    excluded_by: Excluded | None
    """The limitation that rules it out, or that a newer statement overrules."""
    does_not_fit: str | None
    """Why the model cannot fit any hardware with the accelerator, in words."""
    pin: tuple[str, ...]
    """What to install, as published; none for what does not run."""
    because: str
    """One sentence for readers."""
    contested: str | None
    """What other sources say of the support of its software, with what they name to install."""
    replacement_here: tuple[str, ...] = ()
    """Frameworks named instead that are offered here, and of which nothing says that the subject does not run."""

    @property
    def level(self) -> Level:
        """What the deciding evidence is about."""
        return self.deciding.level

    @property
    def as_of(self) -> datetime.date:
        """The date of the newest evidence of the deciding kind."""
        return self.deciding.newest

    @property
    def last_sdk(self) -> str | None:
        """The last SDK release with support, as published."""
        if self.excluded_by and not self.excluded_by.overruled and self.excluded_by.exclusion.last_sdk:
            return self.excluded_by.exclusion.last_sdk
        return self.support.statement.last_sdk if self.support else None

    @property
    def ends_with(self) -> str | None:
        """The SDK release with which support of its software is announced to end."""
        return self.support.ends_with if self.support and self.outcome in INSTALLED else None

    @property
    def announced_end(self) -> str | None:
        """The announced end of support of its software, in words."""
        return self.support.announced_end if self.support and self.outcome in INSTALLED else None

    @property
    def last_said(self) -> datetime.date | None:
        """The day of the statement of support that the outcome follows from, where that is long ago."""
        if self.support is None or not self.support.is_old or _rules_out(self.excluded_by):
            return None
        return self.support.as_of if OUTCOME_OF_STATUS.get(self.support.status) == self.outcome else None

    @property
    def is_beta(self) -> bool:
        """Whether the software is supported as a beta only."""
        return self.outcome == "supported" and self.support is not None and self.support.status != "current"

    @property
    def rests_on_guideline(self) -> bool:
        """Whether nothing narrower than a guideline for the family says so."""
        return self.deciding.kind == "guideline"

    @property
    def rests_on_status(self) -> bool:
        """Whether the support status of its software decides, whatever a guideline for the family says."""
        ruled_out = self.does_not_fit or (self.excluded_by and not self.excluded_by.overruled)
        return self.rests_on_guideline and self.outcome in ("ended", "unsupported") and not ruled_out

    @property
    def replacement(self) -> Sequence[str]:
        """Frameworks named instead."""
        return self.support.statement.replacement if self.support else ()

    @property
    def sources(self) -> Sequence[str]:
        """Of the evidence and of the support status."""
        stated = [self.support.citation.source] if self.support else []
        return unique([*(source for found in self.evidence for source in found.sources), *stated])


@dataclass(frozen=True, slots=True)
class RunsToday:
    """The answer for one accelerator and workload."""

    accelerator: str
    workload: str
    options: tuple[Option, ...]
    """The best first; never empty."""

    @property
    def best(self) -> Option:
        """The option that is the answer."""
        return self.options[0]

    @property
    def alternatives(self) -> Sequence[Option]:
        """The others: what is current before what ended."""
        return sorted(self.options[1:], key=lambda option: OUTCOMES.index(option.outcome))

    @property
    def outcome(self) -> Outcome:
        """The answer in one word."""
        return self.best.outcome


def runs_today(knowledge: Knowledge, subject: Subject) -> Sequence[RunsToday]:
    """The answers about a subject, the best first; accelerators about which nothing is known are left out."""
    return knowledge.cached(_runs_today, subject)


def _runs_today(knowledge: Knowledge, subject: Subject) -> Sequence[RunsToday]:
    every = [found for answer in evidence_by_accelerator(knowledge, subject) for found in answer.evidence]
    evidence = [one for one in every if not one.predates_model or exclusion_of(knowledge, subject, one, None)]
    known = {found.accelerator for found in evidence}
    evidence += [
        one for one in every if one.accelerator in known and one not in evidence and _is_never_offered(knowledge, one)
    ]
    evidence += [
        replace(found, accelerator=other, status="unsupported") for found in evidence for other in found.excludes
    ]
    found = [
        RunsToday(accelerator, workload, _options(knowledge, subject, group))
        for (accelerator, workload), group in group_by(evidence, lambda one: (one.accelerator, one.workload)).items()
    ]
    chips = list(knowledge.records.accelerators)
    return sorted(found, key=lambda answer: (_rank(answer.best), chips.index(answer.accelerator)))


def _is_never_offered(knowledge: Knowledge, guideline: Evidence) -> bool:
    """Whether a guideline older than the model is about software that is not offered on its hardware at all."""
    if not guideline.predates_model:
        return False
    status = knowledge.support.status_of(guideline.framework or "", guideline.accelerator, guideline.workload)
    return status is not None and status.status == "never"


def _options(knowledge: Knowledge, subject: Subject, evidence: Sequence[Evidence]) -> tuple[Option, ...]:
    by_framework = group_by(evidence, lambda one: one.framework or "")
    said_to_fit = any(map(_says_it_fits, evidence))
    found = [_option(knowledge, subject, group, said_to_fit) for group in by_framework.values()]
    refused = {one.framework for one in found if one.outcome in ("ended", "unsupported")}
    options = [replace(one, replacement_here=_replacement_here(knowledge, one, refused)) for one in found]
    options.sort(key=_last_release, reverse=True)
    return tuple(sorted(options, key=lambda one: (_says_least(one), *_worth(one), _rank(one))))


def _replacement_here(knowledge: Knowledge, option: Option, refused: Container[str | None]) -> tuple[str, ...]:
    named = {
        name: knowledge.support.status_of(name, option.accelerator, option.workload) for name in option.replacement
    }
    offered = (name for name, status in named.items() if status and status.status in OFFERED)
    return tuple(name for name in offered if name not in refused)


def _says_least(option: Option) -> int:
    """0 for an outcome of narrow evidence, 1 for none, 2 for a refusal that only a guideline for the family implies."""
    if option.outcome == "not-known":
        return 1
    ruled_out = option.does_not_fit or _rules_out(option.excluded_by)
    return 2 if option.rests_on_guideline and not ruled_out else 0


def _worth(option: Option) -> tuple[int, bool]:
    """The place of its outcome; examples for supported software come after lists and runs for maintained software."""
    is_example = option.deciding.kind == "sample" and option.outcome in INSTALLED
    place = OUTCOMES.index(INSTALLED[-1] if is_example else option.outcome)
    return place, is_example


def _rank(option: Option) -> tuple[int, bool, bool, int, bool, int, int, int]:
    deciding = option.deciding
    return (
        OUTCOMES.index(option.outcome),
        option.support is not None and option.support.is_old,  # what was said lately comes first
        deciding.kind == "sample",  # a list about the architecture counts more than an example of the checkpoint
        LEVELS.index(deciding.level),
        deciding.variant is not None,
        STRENGTH.index(deciding.kind),
        0 if option.outcome == "ended" else -deciding.newest.toordinal(),
        0 if option.outcome == "ended" else -deciding.count,
    )


def _last_release(option: Option) -> tuple[Any, ...]:
    """Sort key: of software that has ended, that with the later last release says more."""
    return release_order(option.last_sdk) if option.outcome == "ended" and option.last_sdk else ()


def _option(knowledge: Knowledge, subject: Subject, evidence: Sequence[Evidence], said_to_fit: bool) -> Option:
    first = evidence[0]
    support = None
    if first.framework:
        support = knowledge.support.status_of(first.framework, first.accelerator, first.workload)
    deciding, verdict = decide(evidence)
    excluded = exclusion_of(knowledge, subject, first, support) if verdict != "does-not" else None
    basis = Basis(deciding, verdict, support, excluded, too_large(knowledge, subject.model, first.accelerator))
    outcome = _outcome(basis)
    run = newest_run(evidence)
    if run and verdict == "works" and outcome in ("not-known", "unsupported") and not _rules_out(excluded):
        basis, outcome = basis._replace(deciding=run), "ran"
    does_not_fit = basis.too_large if outcome != "unsupported" and not said_to_fit else None
    return Option(
        accelerator=first.accelerator,
        workload=first.workload,
        framework=first.framework,
        outcome="unsupported" if does_not_fit else outcome,
        support=support,
        evidence=tuple(evidence),
        deciding=basis.deciding,
        excluded_by=excluded,
        does_not_fit=does_not_fit,
        pin=() if does_not_fit else tuple(_pin(knowledge, basis, evidence, outcome)),
        because=because(knowledge, basis, does_not_fit),
        contested=None if does_not_fit else contested(knowledge, support, excluded),
    )


def _says_it_fits(found: Evidence) -> bool:
    """Whether evidence says of the very checkpoint that it runs there."""
    return found.is_own and (found.kind in RUNS or (found.kind == "listed" and says(found) == "works"))


def _rules_out(excluded: Excluded | None) -> bool:
    return excluded is not None and not excluded.overruled


def _outcome(basis: Basis) -> Outcome:
    if basis.verdict == "does-not":
        return "unsupported"
    if basis.excluded and _rules_out(basis.excluded):
        return "ended" if basis.excluded.exclusion.last_sdk else "unsupported"
    status = basis.support.status if basis.support else "unknown"
    outcome = OUTCOME_OF_STATUS.get(status, "not-known")
    if basis.verdict == "not-said":
        ended = status == "ended" and says(basis.deciding) == "works"
        return outcome if ended or status == "never" else "not-known"
    if basis.deciding.kind == "sample" and outcome in INSTALLED:
        return "ran" if basis.deciding.archived == "all" or basis.deciding.left_out else outcome
    return outcome


def _pin(knowledge: Knowledge, basis: Basis, evidence: Sequence[Evidence], outcome: Outcome) -> Sequence[str]:
    """What to install: of a framework whose releases were tested with the model, the newest of these."""
    if outcome in ("unsupported", "not-known"):
        return ()
    if basis.excluded and _rules_out(basis.excluded):
        return basis.excluded.pin
    tests = sorted((found for found in evidence if found.releases), key=lambda found: found.variant is not None)
    if tests:
        tested = [knowledge.records.releases[release] for release in tests[0].releases]
        return [release.pin for release in tested if release.launched == tested[-1].launched]
    return basis.support.statement.pin if basis.support else ()
