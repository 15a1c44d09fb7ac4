"""The charts of the explorer: what they compare, and what they only list."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import combinations
from typing import Any

from playwright.sync_api import FloatRect, Locator, expect

from macros.outputs.explorer import files
from tests.browser.conftest import Host, OpenPage
from tests.browser.records import Api
from tests.browser.test_explore import Explorer, directed, repeated
from tests.conftest import EditSite
from tests.support.project import further

PATH = "explore/benchmarks.json"
GROUPS = ".chart-of-rows .comparable"
MARGIN = 6
"""Pixels of a line of text above and below its letters."""


def machines(edited_made_up: EditSite) -> Mapping[str, Any]:
    """What the explorer is given of benchmarks, some of machines that are no instance types."""
    site = edited_made_up({}, further("benchmarks/machines.yml"))
    return next(json.loads(content) for path, content in files(site.knowledge) if path == PATH)


@contextmanager
def charts_of(host: Host, document: Mapping[str, Any], query: str) -> Iterator[Explorer]:
    """The explorer with other benchmarks."""
    with host.open_page() as page:
        page.route(f"**/{PATH}", lambda route: route.fulfill(json=document))
        yield Explorer(page, f"{host.base}explore/").go(query)


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


def test_hardware_is_the_instance_type_or_else_so_many_accelerators(
    made_up_host: Host, edited_made_up: EditSite
) -> None:
    with charts_of(
        made_up_host, machines(edited_made_up), "?show=benchmarks&chart=throughput&model=smith/anvil-7b"
    ) as explorer:
        tokens = group(explorer, "output tokens", "BF16").first
        named = ("hearth.large", "900"), ("hearth.small", "120")
        assert figures(tokens) == [("8 × Forge Anvil", "1,500"), named[0], ("4 × Chip One", "700"), named[1]]
        assert "not published" not in explorer.page.locator(".bars button").all_inner_texts()


def test_it_opens_with_the_model_on_most_hardware_per_accelerator(made_up_host: Host, edited_made_up: EditSite) -> None:
    with charts_of(made_up_host, machines(edited_made_up), "?show=benchmarks") as explorer:
        expect(explorer.page.locator(GROUPS)).to_have_count(1)
        [title] = explorer.page.locator(f"{GROUPS} h2").all_inner_texts()
        assert title.startswith("smith/anvil-7b: Throughput per accelerator: output tokens/s")
        assert figures(explorer.page.locator(GROUPS)) == [("Forge Anvil", "225"), ("Chip One", "175")]


def test_figures_of_another_unit_or_number_format_are_a_chart_of_their_own(
    made_up_host: Host, edited_made_up: EditSite
) -> None:
    with charts_of(
        made_up_host, machines(edited_made_up), "?show=benchmarks&chart=throughput&model=smith/anvil-7b"
    ) as explorer:
        explorer.page.locator(".chart-of-rows details summary").first.click()
        titles = explorer.page.locator(f"{GROUPS} h2").all_inner_texts()
        assert all("Throughput: " in title and ", Inference, " in title for title in titles)
        assert len(set(titles)) == len(titles)
        assert figures(group(explorer, "sequences/s", "BF16")) == [("4 × box.small", "50")]


def test_what_states_no_number_format_is_listed_and_not_ranked(made_up_host: Host, edited_made_up: EditSite) -> None:
    with charts_of(
        made_up_host, machines(edited_made_up), "?show=benchmarks&chart=throughput&model=smith/anvil-7b"
    ) as explorer:
        part = group(explorer, "output tokens", "precision not published")
        assert figures(part) == [("2 × Chip One", "600"), ("2 × Forge Anvil", "650")]
        expect(part.locator(".bar")).to_have_count(0)
        expect(part).to_contain_text("Listed, not ranked")


def test_rows_that_name_no_instance_type_are_no_bar_of_instances(made_up_host: Host, edited_made_up: EditSite) -> None:
    query = "?show=benchmarks&chart=throughput&model=smith/anvil-7b&x=instance"
    with charts_of(made_up_host, machines(edited_made_up), query) as explorer:
        bars = explorer.page.locator(".bars button")
        expect(bars.first).to_be_attached()
        assert set(bars.all_text_contents()) <= {
            "hearth.large",
            "hearth.small",
            "hearth.small or hearth.large",
            "box.small",
        }
        expect(explorer.page.locator(".chart-of-rows")).to_contain_text("5 rows do not state instance")


def test_a_figure_stands_beside_its_software_and_is_rounded_for_people(
    made_up_host: Host, edited_made_up: EditSite
) -> None:
    query = "?show=benchmarks&chart=throughput&table=machines&open=machines/2"
    with charts_of(made_up_host, machines(edited_made_up), f"{query}&add=submitter") as explorer:
        part = group(explorer, "HEAD:FP8 + HAND:BF16")
        expect(part.locator("li")).to_contain_text("Bellows 3.1, Slow fire, 2019-02-01")
        assert figures(part) == [("8 × Forge Anvil", "28.4")]
        text = explorer.page.locator(".explorer").inner_text()
        assert "{" not in text
        assert "Old Forge" in text
        assert "Old_Forge" not in text
        assert "28.442631099213582" in explorer.download("CSV")
        assert "28.442631099213582" in explorer.download("JSON")


def test_a_number_format_of_several_parts_can_be_chosen(made_up_host: Host, edited_made_up: EditSite) -> None:
    document = machines(edited_made_up)
    with charts_of(made_up_host, document, "?show=benchmarks&table=machines") as explorer:
        explorer.tick("Precision", "HEAD:FP8 + HAND:BF16")
        explorer.expect_count(1, document["count"], "benchmarks")
        explorer.page.reload()
        explorer.expect_count(1, document["count"], "benchmarks")


def test_the_direction_of_a_column_decides_what_is_best(made_up_host: Host, edited_made_up: EditSite) -> None:
    document = directed(machines(edited_made_up), "latency_p50_ms", "lower")
    document = directed(document, "throughput", "higher")
    query = "?show=benchmarks&chart=throughput&table=machines&precision=BF16&y=latency_p50_ms"
    with charts_of(made_up_host, document, query) as explorer:
        latencies = group(explorer, "Latency p50")
        assert figures(latencies) == [("4 × Chip One", "2"), ("8 × Forge Anvil", "4")]
        for name, order in (("Throughput", ["1,500", "700", "50"]), ("Latency p50", ["2", "4", "not published"])):
            explorer.page.locator(".explorer thead").get_by_role("button", name=name).first.click()
            assert explorer.column(name) == order


def test_as_many_rows_as_there_may_be_are_charted_without_an_error(
    made_up_host: Host, edited_made_up: EditSite
) -> None:
    many = repeated(machines(edited_made_up), 12_000)
    with charts_of(made_up_host, many, "?show=benchmarks&chart=throughput") as explorer:
        assert many["count"] > 130_000
        expect(group(explorer, "output tokens", "BF16").first).to_contain_text("8 × Forge Anvil")
        explorer.page.locator("select[name=chart]").select_option("scatter")
        expect(explorer.page.locator(GROUPS).first).to_contain_text("too many to draw")


def setup(row: Mapping[str, Any]) -> tuple[str, ...]:
    """What two rows of the API agree in whose figures may be compared."""
    formats = ("model_data_type", "training_data_type", "autocast_data_type", "weight_storage_data_type")
    return tuple(str(row[name]) for name in ("model", "throughput_unit", "workload", *formats))


def test_the_bars_of_a_model_are_the_highest_figures_of_the_api(open_page: OpenPage, base: str, api: Api) -> None:
    """Of the model with most measurements, the highest figure of each setup on each instance type."""
    rows = [row for row in api.records("benchmarks") if row["throughput"] and len(row["instances"]) == 1]
    model = Counter(row["model"] for row in rows if not row["nodes"]).most_common(1)[0][0]
    highest: dict[tuple[str, ...], float] = {}
    for row in rows:
        if row["model"] == model:
            key = (*setup(row), row["instances"][0])
            highest[key] = max(highest.get(key, 0), row["throughput"])
    with open_page() as page:
        explorer = Explorer(page, f"{base}explore/").go(f"?show=benchmarks&chart=throughput&model={model}")
        expect(explorer.page.locator(GROUPS).first).to_be_visible()
        lines = explorer.page.locator(f"{GROUPS} .bars li")
        names, said = (lines.locator(part).all_text_contents() for part in ("button", "b"))
    shown = [(name, float(figure.replace(",", ""))) for name, figure in zip(names, said, strict=True)]
    for (*_, instance), figure in highest.items():
        assert any(name == instance and abs(one - figure) <= 0.005 * figure for name, one in shown), (instance, figure)


def test_points_open_their_rows_from_the_keyboard(open_page: OpenPage, base: str, api: Api) -> None:
    rows = [row for row in api.records("benchmarks") if row["throughput"] and row["latency_p50_ms"]]
    model = Counter(row["model"] for row in rows).most_common(1)[0][0]
    with open_page() as page:
        explorer = Explorer(page, f"{base}explore/").go(f"?show=benchmarks&model={model}&chart=scatter")
        marks = explorer.page.locator(".chart .mark")
        expect(marks.first).to_be_visible()
        marks.first.focus()
        explorer.page.keyboard.press("Enter")
        expect(explorer.page.locator("tr.details")).to_be_visible()
        assert explorer.query["open"][0] in {row["id"] for row in rows}


def test_names_beside_points_do_not_touch(open_page: OpenPage, base: str, api: Api) -> None:
    """Of the model with most points. Every point has a title, named or not."""
    rows = [row for row in api.records("benchmarks") if row["throughput"] and row["latency_p50_ms"]]
    model = Counter(row["model"] for row in rows).most_common(1)[0][0]
    with open_page() as page:
        explorer = Explorer(page, f"{base}explore/").go(f"?show=benchmarks&model={model}&chart=scatter")
        expect(explorer.page.locator(".chart .point").first).to_be_visible()
        for chart in explorer.page.locator(".chart > svg").all():
            boxes = [box for name in chart.locator(".point").all() if (box := name.bounding_box())]
            assert [pair for pair in combinations(boxes, 2) if touch(*pair)] == []
            assert chart.locator(".mark > title").count() == chart.locator(".mark").count()


def touch(one: FloatRect, other: FloatRect) -> bool:
    """Whether two boxes overlap by more than their margins."""
    across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return across > 0 and down > MARGIN
