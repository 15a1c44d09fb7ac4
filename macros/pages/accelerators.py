"""Accelerators: their facts, and what runs on them."""

from __future__ import annotations

from macros.columns.column import Column, column_of
from macros.facts.hardware import order_of_accelerator
from macros.pages.entries import TESTED, Entry, entries, fact, own
from macros.pages.hardware import IN_TABLES, LISTED, OVER_HERE, PACKAGES, RUNS_TODAY, TYPE
from macros.pages.records import RecordPages
from macros.pages.section import FEW_ROWS, Section
from macros.schema.hardware import Accelerator, Throughput

VENDOR = own(Accelerator, "vendor", meaning="Who makes it.")
CORE = own(Accelerator, "core_architecture", meaning="What is compiled for one does not run on another.")
CORES = own(Accelerator, "cores_per_chip", absent="not applicable")
BANDWIDTH = own(Accelerator, "memory_bandwidth", absent="not published")
PEAKS = [
    column_of(Throughput, name, "record.peak.", label=f"Peak {' / '.join(formats)}", unit=unit.upper())
    for name, (*formats, unit) in ((name, name.split("_")) for name in Throughput.model_fields)
]

PAGES = RecordPages[Entry[Accelerator]](
    "accelerators",
    order=lambda one: order_of_accelerator(one.knowledge, one.id),
    names=lambda one: [one.knowledge.term("core_architecture", one.record.core_architecture).label],
    columns=(
        VENDOR,
        CORE,
        CORES,
        fact("memory", lambda one: [f"{size.gib} GiB" for size in one.record.memory], label="Memory per chip"),
        BANDWIDTH,
        Column("types", "How many carry it.", lambda one: one.count("instances"), label="Instance types"),
        TESTED,
        Column("benchmarks", "Measurements that name it.", lambda one: one.count("benchmarks")),
    ),
    facets=(VENDOR, CORE),
    facts=(
        own(Accelerator, "kind"),
        VENDOR,
        CORE,
        CORES,
        own(Accelerator, "memory", label="Memory per chip"),
        BANDWIDTH,
        *PEAKS,
        own(Accelerator, "data_types", absent="not published"),
    ),
    more_facts=(*LISTED, own(Accelerator, "systems"), own(Accelerator, "other_names", absent="none")),
    answer=RUNS_TODAY,
    last_sections=(
        OVER_HERE,
        PACKAGES,
        Section(
            "Instance types",
            "instances",
            lambda one: entries(one.knowledge, "instances", one.facts("instances")),
            (TYPE, *IN_TABLES),
            whole="instances/",
        ),
    ),
    most_open=FEW_ROWS,
    former_anchors={"tested-configurations": "what-runs-here", "notices": "lifecycle"},
    caption="Those whose software has ended last. What is compiled for one core architecture does not run on another.",
)
