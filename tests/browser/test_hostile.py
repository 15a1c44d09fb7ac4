"""In a browser, hostile text is text: on every page, in what scripts draw from the data, and in addresses."""

from __future__ import annotations

import ast
import random
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Complaints, watched
from tests.support.built_site import SUB_PATH, BuiltSite
from tests.support.hostile_text import OPENING, PAYLOAD, WORD, data_with_every_text, hostile, torn, write_poisoned
from tests.support.made_up_project import make_project
from tests.support.static_host import served

NARROW = {"width": 360, "height": 740}
ALIVE = """() => [
  ...[...document.querySelectorAll("img[src='x'], [onerror], [onclick], [id='hostile'], a[href^='javascript:']")],
  ...[...document.querySelectorAll("b, h1, code, strong, em")].filter((made) => made.textContent.trim() === "hostile"),
].map((made) => made.outerHTML.slice(0, 200))"""
"""What of the payload a browser takes for more than text."""


def hostile_and_long(text: str) -> str:
    return f"{hostile(text)} {WORD}"


def hostile_and_some_long(text: str) -> str:
    """Every third text is long, which a browser lays out in a third of the time."""
    return hostile(text) if zlib.crc32(text.encode()) % 3 else hostile_and_long(text)


@pytest.fixture(scope="module")
def poisoned(tmp_path_factory: pytest.TempPathFactory, *, proving: bool) -> BuiltSite:
    """the made-up data's site with every text hostile, and with a word in it that is wider than any screen."""
    project = make_project(tmp_path_factory.mktemp("poisoned") / "project")
    write_poisoned(
        data_with_every_text(), project.folder / "data", hostile_and_long if proving else hostile_and_some_long
    )
    done = project.build()
    assert done.code == 0, done.said
    return BuiltSite(project.site)


class Visitor:
    """A reader of the poisoned site, who hears of everything that a page does besides being shown."""

    def __init__(self, page: Page, base: str) -> None:
        self.page, self.base = page, base

    def go(self, address: str) -> None:
        self.page.goto(self.base + address)

    @property
    def alive(self) -> list[str]:
        found: list[str] = self.page.evaluate(ALIVE)
        return found

    @property
    def width(self) -> int:
        width: int = self.page.evaluate("document.documentElement.scrollWidth")
        return width

    def expect_text_alone(self, place: str) -> None:
        words = self.page.locator(place).first.inner_text()
        assert PAYLOAD.strip()[:OPENING] in words
        assert torn(words) == []
        assert self.alive == []


@pytest.fixture(scope="module")
def host(poisoned: BuiltSite) -> Iterator[str]:
    with served(poisoned.root) as origin:
        yield origin


@contextmanager
def _visit(browser: Browser, host: str, absent: str | None = None, **options: Any) -> Iterator[Visitor]:
    complaints = Complaints(host, absent)
    with watched(browser, complaints, **{"viewport": NARROW, **options}) as page:
        page.context.on("dialog", lambda dialog: complaints.found.append(f"dialog: {dialog.message}"))
        yield Visitor(page, host + SUB_PATH)


def test_no_page_runs_it_or_scrolls_sideways(browser: Browser, host: str, poisoned: BuiltSite) -> None:
    wide = {}
    with _visit(browser, host) as visitor:
        for address in poisoned.pages:
            visitor.go(address)
            assert visitor.alive == [], address
            if visitor.width != NARROW["width"]:
                wide[address] = visitor.width
    assert wide == {}


@pytest.mark.parametrize("address", ["models/shuttle-large/", "frameworks/loom/", "sources/plain-paper/"])
def test_the_page_of_a_record_shows_it_as_text(browser: Browser, host: str, address: str) -> None:
    with _visit(browser, host) as visitor:
        visitor.go(address)
        visitor.expect_text_alone("article")


def test_the_explorer_draws_it_as_text(browser: Browser, host: str) -> None:
    with _visit(browser, host) as visitor:
        visitor.go("explore/")
        expect(visitor.page.locator(".explorer .count")).not_to_be_empty()
        visitor.page.get_by_role("button", name="Details of").first.click()
        visitor.expect_text_alone("tr.details")
        visitor.page.locator(".facets > summary").click()
        visitor.expect_text_alone(".facets")
        assert visitor.width == NARROW["width"]
        visitor.page.locator(".free-text").fill("nothing has this name")
        expect(visitor.page.locator(".no-match h2")).to_be_visible()
        assert visitor.alive == []


def test_the_comparison_draws_it_as_text(browser: Browser, host: str) -> None:
    with _visit(browser, host) as visitor:
        for query in ("models=shuttle-large,maker/shuttle-small", "frameworks=loom,spindle"):
            visitor.go(f"compare/?{query}")
            expect(visitor.page.locator("article [role=status]").first).to_contain_text("2 of 4 chosen")
            visitor.expect_text_alone("article")
            assert visitor.width == NARROW["width"]


@pytest.mark.parametrize("typed", ["weavers", "shuttle"])
def test_the_search_draws_it_as_text(browser: Browser, host: str, typed: str) -> None:
    with _visit(browser, host, viewport={"width": 1280, "height": 900}) as visitor:
        visitor.go("")
        field = visitor.page.locator(".md-search__input")
        field.fill(typed)
        # The search listens to keys that come up.
        field.press("End")
        first = visitor.page.locator(".md-search-result__item").first
        expect(first).to_be_visible()
        visitor.expect_text_alone(".md-search-result")


def test_the_nearest_names_are_drawn_as_text(browser: Browser, host: str) -> None:
    with _visit(browser, host, viewport={"width": 1280, "height": 900}) as visitor:
        visitor.go("")
        field = visitor.page.locator(".md-search__input")
        field.fill("shutle-larg")
        field.press("End")
        expect(visitor.page.locator(".md-search-result")).to_contain_text("The nearest names")
        assert visitor.alive == []


def test_the_questions_draw_it_as_text(browser: Browser, host: str) -> None:
    with _visit(browser, host) as visitor:
        visitor.go("")
        visitor.page.get_by_label("I have a model").fill("shutle")
        visitor.page.keyboard.press("Enter")
        expect(visitor.page.locator("article")).to_contain_text("shuttle-large")
        assert visitor.alive == []


def test_an_address_that_is_no_page_is_answered_in_text(browser: Browser, host: str) -> None:
    asked = "models/<img src=x onerror=hostile>/shuttle/"
    absent = f"{host}{SUB_PATH}models/%3Cimg%20src=x%20onerror=hostile%3E/shuttle/"
    with _visit(browser, host, absent) as visitor:
        visitor.go(asked)
        expect(visitor.page.locator("article")).to_be_visible()
        visitor.page.wait_for_load_state("networkidle")
        assert visitor.alive == []


SNIPPET = """async ([module, model]) => {
  const { details } = await import(module);
  const row = { model_as_published: model, release: "one", instance: "box" };
  const rows = {
    at: (_, name) => row[name] ?? null, label: String, id: String, page: String,
    records: { source: { null: { name: "x" } } }, snippets: { one: 'model = "{model}"  # {instance}' },
  };
  return details(rows, 0, "").querySelector("pre").textContent;
}"""


@pytest.mark.parametrize("name", ['"); import os #', "\\", "{instance}", "</code><b>", "$& $1", "é"])
def test_a_name_ends_no_string_of_the_code_to_copy(browser: Browser, host: str, name: str) -> None:
    with _visit(browser, host) as visitor:
        visitor.go("explore/")
        code: str = visitor.page.evaluate(SNIPPET, [f"{visitor.base}assets/explore/details.js", name])
        (assignment,) = ast.parse(code).body
        assert isinstance(assignment, ast.Assign)
        assert ast.literal_eval(assignment.value) == name
        assert code.endswith("# box")


NAMES = (
    *("model", "instance", "family", "accelerator", "framework", "release", "dataset", "precision", "as_of", "source"),
    *(
        "batch_size_native",
        "batch_size_compiled",
        "text",
        "sort",
        "hide",
        "open",
        "colour",
        "",
        "__proto__",
        "toString",
    ),
    *("models", "instances", "frameworks", "differences", "constructor", "hasOwnProperty"),
)
VALUES = (
    *("gpt2", "loom", "box.small", "shuttle-large", "maker/shuttle-small", ">=64", "32..128", "<8", "large", "-1", "0"),
    *(
        "1",
        "9" * 400,
        "model",
        "-model",
        "--model",
        "model,instance",
        "not-published",
        ",",
        ",,",
        "",
        " ",
        "a b",
        "a+b",
    ),
    *(
        "%",
        "%zz",
        "%00",
        "%ff",
        "%ED%A0%80",
        "%3Cscript%3Ehostile%3C/script%3E",
        "<img src=x onerror=hostile>",
        "é",
        "😀",
    ),
    *(
        "javascript:hostile",
        "__proto__",
        "constructor",
        "toString",
        "../../..",
        "//example.org/",
        "&",
        "=",
        "#",
        "?",
        "\\",
    ),
    *("{{ 7*7 }}", "\u202e", "\0", "\n", "'", '"', "null", "undefined", "NaN", "[object Object]", "w" * 3_000),
)


def queries(count: int) -> list[str]:
    """Query parts of addresses, sensible and not, the same ones each time."""
    dice = random.Random(20_300_615)  # noqa: S311 - no secret
    parts = [
        "&".join(f"{dice.choice(NAMES)}={dice.choice(VALUES)}" for _ in range(dice.randint(0, 5))) for _ in range(count)
    ]
    return [f"?{part}" for part in [*parts, *VALUES, "&&&", "=", "==&=", "model", "a=b=c"]]


ROUND_TRIPS = """async ([module, queries]) => {
  const { Query } = await import(module);
  const state = (query) => JSON.stringify([
    [...query.chosen].map(([name, value]) => [name, value instanceof Set ? [...value] : value]).sort(),
    query.sort, query.hide, query.open,
  ]);
  const found = [];
  for (const asked of queries) {
    try {
      const query = new Query(asked);
      const again = new Query(String(query));
      if (state(again) !== state(query)) found.push([asked, state(query), state(again)]);
      else if (again.misunderstood.length) found.push([asked, "writes what it does not understand", String(query)]);
      else if (String(again) !== String(query)) found.push([asked, String(query), String(again)]);
      for (const one of query.conditions()) query.drop(one);
      if (query.conditions().length) found.push([asked, "keeps conditions that were dropped", String(query)]);
    } catch (error) { found.push([asked, String(error)]); }
  }
  return found;
}"""


def test_what_the_explorer_reads_in_an_address_it_writes_again(browser: Browser, host: str, *, proving: bool) -> None:
    with _visit(browser, host) as visitor:
        visitor.go("explore/")
        module = f"{visitor.base}assets/explore/query.js"
        assert visitor.page.evaluate(ROUND_TRIPS, [module, queries(50_000 if proving else 2_000)]) == []


VISITS = """async (queries) => {
  const found = [];
  for (const asked of queries) {
    history.replaceState(null, "", location.pathname + asked);
    dispatchEvent(new PopStateEvent("popstate"));
    await Promise.resolve();
    if (document.querySelector("article script, article img[src='x'], article [onerror]")) found.push(asked);
  }
  return found;
}"""


@pytest.mark.parametrize("page", ["explore/", "compare/"])
def test_no_address_breaks_a_page(browser: Browser, host: str, page: str, *, proving: bool) -> None:
    with _visit(browser, host) as visitor:
        visitor.go(page)
        visitor.page.wait_for_load_state("networkidle")
        assert visitor.page.evaluate(VISITS, queries(3_000 if proving else 100)) == []
        assert visitor.alive == []


COMPARISONS = """async (queries) => {
  const found = [];
  const read = async (asked) => {
    history.replaceState(null, "", location.pathname + asked);
    dispatchEvent(new PopStateEvent("popstate"));
    await Promise.resolve();
    const [kind, ids] = JSON.parse(sessionStorage.comparison);
    const only = [...document.forms].find((form) => form.elements.only).elements.only.checked;
    return `?${kind}=${ids}${only ? "&differences=1" : ""}`;
  };
  for (const asked of queries) {
    const once = await read(asked);
    const again = await read(once);
    if (once !== again) found.push([asked, once, again]);
  }
  return found;
}"""


def test_what_the_comparison_reads_in_an_address_it_writes_again(browser: Browser, host: str) -> None:
    with _visit(browser, host) as visitor:
        visitor.go("compare/")
        visitor.page.wait_for_load_state("networkidle")
        assert visitor.page.evaluate(COMPARISONS, queries(40)) == []
