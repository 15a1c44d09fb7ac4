"""A build that fails or is killed leaves the former site, and the next build works."""

from __future__ import annotations

import errno
import os
import shlex
import signal
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.built_site import BuiltSite
from tests.support.interrupt_build import MOMENTS
from tests.support.made_up_project import Outcome, Project, content, differing
from tests.support.places import TESTS
from tests.support.proof_size import report

HOOK = TESTS / "support" / "interrupt_build.py"
CHAIN = ("between the renames", "page", "before the former site is removed")
"""Moments at which `make test` kills one build after the other in the same folder."""
PUBLISHED = ("before the former site is removed", "after publishing")
"""Moments at which the new site is in place."""
OLD = 2 * 24 * 60 * 60
"""Seconds; leftovers of this age are certain to be those of a killed build."""


@dataclass(frozen=True)
class Prepared:
    """A project whose site was built before its name changed, so that the next build changes every page."""

    project: Project
    """To be copied."""
    old: Mapping[str, bytes]
    """The files of the site in place."""
    new: Mapping[str, bytes]
    """The files of the site that a build makes."""


@pytest.fixture(scope="module")
def prepared(made_up_project_built: Project, tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    project = made_up_project_built.copy(tmp_path_factory.mktemp("interrupted") / "project")
    project.rename("Another name")
    project.add_hook(HOOK)
    built = project.copy(project.folder.with_name("built"))
    done = built.build()
    assert done.code == 0, done.said
    return Prepared(project, content(project.site), content(built.site))


@pytest.fixture
def project(prepared: Prepared, tmp_path: Path) -> Project:
    return prepared.project.copy(tmp_path / "project")


def interrupt(project: Project, moment: str, by: str, command: str = "") -> Outcome:
    """A build that is interrupted at a moment."""
    return project.build(INTERRUPT_AT=moment, INTERRUPT_BY=by, INTERRUPT_COMMAND=command)


def test_the_two_sites_differ_in_every_page(prepared: Prepared) -> None:
    pages = {page.address for page in BuiltSite(prepared.project.site).pages.values()}
    assert pages
    assert {f"{address}index.html" for address in pages} <= set(differing(prepared.old, prepared.new))


def assert_killed(project: Project, moment: str, prepared: Prepared) -> None:
    """Kills a build, after which the old site is in place, or the new one, or the old one beside its place."""
    done = interrupt(project, moment, "SIGKILL")
    assert done.code == -signal.SIGKILL, done.said
    folder = project.site
    if moment == "between the renames":
        assert not project.site.exists()
        (folder,) = project.folder.glob(".site.former-*")
    expected = prepared.new if moment in PUBLISHED else prepared.old
    assert differing(content(folder), expected) == [], moment


def assert_recovers(project: Project, prepared: Prepared) -> None:
    """The next build puts the new site in place, and removes what killed builds left a while ago."""
    for folder in project.folder.glob(".site.build-*"):
        os.utime(folder, (folder.stat().st_mtime - OLD,) * 2)
    done = project.build()
    assert done.code == 0, done.said
    assert differing(content(project.site), prepared.new) == []
    assert project.left_over == []


@pytest.mark.proof
def test_the_next_build_recovers_from_killed_ones(
    prepared: Prepared, project: Project, tmp_path: Path, proving: bool, request: pytest.FixtureRequest
) -> None:
    for moment in CHAIN:
        assert_killed(project, moment, prepared)
    assert_recovers(project, prepared)
    for number, moment in enumerate(MOMENTS if proving else ()):
        alone = prepared.project.copy(tmp_path / str(number))
        assert_killed(alone, moment, prepared)
        assert_recovers(alone, prepared)
    if proving:
        report(request, "Moments at which a build was killed and the next one recovered", MOMENTS)


def test_a_build_that_is_interrupted_from_the_keyboard_leaves_nothing(prepared: Prepared, project: Project) -> None:
    done = interrupt(project, "page", "SIGINT")
    assert done.code == 1, done.said
    assert differing(content(project.site), prepared.old) == []
    assert project.left_over == []


FAILURES = {
    "mistake in the data": ("data/models/maker/shuttle-small.yml", "colour: red\n", "shuttle-small.yml:"),
    "mistake in a template": ("macros/templates/pages/home.md", "{{ nowhere.at_all }}\n", "nowhere"),
    "unknown macro": ("docs/data/index.md", "{{ nowhere() }}\n", "nowhere"),
    "warning": ("docs/data/index.md", "[link](nowhere.md)\n", "Aborted with 1 warnings in strict mode"),
}
"""By what is wrong: the file, what is added to it, and a part of the message."""


@pytest.mark.parametrize("what", FAILURES)
def test_a_build_that_fails_leaves_the_former_site(what: str, prepared: Prepared, project: Project) -> None:
    file, text, message = FAILURES[what]
    project.append(file, text)
    done = project.build()
    assert done.code > 0
    assert message in done.said
    assert differing(content(project.site), prepared.old) == []
    assert project.left_over == []


def test_a_partial_build_is_refused(prepared: Prepared, project: Project) -> None:
    done = project.build("--dirty")
    assert done.code == 1
    assert "--dirty leaves out pages whose data changed. Build without it" in done.said
    assert differing(content(project.site), prepared.old) == []


@pytest.mark.parametrize("moment", ["config", "files"])
def test_a_full_disk_is_reported_and_leaves_the_former_site(moment: str, prepared: Prepared, project: Project) -> None:
    done = interrupt(project, moment, "full disk")
    assert done.code == 1
    assert f"{project.site}: could not be written: {os.strerror(errno.EFBIG)}" in done.said
    assert "Traceback" not in done.said
    assert differing(content(project.site), prepared.old) == []
    assert project.left_over == []


def test_two_builds_at_once_do_not_mix(prepared: Prepared, project: Project) -> None:
    """One builds the whole site while the other is at a page; then the other one goes on."""
    config = (project.folder / "mkdocs.yml").read_text("utf-8")
    (project.folder / "other.yml").write_text(config.replace("Another name", "A third name"), "utf-8")
    python, copied = shlex.quote(sys.executable), project.folder / "copied"
    build = f"INTERRUPT_AT= {python} -m mkdocs build --strict --quiet --config-file other.yml"
    command = f"{build} && cp -R {shlex.quote(str(project.site))} {shlex.quote(str(copied))}"
    done = interrupt(project, "page", "command", command)
    assert done.code == 0, done.said
    first = content(copied)
    assert set(first) == set(prepared.new)
    assert [name for name, text in first.items() if b"Another name" in text] == []
    assert differing(content(project.site), prepared.new) == []
    assert project.left_over == []
