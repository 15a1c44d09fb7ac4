"""Every tested configuration in one table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge, TestedConfiguration
from macros.views.configurations import Coverage, coverage

MOST_ROWS = 5_000
"""Rows in one page. Beyond that only the downloads hold everything."""


@dataclass(frozen=True)
class ExploreTable:
    """The table, and what it covers."""

    tests: Sequence[TestedConfiguration]
    coverage: Coverage | None
    left_out: int
    """Rows that are only in the downloads."""


def table(knowledge: Knowledge) -> ExploreTable:
    """Every tested configuration, in the order of the API."""
    tests = knowledge.configurations
    return ExploreTable(tests[:MOST_ROWS], coverage(tests), max(0, len(tests) - MOST_ROWS))
