"""The search on the pages of the site: what opens it, where it leads, and what it fetches."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.records import Api
from tests.browser.search_box import FIELD, FIRST, OPENER, typed
from tests.support.built_site import ELSEWHERE


@pytest.fixture(scope="module")
def instance(api: Api) -> str:
    """The id of an instance, which its page alone goes by."""
    return api.ids("instances", 1)[0]


def test_a_key_opens_the_search_and_enter_leads_to_the_first_result(
    open_page: OpenPage, base: str, instance: str
) -> None:
    with open_page() as page:
        page.goto(f"{base}data/")
        typed(page, instance)
        expect(page.locator(FIRST)).to_have_attribute("href", f"{base}instances/{instance}/")
        page.keyboard.press("Enter")
        page.wait_for_url(f"{base}instances/{instance}/")


def test_the_search_works_under_any_path(open_page: OpenPage, origin: str, instance: str) -> None:
    with open_page() as page:
        page.goto(f"{origin}{ELSEWHERE}instances/{instance}/")
        typed(page, instance)
        expect(page.locator(FIRST)).to_have_attribute("href", f"{origin}{ELSEWHERE}instances/{instance}/")


def test_a_shared_search_is_open_with_its_answers(open_page: OpenPage, base: str, instance: str) -> None:
    with open_page() as page:
        page.goto(f"{base}?q={instance}")
        expect(page.get_by_label(FIELD)).to_be_focused()
        expect(page.locator(FIRST)).to_have_attribute("href", re.compile(re.escape(f"/instances/{instance}/")))
        page.keyboard.press("Escape")
        expect(page).to_have_url(base)


def test_without_scripts_the_button_leads_to_the_models(open_page: OpenPage, base: str) -> None:
    with open_page(java_script_enabled=False) as page:
        page.goto(f"{base}data/")
        page.locator(OPENER).click()
        page.wait_for_url(re.compile(re.escape(f"{base}models/")))


def test_only_what_is_needed_is_fetched_and_nothing_before_the_search_opens(
    open_page: OpenPage, base: str, instance: str
) -> None:
    fetched: list[str] = []
    with open_page(fresh=True) as page:
        page.context.on("request", lambda request: fetched.append(request.url.removeprefix(base)))
        page.goto(base, wait_until="networkidle")
        assert fetched
        assert [url for url in fetched if re.search("entries.json|names.json|worker", url)] == []
        fetched.clear()
        typed(page, instance)
        expect(page.locator(FIRST)).to_be_visible()
    assert {fetched.count(file) for file in ("search/entries.json", "api/v1/names.json")} == {1}
    scripts = [url for url in fetched if url.endswith(".js")]
    assert all(url.startswith("assets/") and "javascripts/" not in url for url in scripts)
    assert set(fetched) - set(scripts) == {"search/entries.json", "api/v1/names.json"}
