"""The search under load: long texts, quick typing, and a worker that dies."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Host
from tests.browser.scripts import script
from tests.browser.search_box import ENTRIES_FILE, FIELD, FIRST, RESULTS, SAID, answered, typed

MODELS: Sequence[Mapping[str, Any]] = [
    {
        "location": f"models/owner/forge-{number}b/",
        "title": f"owner/forge-{number}b",
        "text": f"Forges in {number} ways.",
        "names": [f"Forge {number}B"],
    }
    for number in range(600)
]
STEMS = ("forge", "copy", "weaver", "anvil", "tongs", "hearth", "shuttle", "threads", "iron", "wool", "smith", "loom")
PASTED = [f"{STEMS[number % len(STEMS)]}{number}" for number in range(2_000)]
"""Words as of a page that was pasted whole. No entry has them, so that all is gone through that can be."""

PUT = script("put_text")
"""Puts a text into the field as a paste does, and notes the milliseconds until it is answered."""


def least_time(page: Page, words: Sequence[str]) -> float:
    """The least time that some words take of several times."""
    page.keyboard.press("/")
    answered(page)
    times = []
    for _ in range(5):
        page.get_by_label(FIELD).evaluate(PUT, " ".join(words))
        answered(page)
        times.append(float(page.evaluate("took")))
    page.keyboard.press("Escape")
    return min(times)


def test_two_thousand_pasted_words_take_no_longer_than_the_first_dozen(made_up_host: Host) -> None:
    with made_up_host.open_page(fresh=True) as page:
        entries = {"outcomes": {}, "entries": MODELS}
        page.context.route(ENTRIES_FILE, lambda route: route.fulfill(json=entries))
        page.goto(made_up_host.base)
        few = least_time(page, PASTED[:12])
        assert least_time(page, PASTED) < 5 * few
        assert least_time(page, ["".join(PASTED)]) < 5 * few


def test_a_long_text_says_how_much_of_it_is_searched(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        page.goto(made_up_host.base)
        typed(page, " ".join(["anvil", *PASTED]))
        expect(page.locator(SAID)).to_contain_text("Only the beginning of a long text is searched")
        expect(page.locator(FIRST)).to_contain_text("Anvil")
        typed(page, "anvil")
        expect(page.locator(SAID)).not_to_contain_text("Only")


def test_a_long_text_is_not_taken_for_a_misspelt_name(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        page.goto(made_up_host.base)
        typed(page, " ".join(PASTED))
        expect(page.locator(SAID)).to_contain_text("Nothing found. Only the beginning")


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
