"""The search on the pages of the site: what opens it, where it leads, and what it fetches."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import CLIPBOARD, Host
from tests.browser.search_box import FIELD, FIRST, OPENER, typed
from tests.support.built_site import ELSEWHERE, SUB_PATH

INSTANCE = "box.small"


def test_the_search_works_under_any_path(made_up_host: Host) -> None:
    elsewhere = made_up_host.base.removesuffix(SUB_PATH) + ELSEWHERE
    with made_up_host.open_page() as page:
        page.goto(f"{elsewhere}instances/{INSTANCE}/")
        typed(page, INSTANCE)
        expect(page.locator(FIRST)).to_have_attribute("href", f"{elsewhere}instances/{INSTANCE}/")


def test_a_search_can_be_shared(made_up_host: Host) -> None:
    with made_up_host.open_page(permissions=CLIPBOARD) as page:
        page.goto(f"{made_up_host.base}data/")
        typed(page, f"{INSTANCE} memory")
        page.get_by_role("button", name="Copy link").click()
        expect(page.get_by_text("Copied.")).to_be_visible()
        link = page.evaluate("navigator.clipboard.readText()")
        assert link == f"{made_up_host.base}?q={INSTANCE}+memory"
        page.goto(link)
        expect(page.get_by_label(FIELD)).to_be_focused()
        expect(page.locator(FIRST)).to_have_attribute("href", re.compile(INSTANCE))
        page.keyboard.press("Escape")
        expect(page).to_have_url(made_up_host.base)


def test_without_scripts_the_button_leads_to_the_models(made_up_host: Host) -> None:
    with made_up_host.open_page(java_script_enabled=False) as page:
        page.goto(f"{made_up_host.base}data/")
        page.locator(OPENER).click()
        page.wait_for_url(re.compile(re.escape(f"{made_up_host.base}models/")))


def test_only_what_is_needed_is_fetched_and_nothing_before_the_search_opens(made_up_host: Host) -> None:
    fetched: list[str] = []
    with made_up_host.open_page(fresh=True) as page:
        page.context.on("request", lambda request: fetched.append(request.url.removeprefix(made_up_host.base)))
        page.goto(made_up_host.base, wait_until="networkidle")
        assert fetched
        assert [url for url in fetched if re.search("entries.json|names.json|worker", url)] == []
        fetched.clear()
        typed(page, INSTANCE)
        expect(page.locator(FIRST)).to_be_visible()
    assert {fetched.count(file) for file in ("search/entries.json", "api/v1/names.json")} == {1}
    scripts = [url for url in fetched if url.endswith(".js")]
    assert all(url.startswith("assets/") and "javascripts/" not in url for url in scripts)
    assert set(fetched) - set(scripts) == {"search/entries.json", "api/v1/names.json"}
