"""Largest batch sizes as a picture: one line a configuration, native to compiled, on one scale per group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from macros.knowledge import TestedConfiguration
from macros.knowledge.facts import Direction

LEFT, RIGHT = 14.0, 82.0
"""Where the scale begins and ends, in percent of the width: the rest is for the numbers at the ends."""

MOST_LINES = 12
"""Lines of one picture: it says where to start, and the table beside it has every configuration."""

MOST_PICTURES = 4
"""Pictures on a page, those of the most configurations."""


@dataclass(frozen=True)
class Dumbbell:
    """One configuration's line."""

    test: TestedConfiguration
    native_x: float | None
    compiled_x: float | None

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
    """The newest of each instance type, then the newest of the rest, as many as one picture holds."""
    left_out: int


def groups(tests: Sequence[TestedConfiguration]) -> Sequence[BatchSizeGroup]:
    """The tests with a batch size in the largest comparable groups, larger ones first; within one, by instance."""
    found: dict[tuple[int | None, str], list[TestedConfiguration]] = {}
    for test in tests:
        if test.largest_batch_size is None:
            continue
        found.setdefault((test.sequence_length, test.scope), []).append(test)
    ordered = sorted(found.items(), key=lambda item: (-len(item[1]), item[0][0] or 0, item[0][1]))
    return [_group(length, scope, members) for (length, scope), members in ordered[:MOST_PICTURES]]


def _group(length: int | None, scope: str, tests: Sequence[TestedConfiguration]) -> BatchSizeGroup:
    newest_first = sorted(tests, key=lambda test: test.as_of, reverse=True)
    instances = {_instance(test): test for test in reversed(newest_first)}
    first = [*instances.values(), *(test for test in newest_first if instances[_instance(test)] is not test)]
    shown = {id(test) for test in first[:MOST_LINES]}
    pictured = [test for test in newest_first if id(test) in shown]
    largest = max(test.largest_batch_size or 0 for test in pictured)

    def place(value: int | None) -> float | None:
        return None if value is None else round(LEFT + (RIGHT - LEFT) * value / largest, 1)

    lines = [
        Dumbbell(test, place(test.row.native), place(test.row.compiled)) for test in sorted(pictured, key=_instance)
    ]
    return BatchSizeGroup(length, scope, lines, len(tests) - len(pictured))


def _instance(test: TestedConfiguration) -> tuple[str, int]:
    return test.instance, test.row.instance_count or 1
