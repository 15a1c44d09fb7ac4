"""Lines of vendors' lists: what the newest editions name for hardware or a framework."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from macros.facts import Listed
from macros.facts.grouping import group_by, unique


@dataclass(frozen=True)
class ListedTogether:
    """Lines of one list with the same framework, workload and status."""

    line: Listed
    """Any of them."""
    as_of: datetime.date
    names: Sequence[tuple[str, str]]
    """Kind and id of what they name."""


def together(lines: Iterable[Listed]) -> Sequence[ListedTogether]:
    """The lines of the newest editions, by list, framework, workload and status; the newest list first."""
    newest = (line for line in lines if line.replaced_by is None)
    groups = group_by(newest, lambda line: (line.catalogue_id, line.framework, line.workload, line.status)).values()
    found = [
        ListedTogether(
            line=group[0],
            as_of=max(line.as_of for line in group),
            names=unique(subject for line in group for subject in line.subjects),
        )
        for group in groups
    ]
    return sorted(found, key=lambda one: (one.as_of, one.line.catalogue_id), reverse=True)
