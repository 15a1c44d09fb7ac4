"""What guidelines say of a family on an accelerator, over all frameworks of one matrix."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge, Verdict


@dataclass(frozen=True)
class FamilyVerdict:
    """One published verdict for a family on an accelerator, over all frameworks of its matrix."""

    accelerator: str
    fit: str
    verdicts: Sequence[Verdict]
    as_of: datetime.date
    source: str


def family_verdict(verdicts: Sequence[Verdict]) -> FamilyVerdict:
    """Verdicts of one matrix on one family and accelerator, put together."""
    first = verdicts[0]
    return FamilyVerdict(first.accelerator, first.fit, verdicts, first.as_of, first.source)


def family_verdicts(knowledge: Knowledge, family: str) -> Sequence[FamilyVerdict]:
    """The newest verdict on each accelerator that has one."""
    by_accelerator: dict[str, list[Verdict]] = {}
    for verdict in knowledge.newest_verdicts(knowledge.verdicts.of("families", family)):
        by_accelerator.setdefault(verdict.accelerator, []).append(verdict)
    return list(map(family_verdict, by_accelerator.values()))


def verdicts_by_family(knowledge: Knowledge, accelerator: str) -> Sequence[FamilyVerdict]:
    """The newest verdicts about an accelerator, one a family."""
    by_family: dict[str, list[Verdict]] = {}
    for verdict in knowledge.newest_verdicts(knowledge.verdicts.of("accelerators", accelerator)):
        by_family.setdefault(verdict.family, []).append(verdict)
    return list(map(family_verdict, by_family.values()))
