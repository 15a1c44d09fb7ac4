"""What readers do with a list: filter, choose from facets, sort, share the address; without scripts, on a phone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from macros.addresses import section
from macros.schema.kinds import WITH_PAGES
from tests.browser.accessibility import violations_in_both_schemes
from tests.browser.conftest import Host, OpenPage
from tests.browser.layout import OVERFLOWING, PHONE
from tests.browser.scripts import script
from tests.conftest import Part
from tests.support.built_site import BuiltSite

FINGER = 44
"""Pixels that a target on a phone is high at least."""
PAIRS = 2
"""Accelerators with an outcome that are tried here; `make prove` tries all."""
FEW = 3
"""Lists that are opened here, the longest pages; `make prove` opens all."""
NO_MATCH = "no row has these words"
BEGINNINGS = [
    ("t4", "int4|fp8", False),
    ("t4", "nvidia t4", True),
    ("t4", "int4:nvidia-t4", True),
    ("3090", "rtx 3090", True),
    ("3090", "rtx3090", True),
    ("90", "rtx3090", False),
    ("7b", "qwen-67b", False),
    ("bert", "distilbert", True),
    ("(7b) llama", "llama 2 (7b)", True),
]
"""What is typed, a text, and whether it is found there."""
NAMES_OF_ROWS = script("names_of_rows")


@pytest.fixture(scope="module")
def lists(built: BuiltSite, proving: bool) -> Sequence[str]:
    """The pages whose main part is a list, the longest first."""
    texts = {section(kind): built.file(f"{section(kind)}index.html").read_text("utf-8") for kind in WITH_PAGES}
    found = sorted((page for page in texts if "data-list" in texts[page]), key=lambda page: -len(texts[page]))
    return found if proving else [*found[:FEW], "conflicts/", "lifecycle/"]


def first_list(page: Page) -> Locator:
    return page.locator("[data-list]").first


def names(page: Page, shown: bool = True) -> Sequence[str]:
    """The names of the rows, in their order, once all that match are asked for."""
    more = first_list(page).locator(".show-all.everywhere")
    if shown and more.is_visible():
        total = int(more.inner_text().removeprefix("Show all "))
        more.click()
        expect(first_list(page).locator("tbody tr:not(.group)").filter(visible=True)).to_have_count(total)
    found: Sequence[str] = first_list(page).evaluate(NAMES_OF_ROWS, shown)
    return found


def search(page: Page, words: str) -> None:
    first_list(page).get_by_label("Filter", exact=True).fill(words)


def count(page: Page) -> Locator:
    return first_list(page).locator("output")


def open_list(page: Page, address: str) -> None:
    page.goto(address)
    expect(first_list(page).locator(".list-tools")).to_have_class(re.compile("ready"))


@pytest.mark.proof
def test_words_in_any_order_and_case_choose_rows(open_page: OpenPage, base: str, lists: Sequence[str]) -> None:
    with open_page() as page:
        for address in lists:
            open_list(page, base + address)
            wanted = names(page)[-1]
            words = wanted.upper().split()[::-1]
            search(page, " ".join(words))
            expect(count(page)).to_have_text(re.compile(r"^\d+ of \d+$"))
            assert wanted in names(page), address
            others = (
                first_list(page)
                .locator("tbody tr:not([hidden])")
                .evaluate_all("rows => rows.map((row) => row.textContent + Object.values(row.dataset).join(' '))")
            )
            assert all(word.lower() in text.lower() for text in others for word in words), address
            expect(count(page)).to_have_text(re.compile(f"^{len(others)} of "))


def test_a_typed_word_with_a_digit_is_found_where_a_word_begins(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        page.goto(made_up_host.base)
        found = page.evaluate(script("has_words"), [made_up_host.base, [case[:2] for case in BEGINNINGS]])
    assert found == [case[2] for case in BEGINNINGS]


def test_where_no_row_matches_the_list_says_so_and_can_be_cleared(open_page: OpenPage, base: str) -> None:
    with open_page(reduced_motion="reduce") as page:
        open_list(page, f"{base}instances/")
        first_page = names(page)
        search(page, NO_MATCH)
        expect(count(page)).to_have_text("No row matches.")
        assert names(page) == []
        assert violations_in_both_schemes(page, "[data-list]") == []
        page.reload()
        first_list(page).get_by_role("button", name="Clear filters").click()
        expect(count(page)).to_have_text(re.compile(r"^(\d+) of \1$"))
        assert names(page)[: len(first_page)] == first_page
        assert urlsplit(page.url).query == ""


def test_a_choice_shows_its_first_rows_in_order_and_all_on_demand(open_page: OpenPage, base: str) -> None:
    with open_page() as page:
        open_list(page, f"{base}models/?sort=Parameters")
        rows = first_list(page).locator("tbody tr").filter(visible=True)
        expect(count(page)).to_have_text(re.compile(r"^(\d+) of \1$"))  # the further pages of the list are there
        total = int(count(page).inner_text().partition(" ")[0])
        assert rows.count() < total
        # Those that are painted before the others: read in the very task of the click.
        click = "list.querySelector('.show-all').click()"
        first = first_list(page).evaluate(f"(list) => {{ {click}; return ({NAMES_OF_ROWS})(list, true); }}")
        expect(rows).to_have_count(total)
        assert len(first) < total
        assert first == list(names(page)[: len(first)])


@pytest.mark.proof
def test_models_are_chosen_by_what_runs_where(open_page: OpenPage, base: str, built: BuiltSite, part: Part) -> None:
    today = {one["name"]: built.records(f"today/{one['id']}") for one in built.records("models")}
    # The rows of an accelerator begin with the best.
    outcomes = {model: {row["accelerator"]: row["outcome"] for row in rows[::-1]} for model, rows in today.items()}
    every = sorted({pair for best in outcomes.values() for pair in best.items() if pair[1] != "not-known"})
    with open_page() as page:
        for accelerator, outcome in part(every, PAIRS):
            open_list(page, f"{base}models/?accelerator={accelerator}&outcome={outcome}")
            expected = {model for model, best in outcomes.items() if best.get(accelerator) == outcome}
            expect(count(page)).to_have_text(f"{len(expected)} of {len(outcomes)}")
            assert set(names(page)) == expected, (accelerator, outcome)
            # Of a model's outcomes, only that one.
            shown = page.locator("[data-list] tbody tr").filter(visible=True)
            assert shown.locator(".statements li").filter(visible=True).count() == shown.count()


def test_of_an_accelerator_the_best_outcomes_come_first(open_page: OpenPage, base: str, built: BuiltSite) -> None:
    outcomes: dict[str, set[str]] = {}
    for model in built.records("models"):
        for row in built.records(f"today/{model['id']}"):
            outcomes.setdefault(row["accelerator"], set()).add(row["outcome"])
    accelerator = max(outcomes, key=lambda chip: len(outcomes[chip]))
    with open_page() as page:
        open_list(page, f"{base}models/?accelerator={accelerator}")
        ranked = page.locator("[name=outcome] option").evaluate_all("all => all.map((one) => one.textContent)")
        names(page)
        rows_shown = page.locator("[data-list] tbody tr").filter(visible=True)
        best = rows_shown.evaluate_all(
            "rows => rows.map((row) => [...row.querySelectorAll('.statements li')].find((one) => !one.hidden))"
            ".map((one) => one.querySelector('.verdict').textContent)"
        )
    assert len(set(best)) > 1
    order = {outcome: rank for rank, outcome in enumerate(ranked)}
    known = [order[outcome] for outcome in best if outcome in order]
    assert known == sorted(known)


def test_parameters_are_sorted_as_numbers_unknown_ones_last(open_page: OpenPage, base: str, built: BuiltSite) -> None:
    sizes = {one["name"]: one["parameters"] and one["parameters"]["billions"] for one in built.records("models")}
    with open_page() as page:
        open_list(page, f"{base}models/")
        first_page = names(page)
        head = first_list(page).get_by_role("columnheader", name="Parameters")
        for order, falling in (("descending", True), ("ascending", False)):
            head.get_by_role("button").click()
            expect(head).to_have_attribute("aria-sort", order)
            found = [sizes[name] for name in names(page)]
            known = [float(f"{size:.3g}") for size in found if size]
            assert known == sorted(known, reverse=falling)
            assert not any(found[len(known) :])
        head.get_by_role("button").click()
        expect(head).not_to_have_attribute("aria-sort", re.compile("."))
        assert names(page)[: len(first_page)] == first_page
        first_list(page).get_by_label("Parameters").select_option("unknown")
        expected = {name for name, size in sizes.items() if not size}
        expect(count(page)).to_have_text(f"{len(expected)} of {len(sizes)}")
        assert set(names(page)) == expected


def test_a_list_keeps_its_state_in_the_address(open_page: OpenPage, base: str) -> None:
    with open_page() as page:
        open_list(page, f"{base}lifecycle/")
        facet = first_list(page).get_by_label("State")
        facet.select_option("ended")
        word = names(page)[0].split()[0]
        search(page, word)
        first_list(page).get_by_role("columnheader", name="Component").get_by_role("button").click()
        state = {"filter": [word], "state": ["ended"], "sort": ["Component"]}
        page.wait_for_url(lambda url: parse_qs(urlsplit(url).query) == state)
        chosen = names(page)
        assert chosen
        page.reload()
        expect(facet).to_have_value("ended")
        expect(count(page)).to_have_text(re.compile(f"^{len(chosen)} of "))
        assert names(page) == chosen


def test_without_scripts_a_list_is_whole_and_shows_no_controls(open_page: OpenPage, base: str) -> None:
    with open_page(java_script_enabled=False) as page:
        page.goto(f"{base}models/")
        expect(page.locator(".list-tools").first).to_be_hidden()
        assert not page.locator("thead button").count()
        rows = page.locator("[data-list] tbody tr")
        assert rows.count() == rows.filter(visible=True).count() > 1


def test_a_filter_finds_rows_on_the_other_pages_of_a_list(open_page: OpenPage, base: str, built: BuiltSite) -> None:
    links = "all => all.map((one) => one.href)"
    with open_page() as page:
        open_list(page, f"{base}models/page-2/")
        wanted, *_ = names(page, shown=False)
        leads_to = page.locator("tbody th a").first.evaluate("link => link.href")
        open_list(page, f"{base}models/?family=none-such&sort=None")  # says nothing: the whole page is there
        assert names(page) == names(page, shown=False)
        assert wanted not in names(page, shown=False)
        search(page, wanted)
        expect(count(page)).to_have_text(re.compile(f" of {len(built.records('models'))}$"))
        assert wanted in names(page)
        assert leads_to in page.locator("tbody tr:visible th a").evaluate_all(links)
        expect(page.locator(".pager")).to_be_hidden()


def test_where_other_pages_cannot_be_had_the_list_says_that_it_filters_this_one(open_page: OpenPage, base: str) -> None:
    further = f"{base}models/page-2/"
    with open_page(absent=further) as page:
        page.route(further, lambda route: route.fulfill(status=404))
        open_list(page, f"{base}models/")
        search(page, names(page)[0])
        expect(count(page)).to_have_text(re.compile(r"^\d+ of \d+ on this page$"))


def test_on_a_phone_facets_open_behind_a_button_and_stand_open_where_one_is_chosen(
    open_page: OpenPage, base: str
) -> None:
    with open_page(viewport=PHONE) as page:
        open_list(page, f"{base}accelerators/")
        vendor = first_list(page).get_by_label("Vendor")
        expect(vendor).to_be_hidden()
        page.get_by_role("button", name="Filter and sort").click()
        expect(vendor).to_be_visible()
        vendor.select_option(index=1)
        expect(page).to_have_url(re.compile("vendor="))
        open_list(page, page.url)
        expect(vendor).to_be_visible()


@pytest.mark.proof
def test_on_a_phone_lists_are_cards_with_large_controls(open_page: OpenPage, base: str, lists: Sequence[str]) -> None:
    with open_page(viewport=PHONE) as page:
        for address in lists:
            open_list(page, base + address)
            assert max(page.evaluate(OVERFLOWING)) <= 0, address
            for frame in page.locator("[data-list] .frame").all():
                assert frame.evaluate("frame => frame.scrollWidth - frame.clientWidth") <= 0, address
            controls = page.locator(
                ".list-tools :is(input, select), [data-list] thead button, [data-list] tbody th > a"
            ).filter(visible=True)
            heights = controls.evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
            assert min(heights) >= FINGER, address
            blank = page.locator("[data-list] tbody :is(th, td):visible").evaluate_all(
                "cells => cells.filter((cell) => !cell.innerText.trim()).length"
            )
            assert blank == 0, address
        open_list(page, base + lists[0])
        shown = len(names(page))
        assert shown < len(names(page, shown=False))
        search(page, names(page)[0])
        expect(count(page)).to_have_text(re.compile(r"^\d+ of \d+$"))
        search(page, "")
        page.get_by_role("button", name="Show all").click()
        assert len(names(page)) > shown


def test_on_a_phone_all_that_broke_in_the_newest_such_month_shows(open_page: OpenPage, base: str) -> None:
    with open_page(viewport=PHONE) as page:
        open_list(page, f"{base}changes/")
        breaking = first_list(page).locator("tbody", has_text="Breaking").first.locator("tr", has_text="Breaking")
        expect(breaking.filter(visible=True)).to_have_count(breaking.count())
        expect(page.get_by_role("button", name="Show all")).to_be_visible()


def test_addresses_of_a_month_and_of_the_former_list_of_older_news_hold(open_page: OpenPage, base: str) -> None:
    with open_page() as page:
        open_list(page, f"{base}changes/")
        month = page.locator("tr.group").last
        expect(month).to_be_hidden()
        open_list(page, f"{base}changes/#{month.get_attribute('id')}")
        news = page.locator("tbody").last.locator("tr")
        expect(news.filter(visible=True)).to_have_count(news.count())
        open_list(page, f"{base}changes/?older-topic=end")
        about = first_list(page).get_by_label("About")
        expect(about).to_have_value("end")
        first_list(page).get_by_role("button", name="Clear filters").click()
        page.wait_for_url(f"{base}changes/")
        page.reload()
        expect(about).to_have_value("")
