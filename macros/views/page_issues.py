"""The limitations and conflicts that the page of a record shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge
from macros.schema.conflicts import Conflict
from macros.schema.limitations import Limitation


@dataclass(frozen=True)
class PageIssues:
    limitations: Sequence[tuple[str, Limitation]]
    conflicts: Sequence[tuple[str, Conflict]]


def page_issues(knowledge: Knowledge, *subjects: tuple[str, str | None]) -> PageIssues:
    """The limitations and conflicts about some records, which are given by kind and id."""
    return PageIssues(knowledge.limitations.of(*subjects), knowledge.conflicts.of(*subjects))
