"""Whether a model runs today on an accelerator for a workload: its evidence joined with the support of its software.

Each framework that evidence names is one option, and the best option is the answer. The rules of one option:

- A statement (a list's line, a guideline's verdict) about the checkpoint overrules one about its architecture, and
  that one about its family; of statements of one level the newest counts. A run overrules
  statements that are not newer, except that a statement about the checkpoint itself still decides.
- A list that requires other hardware, or a limitation that excludes this model on this hardware, rules the option out.
- A statement that it works, or a run, is worth what the software's support status is today. Where that is unknown, or
  the vendor never offered it here, a run still shows that it ran.

Of several options, one that rests on a guideline for the whole family comes after those of narrower evidence.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from macros.knowledge.evidence import LEVELS, RUNS, STRENGTH, Evidence, Level, Subject, evidence_by_accelerator
from macros.knowledge.grouping import group_by, unique
from macros.knowledge.knowledge import Knowledge
from macros.knowledge.reasons import Basis, WorksOrNot, because
from macros.knowledge.support_status import SUPPORTED, SupportStatus
from macros.schema.limitations import Exclusion

Outcome = Literal["supported", "maintained", "ended", "ran", "unsupported", "not-known"]
OUTCOMES: Sequence[Outcome] = ("supported", "maintained", "ended", "ran", "unsupported", "not-known")
"""The best first."""

POSITIVE = ("supported", "limited", "experimental")

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
    excluded_by: tuple[str, Exclusion] | None
    """The limitation that rules it out, with its id."""
    because: str
    """One sentence for readers."""

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
        if self.excluded_by and self.excluded_by[1].last_sdk:
            return self.excluded_by[1].last_sdk
        return self.support.statement.last_sdk if self.support else None

    @property
    def pin(self) -> Sequence[str]:
        """What to install, as published."""
        if self.excluded_by:
            return self.excluded_by[1].pin
        return self.support.statement.pin if self.support else ()

    @property
    def is_beta(self) -> bool:
        """Whether the software is supported as a beta only."""
        return self.outcome == "supported" and self.support is not None and self.support.status != "current"

    @property
    def rests_on_guideline(self) -> bool:
        """Whether nothing narrower than a guideline for the family says so."""
        return self.deciding.kind == "guideline"

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

    def refuses(self, framework: str) -> bool:
        """Whether a framework is an option with which it does not run today."""
        return any(one.framework == framework and one.outcome in ("ended", "unsupported") for one in self.options)

    @property
    def outcome(self) -> Outcome:
        """The answer in one word."""
        return self.best.outcome


def runs_today(knowledge: Knowledge, subject: Subject) -> Sequence[RunsToday]:
    """The answers about a subject, the best first; accelerators about which nothing is known are left out."""
    evidence = [found for answer in evidence_by_accelerator(knowledge, subject) for found in answer.evidence]
    evidence += _ruled_out_elsewhere(knowledge, evidence)
    found = [
        RunsToday(accelerator, workload, _options(knowledge, subject, group))
        for (accelerator, workload), group in group_by(evidence, lambda one: (one.accelerator, one.workload)).items()
    ]
    chips = list(knowledge.records.accelerators)
    return sorted(found, key=lambda answer: (_rank(answer.best), chips.index(answer.accelerator)))


def _options(knowledge: Knowledge, subject: Subject, evidence: Iterable[Evidence]) -> tuple[Option, ...]:
    by_framework = group_by(evidence, lambda one: one.framework or "")
    options = [_option(knowledge, subject, group) for group in by_framework.values()]
    return tuple(sorted(options, key=lambda one: (one.outcome == "not-known", one.rests_on_guideline, _rank(one))))


def _rank(option: Option) -> tuple[int, bool, int, bool, int, int]:
    deciding = option.deciding
    return (
        OUTCOMES.index(option.outcome),
        deciding.sample,
        LEVELS.index(deciding.level),
        deciding.variant is not None,
        STRENGTH.index(deciding.kind),
        -deciding.newest.toordinal(),
    )


def _option(knowledge: Knowledge, subject: Subject, evidence: Sequence[Evidence]) -> Option:
    first = evidence[0]
    support = None
    if first.framework:
        support = knowledge.support.status_of(first.framework, first.accelerator, first.workload)
    deciding, verdict = decide(evidence)
    excluded = exclusion(knowledge, subject, first) if verdict != "does-not" else None
    basis = Basis(deciding, verdict, support, excluded)
    outcome = _outcome(basis)
    run = _newest_run(evidence)
    if run and verdict == "works" and not excluded and outcome in ("not-known", "unsupported"):
        basis, outcome = basis._replace(deciding=run), "ran"
    return Option(
        accelerator=first.accelerator,
        workload=first.workload,
        framework=first.framework,
        outcome=outcome,
        support=support,
        evidence=tuple(evidence),
        deciding=basis.deciding,
        excluded_by=excluded,
        because=because(knowledge, subject.model, basis),
    )


def decide(evidence: Sequence[Evidence]) -> tuple[Evidence, WorksOrNot]:
    """The piece of evidence that decides whether it works at all, whatever the state of its software."""
    statement = narrowest_then_newest(evidence)
    run = _newest_run(evidence)
    if run and (statement is None or statement.status != "unsupported" or run.newest >= statement.newest):
        return (statement, "works") if statement and _is_narrow_support(statement) else (run, "works")
    if statement:
        return statement, _works_or_not(statement)
    samples = [found for found in evidence if found.sample]
    return (samples[0], "works") if samples else (evidence[0], "not-said")


def _is_narrow_support(statement: Evidence) -> bool:
    return statement.status in POSITIVE and statement.level == "checkpoint"


def narrowest_then_newest(evidence: Iterable[Evidence]) -> Evidence | None:
    """The statement that counts: that of the narrowest level, of these the newest, of these the most positive."""
    statements = [
        found
        for found in evidence
        if found.kind not in RUNS and _works_or_not(found) != "not-said" and not found.superseded
    ]
    order = [*POSITIVE, "unsupported"]
    return min(
        statements,
        key=lambda one: (
            LEVELS.index(one.level),
            one.variant is not None,
            -one.newest.toordinal(),
            order.index(one.status or "unsupported"),
        ),
        default=None,
    )


def _works_or_not(statement: Evidence) -> WorksOrNot:
    if statement.status in POSITIVE:
        return "works"
    return "does-not" if statement.status == "unsupported" else "not-said"


def _newest_run(evidence: Iterable[Evidence]) -> Evidence | None:
    """The newest run of the model itself, else of a variant."""
    runs = [found for found in evidence if found.kind in RUNS]
    return max(runs, key=lambda found: (found.variant is None, found.newest), default=None)


def _outcome(basis: Basis) -> Outcome:
    if basis.verdict == "does-not":
        return "unsupported"
    if basis.excluded:
        return "ended" if basis.excluded[1].last_sdk else "unsupported"
    if basis.verdict == "not-said":
        return "unsupported" if basis.support and basis.support.status == "never" else "not-known"
    return OUTCOME_OF_STATUS.get(basis.support.status, "not-known") if basis.support else "not-known"


def exclusion(knowledge: Knowledge, subject: Subject, evidence: Evidence) -> tuple[str, Exclusion] | None:
    """The limitation that excludes the subject with the framework and on the accelerator of some evidence, if any."""
    for key, limitation in knowledge.records.limitations.items():
        excludes = limitation.excludes
        if excludes is None or limitation.state == "fixed" or excludes.framework != evidence.framework:
            continue
        if evidence.accelerator not in excludes.accelerators or excludes.workload not in (None, evidence.workload):
            continue
        if _is_about(excludes, subject):
            return key, excludes
    return None


def _is_about(excludes: Exclusion, subject: Subject) -> bool:
    if not (excludes.models or excludes.architectures or excludes.families):
        return True
    return (
        subject.model in excludes.models
        or subject.architecture in excludes.architectures
        or subject.family in excludes.families
    )


def _ruled_out_elsewhere(knowledge: Knowledge, evidence: Iterable[Evidence]) -> Sequence[Evidence]:
    """For each line that requires some hardware: the same line as a no on other accelerators of its framework."""
    ruled_out: list[Evidence] = []
    for found in evidence:
        if found.requires and found.framework:
            others = {
                status.accelerator
                for status in knowledge.support.of("frameworks", found.framework)
                if status.workload == found.workload and status.statement.status != "never"
            }
            ruled_out += [
                replace(found, accelerator=other, status="unsupported")
                for other in knowledge.records.accelerators
                if other in others - set(found.requires)
            ]
    return ruled_out
