"""Measurements are compared only where they may be, and counted once."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from macros.knowledge.benchmark_facts import distinct_runs
from macros.pages.benchmark_runs import (
    CHOICES,
    FIGURES,
    HEADINGS,
    SAME_WORK,
    SETUP,
    SIZES,
    SPELLINGS,
    Run,
    merge_rows,
)
from macros.schema.base import fields_of
from macros.schema.benchmarks import BENCHMARK_FIELDS, BenchmarkRow
from macros.site.state import Site
from macros.tables.benchmarks import BENCHMARKS
from tests.support.benchmark_results import (
    LATENCY_ONLY,
    Row,
    WithResults,
    benchmarks_of,
    cells,
    column,
    measured_models,
    results,
    section,
    tables,
    titles,
)

ROW_ONLY = {"line", "as_of", "application_type", "instance_inferred", "doubt"}
"""What belongs to the printed row and not to the measurement: two tables may print one run."""


def test_every_field_of_a_row_is_a_setting_or_a_figure_once() -> None:
    placed = [*SETUP, *SIZES, *CHOICES, *SPELLINGS, *FIGURES]
    assert len(placed) == len(set(placed))
    assert set(fields_of(BenchmarkRow)) - set(placed) - ROW_ONLY == set()


def test_annotations_of_fields_name_fields() -> None:
    for field in BENCHMARK_FIELDS.values():
        assert {field.after, field.unit_field} - {None} <= set(BENCHMARK_FIELDS)


def test_every_setting_and_figure_has_a_heading_and_a_column_of_its_own() -> None:
    placed = [*SETUP, *SIZES, *CHOICES, *SPELLINGS, *FIGURES]
    assert len({HEADINGS[name].label for name in placed}) == len(placed)
    assert set(placed) <= {column.name for column in BENCHMARKS.columns}


def test_rows_compared_with_each_other_do_the_same_work_on_the_same_setup(any_site: Site) -> None:
    for model in measured_models(any_site.knowledge):
        for group in benchmarks_of(any_site.knowledge, model).groups:
            for work_group in group.work_groups:
                assert len({run.values((*SETUP, *SAME_WORK)) for run in work_group}) == 1


@pytest.mark.parametrize(
    ("setting", "other"),
    [
        ("throughput_unit", "tokens-per-second"),
        ("model_data_type", "fp8"),
        ("autocast_data_type", "matmult"),
        ("training_data_type", "fp8"),
        ("framework", "tongs"),
        ("instances", ["hearth.large"]),
    ],
)
def test_rows_with_different_setups_stand_in_different_tables(
    with_results: WithResults, setting: str, other: object
) -> None:
    site = with_results(results({"batch_size": 1}, {"batch_size": 1, setting: other}))
    assert [len(cells(table)) for table in tables(site)] == [1, 1]


def test_latencies_of_different_things_stand_in_different_tables(with_results: WithResults) -> None:
    rows = [{**LATENCY_ONLY, "batch_size": 1, "latency_basis": basis} for basis in ("per-request", "per-token")]
    found = [titles(table)[1] for table in tables(with_results(results(*rows)))]
    assert found == ["Latency p50 ms per request", "Latency p50 ms per token"]


def test_rows_with_the_same_setup_stand_in_one_table(with_results: WithResults) -> None:
    site = with_results(results({"batch_size": 1}, {"batch_size": 2}))
    assert [len(cells(table)) for table in tables(site)] == [2]


@pytest.mark.parametrize("size", ["sequence_length", "input_length", "output_length"])
def test_work_of_different_size_stands_under_headings_of_its_own(with_results: WithResults, size: str) -> None:
    rows = [{"batch_size": batch, size: length} for length in (512, 128) for batch in (1, 2)]
    [table] = tables(with_results(results(*rows)))
    bands = [body.one("tr", class_="group").text for body in table.all("tbody")]
    assert [re.findall(r"\d+", band) for band in bands] == [["128"], ["512"]]
    assert [len(body.all("td", class_="printed")) for body in table.all("tbody")] == [2, 2]


def test_spelling_of_a_model_divides_no_work(with_results: WithResults) -> None:
    rows = [{"model": name, "batch_size": size} for size, name in ((1, "shuttle-large"), (2, "Shuttle_Large bs2"))]
    [table] = tables(with_results(results(*rows), names=["Shuttle_Large bs2"]))
    assert len(table.all("tbody")) == 1
    assert column(table, "Model as published") == ["shuttle-large", "Shuttle_Large bs2"]


def test_words_beyond_the_name_of_a_model_divide_the_work(with_results: WithResults) -> None:
    names = [f"Shuttle-Large Ph{phase} pre-training" for phase in (1, 2)]
    [table] = tables(with_results(results(*({"model": name} for name in names)), names=names))
    bands = [body.one("tr", class_="group").text for body in table.all("tbody")]
    assert [name in band for name, band in zip(names, bands, strict=True)] == [True, True]


def test_a_run_printed_in_two_files_stands_in_one_row(made_up: Site) -> None:
    [table] = [table for table in tables(made_up, "smith/anvil-7b") if "120" in column(table, titles(table)[1])]
    [row] = table.all("td", class_="printed")
    links = [link.attributes["href"] for link in row.all("a")]
    assert [link.rsplit("/", 2)[1] for link in links] == ["hammer-latency", "hammer-archive"]
    assert "historic" not in table.one("tbody").one("tr").attributes.get("class", "")


def test_a_page_counts_runs_and_rows(made_up: Site) -> None:
    part = section(made_up, "smith/anvil-7b")
    assert part.all("caption")[0].text.startswith("3 measurements,")
    assert "4 rows" in part.all("p")[0].text


def test_a_page_without_repeated_rows_counts_no_rows(made_up: Site) -> None:
    assert "rows" not in section(made_up, "maker/shuttle-small").all("p")[0].text


def test_equal_rows_of_one_file_are_two_runs(with_results: WithResults) -> None:
    [table] = tables(with_results(results({"batch_size": 1}, {"batch_size": 1})))
    assert len(cells(table)) == 2


def test_two_files_that_print_a_run_twice_print_two_runs(with_results: WithResults) -> None:
    twice = results({"batch_size": 1}, {"batch_size": 1})
    [table] = tables(with_results(twice, twice))
    assert [row["Source"].count("line") for row in cells(table)] == [2, 2]


@pytest.mark.parametrize(
    "other",
    [
        {"batch_size": 2},
        {"batch_size": 3, "throughput": 51},
        {"threads": 2},
        {"instances": ["hearth.large"]},
        {"framework": "tongs"},
        {"framework_as_published": "Hammer, as printed"},
    ],
)
def test_rows_of_two_files_that_differ_are_two_runs(with_results: WithResults, other: Row) -> None:
    site = with_results(results({"batch_size": 1}), results({"batch_size": 1, **other}))
    assert sum(len(cells(table)) for table in tables(site)) == 2


def test_the_row_still_shown_stands_for_a_run(with_results: WithResults) -> None:
    gone = results({"batch_size": 1, "doubt": "Of old."}, published="false", removed="2019-12-01", title="Gone")
    [table] = tables(with_results(gone, results({"batch_size": 1})))
    [cell] = table.all("td", class_="printed")
    assert [link.attributes["href"].rsplit("/", 2)[1] for link in cell.all("a")[:2]] == ["file-2", "file-1"]
    assert cell.one("a", class_="remark").attributes["href"].endswith("benchmarks/file-1/#figures")
    assert not table.all("ol", class_="remarks")


def test_the_row_that_stands_for_a_run_is_shown_where_any_is(any_site: Site) -> None:
    facts = {fact.id: fact for fact in any_site.knowledge.benchmarks}
    compared = (*SETUP, "work", *SIZES, *CHOICES, *FIGURES)
    for fact in facts.values():
        first = facts[fact.run]
        assert first.repeats is None
        assert (first.file_id == fact.file_id) == (first.id == fact.id)
        assert first.file.published or not fact.file.published
        assert Run([fact]).values(compared) == Run([first]).values(compared)


def test_runs_that_agree_in_everything_are_as_many_as_one_file_prints(any_site: Site) -> None:
    compared = (*SETUP, "work", *SIZES, *CHOICES, "framework_as_published", *FIGURES)
    facts = any_site.knowledge.benchmarks
    printed = Counter((fact.file_id, Run([fact]).values(compared)) for fact in facts)
    most: dict[object, int] = {}
    for (_, key), count in printed.items():
        most[key] = max(count, most.get(key, 0))
    assert Counter(Run([fact]).values(compared) for fact in distinct_runs(facts)) == most


def test_every_list_counts_the_same_measurements(any_site: Site) -> None:
    knowledge = any_site.knowledge
    for kind in ("models", "instances"):
        for record in knowledge.records.of(kind):
            facts = knowledge.benchmarks.of(kind, record)
            counted = len(knowledge.measurements_of(kind, record))
            assert counted == sum(fact.repeats is None for fact in facts) == len(merge_rows(facts))


def test_rows_of_one_file_are_runs_of_their_own(any_site: Site) -> None:
    for record in any_site.knowledge.records.benchmarks:
        facts = any_site.knowledge.benchmarks.of("benchmarks", record)
        assert len(distinct_runs(facts)) == len(facts)


def test_a_measurement_is_not_shown_only_where_no_file_shows_it(any_site: Site) -> None:
    for fact in any_site.knowledge.benchmarks:
        assert Run([fact]).unshown == (not fact.file.published)
    for found in merge_rows(any_site.knowledge.benchmarks):
        assert found.unshown == all(not fact.file.published for fact in found.facts)


def test_every_row_is_on_the_page_of_its_model_or_counted_as_left_out(any_site: Site) -> None:
    for model in measured_models(any_site.knowledge):
        found = benchmarks_of(any_site.knowledge, model)
        runs = [run for group in found.groups for run in group.runs]
        shown = [fact.id for run in runs for fact in run.facts]
        assert len(shown) == len(set(shown))
        assert len(runs) + found.left_out == len(found.runs)
        if not found.left_out:
            facts = any_site.knowledge.benchmarks.of("models", model)
            assert sorted(shown) == sorted(fact.id for fact in facts)
