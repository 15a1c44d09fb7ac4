"""The free comparison, used as a reader does: typing, going back, sharing the address."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.accessibility import violations_in_both_schemes
from tests.browser.conftest import Host, OpenPage
from tests.browser.layout import FRAMES_THAT_SCROLL, PHONE, problems_on_a_phone
from tests.browser.scripts import script
from tests.support.built_site import BuiltSite

FACTS = "compare/facts.json"
MOST = 4
"""Columns of a comparison."""
NOT_OFFERED_ONCE = script("not_offered_once")
"""The names that are not among what is offered once they are typed."""
FIVE = ("one", "two", "three", "four", "five")


class Comparison:
    """The page, in the words of who uses it."""

    def __init__(self, page: Page, base: str) -> None:
        self.page, self.base = page, base
        self.input = page.locator("[data-comparing] input[name=input]")
        self.kind = page.locator("[data-comparing] select[name=choice]")
        self.only = page.locator("[data-comparing] input[name=only]")
        self.status = page.locator("[data-comparing] [role=status]")
        self.alert = page.locator("[data-comparing] [role=alert]")
        self.table = page.locator("[data-comparing] table")

    def go(self, query: str = "") -> Comparison:
        self.page.goto(f"{self.base}compare/{query}")
        expect(self.status).not_to_be_empty()
        return self

    def add(self, name: str) -> None:
        self.input.fill(name)
        self.input.press("Enter")

    def expect_columns(self, kind: str, *ids: str) -> None:
        links = self.table.locator("thead th a")
        expect(links).to_have_count(len(ids))
        expect(self.page).to_have_url(re.compile(re.escape(f"{self.base}compare/?{kind}={','.join(ids)}") + "(&|$)"))

    def row(self, label: str) -> Locator:
        return self.table.locator("tbody tr").filter(has=self.page.locator("th", has_text=re.compile(f"^{label}$")))

    def said(self, label: str) -> Locator:
        """The cells of a row."""
        return self.row(label).locator("td")


Compare = Callable[..., AbstractContextManager[Comparison]]
"""Opens a comparison: `with compare("?models=...", **options_of_the_browser) as it`."""


@contextmanager
def _compare(
    open_page: OpenPage, base: str, query: str = "", *, facts: Any = None, **options: Any
) -> Iterator[Comparison]:
    with open_page(**options) as page:
        if facts:
            page.route(f"**/{FACTS}", lambda route: route.fulfill(json=facts))
        yield Comparison(page, base).go(query)


@pytest.fixture
def compare(open_page: OpenPage, base: str) -> Compare:
    """The comparison of the site."""
    return partial(_compare, open_page, base)


@pytest.fixture
def compare_made_up(made_up_host: Host) -> Compare:
    """The comparison of the made-up site."""
    return partial(_compare, made_up_host.open_page, made_up_host.base)


@pytest.fixture(scope="module")
def full(built: BuiltSite) -> Mapping[str, list[str]]:
    """By kind with something to compare: the records that say the most, of as many columns as there can be."""
    found = {}
    for kind, facts in built.json(FACTS).items():
        said = {
            record: sum(cell is not None for group in known["says"] for cell in group)
            for record, known in facts["records"].items()
        }
        found[kind] = sorted(said, key=lambda record: (-said[record], record))[:MOST]
    return {kind: ids for kind, ids in found.items() if len(ids) > 1}


@pytest.fixture
def compare_many(compare_made_up: Compare, made_up_built: BuiltSite) -> Compare:
    """The comparison of the made-up site with instances one to five besides its own."""
    facts = made_up_built.json(FACTS)
    instances = facts["instances"]
    for name in FIVE:
        instances["records"][name] = {**instances["records"]["hearth.large"], "label": name}
        instances["names"].append([name, name])
    return partial(compare_made_up, facts=facts)


def test_with_nothing_chosen_examples_are_offered(compare_made_up: Compare) -> None:
    with compare_made_up() as it:
        examples = it.page.locator(".examples")
        [href] = examples.get_by_role("link", name="Forge Anvil, Chip One").evaluate_all(
            "all => all.map((one) => one.href)"
        )
        assert href.endswith("compare/?accelerators=anvil,chip-one")
        examples.get_by_role("link", name="Forge Anvil, Chip One").click()
        it.expect_columns("accelerators", "anvil", "chip-one")
        expect(examples).to_be_hidden()


def test_columns_are_chosen_by_typing_and_removed(compare_made_up: Compare) -> None:
    with compare_made_up() as it:
        expect(it.table).to_be_hidden()
        it.kind.select_option("instances")
        it.add("hearth.large")
        it.add("abacus")
        expect(it.alert).to_contain_text("abacus (unknown)")
        it.expect_columns("instances", "hearth.large")
        it.input.press("Escape")
        expect(it.alert).to_be_empty()
        expect(it.input).to_have_value("")
        it.add("ML.box.small")
        it.expect_columns("instances", "hearth.large", "box.small")
        expect(it.status).to_have_text(re.compile(r"^2 of 4 chosen, \d+ rows differ"))
        expect(it.said("Accelerators")).to_have_text(["4 × Forge Anvil", "2 × Chip One"])
        links = it.table.locator("thead th a").evaluate_all("all => all.map((one) => one.href)")
        assert links == [f"{it.base}instances/{one}/" for one in ("hearth.large", "box.small")]
        expect(it.input).to_have_value("")
        it.page.get_by_role("button", name="Remove box.small").click()
        it.expect_columns("instances", "hearth.large")
        expect(it.input).to_be_focused()


def test_every_id_and_other_name_is_offered(compare: Compare, built: BuiltSite) -> None:
    records = built.records("accelerators")
    names = Counter(name["name"] for record in records for name in record["other_names"])
    typed = [*(record["id"] for record in records), *(name for name, count in names.items() if count == 1)]
    with compare("?accelerators=") as it:
        assert it.input.evaluate(NOT_OFFERED_ONCE, typed) == []


def test_differences_only_and_printed_with_its_address(compare_made_up: Compare) -> None:
    query = "?instances=hearth.large,hearth.small"
    with compare_made_up(query) as it:
        expect(it.said("Network")).to_have_text(["400 Gbit/s", "not recorded"])
        expect(it.said("Provider")).to_have_text(["Forge Cloud", "Forge Cloud"])
        it.only.check()
        expect(it.page).to_have_url(f"{it.base}compare/{query}&differences=1")
        expect(it.row("Provider")).to_have_count(0)
        expect(it.row("vCPUs")).to_be_visible()
        it.page.reload()
        expect(it.only).to_be_checked()
        expect(it.row("vCPUs")).to_be_visible()
        expect(it.row("Provider")).to_have_count(0)
        it.page.emulate_media(media="print")
        expect(it.page.get_by_text(f"{it.base}compare/{query}")).to_be_visible()
        expect(it.row("vCPUs")).to_be_visible()
        for needless in (it.input, it.page.get_by_role("button", name="Remove hearth.small")):
            expect(needless).to_be_hidden()


def test_back_and_forward_and_another_kind_which_starts_a_new_comparison(compare_made_up: Compare) -> None:
    with compare_made_up("?instances=hearth.large") as it:
        it.add("box.small")
        it.only.check()
        it.page.go_back()
        expect(it.only).not_to_be_checked()
        it.expect_columns("instances", "hearth.large", "box.small")
        it.page.go_back()
        it.expect_columns("instances", "hearth.large")
        it.page.go_forward()
        it.expect_columns("instances", "hearth.large", "box.small")
        it.kind.select_option("frameworks")
        expect(it.table).to_be_hidden()
        it.add("PyHammer")
        it.expect_columns("frameworks", "hammer")
        it.page.go_back()
        it.page.go_back()
        it.expect_columns("instances", "hearth.large", "box.small")


def test_what_an_address_names_wrongly_is_reported(compare_made_up: Compare) -> None:
    wrong = "colour=red", "constructor=1", "differences=yes"
    with compare_made_up(f"?instances=box.small,abacus&{'&'.join(wrong)}&models=shuttle-large") as it:
        for left_out in (*(f"{one} (unknown)" for one in ("abacus", *wrong)), "models=shuttle-large (another kind)"):
            expect(it.alert).to_contain_text(left_out)
        expect(it.table.locator("thead th a")).to_have_text(["box.small"])


def test_a_fifth_column_is_left_out(compare_many: Compare) -> None:
    with compare_many("?instances=one,two,three,four,five") as it:
        expect(it.table.locator("thead th a")).to_have_text(FIVE[:MOST])
        expect(it.alert).to_contain_text("five (over 4)")
        it.go("?instances=one,two,three,four")
        expect(it.alert).to_be_empty()
        it.add("five")
        expect(it.alert).to_contain_text("five (over 4)")
        it.expect_columns("instances", *FIVE[:MOST])


def test_no_full_comparison_violates_a_rule(open_page: OpenPage, base: str, full: Mapping[str, list[str]]) -> None:
    """Of what is compared by answers, and of what is compared by facts."""
    with open_page(reduced_motion="reduce") as page:
        for kind in ("models", "instances"):
            it = Comparison(page, base).go(f"?{kind}={','.join(full[kind])}&colour=red")
            expect(it.alert).not_to_be_empty()
            assert violations_in_both_schemes(page, "[data-comparing]") == []
            page.evaluate("localStorage.clear()")


def test_a_phone_scrolls_the_columns_under_a_header_that_stays(compare: Compare, full: Mapping[str, list[str]]) -> None:
    with compare(viewport=PHONE) as it:
        for kind, ids in full.items():
            it.go(f"?{kind}={','.join(ids)}")
            expect(it.table.locator("thead th a")).to_have_count(len(ids))
            more = it.page.get_by_role("button", name="more rows")
            more.evaluate_all("all => all.forEach((one) => one.click())")
            assert it.page.evaluate(FRAMES_THAT_SCROLL)
            assert problems_on_a_phone(it.page) == []


def test_one_accelerator_of_each_vendor_stands_open_and_what_is_the_same_shares_a_row(
    compare: Compare, full: Mapping[str, list[str]], built: BuiltSite
) -> None:
    with compare(f"?models={','.join(full['models'])}") as it:
        says = it.table.locator("tbody").first.locator("tr:has(th[scope=row])").filter(visible=True)
        cells = [row.locator("td").all_inner_texts() for row in says.all()]
        assert len(cells) <= len({one["vendor"] for one in built.records("accelerators")})
        assert all(one != other for one, other in pairwise(cells))
        rows = it.table.locator("tbody tr:has(th[scope=row])")
        before = rows.filter(visible=True).count()
        it.page.get_by_role("button", name="more rows").first.click()
        assert before < rows.filter(visible=True).count()


def test_hardware_is_compared_by_its_software_and_by_what_runs_of_a_model(compare_made_up: Compare) -> None:
    query = "?accelerators=anvil,chip-one&model=shuttle-large"
    with compare_made_up(query) as it:
        expect(it.table).to_contain_text("Software today")
        expect(it.page.get_by_role("button", name="more rows")).to_have_count(0)
        today = it.said(r"Shuttle-Large\s*")
        expect(today.nth(0)).to_contain_text("Not supported")
        expect(today.nth(1)).to_contain_text("Supported for training with Loom")
        it.only.check()
        expect(it.page).to_have_url(re.compile(r"&model=shuttle-large$"))
        it.go(query.replace("shuttle-large", "no-such-model"))
        expect(it.alert).to_contain_text("model=no-such-model (unknown)")


def test_what_stands_below_does_not_move(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        held: list[Route] = []
        page.route(f"**/{FACTS}", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it calls
        page.goto(f"{made_up_host.base}compare/?instances=hearth.large")
        below = page.locator("#curated")
        expect(below).to_have_css("visibility", "hidden")
        [facts] = held
        facts.continue_()
        expect(below).to_have_css("visibility", "visible")
