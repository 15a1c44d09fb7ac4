"""Instance types: their facts, and what runs on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from macros.addresses import address
from macros.columns.column import Column
from macros.columns.phrase import Counted, PageLink
from macros.facts import Knowledge
from macros.facts.hardware import order_of_instance
from macros.facts.memory import share_percent
from macros.facts.speeds import on_demand_prices
from macros.pages.hardware_support import LISTED, ListedSoftware, listed_software, packages_section
from macros.pages.page_head import names_of
from macros.pages.records import RecordPages
from macros.pages.section import Section
from macros.pages.support_today import NO_STATEMENT, ON_HARDWARE, support_sections
from macros.schema.base import OtherName
from macros.schema.hardware import Instance
from macros.words import month, number, percent, plural


@dataclass(frozen=True)
class InstanceLine:
    """An instance type with its price and how much was tested on it."""

    id: str
    record: Instance
    accelerator: str
    """The display name of the accelerator."""
    core: str
    """The display name of its core architecture."""
    order: tuple[Any, ...]
    """Sort key: what has ended last, then types without current software, then by accelerator and size."""
    on_demand: str | None
    """What an hour costs on demand."""
    configurations: int
    """Tested configurations that name it."""
    listed: ListedSoftware | None
    """What SDK releases have for its accelerator."""
    gone: PageLink | None
    """Where it is no longer offered: since when, and the component whose notice says so."""

    @property
    def words(self) -> str:
        """Accelerators with their number, in words."""
        return f"{self.record.accelerator_count} × {self.accelerator}"

    @property
    def hardware(self) -> Counted:
        """Accelerators with their number."""
        return Counted(self.record.accelerator_count, "accelerators", self.record.accelerator)

    @property
    def cores(self) -> str | None:
        """Compute cores of all its accelerators."""
        return f"{self.record.cores} × {self.core}" if self.record.cores else None

    @property
    def sold_as(self) -> Sequence[str]:
        """Its names at other services."""
        return [f"{name.name} on {name.service}" for name in self.record.other_names if name.service]

    @property
    def is_listed(self) -> str | None:
        """Whether the provider still lists it."""
        if self.record.offer is None:
            return None
        return "yes" if self.record.offer.listed else "not listed"


def line(knowledge: Knowledge, record: str) -> InstanceLine:
    """What is known of an instance type."""
    instance = knowledge.records.instances[record]
    chip = knowledge.records.accelerators[instance.accelerator]
    order = order_of_instance(knowledge, record)
    has_ended, *_ = order
    return InstanceLine(
        id=record,
        record=instance,
        accelerator=chip.name,
        core=knowledge.term("core_architecture", chip.core_architecture).label,
        order=order,
        on_demand=_on_demand(knowledge, record),
        configurations=len(knowledge.configurations.of("instances", record)),
        listed=knowledge.cached(listed_software, instance.accelerator),
        gone=_gone(knowledge, record) if has_ended else None,
    )


def _on_demand(knowledge: Knowledge, record: str) -> str | None:
    price = on_demand_prices(knowledge).get(record)
    if price is None:
        return None
    where = f", {price.region}" if price.region else ""
    as_of = knowledge.as_of(price.citation)
    return f"{number(price.usd_per_hour)} US dollars an hour{where}{f' ({month(as_of)})' if as_of else ''}"


def _gone(knowledge: Knowledge, record: str) -> PageLink | None:
    for step in knowledge.lifecycle.notices.of("instances", record):
        status = knowledge.lifecycle.status_of(step.component)
        if status.over:
            since = f" since {status.since}" if status.since else ""
            words = f"No longer in its provider’s list of types{since}; that it was withdrawn is inferred."
            return PageLink(words, address("components", step.component))
    return None


def _accelerator_of(knowledge: Knowledge, record: str) -> str:
    return knowledge.records.instances[record].accelerator


@dataclass(frozen=True)
class RanElsewhere:
    """A model that ran on the accelerator of a type, and not on the type itself."""

    model: str
    instances: Sequence[str]
    share: str | None
    """Of the memory of the type: what the weights take in bf16."""


def _ran_elsewhere(knowledge: Knowledge, record: str) -> Sequence[RanElsewhere]:
    instance = knowledge.records.instances[record]
    found = []
    for model, instances in knowledge.runs_on(instance.accelerator).items():
        parameters = knowledge.records.models[model].parameters
        share = share_percent(parameters.billions, "bf16", instance.memory_gib) if parameters else None
        found.append(RanElsewhere(model, instances, None if share is None else percent(share)))
    return [one for one in found if record not in one.instances]


def _siblings(knowledge: Knowledge, record: str) -> Sequence[InstanceLine]:
    same = knowledge.instances.of("accelerators", knowledge.records.instances[record].accelerator)
    return [line(knowledge, other) for other in same if other != record]


def _names(one: InstanceLine) -> Sequence[str]:
    others: Sequence[OtherName] = one.record.other_names
    _, _, size = one.id.partition(".")
    return [one.id, *names_of(others), f"{one.record.series} {size}".strip()]


ACCELERATOR: Column[Any] = Column("accelerator", "What it carries.", "record.accelerator", kind="accelerators")
HARDWARE: Column[Any] = Column("hardware", "What it carries.", label="Accelerators")
PROVIDER: Column[Any] = Column("provider", "Who rents it out.", "record.provider")
SIZE: Sequence[Column[Any]] = (
    Column("memory_each", "Of one accelerator.", "record.accelerator_memory_gib", label="Memory per chip", unit="GiB"),
    Column("memory_total", "Of all its accelerators.", "record.memory_gib", label="Memory total", unit="GiB"),
    Column("vcpus", "Virtual processors.", "record.vcpus"),
    Column("host_memory", "Of the host.", "record.host_memory_gib", label="Host memory", unit="GiB"),
    Column("network", "As the provider words it.", "record.network"),
    Column("is_listed", "Whether the provider's data still lists it.", label="Still offered"),
    Column("configurations", "Tested configurations that name it.", label="Tested"),
)
TYPE: Column[InstanceLine] = Column("id", "The type.", label="Instance", kind="instances")

RUNS_TODAY, NEVER_OFFERED = support_sections(
    lambda known, record: known.support.of("accelerators", _accelerator_of(known, record)), ON_HARDWARE, NO_STATEMENT
)

PAGES = RecordPages[InstanceLine](
    "instances",
    line,
    order=lambda one: one.order,
    title=lambda one: one.id,
    lede=lambda one: f"{one.words}, {one.record.memory_gib:,} GiB of accelerator memory.",
    description=lambda one: (
        f"{one.id}: {one.words}, {one.record.memory_gib:,} GiB of accelerator memory, "
        f"{plural(one.configurations, 'tested configuration')}."
    ),
    names=_names,
    columns=(HARDWARE, *SIZE),
    facets=(ACCELERATOR, PROVIDER),
    facts=(
        HARDWARE,
        *SIZE[:2],
        Column("on_demand", "What an hour costs on demand.", label="Price on demand"),
        *SIZE[2:5],
        Column(
            "efa", "Whether it has the Elastic Fabric Adapter.", "record.efa", label="Elastic Fabric Adapter", absent=""
        ),
        Column("cores", "Compute cores of all its accelerators.", absent=""),
        PROVIDER,
        Column("sold_as", "Its names at other services.", label="Sold as", absent=""),
    ),
    more_facts=(
        *LISTED,
        Column("offer", "Whether the provider's data lists it.", "record.offer", label="Still offered", absent=""),
        Column("regions", "Where it was offered.", "record.regions", absent=""),
    ),
    answer=RUNS_TODAY,
    sections=(
        Section(
            "Other instances with this accelerator",
            "siblings",
            _siblings,
            (TYPE, HARDWARE, *SIZE),
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
            lambda known, record: known.records.instances[record].prices,
            (
                Column("purchase", "How it is paid for.", vocabulary="purchase"),
                Column("usd_per_hour", "What an hour costs.", label="US dollars an hour"),
                Column("service", "Who sells it, where that is not the provider.", absent="–"),
                Column("region", "Where.", absent="–"),
                Column("basis", "What else the source says of it.", absent="–"),
                Column("citation", "Who says so.", label="Source"),
            ),
        ),
    ),
    state=Column("gone", "Whether it is no longer offered."),
    folded=True,
    former_anchors={"tested-configurations": "what-runs-here", "notices": "lifecycle"},
)
