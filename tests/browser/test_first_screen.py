"""The first screen of a page holds its answer, and no page is long before something on it is opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.conftest import OpenPage
from tests.browser.records import Api

SCREENS = {"wide": ViewportSize(width=1280, height=800), "narrow": ViewportSize(width=390, height=800)}
MOST_SCREENS = {"wide": 4, "narrow": 7}
"""How long the page of a model is to be at most."""

KINDS = ("models", "architectures", "families", "accelerators", "instances", "frameworks")
PAGES_OF_A_KIND = 2
"""Here; `make prove` visits all."""

ANSWER_ENDS = """() => {
  const verdicts = [...document.querySelectorAll("article :is(.verdict, .nothing)")];
  return verdicts.find((one) => one.checkVisibility())?.getBoundingClientRect().bottom ?? null;
}"""
HEIGHT = "() => document.documentElement.scrollHeight"

Measure = Callable[[str, str, str], Mapping[str, Any]]
"""Takes a kind of record, a screen and a script; gives what the script returns on each page, by its address."""


@pytest.fixture
def measure(open_page: OpenPage, base: str, api: Api, proving: bool) -> Measure:
    """Visits pages of a kind: those of the records with the longest data, or all."""

    def visit(kind: str, screen: str, script: str) -> Mapping[str, Any]:
        records = sorted(api.records(kind), key=lambda record: -len(str(record)))
        found = {}
        with open_page(viewport=SCREENS[screen]) as page:
            for record in records if proving else records[:PAGES_OF_A_KIND]:
                page.goto(base + record["url"])
                found[record["url"]] = page.evaluate(script)
        return found

    return visit


@pytest.mark.proof
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("kind", KINDS)
def test_the_first_screen_holds_the_answer(measure: Measure, kind: str, screen: str) -> None:
    found = measure(kind, screen, ANSWER_ENDS)
    assert found
    height = SCREENS[screen]["height"]
    assert {address: end for address, end in found.items() if end is None or end > height} == {}


@pytest.mark.proof
@pytest.mark.parametrize("screen", SCREENS)
def test_most_pages_of_models_are_short(measure: Measure, screen: str, request: pytest.FixtureRequest) -> None:
    """Sound data may make a page longer than the figure: that is reported and refuses nothing."""
    heights = measure("models", screen, HEIGHT)
    most = SCREENS[screen]["height"] * MOST_SCREENS[screen]
    long = _above(heights, most)
    request.node.user_properties.append((f"Pages of models over {MOST_SCREENS[screen]} screens, {screen}", long))
    assert len(long) < len(heights)


def _above(heights: Mapping[str, int], most: int) -> Sequence[str]:
    return [f"{height:,} px  {address}" for address, height in heights.items() if height > most]
