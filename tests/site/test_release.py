"""The files of a release, made from a built site as CI makes them, and what programs read in them."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

import duckdb
import pytest
import yaml

from tests.support.built_site import BuiltSite
from upkeep.release import AS_PARQUET, CITATION, SUMS, VERSION, main


@pytest.fixture(scope="module")
def released(made_up_built: BuiltSite, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("release") / "files"
    main(["--site", str(made_up_built.root), "--to", str(folder)])
    return folder


def test_every_file_has_its_checksum_and_is_not_written_over(released: Path, made_up_built: BuiltSite) -> None:
    with pytest.raises(FileExistsError):
        main(["--site", str(made_up_built.root), "--to", str(released)])
    sums = dict(line.split("  ")[::-1] for line in (released / SUMS).read_text("utf-8").splitlines())
    assert sums == {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest()
        for file in released.iterdir()
        if file.name.startswith("accelerator-atlas") or file.name == CITATION
    }


def test_the_version_names_the_edition_and_the_revision_of_the_data(released: Path) -> None:
    version = (released / VERSION).read_text("utf-8").strip()
    with closing(sqlite3.connect(released / f"accelerator-atlas-{version}.sqlite")) as database:
        said = dict(database.execute("SELECT name, value FROM metadata"))
    assert version == f"{said['edition'].replace('-', '.')}-{said['data_revision'][:8]}"
    citation = yaml.safe_load((released / CITATION).read_text("utf-8"))
    assert (citation["version"], citation["date-released"].isoformat()) == (version, said["edition"])


@pytest.mark.parametrize("name", AS_PARQUET)
def test_a_program_reads_from_parquet_what_is_in_json(released: Path, made_up_built: BuiltSite, name: str) -> None:
    [file] = released.glob(f"accelerator-atlas-{name}-*.parquet")
    read = duckdb.read_parquet(str(file))
    rows = made_up_built.result(name)
    assert read.columns == list(rows[0])
    for row, line in zip(rows, read.fetchall(), strict=True):
        cells = zip(row.values(), line, strict=True)
        plain = [(value, cell) for value, cell in cells if not isinstance(value, list | dict)]
        assert [value for value, _ in plain] == [
            cell if cell is None or isinstance(cell, int | float) else str(cell) for _, cell in plain
        ]
