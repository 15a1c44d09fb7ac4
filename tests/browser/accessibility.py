"""Asks axe which accessibility rules a page violates."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.browser.scripts import script

AXE = Axe()
WCAG = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
"""The rules whose outcome depends on the colour scheme."""

LEAVE_OUT_REPEATED = script("leave_out_repeated")
"""Removes every element that has a sibling before it with the same tags, classes and attributes inside, and every block
like one that was seen before: axe would find the same in it, and needs most of its time for tables and lists. Labels
stay with the fields beside them. Takes what was seen on other pages, and gives that with what this page has."""


def violations(page: Page, inside: str | None = None, rules: object = WCAG) -> list[str]:
    """What of a page, or of the part that a selector names, violates a rule."""
    options = {"runOnly": rules, "resultTypes": ["violations"]}
    found: list[dict[str, Any]] = AXE.run(page, context=inside, options=options).response["violations"]
    return [
        f"{rule['id']}: {rule['help']}: {node['target']} {node['html'][:200]} {node.get('failureSummary', '')}"
        for rule in found
        for node in rule["nodes"]
    ]


def violations_in_both_schemes(page: Page, inside: str | None = None, seen: set[int] | None = None) -> list[str]:
    """What violates a rule in light, and in dark as far as colours go; repeated elements are left out.

    Only `inside`, or else what the page does not share with the others. `seen` is what earlier pages had.
    """
    seen = set() if seen is None else seen
    seen.update(page.evaluate(LEAVE_OUT_REPEATED, list(seen)))
    inside = inside or "article"
    expect(page.locator("html")).to_have_attribute("data-md-color-scheme", "default")
    light = violations(page, inside)
    page.get_by_title("Switch to dark").click()
    expect(page.locator("html")).to_have_attribute("data-md-color-scheme", "slate")
    return light + violations(page, inside, COLOURS)
