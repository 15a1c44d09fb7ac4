"""The search box: what it shows of some made-up entries, and how it works on the pages of the site."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from macros.exports.search_entries import ENTRIES
from tests.browser.conftest import Host, OpenPage, host_of
from tests.browser.records import Api
from tests.browser.search_box import FIELD, FIRST, LINKS, RESULTS, SAID, found_pages, typed
from tests.support.static_host import ELSEWHERE

TAGS = ".md-tag:visible"
SEARCH = "**/search/entries.json"

Entry = Mapping[str, Any]


def entry(location: str, title: str, text: str, *tags: str, boost: float = 1) -> Entry:
    return {"location": location, "title": title, "text": text, "tags": [title, *tags], "boost": boost}


SEVEN: Sequence[Entry] = [
    entry("models/smith/anvil-7b/", "anvil-7b", "<p>Model</p> <p>Strikes iron in English.</p>", "Anvil 7B", boost=4),
    entry("models/smith/anvil-70b/", "anvil-7b-large", "<p>Strikes more iron.</p>", boost=3),
    entry("models/maker/shuttle-small/", "shuttle-small", "<p>Weaves.</p>", "Weaver, small", boost=4),
    entry("instances/hearth.large/", "hearth.12xlarge", "<p>Carries an anvil.</p>", "ml.hearth.12xlarge"),
    entry("families/weavers/", "Weavers", "<p>Weaving models.</p>", "Weaving machines (WMs)", boost=4),
    entry("datasets/threads/", "threads", "<p>Loose ends, for weavers.</p>"),
    {"location": "datasets/threads/#origin", "title": "Origin", "text": "<p>Spun of wool.</p>"},
]

COPIES: Sequence[Entry] = [
    entry(f"models/owner-{number % 7}/copy-{number:03}/", f"owner-{number % 7}/copy-{number:03}", "<p>A copy.</p>")
    for number in range(250)
]


@pytest.fixture(scope="module")
def host(browser: Browser, made_up_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """The made-up site with other entries to search in."""
    site = tmp_path_factory.mktemp("search") / "site"
    copytree(made_up_site, site)
    (site / ENTRIES).write_text(json.dumps([*SEVEN, *COPIES]), "utf-8")
    with host_of(browser, site) as found:
        yield found


@pytest.fixture
def page(host: Host) -> Iterator[Page]:
    """The home page of that site."""
    with host.open_page() as found:
        found.goto(host.base)
        yield found


def test_the_page_that_is_meant_comes_first(page: Page, host: Host) -> None:
    wanted = {
        "anvil-7b": "models/smith/anvil-7b/",
        "ANVIL 7b": "models/smith/anvil-7b/",
        "anvil-7b-large": "models/smith/anvil-70b/",
        "anvil": "models/smith/anvil-7b/",
        "ml.hearth.12": "instances/hearth.large/",
        "machines weaving": "families/weavers/",
        "wool": "datasets/threads/",
    }
    for query, address in wanted.items():
        typed(page, query)
        assert found_pages(page, host.base)[0] == address, query


def test_what_a_section_says_leads_to_it(page: Page, host: Host) -> None:
    typed(page, "wool")
    page.locator(LINKS).filter(has_text="Origin").first.click()
    page.wait_for_url(re.compile(f"^{re.escape(host.base)}datasets/threads/.*#origin$"))


def test_the_last_word_is_completed_by_the_key_to_the_right(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("hearth.12")
    expect(page.locator(".md-search__suggest")).to_have_text("hearth.12xlarge")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_label(FIELD)).to_have_value("hearth.12xlarge")


def test_what_was_found_is_marked_in_title_names_and_text(page: Page) -> None:
    typed(page, "anvil english")
    first = page.locator(RESULTS).first
    expect(first.locator("h1 mark")).to_have_text(["anvil"])
    expect(first.locator(".md-tag mark").first).to_be_attached()
    expect(first.locator("p mark")).to_have_text(["English"])


def test_the_nearest_names_are_offered_where_nothing_matches(page: Page, host: Host) -> None:
    for query, near in (("anvl-7", "models/smith/anvil-7b/"), ("weavrs", "families/weavers/")):
        typed(page, query)
        expect(page.locator(SAID)).to_contain_text("nearest")
        assert near in found_pages(page, host.base)


def test_the_nearest_name_is_a_key_away(page: Page) -> None:
    typed(page, "weavrs")
    expect(page.locator(RESULTS).first).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/families/weavers/**")


def test_what_is_near_nothing_says_only_that_nothing_matches(page: Page) -> None:
    for query in ("xqzzyqx", "jurassic jumbo", "::", "&"):
        typed(page, query)
        expect(page.locator(SAID)).not_to_contain_text("nearest")
        expect(page.locator(RESULTS)).to_have_count(0)


def test_words_that_no_page_has_together_find_pages_that_have_one(page: Page, host: Host) -> None:
    typed(page, "threads hearth.12xlarge")
    assert set(found_pages(page, host.base)) == {"datasets/threads/", "instances/hearth.large/"}
    expect(page.locator(".md-search-result__list")).not_to_contain_text("*")


def test_an_other_name_is_shown_only_where_it_is_why_the_page_was_found(page: Page) -> None:
    typed(page, "WMs")
    expect(page.locator(f"{RESULTS} {TAGS}")).to_have_text(["Weaving machines (WMs)"])
    typed(page, "threads")
    expect(page.locator(f"{RESULTS}:first-child {TAGS}")).to_have_count(0)


def test_all_that_was_found_is_counted_and_each_is_found_by_its_name(page: Page, host: Host) -> None:
    typed(page, "copy")
    expect(page.locator(SAID)).to_contain_text("250")
    for one in (COPIES[0], COPIES[123], COPIES[-1]):
        typed(page, one["title"])
        assert found_pages(page, host.base)[0] == one["location"]
        expect(page.locator(f"{RESULTS}:first-child h1 mark").first).to_be_visible()


def test_what_is_typed_before_the_search_is_there_is_answered(host: Host) -> None:
    with host.open_page(fresh=True) as page:
        held: list[Route] = []
        page.context.route("**/search/answering.js", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks the function it is given
        with page.expect_request("**/search/answering.js"):
            page.goto(host.base)
        field = page.get_by_label(FIELD)
        field.fill("shuttle")
        field.press("End")
        for route in held:
            route.continue_()
        expect(page.locator(FIRST)).to_have_attribute("href", re.compile("/models/maker/shuttle-small/"))


def test_a_search_that_cannot_be_loaded_says_so_and_tries_again(page: Page) -> None:
    page.route(SEARCH, lambda route: route.fulfill(status=200, body="cut off ["))
    field = page.get_by_label(FIELD)
    field.fill("shutt")
    field.press("End")
    expect(page.locator(SAID)).to_contain_text("could not be loaded")
    page.unroute(SEARCH)
    field.press("l")
    expect(page.locator(FIRST)).to_have_attribute("href", re.compile("/models/maker/shuttle-small/"))


@pytest.fixture(scope="module")
def instance(api: Api) -> str:
    """The id of an instance, which its page alone goes by."""
    return api.ids("instances", 1)[0]


def test_a_key_opens_the_search_and_enter_leads_to_the_first_result(
    open_page: OpenPage, base: str, instance: str
) -> None:
    with open_page() as page:
        page.goto(f"{base}data/")
        page.keyboard.press("/")
        expect(page.get_by_label(FIELD)).to_be_focused()
        page.keyboard.type(instance)
        expect(page.locator(FIRST)).to_have_attribute("href", re.compile(re.escape(f"{base}instances/{instance}/?h=")))
        page.keyboard.press("Enter")
        page.wait_for_url(f"{base}instances/{instance}/**")
        expect(page.locator("article mark").first).to_be_attached()


def test_the_search_works_under_any_path(open_page: OpenPage, origin: str, instance: str) -> None:
    with open_page() as page:
        page.goto(f"{origin}{ELSEWHERE}instances/{instance}/")
        typed(page, instance)
        address = f"{origin}{ELSEWHERE}instances/{instance}/"
        expect(page.locator(FIRST)).to_have_attribute("href", re.compile(re.escape(address)))


def test_a_shared_search_is_open_with_its_answers(open_page: OpenPage, base: str, instance: str) -> None:
    with open_page() as page:
        page.goto(f"{base}?q={instance}")
        expect(page.get_by_label(FIELD)).to_be_focused()
        expect(page.locator(FIRST)).to_have_attribute("href", re.compile(re.escape(f"/instances/{instance}/")))


def test_who_only_reads_fetches_nothing_to_search_in(open_page: OpenPage, base: str) -> None:
    fetched: list[str] = []
    with open_page(fresh=True) as page:
        page.on("response", lambda response: fetched.append(response.url))
        page.goto(base, wait_until="networkidle")
    assert fetched
    assert [url for url in fetched if url.endswith("/entries.json") or "/workers/" in url] == []
