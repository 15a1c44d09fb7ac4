"""Writes every list of the API as a table of one SQLite file.

A table is called like its list, with underscores. Values are those of the JSON files: what has parts is JSON text, a
truth 0 or 1. A column with the id of one record refers to the table of its kind, and has an index.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from macros.columns.files import SCHEMA_VERSION, compact
from macros.facts import Knowledge
from macros.outputs import api_lists, openapi
from macros.outputs.api_lists import ApiList
from macros.schema.kinds import KINDS
from macros.schema.references import REFERS_TO

TYPES: Mapping[str, str] = {"string": "TEXT", "integer": "INTEGER", "boolean": "INTEGER", "number": "REAL"}
"""By type in JSON Schema. All others have parts, and are written as text."""

KEY = "id"


class SqlColumn(NamedTuple):
    """A column of a table."""

    name: str
    type: str
    refers_to: str | None
    """The table of the records that it names."""

    @property
    def definition(self) -> str:
        key = " PRIMARY KEY" if self.name == KEY else ""
        target = f' REFERENCES "{self.refers_to}" ("{KEY}")' if self.refers_to else ""
        return f'"{self.name}" {self.type}{key}{target}'


def write(knowledge: Knowledge, file: Path) -> int:
    """Writes the file anew, and returns its size in bytes. The same data gives the same with a release of SQLite."""
    file.unlink(missing_ok=True)
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        # Nobody reads the file before it is whole.
        database.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;")
        for one in api_lists.all_lists(knowledge):
            columns = list(_columns(one, openapi.row_of(knowledge, one)))
            _create(database, _named(one.name), columns, ([*map(_value, row.values())] for row in one.rows()))
        metadata = {
            "edition": knowledge.edition.isoformat(),
            "data_revision": knowledge.revision,
            "schema_version": SCHEMA_VERSION,
        }
        _create(database, "metadata", [SqlColumn(name, "TEXT", None) for name in ("name", "value")], metadata.items())
        database.execute("COMMIT")
    return file.stat().st_size


def _columns(one: ApiList, schema: Mapping[str, Any]) -> Iterator[SqlColumn]:
    kinds = {column.name: column.kind for column in one.table.columns} if one.table else {}
    for name, found in schema["properties"].items():
        parts = found.get("anyOf", [found])
        types = {part.get("type", "object") for part in parts} - {"null"}
        kind = kinds.get(name) or next(filter(None, (part.get(REFERS_TO) for part in parts)), "")
        is_listed = kind in KINDS and KINDS[kind].api_list
        yield SqlColumn(
            name,
            TYPES.get(types.pop(), "TEXT") if len(types) == 1 else "TEXT",
            _named(kind) if is_listed and all(part.get("type") in ("string", "null") for part in parts) else None,
        )


def _value(value: Any) -> Any:
    """What has parts as JSON; a date as it is written there, without quotes."""
    return value if value is None or isinstance(value, str | int | float) else compact(value).strip('"')


def _create(database: sqlite3.Connection, table: str, columns: Sequence[SqlColumn], rows: Iterable[Any]) -> None:
    database.execute(f'CREATE TABLE "{table}" ({", ".join(column.definition for column in columns)})')
    # Names are those of our lists and columns.
    places = ", ".join("?" * len(columns))
    database.executemany(f'INSERT INTO "{table}" VALUES ({places})', rows)  # noqa: S608
    for column in columns:
        if column.refers_to and column.name != KEY:
            database.execute(f'CREATE INDEX "{table}_{column.name}" ON "{table}" ("{column.name}")')


def _named(name: str) -> str:
    return name.replace("-", "_").replace("/", "_")
