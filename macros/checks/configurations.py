"""Rules on tested configurations: ids of rows are unique, and batch sizes are plausible for their scope."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from macros.checks.rows import TestedRow, tested_rows, tested_subject
from macros.checks.rule import Finding, rule
from macros.facts.grouping import group_pairs
from macros.loading import Records
from macros.loading.messages import field
from macros.schema.hardware import Instance

PER_ACCELERATOR, PER_NODE = "per-accelerator", "per-node"
MIN_NODE_RATIO = 0.75
"""With n accelerators in an instance, a batch size of at least 0.75 n times that of a single accelerator is per node.
In the published data the ratio is at most 0.5 n for sizes per accelerator, and mostly n for sizes per node."""
MAX_ACCELERATOR_RATIO = 1.5
"""A batch size of at most 1.5 times that of a single accelerator is per accelerator."""


@rule("one-id-per-row")
def one_id_per_row(records: Records) -> Iterator[Finding]:
    """No two tested configurations of a release have the same id."""
    seen: dict[tuple[object, ...], TestedRow] = {}
    for tested in tested_rows(records):
        row = tested.row
        # In the id of a row, one instance and an unknown number of instances look the same.
        key = (tested.file.release, *tested_subject(records, row), row.instance_count or 1, row.variant)
        first = seen.setdefault(key, tested)
        if first is not tested:
            place = f"{field(first.path)} of {first.record.removeprefix('configurations/')}"
            message = f"expected one row for {row.model} on {row.instance} in this release, got a second one"
            hint = "remove it, or tell the two apart with `variant`"
            yield Finding(tested.record, tested.path, f"{message}; the first is {place}", hint)


@rule("scope-with-reason", per_record=True)
def scope_with_reason(records: Records) -> Iterator[Finding]:
    """A row with a `scope` of its own has `scope_inferred`, the reason for it, and the other way round."""
    for record, path, _, _, row in tested_rows(records):
        if (row.scope is None) != (row.scope_inferred is None):
            given, absent = ("scope", "scope_inferred") if row.scope else ("scope_inferred", "scope")
            yield Finding(record, path, f"expected {absent} beside {given}, got none")


class _OnInstance(NamedTuple):
    tested: TestedRow
    instance: Instance


@rule("batch-size-scope", exceptable=True)
def batch_size_scope(records: Records) -> Iterator[Finding]:
    """The batch size of an instance with several accelerators is plausible for its scope, per accelerator or per node.

    It is compared with that of a row with the same settings on an instance with a single accelerator.
    """
    by_settings = group_pairs(
        (_settings(records, tested), _OnInstance(tested, records.instance_named(tested.row.instance)))
        for tested in tested_rows(records)
        if (tested.row.instance_count or 1) == 1
    )
    for rows in by_settings.values():
        single = [row for row in rows if row.instance.accelerator_count == 1]
        for tested, instance in rows if single else ():
            if instance.accelerator_count > 1 and (nearest := _nearest(instance, single)):
                yield from _wrong_scope(tested, instance.accelerator_count, nearest)


def _settings(records: Records, tested: TestedRow) -> tuple[object, ...]:
    """The settings in which two rows must agree for their batch sizes to be compared."""
    file, row = tested.file, tested.row
    model, dataset, _ = tested_subject(records, row)
    return file.release, file.workload, model, dataset, row.precision, tested.sequence_length, row.variant


def _nearest(instance: Instance, single: Sequence[_OnInstance]) -> TestedRow | None:
    """The row to compare with: on the same accelerator, or else on one with as much memory or the least more."""
    same = [row for row in single if row.instance.accelerator == instance.accelerator]
    enough = [row for row in single if row.instance.accelerator_memory_gib >= instance.accelerator_memory_gib]
    best = min(same or enough, key=lambda row: row.instance.accelerator_memory_gib, default=None)
    return best.tested if best else None


def _wrong_scope(tested: TestedRow, count: int, single: TestedRow) -> Iterator[Finding]:
    row, scope = tested.row, tested.row.scope or tested.table.scope
    for name in ("compiled", "native"):
        size, single_size = getattr(row, name), getattr(single.row, name)
        if size is None or single_size is None:
            continue
        ratio = size / single_size
        if scope == PER_ACCELERATOR and row.scope_inferred is None and ratio >= MIN_NODE_RATIO * count:
            wanted = f"one of the {count} accelerators"
            hint = f"correct the figure, or give the row scope: {PER_NODE} and say why in scope_inferred"
        elif scope == PER_NODE and ratio <= MAX_ACCELERATOR_RATIO:
            wanted = f"all {count} accelerators"
            hint = f"correct the figure, or the scope: it is more like {PER_ACCELERATOR}"
        else:
            continue
        got = f"{size}, {ratio:.3g} times the {single_size} of {single.row.instance}, which has one"
        message = f"expected a batch size for {wanted} of {row.instance}, got {got}"
        yield Finding(tested.record, (*tested.path, name), message, hint, f"{row.model} on {row.instance}")
        return
