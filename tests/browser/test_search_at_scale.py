"""The search of a site with ten thousand models more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from bench.searching import measure_in
from macros.exports.search_entries import files
from tests.browser.test_search_relevance import RESULTS, SAID, found_pages, typed
from tests.support.built_site import SUB_PATH, BuiltSite
from tests.support.search_index import search_entries, search_settings
from tests.support.static_host import served

MODELS = 10_000
PAGE = "data/"
MOST_BYTES = 1_500_000

MOST_READINGS = 16
"""A first answer may take as long as so many times fetching and reading the entries. It takes 3 to 9 times, the more
the busier the machine; to index their words first takes more than 30."""

ANSWER_COLD = """async ({ typed, rounds }) => {
  const { base, search } = JSON.parse(document.getElementById("__config").textContent);
  const read = async (name) => (await fetch(new URL(`${base}/search/${name}`, location))).json();
  const { config } = await read("search_index.json");
  const timed = async (work) => {
    const begin = performance.now();
    await work();
    return performance.now() - begin;
  };
  const answer = async () => {
    const worker = new Worker(search);
    const next = (message) => new Promise((done) => {
      worker.onmessage = ({ data }) => done(data);
      worker.postMessage(message);
    });
    await next({ type: 0, data: { config, docs: [], options: { suggest: true } } });
    const { data } = await next({ type: 2, data: typed });
    worker.terminate();
    if (!data.items.length) throw new Error("nothing was found");
  };
  const taken = { readings: [], answers: [] };
  for (let round = 0; round < rounds; round += 1) {
    taken.readings.push(await timed(() => read("entries.json")));
    taken.answers.push(await timed(answer));
  }
  return Math.min(...taken.answers) / Math.min(...taken.readings);
}"""
"""How many times as long as reading the entries it takes a new worker to answer; the best of some rounds of each."""

Entry = Mapping[str, Any]


def name_of(number: int) -> str:
    return f"owner-{number % 97}/model-{number:05}-instruct-{number % 70}b"


def grown(entries: Sequence[Entry]) -> Iterator[Entry]:
    """The entries, and as many models more, each like one of those that are there but by its names."""
    yield from entries
    models = [entry for entry in entries if entry["location"].startswith("models/") and entry.get("tags")]
    for number, entry in enumerate(islice(cycle(models), MODELS)):
        name = name_of(number)
        yield {**entry, "location": f"models/{name}/", "title": name, "tags": [name, f"Made-up model {number:05}"]}


@pytest.fixture(scope="module")
def large(built: BuiltSite, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One page of the site with all that the search of a large one needs."""
    site = tmp_path_factory.mktemp("large") / "site"
    for folder in ("assets", "search", PAGE):
        copytree(built.root / folder, site / folder)
    for path, content in files(search_settings(built.root), list(grown(search_entries(built.root)))):
        (site / path).write_bytes(content)
    return site


@pytest.fixture(scope="module")
def page(large: Path, browser: Browser) -> Iterator[Page]:
    with served(large) as origin, browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{origin}{SUB_PATH}{PAGE}")
        yield page


def test_what_a_first_search_fetches_stays_bounded(large: Path, browser: Browser) -> None:
    found = measure_in(browser, large, visits=1)
    assert found.entries > MODELS
    assert found.bytes_compressed <= MOST_BYTES


def test_the_first_answer_waits_for_no_index(page: Page) -> None:
    assert page.evaluate(ANSWER_COLD, {"typed": "bert", "rounds": 6}) <= MOST_READINGS


@pytest.mark.parametrize("number", [0, 4_321, 9_999])
def test_each_of_ten_thousand_models_is_found_by_its_name(page: Page, number: int) -> None:
    base = page.url.removesuffix(PAGE)
    typed(page, name_of(number))
    assert found_pages(page, base)[0] == f"models/{name_of(number)}/"
    expect(page.locator(f"{RESULTS}:first-child h1 mark").first).to_be_visible()


def test_how_much_was_found_is_told_in_full(page: Page) -> None:
    typed(page, "made-up model")
    expect(page.locator(SAID)).to_have_text("10k matching documents")
