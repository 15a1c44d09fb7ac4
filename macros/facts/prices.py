"""Prices of instance types on demand, and what a million results cost at a measured speed.

Reserved and spot prices are never used for this: they depend on a commitment or on the day.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from macros.facts.fact_types import Benchmark
from macros.facts.knowledge import Knowledge
from macros.schema.hardware import Price

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
