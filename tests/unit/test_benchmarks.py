"""Measurements are compared only where they may be, counted once, and shown as their source prints them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Protocol

import pytest

from macros.knowledge import Knowledge
from macros.knowledge.benchmark_facts import distinct_runs
from macros.schema.base import fields_of
from macros.schema.benchmarks import BENCHMARK_FIELDS, BenchmarkRow
from macros.site.state import Site
from macros.tables.benchmarks import BENCHMARKS
from macros.views import benchmark_groups, benchmark_summary, benchmarks, charts
from macros.views.benchmark_runs import (
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
from macros.views.paging import pager
from tests.conftest import EditSite
from tests.support.html_tree import Element, read_html
from tests.support.render_page import read

ROW_ONLY = {"line", "as_of", "application_type", "instance_inferred", "doubt"}
"""What belongs to the printed row and not to the measurement: two tables may print one run."""

HEAD = {
    "as_of": "2019-11-05",
    "table": "throughput",
    "workload": "inference",
    "framework": "hammer",
    "published": "true",
    "published_note": "The report shows it.",
    "citation": "{source: forge-report, locator: page 20}",
    "as_of_basis": "Printed on it.",
    "basis": "Of an instance.",
}
MODEL = "shuttle-large"
"""A model of which only the files that a test adds hold measurements."""

Row = Mapping[str, object]
Cells = Mapping[str, str]
"""The texts of a row by the titles of their columns."""


class WithResults(Protocol):
    """Opens the made-up site with further files of results, and the model under further names."""

    def __call__(self, *files: str, names: Sequence[str] = ()) -> Site: ...


@pytest.fixture
def with_results(edited_made_up: EditSite) -> WithResults:
    def open_site(*files: str, names: Sequence[str] = ()) -> Site:
        others = "".join(f"  - {{name: {json.dumps(name)}}}\n" for name in names)
        summary = "summary: A large model, made up.\n"
        edits = {f"models/{MODEL}.yml": {summary: f"{summary}other_names:\n{others}"}} if names else {}
        added = {f"benchmarks/file-{place}.yml": titled(text, f"File {place}") for place, text in enumerate(files, 1)}
        return edited_made_up(edits, added)

    return open_site


@pytest.fixture(params=["site", "made_up"])
def any_site(request: pytest.FixtureRequest) -> Site:
    """The real site, then the made-up one: what is tested with it holds for any sound data."""
    found: Site = request.getfixturevalue(request.param)
    return found


ROW: Row = {
    "model": MODEL,
    "instances": ["hearth.small"],
    "throughput": 50,
    "throughput_unit": "inferences-per-second",
}

LATENCY_ONLY: Row = {
    "throughput": None,
    "throughput_unit": None,
    "latency_p50_ms": 20,
    "latency_basis": "per-request",
}


def results(*rows: Row, **head: str) -> str:
    """A file of results; each row says what it says otherwise than ROW, None for nothing."""
    said = "".join(f"{name}: {words}\n" for name, words in {**HEAD, **head}.items())
    lines = ({"line": line, **ROW, **row} for line, row in enumerate(rows, 2))
    stated = ({name: found for name, found in line.items() if found is not None} for line in lines)
    return f"{said}rows:\n" + "".join(f"  - {json.dumps(line)}\n" for line in stated)


def reached(sizes: Mapping[int, float], **settings: object) -> Sequence[Row]:
    """A row for each batch size, with the throughput it reached."""
    return [{"batch_size": size, "throughput": figure, **settings} for size, figure in sizes.items()]


def titled(text: str, title: str) -> str:
    """A file of results with a title, where it has none."""
    return text if "title: " in text else f"title: {title}\n{text}"


def tables(site: Site, model: str = MODEL) -> Sequence[Element]:
    """The tables of measurements on the page of a model."""
    return read(site, "model_page", model).all("section", class_="measured")


def titles(table: Element) -> Sequence[str]:
    return [cell.text for cell in table.one("thead").all("th")]


def cells(table: Element) -> Sequence[Cells]:
    """The rows of a table."""
    found = [[cell.text for cell in row.all("th", "td")] for row in table.all("tr") if row.all("td")]
    return [dict(zip(titles(table), row, strict=True)) for row in found]


def column(table: Element, title: str) -> Sequence[str]:
    return [row[title] for row in cells(table)]


def headings(site: Site, model: str = MODEL) -> Sequence[str]:
    return [table.one("h3").text for table in tables(site, model)]


def shared_settings(part: Element) -> Cells:
    """What all rows of a table share, by its name."""
    pairs = [found for shared in part.all("dl", class_="settings") for found in shared.all("div")]
    return {pair.one("dt").text: pair.one("dd").text for pair in pairs}


def measured_part(page: Element) -> Element:
    """The summary of many models on the page of hardware or a framework."""
    return page.one("div", aria_label="Models measured here")


def figures_part(site: Site, file_id: str) -> Element:
    """The rows on the page of a file of results."""
    return read(site, "benchmark_page", file_id).one("div", aria_label="Figures as printed")


def benchmarks_of(knowledge: Knowledge, model: str) -> benchmark_groups.ModelBenchmarks:
    return benchmark_groups.model_benchmarks(knowledge, knowledge.benchmarks.of("models", model))


def measured_models(knowledge: Knowledge) -> Sequence[str]:
    return sorted({fact.model for fact in knowledge.benchmarks})


def section(site: Site, model: str) -> Element:
    """Only the section about measurements of a model's page."""
    found = benchmarks_of(site.knowledge, model)
    return read_html(site.renderer.render("parts/benchmarks.html", f"models/{model}/", measured=found))


# What may be compared


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
    columns = {column.name for column in BENCHMARKS.columns} | {"as_published"}
    assert set(placed) <= columns


def test_rows_compared_with_each_other_do_the_same_work_on_the_same_setup(any_site: Site) -> None:
    for model in measured_models(any_site.knowledge):
        for group in benchmarks_of(any_site.knowledge, model).groups:
            for work_group in group.work_groups:
                assert len({run.values((*SETUP, *SAME_WORK)) for run in work_group.runs}) == 1


@pytest.mark.parametrize(
    ("setting", "other", "words"),
    [
        ("throughput_unit", "tokens-per-second", "unit of throughput"),
        ("model_data_type", "fp8", "model data type"),
        ("autocast_data_type", "matmult", "autocast"),
        ("training_data_type", "fp8", "training data type"),
        ("framework", "tongs", "framework"),
        ("instances", ["hearth.large"], "instance"),
    ],
)
def test_rows_with_different_setups_stand_in_different_tables(
    with_results: WithResults, setting: str, other: object, words: str
) -> None:
    site = with_results(results({"batch_size": 1}, {"batch_size": 1, setting: other}))
    assert len(tables(site)) == 2
    assert benchmarks_of(site.knowledge, MODEL).apart == [setting]
    assert words in section(site, MODEL).all("p")[1].text


def test_tables_differ_in_what_more_than_one_of_them_states(with_results: WithResults) -> None:
    rows = [{"model_data_type": "bf16", "nodes": 2, "threads": 2}, {"model_data_type": "fp8", "nodes": 4}]
    found = benchmarks_of(with_results(results(*rows)).knowledge, MODEL)
    assert found.apart == ["model_data_type", "nodes"]


def test_latencies_of_different_things_stand_in_different_tables(with_results: WithResults) -> None:
    rows = [{**LATENCY_ONLY, "batch_size": 1, "latency_basis": basis} for basis in ("per-request", "per-token")]
    found = [titles(table)[1] for table in tables(with_results(results(*rows)))]
    assert found == ["Latency p50 ms per request", "Latency p50 ms per token"]


def test_rows_with_the_same_setup_stand_in_one_table(with_results: WithResults) -> None:
    site = with_results(results({"batch_size": 1}, {"batch_size": 2}))
    assert len(tables(site)) == 1
    assert benchmarks_of(site.knowledge, MODEL).apart == []


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


# What is counted once


def test_a_run_printed_in_two_files_stands_in_one_row(made_up: Site) -> None:
    [table] = [table for table in tables(made_up, "smith/anvil-7b") if "120" in column(table, titles(table)[1])]
    [row] = table.all("td", class_="printed")
    links = [link.attributes["href"] for link in row.all("a")]
    assert [link.rsplit("/", 2)[1] for link in links] == ["hammer-latency", "hammer-archive"]
    assert "historic" not in table.one("tbody").one("tr").attributes.get("class", "")


def test_a_page_counts_runs_and_rows(made_up: Site) -> None:
    text = section(made_up, "smith/anvil-7b").all("p")[0].text
    assert "3 measurements" in text
    assert "4 rows" in text


def test_a_page_without_repeated_rows_counts_no_rows(made_up: Site) -> None:
    assert "rows" not in section(made_up, "maker/shuttle-small").all("p")[0].text


def test_equal_rows_of_one_file_are_two_runs(with_results: WithResults) -> None:
    [table] = tables(with_results(results({"batch_size": 1}, {"batch_size": 1})))
    assert len(cells(table)) == 2


def test_two_files_that_print_a_run_twice_print_two_runs(with_results: WithResults) -> None:
    twice = results({"batch_size": 1}, {"batch_size": 1})
    [table] = tables(with_results(twice, twice))
    assert [row["Printed in"].count("line") for row in cells(table)] == [2, 2]


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


# What a model's page shows


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


def test_a_page_shows_the_newest_measurements_and_counts_the_rest(with_results: WithResults) -> None:
    old = results({"batch_size": 1}, as_of="2019-01-01", title="Old")
    new = results(*({"batch_size": size} for size in range(2, benchmark_groups.MOST_RUNS + 2)))
    site = with_results(old, new)
    [table] = tables(site)
    assert len(cells(table)) == benchmark_groups.MOST_RUNS
    assert "1" not in column(table, "Batch size")
    assert section(site, MODEL).one("p", class_="more").text.startswith("1 more measurement ")


def test_a_table_that_finds_no_room_is_left_out_whole(with_results: WithResults) -> None:
    first = results(*({"batch_size": size} for size in range(1, benchmark_groups.MOST_RUNS)))
    second = results({"model_data_type": "fp8"}, {"model_data_type": "fp8", "batch_size": 2}, as_of="2019-01-01")
    site = with_results(first, second)
    assert len(tables(site)) == 1
    assert section(site, MODEL).one("p", class_="more").text.startswith("2 more measurements ")


def test_tables_that_are_shown_come_first_and_then_the_newest(with_results: WithResults) -> None:
    gone = results({"model_data_type": "gone"}, published="false", title="Gone")
    old = results({"model_data_type": "old"}, as_of="2019-01-01", title="Old")
    new = results({"model_data_type": "new"}, as_of="2019-05-01", title="New")
    assert [heading.split()[-1] for heading in headings(with_results(gone, old, new))] == ["new", "old", "gone"]


def test_removed_tables_say_since_when_and_why(with_results: WithResults) -> None:
    gone = results({"batch_size": 1}, published="false", removed="2019-12-01", published_note="It was dropped.")
    site = with_results(gone)
    [table] = tables(site)
    found = benchmarks_of(site.knowledge, MODEL)
    assert (len(found.runs), found.unshown, found.removed) == (1, 1, 1)
    assert (
        section(site, MODEL).one("ul", class_="statements").all("li")[-1].text.endswith("2019-12-01: It was dropped.")
    )
    assert [row.attributes.get("class") for row in table.all("tr") if row.all("td")] == ["historic"]


def test_tables_that_were_perhaps_never_shown_are_not_called_removed(with_results: WithResults) -> None:
    hidden = results({"batch_size": 1}, {"batch_size": 2}, published="false", published_note="No page has it.")
    site = with_results(hidden, results({"batch_size": 4}))
    found = benchmarks_of(site.knowledge, MODEL)
    assert (len(found.runs), found.unshown, found.removed) == (3, 2, 0)
    assert "No page has it." in section(site, MODEL).one("ul", class_="statements").all("li")[-1].text
    assert "longer" not in section(site, MODEL).text


def test_no_two_tables_of_a_page_have_the_same_heading(any_site: Site) -> None:
    for model in measured_models(any_site.knowledge):
        found = [part.one("h3").text for part in section(any_site, model).all("section")]
        assert len(found) == len(set(found)), model


def test_tables_on_the_same_hardware_are_named_by_the_work_that_distinguishes_them(with_results: WithResults) -> None:
    rows = [{"image_size": f"{size}x{size}", "model_data_type": name} for size, name in ((512, "fp8"), (1024, "bf16"))]
    found = headings(with_results(results(*rows)))
    assert sorted(re.findall(r"mage size (\S+)$", heading)[0] for heading in found) == ["1024x1024", "512x512"]
    assert not any("data type" in heading for heading in found)


def test_tables_are_named_by_a_setting_where_one_does_not_state_the_work(with_results: WithResults) -> None:
    rows = [{"image_size": "512x512", "model_data_type": "fp8"}, {"model_data_type": "bf16"}]
    assert sorted(heading.split()[-1] for heading in headings(with_results(results(*rows)))) == ["bf16", "fp8"]


def test_a_table_without_throughput_is_named_so_beside_one_with_it(with_results: WithResults) -> None:
    found = headings(with_results(results({**LATENCY_ONLY, **ROW}, LATENCY_ONLY)))
    assert sorted(heading.rpartition(": ")[2] for heading in found) == [
        "no throughput",
        "unit of throughput inferences/s",
    ]


def test_throughput_stands_near_the_beginning_of_its_row(any_site: Site) -> None:
    for model in measured_models(any_site.knowledge):
        for head in section(any_site, model).all("thead"):
            places = [place for place, cell in enumerate(head.all("th")) if cell.text.startswith("Throughput")]
            assert all(place <= benchmark_groups.MOST_FIRST_COLUMNS for place in places), model


def test_settings_that_all_rows_share_stand_once(with_results: WithResults) -> None:
    rows = [{"batch_size": size, "tensor_parallel": 4, "task": "weaving"} for size in (1, 2)]
    [table] = tables(with_results(results(*rows)))
    assert (shared_settings(table)["Tensor parallel"], shared_settings(table)["Task"]) == ("4", "weaving")
    assert titles(table) == ["Batch size", "Throughput inferences/s", "Printed in"]


def test_settings_that_tell_little_come_last(with_results: WithResults) -> None:
    named = ("variant", "framework_version", "sdk")
    rows: Sequence[Row] = [{"batch_size": size, **dict.fromkeys(named, f"v{size}")} for size in (1, 2)]
    [table] = tables(with_results(results(*rows)))
    shown = ["Batch size", "Variant", "Throughput inferences/s", "SDK", "Framework version", "Printed in"]
    assert titles(table) == shown


def test_a_setting_printed_as_none_is_not_one_that_is_not_stated(with_results: WithResults) -> None:
    rows: Sequence[Row] = [
        {"batch_size": 1, "optimizer": "None"},
        {"batch_size": 2, "optimizer": "sgd"},
        {"batch_size": 4},
    ]
    [table] = tables(with_results(results(*rows)))
    assert column(table, "Optimizer") == ["“None” as printed", "sgd", "not stated"]


def test_a_rate_does_not_apply_where_none_is_offered(with_results: WithResults) -> None:
    rows: Sequence[Row] = [{"load": "steady", "request_rate": 2.5}, {"load": "all at once"}]
    [table] = tables(with_results(results(*rows)))
    assert dict(zip(column(table, "Load"), column(table, "Rate offered requests/s"), strict=True)) == {
        "steady": "2.5",
        "all at once": "n/a",
    }


def test_every_figure_has_its_unit_in_the_header(with_results: WithResults) -> None:
    figures = {name: 20 for name in FIGURES if name != "request_latency_s"}
    row = {**figures, "request_latency_s": 1, "latency_basis": "per-request", "doubt": "Made up."}
    [table] = tables(with_results(results(row)))
    found = titles(table)[1 : 1 + len(FIGURES)]
    units = [HEADINGS[name].unit or "inferences/s" for name in FIGURES]
    assert [title for title, unit in zip(found, units, strict=True) if unit not in title] == []


def test_a_figure_that_is_not_published_is_a_dash(with_results: WithResults) -> None:
    [table] = tables(with_results(results({"batch_size": 1, "ttft_ms": 8}, {"batch_size": 2})))
    assert column(table, "TTFT ms, statistic not stated") == ["8", "–"]


def test_an_sdk_on_record_is_a_link(made_up: Site) -> None:
    found = {
        link.attributes["href"]: link.text
        for table in tables(made_up, "smith/anvil-7b")
        for link in table.all("a")
        if "/sdks/" in link.attributes["href"]
    }
    assert set(found) == {"../../sdks/forge/6.4.0/"}


def test_an_sdk_that_is_not_on_record_is_as_published(made_up: Site) -> None:
    [table] = tables(made_up, "smith/anvil-70b")
    assert shared_settings(table)["SDK"] == "5.9"
    assert not [link for link in table.all("a") if "/sdks/" in link.attributes["href"]]


def test_a_doubt_is_linked_from_its_row(made_up: Site) -> None:
    [table] = [found for found in tables(made_up, "smith/anvil-7b") if found.all("ol", class_="remarks")][:1]
    [mark], [remark] = table.all("a", class_="remark"), table.one("ol", class_="remarks").all("li")
    assert mark.attributes["href"] == f"#{remark.attributes['id']}"
    assert "The median is above the 99th percentile." in remark.text


def test_a_remark_on_several_rows_stands_once(with_results: WithResults) -> None:
    rows = [{"batch_size": size, "instance_inferred": "The heading says so."} for size in (1, 2)]
    [table] = tables(with_results(results(*rows)))
    [remark] = table.one("ol", class_="remarks").all("li")
    assert "The heading says so." in remark.text
    assert len(table.all("a", class_="remark", href=f"#{remark.attributes['id']}")) == 2


def test_ids_on_a_page_are_unique(any_site: Site) -> None:
    for model in measured_models(any_site.knowledge):
        ids = [found.attributes["id"] for found in section(any_site, model).walk() if "id" in found.attributes]
        assert len(ids) == len(set(ids)), model


def test_a_page_says_what_the_figures_count_once_for_each_file(made_up: Site) -> None:
    said = [line.text for line in section(made_up, "smith/anvil-7b").one("ul", class_="statements").all("li")]
    assert said[0] == "Throughput is that of the whole instance. Statistic: Median of ten runs."
    assert said[1] == "Throughput is that of the whole instance, latency that of a request."


@pytest.mark.parametrize(
    ("figure", "short", "full"),
    [
        (20.441236433136744, "20.441", "20.441236433136744"),
        (53069, "53,069", "53,069"),
        (0.93722343, "0.93722", "0.93722343"),
        (1606.9446841999056, "1,606.9", "1,606.9446841999056"),
        (1234567.8, "1,234,568", "1,234,567.8"),
    ],
)
def test_figures_are_rounded_on_a_models_page_and_whole_on_that_of_a_file(
    with_results: WithResults, figure: float, short: str, full: str
) -> None:
    site = with_results(results({"batch_size": 1, "throughput": figure}))
    [table] = tables(site)
    assert column(table, "Throughput inferences/s") == [short]
    assert column(figures_part(site, "file-1"), "Throughput inferences/s") == [full]


# Pictures


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
        assert points <= {run.fact.id for run in group.charted.runs}
        assert len(points) >= charts.FEWEST_POINTS
        assert len(chart.series) <= charts.MOST_SERIES


def test_labels_of_a_picture_do_not_touch(any_site: Site) -> None:
    for _, chart in charts_of(any_site.knowledge):
        assert len(chart.labels) == (len(chart.series[0].points) if len(chart.series) == 1 else len(chart.series))
        for one, two in combinations(chart.labels, 2):
            apart = (len(one.text) + len(two.text)) * charts.LETTER_WIDTH / 2
            assert abs(one.x - two.x) >= apart - 0.2 or abs(one.y - two.y) >= charts.LABEL_HEIGHT


def test_a_picture_whose_labels_find_no_room_is_not_drawn(with_results: WithResults) -> None:
    sizes = {size: 1000 + size % 3 for size in range(1, benchmark_groups.MOST_RUNS)}
    assert not pictures(with_results(results(*reached(sizes))))


# Hardware and frameworks


def test_a_page_of_hardware_names_ranges_by_model_and_unit(made_up: Site) -> None:
    part = measured_part(read(made_up, "accelerator_page", "anvil"))
    found = {(row["Model"], row["Unit"]): row["Throughput lowest to highest"] for row in cells(part)}
    assert found == {
        ("smith/anvil-70b", "output tokens/s"): "210",
        ("smith/anvil-7b", "inferences/s"): "10",
        ("smith/anvil-7b", "output tokens/s"): "120 to 900",
    }
    assert part.all("a", href="../../models/smith/anvil-7b/#benchmarks")


@pytest.mark.parametrize(
    ("macro", "record", "counts"),
    [
        ("accelerator_page", "anvil", "4 measurements of 2 models"),
        ("framework_page", "hammer", "4 measurements of 2 models"),
        ("instance_page", "hearth.small", "2 measurements of 1 model"),
        ("instance_page", "hearth.large", "3 measurements of 2 models"),
    ],
)
def test_hardware_and_frameworks_count_a_run_once(made_up: Site, macro: str, record: str, counts: str) -> None:
    assert counts in read(made_up, macro, record).text


def test_a_range_without_throughput_is_not_published(with_results: WithResults) -> None:
    part = measured_part(read(with_results(results(LATENCY_ONLY)), "instance_page", "hearth.small"))
    [found] = [line for line in cells(part) if line["Model"] == MODEL]
    assert (found["Throughput lowest to highest"], found["Unit"]) == ("not published", "latency only")


def test_throughput_of_a_cluster_is_not_that_of_an_instance(with_results: WithResults) -> None:
    rows = [{"nodes": 4, "throughput": 200}, {"nodes": 16, "throughput": 800}, {"throughput": 50}]
    part = measured_part(read(with_results(results(*rows)), "instance_page", "hearth.small"))
    found = [line for line in cells(part) if line["Model"] == MODEL]
    assert [(line["Nodes"], line["Throughput lowest to highest"]) for line in found] == [
        ("–", "50"),
        ("4", "200"),
        ("16", "800"),
    ]


def test_instance_types_that_the_source_joins_are_a_line_of_their_own(with_results: WithResults) -> None:
    joined = {"instances": ["hearth.small", "hearth.large"], "throughput": 70}
    part = measured_part(read(with_results(results({"throughput": 50}, joined)), "instance_page", "hearth.small"))
    found = {line["Instances"]: line["Throughput lowest to highest"] for line in cells(part) if line["Model"] == MODEL}
    assert found == {"hearth.small": "50", "hearth.small or hearth.large": "70"}


def test_a_summary_shows_so_many_lines_and_counts_the_rest(with_results: WithResults) -> None:
    rows = [{"nodes": count} for count in range(1, benchmark_summary.MOST_ROWS + 1)]
    page = read(with_results(results(*rows)), "accelerator_page", "anvil")
    assert len(cells(measured_part(page))) == benchmark_summary.MOST_ROWS
    assert any(part.text.startswith("3 more lines ") for part in page.all("p", class_="more"))


def sdk_column(part: Element) -> set[str]:
    place = titles(part).index("Newest SDK named")
    rows = [row.all("th", "td")[place] for row in part.all("tr") if row.all("td")]
    return {link.attributes["href"] for cell in rows for link in cell.all("a")}


def test_the_newest_sdk_is_the_one_with_the_highest_number(with_results: WithResults) -> None:
    rows = [{"batch_size": size, "sdk": sdk} for size, sdk in ((1, "forge/6.4.0"), (2, "forge/6.10.0"), (4, "6.9.1"))]
    file = results(*rows, as_of="2020-02-10", citation="{source: forge-notes, locator: page 20}")
    part = measured_part(read(with_results(file), "instance_page", "hearth.small"))
    assert "../../sdks/forge/6.10.0/" in sdk_column(part)


@pytest.mark.parametrize(
    ("macro", "record", "sdk"),
    [
        ("accelerator_page", "anvil", "../../sdks/forge/6.4.0/"),
        ("accelerator_page", "chip-one", "../../sdks/1.0/"),
        ("framework_page", "hammer", "../../sdks/forge/6.4.0/"),
        ("framework_page", "loom", "../../sdks/1.0/"),
    ],
)
def test_the_newest_sdk_named_is_of_the_vendor_whose_hardware_it_is(
    made_up: Site, macro: str, record: str, sdk: str
) -> None:
    assert sdk_column(measured_part(read(made_up, macro, record))) == {sdk}


# Files of results


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
    lines = [line for found in indexes for _, lines in found.groups for line in lines]
    assert sum(len(line.facts) for line in lines) == len(knowledge.benchmarks)
    assert {len(found.facts) for found in indexes} == {len(knowledge.benchmarks)}
    pages = [read(any_site, "benchmark_list", number) for number in numbers]
    for file_id in knowledge.records.benchmarks:
        assert sum(len(page.all("a", href=f"../../benchmarks/{file_id}/")) for page in pages) == 1


def test_the_list_has_the_figures_of_each_file(made_up: Site) -> None:
    table = read(made_up, "benchmark_list").one("div", aria_label="Result tables")
    found = {row["Result table"]: row for row in cells(table)}
    assert list(found) == ["Latency of hammers", "Earlier figures of hammers", "Speed of looms"]
    archive = found["Earlier figures of hammers"]
    assert (archive["Rows"], archive["Models"], archive["Instances"]) == ("2", "1", "hearth.large , hearth.small")
    assert (archive["Newest SDK named"], archive["Shown"]) == ("6.4.0", "no longer")


def test_the_list_has_the_figures_of_each_instance_type(made_up: Site) -> None:
    table = read(made_up, "benchmark_list").one("div", aria_label="Instance types with measurements")
    found = {row["Instance"]: (row["Rows"], row["Of these not shown"], row["Models"]) for row in cells(table)}
    assert found == {
        "hearth.small": ("3", "2", "1"),
        "hearth.large": ("3", "1", "2"),
        "box.small": ("3", "none", "1"),
    }
    assert table.all("a", href="../../instances/hearth.large/#benchmarks")


def test_files_that_name_no_hardware_come_last_and_their_rows_are_counted(with_results: WithResults) -> None:
    site = with_results(results({"instances": []}, {"instances": [], "batch_size": 2}, title="Of nowhere"))
    page = read(site, "benchmark_list")
    assert cells(page.one("div", aria_label="Result tables"))[-1]["Result table"] == "Of nowhere"
    caption = page.one("div", aria_label="Instance types with measurements").one("caption").text
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


def rows_of(exports: Mapping[str, bytes]) -> Sequence[Mapping[str, object]]:
    found: Sequence[Mapping[str, object]] = json.loads(exports["api/v1/benchmarks.json"])["result"]
    return found
