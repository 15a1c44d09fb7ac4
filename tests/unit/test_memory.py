"""The hardware that the memory calculator knows, and what models keep in memory."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from macros.columns.answers import model_answers
from macros.facts import Knowledge
from macros.facts.memory import kv_cache_bytes, published_format
from macros.outputs import data_files
from macros.schema.models import Shape
from tests.conftest import EditSite
from tests.support.project import further


def calculator(knowledge: Knowledge) -> Mapping[str, Any]:
    """What the calculator knows."""
    content = next(content for path, content in data_files.files(knowledge) if path == data_files.MEMORY)
    found: Mapping[str, Any] = json.loads(content)
    return found


def test_of_an_accelerator_without_instance_types_cards_and_systems_are_counted(edited_made_up: EditSite) -> None:
    site = edited_made_up({}, further("accelerators/sickle.yml"))
    hardware = calculator(site.knowledge)["hardware"]
    sizes = [(one["gib"], one["count"]) for one in hardware if one["accelerator"] == "sickle"]
    assert sorted(sizes) == [(gib, count) for gib in (24, 48) for count in (1, 2, 4, 8, 16)]


MAINTAINED = {"state: current": "state: maintenance", "status: current": "status: maintenance"}
DISPUTED = {"last_sdk: forge/6.10.0\n": "last_sdk: forge/6.10.0\n    disputed: The notes say otherwise.\n"}


@pytest.mark.parametrize(
    ("edits", "outcome", "words"),
    [
        ({}, "supported", "Software: supported (Hammer)"),
        (MAINTAINED, "maintained", "Software: maintenance (Hammer)"),
        (DISPUTED, "supported", "Software: supported, contested (Hammer)"),
    ],
)
def test_of_hardware_the_state_of_its_software_is_known(
    edited_made_up: EditSite, edits: Mapping[str, str], outcome: str, words: str
) -> None:
    site = edited_made_up({"frameworks/hammer.yml": edits})
    assert calculator(site.knowledge)["software"]["inference"]["anvil"] == {"outcome": outcome, "short": words}


SHAPE = {"certainty": "Made up.", "citations": [{"source": "plain-paper", "locator": "page 1"}]}
CASES = yaml.safe_load((Path(__file__).parent / "memory_cases.yml").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_what_a_model_keeps_is_what_was_published(case: dict[str, Any]) -> None:
    shape = Shape.model_validate({**SHAPE, **case["shape"]})
    kept = kv_cache_bytes(shape, **case["run"])
    assert kept is not None
    assert kept / case["unit"] == pytest.approx(case["kept"], abs=0.51 * 10.0 ** -case["digits"])


def shape_of(**sizes: Any) -> Shape:
    return Shape.model_validate({**SHAPE, "layers": 10, "key_value_heads": 4, "head_size": 8, **sizes})


def test_a_layer_with_a_window_keeps_no_more_tokens_and_an_encoder_decoder_twice_as_many() -> None:
    plain, windowed = shape_of(cache="keys-values"), shape_of(cache="keys-values", window=100, windowed_layers=5)
    assert kv_cache_bytes(windowed, 100, "bf16") == kv_cache_bytes(plain, 100, "bf16")
    assert kv_cache_bytes(windowed, 1000, "bf16") == 2 * (5 * 1000 + 5 * 100) * 4 * 8 * 2
    both, decoder = (shape_of(cache=cache) for cache in ("encoder-decoder", "keys-values"))
    assert kv_cache_bytes(both, 10, "fp16") == 2 * kv_cache_bytes(decoder, 10, "fp16")  # type: ignore[operator]


def test_what_is_not_recorded_is_not_guessed() -> None:
    assert kv_cache_bytes(shape_of(), 10, "bf16") is None
    assert kv_cache_bytes(shape_of(cache="keys-values", layers=None), 10, "bf16") is None
    assert kv_cache_bytes(shape_of(cache="none"), 10, "bf16") == 0


def test_a_variant_has_the_sizes_of_its_base_and_its_format_where_its_id_ends_in_none(edited_made_up: EditSite) -> None:
    thin = "name: Thin\narchitecture: anvilnet\nparameters: {billions: 10, reason: Made up.}\n"
    shape = "shape: {certainty: Made up., layers: 7, citations: [{source: plain-paper, locator: page 1}]}\n"
    added = {
        "models/smith/thin.yml": f"{thin}{shape}weight_format: mxfp4\n",
        "models/smith/thin-bf16.yml": f"{thin.replace('Thin', 'Thin BF16')}variant_of: smith/thin\n",
        "models/smith/thin-tuned.yml": f"{thin.replace('Thin', 'Thin Tuned')}variant_of: smith/thin\n",
    }
    knowledge = edited_made_up({}, added).knowledge
    found = [published_format(knowledge, f"smith/thin{ending}") for ending in ("", "-bf16", "-tuned")]
    assert found == ["mxfp4", "bf16", "mxfp4"]
    models = calculator(knowledge)["models"]
    assert models["smith/thin-tuned"]["shape"] == models["smith/thin"]["shape"] == {"layers": 7}


def test_of_each_instance_type_that_a_model_does_not_fit_that_is_the_answer(edited_made_up: EditSite) -> None:
    """Also where no evidence connects the model and the accelerator."""
    huge = "name: Huge\nparameters: {billions: 90000, reason: Made up.}\n"
    knowledge = edited_made_up({}, {"models/smith/huge.yml": huge}).knowledge
    answers = {one.instance: one.short for one in model_answers(knowledge, "smith/huge") if one.instance}
    assert set(answers) == set(knowledge.records.instances)
    assert {(short.outcome, short.fits) for short in answers.values()} == {("unsupported", "no")}
