"""What runs on an accelerator is said to run on it, and an instance has what its accelerators have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from macros.checks.rule import Finding, Rule
from macros.knowledge.packages import sdk_named
from macros.loading import Records
from macros.loading.positions import Path

RUNS = ("good", "partial")
"""Tones of the verdicts by which a framework runs a family."""


@dataclass(frozen=True)
class _Use:
    """A framework at work on an accelerator, as a row of a record says."""

    record: str
    path: Path
    framework: str
    accelerator: str
    workload: str
    instance: str | None = None
    """The instance that the row names, and that has the accelerator."""

    @property
    def about(self) -> str:
        return f"{self.framework} on {self.accelerator} for {self.workload}"


@dataclass(frozen=True)
class _SdkNamed:
    """A part of a record in which an SDK release may be named beside accelerators."""

    record: str
    path: Path
    words: str | None
    accelerators: Sequence[str]


def _check_support(records: Records) -> Iterator[Finding]:
    named = {
        (framework_id, hardware.accelerator, workload)
        for framework_id, framework in records.frameworks.items()
        for hardware in framework.hardware
        for workload in hardware.workloads
    }
    told: set[tuple[str, str]] = set()
    for use in _uses(records):
        stated = (use.framework, use.accelerator, use.workload) in named
        if not stated and (use.record, use.about) not in told and use.framework in records.frameworks:
            told.add((use.record, use.about))
            yield _unsupported(records, use)


def _uses(records: Records) -> Iterator[_Use]:
    yield from _configurations(records)
    yield from _benchmarks(records)
    yield from _catalogues(records)
    yield from _verdicts(records)


def _configurations(records: Records) -> Iterator[_Use]:
    names = records.catalog.names["instances"]
    for record_id, file in records.configurations.items():
        framework, _, _ = file.release.partition("/")
        for table_index, table in enumerate(file.tables):
            for index, row in enumerate(table.rows):
                place = ("tables", table_index, "rows", index, "instance")
                accelerator = records.instances[names[row.instance]].accelerator
                yield _Use(
                    f"configurations/{record_id}", place, framework, accelerator, file.workload, instance=row.instance
                )


def _benchmarks(records: Records) -> Iterator[_Use]:
    names = records.catalog.names["instances"]
    for record_id, file in records.benchmarks.items():
        for index, row in enumerate(file.rows):
            framework = row.framework or file.framework
            for position, instance in enumerate(row.instances if framework else ()):
                place = ("rows", index, "instances", position)
                accelerator = records.instances[names[instance]].accelerator
                yield _Use(
                    f"benchmarks/{record_id}", place, framework or "", accelerator, file.workload, instance=instance
                )


def _catalogues(records: Records) -> Iterator[_Use]:
    for record_id, file in records.catalogues.items():
        for index, row in enumerate(file.rows):
            framework = row.framework or file.framework
            if framework is None or not _runs(records, file.wording.get(row.wording)):
                continue
            accelerators = list(row.accelerators or file.accelerators)
            if row.instance:
                accelerators = [records.instances[row.instance].accelerator]
            for accelerator in accelerators:
                workload = row.workload or file.workload
                yield _Use(
                    f"catalogues/{record_id}", ("rows", index), framework, accelerator, workload, instance=row.instance
                )


def _verdicts(records: Records) -> Iterator[_Use]:
    for record_id, matrix in records.support.items():
        for index, row in enumerate(matrix.rows):
            for name, word in row.status.items():
                column = matrix.columns.get(name)
                if column is None or not _runs(records, matrix.wording.status.get(word)):
                    continue
                for accelerator in matrix.accelerators:
                    place = ("rows", index, "status", name)
                    yield _Use(f"support/{record_id}", place, column.framework, accelerator, column.workload)


def _runs(records: Records, status: str | None) -> bool:
    return status is not None and records.vocabularies["status"].values[status].tone in RUNS


def _unsupported(records: Records, use: _Use) -> Finding:
    hardware = records.frameworks[use.framework].hardware
    known = sorted(entry.accelerator for entry in hardware if use.workload in entry.workloads)
    got = f"{use.instance}, which has {use.accelerator}" if use.instance else use.accelerator
    return Finding(
        use.record,
        use.path,
        f"expected hardware that {use.framework} supports for {use.workload} ({', '.join(known) or 'none'}), got {got}",
        f"correct the row, or name {use.accelerator} with its source under hardware in"
        f" data/frameworks/{use.framework}.yml",
        use.about,
    )


def _check_instances(records: Records) -> Iterator[Finding]:
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


def _check_sdks(records: Records) -> Iterator[Finding]:
    for named in _sdks_named(records):
        sdk = sdk_named(records, named.words) if named.words else None
        vendors = {records.accelerators[accelerator].vendor for accelerator in named.accelerators}
        platform = records.platforms[records.sdks[sdk].platform] if sdk else None
        if platform and vendors and platform.vendor not in vendors:
            message = f"expected a release of an SDK by {' or '.join(sorted(vendors))}, got one of the {platform.name}"
            hint = "correct it, or write the release with its SDK, such as rocm/6.4.0"
            yield Finding(named.record, (*named.path, "sdk"), message, hint)


def _sdks_named(records: Records) -> Iterator[_SdkNamed]:
    yield from _sdks_of_benchmarks(records)
    yield from _sdks_of_catalogues(records)
    for record_id, component in records.components.items():
        for index, notice in enumerate(component.notices):
            yield _SdkNamed(f"components/{record_id}", ("notices", index), notice.sdk, notice.accelerators)


def _sdks_of_benchmarks(records: Records) -> Iterator[_SdkNamed]:
    names = records.catalog.names["instances"]
    for record_id, file in records.benchmarks.items():
        for index, row in enumerate(file.rows):
            accelerators = [records.instances[names[instance]].accelerator for instance in row.instances]
            yield _SdkNamed(f"benchmarks/{record_id}", ("rows", index), row.sdk, accelerators)


def _sdks_of_catalogues(records: Records) -> Iterator[_SdkNamed]:
    for record_id, catalogue in records.catalogues.items():
        yield _SdkNamed(f"catalogues/{record_id}", (), catalogue.sdk, catalogue.accelerators)
        for index, row in enumerate(catalogue.rows):
            accelerators = row.accelerators or catalogue.accelerators
            yield _SdkNamed(f"catalogues/{record_id}", ("rows", index), row.sdk, accelerators)


SUPPORTS_ACCELERATOR = Rule(
    "release-supports-accelerator",
    "Where a row says that a framework, or a release of it, ran or runs on an accelerator, the framework names the"
    " accelerator among its hardware for that work.",
    _check_support,
    exceptable=True,
)
INSTANCE_ADDS_UP = Rule(
    "instance-adds-up", "An instance has the memory and the cores that its accelerators have.", _check_instances
)
SDK_OF_THE_VENDOR = Rule(
    "sdk-of-the-vendor",
    "An SDK release that is named beside accelerators is one of an SDK by the vendor of one of them.",
    _check_sdks,
)
