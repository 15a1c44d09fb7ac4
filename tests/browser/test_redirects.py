"""Former addresses lead on, for readers with and without scripts."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from macros.site import redirects
from macros.site.state import Site
from tests.browser.conftest import OpenPage
from tests.support.built_site import NOT_FOUND, SUB_PATH
from tests.support.static_host import served


def test_a_former_address_keeps_the_place_on_the_page(open_page: OpenPage, base: str) -> None:
    with open_page() as page:
        page.goto(base)
        page.goto(f"{base}models/bart-base/?from=bookmark#sources")
        page.wait_for_url(f"{base}models/facebook/bart-base/?from=bookmark#sources")
        expect(page.locator("h1")).to_contain_text("bart-base")
        # The redirect is no step of its own on the way back.
        page.go_back()
        page.wait_for_url(base)


@pytest.mark.parametrize("scripts", [True, False])
def test_a_former_id_leads_to_its_record(browser: Browser, made_up: Site, tmp_path: Path, *, scripts: bool) -> None:
    for name, content in redirects.files(made_up.knowledge, made_up.renderer):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    target = tmp_path / "models" / "maker" / "shuttle-small" / "index.html"
    target.parent.mkdir(parents=True)
    target.write_text("<!doctype html><title>There</title>", "utf-8")
    (tmp_path / NOT_FOUND).touch()
    context = browser.new_context(java_script_enabled=scripts)
    with served(tmp_path) as origin:
        page = context.new_page()
        page.goto(f"{origin}{SUB_PATH}models/shuttle-mini/")
        page.wait_for_url(f"{origin}{SUB_PATH}models/maker/shuttle-small/")
        expect(page).to_have_title("There")
        context.close()
