"""Make the files of a release from a built site: `python -m upkeep.release --to release`."""

from __future__ import annotations

import argparse
import json
import shutil
import sqlite3
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from hashlib import file_digest
from pathlib import Path
from typing import Any, NamedTuple

import duckdb

PROJECT = Path(__file__).resolve().parents[1]
API = Path("api", "v1")
NAME = "accelerator-atlas"
CITATION = "CITATION.cff"
NOTES, VERSION, SUMS = "NOTES.md", "VERSION", "SHA256SUMS"

AS_PARQUET = ("benchmarks", "listed-models", "package-versions", "tested-configurations")
"""Lists of facts with most rows and columns."""

REVISION_DIGITS = 8
"""Hexadecimal digits of the data's revision in a version."""

PARQUET_TYPES: Mapping[str, str] = {"integer": "BIGINT", "number": "DOUBLE", "boolean": "BOOLEAN"}
"""By type in JSON Schema; lists of words are lists, and what else has parts is JSON text."""

RELEASE_NOTES = """\
Data of Accelerator Atlas, edition {edition}, revision {data_revision}.

What vendors released, ended and published is in the news of the site, what the columns mean and what stays in its page
on data. Check the files with `sha256sum -c {sums}`.

| list | rows |
|---|---:|
{rows}
"""


class Release(NamedTuple):
    """A release of the data."""

    edition: str
    """The day of the newest fact."""
    data_revision: str

    @property
    def version(self) -> str:
        """Edition and the beginning of the revision: they sort by day, and change with the data alone."""
        return f"{self.edition.replace('-', '.')}-{self.data_revision[:REVISION_DIGITS]}"


def make(site: Path, to: Path) -> Release:
    """Writes the files of a release of a built site into a new folder.

    Raises FileExistsError if the folder is there, and FileNotFoundError if the site lacks a file.
    """
    api = site / API
    release = _release(api / f"{NAME}.sqlite")
    to.mkdir(parents=True)
    for extension in ("zip", "sqlite"):
        shutil.copyfile(api / f"{NAME}.{extension}", to / f"{NAME}-{release.version}.{extension}")
    document = json.loads((api / "openapi.json").read_bytes())
    for name in AS_PARQUET:
        answer = document["paths"][f"/{name}.json"]["get"]["responses"]["200"]["content"]["application/json"]
        columns = answer["schema"]["properties"]["result"]["items"]["properties"]
        rows = json.loads((api / f"{name}.json").read_bytes())["result"]
        _write_parquet(to / f"{NAME}-{name}-{release.version}.parquet", columns, rows)
    (to / CITATION).write_text(_citation(release), "utf-8")
    files = sorted(to.iterdir())
    (to / SUMS).write_text("".join(map(_sum, files)), "utf-8")
    (to / NOTES).write_text(_notes(api, release), "utf-8")
    (to / VERSION).write_text(f"{release.version}\n", "utf-8")
    return release


def _release(database: Path) -> Release:
    with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as opened:
        said = dict(opened.execute("SELECT name, value FROM metadata"))
    return Release(said["edition"], said["data_revision"])


def _write_parquet(file: Path, columns: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> None:
    types = {name: _parquet_type(schema) for name, schema in columns.items()}
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".ndjson") as lines:
        lines.writelines(f"{json.dumps(row)}\n" for row in rows)
        lines.flush()
        read = duckdb.read_json(lines.name, columns=types, format="newline_delimited")
        read.write_parquet(str(file), compression="zstd")


def _parquet_type(schema: Mapping[str, Any]) -> str:
    [part, *others] = [one for one in schema.get("anyOf", [schema]) if one.get("type") != "null"]
    if others:
        return "VARCHAR"
    if part.get("type") == "array":
        return "VARCHAR[]" if part["items"].get("type") == "string" else "JSON"
    if part.get("type") == "string":
        return "DATE" if part.get("format") == "date" else "VARCHAR"
    return PARQUET_TYPES.get(part.get("type", ""), "JSON")


def _citation(release: Release) -> str:
    """The project's citation with the version."""
    stated = (PROJECT / CITATION).read_text("utf-8").rstrip()
    return f"{stated}\nversion: {release.version}\ndate-released: {release.edition}\n"


def _sum(file: Path) -> str:
    """A line that `sha256sum -c` checks."""
    with file.open("rb") as opened:
        return f"{file_digest(opened, 'sha256').hexdigest()}  {file.name}\n"


def _notes(api: Path, release: Release) -> str:
    lists = json.loads((api / "index.json").read_bytes())["result"]
    rows = "\n".join(f"| {one['name']} | {one['count']:,} |" for one in lists)
    return RELEASE_NOTES.format(**release._asdict(), sums=SUMS, rows=rows)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m upkeep.release", description=__doc__)
    parser.add_argument("--site", type=Path, default=PROJECT / "site", help="folder of a built site (default: site)")
    parser.add_argument("--to", type=Path, required=True, help="new folder for the files")
    options = parser.parse_args(arguments)
    print(make(options.site, options.to).version)


if __name__ == "__main__":
    main()
