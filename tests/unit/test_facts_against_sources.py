"""Row by row: what is published as data, against tables read off the source documents by other means than ours."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from macros.knowledge import Knowledge
from tests.places import GOLDEN

API = "api/v1"


def golden(name: str) -> Sequence[dict[str, str]]:
    with (GOLDEN / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def result(published: Mapping[str, bytes], name: str) -> Sequence[dict[str, Any]]:
    rows: Sequence[dict[str, Any]] = json.loads(published[f"{API}/{name}.json"])["result"]
    return rows


def in_csv(value: object) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def test_tested_configurations_cell_by_cell(published: Mapping[str, bytes]) -> None:
    wanted = {row["id"]: row for row in golden("tested-configurations")}
    sources = {row["source"] for row in wanted.values()}
    found = {row["id"]: row for row in result(published, "tested-configurations") if row["source"] in sources}
    assert found.keys() == wanted.keys()
    assert len(wanted) == 316
    for key, row in wanted.items():
        line = row.pop("source_line")
        assert {column: in_csv(found[key][column]) for column in row} == row
        assert not line or found[key]["locator"].endswith(f"line {line}")


def test_csv_holds_what_json_holds(published: Mapping[str, bytes]) -> None:
    table = csv.DictReader(io.StringIO(published[f"{API}/tested-configurations.csv"].decode(), newline=""))
    rows = result(published, "tested-configurations")
    assert list(table) == [{column: in_csv(value) for column, value in row.items()} for row in rows]


@pytest.mark.parametrize(("name", "count"), [("support", 112), ("validated-models", 18)])
def test_verdicts_and_marks_cell_by_cell(published: Mapping[str, bytes], name: str, count: int) -> None:
    wanted = golden(name)
    sources = {row["source"] for row in wanted}
    found = [
        {column: in_csv(row[column]) for column in wanted[0]}
        for row in result(published, name)
        if row["source"] in sources
    ]
    assert len(wanted) == count
    assert sorted(found, key=json.dumps) == sorted(wanted, key=json.dumps)


def test_comparison_cell_by_cell(published: Mapping[str, bytes]) -> None:
    wanted = [(row.pop("feature"), row) for row in golden("torch-neuron-vs-torch-neuronx")]
    found = [(row["feature"], row["values"]) for row in result(published, "comparisons/torch-neuron-vs-torch-neuronx")]
    assert found == wanted
    assert len(wanted) == 11


def test_regions_of_releases_one_by_one(knowledge: Knowledge) -> None:
    wanted = {(row["release"], row["region"], row["account"]) for row in golden("regions")}
    found = {
        (release.removeprefix("sagemaker-training-compiler/"), region, account)
        for release, record in knowledge.records.releases.items()
        for region, account in record.regions.items()
    }
    assert found == wanted
    assert len(wanted) == 280
