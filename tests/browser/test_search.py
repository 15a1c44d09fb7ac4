"""The search: what it shows of some made-up entries, and how keys and fingers work it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from shutil import copytree

import pytest
from playwright.sync_api import Browser, Page, expect

from macros.outputs.search import ENTRIES
from tests.browser.conftest import Host, host_of
from tests.browser.layout import PHONE
from tests.browser.search_box import ANSWER, DIALOG, FIELD, FIRST, OPENER, RESULTS, SAID, SELECTED, found_pages, typed
from tests.browser.search_entries import COPIES, FOUND, MADE_UP, name_three_loaves
from tests.support.built_site import BuiltSite

TOUCHED = 44
"""The least height in pixels of what a finger meets."""


@pytest.fixture(scope="module")
def host(browser: Browser, made_up_built: BuiltSite, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """The made-up site with other entries to search in."""
    site = tmp_path_factory.mktemp("search") / "site"
    copytree(made_up_built.root, site)
    outcomes = json.loads((site / ENTRIES).read_bytes())["outcomes"]
    (site / ENTRIES).write_text(json.dumps({"outcomes": outcomes, "entries": FOUND}), "utf-8")
    name_three_loaves(site / "api" / "v1")
    with host_of(browser, site) as found:
        yield found


@pytest.fixture
def page(host: Host) -> Iterator[Page]:
    """The home page of that site."""
    with host.open_page() as found:
        found.goto(host.base)
        yield found


def test_the_page_or_the_place_on_it_that_is_meant_comes_first(page: Page, host: Host) -> None:
    for query, address in MADE_UP["leads_to"].items():
        typed(page, query)
        found = str(page.locator(FIRST).get_attribute("href")).removeprefix(host.base)
        assert found.startswith(address) if address.endswith("/") else found == address, query


def test_of_several_versions_the_newest_known_there_is_answered_others_are_offered(page: Page, host: Host) -> None:
    typed(page, "loaf 7b on chip one")
    expect(page.locator(SAID)).to_contain_text("“loaf 7b” may mean 3 models: answered for loaf-2-7b")
    expect(page.locator(FIRST)).to_contain_text("loaf-2-7b on Chip One: Supported")
    assert found_pages(page, host.base)[1:3] == ["models/smith/loaf-3-7b/", "models/smith/loaf-1-7b/"]
    typed(page, "kiln on chip one")  # the name of the first generation of an architecture, and of all
    expect(page.locator(FIRST)).to_contain_text("Kiln2 (architecture) on Chip One: Supported")
    assert found_pages(page, host.base)[1] == "architectures/kiln/"


def test_the_name_of_a_series_is_answered_by_the_best_of_it_and_that_of_one_exactly(page: Page) -> None:
    for query, chips in (("loaf 2 7b oven", ["Chip One", "Chip Two"]), ("loaf 2 7b chip two", ["Chip Two"])):
        typed(page, query)
        for place, chip in enumerate(chips):
            outcome = "Supported" if chip == "Chip One" else "Not supported"
            expect(page.locator(ANSWER).nth(place)).to_contain_text(f"loaf-2-7b on {chip}: {outcome}")


def test_a_framework_with_hardware_is_answered_by_what_is_stated_of_both(page: Page, host: Host) -> None:
    stated = "Tongs on Chip One: Supported for training", "support/#tongs/chip-one/training"
    lacking = "Tongs on hearth.12xlarge: Not knownSupported there: Bellows.", "instances/hearth.large/#runs-today"
    for query, (said, address) in {"does tongs run on oven 2": stated, "tongs hearth.large": lacking}.items():
        typed(page, query)
        expect(page.locator(FIRST)).to_contain_text(said)
        expect(page.locator(FIRST)).to_have_attribute("href", f"{host.base}{address}")
        expect(page.locator(RESULTS).filter(has_text="Tongs on")).to_have_count(1)


def test_what_is_not_known_of_a_question_is_said(page: Page) -> None:
    typed(page, "loaf 2 7b on chip one inference")
    expect(page.locator(FIRST)).to_contain_text("on Chip One for inference: Not known")
    expect(page.locator(FIRST).locator(".search-text")).to_contain_text("Supported for training")
    typed(page, "loaf 2 7b oven9")
    expect(page.locator(SAID)).to_contain_text("“oven9” is not on record; nearest: oven9z")
    typed(page, "loaf 2 7b oven 88")
    expect(page.locator(SAID)).to_contain_text("none with “88”")
    expect(page.locator(ANSWER)).to_have_count(0)
    for query, found in (("loaf 2 7b chip one wool", "loaf-2-7b on Chip One"), ("oven 9z wool", "Chip Two")):
        typed(page, query)
        expect(page.locator(SAID)).to_contain_text("No answer to “wool”")
        expect(page.locator(FIRST)).to_contain_text(found)


def test_what_was_found_is_marked_in_title_names_and_text_and_a_section_is_led_to(page: Page, host: Host) -> None:
    typed(page, "anvil english")
    first = page.locator(FIRST)
    expect(first.locator(".search-title mark")).to_have_text(["anvil"])
    expect(first.locator(".search-text mark")).to_have_text(["English"])
    typed(page, "wool")
    page.locator(RESULTS).filter(has_text="Origin").first.click()
    page.wait_for_url(re.compile(f"^{re.escape(host.base)}datasets/threads/.*#origin$"))


def test_what_is_misspelt_or_unknown_is_read_as_the_nearest_names_or_said(page: Page, host: Host) -> None:
    for query, (said, found) in MADE_UP["said"].items():
        typed(page, query)
        expect(page.locator(SAID)).to_contain_text(said)
        assert found in found_pages(page, host.base) if found else not found_pages(page, host.base), query


def test_an_other_name_is_shown_only_where_it_is_why_the_page_was_found(page: Page) -> None:
    typed(page, "WMs")
    expect(page.locator(FIRST)).to_contain_text("Weaving machines (WMs)")
    typed(page, "weavers")
    expect(page.locator(FIRST)).not_to_contain_text("WMs")


def test_all_that_has_the_words_or_else_one_of_them_is_found_and_counted(page: Page, host: Host) -> None:
    typed(page, "threads hearth.12xlarge")
    assert set(found_pages(page, host.base)) == {"datasets/threads/", "instances/hearth.large/"}
    typed(page, "copy")
    expect(page.locator(SAID)).to_contain_text("250")
    for one in (COPIES[0], COPIES[123], COPIES[-1]):
        typed(page, one["title"])
        assert found_pages(page, host.base)[0] == one["location"]


def test_arrows_walk_the_results_and_enter_opens_the_chosen_one(page: Page) -> None:
    typed(page, "anvil")
    field = page.get_by_label(FIELD)
    last = page.locator(RESULTS).count() - 1
    for key, number in (("ArrowDown", 1), ("ArrowUp", 0), ("ArrowUp", last), ("ArrowDown", 0), ("ArrowDown", 1)):
        field.press(key)
        expect(page.locator(SELECTED)).to_have_count(1)
        expect(page.locator(SELECTED)).to_have_id(f"search-option-{number}")
        expect(field).to_have_attribute("aria-activedescendant", f"search-option-{number}")
    address = page.locator(SELECTED).get_attribute("href")
    with page.expect_request(str(address)):
        field.press("Enter")
    page.wait_for_url(str(address))
    typed(page, "anvil")
    with page.expect_request("**/models/maker/shuttle-small/"):  # what was typed, before it is answered
        field.fill("maker/shuttle-small")
        field.press("Enter")


def test_keys_open_the_search_but_for_a_slash_in_a_field_and_escape_leads_back(page: Page) -> None:
    link = page.locator("article a").first
    for key in ("/", "Control+k", "Meta+K"):
        link.focus()
        page.keyboard.press(key)
        expect(page.get_by_label(FIELD)).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator(DIALOG)).to_be_hidden()
        expect(link).to_be_focused()
    field = page.locator("form[data-question] input").first
    field.focus()
    page.keyboard.press("/")
    expect(field).to_have_value("/")
    expect(page.locator(DIALOG)).to_be_hidden()


def test_a_phone_shows_the_search_on_the_whole_screen(host: Host) -> None:
    with host.open_page(viewport=PHONE, has_touch=True) as page:
        page.goto(host.base)
        page.locator(OPENER).tap()
        expect(page.get_by_label(FIELD)).to_be_visible()
        typed(page, "anvil")
        assert page.locator(DIALOG).bounding_box() == {"x": 0, "y": 0, **PHONE}
        for target in (page.locator(FIRST), page.get_by_role("button", name="Close"), page.get_by_label(FIELD)):
            box = target.bounding_box()
            assert box
            assert box["height"] >= TOUCHED
        page.get_by_role("button", name="Close").tap()
        expect(page.locator(DIALOG)).to_be_hidden()


def test_a_search_that_cannot_be_loaded_says_so_and_tries_again(host: Host) -> None:
    entries = "**/search/entries.json"
    with host.open_page(fresh=True) as page:
        page.context.route(entries, lambda route: route.fulfill(status=200, body="cut off ["))
        page.goto(host.base)
        typed(page, "shutt")
        expect(page.locator(SAID)).to_contain_text("could not be loaded")
        page.context.unroute(entries)
        page.get_by_label(FIELD).press("l")
        expect(page.locator(FIRST)).to_have_attribute("href", re.compile("/models/maker/shuttle-small/"))
