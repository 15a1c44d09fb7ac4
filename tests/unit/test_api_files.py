"""One file a record, CSV beside every list, and all of it in one archive."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Mapping
from typing import Any

import pytest

from macros.addresses import OWN_PAGE, address
from macros.knowledge import Knowledge
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.export_files import exported

API = "api/v1/"
ARCHIVE = f"{API}accelerator-atlas.zip"
UNTOUCHED = ("models/maker", "answers", "sources")
"""Files of records that say nothing of the summary of a model."""
KINDS = sorted(OWN_PAGE - {"comparisons"})


def document(published: Mapping[str, bytes], name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(published[f"{API}{name}"])
    return content


@pytest.mark.parametrize("kind", KINDS)
def test_every_record_with_a_page_has_a_file(published: Mapping[str, bytes], knowledge: Knowledge, kind: str) -> None:
    for record in knowledge.records.of(kind):
        content = document(published, f"{kind}/{record}.json")
        assert list(content) == ["schema_version", "data_revision", "count", "result"]
        assert content["count"] == 1
        [found] = content["result"]
        assert (found["id"], found["url"]) == (record, address(kind, record))


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"benchmarks"}))
def test_a_record_says_the_same_alone_and_in_its_list(published: Mapping[str, bytes], kind: str) -> None:
    for record in document(published, f"{kind}.json")["result"]:
        assert document(published, f"{kind}/{record['id']}.json")["result"] == [record]


def test_a_record_has_the_fields_of_its_data_file(published: Mapping[str, bytes]) -> None:
    [model] = document(published, "models/bert-base-uncased.json")["result"]
    assert model["hub_id"] == "bert-base-uncased"
    assert {"name": "google-bert/bert-base-uncased", "certainty": "certain", "reason": None} in model["other_names"]
    assert model["parameters"] is None
    assert (model["url"], model["outside_url"]) == (
        "models/bert-base-uncased/",
        "https://huggingface.co/bert-base-uncased",
    )
    [table] = document(published, "benchmarks/inf2-latency-data-decoder.json")["result"]
    assert table["rows"]


def test_the_file_of_a_record_has_a_revision_of_its_own(made_up: Site, edited_made_up: EditSite) -> None:
    site = edited_made_up({"models/shuttle-large.yml": {"summary: A large": "summary: A very large"}})
    before, after = (exported(state) for state in (made_up, site))
    changed = {path for path, content in before.items() if path.endswith(".json") and after[path] != content}
    assert f"{API}models/shuttle-large.json" in changed
    assert not {path for path in changed if path.startswith(tuple(f"{API}{of}/" for of in UNTOUCHED))}
    for path in changed & {f"{API}models/shuttle-large.json", f"{API}sources.json"}:
        assert json.loads(before[path])["data_revision"] != json.loads(after[path])["data_revision"]


def lists(published: Mapping[str, bytes]) -> list[str]:
    return [entry["name"] for entry in document(published, "index.json")["result"]]


def test_every_list_has_a_table_with_as_many_rows(published: Mapping[str, bytes]) -> None:
    for name in lists(published):
        text = published[f"{API}{name}.csv"].decode()
        assert "\r" not in text.replace("\r\n", "\n").partition("\n")[0]
        table = list(csv.DictReader(io.StringIO(text, newline="")))
        listed = document(published, f"{name}.json")
        assert len(table) == listed["count"], name
        assert list(table[0]) == list(listed["result"][0]), name


def test_a_table_of_records_keeps_everything(published: Mapping[str, bytes]) -> None:
    table = csv.DictReader(io.StringIO(published[f"{API}models.csv"].decode(), newline=""))
    for row, record in zip(table, document(published, "models.json")["result"], strict=True):
        for field, value in record.items():
            if isinstance(value, dict | list):
                assert json.loads(row[field]) == value
            else:
                assert row[field] == ("" if value is None else value)


def test_nested_texts_run_in_no_spreadsheet(edited_made_up: EditSite) -> None:
    site = edited_made_up({"models/maker/shuttle-small.yml": {"  - {name: shuttle_small}\n": '  - {name: "=1+1"}\n'}})
    text = exported(site)[f"{API}models.csv"].decode()
    cells = [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]
    assert any("=1+1" in cell for cell in cells)
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]


@pytest.fixture(scope="module")
def archive(published: Mapping[str, bytes]) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(published[ARCHIVE]))


def test_the_archive_holds_every_file_of_the_api(published: Mapping[str, bytes], archive: zipfile.ZipFile) -> None:
    assert archive.testzip() is None
    wanted = {name: text for name, text in published.items() if name.startswith(API) and name != ARCHIVE}
    found = {name.removeprefix("accelerator-atlas/"): archive.read(name) for name in archive.namelist()}
    del found["README.txt"]
    assert found == wanted


def test_the_archive_says_what_it_is(knowledge: Knowledge, archive: zipfile.ZipFile) -> None:
    readme = archive.read("accelerator-atlas/README.txt").decode()
    assert knowledge.revision in readme
    assert knowledge.records.atlas.edition.isoformat() in readme
    assert "Licence: " in readme


def test_the_archive_is_dated_by_the_edition(knowledge: Knowledge, archive: zipfile.ZipFile) -> None:
    edition = knowledge.records.atlas.edition
    assert {entry.date_time for entry in archive.infolist()} == {(edition.year, edition.month, edition.day, 0, 0, 0)}
    assert {entry.external_attr >> 16 for entry in archive.infolist()} == {0o644}


def test_another_edition_is_another_archive(made_up: Site, edited_made_up: EditSite) -> None:
    before = exported(made_up)
    edition = made_up.knowledge.records.atlas.edition
    later = edited_made_up({"atlas.yml": {f"edition: {edition}": f"edition: {edition.replace(year=2021)}"}})
    after = exported(later)
    assert before[ARCHIVE] != after[ARCHIVE]
    assert exported(made_up)[ARCHIVE] == before[ARCHIVE]
