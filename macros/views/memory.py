"""Does it fit? The memory of every instance type against the weights of a model, by number format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge
from macros.knowledge.weights import BYTES_PER_PARAMETER, billions_held, weights_gib
from macros.views.hardware import InstanceLine, instance_index

MOST_MODELS = 12
"""Models named for a size; the list of models has all."""


@dataclass(frozen=True)
class Capacity:
    """An instance type, and how many parameters its accelerators' memory holds if it holds nothing else."""

    line: InstanceLine
    billions: Mapping[str, float]
    """By number format."""


@dataclass(frozen=True)
class Types:
    """Instance types of one accelerator, the least memory first."""

    accelerator: str
    instances: Sequence[str]
    all: bool
    """Whether these are all that are recorded here."""


@dataclass(frozen=True)
class Holding:
    """The instance types whose memory exceeds the weights at one number format, by accelerator."""

    data_type: str
    gib: float
    instances: Sequence[Types]
    """By accelerator."""


@dataclass(frozen=True)
class Size:
    """A number of parameters that models here have."""

    billions: float
    models: Sequence[str]
    more_models: int
    holdings: Sequence[Holding]

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
    bytes_per_parameter: Mapping[str, int]
    capacities: Sequence[Capacity]
    sizes: Sequence[Size]
    """The largest last."""


def tables(knowledge: Knowledge) -> MemoryTables:
    """The page."""
    lines = instance_index(knowledge)
    by_size: dict[float, list[str]] = {}
    for record, model in knowledge.records.models.items():
        if model.parameters:
            by_size.setdefault(model.parameters.billions, []).append(record)
    return MemoryTables(
        data_types=list(BYTES_PER_PARAMETER),
        bytes_per_parameter=BYTES_PER_PARAMETER,
        capacities=[_capacity(line) for line in lines],
        sizes=[_size(lines, billions, models) for billions, models in sorted(by_size.items()) if billions >= 1],
    )


def _capacity(line: InstanceLine) -> Capacity:
    return Capacity(line, {kind: billions_held(line.memory_gib, kind) for kind in BYTES_PER_PARAMETER})


def _size(lines: Sequence[InstanceLine], billions: float, models: Sequence[str]) -> Size:
    holdings = [_holding(lines, kind, weights_gib(billions, kind)) for kind in BYTES_PER_PARAMETER]
    return Size(billions, models[:MOST_MODELS], max(len(models) - MOST_MODELS, 0), holdings)


def _holding(lines: Sequence[InstanceLine], data_type: str, gib: float) -> Holding:
    every = Counter(line.instance.accelerator for line in lines)
    by_accelerator: dict[str, list[str]] = {}
    for line in sorted(lines, key=lambda line: line.memory_gib):
        if line.memory_gib > gib:
            by_accelerator.setdefault(line.instance.accelerator, []).append(line.id)
    found = [Types(chip, types, len(types) == every[chip]) for chip, types in by_accelerator.items()]
    return Holding(data_type, gib, found)
