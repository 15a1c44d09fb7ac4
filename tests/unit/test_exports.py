"""The published files: their form is a contract, and the same data gives the same bytes."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from typing import Any

import jsonschema
import pytest

from macros.addresses import address
from macros.knowledge import Knowledge
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.export_files import exported
from tests.support.places import PROJECT

API = "api/v1/"

COLUMNS = {
    "tested-configurations": [
        "id",
        "model",
        "model_as_published",
        "family",
        "framework",
        "release",
        "dataset",
        "instance",
        "instance_as_published",
        "instance_count",
        "accelerator",
        "accelerator_count",
        "topology",
        "precision",
        "sequence_length",
        "batch_size_native",
        "batch_size_compiled",
        "batch_size_scope",
        "batch_size_scope_inferred",
        "batch_size_is_lower_bound",
        "withdrawn",
        "source",
        "locator",
        "as_of",
    ],
    "support": [
        "id",
        "family",
        "accelerator",
        "core_architecture",
        "framework",
        "workload",
        "fit",
        "fit_as_published",
        "status",
        "status_as_published",
        "source",
        "locator",
        "as_of",
    ],
    "validated-models": ["architecture", "task", "framework", "status", "status_as_published", "source", "as_of"],
    "comparisons/torch-neuron-vs-torch-neuronx": ["feature", "values"],
}
"""The columns of the contract, in their order. Others may follow."""

RECORD_LISTS = [
    "models",
    "families",
    "accelerators",
    "instances",
    "frameworks",
    "releases",
    "datasets",
    "sources",
    "limitations",
    "conflicts",
    "architectures",
    "catalogues",
    "components",
    "sdks",
]
ROW_LISTS = ["benchmarks", "listed-models", "lifecycle", "package-versions"]
LISTS = [*COLUMNS, *ROW_LISTS, *RECORD_LISTS, "index"]


def document(published: Mapping[str, bytes], name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(published[f"{API}{name}"])
    return content


@pytest.mark.parametrize("name", LISTS)
def test_envelope(published: Mapping[str, bytes], knowledge: Knowledge, name: str) -> None:
    content = document(published, f"{name}.json")
    assert list(content) == ["schema_version", "data_revision", "count", "result"]
    assert content["data_revision"] == knowledge.revision
    assert content["count"] == len(content["result"]) > 0


@pytest.mark.parametrize("name", COLUMNS)
def test_columns_of_the_contract_stand_in_their_order(published: Mapping[str, bytes], name: str) -> None:
    wanted = COLUMNS[name]
    for row in document(published, f"{name}.json")["result"]:
        assert list(row)[: len(wanted)] == wanted


@pytest.mark.parametrize("name", [*COLUMNS, *ROW_LISTS, *RECORD_LISTS])
def test_csv_has_the_same_columns(published: Mapping[str, bytes], name: str) -> None:
    header = published[f"{API}{name}.csv"].decode().splitlines()[0].split(",")
    assert header == list(document(published, f"{name}.json")["result"][0])


def test_what_is_not_published_is_null(published: Mapping[str, bytes]) -> None:
    rows = document(published, "tested-configurations.json")["result"]
    assert sum(row["batch_size_native"] is None for row in rows) == 4
    for row in rows:
        assert not any(value in {"", "None", 0} for value in row.values() if value is not False)


@pytest.mark.parametrize("kind", RECORD_LISTS)
def test_every_record_is_listed_with_its_address(
    published: Mapping[str, bytes], knowledge: Knowledge, kind: str
) -> None:
    rows = document(published, f"{kind}.json")["result"]
    assert [row["id"] for row in rows] == list(knowledge.records.of(kind))
    assert [row["url"] for row in rows] == [address(kind, row["id"]) for row in rows]


def test_index_lists_every_list(published: Mapping[str, bytes]) -> None:
    listed = {entry["name"]: entry for entry in document(published, "index.json")["result"]}
    assert set(listed) == set(LISTS) - {"index"}
    for name, entry in listed.items():
        assert entry["url"] == f"{API}{name}.json"
        assert entry["count"] == document(published, f"{name}.json")["count"]


def test_the_same_data_gives_the_same_bytes(published: Mapping[str, bytes]) -> None:
    again = Site(PROJECT)
    assert exported(again) == published


@pytest.mark.parametrize("name", [*COLUMNS, *ROW_LISTS])
def test_every_column_of_rows_is_explained(published: Mapping[str, bytes], name: str) -> None:
    answer = document(published, "openapi.json")["paths"][f"/{name}.json"]["get"]["responses"]["200"]
    row = answer["content"]["application/json"]["schema"]["properties"]["result"]["items"]
    assert all(column.get("description") for column in row["properties"].values())


def test_a_spreadsheet_runs_no_cell(edited_made_up: EditSite) -> None:
    dangerous = ["=1+1", "+1+1", "-1+1", "@SUM(A1)", '=HYPERLINK("https://example.org","x"),"y"']
    names = "".join(f"  - {{name: {json.dumps(name)}}}\n" for name in dangerous)
    rows = "".join(
        f"      - {{model: {json.dumps(name)}, instance: box.small, instance_count: {count}, compiled: 1}}\n"
        for count, name in enumerate(dangerous, start=2)
    )
    site = edited_made_up(
        {
            "models/maker/shuttle-small.yml": {"  - {name: shuttle_small}\n": names},
            "configurations/plain-paper/loom-1.0.yml": {"    rows:\n": f"    rows:\n{rows}"},
        }
    )
    published = exported(site)
    table = list(csv.DictReader(io.StringIO(published[f"{API}tested-configurations.csv"].decode(), newline="")))
    assert [row["model_as_published"] for row in table][: len(dangerous)] == [f"'{name}" for name in dangerous]
    as_json = document(published, "tested-configurations.json")["result"]
    assert [row["model_as_published"] for row in as_json][: len(dangerous)] == dangerous


def test_a_redirect_stands_at_the_former_address(made_up: Site) -> None:
    published = exported(made_up)
    page = published["models/shuttle-small/index.html"].decode()
    assert 'http-equiv="refresh" content="0; url=../../models/maker/shuttle-small/"' in page
    assert '<a href="../../models/maker/shuttle-small/">' in page
    assert "It has an owner now." in page


def test_every_model_has_its_answers(published: Mapping[str, bytes], knowledge: Knowledge) -> None:
    answer = document(published, "openapi.json")["paths"]["/answers/{model}.json"]["get"]["responses"]["200"]
    schema = answer["content"]["application/json"]["schema"]
    for model in knowledge.records.models:
        found = document(published, f"answers/{model}.json")
        jsonschema.validate(found, schema, jsonschema.Draft202012Validator)
        accelerators = [row["accelerator"] for row in found["result"] if row["instance"] is None]
        assert sorted(accelerators) == sorted(knowledge.records.accelerators)


def test_a_program_learns_where_a_model_ran(published: Mapping[str, bytes]) -> None:
    rows = document(published, "answers/meta-llama/llama-3.1-8b-instruct.json")["result"]
    (inf2,) = (row for row in rows if row["accelerator"] == "inferentia2" and row["instance"] is None)
    assert (inf2["answer"], inf2["level"]) == ("ran", "checkpoint")
    (here,) = (row for row in rows if row["instance"] == "inf2.48xlarge")
    assert here["instance_is_named"]
    (smallest,) = (row for row in rows if row["instance"] == "inf2.xlarge")
    assert not smallest["instance_is_named"]
    assert smallest["memory_gib"] == 32
    assert smallest["weights_gib"]["bf16"] == 14.9
