"""One page of each kind violates no accessibility rule, in light and in dark."""

from __future__ import annotations

from collections.abc import Mapping

from playwright.sync_api import expect

from tests.browser.accessibility import COLOURS, violations, violations_in_both_schemes
from tests.browser.conftest import OpenPage
from tests.browser.search_box import RESULTS, typed
from tests.support.page_kinds import NOT_FOUND, visit


def test_no_page_violates_a_rule_in_light_or_dark(open_page: OpenPage, base: str, kinds: Mapping[str, str]) -> None:
    found = {}
    with open_page(reduced_motion="reduce", absent=base + kinds[NOT_FOUND]) as page:
        for kind, address in kinds.items():
            visit(page, base, kind, address)
            found[kind] = violations_in_both_schemes(page)
            page.evaluate("localStorage.clear()")
        # What all pages share, once.
        found["every page"] = violations(page, rules=COLOURS)
    assert {kind: rules for kind, rules in found.items() if rules} == {}


def test_the_open_search_violates_no_rule(open_page: OpenPage, base: str, kinds: Mapping[str, str]) -> None:
    with open_page(reduced_motion="reduce") as page:
        page.goto(base)
        typed(page, kinds["data/instances"].partition("/")[2].strip("/"))
        expect(page.locator(RESULTS).first).to_be_visible()
        # Results may be there before the panel has faded in, and a half faded panel lacks contrast.
        page.evaluate("Promise.allSettled(document.getAnimations().map((animation) => animation.finished))")
        assert violations(page, ".md-search__inner") == []
