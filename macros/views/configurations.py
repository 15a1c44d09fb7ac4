"""Tested configurations as tables: grouped by the published table they come from."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge, TestedConfiguration
from macros.knowledge.grouping import group_pairs
from macros.schema.configurations import ConfigurationTable

MOST_ROWS = 120
"""Rows on one page. More belong into the explorer: a page stays under 100 KB of HTML."""

MOST_ROWS_OF_A_MODEL = 60
"""The same on the page of a model, which has much else and stays under 60 KB."""


@dataclass(frozen=True)
class TableGroup:
    """The rows of one published table, which share its preconditions."""

    release: str
    source: str
    as_of: datetime.date
    table: ConfigurationTable
    rows: Sequence[TestedConfiguration]


@dataclass(frozen=True)
class ConfigurationListing:
    """Tables of tested configurations for one page."""

    groups: Sequence[TableGroup]
    shown: int
    total: int
    first_column: str
    """`model` or `instance`: what the rows of this page differ in."""
    explore: str
    """The query that shows all of them in the explorer."""

    @property
    def source(self) -> str | None:
        """The source of most tables, which is then cited once for all of them; none where each has its own."""
        ((most, count),) = Counter(group.source for group in self.groups).most_common(1) or ((None, 0),)
        return most if count > 1 else None

    @property
    def left_out(self) -> int:
        """How many rows are only in the explorer."""
        return self.total - self.shown


def listing(
    knowledge: Knowledge,
    tests: Sequence[TestedConfiguration],
    first_column: str,
    explore: str,
    most: int = MOST_ROWS,
) -> ConfigurationListing:
    """The tables, newest release first, as many rows as the page has room for."""
    launched = {key: release.launched or datetime.date.min for key, release in knowledge.records.releases.items()}
    ordered = sorted(tests, key=lambda test: launched[test.release], reverse=True)
    shown = ordered[:most]
    return ConfigurationListing(grouped(shown), len(shown), len(tests), first_column, explore)


def grouped(tests: Iterable[TestedConfiguration]) -> Sequence[TableGroup]:
    """The rows by the published table they come from; tables and rows in the order in which they are met."""
    groups = group_pairs((id(test.table), test) for test in tests)
    return [TableGroup(rows[0].release, rows[0].source, rows[0].as_of, rows[0].table, rows) for rows in groups.values()]


@dataclass(frozen=True)
class Coverage:
    """How much was tested, where and when, in one line."""

    configurations: int
    releases: int
    models: int
    oldest: datetime.date
    newest: datetime.date


def coverage(tests: Sequence[TestedConfiguration]) -> Coverage | None:
    """The coverage of some tests; None where there are none."""
    if not tests:
        return None
    return Coverage(
        len(tests),
        len({test.release for test in tests}),
        len({test.model for test in tests}),
        min(test.as_of for test in tests),
        max(test.as_of for test in tests),
    )


@dataclass(frozen=True)
class TestedModel:
    """A model that was tested with a framework or on an accelerator."""

    model: str
    coverage: Coverage
    ran_on: Sequence[str]
    """The ids of instance types or of accelerators."""


def tested_models(
    tests: Iterable[TestedConfiguration], ran_on: Callable[[TestedConfiguration], str]
) -> Sequence[TestedModel]:
    """The models of some tests by id; `ran_on` gives the hardware of a test."""
    by_model = group_pairs((test.model, test) for test in tests)
    return [
        TestedModel(model, model_coverage, sorted(set(map(ran_on, group))))
        for model, group in sorted(by_model.items())
        if (model_coverage := coverage(group))
    ]
