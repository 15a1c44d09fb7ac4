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
from collections.abc import Sequence
from dataclasses import dataclass

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
