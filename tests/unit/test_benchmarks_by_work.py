"""The benchmarks of a model on all hardware: runs of the same work in one part of one table, the best of each setup."""

from __future__ import annotations

from collections.abc import Sequence

from macros.pages.benchmarks_by_work import MOST_ROWS, WorkRun
from macros.site.state import Site
from tests.support.benchmark_results import (
    MODEL,
    Row,
    WithResults,
    benchmarks_of,
    results,
    section,
)
from tests.support.html_tree import Element

LARGE: Row = {"instances": ["hearth.large"]}


def bodies(site: Site) -> Sequence[Element]:
    """The parts of the table on a model's page: one for each work."""
    table = section(site, MODEL).one("div", aria_label="Benchmarks on all hardware")
    return table.all("tbody")


def shown(site: Site) -> Sequence[tuple[str, str]]:
    """Instance type and throughput of each row."""
    rows = [row for body in bodies(site) for row in body.all("tr")[1:]]
    return [(row.one("th").text, row.all("td")[0].text) for row in rows]


def rows_of(site: Site) -> Sequence[WorkRun]:
    return [row for work in benchmarks_of(site.knowledge, MODEL).works for row in work.rows]


def test_runs_of_the_same_work_on_all_hardware_stand_together(with_results: WithResults) -> None:
    short, long = {"sequence_length": 128}, {"sequence_length": 512}
    site = with_results(results({**short, "throughput": 40}, {**short, **LARGE, "throughput": 80}, long))
    assert [body.one("tr", class_="group").text for body in bodies(site)] == [
        "Inference: sequence length 128 tokens",
        "Inference: sequence length 512 tokens",
    ]
    assert [len(body.all("tr")) - 1 for body in bodies(site)] == [2, 1]
    assert [row.share for row in rows_of(site)] == [100, 50, None]


def test_figures_that_count_different_things_stand_apart(with_results: WithResults) -> None:
    rows = [{"throughput_unit": unit} for unit in ("inferences-per-second", "output-tokens-per-second")]
    assert len(bodies(with_results(results(*rows)))) == 2


def test_work_on_most_hardware_comes_first(with_results: WithResults) -> None:
    both: Sequence[Row] = [{"sequence_length": 512}, {"sequence_length": 512, **LARGE}]
    site = with_results(results({"sequence_length": 128}, *both))
    assert "512" in bodies(site)[0].one("tr", class_="group").text


def test_of_each_setup_the_best_throughput_and_the_lowest_latency_are_shown(with_results: WithResults) -> None:
    timed = {"latency_basis": "per-request", "cores": 1}
    rows = [
        {"batch_size": 1, "throughput": 20, "latency_p50_ms": 50, **timed},
        {"batch_size": 2, "throughput": 30, "latency_p50_ms": 70, **timed},
        {"batch_size": 4, "throughput": 50, "latency_p50_ms": 80, **timed},
        {**LARGE, "throughput": 90},
    ]
    site = with_results(results(*rows))
    assert shown(site) == [
        ("hearth.small", "50 inferences/s"),
        ("hearth.large", "90 inferences/s"),
        ("hearth.small", "20 inferences/s"),
    ]


def test_every_sdk_and_framework_keeps_its_best(with_results: WithResults) -> None:
    rows: Sequence[Row] = [
        {"sdk": "forge/6.4.0"},
        {"sdk": "5.9", "throughput": 40},
        {"framework": "tongs", "throughput": 30},
    ]
    site = with_results(results(*rows))
    assert [throughput.split()[0] for _, throughput in shown(site)] == ["50", "40", "30"]


def test_latencies_of_different_kinds_are_not_compared(with_results: WithResults) -> None:
    rows: Sequence[Row] = [
        {"throughput": 50},
        {"throughput": 20, "request_latency_s": 1, "latency_basis": "per-request"},
        {"throughput": 10, "latency_p50_ms": 90, "latency_basis": "per-request"},
    ]
    assert [row.latency for row in rows_of(with_results(results(*rows)))] == [
        None,
        "request_latency_s",
        "latency_p50_ms",
    ]


def test_further_runs_are_counted_and_one_click_away(with_results: WithResults) -> None:
    site = with_results(results(*({"batch_size": size, "throughput": 10 * size} for size in (1, 2, 4))))
    part = section(site, MODEL)
    assert len(shown(site)) == 1
    assert part.one("p", class_="more").text.startswith("2 more measurements ")
    assert part.one("p", class_="more").one("a").attributes["href"].endswith(f"explore/?show=benchmarks&model={MODEL}")
    assert len(part.one("details", class_="fold").all("td", class_="printed")) == 3
    assert "highest throughput" in part.all("caption")[0].text


def test_nothing_is_said_of_further_runs_where_all_are_shown(with_results: WithResults) -> None:
    part = section(with_results(results({})), MODEL)
    assert part.all("p", class_="more") == []
    assert "highest throughput" not in part.all("caption")[0].text


def test_works_that_a_page_has_no_room_for_are_counted(with_results: WithResults) -> None:
    site = with_results(results(*({"sequence_length": 2**power} for power in range(MOST_ROWS + 3))))
    part = section(site, MODEL)
    assert len(shown(site)) == MOST_ROWS
    assert part.all("caption")[0].text.startswith(f"{MOST_ROWS + 3} measurements")
    assert part.one("p", class_="more").text.startswith("3 more measurements ")


def test_every_accelerator_has_a_row_before_any_has_a_second(with_results: WithResults) -> None:
    many: Sequence[Row] = [{"sequence_length": 2**power} for power in range(MOST_ROWS)]
    other = results({"instances": ["box.small"], "throughput_unit": "output-tokens-per-second"}, title="Other")
    site = with_results(results(*many), other.replace("framework: hammer\n", ""))
    assert "box.small" in [hardware for hardware, _ in shown(site)]


def test_a_bar_compares_throughput_per_accelerator_in_one_number_format(with_results: WithResults) -> None:
    rows: Sequence[Row] = [
        {"throughput": 40, "model_data_type": "bf16"},
        {**LARGE, "throughput": 80, "model_data_type": "bf16"},
        {"throughput": 20, "model_data_type": "FP8"},
        {**LARGE, "throughput": 20, "model_data_type": "fp8"},
        {"throughput": 90, "model_data_type": "fp8", "instances": [], "accelerators": ["anvil"]},
    ]
    found = {
        row.run.values(["hardware", "model_data_type"]): row.share for row in rows_of(with_results(results(*rows)))
    }
    assert sorted(found.values(), key=lambda share: share or 0) == [None, 25, 50, 100, 100]


def test_the_best_run_is_shown_where_the_folded_tables_have_no_room(with_results: WithResults) -> None:
    recent = [{"batch_size": size} for size in range(1, 42)]
    best = results({"throughput": 999, "model_data_type": "fp8"}, as_of="2018-01-01", title="Old")
    assert ("hearth.small", "999 inferences/s") in shown(with_results(results(*recent), best))


def test_software_that_is_supported_today_comes_before_what_ended(with_results: WithResults) -> None:
    ended = results({"throughput": 900}, framework="tongs", title="Ended")
    site = with_results(ended, results({"throughput": 50}))
    assert [(row.current, row.share) for row in rows_of(site)] == [(True, 100 * 50 / 900), (False, 100)]
    assert [row.has(class_="historic") for row in bodies(site)[0].all("tr")[1:]] == [False, True]


def test_rows_that_are_not_of_one_setup_are_flagged(with_results: WithResults) -> None:
    rows = [{"batch_size": 1, "model_data_type": "bf16"}, {**LARGE, "batch_size": 4, "model_data_type": "bf16"}]
    [body] = bodies(with_results(results(*rows)))
    assert body.one("tr", class_="group").text.endswith("Rows differ in batch size.")
    assert [row.all("td")[3].text for row in body.all("tr")[1:]] == ["Batch size 1", "Batch size 4"]


def test_a_setting_in_which_only_hidden_runs_differ_is_not_flagged(with_results: WithResults) -> None:
    site = with_results(results({"batch_size": 1, "throughput": 1}, {"batch_size": 2, "throughput": 2}))
    assert "Rows differ" not in bodies(site)[0].text
