"""What many tests share: the real site, the made-up one, and one with hostile text, each built once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from shutil import copytree, rmtree
from types import MappingProxyType
from typing import Protocol, TypeVar

import pytest
from filelock import FileLock
from hypothesis import settings

from macros.facts import Knowledge
from macros.site.state import Site
from tests.support.built_site import READY, BuiltSite
from tests.support.edited_data import EditedData
from tests.support.git_repository import Repo
from tests.support.hostile_text import data_with_every_text, hostile_and_sometimes_long, write_poisoned
from tests.support.project import MADE_UP, PROJECT, TESTS, Project, exported, make_project

FOLDERS = ("unit", "outputs", "site", "browser")
"""In the order in which their tests run: those that need today's site last."""
FIRST = "test_rules"
"""It builds today's site, which takes as long as the tests of the first folders."""
PROVE = "--prove"
Edits = Mapping[str, Mapping[str, str]]
"""By data file: what to replace by what."""
Added = Mapping[str, str]
"""By new data file: its text."""
T = TypeVar("T")
Once = Callable[[str, Callable[[Path], None]], Path]
"""Makes a folder of a name by a function, once for all test processes."""


class Part(Protocol):
    """About so many of some things, from all over them; all of them where the proofs run at their full size."""

    def __call__(self, found: Sequence[T], most: int) -> Sequence[T]: ...


class EditSite(Protocol):
    """Opens the made-up site with texts in its data files replaced, and files added."""

    def __call__(self, edits: Edits, added: Added = ...) -> Site: ...


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(PROVE, action="store_true", help="run the proofs at their full size")


def pytest_configure(config: pytest.Config) -> None:
    """The same examples on every machine; more of them, and new ones each time, where it is asked to prove."""
    settings.register_profile("part", deadline=None, derandomize=True, database=None, max_examples=40)
    settings.register_profile("whole", deadline=None, print_blob=True, max_examples=1_000)
    settings.load_profile("whole" if config.getoption(PROVE) else "part")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: (item.path.stem != FIRST, FOLDERS.index(item.path.relative_to(TESTS).parts[0])))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Shows the lists that tests noted, which make none fail: a title and its lines."""
    noted = dict(one for result in terminalreporter.stats.get("passed", ()) for one in result.user_properties)
    for title in filter(noted.get, noted):
        terminalreporter.section(title)
        terminalreporter.write_line("\n".join(noted[title]))


@pytest.fixture(scope="session")
def proving(request: pytest.FixtureRequest) -> bool:
    """Whether the proofs run at their full size."""
    return bool(request.config.getoption(PROVE))


@pytest.fixture(scope="session")
def part(proving: bool) -> Part:
    return lambda found, most: found if proving else found[:: max(1, len(found) // most)]


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Once:
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent

    def make(name: str, by: Callable[[Path], None]) -> Path:
        with FileLock(shared / f"{name}.lock"):
            if not (shared / f"{name}.done").exists():
                by(shared / name)
                (shared / f"{name}.done").touch()
        return shared / name

    return make


@pytest.fixture(scope="session")
def site() -> Site:
    """The real site."""
    return Site(PROJECT)


@pytest.fixture(scope="session")
def knowledge(site: Site) -> Knowledge:
    return site.knowledge


@pytest.fixture(scope="session")
def built(once: Once) -> BuiltSite:
    """Today's site: the folder that ATLAS_SITE names, else one built for the tests."""

    def build(folder: Path) -> None:
        done = Project(PROJECT).build("--site-dir", str(folder))
        assert done.code == 0, done.said

    return BuiltSite(PROJECT / READY if READY else once("today", build))


@pytest.fixture(scope="session")
def made_up_folder(once: Once) -> Path:
    """The site of the made-up data, built on a machine whose hashes are known, and what MkDocs logged."""

    def build(folder: Path) -> None:
        done = make_project(folder).build(TZ="UTC", PYTHONHASHSEED="1")
        assert done.code == 0, done.said
        (folder / "log.txt").write_text(done.said, "utf-8")

    return once("made-up-built", build)


@pytest.fixture(scope="session")
def made_up_built(made_up_folder: Path) -> BuiltSite:
    return BuiltSite(made_up_folder / "site")


@pytest.fixture(scope="session")
def hostile_built(once: Once) -> BuiltSite:
    """The site of the made-up data with hostile text in every field, which lies beside its data."""

    def build(folder: Path) -> None:
        project = make_project(folder)
        rmtree(folder / "data")
        write_poisoned(data_with_every_text(), folder / "data", hostile_and_sometimes_long)
        project.built()

    return BuiltSite(once("hostile-built", build) / "site")


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
def made_up_exports(made_up: Site) -> Mapping[str, bytes]:
    """Every file of the made-up site that is exported besides the pages, by its path from the site's root."""
    return exported(made_up)


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
