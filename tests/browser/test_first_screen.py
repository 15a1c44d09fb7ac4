"""The first screen of a page holds its answer, and no page is long before something on it is opened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.browser.conftest import OpenPage
from tests.browser.records import Api
from tests.support.proof_size import report

SCREENS = {"wide": ViewportSize(width=1280, height=800), "narrow": ViewportSize(width=390, height=800)}
MOST_SCREENS = {"wide": 4, "narrow": 7}
"""How long the page of a model is to be at most."""

KINDS = ("models", "architectures", "families", "accelerators", "instances", "frameworks")
PAGES_OF_A_KIND = 4
"""Here; `make prove` visits all."""

ANSWER_ENDS = """() => {
  const answer = document.querySelector("article h1 ~ * :is(.verdict, .nothing), article header ~ :is(.nothing), article header ~ * :is(.verdict, .nothing)");
  return answer ? answer.getBoundingClientRect().bottom : null;
}"""
HEIGHT = "() => document.documentElement.scrollHeight"


def addresses(api: Api, kind: str, proving: bool) -> Sequence[str]:
    """Pages of a kind: those of the records with the longest data, or all."""
    records = sorted(api.records(kind), key=lambda record: -len(str(record)))
    return [record["url"] for record in (records if proving else records[:PAGES_OF_A_KIND])]


def visited(page: Page, base: str, api: Api, kind: str, proving: bool) -> Iterator[str]:
    for address in addresses(api, kind, proving):
        page.goto(base + address)
        yield address


@pytest.mark.proof
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("kind", KINDS)
def test_the_first_screen_holds_the_answer(
    open_page: OpenPage, base: str, api: Api, kind: str, screen: str, proving: bool
) -> None:
    size, found = SCREENS[screen], {}
    with open_page(viewport=size) as page:
        for address in visited(page, base, api, kind, proving):
            found[address] = page.evaluate(ANSWER_ENDS)
    below = {address: end for address, end in found.items() if end is None or end > size["height"]}
    assert found
    assert below == {}


@pytest.mark.proof
@pytest.mark.parametrize("screen", SCREENS)
def test_long_pages_of_models_are_reported(
    open_page: OpenPage, base: str, api: Api, screen: str, proving: bool, request: pytest.FixtureRequest
) -> None:
    """Sound data may make a page longer than the figure: that is reported and refuses nothing."""
    size, heights = SCREENS[screen], {}
    with open_page(viewport=size) as page:
        for address in visited(page, base, api, "models", proving):
            heights[address] = page.evaluate(HEIGHT)
    report(request, f"Pages of models over {MOST_SCREENS[screen]} screens, {screen}", _long(heights, screen))
    assert min(heights.values()) < size["height"] * MOST_SCREENS[screen]


def _long(heights: Mapping[str, int], screen: str) -> Sequence[str]:
    most = SCREENS[screen]["height"] * MOST_SCREENS[screen]
    return [f"{height:,} px  {address}" for address, height in heights.items() if height > most]
