"""Instance types: their facts, and what runs on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from macros.columns.column import Column
from macros.columns.phrase import Phrase, RecordLink, phrase
from macros.facts import Knowledge
from macros.facts.hardware import order_of_instance
from macros.facts.memory import billions_held, formats_of, share_percent
from macros.facts.speeds import on_demand_prices
from macros.pages.components import line as component
from macros.pages.entries import TESTED, Entry, columns_of, entries, fact, listed_in, own
from macros.pages.hardware_support import LISTED, packages_section
from macros.pages.records import RecordPages
from macros.pages.section import FEW_ROWS, Section
from macros.pages.support_today import NO_STATEMENT, ON_HARDWARE, support_sections
from macros.schema.hardware import Accelerator, Instance, Price
from macros.words import month, number, percent


def _accelerator(one: Entry[Instance]) -> Accelerator:
    return one.knowledge.records.accelerators[one.record.accelerator]


def _lede(one: Entry[Instance]) -> str:
    record = one.record
    return f"{record.accelerator_count} × {_accelerator(one).name}, {record.memory_gib:,} GiB of accelerator memory."


def _cores(one: Entry[Instance]) -> str | None:
    core = one.knowledge.term("core_architecture", _accelerator(one).core_architecture).label
    return f"{one.record.cores} × {core}" if one.record.cores else None


def _on_demand(one: Entry[Instance]) -> str | None:
    price = on_demand_prices(one.knowledge).get(one.id)
    if price is None:
        return None
    as_of = one.knowledge.as_of(price.citation)
    words = f"{number(price.usd_per_hour)} US dollars an hour", price.region, month(as_of) if as_of else None
    return ", ".join(filter(None, words))


def _gone(one: Entry[Instance]) -> Phrase | None:
    """Where it is no longer offered: since when, and the component whose notice says so."""
    if one.knowledge.lifecycle.ended_state("instances", one.id) is None:
        return None
    steps = one.knowledge.lifecycle.notices.of("instances", one.id)
    found = next((it for step in steps if (it := component(one.knowledge, step.component)).status.over), None)
    return phrase(found.standing, ": ", RecordLink("components", found.id, says_end=False), ".") if found else None


def _holds(one: Entry[Instance]) -> Sequence[str]:
    formats = formats_of(_accelerator(one).data_types)
    return [f"{billions_held(one.record.memory_gib, kind):,.1f} billion in {kind}" for kind in formats]


def _accelerator_of(knowledge: Knowledge, record_id: str) -> str:
    return knowledge.records.instances[record_id].accelerator


class RanElsewhere(NamedTuple):
    """A model that ran on the accelerator of a type, and not on the type itself."""

    model: str
    instances: Sequence[str]
    share: str | None
    """Of the memory of the type: what the weights take in bf16."""


def _ran_elsewhere(knowledge: Knowledge, record_id: str) -> Sequence[RanElsewhere]:
    instance, found = knowledge.records.instances[record_id], []
    for model, instances in knowledge.runs_on(instance.accelerator).items():
        parameters = knowledge.records.models[model].parameters
        share = share_percent(parameters.billions, "bf16", instance.memory_gib) if parameters else None
        if record_id not in instances:
            found.append(RanElsewhere(model, instances, None if share is None else percent(share)))
    return found


def carriers(knowledge: Knowledge, accelerator: str) -> Sequence[Entry[Instance]]:
    """The instance types with an accelerator."""
    return entries(knowledge, "instances", knowledge.instances.of("accelerators", accelerator))


def _siblings(knowledge: Knowledge, record_id: str) -> Sequence[Entry[Instance]]:
    same = carriers(knowledge, _accelerator_of(knowledge, record_id))
    return [one for one in same if one.id != record_id]


TYPE = fact("id", label="Instance", kind="instances")
HARDWARE: Column[Any] = Column(
    "hardware",
    "What it carries.",
    lambda one: phrase(f"{one.record.accelerator_count} × ", RecordLink("accelerators", one.record.accelerator)),
    label="Accelerators",
)
PROVIDER = own(Instance, "provider", meaning="Who rents it out.")
SIZE: Sequence[Column[Any]] = (
    own(Instance, "accelerator_memory_gib", label="Memory per chip", unit="GiB"),
    Column("memory_total", "Of all its accelerators.", "record.memory_gib", label="Memory total", unit="GiB"),
    own(Instance, "vcpus"),
    own(Instance, "host_memory_gib", label="Host memory", unit="GiB"),
    own(Instance, "network", absent="not published"),
)
IN_TABLES: Sequence[Column[Any]] = (
    HARDWARE,
    *SIZE,
    Column("listed", "By the provider.", "record.offer.listed", label="Still offered"),
    replace(TESTED, label="Tested"),
)
"""Columns of tables of instance types."""

RUNS_TODAY, OVER_HERE = support_sections(
    lambda known, record_id: known.support.of("accelerators", _accelerator_of(known, record_id)),
    ON_HARDWARE,
    NO_STATEMENT,
)

PAGES = RecordPages[Entry[Instance]](
    "instances",
    order=lambda one: order_of_instance(one.knowledge, one.id),
    lede=_lede,
    names=lambda one: [f"{one.record.series} {one.id.partition('.')[2]}".strip()],
    columns=IN_TABLES,
    facets=(own(Instance, "accelerator"), PROVIDER),
    facts=(
        HARDWARE,
        *SIZE,
        fact("holds", _holds, label="Parameters it holds"),
        fact("on_demand", _on_demand, label="Price on demand", absent="not published"),
        own(Instance, "efa", label="Elastic Fabric Adapter"),
        fact("cores", _cores),
        PROVIDER,
        fact("sold_as", lambda one: [f"{it.name} on {it.service}" for it in one.record.other_names if it.service]),
    ),
    more_facts=(*LISTED, own(Instance, "offer", label="Still offered"), own(Instance, "regions")),
    answer=RUNS_TODAY,
    sections=(
        Section("Other instances with this accelerator", "siblings", _siblings, (TYPE, *IN_TABLES), whole="instances/"),
    ),
    last_sections=(
        OVER_HERE,
        packages_section(_accelerator_of),
        Section(
            "Tested on other sizes",
            "other-sizes",
            _ran_elsewhere,
            (
                fact("model", kind="models"),
                fact("instances", absent="not an instance type"),
                fact("share", label="Weights in bf16 take of the memory here"),
            ),
            whole="explore/",
        ),
        Section(
            "Prices",
            "prices",
            listed_in("instances", "prices"),
            columns_of(Price, "purchase usd_per_hour service region basis citation"),
        ),
    ),
    state=fact("gone", _gone),
    most_open=FEW_ROWS,
    former_anchors={"tested-configurations": "what-runs-here", "notices": "lifecycle"},
)
