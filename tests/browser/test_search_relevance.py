"""What people type into the search box leads to the page they mean."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from macros.facts import Knowledge
from macros.facts.answers import usefulness
from macros.pages.page_source import NAME_PARTS, generated_pages
from tests.browser.conftest import OpenPage
from tests.browser.scripts import script
from tests.conftest import Part
from tests.support.built_site import BuiltSite

QUERIES = Path(__file__).with_name("search_queries.yml")
MOST_TRIED = 80
"""Of the names, and of the answers that there are today, so many are tried here; `make prove` tries all."""

ASK_WORKER = script("ask_worker")
"""Asks the worker that the dialog asks, one for all tests: hundreds of queries in seconds."""


@dataclass(frozen=True)
class Found:
    """What the search says to one query."""

    pages: Sequence[str]
    """The addresses of the first three pages found."""
    answer: Sequence[str] | None
    """Address and text of the answer about a model on hardware; None where the first result is another."""


Ask = Callable[[Sequence[str]], Sequence[Found]]


@dataclass(frozen=True)
class Query:
    """What is typed, and the pages of which one is meant."""

    typed: str
    pages: frozenset[str]


@pytest.fixture(scope="module")
def ask(open_page: OpenPage, base: str) -> Iterator[Ask]:
    with open_page() as page:
        page.goto(f"{base}contribute/")
        worker = f"{base}assets/search-worker.js"
        yield lambda queries: [Found(**one) for one in page.evaluate(ASK_WORKER, [worker, queries])]


def listed(built: BuiltSite) -> tuple[list[Query], list[str]]:
    """The queries of the list with a page that is on the site; and what to mend in the list where a page is not."""
    kept, mend = [], []
    for entry in yaml.safe_load(QUERIES.read_text("utf-8")):
        pages = {entry["page"]} if isinstance(entry["page"], str) else {*entry["page"]}
        gone = {page for page in pages if not built.file(f"{page}index.html").is_file()}
        mend += [f"{entry['typed']}: there is no page {page}: remove it, or name another" for page in sorted(gone)]
        if pages - gone:
            kept.append(Query(entry["typed"], frozenset(pages)))
    return kept, mend


def misses(queries: Sequence[Query], answers: Sequence[Found], among: int) -> list[str]:
    """The queries whose page is not among the first results."""
    return [
        f"{query.typed!r} means {' or '.join(sorted(query.pages))}, found {', '.join(found.pages) or 'nothing'}"
        for query, found in zip(queries, answers, strict=True)
        if not query.pages & {page.partition("?")[0] for page in found.pages[:among]}
    ]


def expect_found(queries: Sequence[Query], answers: Sequence[Found], first: float, of_three: float) -> None:
    """At least these shares of the queries find their page first, and among the first three."""
    for among, share in ((1, first), (3, of_three)):
        missed = misses(queries, answers, among)
        assert len(missed) <= (1 - share) * len(queries), "\n".join(missed)


def test_what_people_type_leads_to_what_they_mean(ask: Ask, built: BuiltSite, request: pytest.FixtureRequest) -> None:
    queries, mend = listed(built)
    # A record may be removed: an entry that is out of date is reported and makes no test fail.
    request.node.user_properties.append((f"Search queries to mend in {QUERIES.name}", mend))
    expect_found(queries, ask([query.typed for query in queries]), first=0.9, of_three=0.95)


@pytest.mark.proof
def test_every_title_and_other_name_leads_to_its_page(ask: Ask, knowledge: Knowledge, part: Part) -> None:
    pages = defaultdict(set)
    names = {}
    for generated in generated_pages(knowledge):
        for name in (generated.title, *generated.names):
            words = tuple(NAME_PARTS.findall(name.lower()))
            pages[words].add(generated.address)
            names[name] = words
    queries = part([Query(name, frozenset(pages[words])) for name, words in names.items()], MOST_TRIED)
    expect_found(queries, ask([query.typed for query in queries]), first=0.95, of_three=0.98)


@pytest.mark.proof
def test_a_model_with_hardware_is_answered_as_on_its_page(ask: Ask, built: BuiltSite, part: Part) -> None:
    """Each model that anything is known of, on one accelerator by its id and on one of its instance types.

    What runs comes before what ran, that before the rest, and then inference before training.
    """

    def on(row: Mapping[str, Any], hardware: str) -> Mapping[str, Any]:
        named = (one for one in row["instances"] if one["instance"] == hardware)
        return next(({"workload": row["workload"], **one} for one in named), row)

    def likeliest(row: Mapping[str, Any]) -> tuple[int, bool]:
        return usefulness(row["outcome"]), row["workload"] != "inference"

    models = {one["id"]: built.records(f"today/{one['id']}") for one in part(built.records("models"), MOST_TRIED)}
    queries, wanted = [], []
    for model, (best, *others) in ((model, rows) for model, rows in models.items() if rows):
        here = [best, *(row for row in others if row["accelerator"] == best["accelerator"])]
        for hardware in (best["accelerator"], *(one["instance"] for one in best["instances"][-1:])):
            first = min((on(row, hardware) for row in here), key=likeliest)
            queries.append(f"{model} on {hardware}")
            wanted.append((f"models/{model}/?on={hardware}", f": {first['short']}"))
    missed = [
        f"{query!r} wants {address} with {words}, got {found.answer}"
        for query, (address, words), found in zip(queries, wanted, ask(queries), strict=True)
        if not found.answer or found.answer[0] != address or not found.answer[1].endswith(words)
    ]
    assert queries
    assert missed == []


@pytest.mark.proof
def test_a_workload_that_is_named_decides_the_answer(ask: Ask, built: BuiltSite, part: Part) -> None:
    """Of one accelerator: the name of a series, such as Trainium, is answered by the best of it."""
    chips = [one["id"] for one in built.records("accelerators")]
    of_series = {chip for chip in chips if any(other.startswith(chip) for other in chips if other != chip)}
    rows = [row for one in built.records("models") for row in built.records(f"today/{one['id']}")]
    tried = part([row for row in rows if row["accelerator"] not in of_series], MOST_TRIED)
    words = {"training": "train {model} on {accelerator}", "inference": "serve {model} with {accelerator}"}
    asked = [(words[row["workload"]].format(**row), row) for row in tried if row["workload"] in words]
    answers = ask([query for query, _ in asked])
    missed = [
        f"{query!r}: {found.answer}"
        for (query, row), found in zip(asked, answers, strict=True)
        if not found.answer or not found.answer[1].endswith(f": {row['short']}")
    ]
    assert missed == []


@pytest.mark.parametrize(
    ("words", "address"),
    [
        ("{0} {1} throughput", "models/{0}/?on={1}#benchmarks"),
        ("install {0} on {1}", "models/{0}/?on={1}#install"),
        ("{0} {1} memory", "memory/?model={0}&instance={1}"),
    ],
)
def test_words_for_a_part_of_the_answer_open_that_part(ask: Ask, built: BuiltSite, words: str, address: str) -> None:
    model, row = next(
        (one["id"], rows[0])
        for one in built.records("models")
        if (rows := built.records(f"today/{one['id']}")) and rows[0]["speed_of"] in (None, one["id"])
    )
    [found] = ask([words.format(model, row["accelerator"])])
    assert found.answer
    assert found.answer[0] == address.format(model, row["accelerator"])


def test_benchmarks_of_a_variant_open_on_its_page(ask: Ask, built: BuiltSite) -> None:
    rows = (row for one in built.records("models") for row in built.records(f"today/{one['id']}"))
    of_variants = [
        row for row in rows if row["speed_of"] not in (None, row["model"]) and row["workload"] == "inference"
    ]
    assert of_variants
    queries = [f"{row['model']} {row['accelerator']} inference throughput" for row in of_variants]
    for row, found in zip(of_variants, ask(queries), strict=True):
        assert found.answer
        assert found.answer[0] == f"models/{row['speed_of']}/?on={row['accelerator']}#benchmarks"


def test_a_size_opens_the_memory_calculator_and_beside_hardware_a_list_of_models(ask: Ask, built: BuiltSite) -> None:
    [found] = ask(["70b bf16"])
    assert found.pages[0] == "memory/?model=70b&type=bf16"
    chips = [one["id"] for one in built.records("accelerators")[:3]]
    for chip, found in zip(chips, ask([f"7b {chip}" for chip in chips]), strict=True):
        assert found.pages[0].startswith(f"models/?filter=-7b&accelerator={chip}&")
        assert found.pages[1] == f"memory/?model=7b&instance={chip}"


def test_a_framework_or_sdk_with_a_version_leads_to_that_release(ask: Ask, built: BuiltSite) -> None:
    releases = [(one["platform"], one["id"].rpartition("/")[2], one["url"]) for one in built.records("sdks")]
    queries = [Query(f"{platform} {version}", frozenset({page})) for platform, version, page in releases]
    # Of several vendors' releases of one version, each is meant.
    meant = defaultdict(set)
    for _, version, page in releases:
        meant[version].add(page)
    queries += [Query(f"sdk {version}", frozenset(pages)) for version, pages in meant.items()]
    queries += [Query(one["name"], frozenset({one["url"]})) for one in built.records("releases")]
    expect_found(queries, ask([query.typed for query in queries]), first=0.98, of_three=1)


def test_plain_questions_lead_to_what_they_name(ask: Ask, built: BuiltSite) -> None:
    frameworks = [(one["id"], f"frameworks/{one['id']}/") for one in built.records("frameworks")]
    chips = [(one["name"], f"accelerators/{one['id']}/") for one in built.records("accelerators")]
    asked = [(f"what replaced {name}?", page) for name, page in frameworks]
    asked += [(f"is {name} still supported?", page) for name, page in [*frameworks, *chips]]
    queries = [Query(text, frozenset({page})) for text, page in asked]
    expect_found(queries, ask([query.typed for query in queries]), first=1, of_three=1)
