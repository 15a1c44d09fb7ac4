"""The site as plain Markdown files: every page, no macro, and links that lead to files."""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import normpath
from shutil import copy, copytree

import pytest

from macros.addresses import moves
from macros.cli import main
from macros.pages.page_source import FRONT_MATTER, generated_pages
from macros.site.state import Site
from tests.support.html_tree import read_html
from tests.support.places import MADE_UP, PROJECT

LINK = re.compile(r"\]\(([^)\s]+)\)")
MACRO_CALL = re.compile(r"\{\{ \w+_(?:page|list|table)\(")


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the command writes of the made-up data."""
    folder = tmp_path_factory.mktemp("plain")
    project = folder / "project"
    copytree(MADE_UP / "data", project / "data")
    for name in ("docs", "overrides"):
        copytree(PROJECT / name, project / name)
    copy(PROJECT / "mkdocs.yml", project)
    assert main(["--project", str(project), "prerender", str(folder / "out")]) == 0
    return folder / "out"


def pages_of(plain: Path) -> dict[str, str]:
    return {
        file.parent.relative_to(plain / "pages").as_posix(): file.read_text("utf-8")
        for file in plain.glob("pages/**/index.md")
    }


def test_every_page_is_written_without_a_macro(plain: Path, made_up: Site) -> None:
    pages = pages_of(plain)
    expected = {page.address.rstrip("/") for page in generated_pages(made_up.knowledge)}
    assert expected <= pages.keys()
    assert len(list((PROJECT / "docs").rglob("index.md"))) + len(expected) == len(pages)
    for address, text in pages.items():
        assert FRONT_MATTER.match(text), address
        assert not MACRO_CALL.search(text), address
        assert "<!--atlas" not in text, address


def test_every_relative_link_leads_to_a_page_or_a_file(plain: Path) -> None:
    pages = pages_of(plain)
    for address, text in pages.items():
        html = read_html(text)
        hrefs = [link.attributes["href"] for link in html.all("a", "link") if "href" in link.attributes]
        for href in (*hrefs, *LINK.findall(text)):
            path = href.partition("#")[0].partition("?")[0]
            if not path or "://" in path or path.startswith(("mailto:", "/")):
                continue
            target = normpath(f"{'' if address == '.' else address}/{path}".lstrip("/"))
            found = target in pages or any((plain / folder / target).is_file() for folder in ("pages", "beside"))
            assert found, (address, href)


def test_every_former_address_leads_on(plain: Path, made_up: Site) -> None:
    moved = [move.moved_from for move in moves(made_up.knowledge.records)]
    assert moved
    for address in moved:
        assert (plain / "beside" / address.strip("/") / "index.html").is_file()


def test_a_page_with_a_tool_brings_its_scripts(plain: Path) -> None:
    assert '<script type="module" src="../assets/explore/main.js"></script>' in pages_of(plain)["explore"]


def test_a_folder_with_files_is_left_alone(plain: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prerender", str(plain)]) == 2
    assert "expected an empty or a new folder" in capsys.readouterr().err


def test_bad_data_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copytree(MADE_UP / "data", tmp_path / "data")
    copy(PROJECT / "mkdocs.yml", tmp_path)
    (tmp_path / "data/atlas.yml").write_text("- 1\n")
    assert main(["--project", str(tmp_path), "prerender", str(tmp_path / "out")]) == 1
    assert "data/atlas.yml:1:1" in capsys.readouterr().err
