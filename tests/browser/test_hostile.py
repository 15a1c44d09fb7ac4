"""In a browser, hostile text is text: on every page, in what scripts draw from the data, and in addresses."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import WIDE, host_of
from tests.browser.layout import OPEN_FOLDS, OVERFLOWING, PHONE
from tests.browser.scripts import script
from tests.browser.search_box import DIALOG, RESULTS, typed
from tests.support.built_site import BuiltSite
from tests.support.hostile_text import OPENING, PAYLOAD, torn
from tests.support.page_kinds import NOT_FOUND, fullest, visit

ALIVE = script("came_alive")
"""What of the payload a browser takes for more than text."""


class Visitor:
    """A reader of the poisoned site."""

    def __init__(self, page: Page, base: str) -> None:
        self.page, self.base = page, base

    def go(self, address: str) -> None:
        self.page.goto(self.base + address)

    @property
    def alive(self) -> list[str]:
        found: list[str] = self.page.evaluate(ALIVE)
        return found

    def expect_text_alone(self, place: str) -> None:
        shown = self.page.locator(place).first
        expect(shown).to_contain_text(PAYLOAD.strip()[:OPENING], use_inner_text=True)
        assert torn(shown.inner_text()) == []
        assert self.alive == []
        assert self.page.evaluate(OVERFLOWING) == [0, 0]


Visit = Callable[..., AbstractContextManager[Visitor]]
"""Opens the poisoned site: `with visiting(**options_of_the_browser) as visitor`."""


@pytest.fixture(scope="module")
def visiting(browser: Browser, hostile_built: BuiltSite) -> Iterator[Visit]:
    with host_of(browser, hostile_built.root) as host:

        @contextmanager
        def visit_site(absent: str | None = None, **options: Any) -> Iterator[Visitor]:
            with host.open_page(absent=absent and host.base + absent, **{"viewport": PHONE, **options}) as page:
                yield Visitor(page, host.base)

        yield visit_site


def test_no_page_runs_hostile_text_or_scrolls_sideways(visiting: Visit, hostile_built: BuiltSite) -> None:
    found = {}
    kinds = fullest(hostile_built.root)
    with visiting(absent=kinds[NOT_FOUND]) as visitor:
        for kind, address in kinds.items():
            visit(visitor.page, visitor.base, kind, address)
            visitor.page.evaluate(OPEN_FOLDS)
            found[kind] = [*visitor.alive, *(wide for wide in visitor.page.evaluate(OVERFLOWING) if wide)]
    assert {kind: problems for kind, problems in found.items() if problems} == {}


def test_the_explorer_shows_hostile_text_as_text(visiting: Visit) -> None:
    with visiting() as visitor:
        visitor.go("explore/")
        expect(visitor.page.locator(".explorer .count")).not_to_be_empty()
        visitor.page.locator(".explorer tbody button[aria-expanded]").first.click()
        visitor.expect_text_alone("tr.details")
        visitor.page.locator(".facets > summary").click()
        visitor.expect_text_alone(".facets")
        visitor.page.locator(".free-text").fill("nothing has this name")
        expect(visitor.page.locator(".no-match h2")).to_be_visible()
        assert visitor.alive == []


@pytest.mark.parametrize("query", ["models=shuttle-large,maker/shuttle-small", "frameworks=loom,spindle"])
def test_the_comparison_shows_hostile_text_as_text(visiting: Visit, query: str) -> None:
    with visiting() as visitor:
        visitor.go(f"compare/?{query}")
        expect(visitor.page.locator("[data-comparing] thead th a")).to_have_count(2)
        visitor.expect_text_alone("article")


def test_the_search_and_the_questions_show_hostile_text_and_nearest_names_as_text(visiting: Visit) -> None:
    with visiting(viewport=WIDE) as visitor:
        visitor.go("")
        visitor.page.locator("form[data-question=models] input").fill("shutle")
        visitor.page.keyboard.press("Enter")
        expect(visitor.page.locator("form[data-question=models] .answer")).to_contain_text("shutle")
        assert visitor.alive == []
        visitor.page.locator("h1").click()
        for query in ("weavers", "shuttle", "shutle-larg"):
            typed(visitor.page, query)
            expect(visitor.page.locator(RESULTS).first).to_be_visible()
            assert visitor.alive == []
        typed(visitor.page, "shuttle")
        visitor.expect_text_alone(DIALOG)


def test_a_hostile_address_is_shown_as_text(visiting: Visit) -> None:
    with visiting(absent="models/%3Cimg%20src=x%20onerror=hostile%3E/shuttle/") as visitor:
        with visitor.page.expect_response("**/sitemap.xml"):
            visitor.go("models/<img src=x onerror=hostile>/shuttle/")
        expect(visitor.page.locator("[data-suggestions] li")).not_to_have_count(0)
        assert visitor.alive == []


NAMES = (
    *("model", "models", "instance", "instances", "framework", "batch_size_native", "text", "sort", "hide", "open"),
    *("differences", "colour", "", "__proto__", "toString", "hasOwnProperty"),
)
VALUES = (
    *("gpt2", "loom", "maker/shuttle-small", ">=64", "32..128", "large", "-1", "9" * 400, "model,instance", "--model"),
    *(",", " ", "a+b", "%zz", "%00", "%ff", "%ED%A0%80", "%3Cscript%3Ehostile%3C/script%3E", "constructor"),
    *("<img src=x onerror=hostile>", "javascript:hostile", "__proto__", "../../..", "//example.org/", "&", "=", "#"),
    *("?", "\\", "{{ 7*7 }}", "\u202e", "\0", "\n", "'", '"', "null", "NaN", "😀", "w" * 3_000),
)


def queries(count: int) -> list[str]:
    """Query parts of addresses, sensible and not, the same ones each time."""
    dice = random.Random(20_300_615)  # noqa: S311 - no secret
    parts = [
        "&".join(f"{dice.choice(NAMES)}={dice.choice(VALUES)}" for _ in range(dice.randint(0, 5))) for _ in range(count)
    ]
    return [f"?{part}" for part in [*parts, *VALUES, "&&&", "=", "==&=", "model", "a=b=c"]]


VISITS = script("visit_queries")


@pytest.mark.parametrize("address", ["explore/", "compare/"])
def test_no_query_breaks_a_page(visiting: Visit, address: str) -> None:
    with visiting() as visitor:
        visit(visitor.page, visitor.base, f"docs/{address}index.md", address)
        assert visitor.page.evaluate(VISITS, queries(100)) == []
        assert visitor.alive == []
