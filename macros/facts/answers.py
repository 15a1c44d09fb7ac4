"""What an answer on whether a model runs today is made of: options for each accelerator and workload."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from macros.facts.decisions import Excluded, WorksOrNot
from macros.facts.evidence import Evidence, Level
from macros.facts.grouping import unique
from macros.facts.support_status import SUPPORTED, SupportStatus
from macros.schema.issues import Exclusion

Outcome = Literal["supported", "maintained", "ended", "ran", "unsupported", "not-known"]
OUTCOMES: Sequence[Outcome] = ("supported", "maintained", "ended", "ran", "not-known", "unsupported")
"""The best first: what is not known may run."""

Shown = Literal[Outcome, "contested", "beta", "limited", "experimental"]
"""How readers see an outcome: what is supported by one source and doubted by another has a mark of its own, and so have
software in beta and what the vendor itself calls experimental."""

RUNS_OR_DID: Sequence[Outcome] = ("supported", "maintained", "ended", "ran")
RUNS_TODAY: Sequence[Outcome] = ("supported", "maintained")
"""Outcomes of software that is supported or in maintenance today: what to install is said for these alone."""

INFERENCE = "inference"
"""The workload that is meant where none is named."""

STATUS_DECIDES: Sequence[Outcome] = (*RUNS_TODAY, "ended")
"""Outcomes that follow from the support status of the software."""

OUTCOME_OF_STATUS: Mapping[str, Outcome] = {
    **dict.fromkeys(SUPPORTED, "supported"),
    "maintenance": "maintained",
    "ended": "ended",
    "never": "unsupported",
}


class Cards(NamedTuple):
    """How many accelerators a model needs, in words."""

    words: str
    details: tuple[str, ...] = ()
    """Parts of the words that can be left out near the size of its weights: that, and how many do without a margin."""
    is_quantised: bool = False
    """Whether its software quantises the weights that are counted."""


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
    verdict: WorksOrNot
    excluded_by: Excluded | None
    """The limitation that rules it out, or that a newer statement overrules."""
    too_large: str | None
    """Why the weights fit no hardware with the accelerator, in words."""
    does_not_fit: str | None
    """`too_large`, where neither a run nor a line about that very checkpoint says otherwise."""
    is_general: bool = False
    """Whether its framework is a library on which other software builds."""
    quantised: str = ""
    """Where it does not fit: checkpoints quantised from it that do and run today, in words."""
    on_one: str = ""
    """How one card holds the model quantised by the framework, in words; empty where it does without, or does not."""
    cards: Cards | None = None
    """`on_one`, or how many cards its weights need, where that is more than one."""
    pin: tuple[str, ...] = ()
    """What to install, as published; none for what does not run."""
    because: str = ""
    contested: str | None = None
    """What other sources say of it or of the support of its software, with what they name to install."""
    contradicted: Evidence | None = None
    """A line of another list that says the contrary."""
    replacement_here: tuple[str, ...] = ()
    """Frameworks named instead that are offered here, and of which nothing says that the subject does not run."""

    @property
    def level(self) -> Level:
        return self.deciding.level

    @property
    def as_of(self) -> datetime.date:
        return self.deciding.newest

    @property
    def ruled_out_by(self) -> Exclusion | None:
        """The limitation that rules it out, if no newer statement overrules that."""
        return self.excluded_by.exclusion if self.excluded_by and not self.excluded_by.overruled else None

    @property
    def last_sdk(self) -> str | None:
        """The last SDK release with support, as published."""
        stated = self.support.statement.last_sdk if self.support else None
        return (self.ruled_out_by and self.ruled_out_by.last_sdk) or stated

    @property
    def ends_with(self) -> str | None:
        """The SDK release with which support of its software is announced to end."""
        return self.support.ends_with if self.support and self.outcome in RUNS_TODAY else None

    @property
    def last_said(self) -> datetime.date | None:
        """The day of the statement of support that the outcome follows from, where that is long ago."""
        if self.support is None or not self.support.is_old or self.ruled_out_by:
            return None
        return self.support.as_of if OUTCOME_OF_STATUS.get(self.support.status) == self.outcome else None

    @property
    def is_beta(self) -> bool:
        return self.outcome == "supported" and self.support is not None and self.support.status != "current"

    @property
    def rests_on_guideline(self) -> bool:
        """Whether nothing narrower than a guideline for the family says so."""
        return self.deciding.kind == "guideline" and not self.does_not_fit and not self.ruled_out_by

    @property
    def rests_on_status(self) -> bool:
        """Whether the support status of its software decides, whatever a guideline for the family says."""
        return self.rests_on_guideline and self.outcome in ("ended", "unsupported")

    @property
    def is_contested(self) -> bool:
        """Whether sources differ on the outcome itself."""
        follows = self.outcome in STATUS_DECIDES or self.rests_on_status
        return self.contradicted is not None or (self.contested is not None and follows)

    @property
    def shown(self) -> Shown:
        if self.outcome != "supported":
            return self.outcome
        if self.is_contested:
            return "contested"
        if self.is_beta:
            return "beta"
        if self.deciding.status == "limited" and self.deciding.limits:
            return "limited"
        return "experimental" if self.deciding.status == "experimental" else self.outcome

    @property
    def replacement(self) -> Sequence[str]:
        return self.support.statement.replacement if self.support else ()

    @property
    def sources(self) -> Sequence[str]:
        stated = [self.support.citation.source] if self.support else []
        return unique([*(source for found in self.evidence for source in found.sources), *stated])


def usefulness(outcome: Outcome) -> int:
    """Sort key: what runs today first, then what ran, then the rest."""
    return 0 if outcome in RUNS_TODAY else 1 if outcome in RUNS_OR_DID else 2


def worth(option: Option) -> tuple[int, bool, int, bool]:
    """Sort key: of what is of equal use, inference first, which most readers want; then the best outcome.

    What is contested, in beta or experimental comes after what is not.
    """
    is_other_work = option.workload != INFERENCE
    return usefulness(option.outcome), is_other_work, OUTCOMES.index(option.outcome), option.shown != option.outcome


@dataclass(frozen=True, slots=True)
class RunsToday:
    accelerator: str
    workload: str
    options: tuple[Option, ...]
    """The best first; never empty."""
    software_of_others: str = ""
    """Where its software has ended: what is offered here of the software that runs the subject elsewhere."""

    @property
    def best(self) -> Option:
        return self.options[0]

    @property
    def alternatives(self) -> Sequence[Option]:
        """The others: what is current before what ended."""
        return sorted(self.options[1:], key=lambda option: OUTCOMES.index(option.outcome))

    @property
    def outcome(self) -> Outcome:
        return self.best.outcome
