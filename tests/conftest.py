"""What many tests share: the real knowledge base, and the one in made_up."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree
from types import MappingProxyType
from typing import Protocol

import pytest
from filelock import FileLock
from hypothesis import settings

from macros.facts import Knowledge
from macros.site.state import Site
from tests.support.build_site import build_site
from tests.support.built_site import READY, BuiltSite
from tests.support.edited_data import EditedData
from tests.support.export_files import exported
from tests.support.git_repository import Repo
from tests.support.places import MADE_UP, PROJECT, TESTS
from tests.support.proof_size import OPTION, full_size, reports

FOLDERS = ("site", "browser", "outputs", "mutations", "unit")
"""In the order in which their tests run: long ones first, so that all test processes end at about the same time."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(OPTION, action="store_true", help="run the proofs at their full size")


def pytest_configure(config: pytest.Config) -> None:
    """The same examples on every machine; more of them, and new ones each time, where it is asked to prove."""
    settings.register_profile("part", deadline=None, derandomize=True, database=None, max_examples=40)
    settings.register_profile("whole", deadline=None, print_blob=True, max_examples=1_000)
    settings.load_profile("whole" if full_size(config) else "part")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """What the proofs found, below the results."""
    for title, lines in reports(config):
        terminalreporter.section(title)
        for line in lines:
            terminalreporter.write_line(line)


@pytest.fixture(scope="session")
def proving(request: pytest.FixtureRequest) -> bool:
    """Whether the proofs run at their full size."""
    return full_size(request.config)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: FOLDERS.index(item.path.relative_to(TESTS).parts[0]))


Edits = Mapping[str, Mapping[str, str]]
"""By data file: what to replace by what."""
Added = Mapping[str, str]
"""By new data file: its text."""


class EditSite(Protocol):
    """Opens the made-up site with texts in its data files replaced, and files added."""

    def __call__(self, edits: Edits, added: Added = ...) -> Site: ...


@dataclass(frozen=True)
class Build:
    """One build of the whole site."""

    site: BuiltSite
    log: Sequence[str]
    """Level and message of each line."""


@pytest.fixture(scope="session")
def site() -> Site:
    """The real site."""
    return Site(PROJECT)


@pytest.fixture(scope="session")
def knowledge(site: Site) -> Knowledge:
    return site.knowledge


@pytest.fixture(scope="session")
def made_up_exports(made_up: Site) -> Mapping[str, bytes]:
    """Every file of the made-up site that is exported besides the pages, by its path from the site's root."""
    return exported(made_up)


@pytest.fixture(scope="session")
def build(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Today's site, built once for all test processes, and what MkDocs logged from INFO up."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    target, log = shared / "built" / "site", shared / "built.log"
    with FileLock(shared / "built.lock"):
        if not log.exists():
            messages = build_site(PROJECT, target)
            log.write_text("".join(f"{record.levelname} {record.getMessage()}\n" for record in messages), "utf-8")
    return Build(BuiltSite(target), log.read_text("utf-8").splitlines())


@pytest.fixture(scope="session")
def built(request: pytest.FixtureRequest) -> BuiltSite:
    """Today's site: the folder that ATLAS_SITE names, else one built for the tests."""
    if READY:
        return BuiltSite(PROJECT / READY)
    build: Build = request.getfixturevalue("build")
    return build.site


@pytest.fixture(scope="session")
def made_up_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The made-up knowledge base in a folder of its own, outside of any repository."""
    folder = tmp_path_factory.mktemp("made-up")
    copytree(MADE_UP / "data", folder / "data")
    return folder


@pytest.fixture(scope="session")
def made_up(made_up_project: Path) -> Site:
    """The made-up site."""
    return Site(made_up_project)


@pytest.fixture(scope="session")
def copy_of_made_up(tmp_path_factory: pytest.TempPathFactory) -> EditedData:
    """The made-up data, of which each test can change files."""
    project = tmp_path_factory.mktemp("edited")
    copytree(MADE_UP / "data", project / "data")
    return EditedData(project)


@pytest.fixture
def editable(copy_of_made_up: EditedData) -> Iterator[EditedData]:
    """The made-up data, put back after the test."""
    with copy_of_made_up as data:
        yield data


@pytest.fixture
def edited_made_up(editable: EditedData) -> EditSite:
    """Opens the made-up site with texts in its data files replaced, and files added."""

    def edit(edits: Edits, added: Added = MappingProxyType({})) -> Site:
        for name, changes in edits.items():
            editable.replace(editable.folder / name, changes)
        for name, text in added.items():
            editable.write(editable.folder / name, text)
        return Site(editable.project)

    return edit


@pytest.fixture
def repository(tmp_path: Path) -> Repo:
    """A repository of its own, without a commit."""
    return Repo(tmp_path / "repository")
