"""The files besides pages of the real site, and the twins among them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from macros.facts import Knowledge
from macros.site.state import Site
from tests.support.built_site import BuiltSite
from tests.support.twins import Twins, twins_of


@pytest.fixture(scope="session")
def exports(built: BuiltSite) -> Mapping[str, bytes]:
    """Every file of today's site but its pages, by its path from the site's root."""
    files = (file for file in built.root.rglob("*") if file.is_file() and file.suffix != ".html")
    return {file.relative_to(built.root).as_posix(): file.read_bytes() for file in files}


@pytest.fixture(scope="module")
def twins(exports: Mapping[str, bytes], knowledge: Knowledge) -> Twins:
    return twins_of(exports, knowledge)


@pytest.fixture(scope="module")
def made_up_twins(made_up_exports: Mapping[str, bytes], made_up: Site) -> Twins:
    return twins_of(made_up_exports, made_up.knowledge)
