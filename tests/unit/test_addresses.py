"""An address is for ever: what a renamed record leaves behind, and what becomes of a page that goes away."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from shutil import copytree
from typing import Any

import jsonschema
import openapi_spec_validator
import pytest

from macros.__main__ import main
from macros.addresses import OWN_PAGE
from macros.loading import DataError
from macros.published import LIST, pages
from macros.schema import KINDS
from macros.site.pages import generated_pages
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.export_files import exported
from tests.support.places import MADE_UP, PROJECT

API = "api/v1/"


@pytest.fixture(scope="module")
def files(made_up: Site) -> Mapping[str, bytes]:
    return exported(made_up)


def test_a_former_id_leaves_a_page(files: Mapping[str, bytes]) -> None:
    page = files["models/shuttle-mini/index.html"].decode()
    assert 'http-equiv="refresh" content="0; url=../../models/maker/shuttle-small/"' in page
    assert '<a href="../../models/maker/shuttle-small/">/models/maker/shuttle-small/</a>' in page
    assert "The id shuttle-mini is now maker/shuttle-small." in page


@pytest.mark.parametrize("address", ["models/shuttle-mini/", "models/shuttle-small/"])
def test_a_former_address_leaves_a_line_of_markdown(files: Mapping[str, bytes], address: str) -> None:
    line = "This page is now at [/models/maker/shuttle-small/](../../models/maker/shuttle-small/index.md).\n"
    assert files[f"{address}index.md"].decode() == line


def test_a_former_id_leaves_a_file_of_the_api(files: Mapping[str, bytes]) -> None:
    moved: dict[str, Any] = json.loads(files[f"{API}models/shuttle-mini.json"])
    assert files[f"{API}answers/shuttle-mini.json"] == files[f"{API}models/shuttle-mini.json"]
    assert re.fullmatch("[0-9a-f]{16}", moved.pop("data_revision"))
    assert moved == {
        "schema_version": "1.0",
        "count": 1,
        "result": [{"id": "shuttle-mini", "moved_to": "maker/shuttle-small", "url": "models/maker/shuttle-small/"}],
    }
    assert json.loads(files[f"{API}models.json"])["result"][0]["former_ids"] == ["shuttle-mini"]


def test_a_badge_stays_where_it_was_embedded(files: Mapping[str, bytes]) -> None:
    assert files["badges/shuttle-mini.svg"] == files["badges/maker/shuttle-small.svg"]


@pytest.mark.parametrize("path", ["/models/{id}.json", "/answers/{model}.json"])
def test_openapi_tells_of_records_that_moved(files: Mapping[str, bytes], path: str) -> None:
    described = json.loads(files[f"{API}openapi.json"])
    answer = described["paths"][path]["get"]["responses"]["200"]
    schema = {**answer["content"]["application/json"]["schema"], "components": described["components"]}
    for model in ("shuttle-mini", "maker/shuttle-small"):
        found = json.loads(files[API.rstrip("/") + path.replace("{id}", model).replace("{model}", model)])
        jsonschema.validate(found, schema, jsonschema.Draft202012Validator)
    moved = {**json.loads(files[f"{API}models/shuttle-mini.json"]), "result": [{"id": "shuttle-mini"}]}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(moved, schema, jsonschema.Draft202012Validator)


def test_a_record_is_found_by_its_former_id(files: Mapping[str, bytes], made_up: Site) -> None:
    (page,) = (page for page in generated_pages(made_up.knowledge) if page.record == "maker/shuttle-small")
    assert "shuttle-mini" in page.names
    names = json.loads(files["assets/names.json"])["models"]
    assert [address for name, address in names if name == "shuttle-mini"] == ["models/maker/shuttle-small/"]


def test_a_renamed_framework_takes_its_releases_along(edited_made_up: EditSite) -> None:
    site = edited_made_up(
        {
            "frameworks/loom.yml": {"name: Loom\n": "name: Loom\nformer_ids: [heddle]\n"},
            "releases/loom/loom-1.0.yml": {"name: Loom 1.0\n": "name: Loom 1.0\nformer_ids: [heddle/loom-1.0]\n"},
        }
    )
    published = exported(site)
    assert 'href="../../frameworks/loom/"' in published["frameworks/heddle/index.html"].decode()
    release = published["frameworks/heddle/loom-1.0/index.html"].decode()
    assert 'href="../../../frameworks/loom/loom-1.0/"' in release
    moved = json.loads(published[f"{API}releases/heddle/loom-1.0.json"])["result"]
    assert moved == [{"id": "heddle/loom-1.0", "moved_to": "loom/loom-1.0", "url": "frameworks/loom/loom-1.0/"}]


def test_openapi_tells_of_a_comparison_that_moved(edited_made_up: EditSite) -> None:
    name = "loom-vs-spindle"
    site = edited_made_up({f"comparisons/{name}.yml": {"title: ": "former_ids: [two-tools]\ntitle: "}})
    published = exported(site)
    described = json.loads(published[f"{API}openapi.json"])
    openapi_spec_validator.validate(described)
    answer = described["paths"]["/comparisons/two-tools.json"]["get"]["responses"]["200"]
    schema = {**answer["content"]["application/json"]["schema"], "components": described["components"]}
    jsonschema.validate(json.loads(published[f"{API}comparisons/two-tools.json"]), schema)
    assert json.loads(published[f"{API}comparisons/two-tools.json"])["result"][0]["moved_to"] == name


def test_every_kind_with_pages_takes_former_ids_last() -> None:
    last = {kind.folder: list(kind.record.model_fields)[-1] for kind in KINDS}
    assert {kind for kind, field in last.items() if field == "former_ids"} == OWN_PAGE


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of its own, nothing of which was published."""
    copytree(MADE_UP / "data", tmp_path / "data")
    return tmp_path


def run(project: Path, command: str) -> int:
    return main(["--project", str(project), command])


def test_publishing_lists_every_page(project: Path, made_up: Site, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(project, "publish") == 0
    wanted = sorted(pages(made_up.knowledge.records))
    assert (project / LIST).read_bytes().decode() == "".join(f"{address}\n" for address in wanted)
    assert {"/", "/models/", "/frameworks/loom/loom-1.0/", "/models/maker/shuttle-small/"} < set(wanted)
    assert capsys.readouterr().out == f"{LIST}: {len(wanted)} added, {len(wanted)} in all.\n"


def test_publishing_again_changes_nothing(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(project, "publish")
    file = project / LIST
    before = file.stat().st_mtime_ns, file.read_bytes()
    capsys.readouterr()
    assert run(project, "publish") == 0
    assert (file.stat().st_mtime_ns, file.read_bytes()) == before
    assert capsys.readouterr().out.startswith(f"{LIST}: 0 added, ")


def test_publishing_removes_nothing_and_sorts(project: Path) -> None:
    (project / LIST).write_bytes(b"/models/shuttle-small/\r\n/models/shuttle-mini/\r\n\r\n/\r\n")
    assert run(project, "publish") == 0
    lines = (project / LIST).read_bytes().decode().split("\n")
    assert {"/models/shuttle-small/", "/models/shuttle-mini/", "/models/maker/shuttle-small/"} < set(lines)
    assert lines == [*sorted(set(lines) - {""}), ""]


def rename(project: Path) -> Path:
    """Renames a model as someone who knows of no rule would; its file."""
    renamed = project / "data" / "models" / "shuttle-big.yml"
    (project / "data" / "models" / "shuttle-large.yml").rename(renamed)
    for file in (project / "data").rglob("*.yml"):
        file.write_text(file.read_text("utf-8").replace("shuttle-large", "shuttle-big"), "utf-8")
    return renamed


def test_a_published_page_cannot_go_away(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(project, "publish")
    before = (project / LIST).read_bytes()
    line = before.decode().splitlines().index("/models/shuttle-large/") + 1
    renamed = rename(project)
    capsys.readouterr()
    for command in ("check", "publish"):
        assert run(project, command) == 1
        assert capsys.readouterr().err == (
            f"{LIST}:{line}:1: expected a page or a redirect at /models/shuttle-large/, which was published, got none\n"
            "    add 'shuttle-large' to former_ids of the record in data/models/ that took its place,"
            " or add a redirect from /models/shuttle-large/ to data/redirects.yml\n"
            "\n1 problem in the data.\n"
        )
    assert (project / LIST).read_bytes() == before
    with pytest.raises(DataError):
        Site(project)
    renamed.write_text(renamed.read_text("utf-8") + "former_ids: [shuttle-large]\n", "utf-8")
    assert run(project, "publish") == 0
    assert {"/models/shuttle-large/", "/models/shuttle-big/"} < set((project / LIST).read_text("utf-8").splitlines())


def test_without_a_list_nothing_was_published(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rename(project)
    assert run(project, "check") == 0
    assert f"There is no {LIST}, so no address can have gone away.\n" in capsys.readouterr().out


def test_the_list_of_this_project_is_current_and_sorted(site: Site) -> None:
    lines = (PROJECT / LIST).read_text("utf-8").splitlines()
    assert sorted(pages(site.knowledge.records) - set(lines)) == [], "run: make addresses"
    assert lines == sorted(set(lines))
