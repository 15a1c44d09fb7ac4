"""A phone, and what does not fit into it or scrolls wrongly there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Page, ViewportSize

from tests.browser.scripts import script

PHONE = ViewportSize(width=360, height=740)

OVERFLOWING = script("overflowing")
"""By how many pixels a page is wider than the screen."""

OPEN_FOLDS = script("open_folds")
"""Opens every fold, and ends when the tables in them have been measured."""

FRAMES_THAT_SCROLL = script("frames_that_scroll")


def problems_on_a_phone(page: Page) -> list[str]:
    """What does not fit with every fold open, and what is wrong with the tables that scroll."""
    page.evaluate(OPEN_FOLDS)
    found = [f"the page is {more} px too wide" for more in page.evaluate(OVERFLOWING) if more > 0]
    for frame in page.evaluate(FRAMES_THAT_SCROLL):
        assert frame["moved"] > 0
        found += [problem for problem, holds in _rules(frame).items() if not holds]
    return found


def _rules(frame: Mapping[str, Any]) -> Mapping[str, bool]:
    return {
        "the first column and its header move sideways": max(map(abs, frame["sideways"])) <= 2,
        "the header moves down": abs(frame["down"]) <= 2,
        "the first column takes more than half of the table": frame["share"] <= 0.5,
        "the keyboard does not reach a table that scrolls": frame["focus"] == 0,
    }
