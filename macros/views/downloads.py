"""The downloads and the API, described from the code that writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from macros.exports import api
from macros.exports.columns import Column
from macros.exports.envelope import ENVELOPE, SCHEMA_VERSION
from macros.exports.rows import COLUMNS
from macros.knowledge import Knowledge


@dataclass(frozen=True)
class FileLine:
    """A file of the API, without its content: a page's view lives as long as the build."""

    path: str
    name: str
    what: str
    size: int
    entries: int | None


@dataclass(frozen=True)
class ApiIndex:
    """Every file of the API, and what wraps the JSON ones."""

    files: Sequence[FileLine]
    envelope: Mapping[str, str]
    schema_version: str
    revision: str


def index(knowledge: Knowledge) -> ApiIndex:
    """The files as this build publishes them."""
    files = [FileLine(file.path, file.name, file.what, file.size, file.entries) for file in api.described(knowledge)]
    return ApiIndex(files, ENVELOPE, SCHEMA_VERSION, knowledge.records.revision)


@dataclass(frozen=True)
class ColumnTable:
    """The columns of one list of the API."""

    name: str
    columns: Mapping[str, Column]


def columns(_knowledge: Knowledge, name: str) -> ColumnTable:
    """What each column of a list means."""
    return ColumnTable(name, COLUMNS[name])
