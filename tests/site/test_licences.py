"""What others made in the site is what `docs/licences.txt` names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib.metadata import distribution
from pathlib import Path
from urllib.parse import unquote

import pytest

from macros.outputs.search import ENTRIES
from tests.support.built_site import NOT_FOUND, BuiltSite
from tests.support.project import PROJECT, content

WRITTEN_BY_THE_BUILDER = frozenset([ENTRIES, "sitemap.xml", "sitemap.xml.gz", "robots.txt", NOT_FOUND])
"""Files that MkDocs and its plugins make of our text."""

PICTURE = re.compile(
    r"""<(?:svg|symbol) [^>]*viewBox=["']0 0 \d+ \d+["'][^>]*>(?:(?!<path|</s).)*<path d=["']([^"']+)"""
)


@pytest.fixture(scope="module")
def of_others(made_up_built: BuiltSite, made_up_exports: Mapping[str, bytes]) -> frozenset[str]:
    """The files that are neither pages, nor exports, nor in our folders."""
    docs = {file.relative_to(PROJECT / "docs").as_posix() for file in (PROJECT / "docs").rglob("*")}
    pages = {f"{address}index.html" for address in made_up_built.pages}
    ours = docs | pages | set(made_up_exports) | WRITTEN_BY_THE_BUILDER
    return frozenset(content(made_up_built.root)) - ours


def test_every_file_is_ours(of_others: frozenset[str]) -> None:
    assert sorted(of_others) == []


def pictures(built: BuiltSite) -> Iterator[str]:
    """The paths of the theme's icons in style sheets and on pages."""
    for file in (*built.root.rglob("*.css"), *built.root.rglob("*.svg"), built.file(NOT_FOUND)):
        yield from PICTURE.findall(unquote(file.read_text("utf-8")))


def test_every_icon_is_from_a_folder_on_the_list(made_up_built: BuiltSite) -> None:
    icons = Path(str(distribution("mkdocs-material").locate_file("material/templates/.icons")))
    used = set(pictures(made_up_built))
    folders = {
        file.relative_to(icons).parts[0]
        for file in icons.rglob("*.svg")
        if used.intersection(re.findall(r' d="([^"]+)"', file.read_text("utf-8")))
    }
    assert folders == {"material"}
    assert "\nMaterial Design Icons\n" in made_up_built.file("licences.txt").read_text("utf-8")
