"""Accelerators: their facts, and what runs on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from macros.columns.column import Column
from macros.facts import Knowledge
from macros.facts.hardware import order_of_accelerator
from macros.pages.hardware_support import LISTED, ListedSoftware, listed_software, packages_section
from macros.pages.instances import HARDWARE, SIZE, TYPE, InstanceLine
from macros.pages.instances import line as instance_line
from macros.pages.page_head import names_of
from macros.pages.records import RecordPages
from macros.pages.section import Section
from macros.pages.support_today import NO_STATEMENT, ON_HARDWARE, support_sections
from macros.schema.hardware import Accelerator
from macros.words import number


@dataclass(frozen=True)
class AcceleratorLine:
    """An accelerator with what carries it and how much was tested on it."""

    id: str
    record: Accelerator
    order: tuple[Any, ...]
    """Sort key: by core architecture; those whose software has ended last."""
    core: str
    """The display name of its core architecture."""
    instances: Sequence[str]
    configurations: int
    """Tested configurations that name it."""
    benchmarks: int
    """Measurements that name it."""
    listed: ListedSoftware | None
    """What SDK releases have for it."""

    @property
    def memory(self) -> str:
        """Per chip, in each of its sizes."""
        sizes = (f"{size.gib} GiB{f' ({size.note})' if size.note else ''}" for size in self.record.memory)
        return " or ".join(sizes)

    @property
    def sizes(self) -> str:
        """Of its memory, without what is special about them."""
        return " or ".join(f"{size.gib} GiB" for size in self.record.memory)

    @property
    def types(self) -> int:
        """Instance types that carry it."""
        return len(self.instances)

    @property
    def bandwidth(self) -> str | None:
        """Of its memory."""
        found = self.record.memory_bandwidth
        return f"{number(found.value)} {found.unit}" if found else None


def line(knowledge: Knowledge, record: str) -> AcceleratorLine:
    """What is known of an accelerator."""
    accelerator = knowledge.records.accelerators[record]
    return AcceleratorLine(
        id=record,
        record=accelerator,
        order=order_of_accelerator(knowledge, record),
        core=knowledge.term("core_architecture", accelerator.core_architecture).label,
        instances=knowledge.instances.of("accelerators", record),
        configurations=len(knowledge.configurations.of("accelerators", record)),
        benchmarks=len(knowledge.benchmarks.of("accelerators", record)),
        listed=knowledge.cached(listed_software, record),
    )


def _instances(knowledge: Knowledge, record: str) -> Sequence[InstanceLine]:
    return [instance_line(knowledge, one) for one in knowledge.instances.of("accelerators", record)]


VENDOR: Column[Any] = Column("vendor", "Who makes it.", "record.vendor")
CORE: Column[Any] = Column(
    "core_architecture",
    "What is compiled for one does not run on another.",
    "record.core_architecture",
    vocabulary="core_architecture",
)
CORES: Column[Any] = Column(
    "cores_per_chip", "Where the vendor counts them.", "record.cores_per_chip", absent="not applicable"
)
MEMORY: Column[Any] = Column("memory", "Of one chip.", label="Memory per chip")
BANDWIDTH: Column[Any] = Column("bandwidth", "Of its memory.", label="Memory bandwidth")
CONFIGURATIONS: Column[Any] = Column(
    "configurations", "Tested configurations that name it.", label="Tested configurations"
)
BENCHMARKS: Column[Any] = Column("benchmarks", "Measurements that name it.")
PEAKS: Sequence[Column[Any]] = tuple(
    Column(name, "Without sparsity.", f"record.peak.{name}", label=f"Peak {label}", unit=unit, absent="")
    for name, label, unit in (
        ("bf16_fp16_tflops", "bf16 / fp16", "TFLOPS"),
        ("fp32_tflops", "fp32", "TFLOPS"),
        ("fp8_tflops", "fp8", "TFLOPS"),
        ("int8_tops", "int8", "TOPS"),
    )
)

RUNS_TODAY, NEVER_OFFERED = support_sections(
    lambda known, record: known.support.of("accelerators", record), ON_HARDWARE, NO_STATEMENT
)

PAGES = RecordPages[AcceleratorLine](
    "accelerators",
    line,
    order=lambda one: one.order,
    description=lambda one: (
        f"{one.record.name}: memory, cores, instance types, families that fit, and what was tested on it."
    ),
    names=lambda one: [one.record.name, one.id, *names_of(one.record.other_names), one.core],
    columns=(
        VENDOR,
        CORE,
        CORES,
        Column("sizes", "Of one chip.", label="Memory per chip"),
        BANDWIDTH,
        Column("types", "How many carry it.", label="Instance types"),
        CONFIGURATIONS,
        BENCHMARKS,
    ),
    facets=(VENDOR, CORE),
    facts=(
        Column("kind", "What kind of chip.", "record.kind", vocabulary="accelerator_kind"),
        VENDOR,
        CORE,
        CORES,
        MEMORY,
        BANDWIDTH,
        *PEAKS,
        Column("data_types", "Number formats, as the source names them.", "record.data_types"),
    ),
    more_facts=(
        *LISTED,
        Column("systems", "Published systems of several of them.", "record.systems", absent=""),
        Column("other_names", "What it is also called.", "record.other_names", absent="none"),
    ),
    answer=RUNS_TODAY,
    last_sections=(
        NEVER_OFFERED,
        packages_section(lambda _, record: record),
        Section("Instance types", "instances", _instances, (TYPE, HARDWARE, *SIZE), whole="instances/"),
    ),
    folded=True,
    former_anchors={"tested-configurations": "what-runs-here", "notices": "lifecycle"},
    left_out=("runs-today",),
    caption="Those whose software has ended last. What is compiled for one core architecture does not run on another.",
)
