"""The memory of every instance type against the weights of models, by number format: an estimate of what fits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import itemgetter

from macros.facts import Knowledge
from macros.facts.grouping import group_pairs
from macros.facts.hardware import order_of_instance
from macros.facts.memory import BYTES_PER_PARAMETER, MARGIN, billions_held, formats_of, weights_gib
from macros.schema.hardware import Instance

HELD_IN = "bf16"
"""The number format for which instance types are named: most models are run in it, or in fp16, which is as wide."""

SIZE_IN_ID = re.compile(r"(?<![a-z0-9.])(\d+(?:\.\d+)?)b(?![a-z])")
NEAR = 0.2
"""How far a size in an id may be from the count, as a share: names round, and some leave out embeddings."""
TWO_DIGITS = 10


@dataclass(frozen=True)
class ModelSize:
    """A size that models here are known by."""

    billions: float
    """As their names say, or rounded."""
    models: Sequence[str]
    gib: Mapping[str, float]
    """What the weights of the largest of them take, by number format."""
    smallest: Sequence[str | None]
    """For each vendor the instance type with the least memory that holds them; None where none does."""

    @property
    def short(self) -> str:
        """As engineers write it: 70B, 0.5B."""
        return f"{self.billions:g}B"

    @property
    def anchor(self) -> str:
        return self.short.lower().replace(".", "-")


@dataclass(frozen=True)
class MemoryTables:
    example: str
    """The model that the calculator begins with: that with the most benchmarks of those with a recorded shape."""
    margin: float
    held_in: str
    bytes_per_parameter: Mapping[str, int]
    capacities: Sequence[tuple[str, Instance, Mapping[str, float]]]
    """Instance types, and by number format how many billions of parameters their accelerators' memory holds if it holds
    nothing else."""
    vendors: Sequence[str]
    """Of accelerators with instance types, in the order of each size's smallest."""
    sizes: Sequence[ModelSize]
    """The largest last."""


Types = Mapping[str, Sequence[tuple[str, int]]]
"""By vendor: the instance types of its accelerators with their memory in GiB, the least first."""


def tables(knowledge: Knowledge) -> MemoryTables:
    models, chips = knowledge.records.models.items(), knowledge.records.accelerators
    in_order = sorted(knowledge.records.instances, key=partial(order_of_instance, knowledge))
    instances = {key: knowledge.records.instances[key] for key in in_order}
    by_vendor = _types((chips[one.accelerator].vendor, key, one) for key, one in instances.items())
    sized = [(key, model.parameters.billions) for key, model in models if model.parameters]
    by_size = group_pairs((nominal(key, billions), (key, billions)) for key, billions in sized)
    shaped = [key for key, model in models if model.parameters and model.shape and model.shape.cache == "keys-values"]
    return MemoryTables(
        example=max(shaped, key=lambda key: len(knowledge.measurements_of("models", key)), default=""),
        margin=MARGIN,
        held_in=HELD_IN,
        bytes_per_parameter=BYTES_PER_PARAMETER,
        capacities=[
            (key, instance, {kind: billions_held(instance.memory_gib, kind) for kind in formats_of(types)})
            for key, instance in instances.items()
            for types in [chips[instance.accelerator].data_types]
        ],
        vendors=list(by_vendor),
        sizes=[_size(by_vendor, size, by_size[size]) for size in sorted(by_size) if size >= 1],
    )


def nominal(model: str, billions: float) -> float:
    """The size by which a model is known: the number in its id where it is near the count, else the rounded count."""
    named = [float(number) for number in SIZE_IN_ID.findall(model)]
    near = [number for number in named if abs(number - billions) <= NEAR * billions]
    return near[0] if near else float(f"{billions:.2g}") if billions < TWO_DIGITS else round(billions)


def _types(instances: Iterable[tuple[str, str, Instance]]) -> Types:
    grouped = group_pairs((name, (key, instance.memory_gib)) for name, key, instance in instances)
    return {name: sorted(own, key=itemgetter(1)) for name, own in grouped.items()}


def _size(by_vendor: Types, size: float, models: Sequence[tuple[str, float]]) -> ModelSize:
    gib = {kind: weights_gib(max(billions for _, billions in models), kind) for kind in BYTES_PER_PARAMETER}

    def smallest(types: Sequence[tuple[str, int]]) -> str | None:
        return next((key for key, memory_gib in types if memory_gib > gib[HELD_IN]), None)

    return ModelSize(
        billions=size,
        models=[key for key, _ in models],
        gib=gib,
        smallest=[smallest(types) for types in by_vendor.values()],
    )
