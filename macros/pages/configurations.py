"""Models that tested configurations name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from macros.facts import TestedConfiguration
from macros.facts.fact_types import Coverage, coverage
from macros.facts.grouping import group_by


def tested_models(
    tests: Iterable[TestedConfiguration], ran_on: Callable[[TestedConfiguration], str]
) -> Sequence[tuple[str, Coverage | None, Sequence[str]]]:
    """The models of some tests by id: coverage, and the hardware of the tests, which `ran_on` gives."""
    by_model = group_by(tests, lambda test: test.model)
    return [(model, coverage(group), sorted(set(map(ran_on, group)))) for model, group in sorted(by_model.items())]
