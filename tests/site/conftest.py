"""The built site of the made-up data, which several files test."""

from __future__ import annotations

import os

import pytest
from filelock import FileLock

from tests.support.built_site import BuiltSite
from tests.support.made_up_project import Project, make_project


@pytest.fixture(scope="session")
def made_up_project_built(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project with the made-up data and its site, built once for all test processes. To be copied, not changed."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    project = Project(shared / "made-up" / "project")
    with FileLock(shared / "made-up.lock"):
        if not project.folder.exists():
            make_project(project.folder)
        if not project.site.exists():
            done = project.build(TZ="UTC", PYTHONHASHSEED="1")
            assert done.code == 0, done.said
    return project


@pytest.fixture(scope="session")
def made_up_built(made_up_project_built: Project) -> BuiltSite:
    """The site of the made-up data."""
    return BuiltSite(made_up_project_built.site)
