"""The site as plain Markdown files: every page, no macro, and links that lead to files."""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import normpath

import pytest
import yaml

from macros.addresses import moves
from macros.cli import main
from macros.pages.page_source import FRONT_MATTER, generated_pages
from macros.site.state import Site
from tests.support.elements import read_html
from tests.support.project import PROJECT, make_project

LINK = re.compile(r"\]\(([^)\s]+)\)")
MACRO_CALL = re.compile(r"\{\{ \w+_(?:page|list|table)\(")


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the command writes of the made-up data."""
    folder = tmp_path_factory.mktemp("plain")
    project = make_project(folder / "project")
    assert main(["--project", str(project.folder), "prerender", str(folder / "out")]) == 0
    return folder / "out"


def pages_of(plain: Path) -> dict[str, str]:
    files = plain.glob("pages/**/index.md")
    return {file.parent.relative_to(plain / "pages").as_posix(): file.read_text("utf-8") for file in files}


def test_every_page_is_written_without_a_macro_and_every_former_address_leads_on(plain: Path, made_up: Site) -> None:
    pages = pages_of(plain)
    generated = {page.address.rstrip("/") for page in generated_pages(made_up.knowledge)}
    written = {file.parent.relative_to(PROJECT / "docs").as_posix() for file in (PROJECT / "docs").rglob("index.md")}
    assert pages.keys() == generated | written
    for address, text in pages.items():
        assert FRONT_MATTER.match(text), address
        assert not MACRO_CALL.search(text), address
        assert "<!--atlas" not in text, address
    assert '<script type="module" src="../assets/explore/main.js"></script>' in pages["explore"]
    moved = [move.moved_from.strip("/") for move in moves(made_up.knowledge.records)]
    assert moved
    assert [one for one in moved if not (plain / "beside" / one / "index.html").is_file()] == []


def test_every_relative_link_leads_to_a_page_or_a_file(plain: Path) -> None:
    pages = pages_of(plain)
    for address, text in pages.items():
        for href in (*read_html(text).node.xpath("//@href"), *LINK.findall(text)):
            path = re.split("[?#]", href)[0]
            if not path or "://" in path or path.startswith(("mailto:", "/")):
                continue
            target = normpath(f"{'' if address == '.' else address}/{path}".lstrip("/"))
            found = target in pages or any((plain / folder / target).is_file() for folder in ("pages", "beside"))
            assert found, (address, href)


def test_every_style_sheet_and_script_of_the_configuration_is_there(plain: Path) -> None:
    config = yaml.safe_load((plain / "mkdocs.yml").read_text("utf-8"))
    named = [*config["extra_css"], *(script["path"] for script in config["extra_javascript"])]
    assert named
    assert [path for path in named if not (plain / "pages" / path).is_file()] == []


def test_a_folder_with_files_is_left_alone(plain: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prerender", str(plain)]) == 2
    assert "expected an empty or a new folder" in capsys.readouterr().err
