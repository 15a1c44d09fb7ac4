"""What people type into the search box leads to the page they mean."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from macros.knowledge import Knowledge
from macros.site.pages import generated_pages
from macros.stubs import NAME_PARTS
from tests.browser.conftest import OpenPage
from tests.support.built_site import BuiltSite
from tests.support.proof_size import report

QUERIES = Path(__file__).with_name("search_queries.yml")
QUESTIONS = Path(__file__).with_name("questions_asked.yml")

ASK_WORKER = """
async (queries) => {
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

Ask = Callable[[Sequence[str]], Sequence[Sequence[str]]]
"""For each query the addresses of the first three pages found."""


@dataclass(frozen=True)
class Query:
    """What is typed, and the pages of which one is meant."""

    typed: str
    pages: frozenset[str]
    place: str = ""
    """Where it is written down, by file and line."""
    section: str = ""
    """The id of the section that is meant."""


def listed(file: Path) -> Iterator[Query]:
    """The queries of a file: a list of entries with `typed`, `page` (one, or several) and perhaps `section`."""
    text = file.read_text("utf-8")
    entries = yaml.compose(text, yaml.CSafeLoader)
    assert isinstance(entries, yaml.SequenceNode)
    for node, entry in zip(entries.value, yaml.load(text, yaml.CSafeLoader), strict=True):
        pages = entry["page"] if isinstance(entry["page"], list) else [entry["page"]]
        place = f"tests/browser/{file.name}:{node.start_mark.line + 1}"
        yield Query(str(entry["typed"]), frozenset(pages), place, entry.get("section", ""))


@pytest.fixture(scope="module")
def ask(open_page: OpenPage, base: str) -> Ask:
    def found(queries: Sequence[str]) -> Sequence[Sequence[str]]:
        with open_page() as page:
            page.goto(f"{base}contribute/")
            answers: list[list[str]] = page.evaluate(ASK_WORKER, queries)
            return answers

    return found


def with_targets(queries: Iterator[Query], built: BuiltSite) -> tuple[list[Query], list[str]]:
    """The queries with a page that is on the site; and what to mend in the list where a page is not."""
    kept, mend = [], []
    for query in queries:
        gone = {page for page in query.pages if not built.file(f"{page}index.html").is_file()}
        mend += [f"{query.place}: there is no page {page}: remove it, or name another" for page in sorted(gone)]
        if query.pages - gone:
            kept.append(query)
    return kept, mend


def misses(queries: Sequence[Query], answers: Sequence[Sequence[str]], among: int) -> list[str]:
    """The queries whose page is not among the first results."""
    return [
        f"{query.typed!r} means {' or '.join(sorted(query.pages))}, found {', '.join(found) or 'nothing'}"
        for query, found in zip(queries, answers, strict=True)
        if not query.pages & set(found[:among])
    ]


def expect_found(queries: Sequence[Query], answers: Sequence[Sequence[str]], first: float, of_three: float) -> None:
    """At least these shares of the queries find their page first, and among the first three."""
    for among, share in ((1, first), (3, of_three)):
        missed = misses(queries, answers, among)
        assert len(missed) <= (1 - share) * len(queries), "\n".join(missed)


def mend_list(request: pytest.FixtureRequest, file: Path, lines: Sequence[str]) -> None:
    """Reports what is out of date in a list of queries. It makes no test fail: a record may be removed."""
    if lines:
        report(request, f"Search queries to mend in {file.name}", lines)


def test_what_people_type_leads_to_the_page_they_mean(
    ask: Ask, built: BuiltSite, request: pytest.FixtureRequest
) -> None:
    queries, mend = with_targets(listed(QUERIES), built)
    mend_list(request, QUERIES, mend)
    expect_found(queries, ask([query.typed for query in queries]), first=0.9, of_three=0.95)


def test_a_query_whose_page_is_gone_is_reported_with_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "index.html").touch()
    file = tmp_path / "queries.yml"
    file.write_text("- {typed: a, page: there/}\n\n- typed: b\n  page: [gone/, there/]\n- {typed: 3, page: gone/}\n")
    kept, mend = with_targets(listed(file), BuiltSite(tmp_path))
    assert [query.typed for query in kept] == ["a", "b"]
    assert [line.partition(": ")[0] for line in mend] == ["tests/browser/queries.yml:3", "tests/browser/queries.yml:5"]
    assert all("gone/" in line for line in mend)


def test_every_title_and_other_name_leads_to_its_page(ask: Ask, knowledge: Knowledge) -> None:
    pages = defaultdict(set)
    names = {}
    for generated in generated_pages(knowledge):
        for name in (generated.title, *generated.names):
            words = tuple(NAME_PARTS.findall(name.lower()))
            pages[words].add(generated.address)
            names[name] = words
    queries = [Query(name, frozenset(pages[words])) for name, words in names.items()]
    expect_found(queries, ask([query.typed for query in queries]), first=0.95, of_three=0.98)


def test_what_readers_ask_is_answered_in_one_search(ask: Ask, built: BuiltSite, request: pytest.FixtureRequest) -> None:
    questions, mend = with_targets(listed(QUESTIONS), built)
    for asked in questions:
        (address,) = asked.pages
        if asked.section and f'id="{asked.section}"' not in built.file(f"{address}index.html").read_text("utf-8"):
            mend.append(f"{asked.place}: {address} has no section {asked.section}: remove it, or name another")
    mend_list(request, QUESTIONS, mend)
    expect_found(questions, ask([asked.typed for asked in questions]), first=0.75, of_three=0.85)
