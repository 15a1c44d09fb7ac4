"""How much memory the weights of a model take: arithmetic, and an estimate of nothing else.

Weights only. A key-value cache, activations, gradients and optimizer states come on top, and a framework may keep
copies; so a model can need more memory than its weights, and never less.
"""

from __future__ import annotations

BYTES_PER_PARAMETER = {"fp32": 4, "bf16": 2, "fp8": 1}
"""By number format; fp16 is as wide as bf16, int8 as fp8."""

BILLION = 1_000_000_000
GIB = 2**30


def weights_gib(billions: float, data_type: str) -> float:
    """Parameters times bytes per parameter, in GiB."""
    return billions * BILLION * BYTES_PER_PARAMETER[data_type] / GIB


def share_percent(billions: float, data_type: str, memory_gib: float) -> float:
    """What the weights take of a memory, in percent of it."""
    return weights_gib(billions, data_type) * 100 / memory_gib


def billions_held(memory_gib: float, data_type: str) -> float:
    """The other way round: how many billion parameters a memory holds if it holds nothing else."""
    return memory_gib * GIB / BYTES_PER_PARAMETER[data_type] / BILLION
