"""Fixtures of several modules of unit tests: sites, exported files, twins, results of benchmarks, workflow steps."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from zipfile import ZipFile

import pytest
from filelock import FileLock

from macros.knowledge import Knowledge
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.benchmark_results import (
    MODEL,
    WithResults,
    titled,
)
from tests.support.export_files import exported
from tests.support.twin_parts import Twins, twins_of
from tests.support.workflow_steps import Runner


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


@pytest.fixture(params=["site", "made_up"])
def any_site(request: pytest.FixtureRequest) -> Site:
    """The real site, then the made-up one: what is tested with it holds for any sound data."""
    found: Site = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def with_results(edited_made_up: EditSite) -> WithResults:
    def open_site(*files: str, names: Sequence[str] = ()) -> Site:
        others = "".join(f"  - {{name: {json.dumps(name)}}}\n" for name in names)
        summary = "summary: A large model, made up.\n"
        edits = {f"models/{MODEL}.yml": {summary: f"{summary}other_names:\n{others}"}} if names else {}
        added = {f"benchmarks/file-{place}.yml": titled(text, f"File {place}") for place, text in enumerate(files, 1)}
        return edited_made_up(edits, added)

    return open_site


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    return Runner(tmp_path)


@pytest.fixture(scope="module")
def twins(exports: Mapping[str, bytes], knowledge: Knowledge) -> Twins:
    return twins_of(exports, knowledge)


@pytest.fixture(scope="module")
def made_up_twins(made_up_exports: Mapping[str, bytes], made_up: Site) -> Twins:
    return twins_of(made_up_exports, made_up.knowledge)
