"""Largest batch sizes as a picture: one line a configuration, native to compiled, on one scale per group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from macros.knowledge import TestedConfiguration
from macros.knowledge.facts import Direction

LEFT, RIGHT = 14.0, 82.0
"""Where the scale begins and ends, in percent of the width: the rest is for the numbers at the ends."""


@dataclass(frozen=True)
class Dumbbell:
    """One configuration's line."""

    test: TestedConfiguration
    native_x: float | None
    compiled_x: float

    @property
    def direction(self) -> Direction:
        """Where it points."""
        return self.test.direction


@dataclass(frozen=True)
class BatchSizeGroup:
    """Lines that may be compared: same sequence length, same meaning of a batch size."""

    sequence_length: int | None
    scope: str
    lines: Sequence[Dumbbell]


def groups(tests: Sequence[TestedConfiguration]) -> Sequence[BatchSizeGroup]:
    """The tests in comparable groups, larger groups first; within one, by instance and then newest first."""
    found: dict[tuple[int | None, str], list[TestedConfiguration]] = {}
    for test in tests:
        found.setdefault((test.sequence_length, test.scope), []).append(test)
    ordered = sorted(found.items(), key=lambda item: (-len(item[1]), item[0][0] or 0, item[0][1]))
    return [_group(length, scope, members) for (length, scope), members in ordered]


def _group(length: int | None, scope: str, tests: Sequence[TestedConfiguration]) -> BatchSizeGroup:
    largest = max(max(test.row.compiled, test.row.native or 0) for test in tests)

    def place(value: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * value / largest, 1)

    newest_first = sorted(tests, key=lambda test: test.as_of, reverse=True)
    lines = [
        Dumbbell(test, None if test.row.native is None else place(test.row.native), place(test.row.compiled))
        for test in sorted(newest_first, key=lambda test: (test.instance, test.row.instance_count or 1))
    ]
    return BatchSizeGroup(length, scope, lines)
