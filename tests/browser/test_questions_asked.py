"""What readers ask today is answered from the home page in one search."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.test_search_relevance import FIELD, RESULTS

QUESTIONS = yaml.safe_load(Path(__file__).with_name("questions_asked.yml").read_text("utf-8"))

SECTION_TEXT = """
(anchor) => {
  const heading = document.getElementById(anchor);
  const level = Number(heading.tagName[1]);
  let text = "";
  for (let next = heading.nextElementSibling; next; next = next.nextElementSibling) {
    if (/^H[1-6]$/.test(next.tagName) && Number(next.tagName[1]) <= level) break;
    text += ` ${next.innerText}`;
  }
  return text;
}
"""
"""What stands under a heading, up to the next of its level."""


def words_at(page: Page, place: str) -> str:
    if place.startswith("section-of:"):
        text: str = page.evaluate(SECTION_TEXT, place.partition(":")[2])
        return text
    return page.locator(place).first.inner_text()


@pytest.mark.parametrize("asked", QUESTIONS, ids=[asked["question"] for asked in QUESTIONS])
def test_a_question_is_answered_in_one_search(open_page: OpenPage, base: str, asked: dict[str, Any]) -> None:
    with open_page() as page:
        page.goto(base)
        page.get_by_label(FIELD).fill(asked["typed"])
        page.get_by_label(FIELD).press("End")
        anchor = f"#{asked['anchor']}" if "anchor" in asked else ""
        first = page.locator(f"{RESULTS}:first-child a[href*='{asked['page']}']").first
        expect(first).to_be_visible()
        if anchor:
            page.locator(f"{RESULTS}:first-child a[href*='{anchor}']").first.click()
        else:
            first.click()
        page.wait_for_url(f"{base}{asked['page']}**")
        for answer in asked["answers"]:
            found = words_at(page, answer["place"])
            assert [word for word in answer["words"] if word.lower() not in found.lower()] == []
            assert [word for word in answer.get("not", ()) if word.lower() in found.lower()] == []
