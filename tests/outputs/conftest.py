"""The exported files of the real site and the twins among them, made once for all tests."""

from __future__ import annotations

import os
from collections.abc import Mapping
from zipfile import ZipFile

import pytest
from filelock import FileLock

from macros.facts import Knowledge
from macros.site.state import Site
from tests.support.project import exported
from tests.support.twins import Twins, twins_of


@pytest.fixture(scope="session")
def exports(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    """Every exported file of today's data, by its path from the site's root: exported once for all test processes."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    with FileLock(shared / "exports.lock"):
        if not (shared / "exports.zip").exists():
            files = exported(site)
            with ZipFile(shared / "exports.zip", "w") as archive:
                for path, content in files.items():
                    archive.writestr(path, content)
    with ZipFile(shared / "exports.zip") as archive:
        return {path: archive.read(path) for path in archive.namelist()}


@pytest.fixture(scope="module")
def twins(exports: Mapping[str, bytes], knowledge: Knowledge) -> Twins:
    return twins_of(exports, knowledge)


@pytest.fixture(scope="module")
def made_up_twins(made_up_exports: Mapping[str, bytes], made_up: Site) -> Twins:
    return twins_of(made_up_exports, made_up.knowledge)
