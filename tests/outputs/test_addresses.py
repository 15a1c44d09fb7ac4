"""What was published stays: addresses, also of renamed records; columns, their types, and values of vocabularies."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Mapping
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from macros.addresses import LIST, pages, read_list
from macros.cli import main
from macros.facts import Knowledge
from macros.loading import DataError
from macros.outputs import promise
from macros.schema.kinds import KINDS, WITH_PAGES
from macros.site.state import Site
from tests.support.project import MADE_UP, PROJECT

API = "api/v1/"


def test_a_former_id_leaves_a_redirect_page_a_badge_and_an_api_file(made_up_exports: Mapping[str, bytes]) -> None:
    page = made_up_exports["models/shuttle-mini/index.html"].decode()
    assert 'http-equiv="refresh" content="0; url=../../models/maker/shuttle-small/"' in page
    assert '<a href="../../models/maker/shuttle-small/">/models/maker/shuttle-small/</a>' in page
    assert "The id shuttle-mini is now maker/shuttle-small." in page
    assert made_up_exports["badges/shuttle-mini.json"] == made_up_exports["badges/maker/shuttle-small.json"]
    moved: dict[str, Any] = json.loads(made_up_exports[f"{API}models/shuttle-mini.json"])
    assert made_up_exports[f"{API}answers/shuttle-mini.json"] == made_up_exports[f"{API}models/shuttle-mini.json"]
    assert re.fullmatch("[0-9a-f]{16}", moved.pop("data_revision"))
    assert moved == {
        "schema_version": "1.0",
        "count": 1,
        "result": [{"id": "shuttle-mini", "moved_to": "maker/shuttle-small", "url": "models/maker/shuttle-small/"}],
    }
    assert json.loads(made_up_exports[f"{API}models.json"])["result"][0]["former_ids"] == ["shuttle-mini"]


def test_former_ids_are_found_and_lead_on_for_every_kind(made_up_exports: Mapping[str, bytes], made_up: Site) -> None:
    (page,) = (page for page in made_up.pages if page.record == "maker/shuttle-small")
    assert "shuttle-mini" in page.names
    names = json.loads(made_up_exports[f"{API}names.json"])["result"]
    assert [one["ids"] for one in names if "shuttle mini" in one["forms"]] == [["maker/shuttle-small"]]
    assert 'href="../../frameworks/spindle/"' in made_up_exports["frameworks/distaff/index.html"].decode()
    release = made_up_exports["frameworks/heddle/loom-1.0/index.html"].decode()
    assert 'href="../../../frameworks/loom/loom-1.0/"' in release
    moved = json.loads(made_up_exports[f"{API}releases/heddle/loom-1.0.json"])["result"]
    assert moved == [{"id": "heddle/loom-1.0", "moved_to": "loom/loom-1.0", "url": "frameworks/loom/loom-1.0/"}]
    [moved] = json.loads(made_up_exports[f"{API}comparisons/two-tools.json"])["result"]
    assert moved["moved_to"] == "loom-vs-spindle"


def test_every_kind_with_pages_has_former_ids_as_its_last_field() -> None:
    last = {folder: list(kind.record.model_fields)[-1] for folder, kind in KINDS.items()}
    assert {kind for kind, field in last.items() if field == "former_ids"} == WITH_PAGES.keys()


@pytest.fixture(scope="module")
def fixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The made-up project with all generated files, to be copied."""
    folder = tmp_path_factory.mktemp("fixed")
    copytree(MADE_UP / "data", folder / "data")
    run(folder, "fix")
    return folder


@pytest.fixture
def project(fixed: Path, tmp_path: Path) -> Path:
    """The made-up project, with the list of its addresses."""
    return copytree(fixed, tmp_path / "project")


def run(project: Path, *command: str) -> int:
    return main(["--project", str(project), *command])


def published(project: Path) -> list[str]:
    return (project / LIST).read_bytes().decode().splitlines(keepends=True)


def test_fix_lists_the_address_of_every_page(project: Path, made_up: Site) -> None:
    addresses = pages(made_up.knowledge.records)
    assert published(project) == [f"{address}\n" for address in sorted(addresses)]
    assert {"/", "/models/", *(f"/{page.address}" for page in made_up.pages)} < addresses


def test_a_second_fix_writes_nothing(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = {file: (file.stat().st_mtime_ns, file.read_bytes()) for file in project.rglob("*.*") if file.is_file()}
    capsys.readouterr()
    assert run(project, "fix") == 0
    assert {file: (file.stat().st_mtime_ns, file.read_bytes()) for file in before} == before
    assert LIST not in capsys.readouterr().out


def test_a_dry_run_names_the_list_and_writes_nothing(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / LIST).write_text("/\n", "utf-8")
    capsys.readouterr()
    assert run(project, "fix", "--dry-run") == 0
    assert LIST in capsys.readouterr().out
    assert published(project) == ["/\n"]


def test_fix_removes_no_address_and_sorts_the_list(project: Path) -> None:
    (project / LIST).write_bytes(b"/models/shuttle-small/\r\n/models/shuttle-mini/\r\n\r\n/\r\n")
    assert run(project, "fix") == 0
    lines = published(project)
    assert {"/models/shuttle-small/\n", "/models/shuttle-mini/\n", "/models/maker/shuttle-small/\n"} < set(lines)
    assert lines == sorted(set(lines) - {"\n"})


def test_fix_refuses_a_published_address_without_a_page_and_keeps_it(project: Path) -> None:
    (project / LIST).write_text("/models/no-longer/\n", "utf-8")
    assert run(project, "fix") == 1
    assert published(project) == ["/models/no-longer/\n"]
    with pytest.raises(DataError):
        Site(project)


TODAY = datetime.date(2020, 6, 15)
KEPT = ["column a.json x: text", "column a.json y: text; deprecated 2019-06-15", "value fit good"]


def test_what_this_site_published_is_still_there(knowledge: Knowledge) -> None:
    kept = read_list(PROJECT, promise.LIST)
    assert kept
    assert list(promise.broken(kept, promise.published(knowledge), datetime.datetime.now(datetime.UTC).date())) == []


@pytest.mark.parametrize(
    ("today", "day", "named"),
    [
        (["column a.json x: text", "value fit good"], TODAY, []),
        (["column a.json x: text", "value fit good"], datetime.date(2019, 12, 1), ["column a.json y: text"]),
        (["column a.json x: number", "column a.json y: text", "value fit good"], TODAY, ["column a.json x: text"]),
        (["column a.json x: text", "column a.json y: text"], TODAY, ["value fit good"]),
    ],
)
def test_what_is_gone_early_or_has_another_type_named(today: list[str], day: datetime.date, named: list[str]) -> None:
    assert [line.partition(": expected")[0] for line in promise.broken(KEPT, today, day)] == named


def test_the_kept_list_only_grows() -> None:
    assert promise.merged(KEPT, ["column a.json y: text", "value fit poor"]) == [*KEPT, "value fit poor"]
