"""Former addresses lead on, for readers with and without scripts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from macros.site import finished
from macros.site.state import Site
from tests.support.built_site import NOT_FOUND, SUB_PATH, served

FORMER_ID = "models/shuttle-mini/"
FORMER_ADDRESS = "models/shuttle-small/"
TARGET = "models/maker/shuttle-small/"


@pytest.fixture(scope="module")
def home(made_up: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site with the redirects of the made-up data and the page to which they lead."""
    folder = tmp_path_factory.mktemp("redirects")
    pages = {
        **dict(finished.redirects(made_up.knowledge, made_up.renderer.render)),
        f"{TARGET}index.html": b"<!doctype html><title>Target</title>",
        "index.html": b"<!doctype html><title>Home</title>",
        NOT_FOUND: b"",
    }
    for name, content in pages.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    with served(folder) as origin:
        yield origin + SUB_PATH


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("former", [FORMER_ID, FORMER_ADDRESS])
def test_a_former_address_leads_on(browser: Browser, home: str, former: str, *, scripts: bool) -> None:
    with browser.new_context(java_script_enabled=scripts) as context:
        page = context.new_page()
        page.goto(home + former)
        page.wait_for_url(home + TARGET)
        expect(page).to_have_title("Target")


def test_a_former_address_keeps_the_place_on_the_page_and_takes_no_step_back(browser: Browser, home: str) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(home)
        page.goto(f"{home}{FORMER_ID}?from=bookmark#sources")
        page.wait_for_url(f"{home}{TARGET}?from=bookmark#sources")
        expect(page).to_have_title("Target")
        page.go_back()
        expect(page).to_have_title("Home")
