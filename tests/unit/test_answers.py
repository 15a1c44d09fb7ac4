"""Does it run? The strongest evidence first, each with the level it comes from, no verdict without."""

from __future__ import annotations

import pytest

from macros.knowledge import Knowledge
from macros.knowledge.answering import (
    LEVELS,
    STRENGTH,
    Answer,
    answers,
    subject_of_architecture,
    subject_of_model,
)
from macros.knowledge.weights import billions_held, weights_gib
from macros.views.answers import answered, doubts

LLAMA = "meta-llama/llama-3.1-8b-instruct"


def answer(knowledge: Knowledge, model: str, accelerator: str) -> Answer:
    (found,) = (one for one in answers(knowledge, subject_of_model(knowledge, model)) if one.accelerator == accelerator)
    return found


def test_a_run_is_stronger_than_a_list_and_a_list_than_a_verdict(knowledge: Knowledge) -> None:
    found = answer(knowledge, LLAMA, "inferentia2")
    assert (found.says, found.level) == ("ran", "checkpoint")
    kinds = [STRENGTH.index(evidence.kind) for evidence in found.evidence if not evidence.superseded]
    assert kinds == sorted(kinds)
    assert {"benchmark", "listed", "guideline"} == {evidence.kind for evidence in found.evidence}


def test_every_word_of_the_vocabularies_has_its_rank(knowledge: Knowledge) -> None:
    vocabularies = knowledge.records.vocabularies
    assert list(LEVELS) == list(vocabularies["evidence_level"].values)
    assert set(STRENGTH) <= set(vocabularies["evidence"].values)


def test_a_checkpoint_inherits_from_its_architecture_and_its_family(knowledge: Knowledge) -> None:
    levels = {evidence.kind: evidence.level for evidence in answer(knowledge, LLAMA, "inferentia2").evidence}
    assert levels == {"benchmark": "checkpoint", "listed": "architecture", "guideline": "family"}


def test_the_newest_sdk_release_stands_last(knowledge: Knowledge) -> None:
    (measured,) = (found for found in answer(knowledge, LLAMA, "inferentia2").evidence if found.kind == "benchmark")
    assert measured.sdks == ("2.24.0", "2.26.1")


def test_a_checkpoint_does_not_inherit_from_another(knowledge: Knowledge) -> None:
    named = {
        evidence.catalogue
        for evidence in answer(knowledge, "qwen/qwen3-0.6b", "trainium2").evidence
        if evidence.level == "checkpoint"
    }
    assert "nxd-inference-card-qwen3-235b-a22b" not in named


def test_an_instance_is_named_only_by_evidence_that_names_it(knowledge: Knowledge) -> None:
    found = answer(knowledge, LLAMA, "inferentia2")
    assert [evidence.kind for evidence in found.on("inf2.48xlarge")] == ["benchmark"]
    assert found.on("inf2.xlarge") == []
    assert (found.says_on("inf2.48xlarge"), found.says_on("inf2.xlarge")) == ("ran", "ran-elsewhere")


def test_nothing_known_is_an_answer(knowledge: Knowledge) -> None:
    found = answer(knowledge, LLAMA, "nvidia-t4")
    assert (found.says, found.level, found.evidence) == ("nothing-known", None, ())


def test_a_family_verdict_is_no_more_than_that(knowledge: Knowledge) -> None:
    found = answer(knowledge, "cl-tohoku/bert-base-japanese", "inferentia")
    assert {evidence.kind for evidence in found.evidence if evidence.level == "family"} == {"guideline"}


def test_an_architecture_shows_what_is_known_of_its_checkpoints(knowledge: Knowledge) -> None:
    found = {one.accelerator: one for one in answers(knowledge, subject_of_architecture(knowledge, "llama"))}
    assert found["trainium2"].says == "ran"
    assert {evidence.level for evidence in found["inferentia2"].evidence} == {"checkpoint", "architecture", "family"}


def test_the_newest_edition_of_a_list_speaks(knowledge: Knowledge) -> None:
    catalogues = {evidence.catalogue for evidence in answer(knowledge, "gpt2", "inferentia2").evidence}
    assert "optimum-neuron-2025-09" not in catalogues
    whisper = answers(knowledge, subject_of_architecture(knowledge, "whisper"))
    named = {evidence.catalogue for one in whisper for evidence in one.evidence}
    assert named & {"optimum-neuron-2025-09", "optimum-neuron-2026-04"} == {"optimum-neuron-2026-04"}


def test_limits_of_a_framework_on_the_hardware_stand_beside_the_answer(knowledge: Knowledge) -> None:
    found = doubts(knowledge, answered(knowledge, subject_of_model(knowledge, LLAMA)))
    assert "nxdi-trn1-inf2" in dict(found.stack_limits)
    assert "nxd-inference-hardware" in dict(found.disputes)


@pytest.mark.parametrize(("billions", "kind", "gib"), [(70, "bf16", 130.4), (8, "bf16", 14.9), (8, "fp32", 29.8)])
def test_weights_are_parameters_times_bytes(billions: float, kind: str, gib: float) -> None:
    assert round(weights_gib(billions, kind), 1) == gib
    assert billions_held(weights_gib(billions, kind), kind) == pytest.approx(billions)


def test_memory_stands_beside_every_instance(knowledge: Knowledge) -> None:
    found = answered(knowledge, subject_of_model(knowledge, LLAMA))
    shares = {line.id: dict(line.shares)["bf16"] for line in found.instances}
    assert round(shares["inf2.xlarge"]) == 47
    assert round(shares["inf2.48xlarge"]) == 4
    unknown = answered(knowledge, subject_of_model(knowledge, "bert-base-uncased"))
    assert unknown.parameters is None
    assert all(line.shares == [] for line in unknown.instances)
