"""The whole site is built under --strict, in silence, and the same data gives the same bytes."""

from __future__ import annotations

import filecmp
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from shutil import copytree, rmtree

import pytest

from tests.conftest import Build
from tests.support.built_site import NOT_FOUND, REPOSITORY, SITE_URL, BuiltSite
from tests.support.hostile_text import PAYLOAD, came_alive, data_with_every_text, folded, strings, torn, write_poisoned
from tests.support.html_tree import Element, read_html
from tests.support.made_up_project import ELSEWHERE, PLAIN
from tests.support.places import PROJECT
from tests.support.search_index import search_entries

SAID = (
    "[macros] - ",
    "Cleaning site directory",
    "Building documentation to directory:",
    "In place: ",
    "Documentation built in ",
)
"""All that MkDocs may say."""

SOURCES = ("docs", "macros", "overrides", "data")


def test_nothing_is_said_of_warnings_and_links(build: Build) -> None:
    said = [(record.levelno, record.getMessage()) for record in build.messages]
    assert [words for level, words in said if level > logging.INFO] == []
    assert [words for _, words in said if not words.startswith(SAID)] == []


def copy_project(target: Path) -> None:
    for name in SOURCES:
        copytree(
            PROJECT / name,
            target / name,
            copy_function=lambda source, copy: Path(copy).write_bytes(Path(source).read_bytes()),
        )
    for name in ("mkdocs.yml", "requirements.txt"):
        (target / name).write_bytes((PROJECT / name).read_bytes())


def run_build(project: Path, script: Sequence[str] = PLAIN, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs the command in an environment of its own."""
    command = [sys.executable, *script, "build", "--strict", "--quiet"]
    known = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    known |= {"HOME": str(project), "NO_MKDOCS_2_WARNING": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        command,
        cwd=project,
        env={**known, **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        umask=0o077,
    )


def build_elsewhere(project: Path, script: Sequence[str] = PLAIN, **environment: str) -> BuiltSite:
    """The site that the command builds."""
    done = run_build(project, script, **environment)
    assert done.returncode == 0, done.stderr
    return BuiltSite(project / "site")


def differences(one: Path, other: Path) -> list[str]:
    """The files that are only in one of two folders, or not the same in both."""
    files = [{path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()} for root in (one, other)]
    _, unequal, unreadable = filecmp.cmpfiles(one, other, sorted(files[0] & files[1]), shallow=False)
    return [*sorted(files[0] ^ files[1]), *unequal, *unreadable]


def test_another_machine_gives_the_same_bytes(built: BuiltSite, tmp_path: Path) -> None:
    project = tmp_path / "Über uns" / "the site's project"
    copy_project(project)
    if (PROJECT / ".git").is_dir():
        # Pages tell what changed, and when: the same history belongs to the same site.
        copytree(PROJECT / ".git", project / ".git")
    again = build_elsewhere(
        project,
        [*ELSEWHERE, "files_in_reverse,one_processor,a_year_later"],
        TZ="Pacific/Kiritimati",
        LC_ALL="C",
        PYTHONCOERCECLOCALE="0",
        PYTHONUTF8="0",
        PYTHONHASHSEED="4711",
        SOURCE_DATE_EPOCH="86400",
        USER="somebody",
        SITE_URL=SITE_URL,
        REPO_URL=REPOSITORY,
    )
    assert differences(built.root, again.root) == []


def test_a_mistake_in_the_data_stops_the_build(tmp_path: Path) -> None:
    copy_project(tmp_path)
    for name in ("gpt2", "roberta-base"):
        file = tmp_path / "data" / "models" / f"{name}.yml"
        file.write_text(file.read_text("utf-8") + "colour: red\n", "utf-8")
    done = run_build(tmp_path)
    said = done.stdout + done.stderr
    assert done.returncode == 1
    assert "data/models/gpt2.yml:" in said
    assert "data/models/roberta-base.yml:" in said
    assert "2 problems in the data: nothing was built." in said
    assert "Traceback" not in said
    assert not (tmp_path / "site" / "index.html").exists()


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> BuiltSite:
    """the made-up data's site with every text trying to be more than text."""
    project = tmp_path_factory.mktemp("hostile")
    copy_project(project)
    rmtree(project / "data")
    write_poisoned(data_with_every_text(), project / "data")
    return build_elsewhere(project)


def hostile_pages(hostile: BuiltSite) -> Iterator[tuple[str, Element]]:
    """Every HTML file, by its address."""
    return ((key, page.document) for key, page in hostile.everything.items() if key != NOT_FOUND)


def test_hostile_text_in_every_field_harms_no_page(hostile: BuiltSite) -> None:
    found = {address: came_alive(page) for address, page in hostile_pages(hostile)}
    assert {address: alive for address, alive in found.items() if alive} == {}


def test_hostile_text_is_shown_as_it_stands(hostile: BuiltSite) -> None:
    seen = 0
    for address, page in hostile_pages(hostile):
        texts = [page.text, *(value for element in page.walk() for value in element.attributes.values())]
        assert [part for text in texts for part in torn(text)] == [], address
        seen += sum(folded(text).count(folded(PAYLOAD)) for text in texts)
    assert seen > 1_000
    shown = hostile.pages["models/shuttle-large/"].document.one("article").text
    assert f"A large model, made up. {folded(PAYLOAD)}" in shown


def test_hostile_text_ends_no_script(hostile: BuiltSite) -> None:
    linked = 0
    for address, page in hostile_pages(hostile):
        for script in page.all("script"):
            if script.has(type="application/ld+json"):
                assert [part for text in strings(json.loads(script.code)) for part in torn(text)] == [], address
                linked += "onerror=hostile" in script.code
            else:
                assert "hostile" not in script.code, address
    assert linked > 10


def test_hostile_text_harms_no_search(hostile: BuiltSite) -> None:
    whole = 0
    for entry in search_entries(hostile.root):
        for words in (entry["title"], entry["text"], *entry.get("tags", ())):
            # The index holds HTML, in which the theme marks what was found.
            read = read_html(words)
            assert came_alive(read) == [], entry["location"]
            assert torn(read.text) == [], entry["location"]
            whole += folded(PAYLOAD) in read.text
    assert whole > 20
