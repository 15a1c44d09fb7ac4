"""A measured speed in words and what it costs, always with its context."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from macros.facts.benchmarks import Benchmark
from macros.facts.grouping import group_by
from macros.facts.knowledge import Knowledge
from macros.schema.hardware import Price
from macros.words import as_printed, month, number

NO_CAST = "None"
"""As printed."""


@dataclass(frozen=True)
class Figure:
    """The throughput of one run."""

    value: str
    """With its unit."""
    workload: str
    hardware: str
    """The instance type, else the number of accelerators and their name."""
    number_format: str
    software: str
    """The framework with the version of the SDK, else its own."""
    month: str

    @property
    def context(self) -> str:
        return ", ".join(filter(None, (self.hardware, self.number_format, self.software, self.month)))

    def __str__(self) -> str:
        return f"{self.value}, {self.workload}, {self.context}"


def figure(knowledge: Knowledge, fact: Benchmark) -> Figure | None:
    """None where the run has no throughput."""
    row = fact.row
    if row.throughput is None or row.throughput_unit is None:
        return None
    return Figure(
        f"{number(row.throughput)} {knowledge.term('throughput_unit', row.throughput_unit).label}",
        knowledge.term("workload", fact.workload).label.lower(),
        hardware(knowledge, fact),
        number_format(fact) or "number format not stated",
        _software(knowledge, fact),
        month(fact.as_of),
    )


def hardware(knowledge: Knowledge, fact: Benchmark) -> str:
    """What a run ran on: the instance type with the number of instances, else the accelerators with their number."""
    found = fact.hardware
    if found is None:
        return ""
    on_instances = found.kind == "instances"
    names = " or ".join(
        found.names if on_instances else (knowledge.records.accelerators[one].name for one in found.names)
    )
    if found.count is None:
        return f"{names}, number not published"
    return names if on_instances and found.count == 1 else f"{number(found.count)} × {names}"


def number_format(fact: Benchmark) -> str:
    """The number format of a run as printed; empty where none is."""
    row = fact.row
    of_model = row.model_data_type or row.training_data_type
    cast = f"autocast {row.autocast_data_type}" if row.autocast_data_type not in (None, NO_CAST) else None
    return ", ".join(as_printed(text) for text in (of_model, cast) if text)


def per_accelerator(knowledge: Knowledge, fact: Benchmark) -> float | None:
    """The throughput divided by the number of accelerators; None where one of both is not known."""
    throughput, count = fact.row.throughput, _accelerators(knowledge, fact)
    return throughput / count if throughput and count else None


def highest(knowledge: Knowledge, facts: Iterable[Benchmark]) -> Sequence[Benchmark]:
    """The highest throughput of each kind, the newest first: they are listed and not ranked.

    Two throughputs are compared only if they agree in workload, unit and number format, and then per accelerator. A
    run whose number of accelerators is not known stands for its kind only where no other does.
    """
    kinds = group_by((fact for fact in facts if fact.row.throughput), _kind)
    best = (
        max(same, key=lambda fact: (per_accelerator(knowledge, fact) or 0, fact.as_of, fact.row.throughput or 0))
        for same in kinds.values()
    )
    return sorted(best, key=lambda fact: fact.as_of, reverse=True)


def _kind(fact: Benchmark) -> tuple[str, str | None, str]:
    return fact.workload, fact.row.throughput_unit, number_format(fact).casefold()


def _accelerators(knowledge: Knowledge, fact: Benchmark) -> int | None:
    """Of all instances of the run together."""
    if fact.row.accelerator_count:
        return fact.row.accelerator_count
    counts = {knowledge.records.instances[one].accelerator_count for one in fact.named_instances}
    return counts.pop() * (fact.row.nodes or 1) if len(counts) == 1 else None


def _software(knowledge: Knowledge, fact: Benchmark) -> str:
    row = fact.row
    printed = row.framework_as_published or fact.file.framework_as_published
    name = knowledge.records.frameworks[fact.framework].name if fact.framework else printed and as_printed(printed)
    if row.sdk:
        return f"{name}, SDK {row.sdk.rpartition('/')[2]}" if name else f"SDK {row.sdk.rpartition('/')[2]}"
    return f"{name or 'software not stated'} {software_version(fact) or ''}".rstrip()


def software_version(fact: Benchmark) -> str | None:
    """The version of the framework, without those of what it was built with, which follow a comma or a plus."""
    return (fact.row.framework_version or "").partition(",")[0].partition("+")[0] or None


ON_DEMAND = "on-demand"
SECONDS_PER_HOUR = 3600
MILLION = 1_000_000


@dataclass(frozen=True)
class InstancePrice:
    """The price that costs are counted with."""

    price: Price
    as_of: datetime.date | None


def on_demand_prices(knowledge: Knowledge) -> Mapping[str, InstancePrice]:
    """By instance type: its price on demand at the provider, in the region for which most types have one.

    A type without a price there has that of the next such region; of several dates the newest counts.
    """
    return knowledge.cached(_on_demand_prices)


def _on_demand_prices(knowledge: Knowledge) -> Mapping[str, InstancePrice]:
    offers = {
        key: [price for price in instance.prices if price.purchase == ON_DEMAND and price.service is None]
        for key, instance in knowledge.records.instances.items()
    }
    types = Counter(region for prices in offers.values() for region in {price.region for price in prices})

    def rank(found: InstancePrice) -> tuple[int, datetime.date]:
        return types[found.price.region], found.as_of or datetime.date.min

    return {
        key: max((InstancePrice(price, knowledge.as_of(price.citation)) for price in prices), key=rank)
        for key, prices in offers.items()
        if prices
    }


def usd_per_million(prices: Mapping[str, InstancePrice], fact: Benchmark) -> float | None:
    """US dollars for a million of what its throughput counts; None without throughput, price or certain hardware."""
    found = prices.get(fact.instances[0]) if fact.instances else None
    if found is None or not fact.row.throughput:
        return None
    per_hour = found.price.usd_per_hour * (fact.row.nodes or 1)
    return float(f"{per_hour / (fact.row.throughput * SECONDS_PER_HOUR) * MILLION:.4g}")
