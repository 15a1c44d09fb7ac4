"""Rows that several rules read, each with its place and the table in which it stands."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from macros.checks.rule import entries
from macros.loading import Records
from macros.schema.configurations import ConfigurationFile, ConfigurationRow, ConfigurationTable
from macros.schema.frameworks import SupportStatement
from macros.schema.models import SupportMatrix, VerdictColumn, VerdictRow
from macros.schema.walk import Place


class Tested(NamedTuple):
    """A row of tested configurations."""

    at: Place
    file: ConfigurationFile
    table: ConfigurationTable
    row: ConfigurationRow

    @property
    def settings(self) -> tuple[object, ...]:
        """In which two rows must agree for their batch sizes to be compared, beside their subjects."""
        sequence_length = self.row.sequence_length or self.table.sequence_length
        return self.file.release, self.file.workload, self.row.precision, sequence_length


def tested_rows(records: Records) -> Iterator[Tested]:
    for at, file, table in entries(records, Records.configurations, ConfigurationTable):
        for index, row in enumerate(table.rows):
            yield Tested(at.field("rows", index), file, table, row)


def tested_subject(records: Records, row: ConfigurationRow) -> tuple[str, str | None, str]:
    """The model, dataset and instance of a row, by their ids."""
    ids = records.names.ids_by_name
    dataset = ids["datasets"][row.dataset] if row.dataset else None
    return ids["models"][row.model], dataset, ids["instances"][row.instance]


def support_statements(records: Records) -> Iterator[tuple[Place, SupportStatement]]:
    """Those of frameworks, then those of whole SDKs."""
    frameworks = entries(records, Records.frameworks, SupportStatement)
    platforms = entries(records, Records.platforms, SupportStatement)
    return ((at, said) for at, _, said in chain(frameworks, platforms))


class Cell(NamedTuple):
    """A verdict of a support matrix, in a column of the matrix."""

    at: Place
    matrix: SupportMatrix
    row: VerdictRow
    column: VerdictColumn
    word: str
    """As printed."""

    @property
    def status(self) -> str | None:
        """What the word means; None where the matrix does not map it."""
        return self.matrix.wording.status.get(self.word)


def cells(records: Records) -> Iterator[Cell]:
    for at, matrix, row in entries(records, Records.support, VerdictRow):
        for name, word in row.status.items():
            if column := matrix.columns.get(name):
                yield Cell(at.field("status", name), matrix, row, column, word)
