"""The first screen of a page holds its answer."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.conftest import OpenPage
from tests.browser.records import Api

SCREENS = {"wide": ViewportSize(width=1280, height=800), "narrow": ViewportSize(width=390, height=800)}

KINDS = ("models", "architectures", "families", "accelerators", "instances", "frameworks")
PAGES_OF_A_KIND = 2
"""Here, those of the records with the longest data; `make prove` visits all."""

ANSWER_ENDS = """() => {
  const verdicts = [...document.querySelectorAll("article :is(.verdict, .nothing)")];
  return verdicts.find((one) => one.checkVisibility())?.getBoundingClientRect().bottom ?? null;
}"""


@pytest.mark.proof
@pytest.mark.parametrize("kind", KINDS)
def test_the_first_screen_holds_the_answer(
    open_page: OpenPage, base: str, api: Api, kind: str, *, proving: bool
) -> None:
    records = sorted(api.records(kind), key=lambda record: -len(str(record)))
    assert records
    below = []
    for screen, size in SCREENS.items():
        with open_page(viewport=size) as page:
            for record in records if proving else records[:PAGES_OF_A_KIND]:
                page.goto(base + record["url"])
                end = page.evaluate(ANSWER_ENDS)
                below += [(screen, record["url"], end)] if end is None or end > size["height"] else []
    assert below == []
