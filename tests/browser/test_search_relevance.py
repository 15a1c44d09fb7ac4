"""What people type leads to the page they mean, and what leads nowhere says so."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import pytest
import yaml
from playwright.sync_api import Page, expect

from macros.knowledge import Knowledge
from macros.site.pages import NAME_PARTS, generated_pages
from tests.browser.conftest import OpenPage
from tests.support.built_site import BuiltSite
from tests.support.search_index import search_entries

QUERIES = Path(__file__).with_name("search_queries.yml")
MOST_BYTES_OF_ENTRIES = 450_000

FIELD = "Search models, hardware, frameworks"
SAID = ".md-search-result__meta"
RESULTS = ".md-search-result__item"
EMPTY = "Type to start searching"

ADDRESSES = "items => items.map(item => item.querySelector('a').href)"

ASK_DIRECTLY = """
async ({ queries }) => {
  const { base, search } = JSON.parse(document.getElementById("__config").textContent);
  const { config } = await (await fetch(new URL(`${base}/search/search_index.json`, location))).json();
  const worker = new Worker(search);
  const answer = (message) => new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.postMessage(message);
  });
  await answer({ type: 0, data: { config, docs: [], options: { suggest: true } } });
  const found = [];
  for (const data of queries) {
    const { items } = (await answer({ type: 2, data })).data;
    found.push(items.slice(0, 3).map(([{ location }]) => location.split("#")[0]));
  }
  worker.terminate();
  return found;
}
"""
"""Asks the worker that the search box asks, in its own words: hundreds of queries in seconds."""

RecordProperty = Callable[[str, object], None]
Question = tuple[str, Sequence[str]]
"""What is typed, and the addresses of the pages of which one is meant."""


def read_questions() -> Iterator[Question]:
    for questions in yaml.safe_load(QUERIES.read_text("utf-8")).values():
        for query, pages in questions.items():
            yield str(query), [pages] if isinstance(pages, str) else pages


def typed(page: Page, query: str) -> None:
    """Types a query into the empty search box, and waits for the answer."""
    field = page.get_by_label(FIELD)
    field.fill("")
    field.press("End")
    expect(page.locator(SAID)).to_have_text(EMPTY)
    field.fill(query)
    field.press("End")
    expect(page.locator(SAID)).not_to_have_text(EMPTY)


def found_pages(page: Page, base: str) -> list[str]:
    """Addresses of the results, best first, from the site's root."""
    addresses: list[str] = page.locator(RESULTS).evaluate_all(ADDRESSES)
    return [address.removeprefix(base).partition("?")[0].partition("#")[0] for address in addresses]


def shares(questions: Sequence[Question], answers: Iterable[Sequence[str]]) -> tuple[float, float, str]:
    """Shares of questions answered first and among the first three, and what was not answered first, in words."""
    first = among_three = 0
    misses = []
    for (query, meant), found in zip(questions, answers, strict=True):
        first += bool(set(found[:1]) & set(meant))
        among_three += bool(set(found[:3]) & set(meant))
        if not set(found[:1]) & set(meant):
            misses.append(f"{query!r} means {' or '.join(meant)}, found {', '.join(found[:3]) or 'nothing'}")
    return first / len(questions), among_three / len(questions), "\n".join(misses)


def test_what_people_type_leads_to_the_page_they_mean(
    open_page: OpenPage, base: str, built: BuiltSite, record_property: RecordProperty
) -> None:
    questions = list(read_questions())
    assert len(questions) >= 60
    assert {address for _, pages in questions for address in pages} <= built.pages.keys()
    answers = []
    with open_page() as page:
        page.goto(f"{base}contribute/")
        for query, _ in questions:
            typed(page, query)
            answers.append(found_pages(page, base))
    first, among_three, misses = shares(questions, answers)
    record_property("first", first)
    record_property("among the first three", among_three)
    assert first >= 0.95, misses
    assert among_three >= 0.98, misses


def test_every_id_and_every_other_name_leads_to_its_page(open_page: OpenPage, base: str, knowledge: Knowledge) -> None:
    pages = defaultdict(set)
    names = {}
    for generated in generated_pages(knowledge):
        for name in (generated.title, *generated.names):
            words = tuple(NAME_PARTS.findall(name.lower()))
            pages[words].add(generated.address)
            names[name] = words
    questions = [(name, sorted(pages[words])) for name, words in names.items()]
    with open_page() as page:
        page.goto(base)
        answers = page.evaluate(ASK_DIRECTLY, {"queries": [name for name, _ in questions]})
    first, among_three, misses = shares(questions, answers)
    assert first >= 0.95, misses
    assert among_three >= 0.98, misses


@pytest.mark.parametrize(
    ("query", "near"),
    [
        ("neuroncorev2", "accelerators/inferentia2/"),
        ("bert-base-uncasd", "models/bert-base-uncased/"),
        ("electra-smol", "models/google/electra-small-discriminator/"),
        ("wikitext2", "datasets/wikitext-2/"),
        ("ml.g5.3xlarge", "instances/g5.2xlarge/"),
        ("torchneuronx", "frameworks/torch-neuronx/"),
        ("protobuff", "limitations/large-model-protobuf-2gb/"),
    ],
)
def test_the_nearest_names_are_offered_where_nothing_matches(
    open_page: OpenPage, base: str, query: str, near: str
) -> None:
    with open_page() as page:
        page.goto(f"{base}models/gpt2/")
        typed(page, query)
        expect(page.locator(SAID)).to_have_text("No matching documents. The nearest names:")
        assert near in found_pages(page, base)


def test_the_nearest_name_is_a_key_away(open_page: OpenPage, base: str) -> None:
    with open_page() as page:
        page.goto(base)
        typed(page, "bert-base-uncasd")
        expect(page.locator(RESULTS)).not_to_have_count(0)
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.wait_for_url(f"{base}models/bert-base-uncased/**")


@pytest.mark.parametrize("query", ["xqzzyqx", "falcon-180b", "jurassic jumbo", "::", "&"])
def test_what_is_near_nothing_says_only_that_nothing_matches(open_page: OpenPage, base: str, query: str) -> None:
    with open_page() as page:
        page.goto(base)
        typed(page, query)
        expect(page.locator(SAID)).to_have_text("No matching documents")
        expect(page.locator(RESULTS)).to_have_count(0)


def test_words_that_no_page_has_together_find_pages_that_have_one(open_page: OpenPage, base: str) -> None:
    with open_page() as page:
        page.goto(base)
        typed(page, "wikitext g5.2xlarge")
        found = found_pages(page, base)
        assert "instances/g5.2xlarge/" in found
        assert "datasets/wikitext-2/" in found
        expect(page.locator(".md-search-result__list")).not_to_contain_text("*")


def test_an_other_name_is_shown_only_where_it_is_why_the_page_was_found(open_page: OpenPage, base: str) -> None:
    with open_page() as page:
        page.goto(base)
        typed(page, "LLM")
        expect(page.locator(f"{RESULTS} .md-tag:visible")).to_have_text(["Large language models (LLMs)"])
        typed(page, "gpt2-large")
        expect(page.locator(f"{RESULTS}:first-child .md-tag:visible")).to_have_count(0)


def test_what_is_searched_stays_small(built: BuiltSite) -> None:
    content = json.dumps(search_entries(built.root), separators=(",", ":"), ensure_ascii=False)
    assert len(content.encode()) <= MOST_BYTES_OF_ENTRIES
