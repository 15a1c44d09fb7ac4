"""A strict build logs no warning, refuses mistakes, keeps hostile text inert, and shows every page to plugins."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree

import pytest

from macros.rendering import PLACEHOLDER
from tests.conftest import Build
from tests.support.built_site import NOT_FOUND, BuiltSite
from tests.support.hostile_text import (
    PAYLOAD,
    came_alive,
    data_with_every_text,
    folded,
    strings,
    torn,
    write_poisoned,
)
from tests.support.html_tree import Element
from tests.support.made_up_project import make_project
from tests.support.search_index import search_entries

EXPECTED_LOG = (
    "INFO [macros] - ",
    "INFO Cleaning site directory",
    "INFO Building documentation to directory:",
    "INFO Documentation built in ",
)
"""How the lines begin that MkDocs may log."""


def test_a_build_logs_no_warning(build: Build) -> None:
    assert [line for line in build.log if not line.startswith(EXPECTED_LOG)] == []


def test_every_mistake_in_the_data_is_reported_and_nothing_is_built(tmp_path: Path) -> None:
    project = make_project(tmp_path / "project")
    for name in ("shuttle-large", "smith/anvil-7b"):
        project.append(f"data/models/{name}.yml", "colour: red\n")
    done = project.build("--quiet")
    assert done.code == 1
    assert "data/models/shuttle-large.yml:" in done.said
    assert "data/models/smith/anvil-7b.yml:" in done.said
    assert "2 problems in the data: nothing was built." in done.said
    assert "Traceback" not in done.said
    assert not project.site.exists()


HOOKS = """
import json, os

def record(event, page, text):
    with open(os.environ["RECORDED"], "a", encoding="utf-8") as file:
        file.write(json.dumps([event, page.url, text]) + "\\n")

def on_page_markdown(markdown, page, **_):
    record("page_markdown", page, markdown)

def on_page_content(html, page, **_):
    record("page_content", page, html)

def on_post_page(output, page, **_):
    record("post_page", page, output)
"""


def test_hooks_and_plugins_are_given_every_page_and_the_last_event_the_finished_one(tmp_path: Path) -> None:
    """MkDocs calls the functions of a hook file as it calls the methods of a plugin."""
    project, file = make_project(tmp_path / "project"), tmp_path / "recorded.jsonl"
    (project.folder / "recorder.py").write_text(HOOKS, "utf-8")
    project.add_hook(project.folder / "recorder.py")
    done = project.build(RECORDED=str(file))
    assert done.code == 0, done.said
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for line in file.read_text("utf-8").splitlines():
        event, address, text = json.loads(line)
        found[event][address.removeprefix("./")] = text
    site = BuiltSite(project.site)
    assert "models/smith/anvil-7b/" in site.pages
    assert {event: sorted(pages) for event, pages in found.items()} == dict.fromkeys(
        ("page_markdown", "page_content", "post_page"), sorted(site.pages)
    )
    for address, text in found["post_page"].items():
        assert not PLACEHOLDER.search(text), address
        assert text == site.pages[address].file.read_text("utf-8"), address


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> BuiltSite:
    """The site of the made-up data with hostile text in every field."""
    project = make_project(tmp_path_factory.mktemp("hostile") / "project")
    rmtree(project.folder / "data")
    write_poisoned(data_with_every_text(), project.folder / "data")
    done = project.build("--quiet")
    assert done.code == 0, done.said
    return BuiltSite(project.site)


def hostile_pages(hostile: BuiltSite) -> Iterator[tuple[str, Element]]:
    """Every HTML file, by its address."""
    return ((key, page.document) for key, page in hostile.everything.items() if key != NOT_FOUND)


def test_hostile_text_is_no_markup_and_no_code(hostile: BuiltSite) -> None:
    found = {address: came_alive(page) for address, page in hostile_pages(hostile)}
    assert {address: alive for address, alive in found.items() if alive} == {}


def test_hostile_text_is_shown_unchanged(hostile: BuiltSite) -> None:
    seen = 0
    for address, page in hostile_pages(hostile):
        texts = [page.text, *(value for element in page.walk() for value in element.attributes.values())]
        assert [part for text in texts for part in torn(text)] == [], address
        seen += sum(folded(text).count(folded(PAYLOAD)) for text in texts)
    assert seen > 1_000
    shown = hostile.pages["models/shuttle-large/"].document.one("article").text
    assert f"A large model, made up. {folded(PAYLOAD)}" in shown


def test_hostile_text_does_not_end_a_script(hostile: BuiltSite) -> None:
    linked = 0
    for address, page in hostile_pages(hostile):
        for script in page.all("script"):
            if script.has(type="application/ld+json"):
                assert [part for text in strings(json.loads(script.code)) for part in torn(text)] == [], address
                linked += "onerror=hostile" in script.code
            else:
                assert "hostile" not in script.code, address
    assert linked > 10


def test_hostile_text_is_whole_in_what_the_search_finds(hostile: BuiltSite) -> None:
    complete = 0
    for entry in search_entries(hostile.root):
        for words in (entry["title"], entry["text"], *entry.get("names", ())):
            assert torn(words) == [], entry["location"]
            complete += folded(PAYLOAD) in words
    assert complete > 20
