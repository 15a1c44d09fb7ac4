"""Which pages are generated, and what their stubs say."""

from __future__ import annotations

import re
from collections import Counter

import pytest
import yaml

from macros.addresses import OWN_PAGE
from macros.site.page_macros import PAGE_MACROS
from macros.site.pages import GeneratedPage, generated_pages
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.places import PROJECT

STUB = re.compile(r'---\n(?P<meta>.*\n)---\n\n\{\{ (?P<macro>\w+)\("(?P<record>[^"]+)"\) \}\}\n', re.DOTALL)


@pytest.fixture(scope="module")
def pages(site: Site) -> list[GeneratedPage]:
    return list(generated_pages(site.knowledge))


def front_matter(page: GeneratedPage) -> dict[str, object]:
    found = STUB.fullmatch(page.stub)
    assert found, page.stub
    meta: dict[str, object] = yaml.safe_load(found["meta"])
    return meta


def test_every_record_that_has_a_page_gets_one(site: Site, pages: list[GeneratedPage]) -> None:
    wanted = [(kind, record) for kind in OWN_PAGE for record in site.knowledge.records.of(kind)]
    assert sorted((page.kind, page.record) for page in pages) == sorted(wanted)


def test_a_stub_is_front_matter_and_one_call_of_a_macro_that_there_is(pages: list[GeneratedPage]) -> None:
    for page in pages:
        found = STUB.fullmatch(page.stub)
        assert found, page.stub
        assert found["macro"] in PAGE_MACROS
        assert found["record"] == page.record


def test_front_matter_hides_no_macro(pages: list[GeneratedPage]) -> None:
    for page in pages:
        assert not front_matter(page).keys() & PAGE_MACROS.keys()


def test_titles_and_descriptions_are_unique_and_of_a_fit_length(pages: list[GeneratedPage]) -> None:
    for texts in ([page.title for page in pages], [page.description for page in pages]):
        assert [text for text, count in Counter(texts).items() if count > 1] == []
        assert all(text.strip() == text != "" for text in texts)
    assert [page.description for page in pages if not 30 <= len(page.description) <= 320] == []


def test_a_page_can_be_found_by_every_name_of_its_record(site: Site, pages: list[GeneratedPage]) -> None:
    searched = {"models", "families", "accelerators", "instances", "frameworks", "datasets", "limitations"}
    names = {(page.kind, page.record): page.names for page in pages if page.kind in searched}
    for (kind, record), known in names.items():
        for name, owner in site.knowledge.records.catalog.names[kind].items():
            if owner == record and (kind != "limitations" or name != record):
                assert name in known


def test_no_page_lies_where_another_one_does(pages: list[GeneratedPage]) -> None:
    by_hand = {path.relative_to(PROJECT / "docs").as_posix() for path in (PROJECT / "docs").rglob("*.md")}
    paths = [page.source_path for page in pages]
    assert len(set(paths)) == len(paths)
    assert not by_hand & set(paths)


def test_the_file_to_edit_is_there(pages: list[GeneratedPage]) -> None:
    assert [page.data_file for page in pages if not (PROJECT / page.data_file).is_file()] == []


def test_a_hostile_title_stays_text(edited_made_up: EditSite) -> None:
    hostile = """<script>x</script> {{ 7*7 }} "quoted" 'single' --- # :"""
    title = "'" + hostile.replace("'", "''") + "'"
    site = edited_made_up({"limitations/short-threads.yml": {"title: Threads must be short": f"title: {title}"}})
    (page,) = (page for page in generated_pages(site.knowledge) if page.kind == "limitations")
    assert page.title == hostile
    shown = front_matter(page)["title"]
    assert isinstance(shown, str)
    assert not set(shown) & set("<>{\"'")
