"""Measurements: compared only where they may be, counted once, and never chosen among."""

from __future__ import annotations

import dataclasses
import re
from itertools import combinations

import pytest

from macros.exports import benchmark_rows
from macros.knowledge import Benchmark, Knowledge
from macros.schema.benchmarks import BenchmarkRow
from macros.site import Site
from macros.views import benchmarks, charts
from macros.views.comparable import (
    CHOICES,
    FIGURES,
    ROW_ONLY,
    SETUP,
    SIZES,
    Measurement,
    measurements,
    printed,
    rounded,
    values,
)
from tests.html_reading import Element, read_html
from tests.rendering_pages import read


def of_model(knowledge: Knowledge, model: str) -> benchmarks.Measured:
    return benchmarks.measured(knowledge, knowledge.benchmarks_of("models", model))


def part(site: Site, model: str) -> Element:
    found = of_model(site.knowledge, model)
    return read_html(site.renderer.render("parts/benchmarks.html", f"models/{model}/", measured=found))


def changed(fact: Benchmark, file_id: str = "", **settings: object) -> Benchmark:
    row = fact.row.model_copy(update=settings)
    return dataclasses.replace(fact, row=row, file_id=file_id or fact.file_id)


@pytest.fixture
def run(knowledge: Knowledge) -> Benchmark:
    """Any measurement with throughput and latency."""
    return next(fact for fact in knowledge.benchmarks if fact.row.throughput and fact.row.latency_p50_ms)


def test_every_field_of_a_row_has_its_place() -> None:
    placed = [*SETUP, *SIZES, *CHOICES, *FIGURES]
    assert len(placed) == len(set(placed))
    assert set(BenchmarkRow.model_fields) - set(placed) - ROW_ONLY == set()


def test_every_row_is_on_the_page_of_its_model_or_left_out_by_count(knowledge: Knowledge) -> None:
    for model in knowledge.records.models:
        facts = knowledge.benchmarks_of("models", model)
        if facts:
            found = of_model(knowledge, model)
            shown = [fact for group in found.groups for band in group.bands for line in band for fact in line.run.facts]
            if not found.left_out:
                assert sorted(fact.id for fact in shown) == sorted(fact.id for fact in facts)
            assert sum(group.size for group in found.groups) + found.left_out == found.runs


def test_rows_of_a_band_agree_in_all_that_has_to_agree(knowledge: Knowledge) -> None:
    for model in {fact.model for fact in knowledge.benchmarks}:
        for group in of_model(knowledge, model).groups:
            for band in group.bands:
                assert len({values(line.run.fact, (*SETUP, *SIZES)) for line in band}) == 1


@pytest.mark.parametrize(
    ("setting", "other"),
    [("throughput_unit", "tokens-per-second"), ("latency_basis", "per-token"), ("model_data_type", "FP4")],
)
def test_rows_that_differ_in_unit_basis_or_data_type_stand_in_different_tables(
    knowledge: Knowledge, run: Benchmark, setting: str, other: str
) -> None:
    found = benchmarks.measured(knowledge, [run, changed(run, line=999, **{setting: other})])
    assert len(found.groups) == 2
    assert found.apart == [setting]


def test_a_run_that_two_files_print_is_shown_once_and_both_are_named(knowledge: Knowledge, run: Benchmark) -> None:
    other = next(key for key in knowledge.records.benchmarks if key != run.file_id)
    twice = changed(run, file_id=other, line=77, application_type="Batch")
    (one,) = measurements([run, twice])
    assert [fact.row.line for fact in one.facts] == [run.row.line, 77]
    assert len(measurements([run, changed(twice, throughput=1.0)])) == 2


def test_a_file_that_prints_the_same_twice_reports_two_runs(run: Benchmark) -> None:
    assert len(measurements([run, changed(run, line=999)])) == 2


def test_the_page_says_that_two_tables_print_a_row(site: Site) -> None:
    page = part(site, "llama-2-70b")
    assert "18 measurements" in page.text
    assert "The sources print 24 rows: some stand in two tables and are shown once." in page.text
    row = next(row for row in page.all("tr") if "Latency , line 17" in row.text)
    assert "Throughput , line 17" in row.text


def test_what_a_source_no_longer_shows_is_marked_with_the_reason(site: Site) -> None:
    page = part(site, "llama-2-70b")
    assert "All of them are history" in page.text
    assert "No longer shown: No page shows this file." in page.text
    assert all("historic" in row.attributes.get("class", "") for row in page.all("tr") if row.all("td"))


def test_the_page_says_why_tables_are_not_compared(site: Site) -> None:
    assert "they differ in instance" in part(site, "llama-2-70b").text
    assert re.search(r"differ in instance, framework, model data type and autocast", part(site, "resnet50").text)


def test_every_figure_has_a_unit_in_its_header(site: Site) -> None:
    for model in ("llama-2-70b", "resnet50", "t5-3b", "meta-llama/llama-3.1-8b-instruct", "gpt3-175b"):
        for head in part(site, model).all("thead"):
            titles = [cell.text for cell in head.all("th")]
            for words in ("Throughput", "Latency p50", "TTFT p50", "TPOT p99", "Request latency", "FLOPS"):
                titled = [title for title in titles if title.startswith(words)]
                assert all(re.search(r"/s|ms|, s|percent| s,", title) for title in titled)


def test_latency_says_what_it_is_the_time_of(site: Site) -> None:
    assert "Latency p50 ms per request" in part(site, "resnet50").text
    assert "Latency p50 ms per token" in part(site, "t5-3b").text


def test_the_sdk_leads_to_its_page(site: Site) -> None:
    assert part(site, "resnet50").all("a", href="../../sdks/2.21.0/")


def test_a_doubt_stands_beside_its_row(site: Site) -> None:
    page = part(site, "llama-3-70b")
    marks = [link for link in page.all("a", class_="remark") if link.text.startswith("doubt")]
    targets = {item.attributes["id"] for item in page.all("li") if "id" in item.attributes}
    assert marks
    assert {
        link.attributes["href"].removeprefix("#") for link in marks if "#" in link.attributes["href"][:1]
    } <= targets


def test_ids_on_a_page_are_unique(site: Site) -> None:
    for model in {fact.model for fact in site.knowledge.benchmarks}:
        ids = [found.attributes["id"] for found in part(site, model).walk() if "id" in found.attributes]
        assert len(ids) == len(set(ids)), model


def test_charts_need_three_points_and_compare_only_what_differs_in_one_setting(knowledge: Knowledge) -> None:
    drawn = [
        (group, chart)
        for model in {fact.model for fact in knowledge.benchmarks}
        for group in of_model(knowledge, model).groups
        for chart in group.charts
    ]
    assert {chart.across for _, chart in drawn} == {"batch_size", "throughput"}
    for _, chart in drawn:
        assert sum(len(series.points) for series in chart.series) >= charts.FEWEST_POINTS
        free = ("load", "request_rate") if chart.loads else ("batch_size",)
        assert not set(chart.told_apart_by) & set(free)
        assert len({str(chart.names(series)) for series in chart.series}) == len(chart.series)
        fixed = [name for name in (*SETUP, *SIZES, *CHOICES) if name not in free]
        for series in chart.series:
            assert len({values(point.run.fact, fixed) for point in series.points}) == 1


def test_points_stand_inside_the_picture_and_higher_figures_stand_higher(knowledge: Knowledge) -> None:
    for group in of_model(knowledge, "resnet50").groups:
        for chart in group.charts:
            points = [point for series in chart.series for point in series.points]
            for first, second in combinations(points, 2):
                one, two = (chart.of(point.run.fact, chart.upwards) for point in (first, second))
                assert (one > two) <= (first.y <= second.y)
            assert all(0 <= point.x <= 100 and charts.TOP <= point.y <= charts.BOTTOM for point in points)


def test_every_point_of_a_chart_is_in_a_table(site: Site) -> None:
    for section in part(site, "resnet50").all("section"):
        figures = [cell.text for cell in section.all("td")]
        for label in (text.text for text in section.all("text", class_="point")):
            figure = label.split()[-1]
            assert figure in figures or label.split()[-2:][0] == "batch"


@pytest.mark.parametrize(
    ("figure", "short", "full"),
    [
        (20.441236433136744, 20.441, "20.441236433136744"),
        (53069.0, 53069, "53,069"),
        (0.93722343, 0.93722, "0.93722343"),
        (1606.9446841999056, 1606.9, "1,606.9446841999056"),
    ],
)
def test_figures_are_rounded_for_comparing_and_whole_as_printed(figure: float, short: float, full: str) -> None:
    assert rounded(figure) == short
    assert printed(figure) == full


def test_an_instance_page_names_ranges_and_no_winner(site: Site) -> None:
    page = read(site, "instance_page", "inf2.xlarge")
    assert "102 rows" in page.text
    assert "it ranks neither models nor hardware" in page.text
    assert page.all("a", href="../../models/resnet50/#benchmarks")
    row = next(row for row in page.all("tr") if row.text.startswith("resnet50 Inference"))
    assert "1,044.9 to 4,393.3" in row.text
    assert "inferences/s" in row.text


def test_a_page_of_a_file_has_every_row_and_only_columns_with_values(site: Site) -> None:
    for file_id, file in site.knowledge.records.benchmarks.items():
        page = read(site, "benchmark_page", file_id)
        lines = page.one("tbody").all("tr")
        assert len(lines) == len(file.rows)
        for cells in zip(*(line.all("td") for line in lines), strict=True):
            assert any(cell.text not in ("not stated", "–", "n/a") for cell in cells)


def test_a_page_of_a_file_prints_every_digit(site: Site) -> None:
    page = read(site, "benchmark_page", "optimum-single-instance-qwen3-32b-trn2")
    assert "28.442631099213582" in page.text


def test_the_list_counts_every_row(site: Site) -> None:
    knowledge = site.knowledge
    found = benchmarks.index(knowledge)
    assert sum(group.rows for group in found.groups) == found.rows == len(knowledge.benchmarks)
    page = read(site, "benchmark_list")
    for file_id in knowledge.records.benchmarks:
        assert page.all("a", href=f"../../benchmarks/{file_id}/")
    assert page.all("a", href="../../instances/trn1.32xlarge/#benchmarks")


def test_the_api_has_every_setting_and_figure(knowledge: Knowledge) -> None:
    rows = [benchmark_rows.benchmark(fact) for fact in knowledge.benchmarks]
    assert len({row["id"] for row in rows}) == len(rows)
    for row in rows:
        assert list(row) == list(benchmark_rows.COLUMNS)
    named = {"model", "instances", "line"}
    assert set(BenchmarkRow.model_fields) - named <= set(benchmark_rows.COLUMNS)


def test_the_newest_sdk_is_found_by_number(run: Benchmark) -> None:
    facts = [changed(run, sdk=words) for words in ("2.9.1", "2.20", "2.18.0")]
    assert benchmarks.newest_sdk(facts) == "2.20"


def test_runs_under_load_are_told_apart_by_shape(knowledge: Knowledge) -> None:
    found = of_model(knowledge, "qwen/qwen3-32b")
    (chart,) = found.groups[0].charts
    assert set(chart.loads) == {"synchronous", "asynchronous", "throughput"}
    assert {point.load for series in chart.series for point in series.points} == {0, 1, 2}


def test_a_measurement_reads_the_row_that_is_still_shown(knowledge: Knowledge) -> None:
    for fact in knowledge.benchmarks:
        assert Measurement([fact]).historic == (not fact.file.published)
    for found in measurements(knowledge.benchmarks):
        assert found.historic == all(not fact.file.published for fact in found.facts)
