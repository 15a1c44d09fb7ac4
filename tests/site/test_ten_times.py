"""Pages stay small on ten times today's data, even those of the records that a tenth of everything names."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copytree

import pytest

from macros.kinds import WITH_PAGES
from macros.pages.paging import ON_ONE_PAGE
from macros.site.state import Site
from tests.support.crowded_data import POPULAR, write_crowded
from tests.support.places import PROJECT
from tests.support.render_page import rendered

MOST_BYTES = 110_000
FRAME = 20_000
"""What the theme puts around the content of a page, in bytes."""
CALL = re.compile(r"{{ (\w+)\((.*?)\) }}")
HAND_WRITTEN = [page for page in sorted((PROJECT / "docs").rglob("*.md")) if "explore_table" not in page.read_text()]
"""All but the explorer, which has a limit of rows instead."""


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory, site: Site) -> Site:
    """A site of ten times as many records of each kind as there are today."""
    project = tmp_path_factory.mktemp("ten-times")
    write_crowded(project, site.knowledge.records)
    copytree(PROJECT / "docs", project / "docs")
    return Site(project)


def content(site: Site, macro: str, *arguments: str) -> int:
    """The size of what a macro puts on its page, in bytes."""
    return len(rendered(site, macro, *arguments).encode())


@pytest.mark.parametrize("kind", POPULAR)
def test_the_page_of_a_record_that_many_name_is_small(crowded: Site, kind: str) -> None:
    assert content(crowded, WITH_PAGES[kind].page_macro, POPULAR[kind]) + FRAME <= MOST_BYTES


@pytest.mark.parametrize("kind", [kind for kind in WITH_PAGES if kind not in ON_ONE_PAGE])
def test_every_page_of_a_list_is_small(crowded: Site, kind: str) -> None:
    further = [page.number for page in crowded.list_pages if page.kind == kind]
    for number in (1, *further):
        assert content(crowded, WITH_PAGES[kind].list_macro, str(number)) + FRAME <= MOST_BYTES


@pytest.mark.parametrize("page", HAND_WRITTEN, ids=lambda page: page.relative_to(PROJECT).as_posix())
def test_every_hand_written_page_is_small(crowded: Site, page: Path) -> None:
    text = page.read_text("utf-8")
    size = len(text.encode())
    for macro, arguments in CALL.findall(text):
        size += content(crowded, macro, *re.findall(r'"(.*?)"', arguments))
    assert size + FRAME <= MOST_BYTES
