"""Tables of measurements on a model's page: which are shown, their headings, columns and remarks."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from macros.pages import benchmark_groups
from macros.pages.benchmark_runs import (
    FIGURES,
    HEADINGS,
)
from macros.site.state import Site
from tests.support.benchmark_results import (
    LATENCY_ONLY,
    MODEL,
    ROW,
    Row,
    WithResults,
    benchmarks_of,
    cells,
    column,
    figures_part,
    headings,
    measured_models,
    results,
    section,
    shared_settings,
    tables,
    titles,
)


def test_a_page_shows_the_newest_measurements_and_counts_the_rest(with_results: WithResults) -> None:
    old = results({"batch_size": 1}, as_of="2019-01-01", title="Old")
    new = results(*({"batch_size": size} for size in range(2, benchmark_groups.MOST_RUNS + 2)))
    site = with_results(old, new)
    [table] = tables(site)
    assert len(cells(table)) == benchmark_groups.MOST_RUNS
    assert "1" not in column(table, "Batch size")
    assert section(site, MODEL).all("p", class_="more")[-1].text.startswith("1 more measurement ")


def test_a_table_that_finds_no_room_is_left_out_whole(with_results: WithResults) -> None:
    first = results(*({"batch_size": size} for size in range(1, benchmark_groups.MOST_RUNS)))
    second = results({"model_data_type": "fp8"}, {"model_data_type": "fp8", "batch_size": 2}, as_of="2019-01-01")
    site = with_results(first, second)
    assert len(tables(site)) == 1
    assert section(site, MODEL).all("p", class_="more")[-1].text.startswith("2 more measurements ")


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
    assert titles(table) == ["Batch size", "Throughput inferences/s", "Source"]


def test_settings_that_tell_little_come_last(with_results: WithResults) -> None:
    named = ("variant", "framework_version", "sdk")
    rows: Sequence[Row] = [{"batch_size": size, **dict.fromkeys(named, f"v{size}")} for size in (1, 2)]
    [table] = tables(with_results(results(*rows)))
    shown = ["Batch size", "Variant", "Throughput inferences/s", "SDK", "Framework version", "Source"]
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
    assert dict(zip(column(table, "Load"), column(table, "Request rate requests/s"), strict=True)) == {
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
    ("figure", "words"),
    [
        (20.441236433136744, "20.441"),
        (53069, "53,069"),
        (0.93722343, "0.93722"),
        (1606.9446841999056, "1,606.9"),
        (1234567.8, "1,234,568"),
    ],
)
def test_figures_are_rounded_on_every_page(with_results: WithResults, figure: float, words: str) -> None:
    site = with_results(results({"batch_size": 1, "throughput": figure}))
    [table] = tables(site)
    assert column(table, "Throughput inferences/s") == [words]
    assert column(figures_part(site, "file-1"), "Throughput inferences/s") == [words]
