"""The downloads and the API, described from the code that writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from macros.exports import api
from macros.exports.columns import Column
from macros.exports.envelope import ENVELOPE, SCHEMA_VERSION
from macros.exports.rows import COLUMNS
from macros.knowledge import Knowledge

CSV = ".csv"


@dataclass(frozen=True)
class ApiIndex:
    """Every file of the API."""

    files: Sequence[api.ApiFile]
    lines: Sequence[tuple[api.ApiFile, api.ApiFile | None]]
    """Each file but the tables, with the table that says the same."""
    revision: str


def index(knowledge: Knowledge) -> ApiIndex:
    """The files as this build publishes them."""
    files = api.written(knowledge).described
    tables = {file.name.removesuffix(CSV): file for file in files if file.name.endswith(CSV)}
    lines = [(file, tables.get(file.name.removesuffix(".json"))) for file in files if not file.name.endswith(CSV)]
    return ApiIndex(files, lines, knowledge.records.revision)


@dataclass(frozen=True)
class Envelope:
    """What stands around every list."""

    envelope: Mapping[str, str]
    schema_version: str
    revision: str


def envelope(knowledge: Knowledge) -> Envelope:
    """What each field around a list means."""
    return Envelope(ENVELOPE, SCHEMA_VERSION, knowledge.records.revision)


@dataclass(frozen=True)
class ColumnTable:
    """The columns of one list of the API."""

    name: str
    columns: Mapping[str, Column]


def columns(_knowledge: Knowledge, name: str) -> ColumnTable:
    """What each column of a list means."""
    return ColumnTable(name, COLUMNS[name])
