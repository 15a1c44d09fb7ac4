"""Rules on hardware: frameworks list what they run on, and instance types match their accelerators."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from macros.checks.rows import cells, tested_rows
from macros.checks.rule import CORRECT, Finding, entries, every, rule
from macros.facts.images import accelerators_of_image
from macros.facts.packages import sdk_named
from macros.loading import Records
from macros.schema.benchmarks import BenchmarkRow
from macros.schema.catalogues import ListedRow
from macros.schema.components import Notice
from macros.schema.images import ImageRow
from macros.schema.walk import Place

SUPPORTED_TONES = ("good", "partial")
"""Tones of the statuses that mean that the framework runs on the accelerator."""


class _Use(NamedTuple):
    """A framework that, according to a row of a record, runs on an accelerator."""

    at: Place
    framework: str | None
    accelerator: str
    workload: str
    instance: str | None = None
    """The instance that the row names, and that has the accelerator."""


@rule(exceptable=True)
def release_supports_accelerator(records: Records) -> Iterator[Finding]:
    """If a row says that a framework runs on an accelerator, a statement of its `support` says so for the workload."""
    reported: set[tuple[str, str]] = set()
    for at, framework, accelerator, workload, instance in _uses(records):
        if framework is None or framework not in records.frameworks:
            continue
        hardware = records.frameworks[framework].hardware
        supported = {entry.accelerator for entry in hardware if workload in entry.workloads}
        about = f"{framework} on {accelerator} for {workload}"
        if accelerator in supported or (at.record, about) in reported:
            continue
        reported.add((at.record, about))
        expected = f"hardware that {framework} supports for {workload} ({', '.join(sorted(supported)) or 'none'})"
        got = f"{instance}, which has {accelerator}" if instance else accelerator
        where = f"under support in data/frameworks/{framework}.yml"
        yield Finding(at, expected, got, about, f"correct the row, or name {accelerator} with its source {where}")


def _uses(records: Records) -> Iterator[_Use]:
    for at, tests, _, tested in tested_rows(records):
        owner, accelerator = tests.release.partition("/")[0], records.instance_named(tested.instance).accelerator
        yield _Use(at.field("instance"), owner, accelerator, tests.workload, tested.instance)
    for at, results, row in entries(records, Records.benchmarks, BenchmarkRow):
        for index, name in enumerate(row.instances):
            place, accelerator = at.field("instances", index), records.instance_named(name).accelerator
            yield _Use(place, row.framework or results.framework, accelerator, results.workload, name)
    for at, catalogue, line in entries(records, Records.catalogues, ListedRow):
        if _runs(records, catalogue.wording.get(line.wording)):
            own = (records.instances[line.instance].accelerator,) if line.instance else line.accelerators
            framework, workload = line.framework or catalogue.framework, line.workload or catalogue.workload
            for accelerator in own or catalogue.accelerators:
                yield _Use(at, framework, accelerator, workload, line.instance)
    for cell in cells(records):
        if _runs(records, cell.status):
            for accelerator in cell.matrix.accelerators:
                yield _Use(cell.at, cell.column.framework, accelerator, cell.column.workload)


def _runs(records: Records, status: str | None) -> bool:
    return status is not None and records.vocabularies["status"].values[status].tone in SUPPORTED_TONES


@rule()
def instance_adds_up(records: Records) -> Iterator[Finding]:
    """Memory and cores of an instance type follow from its accelerator and their number."""
    for _, at, instance in every(records, Records.instances):
        accelerator = records.accelerators[instance.accelerator]
        sizes = sorted(memory.gib for memory in accelerator.memory)
        if instance.accelerator_memory_gib not in sizes:
            expected = f"a memory size of {instance.accelerator} ({', '.join(map(str, sizes))})"
            yield Finding(at.field("accelerator_memory_gib"), expected, instance.accelerator_memory_gib, hint=CORRECT)
        per_chip, count = accelerator.cores_per_chip, instance.accelerator_count
        cores = per_chip * count if per_chip else None
        if instance.cores != cores:
            product = f"{cores}, {count} times the {per_chip} of {instance.accelerator}"
            expected = product if cores else f"no figure, for {instance.accelerator} has no cores_per_chip"
            hint = "correct the count, or the cores of the accelerator"
            yield Finding(at.field("cores"), expected, instance.cores or "none", hint=hint)


@rule("correct it, or write the release with its SDK, such as rocm/6.4.0")
def sdk_of_the_vendor(records: Records) -> Iterator[Finding]:
    """A record that names an SDK release and accelerators names an SDK of a vendor of these accelerators."""
    for at, words, accelerators in _named_sdks(records):
        sdk = sdk_named(records, words) if words else None
        vendors = {records.accelerators[accelerator].vendor for accelerator in accelerators}
        platform = records.platforms[records.sdks[sdk].platform] if sdk else None
        if platform and vendors and platform.vendor not in vendors:
            expected = f"a release of an SDK by {' or '.join(sorted(vendors))}"
            yield Finding(at.field("sdk"), expected, f"one of the {platform.name}")


def _named_sdks(records: Records) -> Iterator[tuple[Place, str | None, Sequence[str]]]:
    """Every row or record that can name an SDK release and accelerators: its place, SDK as written, accelerators."""
    for at, _, row in entries(records, Records.benchmarks, BenchmarkRow):
        yield at, row.sdk, [records.instance_named(name).accelerator for name in row.instances]
    for _, at, catalogue in every(records, Records.catalogues):
        yield at, catalogue.sdk, catalogue.accelerators
    for at, catalogue, line in entries(records, Records.catalogues, ListedRow):
        yield at, line.sdk, line.accelerators or catalogue.accelerators
    for at, _, notice in entries(records, Records.components, Notice):
        yield at, notice.sdk, notice.accelerators
    for at, images, image in entries(records, Records.images, ImageRow):
        yield at, image.sdk, accelerators_of_image(records, images, image)
