"""What the explorer without scripts and the comparison say, and the files that their scripts fetch."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from macros.columns.explorer_views import VIEWS
from macros.facts import Knowledge
from macros.outputs.data_files import COMPARISON
from macros.outputs.explorer import files
from macros.pages.compared import Cell, compared
from macros.schema.kinds import COMPARED
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.elements import read
from tests.support.project import MADE_UP

TABLE = "configurations/plain-paper/loom-1.0.yml"
NAMES = [view.name for view in VIEWS]
OTHER_ORDER = {"release", "locator", "batch_size_scope_inferred", "withdrawn", "workload"}
"""Columns in which the explorer holds more than the API."""

Document = Mapping[str, Any]


def document(exports: Mapping[str, bytes], name: str) -> Document:
    found: Document = json.loads(exports[f"explore/{name}.json"])
    return found


def decoded(found: Document, name: str) -> list[Any]:
    """A column of the file, its codes looked up."""
    column = found["columns"][name]
    return [column["values"][code] for code in column.get("codes", [0] * found["count"])]


@pytest.mark.parametrize("name", NAMES)
def test_each_row_reads_as_in_the_api(made_up_exports: Mapping[str, bytes], name: str) -> None:
    (view,) = (view for view in VIEWS if view.name == name)
    found = document(made_up_exports, name)
    rows = json.loads(made_up_exports[f"api/v1/{view.table.name}.json"])["result"]
    api = [row for row in rows if row.get("repeats") is None]
    assert found["count"] == len(api) > 0
    assert list(found["download"]) == list(api[0])
    for column, ours in found["download"].items():
        if column not in {"id", *OTHER_ORDER}:
            values = sorted(json.dumps(row[column]) for row in api)
            assert sorted(map(json.dumps, decoded(found, ours))) == values, column


def test_the_scripts_learn_what_figures_count_and_which_come_first(made_up_exports: Mapping[str, bytes]) -> None:
    columns = document(made_up_exports, "benchmarks")["columns"]
    told = {name: (columns[name].get("counts"), columns[name].get("better")) for name in ("throughput", "batch_size")}
    assert told == {"throughput": ("throughput_unit", "higher"), "batch_size": (None, None)}
    assert (columns["latency_p99_ms"]["counts"], columns["ttft_ms"]["better"]) == ("latency_basis", "lower")


@pytest.mark.parametrize("name", NAMES)
def test_each_record_has_its_name_and_page(made_up_exports: Mapping[str, bytes], name: str) -> None:
    found = document(made_up_exports, name)
    for column, records in found["records"].items():
        values = decoded(found, column)
        used = {one for value in values for one in (value if isinstance(value, list) else [value])}
        assert used - {None} == records.keys(), column
    assert found["records"]["model"]["maker/shuttle-small"] == {
        "name": "Shuttle-Small",
        "page": "models/maker/shuttle-small/",
        "names": ["shuttle_small"],
    }


def test_what_sources_still_show_comes_first_and_the_newest_of_it(made_up_exports: Mapping[str, bytes]) -> None:
    found = document(made_up_exports, "benchmarks")
    shown = list(zip(decoded(found, "published"), decoded(found, "as_of"), strict=True))
    assert {published for published, _ in shown} == {True, False}
    assert shown == sorted(shown, reverse=True)


def test_releases_of_two_frameworks_may_have_the_same_version(edited_made_up: EditSite) -> None:
    release = (MADE_UP / "data/releases/loom/loom-1.0.yml").read_text("utf-8").replace("1.0", "2.0")
    site = edited_made_up({TABLE: {"release: loom/loom-1.0": "release: loom/2.0"}}, {"releases/loom/2.0.yml": release})
    found = json.loads(dict(files(site.knowledge))["explore/configurations.json"])
    assert set(found["records"]["release"]) == {"hammer/2.0", "loom/2.0"}


def said(knowledge: Knowledge, kind: str, record: str) -> Mapping[str, Cell | None]:
    """What is said of a record, by label."""
    rows = [row for group in compared(knowledge, kind, record).values() for row in group]
    assert len(dict(rows)) == len(rows)
    return dict(rows)


@pytest.mark.parametrize("kind", COMPARED)
def test_every_record_answers_every_row(made_up: Site, kind: str) -> None:
    first, *others = (compared(made_up.knowledge, kind, record) for record in made_up.knowledge.records.of(kind))
    for other in others:
        assert [(title, [*dict(rows)]) for title, rows in other.items()] == [
            (title, [*dict(rows)]) for title, rows in first.items()
        ]


def test_kinds_can_be_chosen_in_the_order_of_the_page(made_up: Site, made_up_exports: Mapping[str, bytes]) -> None:
    options = [one.attributes["value"] for one in read(made_up, "free_comparison").all("option")]
    assert set(json.loads(made_up_exports[COMPARISON])) == set(options)


def test_a_model_is_compared_by_the_answers_of_its_page(made_up: Site) -> None:
    small = said(made_up.knowledge, "models", "maker/shuttle-small")
    assert small["Chip One"] == Cell("Supported for training with Loom, last said 2018-01", "supported")


def test_a_framework_is_compared_by_its_state_and_what_runs_today(made_up: Site) -> None:
    tongs = said(made_up.knowledge, "frameworks", "tongs")
    standing = tongs["Standing"]
    assert standing
    assert standing.text.startswith("Ended")
    assert "Replaced by Hammer" in standing.text
    assert tongs["Chip One"] is None
