"""Measures the search of a built site in Chromium: what it fetches, and how soon the first answer is there.

`python -m bench.searching <site> …` prints it for each folder.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Response, ViewportSize, sync_playwright

from bench.measure import compressed
from tests.support.built_site import SUB_PATH
from tests.support.chromium import ARGUMENTS, ensure
from tests.support.search_index import search_entries
from tests.support.static_host import served

VISITS = 5
PAGE = "data/"
TYPED = "bert"
"""Found by many names at every size."""
WINDOW = ViewportSize(width=1280, height=900)

TYPE = """async (typed) => {
  const field = document.querySelector(".md-search__input");
  const list = document.querySelector(".md-search-result__list");
  const begin = performance.now();
  field.focus();
  field.value = typed;
  field.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true }));
  await new Promise((done) => {
    const observer = new MutationObserver(() => list.children.length && done());
    observer.observe(list, { childList: true });
  });
  return performance.now() - begin;
}"""
"""Milliseconds from a typed word to the first result."""


@dataclass(frozen=True)
class Searching:
    """What the search of a site costs its reader."""

    entries: int
    milliseconds: float
    """From typing to the first result, in a browser that fetched nothing yet: the middle of all visits."""
    bytes_compressed: int
    """Everything that is fetched for searching, from opening the page on, each file compressed as hosts do."""


def measure(site: Path) -> Searching:
    """Searches a built site in a browser of its own. Raises NoChromiumError where there is none."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=ensure(), args=list(ARGUMENTS))
        found = measure_in(browser, site)
        browser.close()
    return found


def measure_in(browser: Browser, site: Path, visits: int = VISITS) -> Searching:
    """Searches a built site in fresh profiles of a browser."""
    fetched: set[str] = set()

    def note(response: Response) -> None:
        path = urlsplit(response.url).path.removeprefix(SUB_PATH)
        if "search" in path:
            fetched.add(path)

    with served(site) as origin:
        taken = [_visit(browser, f"{origin}{SUB_PATH}{PAGE}", note) for _ in range(visits)]
    return Searching(len(search_entries(site)), median(taken), sum(compressed(site / path) for path in fetched))


def _visit(browser: Browser, address: str, note: Callable[[Response], None]) -> float:
    with browser.new_context(viewport=WINDOW) as context:
        context.on("response", note)
        page = context.new_page()
        page.goto(address, wait_until="networkidle")
        return float(page.evaluate(TYPE, TYPED))


if __name__ == "__main__":
    for folder in sys.argv[1:]:
        print(folder, measure(Path(folder)))
