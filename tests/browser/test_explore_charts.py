"""The charts of the explorer: what they compare, and what they only list."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import partial
from itertools import combinations
from shutil import copytree
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from macros.outputs.explorer import files
from macros.site.state import Site
from tests.browser.conftest import Host, OpenPage
from tests.browser.explorer import BENCHMARKS, Explore, Explorer, directed, explorer_of, repeated
from tests.support.built_site import BuiltSite
from tests.support.project import MADE_UP, further

GROUPS = ".chart-of-rows .comparable"
MARGIN = 6
"""Pixels of a line of text above and below its letters."""


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Any]:
    """What the explorer is given of benchmarks, some of machines that are no instance types."""
    project = tmp_path_factory.mktemp("machines")
    copytree(MADE_UP / "data", project / "data")
    for name, text in further("benchmarks/machines.yml").items():
        (project / "data" / name).write_text(text, "utf-8")
    return next(json.loads(content) for path, content in files(Site(project).knowledge) if path == BENCHMARKS)


@pytest.fixture
def charts(made_up_host: Host, machines: Mapping[str, Any]) -> Explore:
    """The explorer of these benchmarks."""
    return partial(explorer_of, made_up_host.open_page, made_up_host.base, document=machines, file=BENCHMARKS)


def group(explorer: Explorer, *words: str) -> Locator:
    """The part of the chart whose title has all of some words."""
    found = explorer.page.locator(GROUPS)
    for word in words:
        found = found.filter(has=explorer.page.locator("h2", has_text=word))
    return found


def figures(part: Locator) -> list[tuple[str, str]]:
    """What the bars or lines of a part stand for, and their figures."""
    lines = part.locator(".bars li")
    return list(zip(lines.locator("button").all_inner_texts(), lines.locator("b").all_inner_texts(), strict=True))


def test_it_opens_with_the_model_on_most_hardware_per_accelerator(charts: Explore) -> None:
    with charts("?show=benchmarks") as explorer:
        expect(explorer.page.locator(GROUPS)).to_have_count(1)
        [title] = explorer.page.locator(f"{GROUPS} h2").all_inner_texts()
        assert title.startswith("Anvil-7B: Throughput per accelerator: output tokens/s")
        assert figures(explorer.page.locator(GROUPS)) == [("Forge Anvil", "225"), ("Chip One", "175")]


def test_the_chosen_chart_is_the_one_that_is_drawn(made_up_host: Host) -> None:
    with made_up_host.open_page() as page:
        for show, chart in (("configurations", "batch"), ("benchmarks", "")):
            page.goto(f"{made_up_host.base}explore/?show={show}")
            expect(page.locator("select[name=chart]")).to_have_value(chart)


def test_on_one_accelerator_it_opens_with_its_models(charts: Explore, machines: Mapping[str, Any]) -> None:
    first, _, *others = machines["columns"]["model"]["codes"]
    models = {**machines["columns"]["model"], "codes": [first, 1, *others]}
    document = {**machines, "columns": {**machines["columns"], "model": models}}
    with charts("?show=benchmarks&accelerator=anvil", document=document) as explorer:
        expect(explorer.page.locator("select[name=x]")).to_have_value("model")
        assert figures(explorer.page.locator(GROUPS).first) == [("Anvil-70B", "225"), ("Anvil-7B", "187.5")]


def test_where_no_chart_has_two_bars_only_choices_that_give_one_are_offered(charts: Explore) -> None:
    for condition, is_offered in (("throughput_unit=sequences-per-second", False), ("accelerator=anvil", True)):
        with charts(f"?show=benchmarks&model=smith/anvil-7b&{condition}") as explorer:
            # The filters are filled just before.
            expect(explorer.choice("Model", "smith/anvil-7b")).to_be_checked()
            expect(explorer.page.locator("select[name=chart]")).to_be_visible(visible=is_offered)
            expect(explorer.page.locator(GROUPS)).to_have_count(0)
            said = explorer.page.locator(".chart-of-rows").inner_text() if is_offered else ""
            assert ("Choices that give one: " in said) is is_offered


def test_where_no_figures_of_different_hardware_compare_it_is_said_in_what_they_differ(charts: Explore) -> None:
    said = "Here none do: output tokens/s, Inference, FP8, HAND:BF16; sequences/s, Inference, BF16."
    for bounds, is_said in (("28..50", True), ("600..700", False)):
        with charts(f"?show=benchmarks&model=smith/anvil-7b&throughput={bounds}") as explorer:
            expect(
                explorer.page.get_by_text("Figures compare only where unit, work and number format agree.")
            ).to_be_visible()
            expect(explorer.page.get_by_text(said)).to_have_count(1 if is_said else 0)


def test_what_counts_otherwise_is_a_chart_apart_and_without_a_number_format_not_ranked(charts: Explore) -> None:
    with charts("?show=benchmarks&chart=throughput&model=smith/anvil-7b") as explorer:
        tokens = group(explorer, "output tokens", "BF16").first
        named = ("hearth.large", "900"), ("hearth.small", "120")
        assert figures(tokens) == [("8 × Forge Anvil", "1,500"), named[0], ("4 × Chip One", "700"), named[1]]
        assert "not published" not in explorer.page.locator(".bars button").all_inner_texts()
        explorer.page.locator(".chart-of-rows details summary").first.click()
        titles = explorer.page.locator(f"{GROUPS} h2").all_inner_texts()
        assert all("Throughput: " in title and ", Inference, " in title for title in titles)
        assert len(set(titles)) == len(titles)
        assert figures(group(explorer, "sequences/s", "BF16")) == [("4 × box.small", "50")]
        part = group(explorer, "output tokens", "precision not published")
        assert figures(part) == [("2 × Chip One", "600"), ("2 × Forge Anvil", "650")]
        expect(part.locator(".bar")).to_have_count(0)
        expect(part).to_contain_text("Listed, not ranked")


def test_what_nobody_measured_is_listed_and_not_ranked(charts: Explore, machines: Mapping[str, Any]) -> None:
    columns = machines["columns"]
    asked = {**machines, "columns": {**columns, "threshold": {**columns["threshold"], "values": ["asked for"]}}}
    with charts("?show=benchmarks&chart=throughput&model=smith/anvil-7b", document=asked) as explorer:
        part = group(explorer, "output tokens", "BF16").first
        assert figures(part)[0] == ("4 × Chip One", "threshold 700")
        expect(part.locator(".bar")).to_have_count(0)


def test_rows_that_name_no_instance_type_are_no_bar_of_instances(charts: Explore) -> None:
    query = "?show=benchmarks&chart=throughput&model=smith/anvil-7b&x=instance"
    with charts(query) as explorer:
        bars = explorer.page.locator(".bars button")
        expect(bars.first).to_be_attached()
        assert set(bars.all_text_contents()) <= {
            "hearth.large",
            "hearth.small",
            "hearth.small or hearth.large",
            "box.small",
        }
        expect(explorer.page.locator(".chart-of-rows")).to_contain_text("Rows without instance: 5")


def test_a_figure_stands_beside_its_software_and_is_rounded_for_people(charts: Explore) -> None:
    query = "?show=benchmarks&chart=throughput&table=machines&open=machines/2"
    with charts(f"{query}&add=submitter") as explorer:
        part = group(explorer, "FP8, HAND:BF16")
        expect(part.locator("li")).to_contain_text("Bellows 3.1, Slow fire, 2019-02-01")
        assert figures(part) == [("8 × Forge Anvil", "28.443")]
        text = explorer.page.locator(".explorer").inner_text()
        assert "{" not in text
        assert "Old Forge" in text
        assert "Old_Forge" not in text
        assert "28.442631099213582" in explorer.download("CSV")
        assert "28.442631099213582" in explorer.download("JSON")


def test_a_number_format_of_several_parts_can_be_chosen(charts: Explore, machines: Mapping[str, Any]) -> None:
    with charts("?show=benchmarks&table=machines") as explorer:
        explorer.tick("Precision", "HEAD:FP8 + HAND:BF16")
        explorer.expect_count(1, machines["count"], "benchmarks")
        explorer.page.reload()
        explorer.expect_count(1, machines["count"], "benchmarks")


def test_the_direction_of_a_column_decides_what_is_best(charts: Explore, machines: Mapping[str, Any]) -> None:
    document = directed(directed(machines, "latency_p50_ms", "lower"), "throughput", "higher")
    query = "?show=benchmarks&chart=throughput&table=machines&precision=BF16&y=latency_p50_ms"
    with charts(query, document=document) as explorer:
        latencies = group(explorer, "Latency p50")
        assert figures(latencies) == [("4 × Chip One", "2"), ("8 × Forge Anvil", "4")]
        shown = ["1,500\n188 each", "700\n175 each", "50\n6.25 each"]
        for name, order in (("Throughput", shown), ("Latency p50", ["2", "4", "not published"])):
            explorer.page.locator(".explorer thead").get_by_role("button", name=name).first.click()
            assert explorer.column(name) == order


def test_as_many_rows_as_there_may_be_are_charted(charts: Explore, machines: Mapping[str, Any]) -> None:
    many = repeated(machines, 12_000)
    with charts("?show=benchmarks&chart=throughput", document=many) as explorer:
        assert many["count"] > 130_000
        expect(group(explorer, "output tokens", "BF16").first).to_contain_text("8 × Forge Anvil")
        explorer.page.locator("select[name=chart]").select_option("scatter")
        expect(explorer.page.locator(GROUPS).first).to_contain_text("too many to draw")


def test_points_open_their_rows_and_their_names_do_not_touch(open_page: OpenPage, base: str, built: BuiltSite) -> None:
    """Of the model with most points. Every point has a title, named or not."""
    rows = [row for row in built.records("benchmarks") if row["throughput"] and row["latency_p50_ms"]]
    model = Counter(row["model"] for row in rows).most_common(1)[0][0]
    with explorer_of(open_page, base, f"?show=benchmarks&model={model}&chart=scatter") as explorer:
        marks = explorer.page.locator(".chart .mark")
        expect(marks.first).to_be_visible()
        for chart in explorer.page.locator(".chart > svg").all():
            boxes = [box for name in chart.locator(".point").all() if (box := name.bounding_box())]
            assert [pair for pair in combinations(boxes, 2) if touch(*pair)] == []
            assert chart.locator(".mark > title").count() == chart.locator(".mark").count()
        marks.first.focus()
        explorer.page.keyboard.press("Enter")
        expect(explorer.page.locator("tr.details")).to_be_visible()
        assert explorer.query["open"][0] in {row["id"] for row in rows}


def touch(one: FloatRect, other: FloatRect) -> bool:
    """Whether two boxes overlap by more than their margins."""
    across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return across > 0 and down > MARGIN
