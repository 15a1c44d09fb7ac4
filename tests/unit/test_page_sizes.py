"""Long lists continue on further pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from shutil import copytree

import pytest

from macros.addresses import place_of, section
from macros.pages import lists
from macros.pages.registry import pages_of
from macros.schema.kinds import WITH_PAGES
from macros.site.state import Site
from tests.support.elements import Element, read
from tests.support.project import MADE_UP, PROJECT

PAGED = [kind for kind in WITH_PAGES if pages_of(kind).listed]
"""Kinds whose list may have several pages."""


@pytest.fixture
def paged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    """The made-up site with today's hand-written pages, in which every page of a list has one row."""
    copytree(MADE_UP / "data", tmp_path / "data")
    (tmp_path / "docs").symlink_to(PROJECT / "docs")
    monkeypatch.setattr(lists, "ROWS_PER_PAGE", 1)
    return Site(tmp_path)


def pages_of_list(site: Site, kind: str) -> Mapping[str, Element]:
    """The pages of the list of a kind, the first one included, by address."""
    further = [page.address for page in site.list_pages if page.address.startswith(section(kind))]
    numbered = enumerate([section(kind), *further], start=1)
    return {page: read(site, WITH_PAGES[kind].list_macro, str(number)) for number, page in numbered}


def test_a_list_has_every_record_on_one_of_its_pages_which_link_to_each_other(paged: Site) -> None:
    for kind in PAGED:
        records = {place_of(paged.knowledge.records, kind, record) for record in paged.knowledge.records.of(kind)}
        found = pages_of_list(paged, kind)
        assert len(found) == len(records)
        # The table of the founding sources is on the first page too.
        tables = [table for page in found.values() for table in page.all("table")[-1 if kind == "sources" else 0 :]]
        rows = [link for table in tables for head in table.all("th", scope="row") for link in head.targets]
        assert Counter(row for row in rows if row in records) == Counter(records), kind
        for number, (own, page) in enumerate(found.items(), 1):
            pagers = page.all("nav", class_="pager")
            assert bool(pagers) is (len(found) > 1), kind
            for pager in pagers:
                assert set(pager.targets) == found.keys() - {own}
                assert pager.one("b", aria_current="page").text == str(number)


def test_a_further_page_of_a_list_is_a_stub_with_its_number(paged: Site) -> None:
    page = paged.by_address["lifecycle/page-2/"]
    assert page.text.endswith('\n{{ component_list("2") }}\n')
    assert "2 of 3" in page.title
    assert (PROJECT / page.file).is_file()


def test_a_short_list_has_one_page(made_up: Site) -> None:
    assert made_up.list_pages == ()
    assert not read(made_up, "model_list").all("nav", class_="pager")
