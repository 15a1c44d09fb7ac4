"""What guidelines say of a family on an accelerator, over all frameworks of one matrix."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from macros.knowledge import Knowledge, Verdict
from macros.knowledge.grouping import group_by

FamilyVerdict = Sequence[Verdict]
"""The verdicts of one matrix on a family on an accelerator, one for each framework and workload: all have one `fit`."""


def family_verdicts(verdicts: Iterable[Verdict]) -> Sequence[FamilyVerdict]:
    return list(group_by(verdicts, lambda verdict: (verdict.family, verdict.accelerator, verdict.as_of)).values())


def newest_family_verdicts(knowledge: Knowledge, kind: str, record: str) -> Sequence[FamilyVerdict]:
    """The verdicts of the newest matrix for each accelerator, about one family or one accelerator."""
    return family_verdicts(knowledge.newest_verdicts(knowledge.verdicts.of(kind, record)))
