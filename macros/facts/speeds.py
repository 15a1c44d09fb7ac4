"""A measured speed in words, always with its context, which speeds may be compared, and what a million results cost."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from macros.facts.answers import Option
from macros.facts.benchmarks import Benchmark, measured_runs
from macros.facts.evidence import Subject
from macros.facts.grouping import group_by
from macros.facts.knowledge import Knowledge, once
from macros.schema.hardware import Price
from macros.words import as_printed, month, number

NO_CAST = "None"
"""As printed."""

ON_DEMAND = "on-demand"
"""The only purchase that costs are counted with: reserved and spot prices depend on a commitment or on the day."""

PER_ACCELERATOR = "-per-accelerator"
"""The end of units that count for one accelerator of a run."""

SECONDS_PER_HOUR = 3600
MILLION = 1_000_000


def throughput(knowledge: Knowledge, fact: Benchmark) -> str:
    """With its unit, and whether it was measured at all; empty where a run has none."""
    return "" if fact.row.throughput is None else _in_unit(knowledge, fact, number(fact.row.throughput))


def _in_unit(knowledge: Knowledge, fact: Benchmark, figure: str) -> str:
    if fact.row.throughput_unit is None:
        return ""
    kind = " (regression threshold, not a measurement)" if fact.file.thresholds else ""
    return f"{figure} {knowledge.term('throughput_unit', fact.row.throughput_unit).label}{kind}"


def work(fact: Benchmark) -> str:
    """How many inputs a run took at once, and in which variant of the test; empty where neither is stated."""
    batch = f"batch size {fact.row.batch_size:,}" if fact.row.batch_size else None
    return ", ".join(filter(None, (fact.row.variant, batch)))


def setup(knowledge: Knowledge, fact: Benchmark) -> str:
    """Number format, software and month, and why the figure is in doubt, if it is."""
    stated_format = number_format(fact) or "number format not stated"
    return ", ".join(filter(None, (stated_format, _software(knowledge, fact), month(fact.as_of), _in_doubt(fact))))


def _in_doubt(fact: Benchmark) -> str:
    """Why a figure is in doubt; empty where no reason is known."""
    return f"in doubt: {fact.row.doubt.rstrip('.')}" if fact.row.doubt else ""


def hardware(knowledge: Knowledge, fact: Benchmark) -> str:
    found = fact.hardware
    if found is None:
        return ""
    is_instance = found.kind == "instances"
    chips = knowledge.records.accelerators
    names = " or ".join(one if is_instance else chips[one].name for one in found.names)
    if found.count is None:
        return f"{names}, number not published"
    return names if is_instance and found.count == 1 else f"{number(found.count)} × {names}"


def number_format(fact: Benchmark) -> str:
    """The number format of a run as printed; empty where none is."""
    row = fact.row
    of_model = row.model_data_type or row.training_data_type
    cast = f"autocast {row.autocast_data_type}" if row.autocast_data_type not in (None, NO_CAST) else None
    return ", ".join(as_printed(text) for text in (of_model, cast) if text)


def _software(knowledge: Knowledge, fact: Benchmark) -> str:
    """The framework with the version of the SDK, else its own."""
    name = as_printed(fact.framework_as_published or "")
    if fact.framework:
        name = knowledge.records.frameworks[fact.framework].name
    if fact.row.sdk:
        return ", ".join(filter(None, (name, knowledge.sdk_name(fact.row.sdk, fact.framework))))
    return f"{name or 'software not stated'} {software_version(fact) or ''}".rstrip()


def software_version(fact: Benchmark) -> str | None:
    """The version of the framework, without those of what it was built with, which follow a comma or a plus."""
    return (fact.row.framework_version or "").partition(",")[0].partition("+")[0] or None


def per_accelerator(knowledge: Knowledge, fact: Benchmark) -> float | None:
    """The throughput of one accelerator; None where it, or the number of accelerators, is not known."""
    row = fact.row
    if _is_per_accelerator(fact):
        return row.throughput
    count = row.accelerator_count
    counts = {knowledge.records.instances[one].accelerator_count for one in fact.named_instances}
    if not count and len(counts) == 1:
        count = counts.pop() * (row.nodes or 1)
    return row.throughput / count if row.throughput and count else None


def _of_one(knowledge: Knowledge, fact: Benchmark) -> str:
    """The throughput of one accelerator, where several ran; empty where that is not known."""
    each = per_accelerator(knowledge, fact)
    return number(float(f"{each:.3g}")) if each and each != fact.row.throughput else ""


def _is_per_accelerator(fact: Benchmark) -> bool:
    return (fact.row.throughput_unit or "").endswith(PER_ACCELERATOR)


def highest(knowledge: Knowledge, facts: Iterable[Benchmark]) -> Sequence[Benchmark]:
    """The highest throughput of each kind, the newest first: they are listed and not ranked.

    Two throughputs are compared only if they agree in workload, unit and number format, and then per accelerator. A
    run whose number of accelerators is not known stands for its kind only where no other does, and so do a threshold
    where nothing was measured and a figure in doubt.
    """

    def kind(fact: Benchmark) -> tuple[str, str | None, str]:
        return fact.workload, fact.row.throughput_unit, number_format(fact).casefold()

    def rank(fact: Benchmark) -> tuple[bool, bool, float, datetime.date, float]:
        return (
            not fact.file.thresholds,
            fact.row.doubt is None,
            per_accelerator(knowledge, fact) or 0,
            fact.as_of,
            fact.row.throughput or 0,
        )

    kinds = group_by((fact for fact in facts if fact.row.throughput), kind)
    return sorted((max(same, key=rank) for same in kinds.values()), key=lambda fact: fact.as_of, reverse=True)


class Speed(NamedTuple):
    figure: str
    each: str
    """The same for one accelerator, where several ran; else empty."""
    share: str
    """The same without its unit, in words; else empty."""
    context: str
    """What it was measured with, and what it costs."""
    model: str
    """The checkpoint that was measured."""

    @property
    def words(self) -> str:
        return f"{self.figure}{f' ({self.share})' if self.share else ''}, {self.context}"


def best_speed(knowledge: Knowledge, subject: Subject, best: Option) -> Speed | None:
    """The newest of the highest throughputs of a workload on an accelerator, with its framework or else any.

    One in doubt only where there is no other with any framework; None where none was measured: thresholds are not.
    """
    runs = measured_runs(measured(knowledge, subject, best))
    own = [run for run in runs if run.framework == best.framework]
    certain = ([run for run in some if run.row.doubt is None] for some in (own, runs))
    for run in highest(knowledge, next(filter(None, (*certain, own)), runs)):
        context = (said(knowledge, run) for said in (hardware, cost, setup))
        other = "with other software" if best.framework and run.framework != best.framework else ""
        words = ", ".join(filter(None, (of_other(knowledge, subject, run), other, work(run), *context)))
        of_one = _of_one(knowledge, run)
        each = f"{_in_unit(knowledge, run, of_one)} each" if of_one else ""
        share = f"{of_one} per accelerator" if of_one else ""
        return Speed(throughput(knowledge, run), each, share, words + _higher_in_doubt(run, runs), run.model)
    return None


def _higher_in_doubt(shown: Benchmark, runs: Iterable[Benchmark]) -> str:
    """The highest throughput in doubt of some runs, if it is over that of the run that is shown."""
    alike = (run for run in runs if run.row.doubt and run.row.throughput_unit == shown.row.throughput_unit)
    over = (run for run in alike if (run.row.throughput or 0) > (shown.row.throughput or 0))
    best = max(over, key=lambda run: run.row.throughput or 0, default=None)
    if best is None:
        return ""
    figure = ", ".join(filter(None, (number(best.row.throughput or 0), best.row.variant)))
    return f". A higher figure, {figure}, {_in_doubt(best)}"


def of_other(knowledge: Knowledge, subject: Subject, run: Benchmark) -> str:
    """The checkpoint that was measured; empty where that is the subject itself."""
    return f"of {knowledge.records.models[run.model].name}" if run.model != subject.model else ""


def measured(knowledge: Knowledge, subject: Subject, best: Option) -> Sequence[Benchmark]:
    """The throughputs of a workload on an accelerator; where a subject has none, those of its variants."""
    return [run for run in _runs(knowledge, subject, best) if run.workload == best.workload and run.row.throughput]


def _runs(knowledge: Knowledge, subject: Subject, best: Option) -> Sequence[Benchmark]:
    """The measurements of a subject on the accelerator; where it has none, those of its variants.

    Of an architecture, those of one checkpoint: of those measured here, the one that is measured most.
    """
    kind, record_id = ("models", subject.model) if subject.model else ("architectures", subject.architecture)
    variants = knowledge.variants_of(subject.model) if subject.model else ()
    of_variants = chain.from_iterable(knowledge.measurements_of("models", variant) for variant in variants)
    for runs in (knowledge.measurements_of(kind, record_id), of_variants):
        if here := [run for run in runs if best.accelerator in run.accelerators]:
            by_model = group_by(here, lambda run: run.model)
            most = max(by_model, key=lambda model: len(knowledge.measurements_of("models", model)))
            return by_model[most] if subject.model is None else here
    return ()


@once
def on_demand_prices(knowledge: Knowledge) -> Mapping[str, Price]:
    """By instance type: its price on demand at the provider, in the region for which most types have one.

    A type without a price there has that of the next such region; of several dates the newest counts.
    """
    offers = {
        instance_id: [price for price in instance.prices if price.purchase == ON_DEMAND and price.service is None]
        for instance_id, instance in knowledge.records.instances.items()
    }
    types = Counter(region for prices in offers.values() for region in {price.region for price in prices})

    def rank(price: Price) -> tuple[int, datetime.date]:
        return types[price.region], knowledge.as_of(price.citation) or datetime.date.min

    return {instance_id: max(prices, key=rank) for instance_id, prices in offers.items() if prices}


def priced_as(knowledge: Knowledge, fact: Benchmark) -> str | None:
    """The instance type at whose price its results are counted; None where their cost cannot be told or is in doubt.

    Of a machine that nobody rents out, the cheapest instance type with as many of its accelerators.
    """
    row = fact.row
    if not row.throughput or row.doubt or fact.file.thresholds or _is_per_accelerator(fact):
        return None
    if fact.named_instances or (row.nodes or 1) > 1:
        return next(iter(fact.instances), None)
    return _cheapest(knowledge).get((fact.accelerators, row.accelerator_count))


def usd_per_million(knowledge: Knowledge, fact: Benchmark) -> float | None:
    """US dollars on demand for a million of what its throughput counts."""
    price = on_demand_prices(knowledge).get(priced_as(knowledge, fact) or "")
    if price is None or not fact.row.throughput:
        return None
    per_hour = price.usd_per_hour * (fact.row.nodes or 1)
    return float(f"{per_hour / (fact.row.throughput * SECONDS_PER_HOUR) * MILLION:.4g}")


def cost(knowledge: Knowledge, fact: Benchmark) -> str:
    """What a million tokens, or a thousand of what else its throughput counts, cost; empty where that is not known."""
    paid, unit = usd_per_million(knowledge, fact), fact.row.throughput_unit
    if paid is None or unit is None:
        return ""
    made = (fact.row.makes or "").removeprefix("one ")
    counted = f"{made}s" if made else knowledge.term("throughput_unit", unit).label.replace("/s", "")
    much, of = (paid, "million") if "token" in unit else (paid / 1000, "1,000")
    words = f"{number(much)} US dollars per {of} {counted}"
    if fact.instances:
        return f"{words} on demand"
    return f"about {words} at the price of {priced_as(knowledge, fact)} (inferred)"


@once
def _cheapest(knowledge: Knowledge) -> Mapping[tuple[tuple[str, ...], int | None], str]:
    """By accelerator and number of accelerators: the instance type with the lowest price, one in doubt last."""
    prices, instances = on_demand_prices(knowledge), knowledge.records.instances
    by_price = sorted(prices, key=lambda one: (prices[one].doubt is None, -prices[one].usd_per_hour))
    return {((instances[one].accelerator,), instances[one].accelerator_count): one for one in by_price}
