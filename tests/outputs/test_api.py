"""The files of the API: lists, and a file for each record; CSV, SQLite and the archive have the same."""

from __future__ import annotations

import io
import json
import re
import sqlite3
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import duckdb
import pytest

from macros.addresses import place_of
from macros.columns.answers import NOT_IN_CSV
from macros.facts import Knowledge
from macros.loading import Records
from macros.outputs.api_lists import DATABASE, DOWNLOADS, all_lists
from macros.schema.kinds import WITH_PAGES
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.project import exported

API = "api/v1/"
ARCHIVE = f"{API}accelerator-atlas.zip"
PACKED = "accelerator-atlas/"

RECORD_LISTS = WITH_PAGES.keys() - {"benchmarks", "comparisons", "images"}

ROWS_IN_DATA: Mapping[str, Callable[[Records], int]] = {
    "tested-configurations": lambda of: sum(
        len(one.rows) for file in of.configurations.values() for one in file.tables
    ),
    "support": lambda of: sum(
        len(row.status) * len(matrix.accelerators) for matrix in of.support.values() for row in matrix.rows
    ),
    "validated-models": lambda of: sum(len(row.tasks) for one in of.validated.values() for row in one.rows),
    "benchmarks": lambda of: sum(len(file.rows) for file in of.benchmarks.values()),
    "listed-models": lambda of: sum(len(one.rows) for one in of.catalogues.values()),
    "lifecycle": lambda of: sum(len(one.notices) for one in of.components.values()),
    "package-versions": lambda of: sum(len(sdk.packages) for sdk in of.sdks.values()),
}
"""By list of facts: how many the data files state."""

ROW_LISTS = {*ROWS_IN_DATA, "images", "names", "support-status"}

Exports = Mapping[str, bytes]


def document(exports: Exports, name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(exports[f"{API}{name}.json"])
    return content


def result(exports: Exports, name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = document(exports, name)["result"]
    return rows


@pytest.mark.parametrize("name", ROWS_IN_DATA)
def test_every_row_of_the_data_is_exported_once(exports: Exports, knowledge: Knowledge, name: str) -> None:
    rows = result(exports, name)
    assert len(rows) == ROWS_IN_DATA[name](knowledge.records)
    ids = [row["id"] for row in rows if "id" in row]
    assert len(ids) == len(set(ids))


def test_every_record_is_listed_and_has_the_same_in_a_file_of_its_own(exports: Exports, knowledge: Knowledge) -> None:
    for kind in sorted(RECORD_LISTS):
        rows = result(exports, kind)
        assert [(row["id"], row["url"]) for row in rows] == [
            (record_id, place_of(knowledge.records, kind, record_id)) for record_id in knowledge.records.of(kind)
        ]
        assert [result(exports, f"{kind}/{row['id']}") for row in rows] == [[row] for row in rows], kind
    for comparison_id, comparison in knowledge.records.comparisons.items():
        features = [row["feature"] for row in result(exports, f"comparisons/{comparison_id}")]
        assert features == [feature.feature for feature in comparison.features]


def test_the_index_names_every_list_with_its_rows_and_revision(made_up_exports: Exports, made_up: Site) -> None:
    entries = result(made_up_exports, "index")
    comparisons = {f"comparisons/{record_id}" for record_id in made_up.knowledge.records.comparisons}
    assert {entry["name"] for entry in entries} == RECORD_LISTS | ROW_LISTS | comparisons
    for entry in entries:
        assert entry["url"] == f"{API}{entry['name']}.json"
        content = document(made_up_exports, entry["name"])
        assert list(content) == ["schema_version", "data_revision", "count", "result"]
        assert content["data_revision"] == made_up.knowledge.revision
        assert content["count"] == entry["count"] == len(content["result"])


def test_a_record_has_the_fields_of_its_data_file(made_up_exports: Exports) -> None:
    [model] = result(made_up_exports, "models/smith/anvil-7b")
    assert (model["hub_id"], model["parameters"]["billions"]) == ("smith/Anvil-7B", 7)
    assert [related["model"] for related in model["related"]] == ["smith/anvil-70b"]
    assert (model["url"], model["outside_url"]) == ("models/smith/anvil-7b/", "https://huggingface.co/smith/Anvil-7B")
    [small] = result(made_up_exports, "models/maker/shuttle-small")
    assert small["other_names"] == [{"name": "shuttle_small", "certainty": "certain", "reason": None}]
    [box] = result(made_up_exports, "instances/box.small")
    assert [(name["name"], name["service"]) for name in box["other_names"]] == [("ml.box.small", "Mill Studio")]
    assert [row["line"] for row in result(made_up_exports, "benchmarks/loom-speed")[0]["rows"]] == [2, 3, 4]


def test_the_file_of_a_record_has_a_revision_of_its_own(made_up_exports: Exports, edited_made_up: EditSite) -> None:
    after = exported(edited_made_up({"models/shuttle-large.yml": {"summary: A large": "summary: A very large"}}))
    changed = {path for path, content in made_up_exports.items() if path.endswith(".json") and after[path] != content}
    assert {f"{API}models/shuttle-large.json", f"{API}sources.json"} < changed
    unchanged = tuple(f"{API}{folder}/" for folder in ("models/maker", "models/smith", "answers", "sources"))
    assert not {path for path in changed if path.startswith(unchanged)}


def test_the_answers_say_where_a_model_ran(made_up_exports: Exports) -> None:
    rows = {(row["accelerator"], row["instance"]): row for row in result(made_up_exports, "answers/smith/anvil-70b")}
    anvil, large, small = (rows["anvil", instance] for instance in (None, "hearth.large", "hearth.small"))
    assert (anvil["answer"], anvil["level"], anvil["instance_is_named"]) == ("supported", "checkpoint", None)
    assert (large["answer"], large["instance_is_named"], large["memory_gib"]) == ("supported", True, 4 * 96)
    assert (small["answer"], small["instance_is_named"], small["memory_gib"]) == ("supported", False, 96)
    assert (large["fits"], small["fits"], anvil["fits"]) == ("yes", "yes", None)
    assert small["short"] == (
        "Supported for inference with Hammer, tested on hearth.large, fits: weights 65.2 of 96 GiB in fp8"
    )
    assert rows["chip-one", None]["short"] == (
        "Does not fit (65 GiB in fp8, 32 on the largest instance type, over several machines at least 5)"
    )
    assert anvil["weights_gib"]["bf16"] == round(70e9 * 2 / 2**30, 1)


def test_the_archive_has_every_file_of_the_api_and_says_what_it_is(made_up_exports: Exports, made_up: Site) -> None:
    archive = zipfile.ZipFile(io.BytesIO(made_up_exports[ARCHIVE]))
    assert archive.testzip() is None
    found = {name.removeprefix(PACKED): archive.read(name) for name in archive.namelist()}
    readme = found.pop("README.txt").decode()
    downloads = {f"{API}{name}" for name in DOWNLOADS}
    assert found == {name: made_up_exports[name] for name in {*made_up_exports} - downloads if name.startswith(API)}
    for said in (made_up.knowledge.revision, made_up.knowledge.edition.isoformat(), "Licence: "):
        assert said in readme
    assert {entry.external_attr >> 16 for entry in archive.infolist()} == {0o644}, "everybody can read it"


NAMES_OF_TYPES = {bool: "BOOLEAN", int: "BIGINT", float: "DOUBLE", str: "VARCHAR"}


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


@pytest.mark.parametrize("published", ["exports", "made_up_exports"])
def test_programs_read_from_csv_what_is_in_json(request: pytest.FixtureRequest, tmp_path: Path, published: str) -> None:
    exports: Exports = request.getfixturevalue(published)
    file = tmp_path / "list.csv"
    # The answers for each model of the real data are written as those of the made-up data.
    files = re.compile(f"{API}(?!today/).*csv$" if published == "exports" else f"{API}.*csv$")
    for path in filter(files.match, exports):
        rows = result(exports, path.removeprefix(API).removesuffix(".csv"))
        if not rows:
            assert exports[path].strip() == b"", path
            continue
        left_out = NOT_IN_CSV if path.startswith(f"{API}today/") else ()
        columns = [column for column in rows[0] if column not in left_out]
        file.write_bytes(exports[path])
        types = {column: NAMES_OF_TYPES[type_of(row[column] for row in rows)] for column in columns}
        read = duckdb.execute("FROM read_csv(?, types = ?)", [str(file), types])
        assert [column for column, *_ in read.description] == columns, path
        for row, line in zip(rows, read.fetchall(), strict=True):
            cells = {column: as_read(row[column], cell) for column, cell in zip(columns, line, strict=True)}
            assert cells == {column: stated(row[column]) for column in columns}, path


def test_of_types_with_as_much_memory_the_smallest_machine_stands_first(exports: Exports, knowledge: Knowledge) -> None:
    hardware = json.loads(exports["memory/facts.json"])["hardware"]
    types = [knowledge.records.instances[one["instance"]] for one in hardware if one["instance"]]
    sizes = [(instance.memory_gib, instance.vcpus) for instance in types]
    assert sizes == sorted(sizes)


@contextmanager
def database_of(exports: Exports, folder: Path) -> Iterator[sqlite3.Connection]:
    file = folder / DATABASE
    file.write_bytes(exports[f"{API}{DATABASE}"])
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        yield database


def in_json(value: Any) -> Any:
    """A cell as the JSON file has it: what has parts is text here."""
    return json.loads(value) if isinstance(value, str) and value.startswith(("[", "{")) else value


@pytest.mark.parametrize("published", ["exports", "made_up_exports"])
def test_the_database_is_whole(request: pytest.FixtureRequest, tmp_path: Path, published: str) -> None:
    with database_of(request.getfixturevalue(published), tmp_path) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        assert database.execute("PRAGMA foreign_key_list(tested_configurations)").fetchall()
        assert database.execute("SELECT id FROM sources").fetchall()


def test_every_list_is_a_table_with_the_same_rows(made_up_exports: Exports, made_up: Site, tmp_path: Path) -> None:
    with database_of(made_up_exports, tmp_path) as database:
        for one in all_lists(made_up.knowledge):
            rows = json.loads(made_up_exports[f"{API}{one.name}.json"])["result"]
            cursor = database.execute(f'SELECT * FROM "{one.name.replace("-", "_").replace("/", "_")}"')  # noqa: S608
            names = [name for name, *_ in cursor.description]
            found = [dict(zip(names, map(in_json, row), strict=True)) for row in cursor]
            assert found == [{name: in_json(value) for name, value in row.items()} for row in rows], one.name
