"""Largest batch sizes as dumbbell charts: one line a configuration, native to compiled, one scale a chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from macros.knowledge import TestedConfiguration
from macros.knowledge.facts import Direction
from macros.knowledge.grouping import gathered

LEFT, RIGHT = 14.0, 82.0
"""Where the scale begins and ends, in percent of the width: the rest is for the numbers at the ends."""

MOST_LINES = 12
"""Lines of one chart; the table beside it has every configuration."""

MOST_CHARTS = 4
"""Charts on a page, those of the most configurations."""


@dataclass(frozen=True)
class Dumbbell:
    """One configuration's line."""

    test: TestedConfiguration
    native_x: float | None
    compiled_x: float | None

    @property
    def direction(self) -> Direction:
        """Whether the compiled size is larger, smaller or the same."""
        return self.test.direction


@dataclass(frozen=True)
class BatchSizeGroup:
    """One chart: lines with the same sequence length and the same scope of a batch size."""

    sequence_length: int | None
    scope: str
    lines: Sequence[Dumbbell]
    """The newest of each instance type, then the newest of the rest, as many as one chart holds."""
    left_out: int


def groups(tests: Sequence[TestedConfiguration]) -> Sequence[BatchSizeGroup]:
    """The tests with a batch size in the largest comparable groups, larger ones first; within one, by instance."""
    found = gathered(
        ((test.sequence_length, test.scope), test) for test in tests if test.largest_batch_size is not None
    )
    ordered = sorted(found.items(), key=lambda item: (-len(item[1]), item[0][0] or 0, item[0][1]))
    return [_group(length, scope, members) for (length, scope), members in ordered[:MOST_CHARTS]]


def _group(length: int | None, scope: str, tests: Sequence[TestedConfiguration]) -> BatchSizeGroup:
    newest_first = sorted(tests, key=lambda test: test.as_of, reverse=True)
    instances = {_instance(test): test for test in reversed(newest_first)}
    first = [*instances.values(), *(test for test in newest_first if instances[_instance(test)] is not test)]
    shown = {id(test) for test in first[:MOST_LINES]}
    charted = [test for test in newest_first if id(test) in shown]
    largest = max(test.largest_batch_size or 0 for test in charted)

    def place(value: int | None) -> float | None:
        return None if value is None else round(LEFT + (RIGHT - LEFT) * value / largest, 1)

    lines = [
        Dumbbell(test, place(test.row.native), place(test.row.compiled)) for test in sorted(charted, key=_instance)
    ]
    return BatchSizeGroup(length, scope, lines, len(tests) - len(charted))


def _instance(test: TestedConfiguration) -> tuple[str, int]:
    return test.instance, test.row.instance_count or 1
