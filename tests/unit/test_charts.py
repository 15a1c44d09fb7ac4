"""Pictures of measurements: what is pictured, its series, points and scales."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import combinations

import pytest

from macros.knowledge import Knowledge
from macros.site.state import Site
from macros.views import benchmark_groups, charts
from macros.views.benchmark_runs import (
    CHOICES,
    SAME_WORK,
    SETUP,
)
from tests.support.benchmark_results import (
    MODEL,
    Row,
    WithResults,
    benchmarks_of,
    cells,
    measured_models,
    results,
    section,
    tables,
)
from tests.support.html_tree import Element


def reached(sizes: Mapping[int, float], **settings: object) -> Sequence[Row]:
    """A row for each batch size, with the throughput it reached."""
    return [{"batch_size": size, "throughput": figure, **settings} for size, figure in sizes.items()]


def pictures(site: Site, model: str = MODEL) -> Sequence[Element]:
    return section(site, model).all("figure", class_="chart")


def drawn(picture: Element) -> str:
    """What the picture says to those who do not see it: axes, then the figures of each series."""
    return picture.one("svg", role="img").attributes["aria-label"]


def series_of(picture: Element) -> Sequence[Element]:
    return [group for group in picture.all("g") if group.attributes.get("class", "").startswith("series-")]


def places(group: Element) -> Sequence[tuple[float, float]]:
    """Across in percent, down in pixels."""
    points = group.all("svg", class_="at")
    return [(float(point.attributes["x"].rstrip("%")), float(point.attributes["y"])) for point in points]


def labels(picture: Element) -> Sequence[str]:
    return [text.text for text in picture.all("text", class_="point")]


def ticks_across(picture: Element) -> Sequence[str]:
    return [text.text for text in picture.all("text", class_="tick", text_anchor="middle")]


def test_three_batch_sizes_make_a_picture(with_results: WithResults) -> None:
    [picture] = pictures(with_results(results(*reached({4: 30, 1: 10, 2: 18}))))
    assert drawn(picture) == "Throughput, inferences/s, against Batch size: 10 at 1, 18 at 2, 30 at 4"
    assert sorted(labels(picture)) == ["10", "18", "30"]
    [group] = series_of(picture)
    assert len(group.all("line", class_="step")) == 2


def test_points_stand_in_the_picture_and_higher_figures_stand_higher(with_results: WithResults) -> None:
    [picture] = pictures(with_results(results(*reached({1: 10, 2: 18, 4: 30, 8: 25}))))
    [group] = series_of(picture)
    across, down = zip(*places(group), strict=True)
    assert list(across) == sorted(across)
    assert down[2] < down[3] < down[1] < down[0]
    assert 0 <= min(across) <= max(across) <= 100
    assert charts.TOP <= min(down) <= max(down) <= charts.BOTTOM


def test_latency_has_a_picture_of_its_own(with_results: WithResults) -> None:
    rows = [{**row, "ttft_p50_ms": place} for place, row in enumerate(reached({1: 10, 2: 18, 4: 30}), 5)]
    said = [drawn(picture).partition(":")[0] for picture in pictures(with_results(results(*rows)))]
    assert said == ["Throughput, inferences/s, against Batch size", "TTFT p50, ms, against Batch size"]


def test_latency_of_some_runs_only_is_not_pictured(with_results: WithResults) -> None:
    rows = [*reached({1: 10, 2: 18}, ttft_p50_ms=5), *reached({4: 30})]
    assert len(pictures(with_results(results(*rows)))) == 1


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param(reached({1: 10, 2: 18}), id="two points"),
        pytest.param([*reached({1: 10, 2: 18, 4: 30})[:1], *reached({2: 18}, threads=2)], id="one point in a series"),
        pytest.param([{"threads": count, "throughput": 10 * count} for count in (1, 2, 3)], id="no batch size"),
        pytest.param(
            [row for count in range(1, 6) for row in reached({1: 9 + count, 2: 40 + count}, threads=count)],
            id="five series",
        ),
    ],
)
def test_too_little_or_too_much_is_not_pictured(with_results: WithResults, rows: Sequence[Row]) -> None:
    site = with_results(results(*rows))
    assert cells(tables(site)[0])
    assert not pictures(site)


def test_runs_that_differ_in_another_setting_are_series_of_their_own(with_results: WithResults) -> None:
    rows = [*reached({1: 10, 8: 20}, threads=1), *reached({1: 50, 8: 90}, threads=2)]
    site = with_results(results(*rows))
    [picture] = pictures(site)
    assert [len(places(group)) for group in series_of(picture)] == [2, 2]
    assert [len(group.all("line", class_="step")) for group in series_of(picture)] == [1, 1]
    assert "Threads 1: 10 at 1, 20 at 8; Threads 2: 50 at 1, 90 at 8" in drawn(picture)
    assert [key.text for key in section(site, MODEL).one("ul", class_="keys").all("li")] == [
        "Threads 1",
        "Threads 2",
    ]


def test_series_are_named_by_the_most_telling_setting_that_is_enough(with_results: WithResults) -> None:
    first = reached({1: 10, 8: 20}, threads=1, cores=1, framework_version="1")
    second = reached({1: 50, 8: 90}, threads=2, cores=2, framework_version="2")
    site = with_results(results(*first, *second))
    [picture] = pictures(site)
    assert re.findall(r"[A-Z][a-z ]+ \d(?=:)", drawn(picture).partition(": ")[2]) == ["Threads 1", "Threads 2"]
    assert [key.text for key in section(site, MODEL).one("ul", class_="keys").all("li")] == ["Threads 1", "Threads 2"]


def test_a_series_that_the_source_does_not_show_is_marked(with_results: WithResults) -> None:
    shown = results(*reached({1: 10, 8: 20}, threads=1))
    hidden = results(*reached({1: 50, 8: 90}, threads=2), published="false", title="Hidden")
    [picture] = pictures(with_results(shown, hidden))
    assert ["historic" in group.attributes["class"] for group in series_of(picture)] == [False, True]


def test_one_batch_size_twice_is_not_joined(with_results: WithResults) -> None:
    rows = [*reached({1: 10, 2: 18, 4: 30}), {"batch_size": 4, "throughput": 60}]
    [picture] = pictures(with_results(results(*rows)))
    assert len(places(series_of(picture)[0])) == 4
    assert not picture.all("line", class_="step")


def test_a_picture_is_of_the_work_with_the_most_points(with_results: WithResults) -> None:
    rows = [*reached({1: 10, 2: 18, 4: 30}, input_length=128), *reached({1: 5, 2: 9, 4: 15, 8: 20}, input_length=256)]
    site = with_results(results(*rows))
    [picture] = pictures(site)
    assert drawn(picture).endswith("5 at 1, 9 at 2, 15 at 4, 20 at 8")
    assert re.findall(r"\d+", section(site, MODEL).one("p", class_="aside").text) == ["256"]


def test_a_scale_begins_near_its_figures_where_these_are_far_from_zero(with_results: WithResults) -> None:
    [near] = pictures(with_results(results(*reached({80: 10, 90: 18, 100: 30}))))
    assert ticks_across(near) == ["80", "85", "90", "95", "100"]


def test_a_scale_begins_at_zero_where_figures_are_near_it(with_results: WithResults) -> None:
    [picture] = pictures(with_results(results(*reached({1: 10, 2: 18, 4: 30}))))
    assert ticks_across(picture)[0] == "0"


def loads(latencies: Mapping[str, float], throughput: float = 10) -> Sequence[Row]:
    """Runs under named loads: each more throughput than the one before."""
    named = enumerate(latencies.items(), 1)
    return [{"load": load, "throughput": throughput * place, "ttft_ms": found} for place, (load, found) in named]


def test_runs_under_load_are_named_at_their_points_and_not_joined(with_results: WithResults) -> None:
    [picture] = pictures(with_results(results(*loads({"one": 5, "many": 20, "all": 60}))))
    assert drawn(picture).startswith("TTFT, ms, statistic not stated, against Throughput, inferences/s: 5 at 10,")
    assert set(labels(picture)) == {"one", "many", "all"}
    assert not picture.all("line", class_="step")


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param(
            [{"load": load, "throughput": 100 + place, "ttft_ms": 50} for place, load in enumerate(("a", "b", "c"))],
            id="all reach the same",
        ),
        pytest.param(loads({"one": 5, "many": 20, "a name too long for a label": 60}), id="label too long"),
        pytest.param(
            [{"load": load, "throughput": 10 * place} for place, load in enumerate(("a", "b", "c"), 1)], id="no latency"
        ),
        pytest.param(
            [{**row, "threads": count} for count in (1, 2) for row in loads({"one": 5, "all": 60}, 10 * count)],
            id="two series",
        ),
    ],
)
def test_what_would_not_be_readable_is_not_pictured(with_results: WithResults, rows: Sequence[Row]) -> None:
    site = with_results(results(*rows))
    assert cells(tables(site)[0])
    assert not pictures(site)


def charts_of(knowledge: Knowledge) -> Sequence[tuple[benchmark_groups.BenchmarkGroup, charts.Chart]]:
    return [
        (group, chart)
        for model in measured_models(knowledge)
        for group in benchmarks_of(knowledge, model).groups
        for chart in group.charts
    ]


def test_a_series_differs_in_one_setting_only(any_site: Site) -> None:
    for _, chart in charts_of(any_site.knowledge):
        free = ("batch_size",) if chart.across == "batch_size" else ("load", "request_rate")
        fixed = [name for name in (*SETUP, *SAME_WORK, *CHOICES) if name not in free]
        for series in chart.series:
            assert len({point.run.values(fixed) for point in series.points}) == 1
        assert len({str(chart.names(series)) for series in chart.series}) == len(chart.series)


def test_a_picture_has_few_series_enough_points_and_one_kind_of_work(any_site: Site) -> None:
    for group, chart in charts_of(any_site.knowledge):
        assert group.charted
        points = {point.run.fact.id for series in chart.series for point in series.points}
        assert points <= {run.fact.id for run in group.charted}
        assert len(points) >= charts.FEWEST_POINTS
        assert len(chart.series) <= charts.MOST_SERIES


def test_labels_of_a_picture_do_not_touch(any_site: Site) -> None:
    for _, chart in charts_of(any_site.knowledge):
        assert len(chart.labels) == (len(chart.series[0].points) if len(chart.series) == 1 else len(chart.series))
        for one, two in combinations(chart.labels, 2):
            apart = (len(one.text) + len(two.text)) * charts.LETTER_WIDTH / 2
            assert abs(one.x - two.x) >= apart - 0.2 or abs(one.y - two.y) >= charts.LABEL_HEIGHT


def test_a_picture_whose_labels_find_no_room_is_not_drawn(with_results: WithResults) -> None:
    crowded = {size: 1000 + size % 3 for size in range(1, benchmark_groups.MOST_RUNS)}
    sizes = {**crowded, 1000: 1500}
    assert not pictures(with_results(results(*reached(sizes))))
