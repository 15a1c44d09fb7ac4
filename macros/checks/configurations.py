"""Rows of tested configurations can be told apart, and their batch sizes count what they say they count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from macros.checks.rule import Finding, Rule
from macros.loading import Records
from macros.loading.positions import Path
from macros.schema.configurations import ConfigurationFile, ConfigurationRow, ConfigurationTable
from macros.schema.hardware import Instance

Place = tuple[str, int, int]

PER_ACCELERATOR, PER_NODE = "per-accelerator", "per-node"
LIKE_A_NODE = 0.75
"""Of the number of accelerators: a size this many times that of one accelerator is not for one. Of the published sizes
that are for one, none is more than half of it; of those for a node, most are all of it."""
LIKE_ONE = 1.5
"""A size at most this many times that of one accelerator is not for a node of several."""


def _rows(file: ConfigurationFile) -> Iterator[tuple[int, int, ConfigurationRow]]:
    for table_index, table in enumerate(file.tables):
        for row_index, row in enumerate(table.rows):
            yield table_index, row_index, row


def _one_id(records: Records) -> Iterator[Finding]:
    models, datasets = records.catalog.names["models"], records.catalog.names["datasets"]
    instances = records.catalog.names["instances"]
    seen: dict[tuple[object, ...], Place] = {}
    for file_id, file in records.configurations.items():
        for table, index, row in _rows(file):
            dataset = datasets[row.dataset] if row.dataset else None
            count = row.instance_count or 1  # the id of a row says neither one instance nor an unknown number
            key = (file.release, models[row.model], dataset, instances[row.instance], count, row.variant)
            first = seen.setdefault(key, (file_id, table, index))
            if first != (file_id, table, index):
                yield Finding(
                    f"configurations/{file_id}",
                    ("tables", table, "rows", index),
                    f"expected one row for {row.model} on {row.instance} in this release,"
                    f" got a second one; the first is tables[{first[1]}].rows[{first[2]}] of {first[0]}",
                    "remove it, or tell the two apart with `variant`",
                )


def _scope_reason(records: Records) -> Iterator[Finding]:
    for file_id, file in records.configurations.items():
        for table, index, row in _rows(file):
            if (row.scope is None) != (row.scope_inferred is None):
                given, absent = ("scope", "scope_inferred") if row.scope else ("scope_inferred", "scope")
                yield Finding(
                    f"configurations/{file_id}",
                    ("tables", table, "rows", index),
                    f"expected {absent} beside {given}, got none",
                )


@dataclass(frozen=True)
class _Tested:
    """A row with what its table and its instance say of it."""

    record: str
    path: Path
    row: ConfigurationRow
    instance: Instance
    scope: str

    @property
    def memory(self) -> int:
        return self.instance.accelerator_memory_gib

    @property
    def about(self) -> str:
        return f"{self.row.model} on {self.row.instance}"


def _scope_fits(records: Records) -> Iterator[Finding]:
    for rows in _comparable(records):
        ones = [one for one in rows if one.instance.accelerator_count == 1]
        for tested in rows:
            if tested.instance.accelerator_count > 1 and (one := _sibling(tested, ones)):
                yield from _misread(tested, one)


def _comparable(records: Records) -> Iterator[Sequence[_Tested]]:
    """Rows on one node each that differ in nothing but the instance."""
    models, datasets = records.catalog.names["models"], records.catalog.names["datasets"]
    instances = records.catalog.names["instances"]
    groups: dict[tuple[object, ...], list[tuple[str, ConfigurationTable, int, int, ConfigurationRow]]] = {}
    for file_id, file in records.configurations.items():
        for table_index, index, row in _rows(file):
            if (row.instance_count or 1) > 1:
                continue
            table = file.tables[table_index]
            dataset = datasets[row.dataset] if row.dataset else None
            length = row.sequence_length or table.sequence_length
            key = (file.release, file.workload, models[row.model], dataset, row.precision, length, row.variant)
            groups.setdefault(key, []).append((file_id, table, table_index, index, row))
    # Most rows have nothing to be compared with.
    for group in groups.values():
        if len(group) > 1:
            yield [
                _Tested(
                    f"configurations/{file_id}",
                    ("tables", table_index, "rows", index),
                    row,
                    records.instances[instances[row.instance]],
                    row.scope or table.scope,
                )
                for file_id, table, table_index, index, row in group
            ]


def _sibling(tested: _Tested, ones: Sequence[_Tested]) -> _Tested | None:
    """A row with one accelerator: the same if there is one, else with the least memory that is not less."""
    accelerator = tested.instance.accelerator
    enough = [one for one in ones if one.instance.accelerator == accelerator or one.memory >= tested.memory]
    return min(enough, key=lambda one: (one.instance.accelerator != accelerator, one.memory), default=None)


def _misread(tested: _Tested, one: _Tested) -> Iterator[Finding]:
    count = tested.instance.accelerator_count
    for name, size, single in _pairs(tested, one):
        times = size / single
        beside = f"got {size}, {times:.3g} times the {single} of {one.row.instance}, which has one"
        if tested.scope == PER_ACCELERATOR and tested.row.scope_inferred is None and times >= LIKE_A_NODE * count:
            message = f"expected a batch size for one of the {count} accelerators of {tested.row.instance}, {beside}"
            hint = f"correct the figure, or give the row scope: {PER_NODE} and say why in scope_inferred"
        elif tested.scope == PER_NODE and times <= LIKE_ONE:
            message = f"expected a batch size for all {count} accelerators of {tested.row.instance}, {beside}"
            hint = f"correct the figure, or the scope: it is more like {PER_ACCELERATOR}"
        else:
            continue
        yield Finding(tested.record, (*tested.path, name), message, hint, tested.about)
        return


def _pairs(tested: _Tested, one: _Tested) -> Iterator[tuple[str, int, int]]:
    """The sizes that both rows give: of what, for the instance, for one accelerator."""
    for name in ("compiled", "native"):
        size, single = getattr(tested.row, name), getattr(one.row, name)
        if size is not None and single is not None:
            yield name, size, single


ONE_ID_PER_ROW = Rule("one-id-per-row", "Two rows of a release differ in something that names them.", _one_id)
SCOPE_WITH_REASON = Rule(
    "scope-with-reason",
    "A batch size counted otherwise than its table says carries the editor's reason.",
    _scope_reason,
    alone=True,
)
BATCH_SIZE_SCOPE = Rule(
    "batch-size-scope",
    "A batch size said to be for one accelerator of several is not that of all of them, nor the other way round:"
    " measured against the row with one accelerator.",
    _scope_fits,
    exceptable=True,
)
