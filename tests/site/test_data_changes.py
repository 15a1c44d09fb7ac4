"""Every kind of sound change of the data passes the check, the strict build, the invariants and the schemas."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from macros.checks import load_sound
from macros.loading import ParseCache, Records
from tests.support.built_site import BuiltSite
from tests.support.data_changes import CHANGES
from tests.support.invariants import link_violations, schema_violations, violations
from tests.support.made_up_project import Project, make_project
from tests.support.places import PROJECT
from tests.support.same_answers import answer_violations

PARSED: ParseCache = {}
"""The data files of all projects here, which differ in few of them."""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project with today's data."""
    return make_project(tmp_path / "project", PROJECT / "data")


def changed_files(data: Path) -> Iterator[str]:
    """Data files that are new, or not as they are today, by their paths below the folder."""
    for file in sorted(data.rglob("*.yml")):
        name = file.relative_to(data).as_posix()
        today = PROJECT / "data" / name
        if not today.is_file() or today.read_bytes() != file.read_bytes():
            yield name


def check(project: Project) -> Records:
    """Requires that a changed project passes the check and the JSON Schemas."""
    data = project.folder / "data"
    records = load_sound(data, PARSED)
    assert list(schema_violations(data, records, changed_files(data))) == []
    return records


def build(project: Project) -> BuiltSite:
    """Builds a changed project strictly, and requires what holds for any data."""
    records = check(project)
    outcome = project.build()
    assert outcome.code == 0, outcome.said
    site = BuiltSite(project.site)
    assert list(violations(site, records)) == []
    assert list(answer_violations(site, records)) == []
    return site


def test_changes_go_live_without_a_change_of_code(project: Project, proving: bool) -> None:
    """Here all changes are built together; `make changes` also builds after each."""
    for change in CHANGES:
        change(project.folder / "data")
        if proving:
            build(project)
        else:
            check(project)
    assert list(changed_files(project.folder / "data")) != []
    assert list(link_violations(build(project))) == []
