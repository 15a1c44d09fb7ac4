"""What vendors' lists name for a piece of hardware or a framework: the newest editions, their names put together."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from macros.knowledge import Listed
from macros.schema.catalogues import Catalogue

Named = tuple[str, str]
"""Kind of record and id."""


@dataclass(frozen=True)
class ListedTogether:
    """Lines of one list that say the same of different models or architectures."""

    catalogue_id: str
    catalogue: Catalogue
    framework: str | None
    workload: str
    status: str
    as_of: datetime.date
    names: Sequence[Named]


def together(lines: Iterable[Listed]) -> Sequence[ListedTogether]:
    """The lines of the newest editions, by list, framework, workload and status; the newest list first."""
    groups: dict[tuple[str, str | None, str, str], list[Listed]] = {}
    for line in lines:
        if line.replaced_by is None:
            groups.setdefault((line.catalogue_id, line.framework, line.workload, line.status), []).append(line)
    found = [
        ListedTogether(
            catalogue_id,
            group[0].catalogue,
            framework,
            workload,
            status,
            max(line.as_of for line in group),
            list(dict.fromkeys(name for line in group for name in _names(line))),
        )
        for (catalogue_id, framework, workload, status), group in groups.items()
    ]
    return sorted(found, key=lambda one: (one.as_of, one.catalogue_id), reverse=True)


def _names(line: Listed) -> Sequence[Named]:
    if line.model:
        return [("models", line.model)]
    return [("architectures", architecture) for architecture in line.architectures]
