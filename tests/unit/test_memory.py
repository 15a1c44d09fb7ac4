"""Does it fit? Which instance types hold the weights of a model of some size."""

from __future__ import annotations

from macros.knowledge import Knowledge
from macros.views.memory import tables


def test_which_instances_hold_seventy_billion_parameters(knowledge: Knowledge) -> None:
    (size,) = (size for size in tables(knowledge).sizes if size.billions == 70)
    held = {types.accelerator: types.instances for types in size.held}
    assert list(held["inferentia2"]) == ["inf2.24xlarge", "inf2.48xlarge"]
    assert held["inferentia"] == []
    assert "trn2.3xlarge" not in held["trainium2"]
    instances = knowledge.records.instances
    for types in size.held:
        for record in types.instances:
            memory = instances[record].accelerator_count * instances[record].accelerator_memory_gib
            assert memory * 2**30 > 70e9 * 2


def test_every_instance_type_has_its_capacity(knowledge: Knowledge) -> None:
    found = {capacity.line.id: capacity.billions for capacity in tables(knowledge).capacities}
    assert found.keys() == knowledge.records.instances.keys()
    assert round(found["inf2.xlarge"]["bf16"], 1) == 17.2
