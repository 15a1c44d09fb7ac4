"""What many tests share: the real knowledge base, and the one in miniature."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from shutil import copytree

import pytest

from macros.exports import exports
from macros.knowledge import Knowledge
from macros.site import Site
from tests.places import MINIATURE, PROJECT

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
