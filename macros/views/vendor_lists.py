"""Lines of vendors' lists: what the newest editions name for hardware or a framework."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from macros.knowledge import Listed
from macros.knowledge.grouping import group_pairs
from macros.schema.catalogues import Catalogue

MOST_NAMES = 16
"""Names in one cell; the page of the list has all."""


def subjects_of(line: Listed) -> Sequence[tuple[str, str]]:
    """Kind and id of the model or the architectures that a line is about."""
    return [("models", line.model)] if line.model else [("architectures", key) for key in line.architectures]


@dataclass(frozen=True)
class ListedTogether:
    """Lines of one list with the same framework, workload and status."""

    catalogue_id: str
    catalogue: Catalogue
    framework: str | None
    workload: str
    status: str
    as_of: datetime.date
    names: Sequence[tuple[str, str]]
    """Kind and id of what they name, as many as a cell holds."""
    left_out: int


def together(lines: Iterable[Listed]) -> Sequence[ListedTogether]:
    """The lines of the newest editions, by list, framework, workload and status; the newest list first."""
    newest = (line for line in lines if line.replaced_by is None)
    groups = group_pairs(((line.catalogue_id, line.framework, line.workload, line.status), line) for line in newest)
    return sorted(
        map(_together, groups.values()), key=lambda together: (together.as_of, together.catalogue_id), reverse=True
    )


def _together(lines: Sequence[Listed]) -> ListedTogether:
    first = lines[0]
    names = list(dict.fromkeys(subject for line in lines for subject in subjects_of(line)))
    return ListedTogether(
        catalogue_id=first.catalogue_id,
        catalogue=first.catalogue,
        framework=first.framework,
        workload=first.workload,
        status=first.status,
        as_of=max(line.as_of for line in lines),
        names=names[:MOST_NAMES],
        left_out=len(names[MOST_NAMES:]),
    )
