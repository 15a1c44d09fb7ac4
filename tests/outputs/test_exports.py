"""The lists of the API: their columns are a contract, and each row of the data stands in them once."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest

from macros.addresses import address
from macros.facts import Knowledge
from macros.loading import Records
from macros.site.state import Site

API = "api/v1/"

COLUMNS = {
    "tested-configurations": (
        *("id", "model", "model_as_published", "family", "framework", "release", "dataset", "instance"),
        *("instance_as_published", "instance_count", "accelerator", "accelerator_count", "topology", "precision"),
        *("sequence_length", "batch_size_native", "batch_size_compiled", "batch_size_scope"),
        *("batch_size_scope_inferred", "batch_size_is_lower_bound", "withdrawn", "source", "locator", "as_of"),
    ),
    "support": (
        *("id", "family", "accelerator", "core_architecture", "framework", "workload", "fit", "fit_as_published"),
        *("status", "status_as_published", "source", "locator", "as_of"),
    ),
    "validated-models": ("architecture", "task", "framework", "status", "status_as_published", "source", "as_of"),
    "comparisons/tongs-vs-hammer": ("feature", "values"),
}
"""The columns of the contract, in their order. Others may follow."""

RECORD_LISTS = {
    *("models", "families", "accelerators", "instances", "frameworks", "releases", "datasets", "sources"),
    *("limitations", "conflicts", "architectures", "catalogues", "components", "sdks"),
}
ROW_LISTS = {
    *("tested-configurations", "support", "validated-models"),
    *("benchmarks", "listed-models", "lifecycle", "package-versions", "images", "support-status"),
}

Exports = Mapping[str, bytes]


def document(exports: Exports, name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(exports[f"{API}{name}"])
    return content


def result(exports: Exports, name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = document(exports, f"{name}.json")["result"]
    return rows


def table(exports: Exports, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(exports[f"{API}{name}.csv"].decode(), newline="")))


def lists(exports: Exports) -> list[str]:
    """The name of every list that the index names."""
    return [entry["name"] for entry in result(exports, "index")]


Told = Callable[[Records], Iterable[str | None]]

ROWS_IN_DATA: Mapping[str, tuple[str, Told]] = {
    "tested-configurations": (
        "model_as_published",
        lambda of: (row.model for file in of.configurations.values() for one in file.tables for row in one.rows),
    ),
    "support": (
        "status_as_published",
        lambda of: (
            word
            for matrix in of.support.values()
            for row in matrix.rows
            for word in row.status.values()
            for _ in matrix.accelerators
        ),
    ),
    "validated-models": (
        "architecture",
        lambda of: (row.as_published for one in of.validated.values() for row in one.rows for _ in row.tasks),
    ),
    "benchmarks": (
        "model_as_published",
        lambda of: (row.model_as_published or row.model for file in of.benchmarks.values() for row in file.rows),
    ),
    "listed-models": (
        "as_published",
        lambda of: (row.as_published for one in of.catalogues.values() for row in one.rows),
    ),
    "lifecycle": (
        "locator",
        lambda of: (notice.citation.locator for one in of.components.values() for notice in one.notices),
    ),
    "package-versions": (
        "version",
        lambda of: (row.version for sdk in of.sdks.values() for row in sdk.packages),
    ),
}
"""By list of rows: a column that is never empty, and its values as they stand in the data files, in any order."""


@pytest.mark.parametrize("name", ROWS_IN_DATA)
def test_every_row_of_the_data_is_exported_once(exports: Exports, knowledge: Knowledge, name: str) -> None:
    column, told = ROWS_IN_DATA[name]
    rows = result(exports, name)
    assert sorted(row[column] for row in rows) == sorted(map(str, told(knowledge.records)))
    ids = [row["id"] for row in rows if "id" in row]
    assert len(ids) == len(set(ids))


def test_every_feature_of_a_comparison_is_exported_once(exports: Exports, knowledge: Knowledge) -> None:
    for key, comparison in knowledge.records.comparisons.items():
        features = [row["feature"] for row in result(exports, f"comparisons/{key}")]
        assert features == [feature.feature for feature in comparison.features]


def test_every_record_is_listed_with_its_address(exports: Exports, knowledge: Knowledge) -> None:
    for kind in RECORD_LISTS:
        listed = [(row["id"], row["url"]) for row in result(exports, kind)]
        assert listed == [(record, address(kind, record)) for record in knowledge.records.of(kind)]


def test_every_list_counts_its_rows_and_has_the_revision_of_the_data(exports: Exports, knowledge: Knowledge) -> None:
    for entry in result(exports, "index"):
        content = document(exports, f"{entry['name']}.json")
        assert list(content) == ["schema_version", "data_revision", "count", "result"]
        assert content["data_revision"] == knowledge.revision
        assert content["count"] == entry["count"] == len(content["result"])


def test_the_index_names_every_list(made_up_exports: Exports, made_up: Site) -> None:
    comparisons = {f"comparisons/{record}" for record in made_up.knowledge.records.comparisons}
    entries = result(made_up_exports, "index")
    assert {entry["name"] for entry in entries} == RECORD_LISTS | ROW_LISTS | comparisons
    assert [entry["url"] for entry in entries] == [f"{API}{entry['name']}.json" for entry in entries]


@pytest.mark.parametrize("name", COLUMNS)
def test_columns_of_the_contract_stand_in_their_order(made_up_exports: Exports, name: str) -> None:
    wanted = COLUMNS[name]
    for row in result(made_up_exports, name):
        assert tuple(row)[: len(wanted)] == wanted


def test_every_column_of_rows_is_explained(made_up_exports: Exports) -> None:
    paths = document(made_up_exports, "openapi.json")["paths"]
    for name in sorted({*ROW_LISTS, *COLUMNS}):
        answer = paths[f"/{name}.json"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        columns = answer["properties"]["result"]["items"]["properties"]
        assert [key for key, column in columns.items() if not column.get("description")] == [], name


def test_what_is_not_published_is_null_in_json_and_empty_in_csv(made_up_exports: Exports) -> None:
    name = "tested-configurations"
    rows, lines = result(made_up_exports, name), table(made_up_exports, name)
    sizes = {row["model"]: (row["batch_size_native"], row["batch_size_compiled"]) for row in rows}
    assert sizes["smith/anvil-7b"] == (16, None)
    assert sizes["smith/anvil-70b"] == (None, None)
    cells = {line["model"]: (line["batch_size_native"], line["batch_size_compiled"]) for line in lines}
    assert cells["smith/anvil-7b"] == ("16", "")
    assert not {value for row in rows for value in row.values()} & {"", "None"}


def test_every_model_has_an_answer_for_each_accelerator(exports: Exports, knowledge: Knowledge) -> None:
    for model in knowledge.records.models:
        rows = result(exports, f"answers/{model}")
        accelerators = [row["accelerator"] for row in rows if row["instance"] is None]
        assert sorted(accelerators) == sorted(knowledge.records.accelerators)


def test_the_answers_say_where_a_model_ran(made_up_exports: Exports) -> None:
    rows = {(row["accelerator"], row["instance"]): row for row in result(made_up_exports, "answers/smith/anvil-70b")}
    anvil, large, small = (rows["anvil", instance] for instance in (None, "hearth.large", "hearth.small"))
    assert (anvil["answer"], anvil["level"], anvil["instance_is_named"]) == ("supported", "checkpoint", None)
    assert (large["answer"], large["instance_is_named"], large["memory_gib"]) == ("supported", True, 4 * 96)
    assert (small["answer"], small["instance_is_named"], small["memory_gib"]) == ("supported", False, 96)
    assert (large["fits"], small["fits"], anvil["fits"]) == ("yes", "yes", None)
    assert small["short"] == (
        "Supported for inference with Hammer, tested on hearth.large, fits: weights 65.2 of 96 GiB in fp8"
    )
    assert rows["chip-one", None]["short"] == "Does not fit (65 GiB in fp8, 32 on the largest instance type)"
    assert anvil["weights_gib"]["bf16"] == round(70e9 * 2 / 2**30, 1)
