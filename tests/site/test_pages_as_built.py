"""The HTML of every page, and the search index."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from macros.outputs.search import EXCLUDE
from macros.rendering import PLACEHOLDER
from macros.site.state import Site
from tests.support.built_site import NOT_FOUND, SUB_PATH, BuiltSite
from tests.support.page_invariants import count_violations, measurement_violations, text_violations
from tests.support.same_answers import answer_violations
from tests.support.search_index import search_entries
from tests.support.status_invariants import status_violations

OUR_SCRIPTS_AND_STYLES = 70_000
"""Bytes of all our scripts and style sheets together, compressed."""
THEME_STYLES = "assets/stylesheets/"

NUMBERS_IN_A_ROW = re.compile(r"(?<![-.\d])\d+ \d+ \d+(?![-.\d])")


def test_pages_twins_comparison_lists_badges_ask_and_api_agree_on_what_runs_today(built: BuiltSite, site: Site) -> None:
    assert list(answer_violations(built, site.knowledge.records)) == []


def test_what_a_page_counts_is_shown_or_said_to_be_elsewhere(built: BuiltSite) -> None:
    assert list(count_violations(built)) == []


def test_every_measurement_is_on_its_models_page_or_one_click_behind(built: BuiltSite, site: Site) -> None:
    assert list(measurement_violations(built, site.knowledge.records)) == []


def test_no_page_shows_a_value_as_python_writes_it_or_an_unrounded_figure(built: BuiltSite) -> None:
    assert list(text_violations(built)) == []


def test_every_place_says_the_same_of_the_support_of_software(built: BuiltSite, site: Site) -> None:
    assert list(status_violations(built, site.knowledge.records)) == []


def test_titles_are_unique(built: BuiltSite) -> None:
    titles = Counter(page.title for page in built.everything.values())
    assert [title for title, count in titles.items() if count > 1 or not title] == []


def test_every_page_has_a_description_of_its_own(built: BuiltSite) -> None:
    assert [key for key, page in built.pages.items() if not page.description] == []
    descriptions = Counter(page.description for page in built.pages.values())
    assert [words for words, count in descriptions.items() if count > 1] == []


def test_our_scripts_and_style_sheets_are_small(built: BuiltSite) -> None:
    files = [file for file in built.root.glob("assets/**/*") if file.suffix in {".css", ".js"}]
    ours = [file for file in files if not file.relative_to(built.root).as_posix().startswith(THEME_STYLES)]
    assert ours
    assert sum(len(gzip.compress(file.read_bytes())) for file in ours) <= OUR_SCRIPTS_AND_STYLES


def test_no_script_delays_the_first_paint(built: BuiltSite) -> None:
    for key, page in built.pages.items():
        fetched = [script for script in page.document.all("script") if "src" in script.attributes]
        assert [script for script in fetched if not script.has(type="module")] == [], key
        assert [script for script in page.document.one("head").all("script") if script in fetched] == [], key
    for sheet in built.root.rglob("*.css"):
        assert "@font-face" not in sheet.read_text("utf-8"), sheet


def test_ids_on_a_page_are_unique(built: BuiltSite) -> None:
    for key, page in built.everything.items():
        assert [name for name, count in Counter(page.ids).items() if count > 1] == [], key


def test_every_page_has_one_main_heading(built: BuiltSite) -> None:
    assert [
        key for key, page in built.everything.items() if not page.is_redirect and len(page.document.all("h1")) != 1
    ] == []


def test_no_element_has_a_style_attribute(built: BuiltSite) -> None:
    for key, page in built.everything.items():
        assert [found for found in page.document.walk() if "style" in found.attributes or found.tag == "font"] == [], (
            key
        )


def test_no_element_has_an_event_handler(built: BuiltSite) -> None:
    for key, page in built.everything.items():
        assert [name for found in page.document.walk() for name in found.attributes if name.startswith("on")] == [], key


def test_every_placeholder_is_filled_in(built: BuiltSite) -> None:
    assert [key for key, page in built.everything.items() if PLACEHOLDER.search(page.file.read_text("utf-8"))] == []


def test_no_template_syntax_is_left(made_up_built: BuiltSite) -> None:
    for key, page in made_up_built.everything.items():
        for mark in ("{{", "}}", "{%", "{:", "<!--atlas", "Undefined", "Macro Rendering Error"):
            assert mark not in page.document.text, (key, mark)


def test_no_cell_is_empty(built: BuiltSite) -> None:
    for key, page in built.everything.items():
        cells = page.document.one("body").all("td", "th")
        assert [cell for cell in cells if not cell.text and not cell.all("svg", "img", "input")] == [], key


def test_tables_have_captions_and_labelled_frames(built: BuiltSite) -> None:
    for key, page in built.pages.items():
        frames = [frame for frame in page.document.all("div", class_="frame") if frame.all("table")]
        for frame in frames:
            assert frame.attributes.get("aria-label"), key
            assert all(table.one("caption").text for table in frame.all("table")), key
        assert sum(len(frame.all("table")) for frame in frames) == len(page.document.all("table", class_="data")), key


@pytest.fixture(scope="module")
def index(built: BuiltSite) -> Sequence[Mapping[str, Any]]:
    return search_entries(built.root)


def test_of_the_theme_the_site_has_one_style_sheet(built: BuiltSite) -> None:
    assert [path.suffix for path in built.root.glob("assets/stylesheets/*")] == [".css"]
    assert not built.file("assets/javascripts").exists()
    assert not built.file("search/search_index.json").exists()


def test_no_mark_for_the_search_is_left_on_a_page(built: BuiltSite) -> None:
    for page in built.everything.values():
        assert not any(EXCLUDE in element.attributes for element in page.document.walk()), page.address


def test_the_search_index_holds_no_tables(made_up_built: BuiltSite) -> None:
    for entry in search_entries(made_up_built.root):
        assert not NUMBERS_IN_A_ROW.search(entry["text"]), entry["location"]
        assert "<t" not in entry["text"], entry["location"]


def test_the_search_index_covers_every_page(built: BuiltSite, site: Site, index: Sequence[Mapping[str, Any]]) -> None:
    """Only the further pages of long lists are left out."""
    further = {page.address for page in site.list_pages}
    assert {entry["location"].partition("#")[0] for entry in index} == set(built.pages) - further


def test_the_search_index_holds_every_name(site: Site, index: Sequence[Mapping[str, Any]]) -> None:
    names = {entry["location"]: {entry["title"], *entry.get("names", ())} for entry in index}
    for page in site.pages:
        found = {letters(name) for name in (page.record, *names[page.address])}
        assert {letters(name) for name in page.names} <= found, page.address


def letters(name: str) -> str:
    """A name without what lies between its words, and in lower case."""
    return re.sub(r"[\W_]+", "", name.casefold())


def test_the_404_page_links_to_the_lists(built: BuiltSite) -> None:
    page = built.everything[NOT_FOUND].document.one("article")
    linked = {link.attributes["href"].rpartition(SUB_PATH)[2] for link in page.all("a")}
    assert {"models/", "instances/", "accelerators/", "frameworks/", "families/"} <= linked


def test_pages_of_records_say_as_of_when_their_facts_are(made_up_built: BuiltSite, made_up: Site) -> None:
    kinds = {"models", "families", "accelerators", "instances", "frameworks", "releases", "comparisons"}
    pages = [page.address for page in made_up.pages if page.kind in kinds]
    assert pages
    assert [key for key in pages if not made_up_built.pages[key].document.all("span", class_="as-of")] == []
