"""The tables of Markdown twins have the facts of the API."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from macros.facts import Knowledge
from macros.outputs.twins.facts import MOST_ROWS
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.export_files import exported
from tests.support.markdown_twins import Row, rows, words
from tests.support.twin_parts import API, Twins, folded, part, twins_of

COUNT = re.compile(r"\s*(\d+) rows\. ")


@dataclass(frozen=True)
class Table:
    """A table in the twins of records, and the list of the API that it has rows of."""

    api: str
    columns: Mapping[str, str]
    """The columns that are compared: their headings in the twins, and their names in the API."""
    naming: Mapping[str, str]
    """By kind of record: the column of the API that names it; two with a slash where they name it together."""


TABLES = {
    "Tested configurations": Table(
        "tested-configurations",
        {
            "Place": "locator",
            "Native batch size (samples)": "batch_size_native",
            "Compiled batch size (samples)": "batch_size_compiled",
            "As of": "as_of",
        },
        {
            "models": "model",
            "families": "family",
            "instances": "instance",
            "accelerators": "accelerator",
            "datasets": "dataset",
            "releases": "framework/release",
            "frameworks": "framework",
            "sources": "source",
        },
    ),
    "Benchmarks": Table(
        "benchmarks",
        {
            "Place": "locator",
            "Throughput": "throughput",
            "TTFT p50 (ms)": "ttft_p50_ms",
            "Latency p50 (ms)": "latency_p50_ms",
            "Batch size (samples)": "batch_size",
            "As of": "as_of",
        },
        {
            "models": "model",
            "architectures": "architecture",
            "families": "family",
            "instances": "instances",
            "accelerators": "accelerators",
            "frameworks": "framework",
            "benchmarks": "table",
            "sources": "source",
        },
    ),
    "Lines of vendors' lists": Table(
        "listed-models",
        {
            "As published": "as_published",
            "Status as published": "status_as_published",
            "Place": "locator",
            "As of": "as_of",
        },
        {
            "architectures": "architectures",
            "instances": "instance",
            "accelerators": "accelerators",
            "frameworks": "framework",
            "catalogues": "catalogue",
            "sources": "source",
        },
    ),
    "Verdicts of guidelines": Table(
        "support",
        {"Status as published": "status_as_published", "Place": "locator", "As of": "as_of"},
        {"families": "family", "accelerators": "accelerator", "frameworks": "framework", "sources": "source"},
    ),
    "Validated examples": Table(
        "validated-models",
        {"Architecture": "architecture", "Task": "task", "As of": "as_of"},
        {"frameworks": "framework", "sources": "source"},
    ),
    "Notices": Table("lifecycle", {"Place": "locator", "Date": "date"}, {"components": "component"}),
    "Package versions": Table(
        "package-versions",
        {"Package": "package", "Version": "version", "Date": "date"},
        {"sdks": "sdk", "components": "component"},
    ),
}
"""By heading."""
GAP = "not published"


def in_twin(row: Row, heading: str) -> str:
    """A cell, empty where nothing was published."""
    cell = row.get(heading, GAP)
    return "" if cell == GAP else cell.removeprefix("<").removesuffix(">") if cell.startswith("<http") else cell


def in_api(row: Mapping[str, Any], column: str) -> str:
    """The same of a row of the API."""
    value = row[column]
    if isinstance(value, float):
        return str(value).removesuffix(".0")
    return "" if value in (None, GAP) else folded(str(value))


def ids_in(row: Mapping[str, Any], naming: str) -> Sequence[str]:
    """The records that a row names."""
    if "/" in naming:
        return ["/".join(row[column] for column in naming.split("/"))]
    value = row[naming]
    return value if isinstance(value, list) else [value]


def facts_in(text: str) -> Sequence[Row]:
    """The rows of a section. Where all of them say the same, the twin has only what they have in common."""
    found, count = rows(text), COUNT.match(text)
    return [*found] * int(count[1]) if count and len(found) == 1 else found


def differences(twins: Twins, exports: Mapping[str, bytes], knowledge: Knowledge, heading: str) -> list[str]:
    """The records whose twins do not have, under a heading, the rows of the API that name them."""
    table = TABLES[heading]
    found = []
    listed = json.loads(exports[f"{API}{table.api}.json"])["result"]
    for kind, naming in table.naming.items():
        by_record: dict[str, list[list[str]]] = {}
        for row in listed:
            # A run that two tables print stands once, except on the pages of tables and sources.
            is_counted = row.get("repeats") is None or kind in ("benchmarks", "sources")
            for record in ids_in(row, naming) if is_counted else ():
                by_record.setdefault(record, []).append([in_api(row, column) for column in table.columns.values()])
        for record in knowledge.records.of(kind):
            expected, text = by_record.get(record, []), part(twins, kind, record, heading)
            cells = [[in_twin(row, name) for name in table.columns] for row in facts_in(text)]
            if len(expected) > MOST_ROWS and not cells:
                is_same = f"{len(expected)} rows" in text and f"{API}{table.api}.csv" in words(text)
            else:
                is_same = sorted(cells) == sorted(expected)
            found += [] if is_same else [f"{kind}/{record}"]
    return found


@pytest.mark.parametrize("heading", TABLES)
def test_each_twin_has_the_rows_of_the_api_that_name_its_record(
    twins: Twins, exports: Mapping[str, bytes], knowledge: Knowledge, heading: str
) -> None:
    assert differences(twins, exports, knowledge, heading) == []


@pytest.mark.parametrize("heading", TABLES)
def test_each_made_up_twin_has_the_rows_of_the_api_that_name_its_record(
    made_up_twins: Twins, made_up_exports: Mapping[str, bytes], made_up: Site, heading: str
) -> None:
    assert differences(made_up_twins, made_up_exports, made_up.knowledge, heading) == []
    assert any(f"\n## {heading}\n" in text for text in made_up_twins.values())


def test_a_model_has_the_lines_of_lists_about_it_and_about_its_architecture(made_up_twins: Twins) -> None:
    heading = "Lines of vendors' lists"
    by_model = {
        model: sorted({row["As published"] for row in facts_in(part(made_up_twins, "models", model, heading))})
        for model in ("smith/anvil-7b", "shuttle-large", "maker/shuttle-small")
    }
    assert by_model == {
        "smith/anvil-7b": ["Anvil-7B"],
        "shuttle-large": ["Shuttle"],
        "maker/shuttle-small": ["Shuttle", "Shuttle-Small"],
    }


@pytest.mark.parametrize(("kind", "record"), [("architectures", "shuttle"), ("models", "shuttle-large")])
def test_validated_examples_of_an_architecture_stand_with_it_and_its_models(
    made_up_twins: Twins, kind: str, record: str
) -> None:
    (row,) = facts_in(part(made_up_twins, kind, record, "Validated examples"))
    assert (row["Architecture"], row["Task"], row["Status"]) == ("SHUTTLE", "weaving", "Supported")


def test_an_sdk_release_has_the_facts_that_name_it_by_a_shorter_number(made_up_twins: Twins) -> None:
    notices = facts_in(part(made_up_twins, "sdks", "forge/6.4.0", "Notices"))
    benchmarks = facts_in(part(made_up_twins, "sdks", "forge/6.4.0", "Benchmarks"))
    assert {row["SDK"] for row in notices} == {row["SDK"] for row in benchmarks} == {"forge/6.4.0", "forge/6.4"}


@pytest.mark.parametrize(
    ("kind", "record"), [("accelerators", "anvil"), ("instances", "hearth.small"), ("components", "old-tongs")]
)
def test_a_notice_stands_with_the_hardware_that_it_names(made_up_twins: Twins, kind: str, record: str) -> None:
    found = facts_in(part(made_up_twins, kind, record, "Notices"))
    assert ("Support ended", "2019-06-01") in {(row["Event"], row["Date"]) for row in found}


def test_benchmarks_stand_with_figures_units_and_settings(made_up_twins: Twins) -> None:
    found = {row["Place"]: row for row in facts_in(part(made_up_twins, "models", "smith/anvil-7b", "Benchmarks"))}
    first, joined = found["page 6, line 2"], found["archive, line 3"]
    assert (first["Throughput"], first["Unit of throughput"]) == ("120", "output tokens/s")
    assert (first["TTFT p50 (ms)"], first["TTFT p99 (ms)"], first["TPOT p50 (ms)"]) == ("40", "55", "8")
    assert (first["Input (tokens)"], first["Output (tokens)"]) == ("128", "64")
    assert (first["Batch size (samples)"], first["Tensor parallel (shards)"]) == ("1", "4")
    assert (joined["Latency p50 (ms)"], joined["Basis of latency"], joined["As of"]) == (
        "400",
        "per request",
        "2019-06-01",
    )
    assert joined["Instance"] == "hearth.small; hearth.large"
    assert (first["Latency p50 (ms)"], first["Instance inferred"]) == ("not published", "no, the source names it")


def test_the_number_one_and_yes_are_told_apart(edited_made_up: EditSite) -> None:
    row = "native: 16, lower_bound: true, instance_count: 1}"
    site = edited_made_up({"configurations/forge-report/hammer-2.0.yml": {"native: 16}": row}})
    (found,) = facts_in(
        part(twins_of(exported(site), site.knowledge), "models", "smith/anvil-7b", "Tested configurations")
    )
    assert found["Batch size is lower bound"] == "yes"
    assert found["Accelerator count (accelerators per instance)"] == "1"
    assert found["Instance count (instances)"] == "1"


@pytest.mark.parametrize("model", ["smith/anvil-7b", "maker/shuttle-small", "shuttle-large"])
def test_answers_agree_with_the_api(
    made_up_twins: Twins, made_up_exports: Mapping[str, bytes], made_up: Site, model: str
) -> None:
    chips = made_up.knowledge.records.accelerators
    result = json.loads(made_up_exports[f"{API}answers/{model}.json"])["result"]
    rows = {chips[row["accelerator"]].name: row for row in result if row["instance"] is None}
    today = facts_in(part(made_up_twins, "models", model, "Does it run today?"))
    assert {row["Accelerator"]: row["Short"] for row in reversed(today)} == {
        name: row["short"] for name, row in rows.items() if row["evidence"]
    }
    text = part(made_up_twins, "models", model, "Does it run? All evidence, by accelerator")
    for name, row in rows.items():
        unknown = words(text).partition("Nothing is known on ")[2].partition("No data does not mean unsupported.")[0]
        assert (name in unknown) is (not row["evidence"])


def test_shares_of_memory_stand_in_whole_percent(edited_made_up: EditSite) -> None:
    site = edited_made_up({"models/maker/shuttle-small.yml": {"billions: 0.5": "billions: 0.1"}})
    found = twins_of(exported(site), site.knowledge)
    heading = "Memory and weights, an estimate"
    shares = {
        (model, row["Instance"]): row["Share of memory for weights"]
        for model in ("smith/anvil-70b", "maker/shuttle-small")
        for row in facts_in(part(found, "models", model, heading))
    }
    assert shares["smith/anvil-70b", "hearth.large"] == "bf16: 34 %; fp8: 17 %"
    assert shares["smith/anvil-70b", "hearth.small"] == "bf16: 136 %; fp8: 68 %"
    assert shares["maker/shuttle-small", "box.small"] == "fp32: 1 %; bf16: < 1 %; fp16: < 1 %; fp8: < 1 %"
