"""Instance types: their facts, and what runs on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from macros.columns.phrase import Phrase, RecordLink, phrase
from macros.facts.hardware import order_of_instance
from macros.facts.memory import billions_held, formats_on, weights_of
from macros.pages.components import PAGES as COMPONENTS
from macros.pages.entries import Entry, columns_of, fact, own
from macros.pages.hardware import ENDED, IN_TABLES, LISTED, OVER_HERE, PACKAGES, RUNS_TODAY, TYPE, on_demand
from macros.pages.records import RecordPages
from macros.pages.section import Section
from macros.schema.hardware import Accelerator, Instance, Price
from macros.words import number, percent

InstanceEntry = Entry[Instance]


def _accelerator(one: InstanceEntry) -> Accelerator:
    return one.records.accelerators[one.record.accelerator]


def _lede(one: InstanceEntry) -> str:
    record = one.record
    price = _on_demand(one)
    machine = (f"{record.vcpus} vCPUs", f"{number(record.host_memory_gib)} GiB of host memory", record.network)
    return (
        f"{record.accelerator_count} × {_accelerator(one).name}, {record.memory_gib:,} GiB of accelerator memory; "
        f"{', '.join(filter(None, machine))}{f'; {price}' if price else ''}."
    )


def _cores(one: InstanceEntry) -> str | None:
    core = _accelerator(one).core_architecture
    named = one.knowledge.term("core_architecture", core).label if core else "cores"
    return f"{one.record.cores} × {named}" if one.record.cores else None


def _on_demand(one: InstanceEntry) -> str | None:
    if (found := on_demand(one)) is None:
        return None
    price, dated = found
    words = ", ".join(filter(None, (f"{number(price.usd_per_hour)} US dollars an hour", price.region, dated)))
    return f"{words}. In doubt: {price.doubt.rstrip('.')}" if price.doubt else words


def _gone(one: InstanceEntry) -> Phrase | None:
    """Where it is no longer offered: since when, and the component whose notice says so."""
    if one.knowledge.lifecycle.ended_state("instances", one.id) is None:
        return None
    steps = one.knowledge.lifecycle.notices_of_instance(one.id)
    found = next((it for step in steps if (it := COMPONENTS.entry_of(one.knowledge, step.component)).status.over), None)
    return phrase(found.standing, ": ", RecordLink("components", found.id, says_end=False), ".") if found else None


def _holds(one: InstanceEntry) -> Sequence[str]:
    formats = formats_on(one.knowledge, one.record.accelerator)
    return [f"{billions_held(one.record.memory_gib, kind):,.1f} billion in {kind}" for kind in formats]


class RanElsewhere(NamedTuple):
    model: str
    instances: Sequence[str]
    share: str | None
    """Of the memory of the type: what the weights take in bf16."""


def _ran_elsewhere(one: InstanceEntry) -> Iterator[RanElsewhere]:
    for model, instances in one.knowledge.runs_on(one.record.accelerator).items():
        weights = weights_of(one.knowledge, model, "bf16")
        if one.id not in instances:
            share = None if weights is None else percent(weights * 100 / one.record.memory_gib)
            yield RanElsewhere(model, instances, share)


PAGES = RecordPages[InstanceEntry](
    "instances",
    order=lambda one: order_of_instance(one.knowledge, one.id),
    lede=_lede,
    names=lambda one: [one.id.replace(".", " ", 1)] if one.id.startswith(f"{one.record.series}.") else [],
    columns=(
        *IN_TABLES,
        fact("holds", _holds, label="Parameters it holds"),
        fact("on_demand", _on_demand, label="Price on demand", absent="not recorded"),
        own(Instance, "efa", label="Elastic Fabric Adapter"),
        fact("cores", _cores),
        fact("sold_as", lambda one: [f"{it.name} on {it.service}" for it in one.record.other_names if it.service]),
        *LISTED,
        own(Instance, "offer", label="Still offered"),
        fact("gone", _gone),
        ENDED,
    ),
    listed="hardware accelerator_memory_gib memory_total vcpus host_memory_gib network price price_of configurations",
    facts=(
        "hardware accelerator_memory_gib memory_total vcpus host_memory_gib network holds on_demand efa cores "
        "provider sold_as"
    ),
    more_facts="last missing offer regions",
    state="gone software_ended",
    facets="accelerator provider",
    answer=RUNS_TODAY,
    sections=(
        Section(
            "Other instances with this accelerator",
            lambda one: one.siblings("accelerators", one.record.accelerator),
            (TYPE, *IN_TABLES),
            anchor="siblings",
            whole="instances/",
        ),
    ),
    last_sections=(
        OVER_HERE,
        PACKAGES,
        Section(
            "Tested on other sizes",
            lambda one: list(_ran_elsewhere(one)),
            (
                fact("model", kind="models"),
                fact("instances", absent="not an instance type"),
                fact("share", label="Weights in bf16 take of the memory here"),
            ),
            anchor="other-sizes",
            whole="explore/",
        ),
        Section(
            "Prices",
            "record.prices",
            columns_of(Price, "purchase usd_per_hour service region basis citation"),
        ),
    ),
    folds=True,
    former_anchors={"tested-configurations": "what-runs-here", "notices": "lifecycle"},
)
