"""A strict build logs no warning, refuses mistakes, keeps hostile text inert, and shows every page to plugins."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
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
from tests.support.made_up_project import Project, make_project
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


RECORDER = """
import json, os

def record(event, page, text):
    with open(os.environ["RECORDED"], "a", encoding="utf-8") as file:
        file.write(json.dumps([event, page.url, text]) + "\\n")
"""
HOOKS = """
from recorder import record

def on_page_markdown(markdown, page, **_):
    record("hook: page_markdown", page, markdown)

def on_page_content(html, page, **_):
    record("hook: page_content", page, html)

def on_post_page(output, page, **_):
    record("hook: post_page", page, output)
"""
PLUGIN = """
from mkdocs.plugins import BasePlugin
from recorder import record

class Recorder(BasePlugin):
    def on_page_markdown(self, markdown, page, **_):
        record("plugin: page_markdown", page, markdown)

    def on_page_content(self, html, page, **_):
        record("plugin: page_content", page, html)

    def on_post_page(self, output, page, **_):
        record("plugin: post_page", page, output)
"""
EVENTS = {f"{who}: {event}" for who in ("hook", "plugin") for event in ("page_markdown", "page_content", "post_page")}


def add_recorders(project: Project) -> Path:
    """Adds a hook file and a plugin that record what they are given. Returns the folder of the plugin's package."""
    folder = project.folder / "packages"
    info = folder / "recorder-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: recorder\nVersion: 1\n", "utf-8")
    (info / "entry_points.txt").write_text("[mkdocs.plugins]\nrecorder = recorder_plugin:Recorder\n", "utf-8")
    (folder / "recorder.py").write_text(RECORDER, "utf-8")
    (folder / "recorder_plugin.py").write_text(PLUGIN, "utf-8")
    hooks = project.folder / "recorder_hooks.py"
    hooks.write_text(HOOKS, "utf-8")
    project.add_hook(hooks)
    project.edit("mkdocs.yml", "plugins:\n", "plugins:\n  recorder:\n")
    return folder


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> tuple[BuiltSite, Mapping[str, Mapping[str, str]]]:
    """The made-up site, and by event and address what the hook file and the plugin were given."""
    project = make_project(tmp_path_factory.mktemp("plugins") / "project")
    packages, file = add_recorders(project), project.folder / "recorded.jsonl"
    done = project.build(PYTHONPATH=str(packages), RECORDED=str(file))
    assert done.code == 0, done.said
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for line in file.read_text("utf-8").splitlines():
        event, address, text = json.loads(line)
        found[event][address.removeprefix("./")] = text
    return BuiltSite(project.site), found


def test_plugins_and_hooks_are_given_every_page(
    recorded: tuple[BuiltSite, Mapping[str, Mapping[str, str]]],
) -> None:
    site, found = recorded
    assert "models/smith/anvil-7b/" in site.pages
    assert {event: sorted(pages) for event, pages in found.items()} == dict.fromkeys(EVENTS, sorted(site.pages))


def test_plugins_and_hooks_are_given_finished_pages(
    recorded: tuple[BuiltSite, Mapping[str, Mapping[str, str]]],
) -> None:
    site, found = recorded
    for event in ("hook: post_page", "plugin: post_page"):
        for address, text in found[event].items():
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
