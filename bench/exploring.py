"""Measures the explorer of a built site in Chromium: what a first visit fetches, and how soon a choice is on screen.

`python -m bench.exploring <site> …` prints it for each folder.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

from playwright.sync_api import Page, Response, ViewportSize, sync_playwright

from bench.measure import compressed
from tests.support.built_site import SUB_PATH
from tests.support.chromium import ARGUMENTS, ensure
from tests.support.static_host import served

CLICKS = 9
WINDOW = ViewportSize(width=1280, height=900)
COUNT = ".explorer .count:not(:empty)"

CHOOSE = """async (clicks) => {
  const facets = [...document.querySelectorAll(".facets details")];
  const family = facets.find((each) => each.textContent.startsWith("Family"));
  const box = family.querySelector("input[type=checkbox]:enabled");
  const taken = [];
  for (let click = 0; click < clicks; click += 1) {
    await new Promise((done) => requestIdleCallback(done));
    const begin = performance.now();
    box.click();
    // A task set up in a frame runs when that frame is laid out and painted.
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    taken.push(performance.now() - begin);
  }
  return taken;
}"""
"""Takes the most frequent family, and lets it go again; milliseconds from each click until its frame is painted."""


@dataclass(frozen=True)
class Exploring:
    """What the explorer of a site costs its reader."""

    rows: int
    milliseconds: float
    """From a click to the painted table: the middle of all clicks. Up to 17 of them are waiting for the next frame."""
    bytes_compressed: int
    """Everything that the first visit fetches, each file compressed as hosts do."""


def measure(site: Path) -> Exploring:
    """Opens the explorer of a built site in a fresh browser. Raises NoChromiumError where there is no browser."""
    with served(site) as origin, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=ensure(), args=list(ARGUMENTS))
        page = browser.new_page(viewport=WINDOW)
        fetched: set[str] = set()

        def note(response: Response) -> None:
            fetched.add(urlsplit(response.url).path.removeprefix(SUB_PATH))

        page.on("response", note)
        page.goto(f"{origin}{SUB_PATH}explore/", wait_until="networkidle")
        rows = int(page.locator(COUNT).inner_text().split()[2].replace(",", ""))
        found = Exploring(rows, median(choose(page)), sum(_compressed(site, path) for path in fetched))
        browser.close()
    return found


def _compressed(site: Path, path: str) -> int:
    file = site / path / "index.html" if path.endswith("/") else site / path
    return compressed(file)


def choose(page: Page, clicks: int = CLICKS) -> Sequence[float]:
    """Clicks a choice of the open explorer on and off; milliseconds until each is painted."""
    return [float(taken) for taken in page.evaluate(CHOOSE, clicks)]


@dataclass(frozen=True)
class Work:
    """What some clicks had the page's own thread do, in seconds of the processor: a busy machine changes it little."""

    everything: float
    scripts: float
    """Only our part of it: without style, layout and painting."""


def work(page: Page, clicks: int = CLICKS) -> Work:
    """Clicks as `choose` does, and adds up the work."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = _metrics(session.send("Performance.getMetrics"))
    choose(page, clicks)
    after = _metrics(session.send("Performance.getMetrics"))
    session.detach()
    everything, scripts = (after[name] - before[name] for name in ("TaskDuration", "ScriptDuration"))
    return Work(everything, scripts)


def _metrics(answer: Mapping[str, Sequence[Mapping[str, object]]]) -> Mapping[str, float]:
    return {str(metric["name"]): float(str(metric["value"])) for metric in answer["metrics"]}


if __name__ == "__main__":
    for folder in sys.argv[1:]:
        print(folder, measure(Path(folder)))
