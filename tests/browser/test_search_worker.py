"""The search under load: long texts, quick typing, and a worker that dies."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Host
from tests.browser.scripts import script
from tests.browser.search_box import FIELD, FIRST, RESULTS, SAID, answered, typed

PASTED = [f"straw{number}" for number in range(2_000)]
"""Words as of a page that was pasted whole. No entry has them."""


def test_of_a_long_text_only_the_beginning_is_searched_and_taken_for_no_misspelt_name(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        page.goto(made_up_host.base)
        typed(page, " ".join(["anvil", *PASTED]))
        expect(page.locator(SAID)).to_contain_text("Only the beginning of a long text is searched")
        expect(page.locator(FIRST)).to_contain_text("Anvil")
        typed(page, "anvil")
        expect(page.locator(SAID)).not_to_contain_text("Only")
        for text in (" ".join([*PASTED, "anvil"]), "".join(PASTED)):
            typed(page, text)
            expect(page.locator(SAID)).to_contain_text(
                "Nothing found: no record here has that name. Only the beginning"
            )


STILL_WORKER = script("still_worker")
"""A worker that keeps a question back while it is `held`, and all questions that were put to it."""


def test_of_what_is_typed_during_an_answer_only_the_newest_is_asked(made_up_host: Host) -> None:
    with made_up_host.open_page(fresh=True) as page:
        page.add_init_script(STILL_WORKER)
        page.goto(made_up_host.base)
        typed(page, "anvil")
        page.evaluate("() => { Worker.asked = []; Worker.held = true; }")
        field = page.get_by_label(FIELD)
        field.fill("w")
        page.wait_for_function("() => Worker.asked.length === 1")
        for text in ("we", "wea", "weavers"):
            field.fill(text)
        page.evaluate("() => { Worker.held = false; Worker.late(); }")
        answered(page)
        assert page.evaluate("Worker.asked") == ["w", "weavers"]
        expect(page.locator(RESULTS).filter(has_text="Weavers").first).to_be_visible()


DYING_WORKER = script("dying_worker")
"""A worker that dies of as many of the next questions as `mortal` says."""


@pytest.mark.parametrize("deaths", [1, 2])
def test_a_dead_worker_is_replaced(made_up_host: Host, deaths: int) -> None:
    with made_up_host.open_page(fresh=True) as page:
        page.add_init_script(DYING_WORKER)
        page.goto(made_up_host.base)
        typed(page, "anvil")
        page.evaluate("deaths => { Worker.mortal = deaths; }", deaths)
        typed(page, "shuttle-smal")
        if deaths == 2:
            expect(page.locator(SAID)).to_contain_text("could not be loaded. The next key tries again")
            page.get_by_label(FIELD).press("l")
        expect(page.locator(FIRST)).to_have_attribute("href", re.compile("/models/maker/shuttle-small/"))
        assert page.evaluate("Worker.made.length") == 1 + deaths
