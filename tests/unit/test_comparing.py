"""The free comparison: what is said of each record, and which tests may stand on one line."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping

import pytest

from macros.knowledge import Knowledge, facts
from macros.site.state import Site
from macros.views import lining_up
from macros.views.comparing import Said, sheets, titles
from tests.conftest import EditSite

KINDS = ("models", "instances", "accelerators", "frameworks", "releases")
ROWS = "configurations/plain-paper/loom-1.0.yml"


def answers(knowledge: Knowledge, kind: str, record: str) -> Mapping[str, Said | None]:
    """What is said of a record, by label."""
    sheet = sheets(knowledge)[kind]
    labels = [label for group in sheet.groups for label in group.labels]
    said = [answer for group in sheet.records[record] for answer in group]
    assert len(labels) == len(said) == len(set(labels))
    return dict(zip(labels, said, strict=True))


@pytest.mark.parametrize("kind", KINDS)
def test_every_record_answers_every_row(knowledge: Knowledge, kind: str) -> None:
    sheet = sheets(knowledge)[kind]
    assert sheet.records.keys() == knowledge.records.of(kind).keys()
    for record in sheet.records:
        answers(knowledge, kind, record)


def test_kinds_can_be_chosen_in_one_order(knowledge: Knowledge) -> None:
    assert tuple(titles(knowledge)) == tuple(sheets(knowledge)) == KINDS


def test_what_was_not_published_is_no_word(made_up: Site) -> None:
    small = answers(made_up.knowledge, "instances", "box.small")
    assert small["Network"] is None
    assert small["Elastic Fabric Adapter"] is None
    assert answers(made_up.knowledge, "accelerators", "chip-one")["fp8"] is None


def test_what_does_not_apply_is_said(knowledge: Knowledge) -> None:
    assert answers(knowledge, "instances", "g5.2xlarge")["NeuronCores"] == Said("not applicable")
    assert answers(knowledge, "instances", "trn1.32xlarge")["NeuronCores"] == Said("32")


def test_an_instance_in_words(knowledge: Knowledge) -> None:
    said = answers(knowledge, "instances", "g5.2xlarge")
    assert said["Accelerator"] == Said("NVIDIA A10G")
    assert said["Memory in all"] == Said("24 GiB")
    assert said["In EC2’s list of types"] == Said("yes", datetime.date(2026, 8, 1))
    assert said["Tested configurations"] == Said("43 in 5 releases")
    assert said["Newest test"] == Said("", datetime.date(2023, 1, 20))


def test_a_model_stands_on_its_own_tests_before_verdicts_on_its_family(knowledge: Knowledge) -> None:
    said = answers(knowledge, "models", "bert-base-uncased")
    assert said["NVIDIA A10G"] == Said("6 tested configurations in 5 releases", datetime.date(2023, 2, 18))
    judged = said["AWS Inferentia2"]
    assert judged
    assert judged.text.startswith("Good fit (guideline verdict for the whole family); torch-neuronx, training: ")
    assert judged.as_of == datetime.date(2023, 5, 5)
    assert said["AWS Trainium3"] is None


def test_a_framework_and_what_became_of_it(knowledge: Knowledge) -> None:
    said = answers(knowledge, "frameworks", "torch-neuron")
    assert said["Replaced by"] == Said(
        "torch-neuronx (Removed) on other hardware only, then TorchNeuron (Preview) on other hardware only;"
        " none recorded for AWS Inferentia"
    )
    assert said["AWS Inferentia"] == Said("inference")
    assert said["NVIDIA T4"] is None


def test_a_release_says_where_its_image_is_served(knowledge: Knowledge) -> None:
    said = answers(knowledge, "releases", "sagemaker-training-compiler/pytorch-1.13.1")
    assert said["Regions"] == Said("24")
    assert said["Regions in ca"] == Said("ca-central-1, ca-west-1")
    assert said["Regions in mx"] == Said("none")
    assert said["Transformers"] == Said("not listed")


def line_of(knowledge: Knowledge, kind: str, lead: str, words: str) -> lining_up.Line:
    (line,) = [one for one in lining_up.lines(knowledge, kind) if one.lead == lead and words in one.settings]
    return line


def test_instances_on_one_line(knowledge: Knowledge) -> None:
    line = line_of(knowledge, "instances", "albert-base-v2", "wikitext-2 · 512 tokens")
    assert line.settings.endswith("· per accelerator; not published: precision")
    assert line.sizes["g5.2xlarge"] == lining_up.Size("18 → 40", 18, 40)
    assert line.sizes["p3.2xlarge"] == lining_up.Size("14 → 32", 14, 32)


@pytest.mark.parametrize("kind", lining_up.FREE)
def test_tests_on_one_line_agree_in_what_is_not_compared(knowledge: Knowledge, kind: str) -> None:
    lines = lining_up.lines(knowledge, kind)
    assert len(lines) > 15
    assert all(len(line.sizes) > 1 for line in lines)
    assert len({(line.lead, line.settings) for line in lines}) == len(lines), "no two lines read the same"


def test_every_pair_of_like_tests_shares_a_line(knowledge: Knowledge) -> None:
    """Counted another way: pairs of tests that agree in the columns of the API."""

    def key(test: facts.TestedConfiguration) -> tuple[object, ...]:
        row, table = test.row, test.table
        return (
            *(test.model, test.dataset, test.sequence_length, row.precision, test.release, test.scope),
            *(row.instance_count, table.topology, table.automatic_mixed_precision, table.tested_with),
            *(test.source, test.as_of),
        )

    by_key: dict[tuple[object, ...], set[str]] = {}
    for test in knowledge.configurations:
        by_key.setdefault(key(test), set()).add(test.instance)
    wanted = sorted(tuple(sorted(instances)) for instances in by_key.values() if len(instances) > 1)
    assert sorted(tuple(sorted(line.sizes)) for line in lining_up.lines(knowledge, "instances")) == wanted


def test_models_on_one_line(made_up: Site) -> None:
    (line,) = lining_up.lines(made_up.knowledge, "models")
    assert line.lead == "box.small"
    assert line.sizes == {
        "maker/shuttle-small": lining_up.Size("8 → 12", 8, 12),
        "shuttle-large": lining_up.Size("4 → 2", 4, 2),
    }


@pytest.mark.parametrize(
    "setting", ["dataset: threads", "precision: float16", "instance_count: 2", "sequence_length: 8"]
)
def test_one_setting_apart_is_not_alike(edited_made_up: EditSite, setting: str) -> None:
    site = edited_made_up({ROWS: {"native: 4, compiled: 2}": f"native: 4, compiled: 2, {setting}}}"}})
    assert list(lining_up.lines(site.knowledge, "models")) == []


def test_no_ratio_is_taken_of_a_bound_or_of_nothing(edited_made_up: EditSite) -> None:
    edits = {"native: 4, compiled: 2}": "compiled: 2, lower_bound: true}"}
    (line,) = lining_up.lines(edited_made_up({ROWS: edits}).knowledge, "models")
    assert line.sizes["shuttle-large"] == lining_up.Size("not published → ≥ 2", None, None)


def test_the_files_hold_what_the_views_say(site: Site, published: Mapping[str, bytes]) -> None:
    found = json.loads(published["compare/facts.json"])
    assert tuple(found) == KINDS
    for kind, sheet in sheets(site.knowledge).items():
        texts = found[kind]["texts"]
        for record, groups in sheet.records.items():
            read = [
                [None if code is None else texts[code] for code in codes]
                for codes in found[kind]["records"][record]["says"]
            ]
            assert read == [
                [said and [said.text, *([str(said.as_of)] if said.as_of else [])] for said in group] for group in groups
            ]
    for kind, known in found.items():
        path = known["sizes"]
        assert (path is None) == (kind not in lining_up.FREE)
        if path:
            lines = json.loads(published[path])["lines"]
            assert len(lines) == len(lining_up.lines(site.knowledge, kind))


@pytest.mark.parametrize(
    ("kind", "name", "record"),
    [
        ("instances", "ml.g5.2xlarge", "g5.2xlarge"),
        ("accelerators", "A10G", "nvidia-a10g"),
        ("models", "google-bert/bert-base-uncased", "bert-base-uncased"),
        ("frameworks", "optimum_neuron", "optimum-neuron"),
        ("releases", "pytorch-1.13.1", "sagemaker-training-compiler/pytorch-1.13.1"),
        ("releases", "PyTorch 1.13.1", "sagemaker-training-compiler/pytorch-1.13.1"),
    ],
)
def test_any_name_can_be_typed(published: Mapping[str, bytes], kind: str, name: str, record: str) -> None:
    names = json.loads(published["compare/facts.json"])[kind]["names"]
    assert [name, record] in names
    ids = [known for known, target in names if known == target]
    assert names[: len(ids)] == [[one, one] for one in ids], "ids come first: they win over other names"
