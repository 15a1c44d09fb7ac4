"""Rules on hardware: frameworks list what they run on, and instance types match their accelerators."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from macros.checks.rows import benchmark_rows, cells, image_rows, listed_rows, notices, tested_rows
from macros.checks.rule import Finding, rule
from macros.facts.images import accelerators_of_image
from macros.facts.packages import sdk_named
from macros.loading import Records
from macros.schema.walk import Path

SUPPORTED_TONES = ("good", "partial")
"""Tones of the statuses that mean that the framework runs on the accelerator."""


class _Use(NamedTuple):
    """A framework that, according to a row of a record, runs on an accelerator."""

    record: str
    path: Path
    framework: str | None
    accelerator: str
    workload: str
    instance: str | None = None
    """The instance that the row names, and that has the accelerator."""


@rule("release-supports-accelerator", exceptable=True)
def release_supports_accelerator(records: Records) -> Iterator[Finding]:
    """If a row says that a framework runs on an accelerator, a statement of its `support` says so for the workload."""
    reported: set[tuple[str, str]] = set()
    for record, path, framework, accelerator, workload, instance in _uses(records):
        if framework is None or framework not in records.frameworks:
            continue
        hardware = records.frameworks[framework].hardware
        supported = {entry.accelerator for entry in hardware if workload in entry.workloads}
        about = f"{framework} on {accelerator} for {workload}"
        if accelerator in supported or (record, about) in reported:
            continue
        reported.add((record, about))
        wanted = f"hardware that {framework} supports for {workload} ({', '.join(sorted(supported)) or 'none'})"
        got = f"{instance}, which has {accelerator}" if instance else accelerator
        hint = f"name {accelerator} with its source under support in data/frameworks/{framework}.yml"
        yield Finding(record, path, f"expected {wanted}, got {got}", f"correct the row, or {hint}", about)


def _uses(records: Records) -> Iterator[_Use]:
    for record, path, tests, _, tested in tested_rows(records):
        owner, accelerator = tests.release.partition("/")[0], records.instance_named(tested.instance).accelerator
        yield _Use(record, (*path, "instance"), owner, accelerator, tests.workload, tested.instance)
    for record, path, results, row in benchmark_rows(records):
        for index, name in enumerate(row.instances):
            place, accelerator = (*path, "instances", index), records.instance_named(name).accelerator
            yield _Use(record, place, row.framework or results.framework, accelerator, results.workload, name)
    for record, path, catalogue, line in listed_rows(records):
        if _runs(records, catalogue.wording.get(line.wording)):
            own = (records.instances[line.instance].accelerator,) if line.instance else line.accelerators
            framework, workload = line.framework or catalogue.framework, line.workload or catalogue.workload
            for accelerator in own or catalogue.accelerators:
                yield _Use(record, path, framework, accelerator, workload, line.instance)
    for cell in cells(records):
        if _runs(records, cell.matrix.wording.status.get(cell.word)):
            for accelerator in cell.matrix.accelerators:
                yield _Use(cell.record, cell.path, cell.column.framework, accelerator, cell.column.workload)


def _runs(records: Records, status: str | None) -> bool:
    return status is not None and records.vocabularies["status"].values[status].tone in SUPPORTED_TONES


@rule("instance-adds-up")
def instance_matches_accelerator(records: Records) -> Iterator[Finding]:
    """Memory and cores of an instance type follow from its accelerator and their number."""
    for record_id, instance in records.instances.items():
        accelerator = records.accelerators[instance.accelerator]
        record = f"instances/{record_id}"
        sizes = sorted(memory.gib for memory in accelerator.memory)
        if instance.accelerator_memory_gib not in sizes:
            wanted = f"a memory size of {instance.accelerator} ({', '.join(map(str, sizes))})"
            message = f"expected {wanted}, got {instance.accelerator_memory_gib}"
            yield Finding(record, ("accelerator_memory_gib",), message, "correct the one that is wrong")
        per_chip = accelerator.cores_per_chip
        cores = per_chip * instance.accelerator_count if per_chip else None
        if instance.cores != cores:
            sum_of_cores = f"{cores}, {instance.accelerator_count} times the {per_chip} of {instance.accelerator}"
            wanted = sum_of_cores if cores else f"no figure, for {instance.accelerator} has no cores_per_chip"
            message = f"expected {wanted}, got {instance.cores or 'none'}"
            yield Finding(record, ("cores",), message, "correct the count, or the cores of the accelerator")


@rule("sdk-of-the-vendor")
def sdk_of_the_vendor(records: Records) -> Iterator[Finding]:
    """A record that names an SDK release and accelerators names an SDK of a vendor of these accelerators."""
    for record, path, words, accelerators in _named_sdks(records):
        sdk = sdk_named(records, words) if words else None
        vendors = {records.accelerators[accelerator].vendor for accelerator in accelerators}
        platform = records.platforms[records.sdks[sdk].platform] if sdk else None
        if platform and vendors and platform.vendor not in vendors:
            message = f"expected a release of an SDK by {' or '.join(sorted(vendors))}, got one of the {platform.name}"
            hint = "correct it, or write the release with its SDK, such as rocm/6.4.0"
            yield Finding(record, (*path, "sdk"), message, hint)


def _named_sdks(records: Records) -> Iterator[tuple[str, Path, str | None, Sequence[str]]]:
    """Every row or record that can name an SDK release and accelerators: record, path, SDK as written, accelerators."""
    for record, path, _, row in benchmark_rows(records):
        yield record, path, row.sdk, [records.instance_named(name).accelerator for name in row.instances]
    for record_id, catalogue in records.catalogues.items():
        yield f"catalogues/{record_id}", (), catalogue.sdk, catalogue.accelerators
    for record, path, catalogue, line in listed_rows(records):
        yield record, path, line.sdk, line.accelerators or catalogue.accelerators
    for record, path, notice in notices(records):
        yield record, path, notice.sdk, notice.accelerators
    for record, path, images, image in image_rows(records):
        yield record, path, image.sdk, accelerators_of_image(records, images, image)
