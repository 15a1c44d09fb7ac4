"""Whatever befalls a build, the last complete site stays in place, or the next one is there whole."""

from __future__ import annotations

import errno
import os
import re
import resource
import signal
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree, rmtree

import pytest

from tests.mutations.dice import Dice
from tests.support.made_up_project import INTERRUPTED, Outcome, Project, content, ended, make_project
from tests.support.proof_size import report

SEED = "interrupted"
SIGNALS = ("SIGKILL", "SIGTERM", "SIGINT")


@dataclass(frozen=True)
class Prepared:
    """What a build of the project does whose site was built before its name changed."""

    project: Project
    """To be copied."""
    old: Mapping[str, bytes]
    new: Mapping[str, bytes]
    exchanging: int
    """The last moment at which the old site is in place."""
    last: int
    """The last moment of all."""


def moment_of(done: Outcome) -> tuple[int, int]:
    """The last moment that a build told, and that of the exchange, 0 if it did not come so far."""
    number, exchanging = re.findall(r"^moment (\d+) exchanging (\d+)$", done.said, re.MULTILINE)[-1]
    return int(number), int(exchanging)


def befall(project: Project, moment: int, what: str) -> Outcome:
    """A build to which something happens at a moment."""
    return project.build(script=[*INTERRUPTED, str(moment), what])


def differing(project: Project, expected: Mapping[str, bytes]) -> list[str]:
    """The files of a project's site that are not as expected, too many, or missing."""
    found = content(project.site)
    return sorted(name for name in {*found, *expected} if found.get(name) != expected.get(name))


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    project = make_project(tmp_path_factory.mktemp("interrupted") / "project")
    first = project.build()
    assert first.code == 0, first.said
    old = content(project.site)
    project.rename("Another name")
    # Of a copy, as all that follow are: in the original, files of the site and of what is kept are the same.
    copy = Project(copytree(project.folder, project.folder.with_name("copy")))
    done = befall(copy, 0, "nothing")
    assert done.code == 0, done.said
    last, exchanging = moment_of(done)
    assert 0 < exchanging < last
    return Prepared(project, old, content(copy.site), exchanging, last)


@pytest.fixture
def project(prepared: Prepared, tmp_path: Path) -> Project:
    """One whose site was built before its name changed, so that the next build differs."""
    return Project(copytree(prepared.project.folder, tmp_path / "project"))


def test_the_two_sites_differ_in_every_page_and_not_in_every_file(prepared: Prepared) -> None:
    pages = {name for name in prepared.old if name.endswith(".html")}
    changed = {name for name, text in prepared.old.items() if prepared.new[name] != text}
    assert len(pages & changed) > 30
    assert len(set(prepared.old) - changed) > 100


def moments(prepared: Prepared, proving: bool) -> list[int]:
    """Some while pages are written, some while the former site is removed, and those around the exchange."""
    size, dice = 12 if proving else 2, Dice(SEED)
    writing = [1 + dice.below(prepared.exchanging - 1) for _ in range(size)]
    removing = [prepared.exchanging + 2 + dice.below(prepared.last - prepared.exchanging - 2) for _ in range(size // 2)]
    return [*writing, prepared.exchanging, prepared.exchanging + 1, *removing]


@pytest.mark.proof
def test_a_build_killed_at_any_moment_leaves_a_complete_site(
    prepared: Prepared, project: Project, proving: bool, request: pytest.FixtureRequest
) -> None:
    told = []
    for turn, moment in enumerate(moments(prepared, proving)):
        for made in ("site", ".cache"):
            rmtree(project.folder / made)
            copytree(prepared.project.folder / made, project.folder / made)
        name = SIGNALS[turn % len(SIGNALS)]
        done = befall(project, moment, name)
        told.append(f"{name} at moment {moment} of {prepared.last}, left over: {len(project.left_over)} folders")
        assert done.code == (1 if name == "SIGINT" else -signal.Signals[name]), done.said
        in_place = prepared.old if moment <= prepared.exchanging else prepared.new
        assert differing(project, in_place) == [], told[-1]
        # Each build removes what the one before left; one that is interrupted from the keyboard removes its own.
        assert len(project.left_over) <= (0 if name == "SIGINT" else 1), told[-1]
    done = project.build()
    assert done.code == 0, done.said
    assert differing(project, prepared.new) == []
    assert project.left_over == []
    report(request.config, "Builds that were killed, each leaving a complete site", told)


FAILURES = {
    "a mistake in the data": ("data/models/maker/shuttle-small.yml", "colour: red\n", "shuttle-small.yml:"),
    "a mistake in a template": ("macros/templates/home/questions.html", "{{ nowhere.at_all }}\n", "nowhere"),
    "a macro that does not exist": ("docs/data/index.md", "{{ nowhere() }}\n", "nowhere"),
    "a warning": ("docs/data/index.md", "[link](nowhere.md)\n", "Aborted with 1 warnings in strict mode"),
}
"""By what is wrong: the file, what is added to it, and a part of what is said."""


@pytest.mark.parametrize("what", FAILURES)
def test_a_build_that_fails_publishes_nothing(what: str, prepared: Prepared, project: Project) -> None:
    file, text, part = FAILURES[what]
    project.append(file, text)
    done = project.build()
    assert done.code > 0
    assert part in done.said
    assert differing(project, prepared.old) == []
    assert project.left_over == []


def test_a_part_of_a_site_is_not_built(prepared: Prepared, project: Project) -> None:
    done = project.build("--dirty")
    assert done.code == 1
    assert "--dirty leaves pages out whose data changed. Build without it" in done.said
    assert differing(project, prepared.old) == []


def assert_told_of_full_disk(done: Outcome, project: Project, reason: str) -> None:
    assert done.code == 1
    assert f"{project.site}: could not be written: {reason}\n    free some space on the disk of" in done.said
    assert "Nothing was published: the site is as it was." in done.said
    assert "Traceback" not in done.said


@pytest.mark.proof
def test_a_full_disk_is_told_and_leaves_the_site(prepared: Prepared, project: Project, proving: bool) -> None:
    dice = Dice(SEED)
    for _ in range(8 if proving else 1):
        done = befall(project, 1 + dice.below(prepared.exchanging // 2), "ENOSPC")
        assert_told_of_full_disk(done, project, os.strerror(errno.ENOSPC))
        assert differing(project, prepared.old) == []
        assert project.left_over == []


def test_a_file_that_cannot_be_written_to_its_end_is_told_too(prepared: Prepared, project: Project) -> None:
    process = project.start()
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (20_000, 20_000))
    assert_told_of_full_disk(ended(process), project, os.strerror(errno.EFBIG))
    assert differing(project, prepared.old) == []
    assert project.left_over == []


def test_two_builds_at_once_do_not_mix_and_the_last_to_finish_wins(prepared: Prepared, project: Project) -> None:
    halfway = str(prepared.exchanging // 2)
    slow = project.start(script=[*INTERRUPTED, halfway, "SIGSTOP"])
    os.waitid(os.P_PID, slow.pid, os.WSTOPPED)
    assert differing(project, prepared.old) == []
    folders = project.left_over
    assert len(folders) == 1
    project.edit("mkdocs.yml", "Another name", "A third name")
    fast = project.build()
    assert fast.code == 0, fast.said
    assert project.left_over == folders
    third = content(project.site)
    assert set(third) == set(prepared.new)
    assert [name for name, text in third.items() if b"Another name" in text] == []
    slow.send_signal(signal.SIGCONT)
    done = ended(slow)
    assert done.code == 0, done.said
    assert differing(project, prepared.new) == []
    assert project.left_over == []
