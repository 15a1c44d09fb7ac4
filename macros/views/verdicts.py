"""What guidelines say of a family on an accelerator, over all frameworks of one matrix."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge, Verdict
from macros.knowledge.grouping import group_pairs


@dataclass(frozen=True)
class FamilyVerdict:
    family: str
    accelerator: str
    as_of: datetime.date
    fit: str
    source: str
    verdicts: Sequence[Verdict]


def family_verdicts(verdicts: Iterable[Verdict]) -> Sequence[FamilyVerdict]:
    """Verdicts put together by family, accelerator and date."""
    groups = group_pairs(((verdict.family, verdict.accelerator, verdict.as_of), verdict) for verdict in verdicts)
    return [FamilyVerdict(*key, group[0].fit, group[0].source, group) for key, group in groups.items()]


def newest_family_verdicts(knowledge: Knowledge, kind: str, record: str) -> Sequence[FamilyVerdict]:
    """The verdicts of the newest matrix for each accelerator, about one family or one accelerator."""
    return family_verdicts(knowledge.newest_verdicts(knowledge.verdicts.of(kind, record)))
