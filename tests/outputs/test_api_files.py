"""Each record has a file of its own in the API, and one archive has every file."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from typing import Any

import pytest

from macros.addresses import address
from macros.facts import Knowledge
from macros.schema.kinds import WITH_PAGES
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.export_files import exported

API = "api/v1/"
ARCHIVE = f"{API}accelerator-atlas.zip"
PACKED = "accelerator-atlas/"
UNCHANGED = ("models/maker", "models/smith", "answers", "sources")
"""Files of records that do not hold the summary of the model shuttle-large."""
KINDS = sorted(WITH_PAGES.keys() - {"comparisons"})

Exports = Mapping[str, bytes]


def document(exports: Exports, name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(exports[f"{API}{name}"])
    return content


def one(exports: Exports, kind: str, record: str) -> dict[str, Any]:
    """What the file of a record holds."""
    found: dict[str, Any]
    [found] = document(exports, f"{kind}/{record}.json")["result"]
    return found


def test_every_record_with_a_page_has_a_file(exports: Exports, knowledge: Knowledge) -> None:
    for kind in KINDS:
        for record in knowledge.records.of(kind):
            found = one(exports, kind, record)
            assert (found["id"], found["url"]) == (record, address(kind, record))


def test_a_record_is_the_same_in_its_file_and_in_its_list(exports: Exports) -> None:
    for kind in sorted(set(KINDS) - {"benchmarks"}):
        for record in document(exports, f"{kind}.json")["result"]:
            assert one(exports, kind, record["id"]) == record


def test_a_record_has_the_fields_of_its_data_file(made_up_exports: Exports) -> None:
    model = one(made_up_exports, "models", "smith/anvil-7b")
    assert model["hub_id"] == "smith/Anvil-7B"
    assert model["parameters"]["billions"] == 7
    assert [related["model"] for related in model["related"]] == ["smith/anvil-70b"]
    assert (model["url"], model["outside_url"]) == ("models/smith/anvil-7b/", "https://huggingface.co/smith/Anvil-7B")
    small = one(made_up_exports, "models", "maker/shuttle-small")
    assert small["other_names"] == [{"name": "shuttle_small", "certainty": "certain", "reason": None}]
    assert one(made_up_exports, "models", "shuttle-large")["parameters"] is None
    assert [row["line"] for row in one(made_up_exports, "benchmarks", "loom-speed")["rows"]] == [2, 3, 4]


def test_an_instance_has_the_services_that_sell_it(made_up_exports: Exports) -> None:
    box = one(made_up_exports, "instances", "box.small")
    assert [(name["name"], name["service"]) for name in box["other_names"]] == [("ml.box.small", "Mill Studio")]
    assert box["offer"]["listed"] is True
    assert one(made_up_exports, "instances", "hearth.small")["offer"] is None


def test_the_file_of_a_record_has_a_revision_of_its_own(made_up_exports: Exports, edited_made_up: EditSite) -> None:
    after = exported(edited_made_up({"models/shuttle-large.yml": {"summary: A large": "summary: A very large"}}))
    changed = {path for path, content in made_up_exports.items() if path.endswith(".json") and after[path] != content}
    assert f"{API}models/shuttle-large.json" in changed
    assert not {path for path in changed if path.startswith(tuple(f"{API}{of}/" for of in UNCHANGED))}
    for name in ("models/shuttle-large.json", "sources.json"):
        before = document(made_up_exports, name)["data_revision"]
        assert document(after, name)["data_revision"] != before


@pytest.fixture(scope="module")
def archive(made_up_exports: Exports) -> zipfile.ZipFile:
    return opened(made_up_exports)


def opened(exports: Exports) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(exports[ARCHIVE]))


def test_the_archive_has_every_file_of_the_api(made_up_exports: Exports, archive: zipfile.ZipFile) -> None:
    assert archive.testzip() is None
    wanted = {name: text for name, text in made_up_exports.items() if name.startswith(API) and name != ARCHIVE}
    found = {name.removeprefix(PACKED): archive.read(name) for name in archive.namelist()}
    assert found.keys() - wanted.keys() == {"README.txt"}
    assert {name: found[name] for name in wanted} == wanted


def test_the_readme_of_the_archive_names_revision_edition_and_licence(made_up: Site, archive: zipfile.ZipFile) -> None:
    readme = archive.read(f"{PACKED}README.txt").decode()
    assert made_up.knowledge.revision in readme
    assert made_up.knowledge.edition.isoformat() in readme
    assert "Licence: " in readme


def test_the_archive_can_be_unpacked_and_read_by_everybody(archive: zipfile.ZipFile) -> None:
    assert {entry.external_attr >> 16 for entry in archive.infolist()} == {0o644}


def days(archive: zipfile.ZipFile) -> set[tuple[int, ...]]:
    """Year, month and day that the entries carry."""
    return {entry.date_time[:3] for entry in archive.infolist()}


def test_the_archive_is_dated_by_the_edition(made_up: Site, archive: zipfile.ZipFile, edited_made_up: EditSite) -> None:
    later = edited_made_up({"sources/forge-notes.yml": {"as_of: 2020-02-10": "as_of: 2021-07-08"}})
    assert days(archive) == {made_up.knowledge.edition.timetuple()[:3]}
    assert days(opened(exported(later))) == {(2021, 7, 8)}
