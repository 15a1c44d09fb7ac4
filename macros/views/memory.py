"""The memory of every instance type against the weights of models, by number format: an estimate of what fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge
from macros.knowledge.grouping import group_pairs
from macros.knowledge.weights import BYTES_PER_PARAMETER, billions_held, weights_gib
from macros.views.instances import InstanceLine, by_accelerator, instance_lines

HELD_IN = "bf16"
"""The number format for which instance types are named: most models are run in it."""


@dataclass(frozen=True)
class Capacity:
    """An instance type, and how many parameters its accelerators' memory holds if it holds nothing else."""

    line: InstanceLine
    billions: Mapping[str, float]
    """By number format."""


@dataclass(frozen=True)
class HoldingTypes:
    """The instance types of one accelerator that hold the weights, the least memory first."""

    name: str
    """Of the accelerator, without its vendor."""
    instances: Sequence[str]
    all: bool
    """Whether these are all that are recorded here."""


@dataclass(frozen=True)
class ModelSize:
    """A number of parameters that models here have."""

    billions: float
    models: Sequence[str]
    gib: Mapping[str, float]
    """What the weights take, by number format."""
    held: Sequence[HoldingTypes]
    """Where they fit in bf16, one entry for each accelerator."""

    @property
    def short(self) -> str:
        """As engineers write it: 70B, 0.5B."""
        return f"{self.billions:g}B"

    @property
    def anchor(self) -> str:
        """The place on the page."""
        return self.short.lower().replace(".", "-")


@dataclass(frozen=True)
class MemoryTables:
    """The page on memory."""

    held_in: str
    bytes_per_parameter: Mapping[str, int]
    capacities: Sequence[Capacity]
    accelerators: Sequence[str]
    """Short names, in the order of each size's entries."""
    sizes: Sequence[ModelSize]
    """The largest last."""


def tables(knowledge: Knowledge) -> MemoryTables:
    """The page on memory."""
    models, chips = knowledge.records.models.items(), knowledge.records.accelerators
    lines = instance_lines(knowledge, by_accelerator(knowledge))
    by_chip = group_pairs((line.instance.accelerator, line) for line in lines)
    types = [(chips[chip].short_name, sorted(own, key=lambda line: line.memory_gib)) for chip, own in by_chip.items()]
    by_size = group_pairs((model.parameters.billions, key) for key, model in models if model.parameters)
    return MemoryTables(
        held_in=HELD_IN,
        bytes_per_parameter=BYTES_PER_PARAMETER,
        capacities=[
            Capacity(line, {kind: billions_held(line.memory_gib, kind) for kind in BYTES_PER_PARAMETER})
            for line in lines
        ],
        accelerators=[name for name, _ in types],
        sizes=[_size(types, billions, found) for billions, found in sorted(by_size.items()) if billions >= 1],
    )


def _size(types: Sequence[tuple[str, Sequence[InstanceLine]]], billions: float, models: Sequence[str]) -> ModelSize:
    gib = {kind: weights_gib(billions, kind) for kind in BYTES_PER_PARAMETER}
    held = []
    for name, lines in types:
        fitting = [line.id for line in lines if line.memory_gib > gib[HELD_IN]]
        held.append(HoldingTypes(name, fitting, len(fitting) == len(lines)))
    return ModelSize(billions, models, gib, held)
