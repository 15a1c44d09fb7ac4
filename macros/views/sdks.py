"""The list of SDK releases, and a release's page: which package versions go together, and what changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from macros.knowledge import Benchmark, Knowledge
from macros.knowledge.dated_notices import DatedNotice, newest_first
from macros.knowledge.packages import Shipped, by_component, newest_version_first, version_of, version_order
from macros.schema.components import Tag
from macros.schema.sdks import Platform, SdkRelease
from macros.views.cited_sources import cited_sources, once
from macros.views.components import ComponentLine, lines
from macros.views.heads import PageHead, names_of
from macros.views.paging import Pager, consecutive, pager, shown_of_groups
from macros.words import plural

NOT_NUMBERED = "na"
"""What a package list prints for a version that it does not give."""

MOST_IN_CELL = 3
"""Versions of one package in a cell of the list."""

MOST_MODELS = 6
"""Models named beside a file of measurements."""


def head(knowledge: Knowledge, record: str) -> PageHead:
    """What its page is called."""
    sdk = knowledge.records.sdks[record]
    packages = plural(len(sdk.packages), "package version")
    title, version = knowledge.sdk_name(record), version_of(record)
    platform = knowledge.records.platforms[sdk.platform]
    versions = (version, version.removesuffix(".0"))
    called = ("SDK", platform.short_name, platform.name, *names_of(platform.other_names))
    names = [title, record, *(f"{name} {number}" for name in called for number in versions)]
    return PageHead(title, f"{title} of {sdk.date:%Y-%m-%d}: {packages} listed, and what changed with it.", names)


@dataclass(frozen=True)
class PackageRow:
    """A version of a package in an SDK release."""

    shipped: Shipped
    numbered: bool
    """Whether the package list gives a version at all."""
    built_for: str | None
    """The framework version it is built for, read off its own version."""
    before: Sequence[str]
    """What stood in its place in the manifest before; empty where it was there already, or nothing was."""
    the_same: bool


@dataclass(frozen=True)
class PackageLine:
    """A package in an SDK release."""

    component: str
    shipped: Sequence[Shipped]
    """The newest version first."""
    rows: Sequence[PackageRow]
    before: Sequence[str]
    """Its versions in the manifest before, the newest first."""
    new: bool
    """Whether the manifest before does not have it, and there is one."""
    changed: bool
    """Whether its versions differ from those before."""


@dataclass(frozen=True)
class PackageGroup:
    """The packages of one kind."""

    kind: str
    lines: Sequence[PackageLine]


@dataclass(frozen=True)
class HardwareGroup:
    """Packages of the head that are for the same hardware."""

    series: Sequence[str]
    packages: Sequence[tuple[str, Sequence[PackageRow]]]
    """Component and its versions."""


@dataclass(frozen=True)
class Measured:
    """Measurements of one file that were made with an SDK release."""

    file: str
    title: str
    rows: int
    models: Sequence[str]
    models_left_out: int


@dataclass(frozen=True)
class SdkPage:
    """What the page of an SDK release says."""

    id: str
    name: str
    """Platform and version."""
    sdk: SdkRelease
    newest: bool
    """Whether it is the newest on record."""
    previous: str | None
    following: str | None
    compared_with: str | None
    """The release before whose packages are known."""
    main: Sequence[HardwareGroup]
    """The packages for the head, by the hardware they are for."""
    lines: Sequence[PackageLine]
    """Every package."""
    groups: Sequence[PackageGroup]
    """By kind, as many packages as the page shows."""
    added: Sequence[PackageLine]
    changed: Sequence[PackageLine]
    removed: Sequence[PackageLine]
    notices: Sequence[DatedNotice]
    measured: Sequence[Measured]
    tags: Sequence[tuple[str, Tag]]
    """Component and its version that was built for the release."""
    sources: Sequence[str]


def page(knowledge: Knowledge, record: str) -> SdkPage:
    """The page of one SDK release."""
    packages, sdk = knowledge.packages, knowledge.records.sdks[record]
    before = packages.manifest_before(record) if sdk.packages else None
    found = _package_lines(knowledge, record, before)
    return SdkPage(
        id=record,
        name=knowledge.sdk_name(record),
        sdk=sdk,
        newest=record == packages.releases_on(sdk.platform)[-1],
        previous=packages.before(record),
        following=packages.after(record),
        compared_with=before,
        main=_by_hardware(knowledge, sdk.platform, found),
        groups=_grouped(knowledge, found),
        lines=found,
        added=[line for line in found if line.new],
        changed=[line for line in found if line.changed and not line.new],
        removed=_removed(knowledge, record, before),
        notices=newest_first(knowledge.lifecycle.notices.of("sdks", record)),
        measured=_measured(knowledge, record),
        tags=_tags(knowledge, record),
        sources=once(cited_sources(sdk)),
    )


def _package_lines(knowledge: Knowledge, record: str, before: str | None) -> Sequence[PackageLine]:
    return [
        _package_line(knowledge, component, shipped, before)
        for component, shipped in by_component(knowledge.packages.of_release(record)).items()
    ]


def _package_line(knowledge: Knowledge, component: str, shipped: Sequence[Shipped], before: str | None) -> PackageLine:
    former = newest_version_first(knowledge.packages.in_release(before, component)) if before else ()
    earlier = once(one.row.version for one in former)
    versions = {one.row.version for one in shipped}
    ordered = newest_version_first(shipped)
    return PackageLine(
        component,
        ordered,
        [_package_row(knowledge, one, [old for old in earlier if old not in versions], earlier) for one in ordered],
        earlier,
        new=before is not None and not earlier,
        changed=before is not None and versions != set(earlier),
    )


def _package_row(knowledge: Knowledge, one: Shipped, replaced: Sequence[str], earlier: Sequence[str]) -> PackageRow:
    """One version; in its place stood those that are gone, of the same framework version where there are such."""
    same = one.row.version in earlier
    alike = [old for old in replaced if version_order(old)[:2] == version_order(one.row.version)[:2]]
    return PackageRow(
        one,
        one.row.version.lower() != NOT_NUMBERED,
        _built_for(knowledge, one),
        [] if same else alike or replaced or earlier,
        same,
    )


def _built_for(knowledge: Knowledge, one: Shipped) -> str | None:
    """The framework that the package is built on, with the first two numbers of the package's own version."""
    name = knowledge.records.components[one.component].built_on
    numbers = ".".join(map(str, version_order(one.row.version)[:2]))
    return f"{name} {numbers}" if name and numbers else None


def _by_hardware(knowledge: Knowledge, platform: str, found: Sequence[PackageLine]) -> Sequence[HardwareGroup]:
    """Packages of the head; those that share an instance series stand together."""
    names = knowledge.records.catalog.names["components"]
    lines = {line.component: line for line in found}
    groups: list[tuple[set[str], list[PackageLine]]] = []
    first = knowledge.records.platforms[platform].first_packages
    for line in (lines[names[name]] for name in first if names[name] in lines):
        series = {one for shipped in line.shipped for one in shipped.row.series}
        together = [group for group in groups if group[0] & series]
        groups = [group for group in groups if group not in together]
        groups.append(
            (
                series.union(*(group[0] for group in together)),
                [*(one for group in together for one in group[1]), line],
            )
        )
    return [HardwareGroup(sorted(series), [(one.component, one.rows) for one in group]) for series, group in groups]


def _removed(knowledge: Knowledge, record: str, before: str | None) -> Sequence[PackageLine]:
    if before is None:
        return []
    packages = knowledge.packages
    here = {shipped.component for shipped in packages.of_release(record)}
    return [
        PackageLine(component, shipped, [], once(one.row.version for one in shipped), new=False, changed=True)
        for component, shipped in by_component(packages.of_release(before)).items()
        if component not in here
    ]


def _grouped(knowledge: Knowledge, found: Sequence[PackageLine]) -> Sequence[PackageGroup]:
    components = knowledge.records.components
    kinds = knowledge.records.vocabularies["component_kind"].values
    groups = [[line for line in found if components[line.component].kind == kind] for kind in kinds]
    shown = shown_of_groups(groups, "packages")
    return [PackageGroup(kind, lines) for kind, lines in zip(kinds, shown, strict=True) if lines]


def _versions(knowledge: Knowledge, sdk: str, package: str) -> Sequence[str]:
    component = knowledge.records.catalog.names["components"][package]
    found = {one.row.version for one in knowledge.packages.in_release(sdk, component)}
    return sorted(found, key=version_order, reverse=True)


def _measured(knowledge: Knowledge, record: str) -> Sequence[Measured]:
    by_file: dict[str, list[Benchmark]] = {}
    for benchmark in knowledge.benchmarks.of("sdks", record):
        by_file.setdefault(benchmark.file_id, []).append(benchmark)
    found = []
    for file, group in by_file.items():
        models = once(benchmark.model for benchmark in group)
        title = knowledge.records.benchmarks[file].title
        found.append(Measured(file, title, len(group), models[:MOST_MODELS], max(len(models) - MOST_MODELS, 0)))
    return found


def _tags(knowledge: Knowledge, record: str) -> Sequence[tuple[str, Tag]]:
    return [
        (key, tag)
        for key, component in knowledge.records.components.items()
        for tag in component.tags
        if tag.sdk and knowledge.sdk_named(tag.sdk) == record
    ]


@dataclass(frozen=True)
class SdkLine:
    """An SDK release in the list."""

    id: str
    sdk: SdkRelease
    packages: int
    main: Sequence[tuple[Sequence[str], int]]
    """For each of the main packages: its versions, and how many more there are."""


@dataclass(frozen=True)
class PlatformIndex:
    """Releases of one SDK, and every package that any of its releases has had."""

    platform: Platform
    main: Sequence[str]
    """Packages with a column of their own."""
    total: int
    """Releases on all pages."""
    releases: Sequence[SdkLine]
    """The newest first."""
    manifests: int
    """How many releases have a list of packages."""
    packages: Sequence[ComponentLine]


@dataclass(frozen=True)
class SdkIndex:
    """One page of the list of SDK releases, by SDK."""

    pager: Pager
    platforms: Sequence[PlatformIndex]


def index(knowledge: Knowledge, number: str = "1") -> SdkIndex:
    """One page of the list. The packages of an SDK stand on the page with its newest releases."""
    packages = knowledge.packages
    pages = pager(knowledge, "sdks", number)
    ordered = [(key, sdk) for key in knowledge.records.platforms for sdk in reversed(packages.releases_on(key))]
    groups = consecutive(pages.cut(ordered), lambda member: member[0])
    return SdkIndex(pages, [_platform(knowledge, key, [sdk for _, sdk in found]) for key, found in groups])


def _platform(knowledge: Knowledge, key: str, releases: Sequence[str]) -> PlatformIndex:
    packages, platform = knowledge.packages, knowledge.records.platforms[key]
    begins = releases[0] == packages.releases_on(key)[-1]
    listed = lines(knowledge, packages.packages(key), key) if begins else ()
    return PlatformIndex(
        platform=platform,
        main=platform.main_packages,
        total=len(packages.releases_on(key)),
        releases=[_line(knowledge, record) for record in releases],
        manifests=len(packages.manifests_on(key)),
        packages=sorted(listed, key=lambda line: line.component.package or line.id),
    )


def _line(knowledge: Knowledge, record: str) -> SdkLine:
    sdk = knowledge.records.sdks[record]
    main = knowledge.records.platforms[sdk.platform].main_packages
    cells = [_versions(knowledge, record, package) for package in main]
    return SdkLine(
        record,
        sdk,
        len(by_component(knowledge.packages.of_release(record))),
        [(cell[:MOST_IN_CELL], max(len(cell) - MOST_IN_CELL, 0)) for cell in cells],
    )
