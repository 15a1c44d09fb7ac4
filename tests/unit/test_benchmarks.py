"""Measurements are counted once, and compared only where they may be."""

from __future__ import annotations

from collections import Counter

import pytest

from macros.columns.runs import BENCHMARKS
from macros.facts import Benchmark
from macros.facts.benchmarks import counted_runs, work_of
from macros.schema.base import fields_of
from macros.schema.benchmarks import BENCHMARK_FIELDS, RUN_SETTINGS, BenchmarkRow, fields_with_role
from macros.site.state import Site
from tests.support.benchmark_results import MODEL, Row, WithResults, results

COMPARED = (*RUN_SETTINGS, *fields_with_role("figure"))


def measured(site: Site) -> list[Benchmark]:
    return list(site.knowledge.measurements_of("models", MODEL))


def everything(fact: Benchmark) -> object:
    """What a measurement is, whoever prints it."""
    settings = tuple(getattr(fact.row, name) for name in COMPARED)
    software = fact.framework, fact.framework_as_published
    return fact.model, fact.work, fact.named_instances, fact.accelerators, fact.workload, software, settings


def test_every_setting_and_figure_has_a_column_with_a_heading_of_its_own() -> None:
    names = set(fields_of(BenchmarkRow)) - {"line"}
    assert names <= {column.name for column in BENCHMARKS.columns}
    assert len({BENCHMARK_FIELDS[name].label for name in COMPARED}) == len(COMPARED)


@pytest.mark.parametrize(
    ("setting", "other", "same"),
    [
        ("throughput_unit", "tokens-per-second", False),
        ("sequence_length", 512, False),
        ("input_length", 512, False),
        ("image_size", "512x512", False),
        ("task", "mending", False),
        ("batch_size", 8, True),
        ("model_data_type", "fp8", True),
        ("instances", ["hearth.large"], True),
        ("framework", "tongs", True),
    ],
)
def test_runs_did_the_same_work_if_its_size_and_unit_agree(
    with_results: WithResults, setting: str, other: object, same: bool
) -> None:
    one, another = measured(with_results(results({}, {setting: other})))
    assert (work_of(one) == work_of(another)) == same


def test_spelling_of_a_model_divides_no_work_and_further_words_do(with_results: WithResults) -> None:
    names = ["Shuttle_Large bs2", "Shuttle-Large Ph1", "Shuttle-Large Ph2"]
    rows: list[Row] = [{}, {"model": names[0], "batch_size": 2}, {"model": names[1]}, {"model": names[2]}]
    plain, spelt, first, second = map(work_of, measured(with_results(results(*rows), names=names)))
    assert plain == spelt
    assert len({plain, first, second}) == 3


def test_equal_rows_of_one_file_are_two_runs(with_results: WithResults) -> None:
    assert len(measured(with_results(results({"batch_size": 1}, {"batch_size": 1})))) == 2


@pytest.mark.parametrize(
    "other",
    [
        {"batch_size": 2},
        {"batch_size": 3, "throughput": 51},
        {"threads": 2},
        {"instances": ["hearth.large"]},
        {"framework": "tongs"},
        {"framework_as_published": "Hammer, as printed"},
        {"instances": [], "accelerators": ["anvil"]},
    ],
)
def test_rows_of_two_files_that_differ_are_two_runs(with_results: WithResults, other: Row) -> None:
    assert len(measured(with_results(results({"batch_size": 1}), results({"batch_size": 1, **other})))) == 2


def test_the_row_still_shown_stands_for_a_run(with_results: WithResults) -> None:
    gone = results({"batch_size": 1, "doubt": "Of old."}, published="false", removed="2019-12-01", title="Gone")
    (found,) = measured(with_results(gone, results({"batch_size": 1})))
    assert (found.file_id, found.row.doubt) == ("file-2", None)


def test_runs_that_agree_in_everything_are_as_many_as_one_file_prints(any_site: Site) -> None:
    facts = any_site.knowledge.benchmarks
    printed = Counter((fact.file_id, everything(fact)) for fact in facts)
    most: dict[object, int] = {}
    for (_, key), count in printed.items():
        most[key] = max(count, most.get(key, 0))
    assert Counter(map(everything, counted_runs(facts))) == most
