"""Instance types: their facts, and what runs on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from macros.addresses import address
from macros.columns.column import Column
from macros.columns.phrase import PageLink, RecordLink, phrase
from macros.facts import Knowledge
from macros.facts.hardware import order_of_instance
from macros.facts.memory import billions_held, formats_of, share_percent
from macros.facts.speeds import on_demand_prices
from macros.pages.entries import Entry, columns_of, entries, listed_in, own
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


def _gone(one: Entry[Instance]) -> PageLink | None:
    """Where it is no longer offered: since when, and the component whose notice says so."""
    lifecycle = one.knowledge.lifecycle
    named = (lifecycle.status_of(step.component) for step in lifecycle.notices.of("instances", one.id))
    over = next((status for status in named if status.over), None)
    if over is None or lifecycle.ended_state("instances", one.id) is None:
        return None
    since = f" since {over.since}" if over.since else ""
    words = f"No longer in its provider’s list of types{since}; that it was withdrawn is inferred."
    return PageLink(words, address("components", over.component))


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


TYPE: Column[Any] = Column("id", "The type.", label="Instance", kind="instances")
HARDWARE: Column[Any] = Column(
    "hardware",
    "What it carries.",
    lambda one: phrase(f"{one.record.accelerator_count} × ", RecordLink("accelerators", one.record.accelerator)),
    label="Accelerators",
)
PROVIDER = own(Instance, "provider", meaning="Who rents it out.")
MEMORY: Sequence[Column[Any]] = (
    own(Instance, "accelerator_memory_gib", label="Memory per chip", unit="GiB"),
    Column("memory_total", "Of all its accelerators.", "record.memory_gib", label="Memory total", unit="GiB"),
)
HOST: Sequence[Column[Any]] = (
    own(Instance, "vcpus"),
    own(Instance, "host_memory_gib", label="Host memory", unit="GiB"),
    own(Instance, "network", absent="not published"),
)
IN_TABLES: Sequence[Column[Any]] = (
    HARDWARE,
    *MEMORY,
    *HOST,
    Column(
        "listed",
        "Whether the provider's data still lists it.",
        "record.offer.listed",
        label="Still offered",
        absent="not published",
    ),
    Column("configurations", "Tested configurations.", lambda one: one.count("configurations"), label="Tested"),
)
"""Columns of tables of instance types."""

RUNS_TODAY, NEVER_OFFERED = support_sections(
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
        *MEMORY,
        Column(
            "holds", "If its memory holds nothing else: an estimate.", _holds, label="Parameters it holds", absent=""
        ),
        Column("on_demand", "What an hour costs on demand.", _on_demand, label="Price on demand"),
        *HOST,
        own(Instance, "efa", label="Elastic Fabric Adapter"),
        Column("cores", "Compute cores of all its accelerators.", _cores, absent=""),
        PROVIDER,
        Column(
            "sold_as",
            "Its names at other services.",
            lambda one: [f"{name.name} on {name.service}" for name in one.record.other_names if name.service],
            label="Sold as",
            absent="",
        ),
    ),
    more_facts=(*LISTED, own(Instance, "offer", label="Still offered"), own(Instance, "regions")),
    answer=RUNS_TODAY,
    sections=(
        Section(
            "Other instances with this accelerator",
            "siblings",
            _siblings,
            (TYPE, *IN_TABLES),
            whole="api/v1/instances.csv",
        ),
    ),
    last_sections=(
        NEVER_OFFERED,
        packages_section(_accelerator_of),
        Section(
            "Tested on other sizes",
            "other-sizes",
            _ran_elsewhere,
            (
                Column("model", "The model.", kind="models"),
                Column("instances", "The types on which it ran.", kind="instances", absent="not an instance type"),
                Column("share", "Of this type's memory, in bf16.", label="Weights take of the memory here"),
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
    state=Column("gone", "Whether it is no longer offered.", _gone),
    most_open=FEW_ROWS,
    former_anchors={"tested-configurations": "what-runs-here", "notices": "lifecycle"},
)
