"""Fixtures of several modules of unit tests: sites, results of benchmarks and imports."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.benchmark_results import MODEL, WithResults, titled
from tests.support.importing import Importing


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
def importing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Importing:
    return Importing(tmp_path, capsys)
