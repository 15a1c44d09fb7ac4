"""A build that fails or is killed leaves the former site, and the next build works."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from tests.support.made_up_project import Outcome, Project, content, differing
from tests.support.places import TESTS

HOOK = TESTS / "support" / "interrupt_build.py"
OLD = 2 * 24 * 60 * 60
"""Seconds; leftovers of this age are certain to be those of a killed build."""


@dataclass(frozen=True)
class Prepared:
    """A project whose site was built before its name changed, so that the next build changes every page."""

    project: Project
    """To be copied."""
    old: Mapping[str, bytes]
    """The files of the site in place."""


@pytest.fixture(scope="module")
def prepared(made_up_project_built: Project, tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    project = made_up_project_built.copy(tmp_path_factory.mktemp("interrupted") / "project")
    project.rename("Another name")
    project.add_hook(HOOK)
    return Prepared(project, content(project.site))


@pytest.fixture
def project(prepared: Prepared, tmp_path_factory: pytest.TempPathFactory) -> Project:
    return prepared.project.copy(tmp_path_factory.mktemp("copy") / "project")


def interrupt(project: Project, moment: str, by: str) -> Outcome:
    """A build that is interrupted at a moment."""
    return project.build(INTERRUPT_AT=moment, INTERRUPT_BY=by)


def test_the_next_build_recovers_from_killed_ones(prepared: Prepared, project: Project) -> None:
    assert interrupt(project, "page", "kill").code == -signal.SIGKILL
    assert differing(content(project.site), prepared.old) == []
    assert interrupt(project, "between the renames", "kill").code == -signal.SIGKILL
    (former,) = project.folder.glob(".site.former-*")
    assert differing(content(former), prepared.old) == []
    for folder in project.folder.glob(".site.build-*"):
        os.utime(folder, (folder.stat().st_mtime - OLD,) * 2)
    done = project.build()
    assert done.code == 0, done.said
    assert b"Another name" in content(project.site)["index.html"]
    assert project.left_over == []


FAILURES = {
    "mistake in the data": ("data/models/maker/shuttle-small.yml", "colour: red\n", "shuttle-small.yml:"),
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


def test_a_full_disk_is_reported_and_leaves_the_former_site(prepared: Prepared, project: Project) -> None:
    done = interrupt(project, "files", "full disk")
    assert done.code == 1
    assert f"{project.site}: could not be written: {os.strerror(errno.EFBIG)}" in done.said
    assert "Traceback" not in done.said
    assert differing(content(project.site), prepared.old) == []
    assert project.left_over == []
