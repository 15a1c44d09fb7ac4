"""Measurements on pages of hardware, frameworks and result tables, in the list and in the API."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import pytest

from macros.pages import benchmarks
from macros.pages.paging import pager
from macros.schema.base import fields_of
from macros.schema.benchmarks import BenchmarkRow
from macros.site.state import Site
from macros.tables.benchmarks import BENCHMARKS
from tests.support.benchmark_results import (
    MODEL,
    WithResults,
    cells,
    column,
    figures_part,
    headings,
    results,
    shared_settings,
    titles,
)
from tests.support.html_tree import Element
from tests.support.render_page import read


def measured_part(page: Element) -> Element:
    """The summary of many models on the page of hardware or a framework."""
    return page.one("div", aria_label="Models measured here")


def sdk_column(part: Element) -> set[str]:
    place = titles(part).index("SDK")
    rows = [row.all("th", "td")[place] for row in part.all("tr") if row.all("td")]
    return {link.attributes["href"] for cell in rows for link in cell.all("a")}


def test_the_page_of_a_file_has_every_row_and_only_columns_with_values(any_site: Site) -> None:
    for file_id, file in any_site.knowledge.records.benchmarks.items():
        lines = figures_part(any_site, file_id).one("tbody").all("tr")
        assert len(lines) == len(file.rows)
        for found in zip(*(line.all("td") for line in lines), strict=True):
            assert any(cell.text not in ("not stated", "–", "n/a") for cell in found)


def test_what_all_rows_of_a_file_share_stands_once(made_up: Site) -> None:
    page = read(made_up, "benchmark_page", "hammer-latency")
    shared = shared_settings(page)
    assert (shared["Framework"], shared["Input"], shared["Output"]) == ("Hammer", "128", "64")
    found = titles(figures_part(made_up, "hammer-latency"))
    assert not {"Framework", "Input tokens", "Output tokens"} & set(found)
    assert found.index("Throughput output tokens/s") <= 4


def test_the_page_of_a_file_names_units_by_row_where_they_differ(made_up: Site) -> None:
    part = figures_part(made_up, "hammer-archive")
    assert "Throughput" in titles(part)
    assert column(part, "Unit of throughput") == ["output tokens/s", "inferences/s"]


def test_the_page_of_a_file_links_rows_with_their_remarks(made_up: Site) -> None:
    page = read(made_up, "benchmark_page", "hammer-archive")
    [mark], [remark] = page.all("a", class_="remark"), page.one("ol", class_="remarks").all("li")
    assert mark.attributes["href"] == f"#{remark.attributes['id']}"
    assert "The heading joins both." in remark.text


@pytest.mark.parametrize(
    ("file_id", "removed", "hidden"),
    [("hammer-latency", False, False), ("hammer-archive", True, False), ("file-1", False, True)],
)
def test_the_page_of_a_file_says_whether_its_source_shows_it(
    with_results: WithResults, file_id: str, removed: bool, hidden: bool
) -> None:
    site = with_results(results({"batch_size": 1}, published="false"))
    text = read(site, "benchmark_page", file_id).text
    assert ("2020-01-15" in text, "no longer" in text) == (removed, removed)
    assert ("does not show" in text) == hidden


def test_the_list_has_every_file_once_and_counts_every_row(any_site: Site) -> None:
    knowledge = any_site.knowledge
    numbers = [str(number) for number in range(1, pager(knowledge, "benchmarks", "1").pages + 1)]
    indexes = [benchmarks.index(knowledge, number) for number in numbers]
    lines = [line for found in indexes for line in found.rows]
    assert sum(len(line.facts) for line in lines) == len(knowledge.benchmarks)
    assert {len(found.facts) for found in indexes} == {len(knowledge.benchmarks)}
    pages = [read(any_site, "benchmark_list", number) for number in numbers]
    for file_id in knowledge.records.benchmarks:
        assert sum(len(page.all("a", href=f"../../benchmarks/{file_id}/")) for page in pages) == 1


def test_the_list_has_the_figures_of_each_file(made_up: Site) -> None:
    table = read(made_up, "benchmark_list").one("div", aria_label="Result tables")
    found = {row["Result table"]: row for row in cells(table)}
    assert list(found) == ["Latency of hammers", "Speed of looms", "Earlier figures of hammers no longer shown"]
    archive = found["Earlier figures of hammers no longer shown"]
    assert (archive["Rows"], archive["Instances"]) == ("2", "hearth.large , hearth.small")
    assert archive["Newest SDK"] == "6.4.0"


def test_the_list_has_the_figures_of_each_instance_type(made_up: Site) -> None:
    table = read(made_up, "benchmark_list").one("div", aria_label="Instance types with benchmarks")
    found = {row["Instance"]: (row["Rows"], row["Not shown any more"], row["Models"]) for row in cells(table)}
    assert found == {
        "hearth.small": ("3", "2", "1"),
        "hearth.large": ("3", "1", "2"),
        "box.small": ("3", "0", "1"),
    }
    assert table.all("a", href="../../instances/hearth.large/#benchmarks")


def test_files_that_name_no_hardware_come_after_the_others_shown_and_their_rows_are_counted(
    with_results: WithResults,
) -> None:
    site = with_results(results({"instances": []}, {"instances": [], "batch_size": 2}, title="Of nowhere"))
    page = read(site, "benchmark_list")
    titles = [row["Result table"] for row in cells(page.one("div", aria_label="Result tables"))]
    assert [title for title in titles if not title.endswith("no longer shown")][-1] == "Of nowhere"
    caption = page.one("div", aria_label="Instance types with benchmarks").one("caption").text
    assert "2 rows more name no instance type." in caption
    assert headings(site) == ["instance not known , inference, Hammer"]


def test_the_api_has_every_setting_and_figure_of_every_row_once(any_site: Site) -> None:
    rows = [BENCHMARKS.row(fact) for fact in any_site.knowledge.benchmarks]
    assert len({row["id"] for row in rows}) == len(rows)
    columns = {column.name for column in BENCHMARKS.columns}
    assert set(fields_of(BenchmarkRow)) - {"model", "instances", "line"} <= columns


def test_the_api_has_the_figures_of_a_row(made_up_exports: Mapping[str, bytes]) -> None:
    [row] = [row for row in rows_of(made_up_exports) if row["id"] == "hammer-latency/3"]
    assert (row["model"], row["throughput"], row["ttft_p99_ms"], row["sdk"]) == ("smith/anvil-7b", 900, 50, "forge/6.4")
    assert (row["instances"], row["accelerators"]) == (["hearth.large"], ["anvil"])
    assert (row["published"], row["doubt"]) == (True, "The median is above the 99th percentile.")


def test_a_printed_label_of_several_models_is_shown_where_the_row_names_one_of_them(with_results: WithResults) -> None:
    site = with_results(results({"model_as_published": "Shuttle"}, title="Labels"))
    [fact] = site.knowledge.benchmarks.of("models", MODEL)
    row = BENCHMARKS.row(fact)
    assert (row["model"], row["model_as_published"]) == (MODEL, "Shuttle")
    [shown] = cells(read(site, "benchmark_page", fact.file_id).one("div", aria_label="Figures"))
    assert shown["Model as published"] == "Shuttle"


def rows_of(exports: Mapping[str, bytes]) -> Sequence[Mapping[str, object]]:
    found: Sequence[Mapping[str, object]] = json.loads(exports["api/v1/benchmarks.json"])["result"]
    return found
