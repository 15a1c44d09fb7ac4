"""How much was tested, where and when."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from macros.facts.fact_types import TestedConfiguration


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
