"""The list of SDK releases, and a release's page: which package versions go together, and what changed."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from macros.knowledge import Knowledge
from macros.knowledge.dated_notices import DatedNotice, newest_first
from macros.knowledge.grouping import group_pairs, unique
from macros.knowledge.images import PublishedImage
from macros.knowledge.packages import Shipped, by_component, newest_version_first, version_of, version_order
from macros.pages.components import ComponentLine, lines
from macros.pages.facets import Facet, facets, term_facet
from macros.pages.page_head import PageHead, cited_sources, names_of
from macros.pages.paging import PagedList, consecutive, pager, shown_of_groups
from macros.schema.components import Platform, SdkRelease, Tag
from macros.views.benchmark_runs import BenchmarkTotals
from macros.words import plural


def head(knowledge: Knowledge, record: str) -> PageHead:
    sdk = knowledge.records.sdks[record]
    packages = plural(len(sdk.packages), "package version")
    title, version = knowledge.sdk_name(record), version_of(record)
    platform = knowledge.records.platforms[sdk.platform]
    versions = (version, version.removesuffix(".0"))
    called = ("SDK", platform.short_name, platform.name, *names_of(platform.other_names))
    names = [title, record, *(f"{name} {number}" for name in called for number in versions)]
    return PageHead(title, f"{title} of {sdk.date:%Y-%m-%d}: {packages} listed, and what changed with it.", names)


@dataclass(frozen=True)
class PackageBuild:
    shipped: Shipped
    built_for: str | None
    """The framework version it is built for, read off its own version."""
    replaced: Sequence[str]
    """Versions of the manifest before; empty where that has this version already, or none."""


@dataclass(frozen=True)
class PackageLine:
    component: str
    builds: Sequence[PackageBuild]
    """The newest version first."""
    versions: Sequence[str]
    """In this release, each once, the newest first; empty where it has none any more."""
    before: Sequence[str]
    """The same in the manifest before."""


@dataclass(frozen=True)
class SdkPage:
    name: str
    """Platform and version."""
    sdk: SdkRelease
    newest: bool
    """Whether it is the newest known."""
    read: datetime.date | None
    """The day on which somebody last looked for a newer one; None if nobody does."""
    previous: str | None
    following: str | None
    patch: str | None
    """The release that follows, where only the last number differs."""
    compared_with: str | None
    """The release before whose packages are known."""
    main: Sequence[tuple[Sequence[str], Sequence[PackageLine]]]
    """The packages for the head, by the instance series they are for."""
    lines: Sequence[PackageLine]
    """Every package."""
    groups: Sequence[tuple[str, Sequence[PackageLine]]]
    """By kind, as many packages as the page shows."""
    added: Sequence[PackageLine]
    changed: Sequence[PackageLine]
    removed: Sequence[tuple[str, Sequence[str]]]
    """Components, and the versions that the manifest before has."""
    notices: Sequence[DatedNotice]
    measured: Sequence[BenchmarkTotals]
    """Benchmarks that name the release, by file."""
    images: Sequence[PublishedImage]
    """Images that contain it."""
    tags: Sequence[tuple[str, Tag]]
    """Component and its version that was built for the release."""
    sources: Sequence[str]


def page(knowledge: Knowledge, record: str) -> SdkPage:
    packages, sdk = knowledge.packages, knowledge.records.sdks[record]
    before = packages.manifest_before(record) if sdk.packages else None
    present, former = (by_component(packages.of_release(one)) if one else {} for one in (record, before))
    lines = [_package_line(knowledge, key, shipped, former.get(key, ())) for key, shipped in present.items()]
    by_file = group_pairs((fact.file_id, fact) for fact in knowledge.benchmarks.of("sdks", record))
    images = knowledge.images.of("sdks", record)
    return SdkPage(
        name=knowledge.sdk_name(record),
        sdk=sdk,
        read=watch.read if (watch := knowledge.records.platforms[sdk.platform].watch) else None,
        newest=record == packages.releases_on(sdk.platform)[-1],
        previous=packages.before(record),
        following=packages.after(record),
        patch=_patch(record, packages.after(record)),
        compared_with=before,
        main=_by_hardware(knowledge, sdk.platform, lines),
        groups=_by_kind(knowledge, lines),
        lines=lines,
        added=[line for line in lines if before and not line.before],
        changed=[line for line in lines if line.before and set(line.before) != set(line.versions)],
        removed=[
            (key, unique(old.row.version for old in former[key]))
            for key in former
            if key not in present and not sdk.partial
        ],
        notices=newest_first(knowledge.lifecycle.notices.of("sdks", record)),
        measured=[BenchmarkTotals(knowledge, facts) for facts in by_file.values()],
        images=images,
        tags=_tags(knowledge, record),
        sources=unique((*cited_sources(sdk), *(image.citation.source for image in images))),
    )


def _patch(record: str, following: str | None) -> str | None:
    same = following is not None and following.rpartition(".")[0] == record.rpartition(".")[0]
    return following if same else None


def _versions(shipped: Sequence[Shipped]) -> Sequence[str]:
    return unique(build.row.version for build in shipped)


def _package_line(
    knowledge: Knowledge, component: str, shipped: Sequence[Shipped], former: Sequence[Shipped]
) -> PackageLine:
    builds = newest_version_first(shipped)
    versions, before = (unique(build.row.version for build in some) for some in (builds, newest_version_first(former)))
    built_on = knowledge.records.components[component].built_on
    return PackageLine(component, [_build(build, built_on, versions, before) for build in builds], versions, before)


def _build(shipped: Shipped, built_on: str | None, versions: Sequence[str], before: Sequence[str]) -> PackageBuild:
    """One version. It replaced the versions that are gone, those of the same framework version where there are such."""
    version = shipped.row.version
    framework_version = version_order(version)[:2]
    gone = [old for old in before if old not in versions]
    replaced = [old for old in gone if version_order(old)[:2] == framework_version] or gone or before
    return PackageBuild(
        shipped,
        built_for=f"{built_on} {'.'.join(map(str, framework_version))}" if built_on and framework_version else None,
        replaced=() if version in before else replaced,
    )


def _by_hardware(
    knowledge: Knowledge, platform: str, lines: Sequence[PackageLine]
) -> Sequence[tuple[Sequence[str], Sequence[PackageLine]]]:
    """The main packages, those together that share an instance series."""
    ids = knowledge.records.names.ids_by_name["components"]
    by_id = {line.component: line for line in lines}
    groups: list[tuple[set[str], list[PackageLine]]] = []
    for name in knowledge.records.platforms[platform].first_packages:
        if line := by_id.get(ids[name]):
            series = {series for build in line.builds for series in build.shipped.row.series}
            joined = [group for group in groups if series & group[0]]
            groups = [group for group in groups if group not in joined]
            packages = [*chain.from_iterable(packages for _, packages in joined), line]
            groups.append((series.union(*(other for other, _ in joined)), packages))
    return [(sorted(series), packages) for series, packages in groups]


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


SdkLine = tuple[str, SdkRelease, int, Sequence[Sequence[str]]]
"""An SDK release by its id, the number of its packages, and the versions of each of the main packages."""


@dataclass(frozen=True)
class PlatformIndex:
    """Releases of one SDK, and every package that any of its releases has had."""

    id: str
    platform: Platform
    total: int
    """Releases on all pages."""
    releases: Sequence[SdkLine]
    """The newest first."""
    manifests: int
    """How many releases have a list of packages."""
    packages: Sequence[ComponentLine]
    """Those of current software first."""
    facets: Sequence[Facet]
    """Of the packages."""


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
    listed = lines(knowledge, packages.packages(key)) if releases[0] == every[-1] else ()
    kinds = [line.record.kind for line in listed]
    return PlatformIndex(
        id=key,
        platform=platform,
        total=len(every),
        releases=[_line(knowledge, record, platform) for record in releases],
        manifests=len(packages.manifests_on(key)),
        packages=sorted(listed, key=lambda line: (line.status.over, line.record.package or line.id)),
        facets=facets(len(kinds), term_facet(knowledge, "kind", "component_kind", kinds)),
    )


def _line(knowledge: Knowledge, record: str, platform: Platform) -> SdkLine:
    ids = knowledge.records.names.ids_by_name["components"]
    shipped = by_component(knowledge.packages.of_release(record))
    main = (newest_version_first(shipped.get(ids[name], ())) for name in platform.main_packages)
    versions = [unique(build.row.version for build in builds) for builds in main]
    return record, knowledge.records.sdks[record], len(shipped), versions
