"""The explorer, used as a reader does: ticking, typing, going back, taking rows away."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations_in_both_schemes
from tests.browser.conftest import Host, OpenPage
from tests.browser.explorer import CONFIGURATIONS, OPENER, ROWS, STATUS, Explore, directed, explorer_of, repeated
from tests.browser.layout import OVERFLOWING, PHONE
from tests.support.built_site import BuiltSite


@pytest.fixture
def explore(open_page: OpenPage, base: str) -> Explore:
    """The explorer of the site."""
    return partial(explorer_of, open_page, base)


@pytest.fixture
def explore_four(made_up_host: Host) -> Explore:
    """The explorer of the made-up site, with four rows."""
    return partial(explorer_of, made_up_host.open_page, made_up_host.base)


@pytest.fixture(scope="module")
def four_rows(made_up_built: BuiltSite) -> Mapping[str, Any]:
    """What the explorer is given of the made-up site."""
    found: Mapping[str, Any] = made_up_built.json(CONFIGURATIONS)
    return found


@pytest.fixture
def explore_many(explore_four: Explore, four_rows: Mapping[str, Any]) -> Explore:
    """The explorer with 100 rows, more than it draws at once: the four of the made-up site many times."""
    return partial(explore_four, document=repeated(four_rows, 25))


KINDS = {"benchmarks": "benchmarks", "configurations": "tested-configurations", "lists": "listed-models"}
"""By kind of evidence in the address: the list of the API with its rows."""


def test_benchmarks_come_first_and_tabs_keep_the_filters(explore_four: Explore, made_up_built: BuiltSite) -> None:
    total = len(made_up_built.records("benchmarks"))
    with explore_four("") as explorer:
        explorer.expect_count(total, total, "benchmarks")
        explorer.tick("Model", "smith/anvil-7b")
        explorer.page.locator(".kinds-of-evidence a[data-show=configurations]").click()
        explorer.expect_count(1, 4)
        assert explorer.query == {"show": ["configurations"], "model": ["smith/anvil-7b"]}
        explorer.page.go_back()
        explorer.expect_count(3, total, "benchmarks")


def test_where_nothing_was_tested_other_evidence_is_offered(explore: Explore, built: BuiltSite) -> None:
    tests = built.records("tested-configurations")
    tested = {row["instance"] for row in tests}
    rows = built.records("benchmarks")
    instance = next(name for row in rows for name in row["instances"] if name not in tested)
    count = sum(instance in row["instances"] for row in rows)
    with explore(f"?show=configurations&instance={instance}") as explorer:
        explorer.expect_count(0, len(tests))
        explorer.page.get_by_role("link", name=f"show {count:,} benchmark").click()
        explorer.expect_count(count, len(rows), "benchmarks")
    with explore(f"?instance={instance}") as explorer:
        explorer.expect_count(count, len(rows), "benchmarks")


def test_a_price_that_the_reader_types_counts_and_stays_in_the_address(explore_four: Explore) -> None:
    with explore_four("?show=benchmarks&model=smith/anvil-7b") as explorer:
        explorer.page.locator(".prices summary").click()
        price = explorer.page.get_by_label("Price of hearth.small, US dollars an hour")
        price.fill("3.6")
        price.press("Enter")
        expect(explorer.page.locator(STATUS)).to_be_visible()
        assert explorer.query["price"] == ["hearth.small:3.6"]
        per_million = "8.333 per\xa0million\xa0output tokens"
        assert explorer.column("Cost, US dollars") == [per_million, "not known", "not known"]


def test_a_batch_size_can_be_bounded_and_a_bound_that_is_none_is_refused(explore_four: Explore) -> None:
    bounds = {
        ">=8": ["Anvil-7B", "Shuttle-Small"],
        "> 8": ["Anvil-7B"],
        "5..8": ["Shuttle-Small"],
        "<=4": ["Shuttle-Large"],
        "16": ["Anvil-7B"],
    }
    with explore_four() as explorer:
        box = explorer.page.locator("input[name=batch_size_native]")
        for condition, models in bounds.items():
            box.fill(condition)
            box.press("Enter")
            explorer.expect_count(len(models), 4)
            assert explorer.column("Model") == models
            assert explorer.query["batch_size_native"] == [condition.replace(" ", "")]
        box.fill("")
        box.press("Enter")
        explorer.expect_count(4, 4)
        box = explorer.page.locator("input[name=batch_size_compiled]")
        box.fill("large")
        box.press("Enter")
        expect(explorer.page.locator(".range [role=status]", has_text="32..128")).to_be_visible()
        expect(box).to_have_attribute("aria-invalid", "true")
        explorer.expect_count(4, 4)


def test_rows_can_be_grouped_columns_hidden_and_free_text_finds_other_names(explore_four: Explore) -> None:
    with explore_four("?show=configurations&group=instance") as explorer:
        heads = explorer.page.locator(".explorer tr.group").all_inner_texts()
        assert heads == ["Instance: box.small", "Instance: hearth.large", "Instance: hearth.small"]
        explorer.page.locator(".columns summary").click()
        explorer.page.locator(".columns").get_by_label("Dataset").click()
        expect(explorer.page.get_by_role("columnheader", name="Dataset")).to_have_count(0)
        explorer.page.locator(".free-text").fill("shuttle_ c1 ml.box")
        explorer.expect_count(1, 4)
        assert explorer.column("Model") == ["Shuttle-Small"]
        assert (explorer.query["hide"], explorer.query["text"]) == (["dataset"], ["shuttle_ c1 ml.box"])


@pytest.mark.parametrize("better", [None, "lower", "higher"])
def test_headers_sort_and_keep_focus(explore_four: Explore, four_rows: Mapping[str, Any], better: str | None) -> None:
    orders = [("ascending", ["4", "8", "16"]), ("descending", ["16", "8", "4"])]
    with explore_four(document=directed(four_rows, "batch_size_native", better)) as explorer:
        native = explorer.page.get_by_role("button", name="Native batch size")
        header = explorer.page.locator("th", has=native)
        native.focus()
        for direction, sizes in reversed(orders) if better == "higher" else orders:
            explorer.page.keyboard.press("Enter")
            expect(header).to_have_attribute("aria-sort", direction)
            expect(native).to_be_focused()
            assert explorer.column("Native") == [*sizes, "not published"]
        if better == "lower":
            explorer.page.get_by_role("button", name="Instance", exact=True).click()
            native.click(modifiers=["Shift"])
            assert explorer.query["sort"] == ["instance,batch_size_native"]
            assert explorer.column("Model") == ["Shuttle-Large", "Shuttle-Small", "Anvil-70B", "Anvil-7B"]


def test_a_new_view_starts_at_its_top_with_every_row_closed_and_is_printed_whole(explore_many: Explore) -> None:
    with explore_many() as explorer:
        opener = explorer.page.locator(OPENER).first
        opener.click()
        expect(explorer.page.locator("tr.details")).to_be_visible()
        explorer.scroll_through()
        explorer.tick("Instance", "box.small")
        explorer.expect_count(50, 100)
        expect(explorer.page.locator("tr.details")).to_have_count(0)
        expect(opener).to_have_attribute("aria-expanded", "false")
        assert explorer.page.locator(".explorer .frame").evaluate("frame => frame.scrollTop") == 0
        assert set(explorer.column("Instance")) == {"box.small"}
        explorer.page.reload()
        expect(explorer.page.locator(ROWS).first).to_be_visible()
        explorer.page.emulate_media(media="print")
        explorer.page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        expect(explorer.page.locator(ROWS)).to_have_count(50)
        expect(explorer.page.locator(".print-address")).to_have_text(explorer.page.url)
        expect(explorer.page.locator(".facets")).to_be_hidden()


def test_rows_follow_however_tall_the_window_is(explore_many: Explore) -> None:
    with explore_many("?instance=hearth.small", viewport={"width": 1280, "height": 2000}) as explorer:
        explorer.page.get_by_role("button", name="Remove Instance").click()
        assert len(explorer.column("Model")) == 100


def test_choices_say_what_each_would_leave_and_stand_in_the_address(explore_many: Explore) -> None:
    models = ["maker/shuttle-small", "shuttle-large"]
    with explore_many("?show=configurations&sort=-model") as explorer:
        assert explorer.left("Instance", "box.small") == 50
        explorer.tick("Instance", "box.small")
        explorer.expect_count(50, 100)
        for chosen, model in enumerate(models, 1):
            assert explorer.left("Model", model) == 25
            explorer.tick("Model", model)
            explorer.expect_count(25 * chosen, 100)
        explorer.page.go_back()
        explorer.expect_count(25, 100)
        explorer.page.go_forward()
        explorer.expect_count(50, 100)
        explorer.page.reload()
        explorer.expect_count(50, 100)
        expect(explorer.choice("Model", models[0])).to_be_checked()
        chosen_ones = {"instance": ["box.small"], "model": [",".join(models)]}
        assert explorer.query == {"show": ["configurations"], "sort": ["-model"], **chosen_ones}


def test_what_the_address_says_wrongly_is_reported(explore_four: Explore) -> None:
    with explore_four("?colour=red&model=no-such-model&sort=-weight") as explorer:
        alert = explorer.page.locator(".misunderstood")
        for part in ("colour=red", "model=no-such-model", "sort=-weight"):
            expect(alert).to_contain_text(part)


@pytest.mark.parametrize("show", KINDS)
def test_every_row_of_each_kind_is_shown_and_downloaded(explore: Explore, built: BuiltSite, show: str) -> None:
    of_api = {row["id"]: row for row in built.records(KINDS[show])}
    with explore(f"?show={show}") as explorer:
        expect(explorer.page.locator(STATUS)).to_contain_text(f"{len(of_api):,} of {len(of_api):,} ")
        expect(explorer.page.locator(".kinds-of-evidence [aria-current=page]")).to_have_count(1)
        rows = json.loads(explorer.download("JSON"))["result"]
        lines = list(csv.DictReader(explorer.download("CSV").splitlines()))
    assert [row["id"] for row in rows] == [line["id"] for line in lines]
    assert {row["id"] for row in rows} == set(of_api)
    assert [row for row in rows if row != {name: of_api[row["id"]][name] for name in row}] == []


def test_downloads_hold_exactly_the_rows_shown_in_their_order(explore_four: Explore) -> None:
    with explore_four("?instance=box.small,hearth.large&sort=model") as explorer:
        assert explorer.column("Model") == ["Anvil-70B", "Shuttle-Large", "Shuttle-Small"]
        models = ["smith/anvil-70b", "shuttle-large", "maker/shuttle-small"]
        assert [row["model"] for row in json.loads(explorer.download("JSON"))["result"]] == models
        assert [line["model"] for line in csv.DictReader(explorer.download("CSV").splitlines())] == models


def test_a_row_opens_to_its_preconditions_until_escape(explore_four: Explore) -> None:
    with explore_four("?model=smith/anvil-7b") as explorer:
        opener = explorer.page.locator(OPENER)
        opener.focus()
        explorer.page.keyboard.press("Enter")
        details = explorer.page.locator("tr.details")
        for words in ("per node", "hearth.small", "page 4, table", "row 1", "2019-11-05"):
            expect(details).to_contain_text(words)
        expect(opener).to_have_attribute("aria-expanded", "true")
        explorer.page.reload()
        details.get_by_role("link").first.focus()
        explorer.page.keyboard.press("Escape")
        expect(details).to_have_count(0)
        expect(opener).to_be_focused()


def test_where_nothing_matches_the_nearest_tests_are_named_with_what_differs(explore_four: Explore) -> None:
    with explore_four("?model=shuttle-large&instance=hearth.small") as explorer:
        answer = explorer.page.locator(".no-match")
        expect(answer).to_contain_text("Instance alone rules out 1 ")
        first = answer.locator(".nearest li").first
        expect(first.get_by_role("link")).to_have_text("Shuttle-Large")
        expect(first).to_contain_text("differs in instance: box.small")
        answer.get_by_role("button", name="Remove Instance").click()
        explorer.expect_count(1, 4)
        explorer.go("?show=benchmarks&model=smith/anvil-70b&instance=hearth.small")
        expect(answer.locator(".nearest")).to_contain_text("same model")
        expect(answer.locator(".nearest")).not_to_contain_text("same family")  # it has none


def test_conditions_are_dropped_and_what_would_leave_nothing_is_disabled(explore_four: Explore) -> None:
    with explore_four("?model=shuttle-large&instance=box.small&text=shuttle") as explorer:
        expect(explorer.find("Model", "smith/anvil-7b")).to_be_disabled()
        expect(explorer.find("Model", "shuttle-large")).to_be_enabled()
        explorer.page.get_by_role("button", name="Remove Text: shuttle").click()
        assert "text" not in explorer.query
        explorer.page.get_by_role("button", name="Clear filters").click()
        explorer.expect_count(4, 4)


def test_on_a_phone_conditions_open_like_a_drawer_and_figures_stand_before_tools(explore_four: Explore) -> None:
    with explore_four(viewport=PHONE) as explorer:
        expect(explorer.page.locator("input[name=batch_size_compiled]")).to_be_hidden()
        explorer.page.locator(".facets > summary").click()
        explorer.tick("Model", "shuttle-large")
        explorer.page.keyboard.press("Escape")
        expect(explorer.page.locator("input[name=batch_size_compiled]")).to_be_hidden()
        assert explorer.query["model"] == ["shuttle-large"]
        assert explorer.page.evaluate(OVERFLOWING) == [0, 0]
        explorer.go("?show=benchmarks&model=smith/anvil-70b")
        figure = explorer.page.locator(f"{ROWS} [data-column=throughput]").bounding_box()
        tools = explorer.page.get_by_label("Group by").bounding_box()
        assert figure
        assert tools
        assert figure["x"] + figure["width"] <= PHONE["width"]
        assert figure["y"] + figure["height"] <= min(PHONE["height"], tools["y"])
        explorer.page.locator(".columns summary").click()
        choice = explorer.page.locator(".columns").get_by_label("Precision").bounding_box()
        assert choice
        assert choice["x"] > 0


def test_neither_an_open_row_nor_the_nearest_tests_violate_a_rule(explore_four: Explore) -> None:
    with explore_four("?model=smith/anvil-7b", reduced_motion="reduce") as explorer:
        explorer.page.locator(OPENER).click()
        explorer.page.locator(".columns summary").click()
        assert violations_in_both_schemes(explorer.page, ".explorer .results") == []
    with explore_four("?model=shuttle-large&instance=hearth.small", reduced_motion="reduce") as explorer:
        assert violations_in_both_schemes(explorer.page, ".no-match") == []
