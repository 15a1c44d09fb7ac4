"""Where a model or family stands on each accelerator: the strongest kind of evidence first."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge, TestedConfiguration, Verdict
from macros.views.configurations import Coverage, coverage


@dataclass(frozen=True)
class FamilyVerdict:
    """The newest published verdict for a family on an accelerator, over all frameworks of its matrix."""

    accelerator: str
    fit: str
    verdicts: Sequence[Verdict]
    as_of: datetime.date
    source: str


@dataclass(frozen=True)
class Standing:
    """What is known of a model on the accelerators it was tested on and those its family is judged for."""

    tested: Sequence[tuple[str, Coverage]]
    judged: Sequence[FamilyVerdict]
    nothing_known: Sequence[str]
    """Accelerators that no fact connects with it."""


def standing(knowledge: Knowledge, tests: Sequence[TestedConfiguration], family: str | None) -> Standing:
    """Per accelerator, in the order of the data."""
    by_accelerator: dict[str, list[TestedConfiguration]] = {}
    for test in tests:
        by_accelerator.setdefault(test.accelerator, []).append(test)
    tested = [(accelerator, found) for accelerator, group in by_accelerator.items() if (found := coverage(group))]
    judged = family_verdicts(knowledge, family) if family else []
    known = {*by_accelerator, *(verdict.accelerator for verdict in judged)}
    silent = [accelerator for accelerator in knowledge.records.accelerators if accelerator not in known]
    return Standing(sorted(tested, key=lambda item: -item[1].configurations), judged, silent)


def family_verdicts(knowledge: Knowledge, family: str) -> Sequence[FamilyVerdict]:
    """The newest verdict on each accelerator that has one."""
    by_accelerator: dict[str, list[Verdict]] = {}
    for verdict in knowledge.newest_verdicts(knowledge.verdicts_of("families", family)):
        by_accelerator.setdefault(verdict.accelerator, []).append(verdict)
    return [
        FamilyVerdict(accelerator, group[0].fit, group, group[0].as_of, group[0].source)
        for accelerator, group in by_accelerator.items()
    ]
