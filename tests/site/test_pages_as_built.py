"""What holds for the HTML of every page, and for the search index."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from collections.abc import Mapping, Sequence

import pytest

from macros.exports.search_entries import ENTRIES, INDEX
from macros.knowledge import Knowledge
from macros.site.pages import generated_pages
from tests.support.built_site import NOT_FOUND, SUB_PATH, BuiltSite
from tests.support.search_index import search_entries

HEAVIEST_PAGE = 100_000
"""Bytes of HTML; the explorer alone may have more."""
HEAVIEST_MODEL = 60_000
"""The same for a model's page."""
HEAVIEST_MODEL_OF_MANY_RUNS = 82_000
MODELS_OF_MANY_RUNS = frozenset(
    {
        "albert-base-v2",
        "bert-base-uncased",
        "bert-large-uncased",
        "distilbert-base-uncased",
        "gpt2",
        "meta-llama/llama-3.1-8b-instruct",
        "meta-llama/llama-3.3-70b-instruct",
        "resnet50",
        "roberta-base",
    }
)
"""What weighs more is what their readers come for: runs on up to eight accelerators, each with its own evidence, up to
22 tested configurations, and up to eleven tables of measurements that must not be compared with each other."""
OUR_SCRIPTS_AND_STYLES = 60_000
"""Bytes of all of ours together, compressed."""
THE_THEME_S = ("assets/javascripts/", "assets/stylesheets/")
HEAVIEST_ENTRIES = 450_000
LIGHTEST_INDEX = 1_000

NUMBERS_IN_A_ROW = re.compile(r"(?<![-.\d])\d+ \d+ \d+(?![-.\d])")


def test_titles_are_unique(built: BuiltSite) -> None:
    titles = Counter(page.title for page in built.everything.values())
    assert [title for title, count in titles.items() if count > 1 or not title] == []


def test_descriptions_are_there_and_unique(built: BuiltSite) -> None:
    assert [key for key, page in built.pages.items() if not page.description] == []
    descriptions = Counter(page.description for page in built.pages.values())
    assert [words for words, count in descriptions.items() if count > 1] == []


def test_pages_are_light(built: BuiltSite) -> None:
    sizes = {key: page.file.stat().st_size for key, page in built.everything.items() if key != "explore/"}
    assert {key: size for key, size in sizes.items() if size > HEAVIEST_PAGE} == {}


def test_pages_of_models_are_lighter_still(built: BuiltSite, knowledge: Knowledge) -> None:
    sizes = {model: built.pages[f"models/{model}/"].file.stat().st_size for model in knowledge.records.models}
    assert {model for model, size in sizes.items() if size > HEAVIEST_MODEL} == MODELS_OF_MANY_RUNS
    assert max(sizes.values()) <= HEAVIEST_MODEL_OF_MANY_RUNS


def test_scripts_and_styles_of_ours_are_few(built: BuiltSite) -> None:
    files = [file for file in built.root.glob("assets/**/*") if file.suffix in {".css", ".js"}]
    ours = [file for file in files if not file.relative_to(built.root).as_posix().startswith(THE_THEME_S)]
    assert ours
    assert sum(len(gzip.compress(file.read_bytes())) for file in ours) <= OUR_SCRIPTS_AND_STYLES


def test_nothing_but_style_sheets_holds_up_the_first_paint(built: BuiltSite) -> None:
    for key, page in built.pages.items():
        fetched = [script for script in page.document.all("script") if "src" in script.attributes]
        ours = [script for script in fetched if THE_THEME_S[0] not in script.attributes["src"]]
        assert [script for script in ours if not script.has(type="module")] == [], key
        assert [script for script in page.document.one("head").all("script") if script in fetched] == [], key
    for sheet in built.root.rglob("*.css"):
        assert "@font-face" not in sheet.read_text("utf-8"), sheet


def test_a_place_on_a_page_has_one_name(built: BuiltSite) -> None:
    for key, page in built.everything.items():
        assert [name for name, count in Counter(page.ids).items() if count > 1] == [], key


def test_every_page_has_one_main_heading(built: BuiltSite) -> None:
    assert [
        key for key, page in built.everything.items() if not page.is_redirect and len(page.document.all("h1")) != 1
    ] == []


def test_no_style_stands_on_an_element(built: BuiltSite) -> None:
    for key, page in built.everything.items():
        assert [found for found in page.document.walk() if "style" in found.attributes or found.tag == "font"] == [], (
            key
        )


def test_nothing_listens_inside_the_html(built: BuiltSite) -> None:
    for key, page in built.everything.items():
        assert [name for found in page.document.walk() for name in found.attributes if name.startswith("on")] == [], key


def test_no_template_and_no_placeholder_is_left(built: BuiltSite) -> None:
    for key, page in built.everything.items():
        text = page.document.text
        for mark in ("{{", "}}", "{%", "{:", "<!--atlas", "Undefined", "Macro Rendering Error"):
            assert mark not in text, (key, mark)
        assert "<!--atlas:" not in page.file.read_text("utf-8"), key


def test_no_cell_is_empty(built: BuiltSite) -> None:
    for key, page in built.everything.items():
        cells = page.document.one("body").all("td", "th")
        assert [cell for cell in cells if not cell.text and not cell.all("svg", "img", "input")] == [], key


def test_tables_say_what_they_hold_and_scroll_in_a_named_frame(built: BuiltSite) -> None:
    for key, page in built.pages.items():
        frames = [frame for frame in page.document.all("div", class_="frame") if frame.all("table")]
        for frame in frames:
            assert frame.attributes.get("aria-label"), key
            assert all(table.one("caption").text for table in frame.all("table")), key
        assert sum(len(frame.all("table")) for frame in frames) == len(page.document.all("table", class_="data")), key


@pytest.fixture(scope="module")
def index(built: BuiltSite) -> Sequence[Mapping[str, str]]:
    return search_entries(built.root)


def test_what_is_searched_is_light(built: BuiltSite) -> None:
    assert built.file(INDEX).stat().st_size < LIGHTEST_INDEX
    assert built.file(ENTRIES).stat().st_size < HEAVIEST_ENTRIES


def test_the_search_index_holds_no_tables_of_numbers(index: Sequence[Mapping[str, str]]) -> None:
    for entry in index:
        assert not NUMBERS_IN_A_ROW.search(entry["text"]), entry["location"]
        assert not {"float16", "<table", "<td", "Compiled batch size"} & set(entry["text"].split()), entry["location"]


def test_the_search_index_knows_every_page(built: BuiltSite, index: Sequence[Mapping[str, str]]) -> None:
    assert sorted({entry["location"].partition("#")[0] for entry in index}) == sorted(built.pages)


def test_the_search_index_knows_every_name(knowledge: Knowledge, index: Sequence[Mapping[str, str]]) -> None:
    tags = {entry["location"]: entry.get("tags", ()) for entry in index if "#" not in entry["location"]}
    for page in generated_pages(knowledge):
        assert len(tags[page.address]) == len(page.names), page.address


def test_the_page_for_unknown_addresses_leads_on(built: BuiltSite) -> None:
    page = built.everything[NOT_FOUND].document.one("article")
    linked = {link.attributes["href"].rpartition(SUB_PATH)[2] for link in page.all("a")}
    assert {"models/", "instances/", "accelerators/", "frameworks/", "families/"} <= linked


def test_pages_without_a_date_of_their_own_say_when_their_facts_are_from(
    built: BuiltSite, knowledge: Knowledge
) -> None:
    for page in generated_pages(knowledge):
        if page.kind in {"models", "families", "accelerators", "instances", "frameworks", "releases", "comparisons"}:
            assert built.pages[page.address].document.all("span", class_="as-of"), page.address
