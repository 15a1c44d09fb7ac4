"""The database of the API: what readers of SQLite find in it is what the JSON files say."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pandas
import pytest

from macros.outputs.api_lists import DATABASE, all_lists
from macros.site.state import Site

Exports = Mapping[str, bytes]
API = "api/v1/"


@contextmanager
def opened(exports: Exports, folder: Path) -> Iterator[sqlite3.Connection]:
    file = folder / DATABASE
    file.write_bytes(exports[f"{API}{DATABASE}"])
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        yield database


def in_json(value: Any) -> Any:
    """A cell as the JSON file has it: what has parts is text here."""
    return json.loads(value) if isinstance(value, str) and value.startswith(("[", "{")) else value


@pytest.mark.parametrize("published", ["exports", "made_up_exports"])
def test_the_database_is_whole_and_every_reference_leads_somewhere(
    request: pytest.FixtureRequest, tmp_path: Path, published: str
) -> None:
    with opened(request.getfixturevalue(published), tmp_path) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        assert database.execute("PRAGMA foreign_key_list(tested_configurations)").fetchall()
        assert database.execute("SELECT id FROM sources").fetchall()


def test_every_list_is_a_table_with_the_same_rows(made_up_exports: Exports, made_up: Site, tmp_path: Path) -> None:
    with opened(made_up_exports, tmp_path) as database:
        for one in all_lists(made_up.knowledge):
            rows = json.loads(made_up_exports[f"{API}{one.name}.json"])["result"]
            cursor = database.execute(f'SELECT * FROM "{one.name.replace("-", "_").replace("/", "_")}"')  # noqa: S608
            names = [name for name, *_ in cursor.description]
            found = [dict(zip(names, map(in_json, row), strict=True)) for row in cursor]
            assert found == [{name: in_json(value) for name, value in row.items()} for row in rows], one.name


def test_pandas_joins_tables_and_finds_the_revision(made_up_exports: Exports, made_up: Site, tmp_path: Path) -> None:
    with opened(made_up_exports, tmp_path) as database:
        joined = pandas.read_sql_query(
            "SELECT one.id, source.title FROM benchmarks AS one JOIN sources AS source ON source.id = one.source",
            database,
        )
        said = dict(database.execute("SELECT name, value FROM metadata"))
    assert len(joined) == len(json.loads(made_up_exports[f"{API}benchmarks.json"])["result"])
    assert said["data_revision"] == made_up.knowledge.revision
    assert said["edition"] == made_up.knowledge.edition.isoformat()
