"""The pictures on the page of a model: its batch sizes and its throughput."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from macros.columns import sentences as words
from macros.columns.column import Column, Labelled
from macros.columns.phrase import Phrase, phrase
from macros.columns.runs import MEASURED
from macros.facts import Benchmark, Knowledge, TestedConfiguration
from macros.facts.benchmarks import RunHardware, work_of
from macros.facts.framework_states import replacement_of, state_of
from macros.facts.grouping import group_by, group_pairs, unique
from macros.facts.speeds import number_format, per_accelerator, setup
from macros.pages.entries import Entry
from macros.schema.benchmarks import fields_with_role
from macros.schema.kinds import Records
from macros.schema.models import Model

SIZES_FROM, SIZES_TO = 14.0, 82.0
"""Where the scale of batch sizes begins and ends, in percent of the width: the rest is for the numbers at the ends."""

MOST_LINES = 12
"""Lines of one chart of batch sizes: it says where to start, and the table below has every configuration."""

MOST_CHARTS = 4
"""Such charts on a page, those of the most configurations."""

FEWEST_KINDS = 2
"""Of hardware, without which there is no throughput to compare."""


class BatchSizeGroup(NamedTuple):
    """Configurations that may be compared: same sequence length, same meaning of a batch size."""

    sequence_length: int | None
    scope: str
    lines: Sequence[tuple[TestedConfiguration, float | None, float | None]]
    """The newest of each instance type and of the rest, as many as one chart holds: each with the places of its native
    and its compiled batch size, None where there is no such size."""
    left_out: int
    compilers: Sequence[str]
    """The names of those of its lines."""
    compiler_ended: bool
    """Whether every compiler of its lines has ended."""


def batch_sizes(one: Entry[Model]) -> Mapping[str, Any] | None:
    """The tests of a model in the largest comparable groups, the newest first; None where no size is known."""
    tests: Sequence[TestedConfiguration] = one.facts("configurations")
    sized = (test for test in tests if test.largest_batch_size is not None)
    by_condition = group_by(sized, lambda test: (test.sequence_length, test.scope))
    ordered = sorted(by_condition.items(), key=lambda item: (-len(item[1]), item[0][0] or 0, item[0][1]))
    largest = sorted(ordered[:MOST_CHARTS], key=lambda item: max(test.as_of for test in item[1]), reverse=True)
    groups = [_group(one.knowledge, length, scope, members) for (length, scope), members in largest]
    compilers = {name: _end(one.records, name) for name in unique(test.framework for test in tests)}
    return {"groups": groups, "compilers": compilers} if groups else None


def _end(records: Records, framework_id: str) -> Phrase | None:
    """Since when a framework has ended, and what took its place; None where it has not."""
    if not (state := state_of(records.frameworks[framework_id])).over:
        return None
    replacement = replacement_of(records, framework_id)
    return phrase(
        " since ",
        state.turn.date,
        None if state.turn.day_published else " or earlier",
        phrase(", replaced by ", words.replacement(replacement)) if replacement else None,
    )


def _group(
    knowledge: Knowledge, length: int | None, scope: str, tests: Sequence[TestedConfiguration]
) -> BatchSizeGroup:
    newest_first = sorted(tests, key=lambda test: test.as_of, reverse=True)
    firsts = {same[0].id for same in group_by(newest_first, _instance).values()}
    # A stable sort: the newest of each instance type, then the rest in their order.
    pictured = sorted(newest_first, key=lambda test: test.id not in firsts)[:MOST_LINES]
    largest = max(test.largest_batch_size or 0 for test in pictured)

    def place(size: int | None) -> float | None:
        return None if size is None else round(SIZES_FROM + (SIZES_TO - SIZES_FROM) * size / largest, 1)

    lines = [(test, place(test.row.native), place(test.row.compiled)) for test in sorted(pictured, key=_instance)]
    compilers = unique(test.framework for test in pictured)
    names = [knowledge.records.frameworks[compiler].name for compiler in compilers]
    ended = all(knowledge.lifecycle.ended_state("frameworks", compiler) for compiler in compilers)
    return BatchSizeGroup(length, scope, lines, len(tests) - len(pictured), names, ended)


def _instance(test: TestedConfiguration) -> tuple[str, int]:
    return test.instance, test.row.instance_count or 1


class Bar(NamedTuple):
    """The highest throughput on some hardware, per accelerator."""

    hardware: RunHardware
    value: float
    setup: str
    """Number format, software and month, and whether the source no longer shows it."""
    percent: float
    """Of the highest bar."""


class ThroughputPicture(NamedTuple):
    """Bars of one work in one number format, the highest first: only such speeds are compared."""

    workload: str
    unit: str
    number_format: str
    work: Labelled
    """What all bars have in common: the size of the work."""
    bars: Sequence[Bar]


def throughput(knowledge: Knowledge, facts: Sequence[Benchmark]) -> ThroughputPicture | None:
    """The work with most kinds of hardware, then with most runs; None where no work ran on several kinds.

    What states no number format, and thresholds, which nobody measured, are not ranked.
    """
    facts = [fact for fact in facts if number_format(fact) and not fact.file.thresholds]
    speeds = {fact.id: speed for fact in facts if fact.hardware and (speed := per_accelerator(knowledge, fact))}
    compared = (fact for fact in facts if fact.id in speeds)
    works = group_by(compared, lambda fact: (work_of(fact), number_format(fact).casefold()))
    most = max(works.values(), key=lambda same: (_kinds(same), len(same)), default=())
    if _kinds(most) < FEWEST_KINDS:
        return None
    runs = sorted(most, key=lambda fact: speeds[fact.id], reverse=True)
    first, highest = runs[0], speeds[runs[0].id]
    bars = [
        Bar(hardware, speeds[best.id], _setup(knowledge, best), round(100 * speeds[best.id] / highest, 2))
        for hardware, (best, *_) in group_pairs((fact.hardware, fact) for fact in runs if fact.hardware).items()
    ]
    work = Labelled("", [(column, value) for column in WORK if (value := column.value(first))])
    return ThroughputPicture(first.workload, first.row.throughput_unit or "", number_format(first), work, bars)


WORK: Sequence[Column[Benchmark]] = (
    *(column for column in MEASURED if column.name in fields_with_role("work")),
    Column("work", "Where it says more.", lambda fact: fact.row.model if fact.work else None, label="Published as"),
)


def _kinds(facts: Sequence[Benchmark]) -> int:
    return len({fact.hardware.names for fact in facts if fact.hardware})


def _setup(knowledge: Knowledge, fact: Benchmark) -> str:
    return f"{setup(knowledge, fact)}{'' if fact.file.published else ', not shown by its source'}"
