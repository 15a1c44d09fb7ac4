"""Vendors' lists: what two editions say differently, and what a piece of hardware is listed for."""

from __future__ import annotations

from macros.knowledge import Knowledge
from macros.views.catalogues import Change, difference, page
from macros.views.listings import together

EARLIER, LATER = "optimum-neuron-2025-09", "optimum-neuron-2026-04"


def named(changes: list[Change]) -> set[str]:
    return {change.record for change in changes}


def test_what_changed_between_two_editions(knowledge: Knowledge) -> None:
    found = difference(knowledge, LATER)
    assert found is not None
    assert found.earlier_id == EARLIER
    assert named(list(found.added)) == {"gemma3", "smolvlm"}
    assert found.removed == []
    (changed,) = found.changed
    assert (changed.record, changed.tasks_added, changed.tasks_removed) == ("qwen3", ["feature-extraction"], [])
    assert named(list(found.rewritten)) == {"qwen2", "qwen3-moe"}
    assert found.same + len(found.changed) + len(found.rewritten) == 61 + 2


def test_a_list_of_one_edition_has_no_difference(knowledge: Knowledge) -> None:
    assert difference(knowledge, EARLIER) is None
    assert page(knowledge, EARLIER).later == LATER


def test_hardware_is_listed_by_the_newest_editions_only(knowledge: Knowledge) -> None:
    lists = {group.catalogue_id for group in together(knowledge.listed_of("accelerators", "inferentia2"))}
    assert LATER in lists
    assert EARLIER not in lists


def test_a_line_says_all_that_its_source_says_of_it(knowledge: Knowledge) -> None:
    def said(catalogue: str, name: str) -> str:
        lines = [line for section in page(knowledge, catalogue).sections for line in section.lines]
        return "; ".join(next(line.says for line in lines if line.line.row.as_published == name))

    card = said("nxd-inference-card-llama-3.3-70b", "Llama 3.3 70B")
    assert "tensor parallel 64" in card
    assert "features: async_mode, enable_bucketing" in card
    reference = said("nxd-inference-model-reference", "meta-llama/Llama-3.2-1B-Instruct")
    assert reference == "class NeuronLlamaForCausalLM"


def test_every_line_means_something_here(knowledge: Knowledge) -> None:
    silent = [line.id for line in knowledge.listed if not line.model and not line.row.architectures]
    assert len(silent) == 2, silent
