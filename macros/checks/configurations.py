"""Rows of tested configurations can be told apart, and a changed scope says why."""

from __future__ import annotations

from collections.abc import Iterator

from macros.checks.rule import Finding, Rule
from macros.loading import Records
from macros.schema.configurations import ConfigurationFile, ConfigurationRow

Place = tuple[str, int, int]


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
            key = (file.release, models[row.model], dataset, instances[row.instance], row.instance_count, row.variant)
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


ONE_ID_PER_ROW = Rule("one-id-per-row", "Two rows of a release differ in something that names them.", _one_id)
SCOPE_WITH_REASON = Rule(
    "scope-with-reason",
    "A batch size counted otherwise than its table says carries the editor's reason.",
    _scope_reason,
    alone=True,
)
