"""Largest batch sizes as a chart: a line for each configuration, from native to compiled, on one scale a group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from macros.facts import Knowledge, TestedConfiguration
from macros.facts.grouping import group_pairs, unique

LEFT, RIGHT = 14.0, 82.0
"""Where the scale begins and ends, in percent of the width: the rest is for the numbers at the ends."""

MOST_LINES = 12
"""Lines of one chart: it says where to start, and the table below has every configuration."""

MOST_CHARTS = 4
"""Charts on a page, those of the most configurations."""


@dataclass(frozen=True)
class BatchSizeGroup:
    """Configurations that may be compared: same sequence length, same meaning of a batch size."""

    sequence_length: int | None
    scope: str
    lines: Sequence[tuple[TestedConfiguration, float | None, float | None]]
    """The newest of each instance type and of the rest, as many as one chart holds: each with the places of its native
    and its compiled batch size in percent of the width, None where there is no such size."""
    left_out: int
    compiler_ended: bool
    """Whether every compiler of its lines has ended."""


def batch_sizes(knowledge: Knowledge, model_id: str) -> Mapping[str, Any] | None:
    """The tests of a model in the largest comparable groups, larger ones first; None where no size is known."""
    tests = knowledge.configurations.of("models", model_id)
    sized = (test for test in tests if test.largest_batch_size is not None)
    by_condition = group_pairs(((test.sequence_length, test.scope), test) for test in sized)
    ordered = sorted(by_condition.items(), key=lambda item: (-len(item[1]), item[0][0] or 0, item[0][1]))
    groups = [_group(knowledge, length, scope, members) for (length, scope), members in ordered[:MOST_CHARTS]]
    return {"groups": groups, "compilers": unique(test.framework for test in tests)} if groups else None


def _group(
    knowledge: Knowledge, length: int | None, scope: str, tests: Sequence[TestedConfiguration]
) -> BatchSizeGroup:
    newest_first = sorted(tests, key=lambda test: test.as_of, reverse=True)
    by_instance = group_pairs((_instance(test), test) for test in newest_first)
    firsts = {tests_of_instance[0].id for tests_of_instance in by_instance.values()}
    # A stable sort: the newest of each instance type, then the rest in their order.
    pictured = sorted(newest_first, key=lambda test: test.id not in firsts)[:MOST_LINES]
    largest = max(test.largest_batch_size or 0 for test in pictured)

    def place(size: int | None) -> float | None:
        return None if size is None else round(LEFT + (RIGHT - LEFT) * size / largest, 1)

    lines = [(test, place(test.row.native), place(test.row.compiled)) for test in sorted(pictured, key=_instance)]
    ended = all(knowledge.lifecycle.ended_state("frameworks", test.framework) for test in pictured)
    return BatchSizeGroup(length, scope, lines, len(tests) - len(pictured), ended)


def _instance(test: TestedConfiguration) -> tuple[str, int]:
    return test.instance, test.row.instance_count or 1
