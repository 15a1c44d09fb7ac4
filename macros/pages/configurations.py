"""Tested configurations as tables: grouped by the published table they come from."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from macros.facts import Knowledge, TestedConfiguration
from macros.facts.fact_types import Coverage, coverage
from macros.facts.grouping import group_by

MOST_ROWS = 50
"""Rows on the page of a model; more belong into the explorer."""


@dataclass(frozen=True)
class ConfigurationListing:
    """Tested configurations of a model."""

    coverage: Coverage | None
    """Of all of them; None where there are none."""
    groups: Sequence[Sequence[TestedConfiguration]]
    """As many as the page has room for, by the published table they come from."""
    explore: str
    """The query that shows all of them in the explorer."""

    @property
    def total(self) -> int:
        return self.coverage.configurations if self.coverage else 0

    @property
    def left_out(self) -> int:
        """How many are only in the explorer and in the downloads."""
        return self.total - sum(map(len, self.groups))

    @property
    def source(self) -> str | None:
        """The source of most tables, which is then cited once for all of them; none where each has its own."""
        ((most, count),) = Counter(tests[0].source for tests in self.groups).most_common(1) or ((None, 0),)
        return most if count > 1 else None


def listing(knowledge: Knowledge, tests: Sequence[TestedConfiguration], explore: str) -> ConfigurationListing:
    """The tables, newest release first, as many rows as the page has room for."""
    launched = {key: release.launched or datetime.date.min for key, release in knowledge.records.releases.items()}
    ordered = sorted(tests, key=lambda test: launched[test.release], reverse=True)
    return ConfigurationListing(coverage(tests), _by_table(ordered[:MOST_ROWS]), explore)


def _by_table(tests: Iterable[TestedConfiguration]) -> Sequence[Sequence[TestedConfiguration]]:
    return list(group_by(tests, lambda test: id(test.table)).values())


def tested_models(
    tests: Iterable[TestedConfiguration], ran_on: Callable[[TestedConfiguration], str]
) -> Sequence[tuple[str, Coverage | None, Sequence[str]]]:
    """The models of some tests by id: coverage, and the hardware of the tests, which `ran_on` gives."""
    by_model = group_by(tests, lambda test: test.model)
    return [(model, coverage(group), sorted(set(map(ran_on, group)))) for model, group in sorted(by_model.items())]
