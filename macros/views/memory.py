"""The memory of every instance type against the weights of models, by number format: an estimate of what fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

from macros.knowledge import Knowledge
from macros.knowledge.grouping import group_pairs
from macros.knowledge.weights import BYTES_PER_PARAMETER, billions_held, formats_of, weights_gib
from macros.schema.hardware import Instance
from macros.views.instances import by_accelerator

HELD_IN = "bf16"
"""The number format for which instance types are named: most models are run in it, or in fp16, which is as wide."""


@dataclass(frozen=True)
class ModelSize:
    """A number of parameters that models here have."""

    billions: float
    models: Sequence[str]
    gib: Mapping[str, float]
    """What the weights take, by number format."""
    held: Sequence[tuple[str, Sequence[str], bool]]
    """Where they fit in bf16, for each accelerator: its short name, the instance types, the least memory first, and
    whether these are all that are recorded here."""

    @property
    def short(self) -> str:
        """As engineers write it: 70B, 0.5B."""
        return f"{self.billions:g}B"

    @property
    def anchor(self) -> str:
        return self.short.lower().replace(".", "-")


@dataclass(frozen=True)
class MemoryTables:
    held_in: str
    bytes_per_parameter: Mapping[str, int]
    capacities: Sequence[tuple[str, Instance, Mapping[str, float]]]
    """Instance types, and by number format how many billions of parameters their accelerators' memory holds if it holds
    nothing else."""
    accelerators: Sequence[str]
    """Short names, in the order of each size's entries."""
    sizes: Sequence[ModelSize]
    """The largest last."""


def tables(knowledge: Knowledge) -> MemoryTables:
    models, chips = knowledge.records.models.items(), knowledge.records.accelerators
    instances = {key: knowledge.records.instances[key] for key in by_accelerator(knowledge)}
    by_chip = group_pairs((instance.accelerator, (key, instance.memory_gib)) for key, instance in instances.items())
    types = [(chips[chip].short_name, sorted(own, key=itemgetter(1))) for chip, own in by_chip.items()]
    by_size = group_pairs((model.parameters.billions, key) for key, model in models if model.parameters)
    return MemoryTables(
        held_in=HELD_IN,
        bytes_per_parameter=BYTES_PER_PARAMETER,
        capacities=[
            (key, instance, {kind: billions_held(instance.memory_gib, kind) for kind in formats_of(types)})
            for key, instance in instances.items()
            for types in [chips[instance.accelerator].data_types]
        ],
        accelerators=[name for name, _ in types],
        sizes=[_size(types, billions, keys) for billions, keys in sorted(by_size.items()) if billions >= 1],
    )


def _size(types: Sequence[tuple[str, Sequence[tuple[str, int]]]], billions: float, models: Sequence[str]) -> ModelSize:
    """Where a size fits. `types`: per accelerator its short name, and its instance types with their memory in GiB."""
    gib = {kind: weights_gib(billions, kind) for kind in BYTES_PER_PARAMETER}
    held = []
    for name, instances in types:
        fitting = [key for key, memory_gib in instances if memory_gib > gib[HELD_IN]]
        held.append((name, fitting, len(fitting) == len(instances)))
    return ModelSize(billions, models, gib, held)
