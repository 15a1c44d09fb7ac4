"""The list of SDK releases, and a release's page: which package versions go together, and what changed."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge
from macros.knowledge.dated_notices import DatedNotice, newest_first
from macros.knowledge.grouping import group_pairs, unique
from macros.knowledge.packages import Shipped, by_component, newest_version_first, version_of, version_order
from macros.schema.components import Tag
from macros.schema.sdks import Platform, SdkRelease
from macros.views.benchmark_runs import BenchmarkTotals
from macros.views.cited_sources import cited_sources
from macros.views.components import ComponentLine, lines
from macros.views.heads import PageHead, names_of
from macros.views.paging import PagedList, consecutive, pager, shown_of_groups
from macros.words import plural

NOT_NUMBERED = "na"
"""What a package list prints for a version that it does not give."""

MOST_IN_CELL = 3
"""Versions of one package in a cell of the list."""


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
    """The versions it replaced; empty where it was in the manifest before already, or nothing was."""
    unchanged: bool


@dataclass(frozen=True)
class PackageLine:
    """A package in an SDK release."""

    component: str
    rows: Sequence[PackageRow]
    """The newest version first."""
    versions: Sequence[str]
    """Each once."""
    before: Sequence[str]
    """Its versions in the manifest before, the newest first."""
    new: bool = False
    """Whether there is a manifest before, and it does not have the package."""
    changed: bool = False
    """Whether its versions differ from those before."""


@dataclass(frozen=True)
class HardwarePackages:
    """Main packages that are for the same hardware."""

    series: Sequence[str]
    packages: Sequence[PackageLine]


@dataclass(frozen=True)
class SdkPage:
    """The page of an SDK release."""

    name: str
    """Platform and version."""
    sdk: SdkRelease
    newest: bool
    """Whether it is the newest on record."""
    previous: str | None
    following: str | None
    compared_with: str | None
    """The release before whose packages are known."""
    main: Sequence[HardwarePackages]
    """The packages for the head, by the hardware they are for."""
    lines: Sequence[PackageLine]
    """Every package."""
    groups: Sequence[tuple[str, Sequence[PackageLine]]]
    """By kind, as many packages as the page shows."""
    added: Sequence[PackageLine]
    changed: Sequence[PackageLine]
    removed: Sequence[PackageLine]
    notices: Sequence[DatedNotice]
    measured: Sequence[BenchmarkTotals]
    """Benchmarks that name the release, by file."""
    tags: Sequence[tuple[str, Tag]]
    """Component and its version that was built for the release."""
    sources: Sequence[str]


def page(knowledge: Knowledge, record: str) -> SdkPage:
    """The page of one SDK release."""
    packages, sdk = knowledge.packages, knowledge.records.sdks[record]
    before = packages.manifest_before(record) if sdk.packages else None
    lines = [
        _package_line(knowledge, component, shipped, before)
        for component, shipped in by_component(packages.of_release(record)).items()
    ]
    by_file = group_pairs((fact.file_id, fact) for fact in knowledge.benchmarks.of("sdks", record))
    return SdkPage(
        name=knowledge.sdk_name(record),
        sdk=sdk,
        newest=record == packages.releases_on(sdk.platform)[-1],
        previous=packages.before(record),
        following=packages.after(record),
        compared_with=before,
        main=_by_hardware(knowledge, sdk.platform, lines),
        groups=_by_kind(knowledge, lines),
        lines=lines,
        added=[line for line in lines if line.new],
        changed=[line for line in lines if line.changed and not line.new],
        removed=_removed(knowledge, {line.component for line in lines}, before) if before and not sdk.partial else [],
        notices=newest_first(knowledge.lifecycle.notices.of("sdks", record)),
        measured=[BenchmarkTotals(facts) for facts in by_file.values()],
        tags=_tags(knowledge, record),
        sources=unique(cited_sources(sdk)),
    )


def _package_line(knowledge: Knowledge, component: str, shipped: Sequence[Shipped], before: str | None) -> PackageLine:
    former = newest_version_first(knowledge.packages.in_release(before, component)) if before else ()
    earlier = unique(package.row.version for package in former)
    ordered = newest_version_first(shipped)
    versions = unique(package.row.version for package in ordered)
    replaced = [old for old in earlier if old not in versions]
    return PackageLine(
        component,
        [_package_row(knowledge, package, replaced, earlier) for package in ordered],
        versions,
        earlier,
        new=before is not None and not earlier,
        changed=before is not None and set(versions) != set(earlier),
    )


def _package_row(knowledge: Knowledge, shipped: Shipped, replaced: Sequence[str], earlier: Sequence[str]) -> PackageRow:
    """One version. It replaced the versions that are gone, those of the same framework version where there are such."""
    version, built_on = shipped.row.version, knowledge.records.components[shipped.component].built_on
    framework_version = version_order(version)[:2]
    same_framework = [old for old in replaced if version_order(old)[:2] == framework_version]
    return PackageRow(
        shipped,
        numbered=version.lower() != NOT_NUMBERED,
        built_for=f"{built_on} {'.'.join(map(str, framework_version))}" if built_on and framework_version else None,
        before=[] if version in earlier else same_framework or replaced or earlier,
        unchanged=version in earlier,
    )


def _by_hardware(knowledge: Knowledge, platform: str, lines: Sequence[PackageLine]) -> Sequence[HardwarePackages]:
    """The main packages, those together that share an instance series."""
    ids = knowledge.records.names.ids_by_name["components"]
    by_id = {line.component: line for line in lines}
    groups: list[HardwarePackages] = []
    for name in knowledge.records.platforms[platform].first_packages:
        if line := by_id.get(ids[name]):
            series = {series for row in line.rows for series in row.shipped.row.series}
            joined = [group for group in groups if series.intersection(group.series)]
            packages = [*(package for group in joined for package in group.packages), line]
            groups = [group for group in groups if group not in joined]
            groups.append(HardwarePackages(sorted(series.union(*(group.series for group in joined))), packages))
    return groups


def _removed(knowledge: Knowledge, present: Container[str], before: str) -> Sequence[PackageLine]:
    """The packages that only the manifest before has."""
    return [
        PackageLine(component, [], unique(package.row.version for package in shipped), [])
        for component, shipped in by_component(knowledge.packages.of_release(before)).items()
        if component not in present
    ]


def _by_kind(knowledge: Knowledge, lines: Sequence[PackageLine]) -> Sequence[tuple[str, Sequence[PackageLine]]]:
    by_kind = group_pairs((knowledge.records.components[line.component].kind, line) for line in lines)
    kinds = [kind for kind in knowledge.records.vocabularies["component_kind"].values if kind in by_kind]
    shown = shown_of_groups([by_kind[kind] for kind in kinds], "packages")
    return [(kind, packages) for kind, packages in zip(kinds, shown, strict=True) if packages]


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
    packages: int
    main: Sequence[tuple[Sequence[str], int]]
    """For each of the main packages: its versions, and how many more there are."""


@dataclass(frozen=True)
class PlatformIndex:
    """Releases of one SDK, and every package that any of its releases has had."""

    platform: Platform
    total: int
    """Releases on all pages."""
    releases: Sequence[SdkLine]
    """The newest first."""
    manifests: int
    """How many releases have a list of packages."""
    packages: Sequence[ComponentLine]


def index(knowledge: Knowledge, number: str = "1") -> PagedList[PlatformIndex]:
    """One page of the list. The packages of an SDK stand on the page with its newest releases."""
    pages = pager(knowledge, "sdks", number)
    platforms = knowledge.records.platforms
    ordered = [(key, sdk) for key in platforms for sdk in reversed(knowledge.packages.releases_on(key))]
    groups = consecutive(pages.cut(ordered), lambda member: member[0])
    return PagedList(pages, [_platform(knowledge, key, [sdk for _, sdk in members]) for key, members in groups])


def _platform(knowledge: Knowledge, key: str, releases: Sequence[str]) -> PlatformIndex:
    packages, platform = knowledge.packages, knowledge.records.platforms[key]
    every = packages.releases_on(key)
    listed = lines(knowledge, packages.packages(key), key) if releases[0] == every[-1] else ()
    return PlatformIndex(
        platform=platform,
        total=len(every),
        releases=[_line(knowledge, record, platform) for record in releases],
        manifests=len(packages.manifests_on(key)),
        packages=sorted(listed, key=lambda line: line.component.package or line.id),
    )


def _line(knowledge: Knowledge, record: str, platform: Platform) -> SdkLine:
    ids = knowledge.records.names.ids_by_name["components"]
    shipped = by_component(knowledge.packages.of_release(record))
    main = []
    for name in platform.main_packages:
        versions = unique(package.row.version for package in newest_version_first(shipped.get(ids[name], ())))
        main.append((versions[:MOST_IN_CELL], max(len(versions) - MOST_IN_CELL, 0)))
    return SdkLine(record, len(shipped), main)
