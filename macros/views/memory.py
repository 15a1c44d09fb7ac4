"""Does it fit? The memory of every instance type against the weights of a model, by number format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge
from macros.knowledge.weights import BYTES_PER_PARAMETER, billions_held, weights_gib
from macros.views.instances import InstanceLine, by_accelerator, instance_lines

MOST_MODELS = 12
"""Models named for a size; the list of models has all."""

HELD_IN = "bf16"
"""The number format for which instance types are named: most models are run in it."""


@dataclass(frozen=True)
class Capacity:
    """An instance type, and how many parameters its accelerators' memory holds if it holds nothing else."""

    line: InstanceLine
    billions: Mapping[str, float]
    """By number format."""


@dataclass(frozen=True)
class Types:
    """The instance types of one accelerator that hold the weights, the least memory first."""

    accelerator: str
    name: str
    """Of the accelerator, without its vendor."""
    instances: Sequence[str]
    all: bool
    """Whether these are all that are recorded here."""


@dataclass(frozen=True)
class Size:
    """A number of parameters that models here have."""

    billions: float
    models: Sequence[str]
    more_models: int
    gib: Mapping[str, float]
    """What the weights take, by number format."""
    held: Sequence[Types]
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
    """What the page says."""

    data_types: Sequence[str]
    held_in: str
    bytes_per_parameter: Mapping[str, int]
    capacities: Sequence[Capacity]
    accelerators: Sequence[str]
    """Short names, in the order of each size's entries."""
    sizes: Sequence[Size]
    """The largest last."""


def tables(knowledge: Knowledge) -> MemoryTables:
    """The page."""
    lines = instance_lines(knowledge, by_accelerator(knowledge))
    by_size: dict[float, list[str]] = {}
    for record, model in knowledge.records.models.items():
        if model.parameters and model.parameters.billions >= 1:
            by_size.setdefault(model.parameters.billions, []).append(record)
    chips = list(dict.fromkeys(line.instance.accelerator for line in lines))
    return MemoryTables(
        data_types=list(BYTES_PER_PARAMETER),
        held_in=HELD_IN,
        bytes_per_parameter=BYTES_PER_PARAMETER,
        capacities=[_capacity(line) for line in lines],
        accelerators=[knowledge.records.accelerators[chip].short_name for chip in chips],
        sizes=[_size(knowledge, lines, billions, models) for billions, models in sorted(by_size.items())],
    )


def _capacity(line: InstanceLine) -> Capacity:
    return Capacity(line, {kind: billions_held(line.memory_gib, kind) for kind in BYTES_PER_PARAMETER})


def _size(knowledge: Knowledge, lines: Sequence[InstanceLine], billions: float, models: Sequence[str]) -> Size:
    gib = {kind: weights_gib(billions, kind) for kind in BYTES_PER_PARAMETER}
    by_accelerator: dict[str, list[InstanceLine]] = {}
    for line in sorted(lines, key=lambda line: line.memory_gib):
        by_accelerator.setdefault(line.instance.accelerator, []).append(line)
    chips = dict.fromkeys(line.instance.accelerator for line in lines)
    held = [_types(knowledge, by_accelerator[chip], gib[HELD_IN]) for chip in chips]
    return Size(billions, models[:MOST_MODELS], max(len(models) - MOST_MODELS, 0), gib, held)


def _types(knowledge: Knowledge, lines: Sequence[InstanceLine], gib: float) -> Types:
    chip = lines[0].instance.accelerator
    fitting = [line.id for line in lines if line.memory_gib > gib]
    return Types(chip, knowledge.records.accelerators[chip].short_name, fitting, len(fitting) == len(lines))
