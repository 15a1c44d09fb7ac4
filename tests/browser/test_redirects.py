"""Former addresses lead on, for readers with and without scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Host

FORMER_ID = "models/shuttle-mini/"
FORMER_ADDRESS = "models/shuttle-small/"
TARGET = "models/maker/shuttle-small/"


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("former", [FORMER_ID, FORMER_ADDRESS])
def test_a_former_address_leads_on(browser: Browser, made_up_host: Host, former: str, *, scripts: bool) -> None:
    with browser.new_context(java_script_enabled=scripts) as context:
        page = context.new_page()
        page.goto(made_up_host.base + former)
        page.wait_for_url(made_up_host.base + TARGET)
        expect(page.locator("h1")).to_have_text("maker/shuttle-small")


def test_a_former_address_keeps_the_place_on_the_page_and_takes_no_step_back(
    browser: Browser, made_up_host: Host
) -> None:
    base = made_up_host.base
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(base)
        page.goto(f"{base}{FORMER_ID}?from=bookmark#sources")
        page.wait_for_url(f"{base}{TARGET}?from=bookmark#sources")
        page.go_back()
        page.wait_for_url(base)
