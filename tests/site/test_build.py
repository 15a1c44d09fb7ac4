"""Builds: one that fails or is killed leaves the former site, plugins see every page, and an address can be chosen."""

from __future__ import annotations

import json
import os
import signal
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from macros.rendering import PLACEHOLDER
from tests.support.built_site import SITE_URL, BuiltSite
from tests.support.project import Project, content, make_project

FORMER = {"index.html": b"the former site"}
DAYS = 2 * 24 * 60 * 60
"""Seconds; leftovers of this age are certain to be those of a killed build."""


def built_before(folder: Path) -> Project:
    """A project with the made-up data, whose site was built before."""
    project = make_project(folder)
    project.site.mkdir()
    (project.site / "index.html").write_bytes(FORMER["index.html"])
    return project


FULL_DISK = "import resource\ndef on_files(*_, **__): resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))\n"
FAILURES: Mapping[str, tuple[Mapping[str, str], Sequence[str], str]] = {
    "mistakes in the data": (
        {"data/models/shuttle-large.yml": "colour: red\n", "data/models/smith/anvil-7b.yml": "colour: red\n"},
        (),
        "2 problems in the data: nothing was built.",
    ),
    "an unknown macro": ({"docs/data/index.md": "{{ nowhere() }}\n"}, (), "nowhere"),
    "a warning": ({"docs/data/index.md": "[link](nowhere.md)\n"}, (), "Aborted with 1 warnings in strict mode"),
    "a part of the pages": ({}, ["--dirty"], "--dirty leaves out pages whose data changed. Build without it"),
    "a full disk": ({"added_hooks.py": FULL_DISK}, (), "site: could not be written: File too large"),
}
"""By what is wrong: what is added to which files, arguments of the build, and what it says."""


@pytest.mark.parametrize("failure", FAILURES)
def test_a_build_that_fails_says_why_and_leaves_the_former_site(failure: str, tmp_path: Path) -> None:
    project = built_before(tmp_path / "project")
    added, arguments, message = FAILURES[failure]
    project.add_hooks("")
    for file, text in added.items():
        project.append(file, text)
    done = project.build(*arguments)
    assert done.code > 0
    assert message in done.said
    assert all(file in done.said for file in added if file.startswith("data/"))
    assert failure == "an unknown macro" or "Traceback" not in done.said
    assert content(project.site) == FORMER
    assert project.left_over == []


KILLED = """
import os, signal

def on_post_page(*_, page, **__):
    if page.url == "models/smith/anvil-7b/":
        os.kill(os.getpid(), signal.SIGKILL)
"""


RECORDER = """
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
"""MkDocs calls the functions of a hook file as it calls the methods of a plugin."""

PREVIEW = "http://127.0.0.1:8000/quite/elsewhere/"
"""An address at the host and port of `mkdocs serve`."""


class Killed(NamedTuple):
    """A project whose build was killed, and then built again with a plugin, as a preview."""

    left: Mapping[str, bytes]
    """The site that the killed build left."""
    project: Project
    recorded: Mapping[str, Mapping[str, str]]
    """By event of MkDocs, what the plugin was given of each page."""


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Killed:
    folder = tmp_path_factory.mktemp("killed")
    project, file = built_before(folder / "project"), folder / "recorded.jsonl"
    project.add_hooks(KILLED)
    assert project.build("--quiet").code == -signal.SIGKILL
    left = content(project.site)
    for one in project.folder.glob(".site.build-*"):
        os.utime(one, (one.stat().st_mtime - DAYS,) * 2)
    (project.folder / "added_hooks.py").write_text(RECORDER, "utf-8")
    project.built(RECORDED=str(file), SITE_URL=PREVIEW.removesuffix("/"))
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for line in file.read_text("utf-8").splitlines():
        event, address, text = json.loads(line)
        found[event][address.removeprefix("./")] = text
    return Killed(left, project, found)


def test_a_killed_build_leaves_the_former_site_and_the_next_one_recovers(killed: Killed) -> None:
    assert killed.left == FORMER
    assert "models/smith/anvil-7b/" in BuiltSite(killed.project.site).pages
    assert killed.project.left_over == []


def test_plugins_are_given_every_page_and_absolute_links_follow_the_address_of_the_site(killed: Killed) -> None:
    built = BuiltSite(killed.project.site)
    for event in ("page_markdown", "page_content", "post_page"):
        assert killed.recorded[event].keys() == built.pages.keys()
    for address, text in killed.recorded["post_page"].items():
        assert not PLACEHOLDER.search(text), address
        assert text == built.pages[address].file.read_text("utf-8"), address
    assert [name for name, text in content(built.root).items() if SITE_URL.encode() in text] == []
    head = built.pages["models/smith/anvil-7b/"].document.one("head")
    assert head.one("link", rel="canonical").attributes["href"] == f"{PREVIEW}models/smith/anvil-7b/"
    # MkDocs adds a script to the pages of a preview, to reload them: their policy would stop it.
    assert head.all("meta", http_equiv="Content-Security-Policy") == []
