"""What typed names mean, on the real data: the lines of tests/names.tsv."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from macros.facts.known_names import known_hardware, known_models
from macros.site.state import Site
from macros.typed_names import Names
from tests.support.typed_names import TypedName, in_file, typed_names


@pytest.fixture(scope="module")
def names(site: Site) -> Mapping[str, Names]:
    """What is known, by question."""
    records = site.knowledge.records
    return {"model": Names(known_models(records)), "hardware": Names(known_hardware(records))}


@pytest.mark.parametrize("line", typed_names(), ids=lambda line: line.typed)
def test_a_typed_name_means_what_people_mean_by_it(names: Mapping[str, Names], line: TypedName) -> None:
    meant = names[line.question].meant(line.typed)
    ids = [one for found in meant.found for one in found.ids]
    assert in_file(meant.answer, meant.found[0].kind if meant.found else "", ids) == line.wanted


@pytest.mark.parametrize(
    ("typed", "left_out"), [("deepseek-v2-gptq", "gptq"), ("lmstudio-community/Qwen3.6-35B-A3B-GGUF", "gguf")]
)
def test_a_number_format_without_a_record_is_named(names: Mapping[str, Names], typed: str, left_out: str) -> None:
    assert names["model"].meant(typed).left_out == left_out


@pytest.mark.parametrize("question", ["model", "hardware"])
def test_every_id_means_its_record(names: Mapping[str, Names], question: str) -> None:
    kinds = ("models", "accelerators", "instances")
    known = [one for one in names[question].known if len(one.ids) == 1 and one.kind in kinds]
    meant = {one.ids[0]: names[question].meant(one.ids[0]).found for one in known}
    assert {record_id for record_id, found in meant.items() if record_id not in found[0].ids} == set()
