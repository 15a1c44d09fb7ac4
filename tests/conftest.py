"""What many tests share: the real knowledge base, and the one in miniature."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from logging import LogRecord
from pathlib import Path
from shutil import copytree

import pytest
from hypothesis import settings

from macros import workers
from macros.exports import exports
from macros.knowledge import Knowledge
from macros.site import Site
from tests.building import build_site
from tests.built_site import READY, BuiltSite
from tests.committing import Repo
from tests.places import MINIATURE, PROJECT, TESTS
from tests.proving import OPTION, full_size, reports

FOLDERS = ("unit", "mutations", "site", "browser")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(OPTION, action="store_true", help="run the proofs at their full size")


def pytest_configure(config: pytest.Config) -> None:
    """The same examples on every machine; more of them, and new ones each time, where it is asked to prove."""
    settings.register_profile("part", deadline=None, derandomize=True, database=None, max_examples=60)
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


@pytest.fixture
def two_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has two processes read files and run rules, however little there is."""
    monkeypatch.setattr(workers, "WORTH_SHARING", 0)
    monkeypatch.setattr(workers, "processors", lambda: 2)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What fails fastest comes first."""
    items.sort(key=lambda item: FOLDERS.index(item.path.relative_to(TESTS).parts[0]))


Edits = Mapping[str, Mapping[str, str]]
"""By data file: what to replace by what."""
MakeSite = Callable[[Edits], Site]


@pytest.fixture(scope="session")
def site() -> Site:
    """The real site."""
    return Site(PROJECT)


@pytest.fixture(scope="session")
def knowledge(site: Site) -> Knowledge:
    return site.knowledge


@pytest.fixture(scope="session")
def published(site: Site) -> Mapping[str, bytes]:
    """Every file that is published besides the pages, by its path from the site's root."""
    return dict(exports(site.knowledge, site.renderer))


@dataclass(frozen=True)
class Build:
    """One build of the whole site, and what MkDocs said on the way."""

    site: BuiltSite
    messages: Sequence[LogRecord]


@pytest.fixture(scope="session")
def build(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """The whole site, built once for all tests."""
    target = tmp_path_factory.mktemp("built") / "site"
    messages = build_site(PROJECT, target)
    return Build(BuiltSite(target), messages)


@pytest.fixture(scope="session")
def built(request: pytest.FixtureRequest) -> BuiltSite:
    """The whole site: the one that is ready to be published where one is named, else one built for the tests."""
    if READY:
        return BuiltSite(PROJECT / READY)
    build: Build = request.getfixturevalue("build")
    return build.site


@pytest.fixture(scope="session")
def miniature() -> Site:
    """The made-up site."""
    return Site(MINIATURE)


@pytest.fixture
def changed_miniature(tmp_path: Path) -> MakeSite:
    """Makes the made-up site with texts in its data files replaced."""

    def make(edits: Edits) -> Site:
        copytree(MINIATURE / "data", tmp_path / "data")
        for name, changes in edits.items():
            file = tmp_path / "data" / name
            text = file.read_text("utf-8")
            for before, after in changes.items():
                assert text.count(before) == 1, f"{before!r} must stand once in {name}"
                text = text.replace(before, after)
            file.write_text(text, encoding="utf-8")
        return Site(tmp_path)

    return make


@pytest.fixture
def repository(tmp_path: Path) -> Repo:
    """A repository of its own, without a commit."""
    return Repo(tmp_path / "repository")
