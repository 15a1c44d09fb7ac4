"""The memory that a model needs: its weights, its KV cache, and in training what comes on top.

The formulas, with b bytes per number:

- weights: parameters x b
- KV cache, of each token: 2 x layers x key-value heads x head size x b; layers with a window keep no more tokens
  than that; an encoder-decoder keeps as much again of its input; latent attention keeps layers x latent size x b
- training: gradients of b bytes per parameter, and for Adam two moments and a copy of the weights in fp32, 12 bytes;
  activations as in Korthikanti et al., arXiv 2205.05198, without recomputation

Not included: activations of inference, and what frameworks and drivers reserve. `MARGIN` is left free for them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from macros.facts.knowledge import Knowledge
from macros.schema.models import Shape

BYTES_PER_PARAMETER = {"fp32": 4, "bf16": 2, "fp16": 2, "fp8": 1}
"""By number format; int8 takes as much as fp8."""

BILLION = 1_000_000_000
GIB = 2**30

MARGIN = 0.1
"""The share of the memory that is left free: an assumption of this site, which readers of the calculator may change."""

OPTIMIZER_BYTES = 12
"""Per parameter, of Adam in mixed precision."""


def formats_of(data_types: Sequence[str]) -> Sequence[str]:
    """The number formats among the data types of an accelerator; all where no source states its data types."""
    names = {data_type.partition("_")[0].casefold() for data_type in data_types}
    return [kind for kind in BYTES_PER_PARAMETER if kind in names or not names]


def weights_gib(billions: float, data_type: str) -> float:
    """Parameters times bytes per parameter, in GiB."""
    return billions * BILLION * BYTES_PER_PARAMETER[data_type] / GIB


def share_percent(billions: float, data_type: str, memory_gib: float) -> float:
    """The share of a memory that the weights take, in percent."""
    return weights_gib(billions, data_type) * 100 / memory_gib


def billions_held(memory_gib: float, data_type: str) -> float:
    """How many billion parameters fit into a memory that holds nothing else."""
    return memory_gib * GIB / BYTES_PER_PARAMETER[data_type] / BILLION


@dataclass(frozen=True)
class Run:
    """What a model is run with."""

    data_type: str
    context: int
    """Tokens of one sequence."""
    batch: int = 1
    """Sequences at once."""
    shards: int = 1
    """Accelerators over which weights and heads are divided: the degree of tensor parallelism."""


def kv_cache_bytes(shape: Shape, run: Run) -> float | None:
    """What the model keeps of the tokens of all sequences, in bytes, on one shard; None where that is not recorded."""
    number = BYTES_PER_PARAMETER[run.data_type]
    tokens = _tokens_of_layers(shape, run.context)
    if shape.cache == "none":
        return 0
    if shape.cache is None or tokens is None:
        return None
    if shape.cache == "latent":
        return None if shape.latent_size is None else tokens * shape.latent_size * number * run.batch
    if shape.key_value_heads is None or shape.head_size is None:
        return None
    heads = math.ceil(shape.key_value_heads / run.shards)
    both = 2 if shape.cache == "encoder-decoder" else 1
    return both * 2 * tokens * heads * shape.head_size * number * run.batch


def _tokens_of_layers(shape: Shape, context: int) -> int | None:
    """The tokens that all layers keep together; None where the number of layers is not recorded."""
    if shape.layers is None:
        return None
    windowed = shape.windowed_layers or 0
    return (shape.layers - windowed) * context + windowed * min(context, shape.window or context)


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


SIZES: Mapping[str, tuple[float, str]] = {
    "0-1b": (1, "Under 1 B"),
    "1b-10b": (10, "1 B to under 10 B"),
    "10b-40b": (40, "10 B to under 40 B"),
    "40b-100b": (100, "40 B to under 100 B"),
    "100b": (float("inf"), "100 B and more"),
}
"""By id: below how many billions of parameters, and the label."""


def size_class(billions: float) -> str:
    """The id of the class."""
    return next(key for key, (below, _) in SIZES.items() if billions < below)
