"""The free comparison: what it says of each record, and which tests may stand on one line."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from macros.exports.compare_tool import PATH
from macros.knowledge import Knowledge, batch_size_table, facts
from macros.site.state import Site
from macros.tables.sheets import SheetCell
from macros.views.compare_tool import sheets
from tests.conftest import EditSite
from tests.support.places import MADE_UP
from tests.support.render_page import read

KINDS = ("models", "instances", "accelerators", "frameworks", "releases")
ROWS = "configurations/plain-paper/loom-1.0.yml"
SECOND_ROW = "{model: shuttle-large,       instance: ml.box.small, native: 4, compiled: 2}"
DATA = MADE_UP / "data"
BOX = (DATA / "instances" / "box.small.yml").read_text("utf-8")


def answers(knowledge: Knowledge, kind: str, record: str) -> Mapping[str, SheetCell | None]:
    """What is said of a record, by label."""
    sheet = sheets(knowledge)[kind]
    labels = [label for group in sheet.groups for label in group.labels]
    said = [answer for group in sheet.records[record] for answer in group]
    assert len(labels) == len(said) == len(set(labels))
    return dict(zip(labels, said, strict=True))


def text(answer: SheetCell | None) -> str:
    assert answer
    return answer.text


@pytest.mark.parametrize("kind", KINDS)
def test_every_record_answers_every_row(knowledge: Knowledge, kind: str) -> None:
    sheet = sheets(knowledge)[kind]
    labels = [len(group.labels) for group in sheet.groups]
    assert sheet.records.keys() == knowledge.records.of(kind).keys()
    for record, groups in sheet.records.items():
        assert [len(group) for group in groups] == labels, record


def test_kinds_can_be_chosen_in_the_order_of_the_file(made_up: Site, made_up_exports: Mapping[str, bytes]) -> None:
    options = read(made_up, "free_comparison").all("option")
    assert tuple(option.attributes["value"] for option in options) == KINDS
    assert tuple(json.loads(made_up_exports[PATH])) == KINDS


def test_what_was_not_published_has_no_answer(made_up: Site) -> None:
    small = answers(made_up.knowledge, "instances", "box.small")
    assert small["Network"] is None
    assert small["Elastic Fabric Adapter"] is None
    assert answers(made_up.knowledge, "accelerators", "chip-one")["fp8"] is None


def test_cores_of_a_gpu_do_not_apply(made_up: Site) -> None:
    assert answers(made_up.knowledge, "instances", "box.small")["Cores"] == SheetCell("not applicable")
    assert answers(made_up.knowledge, "instances", "hearth.large")["Cores"] == SheetCell("16")


def test_an_instance_and_its_figures(made_up: Site) -> None:
    said = answers(made_up.knowledge, "instances", "box.small")
    assert said["Accelerator"] == SheetCell("Chip One")
    assert said["Memory each"] == SheetCell("16 GiB")
    assert said["Total memory"] == SheetCell("32 GiB")
    assert said["Provider"] == SheetCell("Mill Rooms")
    assert said["Newest test"] == SheetCell("", datetime.date(2019, 3, 1))
    assert text(said["Tested configurations"]).startswith("2 ")


def test_whether_a_provider_lists_an_instance_is_dated(made_up: Site, edited_made_up: EditSite) -> None:
    label = "In the provider’s list of types"
    day = datetime.date(2020, 1, 1)
    assert answers(made_up.knowledge, "instances", "box.small")[label] == SheetCell("yes", day)
    assert answers(made_up.knowledge, "instances", "hearth.large")[label] is None
    gone = edited_made_up({"instances/box.small.yml": {"listed: true": "listed: false"}})
    assert answers(gone.knowledge, "instances", "box.small")[label] == SheetCell("no", day)


def test_an_accelerator_and_its_figures(made_up: Site) -> None:
    said = answers(made_up.knowledge, "accelerators", "anvil")
    assert said["Vendor"] == SheetCell("The Forge")
    assert said["Memory"] == SheetCell("96 GiB")
    assert said["Memory bandwidth"] == SheetCell("2.5 TB/s")
    assert said["Data types"] == SheetCell("bf16, fp8")
    assert said["bf16 / fp16"] == SheetCell("400 TFLOPS")
    assert said["Instance types"] == SheetCell("hearth.small, hearth.large")
    assert said["Frameworks"] == SheetCell("Hammer, Tongs")


def test_a_model_is_compared_by_the_answers_of_its_page(made_up: Site) -> None:
    said = answers(made_up.knowledge, "models", "maker/shuttle-small")
    assert said["Chip One"] == SheetCell(
        "Supported for training with Loom, last said 2018-01", datetime.date(2019, 2, 1)
    )


def test_where_nothing_is_known_of_a_model_that_is_said(made_up: Site) -> None:
    label = made_up.knowledge.term("outcome", "not-known").label
    assert answers(made_up.knowledge, "models", "smith/anvil-7b")["Chip One"] == SheetCell(label)


def test_a_framework_and_its_successor(made_up: Site) -> None:
    said = answers(made_up.knowledge, "frameworks", "tongs")
    assert said["State"] == SheetCell("Ended", datetime.date(2019, 6, 1))
    assert said["Replaced by"] == SheetCell("Hammer (Current) on Forge Anvil")
    assert said["Forge Anvil"] == SheetCell("inference")
    assert said["Chip One"] is None
    assert answers(made_up.knowledge, "frameworks", "hammer")["Replaces"] == SheetCell("Tongs")


def test_the_day_of_a_state_that_was_not_published_is_told_from_one_that_was(made_up: Site) -> None:
    label = "In this state since"
    assert answers(made_up.knowledge, "frameworks", "hammer")[label] == SheetCell("2019-06-01")
    unpublished = text(answers(made_up.knowledge, "frameworks", "tongs")[label])
    assert unpublished.endswith("2019-06-01")
    assert unpublished != "2019-06-01"


def test_a_successor_on_other_hardware_is_no_replacement_for_this(edited_made_up: EditSite) -> None:
    site = edited_made_up({"frameworks/loom.yml": {"support:\n": "successor: tongs\nsupport:\n"}})
    replaced = text(answers(site.knowledge, "frameworks", "loom")["Replaced by"])
    chain, _, none_on = replaced.partition(";")
    assert chain.index("Tongs (Ended)") < chain.index("Hammer (Current)")
    assert "Forge Anvil" not in replaced
    assert "Chip One" in none_on


def test_a_release_says_where_its_image_is_served(edited_made_up: EditSite) -> None:
    regions = '{mill-2: "000000000001", mill-1: "000000000001", loft-1: "000000000002"}'
    release = 'regions: {mill-1: "000000000001"}'
    site = edited_made_up({"releases/loom/loom-1.0.yml": {release: f"regions: {regions}"}})
    said = answers(site.knowledge, "releases", "loom/loom-1.0")
    assert said["Regions"] == SheetCell("3")
    assert said["Regions in mill"] == SheetCell("mill-1, mill-2")
    assert said["Regions in loft"] == SheetCell("loft-1")
    assert answers(site.knowledge, "releases", "hammer/2.0")["Regions in mill"] == SheetCell("none")


def test_a_release_without_a_component_says_so(made_up: Site) -> None:
    said = answers(made_up.knowledge, "releases", "hammer/2.0")
    assert said["Hammer"] == SheetCell("2.0")
    assert said["Loom"] == SheetCell("not listed")
    assert said["Launched"] is None
    assert said["Tag"] is None


@pytest.fixture
def two_boxes(edited_made_up: EditSite) -> Site:
    """A site with one model tested on two sizes of instance."""
    large = BOX.replace("ml.box.small", "ml.box.large").replace("accelerator_count: 2", "accelerator_count: 4")
    second = "{model: maker/shuttle-small, instance: box.large, native: 18, compiled: 40}"
    also = "      - {model: shuttle-large, instance: box.small, dataset: threads, compiled: 7}"
    return edited_made_up({ROWS: {SECOND_ROW: f"{second}\n{also}"}}, {"instances/box.large.yml": large})


def test_instances_on_one_line(two_boxes: Site) -> None:
    (line,) = batch_size_table.batch_size_rows(two_boxes.knowledge, "instances")
    assert line.lead == "maker/shuttle-small"
    assert line.sizes == {
        "box.small": batch_size_table.BatchSizeCell("8 → 12", 8, 12),
        "box.large": batch_size_table.BatchSizeCell("18 → 40", 18, 40),
    }


def test_a_line_names_the_settings_that_are_known_and_those_that_are_not(two_boxes: Site) -> None:
    (line,) = batch_size_table.batch_size_rows(two_boxes.knowledge, "instances")
    known, _, unknown = line.settings.partition(";")
    assert "Loom 1.0" in known
    assert two_boxes.knowledge.term("batch_size_scope", "per-accelerator").label in known
    assert "precision" in unknown


def test_models_on_one_line(made_up: Site) -> None:
    (line,) = batch_size_table.batch_size_rows(made_up.knowledge, "models")
    assert line.lead == "box.small"
    assert line.sizes == {
        "maker/shuttle-small": batch_size_table.BatchSizeCell("8 → 12", 8, 12),
        "shuttle-large": batch_size_table.BatchSizeCell("4 → 2", 4, 2),
    }


@pytest.mark.parametrize(
    "setting", ["dataset: threads", "precision: float16", "instance_count: 2", "sequence_length: 8"]
)
def test_tests_that_differ_in_a_setting_share_no_line(edited_made_up: EditSite, setting: str) -> None:
    site = edited_made_up({ROWS: {"native: 4, compiled: 2}": f"native: 4, compiled: 2, {setting}}}"}})
    assert list(batch_size_table.batch_size_rows(site.knowledge, "models")) == []


FOR_INFERENCE = """  - accelerator: chip-one
    workload: inference
    status: current
    date: 2018-01-01
    citations: [{source: plain-paper, locator: page 2}]
"""


def next_release(edited_made_up: EditSite, workload: str) -> Site:
    """A site where the tests of a release were run again with the next one, for some workload."""
    release, tests = (DATA / "releases/loom/loom-1.0.yml", DATA / ROWS)
    return edited_made_up(
        {"frameworks/loom.yml": {"support:\n": f"support:\n{FOR_INFERENCE}"}},
        {
            "releases/loom/loom-1.1.yml": release.read_text("utf-8").replace("1.0", "1.1"),
            ROWS.replace("1.0", "1.1"): tests.read_text("utf-8")
            .replace("loom-1.0", "loom-1.1")
            .replace("workload: training", f"workload: {workload}"),
        },
    )


def test_releases_on_one_line(edited_made_up: EditSite) -> None:
    lines = batch_size_table.batch_size_rows(next_release(edited_made_up, "training").knowledge, "releases")
    assert [line.lead for line in lines] == ["maker/shuttle-small", "shuttle-large"]
    assert all(line.sizes.keys() == {"loom/loom-1.0", "loom/loom-1.1"} for line in lines)


def test_training_and_inference_share_no_line(edited_made_up: EditSite) -> None:
    assert list(batch_size_table.batch_size_rows(next_release(edited_made_up, "inference").knowledge, "releases")) == []


def test_no_ratio_is_taken_of_a_bound_or_of_nothing(edited_made_up: EditSite) -> None:
    edits = {"native: 4, compiled: 2}": "compiled: 2, lower_bound: true}"}
    (line,) = batch_size_table.batch_size_rows(edited_made_up({ROWS: edits}).knowledge, "models")
    size = line.sizes["shuttle-large"]
    assert (size.native, size.compiled) == (None, None)
    assert size.words.endswith("≥ 2")


@pytest.mark.parametrize("kind", batch_size_table.FREE)
def test_each_line_has_several_records_and_settings_of_its_own(knowledge: Knowledge, kind: str) -> None:
    lines = batch_size_table.batch_size_rows(knowledge, kind)
    assert all(len(line.sizes) > 1 for line in lines)
    assert len({(line.lead, line.settings) for line in lines}) == len(lines)


def test_every_pair_of_like_tests_shares_a_line(knowledge: Knowledge) -> None:
    """Counted another way: pairs of tests that agree in the columns of the API."""

    def key(test: facts.TestedConfiguration) -> tuple[object, ...]:
        row, table = test.row, test.table
        return (
            *(test.model, test.dataset, test.sequence_length, row.precision, test.release, test.scope),
            *(row.instance_count, table.topology, table.automatic_mixed_precision, table.tested_with),
            *(test.source, test.as_of, test.workload),
        )

    by_key: dict[tuple[object, ...], set[str]] = {}
    for test in knowledge.configurations:
        by_key.setdefault(key(test), set()).add(test.instance)
    wanted = sorted(tuple(sorted(instances)) for instances in by_key.values() if len(instances) > 1)
    assert (
        sorted(tuple(sorted(line.sizes)) for line in batch_size_table.batch_size_rows(knowledge, "instances")) == wanted
    )


def _read_answers(found: Mapping[str, Any], record: str) -> Iterator[list[SheetCell | None]]:
    """What the file of a kind says of a record, its codes looked up."""
    for codes in found["records"][record]["says"]:
        said = [None if code is None else found["texts"][code] for code in codes]
        yield [None if one is None else SheetCell(one[0], *map(datetime.date.fromisoformat, one[1:])) for one in said]


def test_the_file_of_facts_holds_what_the_views_say(made_up: Site, made_up_exports: Mapping[str, bytes]) -> None:
    found = json.loads(made_up_exports[PATH])
    for kind, sheet in sheets(made_up.knowledge).items():
        assert found[kind]["records"].keys() == sheet.records.keys()
        for record, groups in sheet.records.items():
            assert list(_read_answers(found[kind], record)) == groups, record


def test_a_kind_has_a_file_of_batch_sizes_if_tests_can_be_compared_by_it(
    made_up: Site, made_up_exports: Mapping[str, bytes]
) -> None:
    for kind, known in json.loads(made_up_exports[PATH]).items():
        assert (known["sizes"] is not None) == (kind in batch_size_table.FREE)
        if known["sizes"]:
            found = json.loads(made_up_exports[known["sizes"]])["lines"]
            lines = batch_size_table.batch_size_rows(made_up.knowledge, kind)
            assert [(one["setting"], one["sizes"].keys()) for one in found] == [
                ([line.lead, line.settings], line.sizes.keys()) for line in lines
            ]


@pytest.mark.parametrize(
    ("kind", "name", "record"),
    [
        ("instances", "ml.box.small", "box.small"),
        ("accelerators", "C1", "chip-one"),
        ("models", "Anvil-7B", "smith/anvil-7b"),
        ("models", "anvil-7b", "smith/anvil-7b"),
        ("models", "shuttle_small", "maker/shuttle-small"),
        ("frameworks", "PyHammer", "hammer"),
        ("releases", "loom-1.0", "loom/loom-1.0"),
        ("releases", "Loom 1.0", "loom/loom-1.0"),
    ],
)
def test_a_record_can_be_chosen_by_any_of_its_names(
    made_up_exports: Mapping[str, bytes], kind: str, name: str, record: str
) -> None:
    names = json.loads(made_up_exports[PATH])[kind]["names"]
    assert [name, record] in names


def test_ids_win_over_other_names(made_up: Site, made_up_exports: Mapping[str, bytes]) -> None:
    for kind, known in json.loads(made_up_exports[PATH]).items():
        ids = [[record, record] for record in made_up.knowledge.records.of(kind)]
        assert known["names"][: len(ids)] == ids
        assert [target for name, target in known["names"][len(ids) :] if [name, name] in ids] == []
