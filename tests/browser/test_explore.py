"""The explorer, used as a person would: ticking, typing, going back, taking rows away."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from bench.exploring import Work, work
from macros.exports.explorer import PATH
from tests.browser.conftest import OpenPage
from tests.browser.test_kinds_of_pages import violations

ROWS = ".explorer table tbody tr:not(.details)"
STATUS = ".explorer .count"


class Explorer:
    """The page, in the words of who uses it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address

    def go(self, query: str = "") -> Explorer:
        self.page.goto(self.address + query)
        expect(self.page.locator(STATUS)).not_to_be_empty()
        return self

    def expect_count(self, count: int) -> None:
        expect(self.page.locator(STATUS)).to_have_text(f"{count} of 316 tested configurations")

    def facet(self, name: str) -> Locator:
        return self.page.locator(".facets details").filter(has=self.page.locator("summary", has_text=name)).first

    def choice(self, facet: str, value: str) -> Locator:
        return self.facet(facet).locator(f'input[value="{value}"]')

    def tick(self, facet: str, value: str) -> None:
        group = self.facet(facet)
        if group.get_attribute("open") is None:
            group.locator("summary").click()
        self.choice(facet, value).click()

    def scroll_through(self) -> None:
        """Rows are added as the end comes near; this goes on until there is no more."""
        more = self.page.locator(".explorer .more")
        while left := more.inner_text():
            more.scroll_into_view_if_needed()
            expect(more).not_to_have_text(left)

    def column(self, name: str) -> list[str]:
        self.scroll_through()
        headers = self.page.locator(".explorer thead th").all_inner_texts()
        place = next(index for index, header in enumerate(headers) if header.startswith(name)) + 1
        return self.page.locator(f"{ROWS} > :nth-child({place})").all_inner_texts()

    @property
    def query(self) -> Mapping[str, list[str]]:
        return parse_qs(urlsplit(self.page.url).query)


@contextmanager
def _explorer(open_page: OpenPage, base: str, query: str = "", **options: object) -> Iterator[Explorer]:
    with open_page(**options) as page:
        yield Explorer(page, f"{base}explore/").go(query)


def test_every_configuration_is_there_with_and_without_scripts(open_page: OpenPage, base: str) -> None:
    with _explorer(open_page, base) as explorer:
        explorer.expect_count(316)
    with open_page(java_script_enabled=False) as page:
        page.goto(f"{base}explore/")
        expect(page.locator("#configurations tbody tr:not(.group)")).to_have_count(316)
        frame = page.locator(".explorer .frame").bounding_box()
        assert frame
        assert frame["width"] > 1000


def test_choices_narrow_the_rows_and_say_what_each_would_leave(open_page: OpenPage, base: str) -> None:
    with _explorer(open_page, base) as explorer:
        explorer.tick("Instance", "g5.2xlarge")
        left = int(explorer.choice("Family", "transformer-encoders").locator("xpath=../span").inner_text())
        explorer.tick("Family", "transformer-encoders")
        explorer.expect_count(left)
        assert set(explorer.column("Instance")) == {"g5.2xlarge"}
        expect(explorer.choice("Model", "gpt2")).to_be_disabled()
        explorer.tick("Instance", "p3.2xlarge")
        assert {name.split(" × ")[-1] for name in explorer.column("Instance")} == {"g5.2xlarge", "p3.2xlarge"}


@pytest.mark.parametrize(
    ("condition", "holds"),
    [(">=64", lambda size: size >= 64), ("32..128", lambda size: 32 <= size <= 128), ("<=8", lambda size: size <= 8)],
)
def test_a_batch_size_can_be_bounded(
    open_page: OpenPage, base: str, condition: str, holds: Callable[[int], bool]
) -> None:
    with _explorer(open_page, base, "?instance=g5.2xlarge") as explorer:
        box = explorer.page.get_by_label("Compiled batch size").first
        box.fill(condition)
        box.press("Enter")
        sizes = [int(text.replace("≥ ", "").replace(",", "")) for text in explorer.column("Compiled")]
        assert sizes
        assert all(map(holds, sizes))
        assert explorer.query["batch_size_compiled"] == [condition]


def test_a_bound_that_is_none_is_refused_in_words(open_page: OpenPage, base: str) -> None:
    with _explorer(open_page, base) as explorer:
        box = explorer.page.get_by_label("Compiled batch size").first
        box.fill("large")
        box.press("Enter")
        expect(explorer.page.locator(".range [role=status]", has_text="32..128")).to_be_visible()
        expect(box).to_have_attribute("aria-invalid", "true")
        explorer.expect_count(316)


def test_free_text_finds_other_names(open_page: OpenPage, base: str) -> None:
    with _explorer(open_page, base) as explorer:
        explorer.page.get_by_label("Free text").fill("google_electra V100")
        expect(explorer.page.locator(STATUS)).not_to_have_text("316 of 316 tested configurations")
        assert set(explorer.column("Model")) == {"google/electra-small-discriminator"}
        assert all("V100" in name for name in explorer.column("Accelerator"))


def test_sorting_keeps_what_was_not_published_last(open_page: OpenPage, base: str) -> None:
    with _explorer(open_page, base, "?release=pytorch-1.12.0") as explorer:
        native = explorer.page.get_by_role("button", name="Native batch size")
        header = explorer.page.locator("th", has=native)
        for direction, reverse in (("ascending", False), ("descending", True)):
            native.click()
            expect(header).to_have_attribute("aria-sort", direction)
            sizes = explorer.column("Native")
            assert sizes[-4:] == ["not published"] * 4
            known = [int(size) for size in sizes[:-4]]
            assert known == sorted(known, reverse=reverse)


def test_a_header_that_sorts_keeps_the_focus(open_page: OpenPage, base: str) -> None:
    with _explorer(open_page, base) as explorer:
        native = explorer.page.get_by_role("button", name="Native batch size")
        native.focus()
        for falling in (False, True):
            explorer.page.keyboard.press("Enter")
            expect(explorer.page.locator("th", has=native)).to_have_attribute(
                "aria-sort", "descending" if falling else "ascending"
            )
            expect(native).to_be_focused()


def test_a_new_view_starts_at_its_top_with_every_row_closed(open_page: OpenPage, base: str) -> None:
    with _explorer(open_page, base) as explorer:
        opener = explorer.page.get_by_role("button", name="Details of").first
        opener.click()
        expect(explorer.page.locator("tr.details")).to_be_visible()
        explorer.scroll_through()
        explorer.tick("Family", "cnns")
        expect(explorer.page.locator("tr.details")).to_have_count(0)
        expect(opener).to_have_attribute("aria-expanded", "false")
        assert explorer.page.locator(".explorer .frame").evaluate("frame => frame.scrollTop") == 0
        assert set(explorer.column("Family")) == {"CNNs"}


def test_rows_follow_however_tall_the_window_is(open_page: OpenPage, base: str) -> None:
    with _explorer(open_page, base, "?dataset=xsum", viewport={"width": 1280, "height": 2000}) as explorer:
        explorer.page.get_by_role("button", name="Drop Dataset").click()
        assert len(explorer.column("Model")) == 316


def test_rows_sort_by_several_columns_in_order(open_page: OpenPage, base: str) -> None:
    with _explorer(open_page, base, "?release=tensorflow-2.10.0") as explorer:
        explorer.page.get_by_role("button", name="Instance", exact=True).click()
        explorer.page.get_by_role("button", name="Compiled batch size").click(modifiers=["Shift"])
        pairs = list(zip(explorer.column("Instance"), explorer.column("Compiled"), strict=True))
        sizes = [(name, int(size.replace(",", ""))) for name, size in pairs]
        assert explorer.query["sort"] == ["instance,batch_size_compiled"]
        for name in dict.fromkeys(name for name, _ in sizes):
            of_one = [size for other, size in sizes if other == name]
            assert of_one == sorted(of_one)


def test_columns_can_be_hidden(open_page: OpenPage, base: str) -> None:
    with _explorer(open_page, base) as explorer:
        explorer.page.locator(".columns summary").click()
        explorer.page.locator(".columns").get_by_label("Dataset").click()
        expect(explorer.page.get_by_role("columnheader", name="Dataset")).to_have_count(0)
        assert explorer.query["hide"] == ["dataset"]


def test_the_address_holds_the_view(open_page: OpenPage, base: str) -> None:
    query = "?instance=g5.2xlarge&family=transformer-encoders&sort=-batch_size_compiled"
    with _explorer(open_page, base, query) as explorer:
        count = explorer.page.locator(STATUS).inner_text()
        sizes = [int(size) for size in explorer.column("Compiled")]
        assert sizes == sorted(sizes, reverse=True)
        explorer.tick("Model", "bert-base-uncased")
        expect(explorer.page.locator(STATUS)).not_to_have_text(count)
        explorer.page.go_back()
        expect(explorer.page.locator(STATUS)).to_have_text(count)
        expect(explorer.choice("Model", "bert-base-uncased")).not_to_be_checked()
        explorer.page.go_forward()
        expect(explorer.choice("Model", "bert-base-uncased")).to_be_checked()
        explorer.page.reload()
        expect(explorer.choice("Model", "bert-base-uncased")).to_be_checked()


def test_what_the_address_says_wrongly_is_reported(open_page: OpenPage, base: str) -> None:
    with _explorer(open_page, base, "?colour=red&model=no-such-model&sort=-weight") as explorer:
        alert = explorer.page.locator(".misunderstood")
        for part in ("colour=red", "model=no-such-model", "sort=-weight"):
            expect(alert).to_contain_text(part)


def test_downloads_hold_exactly_the_rows_shown(open_page: OpenPage, base: str, published: Mapping[str, bytes]) -> None:
    api = {row["id"]: row for row in json.loads(published["api/v1/tested-configurations.json"])["result"]}
    with _explorer(open_page, base, "?dataset=imagenet&sort=model") as explorer:
        shown = explorer.column("Model")
        with explorer.page.expect_download() as found:
            explorer.page.get_by_role("button", name="JSON").click()
        taken = json.loads(Path(found.value.path()).read_text("utf-8"))["result"]
        assert [row["model"] for row in taken] == shown
        assert all(row == {name: api[row["id"]][name] for name in row} for row in taken)
        with explorer.page.expect_download() as found:
            explorer.page.get_by_role("button", name="CSV").click()
        lines = list(csv.DictReader(Path(found.value.path()).read_text("utf-8").splitlines()))
        assert [line["id"] for line in lines] == [row["id"] for row in taken]


def test_every_row_has_the_id_of_the_api(open_page: OpenPage, base: str, published: Mapping[str, bytes]) -> None:
    api = [row["id"] for row in json.loads(published["api/v1/tested-configurations.json"])["result"]]
    with _explorer(open_page, base) as explorer:
        with explorer.page.expect_download() as found:
            explorer.page.get_by_role("button", name="JSON").click()
        assert [row["id"] for row in json.loads(Path(found.value.path()).read_text("utf-8"))["result"]] == api


def test_the_rows_can_be_copied_as_markdown(open_page: OpenPage, base: str) -> None:
    with _explorer(open_page, base, "?dataset=xsum", permissions=["clipboard-read", "clipboard-write"]) as explorer:
        explorer.page.get_by_role("button", name="Copy as Markdown").click()
        expect(explorer.page.locator(".tools [role=status]")).to_have_text("Copied.")
        lines = explorer.page.evaluate("navigator.clipboard.readText()").splitlines()
        assert lines[0].startswith("| Model | Instance |")
        assert sum("xsum" in line for line in lines if line.startswith("|")) == 4
        assert lines[-1] == explorer.page.url


def test_a_row_opens_to_its_preconditions_and_a_snippet(open_page: OpenPage, base: str) -> None:
    query = "?release=transformers-4.21.1-pytorch-1.11.0&model=microsoft/deberta-v3-base"
    with _explorer(open_page, base, query, permissions=["clipboard-read", "clipboard-write"]) as explorer:
        opener = explorer.page.get_by_role("button", name="Details of")
        opener.focus()
        explorer.page.keyboard.press("Enter")
        details = explorer.page.locator("tr.details")
        for words in ("per accelerator", "ml.p4d.24xlarge", "row 39", "starting point"):
            expect(details).to_contain_text(words)
        code = details.locator("pre").inner_text()
        for words in (
            'transformers_version="4.21.1"',
            'pytorch_version="1.11.0"',
            "instance_count=16",
            '"ml.p4d.24xlarge"',
        ):
            assert words in code
        compile(code, "snippet", "exec")
        details.get_by_role("button", name="Copy the code").click()
        expect(details.locator("[role=status]")).to_have_text("Copied.")
        assert explorer.page.evaluate("navigator.clipboard.readText()") == code
        expect(opener).to_have_attribute("aria-expanded", "true")
        explorer.page.reload()
        expect(explorer.page.locator("tr.details")).to_be_visible()
        explorer.page.locator("tr.details pre").focus()
        explorer.page.keyboard.press("Escape")
        expect(explorer.page.locator("tr.details")).to_have_count(0)
        expect(explorer.page.get_by_role("button", name="Details of")).to_be_focused()


def test_where_nothing_matches_the_nearest_tests_are_named_with_what_differs(open_page: OpenPage, base: str) -> None:
    with _explorer(open_page, base, "?model=bert-base-uncased&instance=g5.xlarge") as explorer:
        answer = explorer.page.locator(".no-match")
        expect(answer).to_contain_text("Instance alone rules out 22")
        first = answer.locator(".nearest li").first
        expect(first).to_contain_text("same model, same accelerator; differs in instance: g5.")
        answer.get_by_role("button", name="Drop Instance").click()
        explorer.expect_count(22)


def test_conditions_are_dropped_one_by_one_or_all(open_page: OpenPage, base: str) -> None:
    with _explorer(open_page, base, "?dataset=imagenet&instance=p3.2xlarge&text=resnet") as explorer:
        explorer.page.get_by_role("button", name="Drop Text: resnet").click()
        assert "text" not in explorer.query
        explorer.page.get_by_role("button", name="Drop all").click()
        explorer.expect_count(316)


def test_on_a_phone_the_conditions_open_like_a_drawer(open_page: OpenPage, base: str) -> None:
    with _explorer(open_page, base, viewport={"width": 360, "height": 740}) as explorer:
        expect(explorer.page.get_by_label("Compiled batch size").first).to_be_hidden()
        explorer.page.locator(".facets > summary").click()
        explorer.tick("Family", "cnns")
        explorer.page.keyboard.press("Escape")
        expect(explorer.page.get_by_label("Compiled batch size").first).to_be_hidden()
        assert explorer.query["family"] == ["cnns"]
        assert explorer.page.evaluate("document.documentElement.scrollWidth") == 360


def test_print_gives_the_whole_view_and_its_address(open_page: OpenPage, base: str) -> None:
    with _explorer(open_page, base, "?release=tensorflow-2.10.0") as explorer:
        explorer.page.emulate_media(media="print")
        explorer.page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        expect(explorer.page.locator(ROWS)).to_have_count(62)
        expect(explorer.page.locator(".print-address")).to_have_text(explorer.page.url)
        expect(explorer.page.locator(".facets")).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("query", ["?dataset=xsum", "?model=gpt2&instance=g5.xlarge"])
def test_no_accessibility_rule_is_violated_in_any_state(
    open_page: OpenPage, base: str, query: str, scheme: str
) -> None:
    with _explorer(open_page, base, query, color_scheme=scheme) as explorer:
        explorer.page.locator(".columns summary").click()
        opener = explorer.page.get_by_role("button", name="Details of")
        if opener.count():
            opener.first.click()
        assert violations(explorer.page) == []


MANY = 40
"""Copies of every row, each of a model of its own: 12,640 rows."""
MOST_GROWTH, MOST_GROWTH_OF_SCRIPTS = 1.5, 1.9
"""Of the work for a click, where there are forty times as many rows: all of it, and our own part."""


def _grown(document: dict[str, Any]) -> dict[str, Any]:
    """The explorer's file with many copies of every row, each about models of other names."""
    columns, models = document["columns"], document["columns"]["model"]
    codes = {name: [*column["codes"]] * MANY for name, column in columns.items()}
    codes["model"] = [code + copy * len(models["values"]) for copy in range(MANY) for code in columns["model"]["codes"]]
    names = {
        f"{model}-{copy}": document["records"]["model"][model] for copy in range(MANY) for model in models["values"]
    }
    grown = {name: {"values": column["values"], "codes": codes[name]} for name, column in columns.items()}
    grown["model"]["values"] = list(names)
    records = {**document["records"], "model": names}
    return {**document, "count": document["count"] * MANY, "columns": grown, "records": records}


def test_a_click_costs_about_the_same_however_many_rows_there_are(
    open_page: OpenPage, base: str, published: Mapping[str, bytes]
) -> None:
    many = json.dumps(_grown(json.loads(published[PATH])))
    with _explorer(open_page, base) as few, open_page() as page:
        page.route(f"**/{PATH}", lambda route: route.fulfill(body=many, content_type="application/json"))
        grown = Explorer(page, f"{base}explore/").go()
        expect(page.locator(STATUS)).to_have_text("12,640 of 12,640 tested configurations")
        costs: dict[Explorer, list[Work]] = {few: [], grown: []}
        # The first round warms both up; then in turns, so that a busy moment of the machine meets both.
        for _ in range(6):
            for explorer, found in costs.items():
                found.append(work(explorer.page, clicks=6))
    small, large = costs[few][1:], costs[grown][1:]
    assert median(one.everything for one in large) <= MOST_GROWTH * median(one.everything for one in small)
    assert median(one.scripts for one in large) <= MOST_GROWTH_OF_SCRIPTS * median(one.scripts for one in small)
