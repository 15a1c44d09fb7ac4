"""Every published CSV, read by DuckDB and pandas, says what the JSON beside it says."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pandas
import pytest

from macros.columns.answers import NOT_IN_CSV

API = "api/v1/"
Read = Sequence[Mapping[str, Any]]
"""Rows as a program read them; None for an empty cell."""


def with_duckdb(file: Path, types: Mapping[str, type]) -> Read:
    names = {bool: "BOOLEAN", int: "BIGINT", float: "DOUBLE", str: "VARCHAR"}
    typed = {column: names[kind] for column, kind in types.items()}
    found = duckdb.execute("FROM read_csv(?, types = ?)", [str(file), typed])
    return [dict(zip([column[0] for column in found.description], row, strict=True)) for row in found.fetchall()]


def with_pandas(file: Path, types: Mapping[str, type]) -> Read:
    names = {bool: "boolean", int: "Int64", float: "Float64", str: "string"}
    found = pandas.read_csv(
        file, dtype={column: names[kind] for column, kind in types.items()}, keep_default_na=False, na_values=[""]
    )
    return [
        {str(column): None if value is pandas.NA else value for column, value in row.items()}
        for row in found.to_dict("records")
    ]


def type_of(values: Iterable[Any]) -> type:
    """What a column of JSON holds: true or false, whole numbers, numbers, else text."""
    found = {type(value) for value in values if value is not None}
    if found <= {int, float}:
        return float if float in found else int if found else str
    return bool if found == {bool} else str


def as_read(value: Any, cell: Any) -> Any:
    """A cell in the form that its value has in JSON."""
    if isinstance(value, list | dict):
        if cell is None:
            return []
        return json.loads(cell) if cell.startswith(("[", "{")) else cell.split(";")
    return cell.removeprefix("'") if isinstance(cell, str) and cell.startswith("'") else cell


def stated(value: Any) -> Any:
    """A nested value without the entries that are null, which CSV leaves out."""
    if isinstance(value, dict):
        return {key: stated(one) for key, one in value.items() if one is not None}
    return [stated(one) for one in value] if isinstance(value, list) else value


def differences(exports: Mapping[str, bytes], read: Any, folder: Path) -> list[str]:
    """Every cell of every CSV that is not as in the JSON."""
    found: list[str] = []
    names = (name for name in exports if name.startswith(API) and name.endswith(".csv"))
    for number, name in enumerate(names):
        rows = json.loads(exports[f"{name.removesuffix('.csv')}.json"])["result"]
        left_out = NOT_IN_CSV if name.startswith(f"{API}today/") else ()
        columns = [column for column in rows[0] if column not in left_out]
        file = folder / f"{number}.csv"
        file.write_bytes(exports[name])
        lines = read(file, {column: type_of(row[column] for row in rows) for column in columns})
        assert [list(line) for line in lines] == [columns] * len(rows), name
        found += [
            f"{name}, {column}: {row[column]!r} read as {line[column]!r}"
            for row, line in zip(rows, lines, strict=True)
            for column in columns
            if as_read(row[column], line[column]) != stated(row[column])
        ]
    return found


@pytest.mark.parametrize("read", [with_duckdb, with_pandas])
@pytest.mark.parametrize("published", ["exports", "made_up_exports"])
def test_a_program_reads_from_csv_what_is_in_json(
    request: pytest.FixtureRequest, tmp_path: Path, published: str, read: Any
) -> None:
    assert differences(request.getfixturevalue(published), read, tmp_path) == []
