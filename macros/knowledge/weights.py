"""The memory that the weights of a model take: a lower bound of the memory that the model needs.

Not included: key-value cache, activations, gradients, optimizer states, and copies that a framework keeps.
"""

from __future__ import annotations

from collections.abc import Sequence

BYTES_PER_PARAMETER = {"fp32": 4, "bf16": 2, "fp16": 2, "fp8": 1}
"""By number format; int8 takes as much as fp8."""

BILLION = 1_000_000_000
GIB = 2**30


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
