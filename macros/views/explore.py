"""Every tested configuration in one table, as far as one page holds them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge
from macros.views.configurations import Coverage, TableGroup, coverage, grouped

MOST_ROWS = 400
"""Rows in the page itself, so that its size is limited; the explorer has every row."""


@dataclass(frozen=True)
class ExploreTable:
    """The table in the page, and what all configurations cover."""

    groups: Sequence[TableGroup]
    """The rows, by the published table they come from."""
    coverage: Coverage | None
    shown: int
    left_out: int
    """How many rows are only in the explorer and in the downloads."""


def table(knowledge: Knowledge) -> ExploreTable:
    """The first configurations, in the order of the API."""
    tests = knowledge.configurations
    shown = tests[:MOST_ROWS]
    return ExploreTable(grouped(shown), coverage(tests), len(shown), len(tests) - len(shown))
