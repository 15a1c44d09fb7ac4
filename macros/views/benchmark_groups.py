"""Which measurements may be compared: what has to agree, what may differ, and what is measured."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from macros.knowledge import Benchmark

SETUP = (
    "model",
    "instances",
    "workload",
    "framework",
    "throughput_unit",
    "latency_basis",
    "model_data_type",
    "autocast_data_type",
    "training_data_type",
)
"""What all rows of one table share."""

SIZES = (
    "model_details",
    "task",
    "weight_storage_data_type",
    "sequence_length",
    "input_length",
    "output_length",
    "image_size",
)
"""What rows have to share besides, for their figures to be compared: how large the work is."""

SAME_WORK = ("work", *SIZES)
"""The same with what only the published name says, such as a phase of training."""

CHOICES = (
    "variant",
    "load",
    "request_rate",
    "batch_size",
    "micro_batch",
    "global_batch",
    "tensor_parallel",
    "pipeline_parallel",
    "data_parallel",
    "cores",
    "nodes",
    "topology",
    "threads",
    "model_count",
    "workers_per_model",
    "optimizer",
    "scaling",
    "run_mode",
    "framework_version",
    "operating_system",
    "sdk",
)
"""What comparable rows differ in: settings that a user of the hardware chooses."""

SPELLINGS = ("as_published", "framework_as_published")
"""Names as printed: rows that differ only in these do not differ."""

THROUGHPUTS = ("throughput", "requests_per_s")
LATENCIES = ("latency_p50_ms", "tpot_p50_ms", "request_latency_s", "inter_token_latency_ms", "ttft_p50_ms", "ttft_ms")
"""In the order in which a picture prefers them."""

FIGURES = (
    *THROUGHPUTS,
    "latency_p50_ms",
    "latency_p99_ms",
    "request_latency_s",
    "ttft_ms",
    "ttft_p50_ms",
    "ttft_p99_ms",
    "inter_token_latency_ms",
    "tpot_p50_ms",
    "tpot_p99_ms",
    "mfu_percent",
    "compute_cost_per_token_tflops",
)
"""What is measured."""

SIGNIFICANT_DIGITS = 5

_OF_FACT: Mapping[str, Callable[[Benchmark], Any]] = {
    "model": lambda fact: fact.model,
    "instances": lambda fact: fact.instances,
    "workload": lambda fact: fact.workload,
    "framework": lambda fact: fact.framework,
    "work": lambda fact: fact.work,
    "as_published": lambda fact: fact.row.model,
    "framework_as_published": lambda fact: fact.row.framework_as_published or fact.file.framework_as_published,
}


def value(fact: Benchmark, name: str) -> Any:
    """What a fact says of a setting or figure; None where its source says nothing."""
    return _OF_FACT[name](fact) if name in _OF_FACT else getattr(fact.row, name)


def values(fact: Benchmark, names: Iterable[str]) -> tuple[Hashable, ...]:
    """What a fact says of several, to tell facts apart by."""
    return tuple(value(fact, name) for name in names)


class Reading:
    """Lets a template ask what a fact says."""

    @staticmethod
    def of(fact: Benchmark, name: str) -> Any:
        """The same as `value`."""
        return value(fact, name)


def printed(figure: float) -> str:
    """A figure with all its digits."""
    return f"{figure:,}".removesuffix(".0")


def rounded(figure: float) -> float:
    """A figure with the digits that a reader compares; whole numbers keep all of theirs."""
    digits = SIGNIFICANT_DIGITS - 1 - math.floor(math.log10(abs(figure)))
    return round(figure, max(digits, 0))


@dataclass(frozen=True)
class Remark:
    """What a reader has to know beside a figure."""

    doubt: bool
    """Whether it says why to doubt the figures; else, how the instance was concluded."""
    text: str


@dataclass(frozen=True)
class Measurement:
    """One run, and every row that prints it."""

    facts: Sequence[Benchmark]
    """Those that the source still shows come first."""

    @property
    def fact(self) -> Benchmark:
        """The row to read."""
        return self.facts[0]

    @property
    def unshown(self) -> bool:
        """Whether readers of the source see it in no table."""
        return not self.fact.file.published

    @property
    def removed(self) -> bool:
        """Whether they did, and no longer do."""
        return self.fact.file.removed is not None

    @property
    def remarks(self) -> Sequence[Remark]:
        """Why to doubt the row that is read, and what of it was concluded."""
        row = self.fact.row
        said = ((True, row.doubt), (False, row.instance_inferred))
        return [Remark(doubt, text) for doubt, text in said if text]

    def figure(self, name: str) -> float | None:
        """A figure as a reader compares it."""
        found = value(self.fact, name)
        return None if found is None else rounded(found)


def measurements(facts: Iterable[Benchmark]) -> Sequence[Measurement]:
    """The runs behind some rows, each with every row that prints it."""
    found: dict[str, list[Benchmark]] = {}
    for fact in facts:
        found.setdefault(fact.run, []).append(fact)
    return [Measurement(sorted(rows, key=lambda fact: not fact.file.published)) for rows in found.values()]


def divided(runs: Iterable[Measurement], names: Sequence[str]) -> Sequence[Sequence[Measurement]]:
    """The runs, those together that agree in some settings, in the order of their first."""
    parts: dict[Hashable, list[Measurement]] = {}
    for run in runs:
        parts.setdefault(values(run.fact, names), []).append(run)
    return list(parts.values())


def differing(facts: Sequence[Benchmark], names: Sequence[str]) -> Sequence[str]:
    """The settings in which some facts do not all agree."""
    return [name for name in names if len({value(fact, name) for fact in facts}) > 1]


def between(parts: Sequence[Sequence[Benchmark]], names: Sequence[str]) -> Sequence[str]:
    """The settings of which some parts do not all have the same values."""
    return [name for name in names if len({frozenset(value(fact, name) for fact in part) for part in parts}) > 1]


def stated(facts: Sequence[Benchmark], names: Sequence[str]) -> Sequence[str]:
    """The settings or figures of which at least one fact says something."""
    return [name for name in names if any(value(fact, name) not in (None, ()) for fact in facts)]
