"""Measurements on pages of models, hardware, frameworks and tables, each counted once; charts of batch sizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from macros.facts.benchmarks import work_of
from macros.pages.pictures import SIZES_FROM, SIZES_TO, ThroughputPicture, throughput
from macros.pages.section import MOST_ROWS
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.benchmark_results import LATENCY_ONLY, MODEL, Row, WithResults, column, in_common, measured, results
from tests.support.elements import Element, read

LARGE: Row = {"instances": ["hearth.large"]}
SEVERAL: Row = {"instances": [], "accelerators": ["anvil"], "accelerator_count": 8}


def drawn(site: Site) -> ThroughputPicture | None:
    return throughput(site.knowledge, site.knowledge.measurements_of("models", MODEL))


def test_a_model_has_a_row_for_each_run_by_accelerator_of_the_same_work_best_first(with_results: WithResults) -> None:
    trained = results({"instances": ["box.small"]}, framework="loom", workload="training", title="Trained")
    slow, fast = results({"throughput": 20}), results({"throughput": 20}, {"throughput": 90, **LARGE})
    found = measured(with_results(trained, slow, fast), "model_page", MODEL).rows
    assert [(row["Hardware"], row["Throughput"]) for row in found] == [
        ("hearth.large", "90 inferences/s"),
        ("hearth.small", "20 inferences/s"),
        ("box.small", "50 inferences/s"),
    ]


def test_a_figure_stands_with_software_version_count_number_format_and_date(with_results: WithResults) -> None:
    own = {"sdk": "5.9", "framework_version": "2.1+g7, Anvilkit 3", "model_data_type": "fp8"}
    site = with_results(results({**SEVERAL, **own}, {"batch_size": 4}))
    page = read(site, "model_page", MODEL)
    assert "Date: 2019-11-05" in in_common(page)
    row, *_ = [row.text for row in page.one("div", aria_label="Benchmarks").all("tr") if "8 ×" in row.text]
    assert [one for one in ("version 2.1,", "SDK 5.9", "number format fp8", "Anvil") if one not in row] == []


def test_what_all_runs_share_stands_once(with_results: WithResults) -> None:
    page = read(
        with_results(results(*({"batch_size": size, "task": "weaving"} for size in (1, 2)))), "model_page", MODEL
    )
    assert {"Task: weaving", "Hardware: hearth.small"} <= set(in_common(page))
    assert column(page.one("div", aria_label="Benchmarks"), "Batch size") == ["1", "2"]


def test_figures_of_some_runs_share_a_cell_those_of_all_have_columns(with_results: WithResults) -> None:
    table = measured(with_results(results({"ttft_ms": 8}, {"request_latency_s": 1.5}, {})), "model_page", MODEL)
    assert column(table, "Other figures") == ["TTFT 8 ms", "request latency 1.5 s", "–"]
    rows = [{**LATENCY_ONLY, "latency_p50_ms": size, "latency_p99_ms": 90 + size} for size in (10, 20)]
    row, *_ = measured(with_results(results(*rows)), "model_page", MODEL).rows
    assert [title for title in row if title.startswith("Latency")] == ["Latency p50 (ms)", "Latency p99 (ms)"]


def test_what_its_source_no_longer_shows_says_so(with_results: WithResults) -> None:
    gone = results({"batch_size": 1}, published="false", removed="2019-12-01", title="Gone")
    hidden = results({"batch_size": 2}, published="false", title="Hidden")
    site = with_results(gone, hidden, results({"batch_size": 4}))
    rows = column(measured(site, "model_page", MODEL), "Printed in")
    said = [row.rpartition("source ")[2] for row in rows if "its source" in row]
    assert said == ["no longer shows it, since 2019-12-01", "does not show it"]


def test_the_picture_has_a_bar_per_accelerator_for_the_best_run_on_each_hardware(with_results: WithResults) -> None:
    rows: Sequence[Row] = [
        {"throughput": 40},
        {"throughput": 30},
        {**LARGE, "throughput": 80},
        {**SEVERAL, "throughput": 160},
    ]
    site = with_results(results(*({"model_data_type": "bf16", **row} for row in rows)))
    found = drawn(site)
    assert found
    assert [(bar.hardware.names, bar.value, bar.percent) for bar in found.bars] == [
        (("hearth.small",), 40, 100),
        (("hearth.large",), 20, 50),
        (("anvil",), 20, 50),
    ]
    figure = read(site, "model_page", MODEL).one("figure", class_="throughput")
    assert "inferences/s" in figure.one("figcaption").text


def test_a_bar_names_number_format_software_and_month(with_results: WithResults) -> None:
    gone = results({**LARGE, "model_data_type": "fp8", "sdk": "5.9"}, published="false", title="Gone")
    found = drawn(with_results(gone, results({"model_data_type": "fp8"})))
    assert found
    assert sorted(bar.setup for bar in found.bars) == [
        "fp8, Hammer, 2019-11",
        "fp8, Hammer, SDK 5.9, 2019-11, not shown by its source",
    ]


def test_the_picture_is_of_the_work_with_most_hardware(with_results: WithResults) -> None:
    rows: Sequence[Row] = [{"sequence_length": 128}, {"sequence_length": 512}, {"sequence_length": 512, **LARGE}]
    site = with_results(results(*({"model_data_type": "bf16", **row} for row in rows)))
    caption = read(site, "model_page", MODEL).one("figure", class_="throughput").text
    assert "sequence length 512 tokens" in caption


@pytest.mark.parametrize(
    "other",
    [
        {"batch_size": 4},
        {**LARGE, **LATENCY_ONLY},
        {**LARGE, "sequence_length": 512},
        {**LARGE, "model_data_type": "fp8"},
    ],
)
def test_there_is_no_picture_where_there_is_nothing_to_compare(with_results: WithResults, other: Row) -> None:
    page = read(with_results(results({}, other)), "model_page", MODEL)
    assert page.all("figure", class_="throughput") == []


def test_each_model_of_some_hardware_has_a_row_before_any_has_a_second(with_results: WithResults) -> None:
    rows = [{"batch_size": size} for size in range(1, MOST_ROWS + 2)]
    found = column(measured(with_results(results(*rows)), "accelerator_page", "anvil"), "Model")
    assert len(set(found[:3])) == 3


def test_instance_types_that_the_source_joins_are_joined_in_a_row(with_results: WithResults) -> None:
    joined = {"instances": ["hearth.small", "hearth.large"], "nodes": 4}
    site = with_results(results({"throughput": 50}, joined))
    assert "4 × hearth.small or hearth.large" in column(measured(site, "model_page", MODEL), "Hardware")


def test_the_list_has_the_figures_of_each_file(made_up: Site) -> None:
    page = read(made_up, "benchmark_list")
    found = {row["Benchmark table"]: row for row in page.one("table").rows}
    assert list(found) == ["Latency of hammers", "Speed of looms", "Earlier figures of hammers"]
    archive = found["Earlier figures of hammers"]
    assert (archive["Rows"], archive["Highest throughput"].split(" on ")[0]) == ("2", "120 output tokens/s")
    assert archive["Newest SDK"] == "Forge Kit 6.4.0"
    assert "does not show, or no longer, stand in the last 1 table." in page.one("caption").text


def test_the_newest_sdk_is_the_one_with_the_highest_number(with_results: WithResults) -> None:
    rows = [{"batch_size": size, "sdk": sdk} for size, sdk in ((1, "forge/6.4.0"), (2, "forge/6.10.0"), (4, "6.9.1"))]
    site = with_results(results(*rows, as_of="2020-02-10", citation="{source: forge-notes, locator: page 20}"))
    assert "Forge Kit 6.10.0" in [row["Newest SDK"] for row in read(site, "benchmark_list").one("table").rows]


def test_spelling_of_a_model_divides_no_work_and_further_words_do(with_results: WithResults) -> None:
    names = ["Shuttle_Large bs2", "Shuttle-Large Ph1", "Shuttle-Large Ph2"]
    rows: list[Row] = [{}, {"model": names[0], "batch_size": 2}, {"model": names[1]}, {"model": names[2]}]
    knowledge = with_results(results(*rows), names=names).knowledge
    plain, spelt, first, second = map(work_of, knowledge.measurements_of("models", MODEL))
    assert plain == spelt
    assert len({plain, first, second}) == 3


def test_rows_of_one_file_and_rows_that_differ_are_runs_of_their_own(with_results: WithResults) -> None:
    others: list[Row] = [
        {"batch_size": 2},
        {"batch_size": 3, "throughput": 51},
        {"threads": 2},
        {"instances": ["hearth.large"]},
        {"framework": "tongs"},
        {"framework_as_published": "Hammer, as printed"},
        {"instances": [], "accelerators": ["anvil"]},
    ]
    one: Row = {"batch_size": 1}
    site = with_results(results(one, one), results(one, *({**one, **other} for other in others)))
    assert len(measured(site, "model_page", MODEL).rows) == 2 + len(others)


def test_the_row_still_shown_stands_for_a_run(with_results: WithResults) -> None:
    gone = results({"doubt": "Of old."}, published="false", removed="2019-12-01", title="Gone")
    [row] = measured(with_results(gone, results({})), "model_page", MODEL).rows
    assert "no longer" not in str(row)


ROWS = """\
      - {model: shuttle-large, instance: box.small, native: 4, compiled: 10, variant: gain}
      - {model: shuttle-large, instance: box.small, native: 8, compiled: 2, variant: loss}
      - {model: shuttle-large, instance: box.small, native: 5, compiled: 5, variant: same}
      - {model: shuttle-large, instance: box.small, compiled: 3, variant: unknown}
      - {model: shuttle-large, instance: box.small, native: 1, compiled: 6, lower_bound: true, variant: bound}
"""


@pytest.fixture
def lines(edited_made_up: EditSite) -> Mapping[str, Element]:
    """The lines of a chart of batch sizes, by their labels."""
    before = "      - {model: shuttle-large,       instance: ml.box.small, native: 4, compiled: 2}\n"
    site = edited_made_up({"configurations/plain-paper/loom-1.0.yml": {before: ROWS}})
    page = read(site, "model_page", "shuttle-large")
    found = page.one("ol", class_="dumbbells").all("li")
    return {line.all("svg", role="img")[0].attributes["aria-label"]: line for line in found}


def placed(line: Element, tag: str, *names: str) -> list[list[float]]:
    """Where the elements with a tag stand, in percent."""
    return [[float(one.attributes[name].removesuffix("%")) for name in names] for one in line.all(tag)]


def place(value: int) -> float:
    """On a scale that ends at the largest value, 10."""
    return round(SIZES_FROM + (SIZES_TO - SIZES_FROM) * value / 10, 1)


LINES: Mapping[str, tuple[int | None, int, str, list[str]]] = {
    "native 4, compiled 10": (4, 10, "gain", ["4", "10"]),
    "native 8, compiled 2": (8, 2, "loss", ["8", "2"]),
    "native 5, compiled 5": (5, 5, "same", ["5"]),
    "native not published, compiled 3": (None, 3, "unknown", ["3"]),
    "native 1, compiled at least 6": (1, 6, "gain", ["1", "≥ 6"]),
}
"""By label: both batch sizes, what the compiler brought, and the figures beside the line."""


def test_a_line_is_drawn_between_the_two_batch_sizes(lines: Mapping[str, Element]) -> None:
    assert lines.keys() == LINES.keys()
    for label, (native, compiled, direction, shown) in LINES.items():
        line, at = lines[label], place(compiled)
        assert line.has(class_=direction), label
        assert [text.text for text in line.all("text")] == shown
        assert placed(line, "use", "x") == [[at]], label
        assert placed(line, "circle", "cx") == ([] if native is None else [[place(native)]]), label
        assert placed(line, "line", "x1", "x2") == ([] if native is None else [[place(native), at]]), label


def test_gains_losses_and_equal_sizes_have_different_shapes(lines: Mapping[str, Element]) -> None:
    shapes = {label: line.one("use").attributes["href"] for label, line in lines.items()}
    gain, loss = shapes["native 4, compiled 10"], shapes["native 8, compiled 2"]
    same, unknown = shapes["native 5, compiled 5"], shapes["native not published, compiled 3"]
    assert len({gain, loss, same}) == 3
    assert same == unknown


def test_batch_sizes_that_count_differently_are_in_separate_charts(edited_made_up: EditSite) -> None:
    row = "      - {model: shuttle-large,       instance: ml.box.small, native: 4, compiled: 2}\n"
    other = "{model: shuttle-large, instance: box.small, native: 3, scope: per-node, scope_inferred: Why, variant: b}"
    site = edited_made_up({"configurations/plain-paper/loom-1.0.yml": {row: f"{row}      - {other}\n"}})
    charts = read(site, "model_page", "shuttle-large").all("figure", class_="batch-sizes")
    labels = [[line.attributes["aria-label"] for line in chart.all("svg", role="img")] for chart in charts]
    assert labels == [["native 4, compiled 2"], ["native 3, not compiled"]]
    assert ["per node" in chart.one("figcaption").text for chart in charts] == [False, True]
