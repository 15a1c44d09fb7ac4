"""Rows of tested configurations can be told apart, and their batch sizes count what they say they count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from macros.checks.rows import TestedRow, tested_rows, tested_subject
from macros.checks.rule import Finding, rule
from macros.knowledge.grouping import group_pairs
from macros.loading import Records
from macros.loading.messages import field
from macros.schema.hardware import Instance

PER_ACCELERATOR, PER_NODE = "per-accelerator", "per-node"
LIKE_A_NODE = 0.75
"""Of the number of accelerators: a size this many times that of one accelerator is not for one. Of the published sizes
that are for one, none is more than half of it; of those for a node, most are all of it."""
LIKE_ONE = 1.5
"""A size at most this many times that of one accelerator is not for a node of several."""


@rule("one-id-per-row")
def one_id_per_row(records: Records) -> Iterator[Finding]:
    """Two rows of a release differ in something that names them."""
    seen: dict[tuple[object, ...], TestedRow] = {}
    for tested in tested_rows(records):
        row = tested.row
        # The id of a row says neither one instance nor an unknown number.
        key = (tested.file.release, *tested_subject(records, row), row.instance_count or 1, row.variant)
        first = seen.setdefault(key, tested)
        if first is not tested:
            place = f"{field(first.path)} of {first.record.removeprefix('configurations/')}"
            message = f"expected one row for {row.model} on {row.instance} in this release, got a second one"
            hint = "remove it, or tell the two apart with `variant`"
            yield Finding(tested.record, tested.path, f"{message}; the first is {place}", hint)


@rule("scope-with-reason", per_record=True)
def scope_with_reason(records: Records) -> Iterator[Finding]:
    """A batch size counted otherwise than its table says carries the editor's reason."""
    for record, path, _, _, row in tested_rows(records):
        if (row.scope is None) != (row.scope_inferred is None):
            given, absent = ("scope", "scope_inferred") if row.scope else ("scope_inferred", "scope")
            yield Finding(record, path, f"expected {absent} beside {given}, got none")


class _OnInstance(NamedTuple):
    tested: TestedRow
    instance: Instance


@rule("batch-size-scope", exceptable=True)
def batch_size_scope(records: Records) -> Iterator[Finding]:
    """A batch size for one accelerator of several is not that of all of them, nor the other way round.

    Measured against the row that differs in nothing but the instance, which has one accelerator.
    """
    comparable = group_pairs(
        (_settings(records, tested), _OnInstance(tested, records.instance_named(tested.row.instance)))
        for tested in tested_rows(records)
        if (tested.row.instance_count or 1) == 1
    )
    for rows in comparable.values():
        single = [one for one in rows if one.instance.accelerator_count == 1]
        for tested, instance in rows if single else ():
            if instance.accelerator_count > 1 and (nearest := _nearest(instance, single)):
                yield from _wrong_scope(tested, instance.accelerator_count, nearest)


def _settings(records: Records, tested: TestedRow) -> tuple[object, ...]:
    """All that makes sizes comparable, but for the instance."""
    file, row = tested.file, tested.row
    model, dataset, _ = tested_subject(records, row)
    return file.release, file.workload, model, dataset, row.precision, tested.sequence_length, row.variant


def _nearest(instance: Instance, single: Sequence[_OnInstance]) -> TestedRow | None:
    """A row with one accelerator: the same if there is one, else with the least memory that is not less."""
    same = [one for one in single if one.instance.accelerator == instance.accelerator]
    enough = [one for one in single if one.instance.accelerator_memory_gib >= instance.accelerator_memory_gib]
    best = min(same or enough, key=lambda one: one.instance.accelerator_memory_gib, default=None)
    return best.tested if best else None


def _wrong_scope(tested: TestedRow, count: int, single: TestedRow) -> Iterator[Finding]:
    row, scope = tested.row, tested.row.scope or tested.table.scope
    for name in ("compiled", "native"):
        size, of_one = getattr(row, name), getattr(single.row, name)
        if size is None or of_one is None:
            continue
        times = size / of_one
        if scope == PER_ACCELERATOR and row.scope_inferred is None and times >= LIKE_A_NODE * count:
            wanted = f"one of the {count} accelerators"
            hint = f"correct the figure, or give the row scope: {PER_NODE} and say why in scope_inferred"
        elif scope == PER_NODE and times <= LIKE_ONE:
            wanted = f"all {count} accelerators"
            hint = f"correct the figure, or the scope: it is more like {PER_ACCELERATOR}"
        else:
            continue
        got = f"{size}, {times:.3g} times the {of_one} of {single.row.instance}, which has one"
        message = f"expected a batch size for {wanted} of {row.instance}, got {got}"
        yield Finding(tested.record, (*tested.path, name), message, hint, f"{row.model} on {row.instance}")
        return
