"""One page of each kind violates no accessibility rule, in light and in dark."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations, violations_in_both_schemes
from tests.browser.conftest import Host, OpenPage
from tests.browser.search_box import ANSWER, DIALOG, RESULTS, typed
from tests.support.page_kinds import HOME, NOT_FOUND, visit


def test_no_page_violates_a_rule_in_light_or_dark(made_up_host: Host, made_up_kinds: Mapping[str, str]) -> None:
    found = {}
    seen: set[int] = set()
    with made_up_host.open_page(reduced_motion="reduce") as page:
        for kind, address in made_up_kinds.items():
            if kind == NOT_FOUND:
                continue
            visit(page, made_up_host.base, kind, address)
            found[kind] = violations_in_both_schemes(page, seen=seen)
            page.evaluate("localStorage.clear()")
        # What all pages share, once.
        visit(page, made_up_host.base, HOME, "")
        found["every page"] = violations_in_both_schemes(page, "html")
    assert {kind: rules for kind, rules in found.items() if rules} == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_404_page_violates_no_rule(open_page: OpenPage, base: str, kinds: Mapping[str, str], scheme: str) -> None:
    """It has no switch: its colours are those of the browser."""
    with open_page(color_scheme=scheme, absent=base + kinds[NOT_FOUND]) as page:
        visit(page, base, NOT_FOUND, kinds[NOT_FOUND])
        expect(page.locator("[data-suggestions]")).to_be_visible()
        assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_open_search_violates_no_rule(made_up_host: Host, scheme: str) -> None:
    with made_up_host.open_page(reduced_motion="reduce", color_scheme=scheme) as page:
        page.goto(made_up_host.base)
        typed(page, "shuttle-large chip-one")
        expect(page.locator(ANSWER)).to_be_visible()
        assert violations(page, DIALOG) == []
        typed(page, "")
        expect(page.locator(RESULTS)).to_have_count(0)
        assert violations(page, DIALOG) == []
