"""Iterators over rows of tables, each with its record (kind and id), its path in the record, and its file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from macros.loading import Records
from macros.schema.benchmarks import BenchmarkFile, BenchmarkRow
from macros.schema.catalogues import Catalogue, ListedRow
from macros.schema.components import Notice
from macros.schema.configurations import ConfigurationFile, ConfigurationRow, ConfigurationTable
from macros.schema.images import ImageList, ImageRow
from macros.schema.models import SupportMatrix, VerdictColumn, VerdictRow
from macros.schema.walk import Path


class TestedRow(NamedTuple):
    """A row of tested configurations."""

    record: str
    path: Path
    file: ConfigurationFile
    table: ConfigurationTable
    row: ConfigurationRow

    @property
    def sequence_length(self) -> int | None:
        """Its own, or else that of its table."""
        return self.row.sequence_length or self.table.sequence_length


class Cell(NamedTuple):
    """A verdict of a support matrix."""

    record: str
    path: Path
    matrix: SupportMatrix
    row: VerdictRow
    column: VerdictColumn
    word: str
    """As printed."""


def tested_rows(records: Records) -> Iterator[TestedRow]:
    for file_id, file in records.configurations.items():
        for position, table in enumerate(file.tables):
            for index, row in enumerate(table.rows):
                path = ("tables", position, "rows", index)
                yield TestedRow(f"configurations/{file_id}", path, file, table, row)


def tested_subject(records: Records, row: ConfigurationRow) -> tuple[str, str | None, str]:
    ids = records.names.ids_by_name
    dataset = ids["datasets"][row.dataset] if row.dataset else None
    return ids["models"][row.model], dataset, ids["instances"][row.instance]


def benchmark_rows(records: Records) -> Iterator[tuple[str, Path, BenchmarkFile, BenchmarkRow]]:
    for file_id, file in records.benchmarks.items():
        for index, row in enumerate(file.rows):
            yield f"benchmarks/{file_id}", ("rows", index), file, row


def listed_rows(records: Records) -> Iterator[tuple[str, Path, Catalogue, ListedRow]]:
    for catalogue_id, catalogue in records.catalogues.items():
        for index, row in enumerate(catalogue.rows):
            yield f"catalogues/{catalogue_id}", ("rows", index), catalogue, row


def cells(records: Records) -> Iterator[Cell]:
    """Every verdict that stands in a column of its matrix."""
    for matrix_id, matrix in records.support.items():
        for index, row in enumerate(matrix.rows):
            for name, word in row.status.items():
                if column := matrix.columns.get(name):
                    yield Cell(f"support/{matrix_id}", ("rows", index, "status", name), matrix, row, column, word)


def image_rows(records: Records) -> Iterator[tuple[str, Path, ImageList, ImageRow]]:
    """Every image of a list."""
    for key, images in records.images.items():
        for index, row in enumerate(images.rows):
            yield f"images/{key}", ("rows", index), images, row


def notices(records: Records) -> Iterator[tuple[str, Path, Notice]]:
    for component_id, component in records.components.items():
        for index, notice in enumerate(component.notices):
            yield f"components/{component_id}", ("notices", index), notice
