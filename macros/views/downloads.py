"""The downloads and the API, described from the code that writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from macros.exports.api import ApiFile
from macros.exports.columns import Column
from macros.exports.envelope import ENVELOPE, SCHEMA_VERSION
from macros.exports.rows import COLUMNS
from macros.knowledge import Knowledge

CSV = ".csv"


@dataclass(frozen=True)
class ApiIndex:
    """Every file of the API, told once all of them are made."""

    revision: str

    def lines(self, files: Sequence[ApiFile]) -> Sequence[tuple[ApiFile, ApiFile | None]]:
        """Each of some files but the tables, with the table that says the same."""
        tables = {file.name.removesuffix(CSV): file for file in files if file.name.endswith(CSV)}
        return [(file, tables.get(file.name.removesuffix(".json"))) for file in files if not file.name.endswith(CSV)]


def index(knowledge: Knowledge) -> ApiIndex:
    """The files as this build publishes them."""
    return ApiIndex(knowledge.revision)


@dataclass(frozen=True)
class Envelope:
    """What stands around every list."""

    envelope: Mapping[str, str]
    schema_version: str
    revision: str


def envelope(knowledge: Knowledge) -> Envelope:
    """What each field around a list means."""
    return Envelope(ENVELOPE, SCHEMA_VERSION, knowledge.revision)


@dataclass(frozen=True)
class ColumnTable:
    """The columns of one list of the API."""

    name: str
    columns: Mapping[str, Column]


def columns(_knowledge: Knowledge, name: str) -> ColumnTable:
    """What each column of a list means."""
    return ColumnTable(name, COLUMNS[name])
