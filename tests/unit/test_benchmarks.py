"""Measurements: compared only where they may be, counted once, and never chosen among."""

from __future__ import annotations

import dataclasses
import re
from itertools import combinations
from typing import Any

import pytest

from macros.exports import benchmark_rows
from macros.knowledge import Benchmark, Knowledge
from macros.knowledge.measuring import distinct
from macros.schema.base import fields_of
from macros.schema.benchmarks import BenchmarkRow
from macros.site.state import Site
from macros.views import benchmarks, charts
from macros.views.comparable import (
    CHOICES,
    FIGURES,
    SAME_WORK,
    SETUP,
    SIZES,
    SPELLINGS,
    Measurement,
    measurements,
    printed,
    rounded,
    values,
)
from tests.support.html_tree import Element, read_html
from tests.support.render_page import read

ROW_ONLY = {"line", "application_type", "instance_inferred", "doubt"}
"""What belongs to the printed row and not to the measurement: two tables may print one run."""


def of_model(knowledge: Knowledge, model: str) -> benchmarks.Measured:
    return benchmarks.measured(knowledge, knowledge.benchmarks_of("models", model))


def part(site: Site, model: str) -> Element:
    found = of_model(site.knowledge, model)
    return read_html(site.renderer.render("parts/benchmarks.html", f"models/{model}/", measured=found))


def changed(fact: Benchmark, file_id: str = "", **settings: Any) -> Benchmark:
    row = dataclasses.replace(fact.row, **settings)
    file_id = file_id or fact.file_id
    return dataclasses.replace(fact, row=row, file_id=file_id, id=f"{file_id}/{row.line}", repeats=None)


@pytest.fixture
def run(knowledge: Knowledge) -> Benchmark:
    """Any measurement with throughput and latency."""
    return next(fact for fact in knowledge.benchmarks if fact.row.throughput and fact.row.latency_p50_ms)


def test_every_field_of_a_row_has_its_place() -> None:
    placed = [*SETUP, *SIZES, *CHOICES, *SPELLINGS, *FIGURES]
    assert len(placed) == len(set(placed))
    assert set(fields_of(BenchmarkRow)) - set(placed) - ROW_ONLY == set()


def test_every_row_is_on_the_page_of_its_model_or_left_out_by_count(knowledge: Knowledge) -> None:
    for model in knowledge.records.models:
        facts = knowledge.benchmarks_of("models", model)
        if facts:
            found = of_model(knowledge, model)
            bands = [band for group in found.groups for band in group.bands]
            shown = [fact for band in bands for line in band.lines for fact in line.run.facts]
            if not found.left_out:
                assert sorted(fact.id for fact in shown) == sorted(fact.id for fact in facts)
            assert sum(group.size for group in found.groups) + found.left_out == found.runs


def test_rows_of_a_band_agree_in_all_that_has_to_agree(knowledge: Knowledge) -> None:
    for model in {fact.model for fact in knowledge.benchmarks}:
        for group in of_model(knowledge, model).groups:
            for band in group.bands:
                assert len({values(line.run.fact, (*SETUP, *SAME_WORK)) for line in band.lines}) == 1


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


def test_a_run_that_two_files_print_is_one_and_the_row_that_is_shown_stands_for_it(knowledge: Knowledge) -> None:
    facts = {fact.id: fact for fact in knowledge.benchmarks}
    repeats = [fact for fact in knowledge.benchmarks if fact.repeats]
    assert repeats
    for fact in repeats:
        first = facts[fact.run]
        assert first.repeats is None
        assert first.file_id != fact.file_id
        assert first.file.published or not fact.file.published
        told = (*SETUP, "work", *SIZES, *CHOICES, *FIGURES)
        assert values(fact, told) == values(first, told)


def test_no_two_measurements_of_different_files_agree_in_everything(knowledge: Knowledge) -> None:
    told = (*SETUP, "work", *SIZES, *CHOICES, "framework_as_published", *FIGURES)
    found: dict[object, set[str]] = {}
    for fact in distinct(knowledge.benchmarks):
        found.setdefault(values(fact, told), set()).add(fact.file_id)
    assert all(len(files) == 1 for files in found.values())


def test_every_list_counts_the_same_measurements(knowledge: Knowledge) -> None:
    for kind, records in (("models", knowledge.records.models), ("instances", knowledge.records.instances)):
        for record in records:
            facts = knowledge.benchmarks_of(kind, record)
            counted = len(knowledge.measurements_of(kind, record))
            assert counted == sum(fact.repeats is None for fact in facts) == len(measurements(facts))


def test_rows_of_one_file_are_runs_of_their_own(knowledge: Knowledge) -> None:
    for record in knowledge.records.benchmarks:
        facts = knowledge.benchmarks_of("benchmarks", record)
        assert len(distinct(facts)) == len(facts)


def test_a_row_that_repeats_another_is_shown_beside_it(run: Benchmark) -> None:
    twice = dataclasses.replace(changed(run, line=999), repeats=run.run)
    (one,) = measurements([run, twice])
    assert [fact.row.line for fact in one.facts] == [run.row.line, 999]
    assert len(measurements([run, changed(run, line=999)])) == 2


def test_spelling_divides_no_band_but_a_phase_of_training_does(knowledge: Knowledge) -> None:
    spelled = {fact.row.model: fact.work for fact in knowledge.benchmarks}
    assert spelled["meta-llama_Meta-Llama-3.1-8B-Instruct"] == spelled["meta-llama/Llama-3.1-8B-Instruct"] == ()
    assert spelled["Resnet-50"] == spelled["resnet50"]
    phases = [f"HuggingFace BERT-Large Ph{phase} pre-training" for phase in (1, 2)]
    assert spelled[phases[0]] != spelled[phases[1]]


def test_the_page_says_that_two_tables_print_a_row(site: Site) -> None:
    page = part(site, "llama-2-70b")
    assert "18 measurements" in page.text
    assert "The sources print 24 rows: some stand in two tables and are shown once." in page.text
    row = next(row for row in page.all("tr") if "Latency , line 17" in row.text)
    assert "Throughput , line 17" in row.text


def test_what_a_source_no_longer_shows_is_marked_with_the_reason(site: Site) -> None:
    page = part(site, "llama-2-70b")
    assert "All of them are not shown by the source: its pages once had them." in page.text
    assert "No longer shown, since 2024-07-24: No page shows this file." in page.text
    assert all("historic" in row.attributes.get("class", "") for row in page.all("tr") if row.all("td"))


def test_what_was_perhaps_never_shown_is_not_called_history(site: Site) -> None:
    page = part(site, "meta-llama/llama-3.3-70b-instruct")
    assert "8 of them are not shown by the source." in page.text
    assert "Not shown: No page shows this table." in page.text
    assert "longer" not in page.text
    assert "history" not in page.text


def test_the_page_says_why_tables_are_not_compared(site: Site) -> None:
    assert "the tables differ in instance" in part(site, "llama-2-70b").text
    assert re.search(r"differ in instance, framework, model data type, autocast", part(site, "resnet50").text)
    assert re.search(r"differ in model data type( and|,) image size", part(site, "stable-diffusion-2.1").text)


def test_no_two_tables_of_a_page_have_the_same_heading(site: Site) -> None:
    for model in {fact.model for fact in site.knowledge.benchmarks}:
        headings = [section.one("h3").text for section in part(site, model).all("section")]
        assert len(headings) == len(set(headings)), model
    assert any("mage size 512x512" in title.text for title in part(site, "stable-diffusion-2.1").all("h3"))


def test_throughput_stands_near_the_beginning_of_its_row(site: Site) -> None:
    for model in {fact.model for fact in site.knowledge.benchmarks}:
        for head in part(site, model).all("thead"):
            titles = [cell.text for cell in head.all("th")]
            places = [place for place, title in enumerate(titles) if title.startswith("Throughput")]
            assert all(place <= benchmarks.MOST_FIRST for place in places), model


def test_figures_that_their_page_calls_illustrative_are_marked(site: Site) -> None:
    for model, sdk in (("meta-llama/llama-3.1-8b-instruct", "2.32"), ("openai/gpt-oss-120b", "2.31")):
        text = part(site, model).text
        assert f"The page calls its figures illustrative. It asks for SDK {sdk} or later" in text


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


def drawn(knowledge: Knowledge) -> list[tuple[benchmarks.Group, charts.Chart]]:
    return [
        (group, chart)
        for model in sorted({fact.model for fact in knowledge.benchmarks})
        for group in of_model(knowledge, model).groups
        for chart in group.charts
    ]


def test_charts_need_three_points_and_compare_only_what_differs_in_one_setting(knowledge: Knowledge) -> None:
    found = drawn(knowledge)
    assert {chart.across for _, chart in found} == {"batch_size", "throughput"}
    for _, chart in found:
        assert sum(len(series.points) for series in chart.series) >= charts.FEWEST_POINTS
        assert len(chart.series) <= charts.MOST_SERIES
        free = ("batch_size",) if chart.across == "batch_size" else ("load", "request_rate")
        assert not set(chart.told_apart_by) & set(free)
        assert len({str(chart.names(series)) for series in chart.series}) == len(chart.series)
        fixed = [name for name in (*SETUP, *SAME_WORK, *CHOICES) if name not in free]
        for series in chart.series:
            assert len({values(point.run.fact, fixed) for point in series.points}) == 1


def test_a_chart_has_one_band_only(knowledge: Knowledge) -> None:
    for group, chart in drawn(knowledge):
        assert group.charted
        band = {line.run.fact.id for line in group.charted.lines}
        assert {point.run.fact.id for series in chart.series for point in series.points} <= band


def test_no_line_joins_different_loads(knowledge: Knowledge) -> None:
    for _, chart in drawn(knowledge):
        for series in chart.series:
            assert len({point.run.fact.row.load for point in series.points}) == 1 or not series.joined


def test_labels_of_a_chart_do_not_touch(knowledge: Knowledge) -> None:
    for _, chart in drawn(knowledge):
        assert len(chart.labels) == (len(chart.series[0].points) if len(chart.series) == 1 else len(chart.series))
        for one, two in combinations(chart.labels, 2):
            apart = (len(one.text) + len(two.text)) * charts.LETTER_WIDTH / 2
            assert abs(one.x - two.x) >= apart - 0.2 or abs(one.y - two.y) >= charts.LABEL_HEIGHT


def test_points_stand_inside_the_picture_and_higher_figures_stand_higher(knowledge: Knowledge) -> None:
    for group in of_model(knowledge, "resnet50").groups:
        for chart in group.charts:
            points = [point for series in chart.series for point in series.points]
            for first, second in combinations(points, 2):
                one, two = (chart.of(point.run.fact, chart.upwards) for point in (first, second))
                assert (one > two) <= (first.y <= second.y)
            assert all(0 <= point.x <= 100 and charts.TOP <= point.y <= charts.BOTTOM for point in points)


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
    row = next(row for row in page.all("tr") if row.text.startswith("resnet50 "))
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
    assert set(fields_of(BenchmarkRow)) - named <= set(benchmark_rows.COLUMNS)


def test_the_newest_sdk_is_found_by_number(run: Benchmark) -> None:
    facts = [changed(run, sdk=words) for words in ("2.9.1", "2.20", "2.18.0")]
    assert benchmarks.newest_sdk(facts) == "2.20"


def test_runs_under_load_are_named_at_their_points(knowledge: Knowledge) -> None:
    found = of_model(knowledge, "meta-llama/llama-4-maverick-17b-128e-instruct")
    (chart,) = found.groups[0].charts
    assert {label.text for label in chart.labels} == {"synchronous", "asynchronous", "throughput"}


def test_runs_that_reach_the_same_are_no_picture(knowledge: Knowledge) -> None:
    assert not of_model(knowledge, "qwen/qwen3-32b").groups[0].charts


def test_throughput_of_a_cluster_is_not_that_of_an_instance(site: Site) -> None:
    page = read(site, "instance_page", "trn1.32xlarge")
    rows = [row for row in page.all("tr") if row.text.startswith("bert-large-uncased ")]
    assert len(rows) > 1
    assert all("trn1.32xlarge or trn1n.32xlarge" in row.text for row in rows)
    nodes = {fact.row.nodes for fact in site.knowledge.benchmarks_of("models", "bert-large-uncased") if fact.row.nodes}
    found = benchmarks.measured_models(site.knowledge, site.knowledge.benchmarks_of("instances", "trn1.32xlarge"))
    assert {line.nodes for line in found.lines if line.model == "bert-large-uncased" and line.nodes} == nodes


def test_what_all_rows_of_a_file_share_stands_once(site: Site) -> None:
    page = read(site, "benchmark_page", "inf2-latency-data-decoder")
    titles = [cell.text for cell in page.one("thead").all("th")]
    assert "Batch size" not in titles
    assert titles.index("Throughput output tokens/s") <= 4
    assert "Batch size 1" in page.one("dl", class_="settings").text


def test_a_measurement_reads_the_row_that_is_still_shown(knowledge: Knowledge) -> None:
    for fact in knowledge.benchmarks:
        assert Measurement([fact]).unshown == (not fact.file.published)
    for found in measurements(knowledge.benchmarks):
        assert found.unshown == all(not fact.file.published for fact in found.facts)
