"""Whether the weights of a model fit into the memory of an instance type, of a system, or of any that has a chip.

Weights are counted in the number format in which the checkpoint is published. Where that is not recorded, or the
accelerator does not have it, they are counted in the smallest format that the accelerator has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from macros.facts.knowledge import Knowledge
from macros.facts.memory import BILLION, BYTES_PER_PARAMETER, GIB, MARGIN, OPTIMIZER_BYTES, formats_of

Fits = Literal["yes", "tight", "no", "unknown"]

FORMATS = {
    **{name: name for name in BYTES_PER_PARAMETER},
    "float32": "fp32",
    "bfloat16": "bf16",
    "float16": "fp16",
    "mxfp4": "mxfp4",
}
"""Number formats by the first word of the data type that a checkpoint's configuration prints, in lower case."""

BYTES = {**BYTES_PER_PARAMETER, "mxfp4": 4.25 / 8}
"""By number format. In MXFP4, 32 numbers of 4 bits share a scale of 8 bits."""


@dataclass(frozen=True, slots=True)
class ModelWeights:
    """The weights of a model in one number format."""

    gib: float
    data_type: str
    billions: float

    def fits(self, memory_gib: float, workload: str) -> Fits:
        """Whether they fit into a memory; for training, with gradients and the states of an optimizer."""
        if self.gib > memory_gib:
            return "no"
        if workload == "training" and self._training_gib > memory_gib * (1 - MARGIN):
            return "unknown"
        return "tight" if self.gib > memory_gib * (1 - MARGIN) else "yes"

    @property
    def _training_gib(self) -> float:
        """Weights, gradients of the same format and the states of Adam; activations come on top."""
        return 2 * self.gib + self.billions * BILLION * OPTIMIZER_BYTES / GIB


@dataclass(frozen=True, slots=True)
class LargestMemory:
    """The largest published memory with an accelerator."""

    gib: int
    name: str
    """The id of an instance type, or the name of a system."""


def weights_on(knowledge: Knowledge, model: str, accelerator: str) -> ModelWeights | None:
    """The weights of a model as an accelerator would hold them; None where the number of parameters is not recorded."""
    parameters = knowledge.records.models[model].parameters
    if parameters is None:
        return None
    printed = knowledge.records.accelerators[accelerator].data_types
    data_type = published_format(knowledge, model)
    if data_type is None or not _has(printed, data_type):
        data_type = min(formats_of(printed), key=lambda kind: BYTES[kind], default="fp8")
    return ModelWeights(parameters.billions * BILLION * BYTES[data_type] / GIB, data_type, parameters.billions)


def _has(data_types: Sequence[str], data_type: str) -> bool:
    """Whether a number format is among the data types of an accelerator, or these are not stated."""
    names = [printed.partition("_")[0].casefold() for printed in data_types]
    return not names or data_type in names or data_type.removeprefix("mx") in names


def published_format(knowledge: Knowledge, model: str) -> str | None:
    """The number format in which a checkpoint is published, or that of the checkpoint it is a variant of."""
    record = knowledge.records.models[model]
    printed = record.shape.data_type if record.shape else None
    if printed is None and record.variant_of:
        return published_format(knowledge, record.variant_of)
    return FORMATS.get(printed.split()[0].lower()) if printed else None


def largest_memory(knowledge: Knowledge, accelerator: str) -> LargestMemory | None:
    """Of the instance types with an accelerator, else of its published systems; None where there are neither."""
    records = knowledge.records
    instances = knowledge.instances.of("accelerators", accelerator)
    named = [LargestMemory(records.instances[instance].memory_gib, instance) for instance in instances]
    systems = [LargestMemory(one.memory_gib, one.name) for one in records.accelerators[accelerator].systems]
    return max(named or systems, key=lambda one: one.gib, default=None)


def too_large(knowledge: Knowledge, model: str | None, accelerator: str) -> str | None:
    """Why a model cannot fit any hardware with an accelerator, in words; None where it may."""
    weights = weights_on(knowledge, model, accelerator) if model else None
    largest = largest_memory(knowledge, accelerator)
    if weights is None or largest is None or weights.gib <= largest.gib:
        return None
    where = "instance type" if knowledge.instances.of("accelerators", accelerator) else "published system"
    needed = f"{weights.gib:,.0f}" if round(weights.gib) > largest.gib else f"{weights.gib:,.1f}"
    return f"does not fit: {needed} GiB in {weights.data_type}, {largest.gib:,} on the largest {where}"
