"""How quickly the explorer answers in a browser, and what a first visit to it fetches."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Thread
from urllib.parse import unquote, urlsplit

from playwright.sync_api import Page, Request, sync_playwright

from bench.processes import BenchError
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


@dataclass(frozen=True)
class ExplorerCost:
    """What the explorer costs a reader."""

    milliseconds: float
    """From a click on a filter to the painted table, the median of several."""
    fetched: int
    """Bytes of a first visit, each file compressed."""


def measure(site: Path, show: str) -> ExplorerCost:
    """Open the explorer of a built site and click its filters. Raises BenchError without browser or filters."""
    try:
        chromium = ensure()
    except NoChromiumError as error:
        raise BenchError(str(error)) from error
    with served(site) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        requested: list[str] = []

        def remember(request: Request) -> None:  # Playwright sets an attribute on it, which a built-in method refuses
            requested.append(request.url)

        page.on("request", remember)
        page.goto(f"{address}explore/?show={show}")
        page.wait_for_selector(BOXES)
        page.wait_for_load_state("networkidle")
        fetched = sum(_compressed_size(site, url) for url in requested)
        times = list(_clicks(page))
    if not times:
        raise BenchError("the explorer has no filters to click")
    return ExplorerCost(median(times), fetched)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the base class
        """Say nothing of requests."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder on this machine."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()


def _compressed_size(site: Path, url: str) -> int:
    path = unquote(urlsplit(url).path)
    return len(gzip.compress((site / path.lstrip("/") / ("index.html" if path.endswith("/") else "")).read_bytes(), 6))


def _clicks(page: Page) -> Iterator[float]:
    """The times of choosing a value of a filter and taking it back, value by value."""
    for place in range(min(page.locator(BOXES).count(), MOST_CLICKS)):
        for _ in ("choose", "take back"):
            yield page.evaluate(CLICK, [BOXES, place])
