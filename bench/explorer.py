"""How quickly the explorer answers in a browser, and what a first visit to it fetches."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from urllib.parse import unquote, urlsplit

from playwright.sync_api import Page, sync_playwright

from bench.processes import BenchError
from tests.support.built_site import SUB_PATH, served
from upkeep.chromium import ARGUMENTS, NoChromiumError, ensure

MOST_CLICKS = 20
BOXES = ".facets details[open] input[type=checkbox]"
CLICK = """async ([selector, place]) => {
  const begin = performance.now();
  document.querySelectorAll(selector)[place].click();
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  return performance.now() - begin;
}"""
"""Milliseconds until the first frame after a click is painted."""


def measure(site: Path, show: str) -> tuple[float, int]:
    """Milliseconds from a click on a filter to the painted table, the median; bytes of a first visit, compressed.

    Raises BenchError without browser or filters.
    """
    try:
        chromium = ensure()
    except NoChromiumError as error:
        raise BenchError(str(error)) from error
    with served(site) as origin, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        requested: list[str] = []
        page.on("request", lambda request: requested.append(request.url))
        page.goto(f"{origin}{SUB_PATH}explore/?show={show}")
        page.wait_for_selector(BOXES)
        page.wait_for_load_state("networkidle")
        fetched = sum(_compressed_size(site, url) for url in requested)
        times = list(_clicks(page))
    if not times:
        raise BenchError("the explorer has no filters to click")
    return median(times), fetched


def _compressed_size(site: Path, url: str) -> int:
    path = unquote(urlsplit(url).path).removeprefix(SUB_PATH)
    file = site / path / "index.html" if path.endswith("/") else site / path
    return len(gzip.compress(file.read_bytes(), 6))


def _clicks(page: Page) -> Iterator[float]:
    """The times of choosing a value of a filter and taking it back, value by value."""
    for place in range(min(page.locator(BOXES).count(), MOST_CLICKS)):
        for _ in ("choose", "take back"):
            yield page.evaluate(CLICK, [BOXES, place])
