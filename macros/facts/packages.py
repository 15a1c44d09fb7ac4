"""The versions of packages in each SDK release, by release and by package."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, zip_longest
from typing import NamedTuple

from macros.facts.grouping import group_by, group_pairs, unique
from macros.schema.base import Citation
from macros.schema.components import PackageVersion, SdkRelease
from macros.schema.kinds import Records
from macros.schema.sources import Watch
from macros.words import version_order

VERSION_NAMED = re.compile(r"(?P<number>\d+(?:\.\d+)*)(?:\.[x*])?(?: \([a-z]+\))?")
"""A version as notices name it: the beginning of the version of its builds."""


def sdk_named(records: Records, words: str | None) -> str | None:
    """The id of the SDK release that a source means by a number such as 2.20; None where none is recorded."""
    return next((sdk_id for sdk_id in (words, f"{words}.0") if sdk_id in records.sdks), None)


def version_of(sdk_id: str) -> str:
    return sdk_id.rpartition("/")[2]


def begins(version: str, named: str) -> bool:
    """Whether a version is the one that is named, or begins with it: 2.5.1 is a 2.5."""
    return f"{version}.".startswith(f"{named}.")


def sdk_name(records: Records, words: str, owner: str | None = None) -> str:
    """An SDK release for readers, such as ROCm 6.4.0, by its id or as a source writes it.

    `owner`: the framework or SDK of which it is said, for numbers of releases that have no record.
    """
    sdk_id, framework = sdk_named(records, words), records.frameworks.get(owner or "")
    said_of = framework.platform if framework else owner
    platform_id = records.sdks[sdk_id].platform if sdk_id else words.rpartition("/")[0] or said_of
    platform = records.platforms.get(platform_id or "")
    return f"{platform.short_name if platform else 'SDK'} {version_of(words)}"


def release_order(sdk_id: str) -> tuple[tuple[int, ...], bool]:
    """Sort key of the releases of one SDK: their numbers, a beta before the release itself."""
    numbers, dash, _ = version_of(sdk_id).partition("-")
    return version_order(numbers), not dash


def sorted_releases(names: Iterable[str | None]) -> tuple[str, ...]:
    """Each release that is named, once, the newest last."""
    return tuple(sorted({name for name in names if name}, key=release_order))


@dataclass(frozen=True, slots=True)
class Shipped:
    sdk: str
    component: str
    row: PackageVersion
    release: SdkRelease = field(compare=False)

    @property
    def citation(self) -> Citation | None:
        """Where the version is stated: the row's own place, else the package list of the release."""
        return self.row.citation or self.release.manifest


def newest_version_first(shipped: Iterable[Shipped]) -> Sequence[Shipped]:
    return sorted(shipped, key=lambda build: version_order(build.row.version), reverse=True)


@dataclass(frozen=True, slots=True)
class VersionSpan:
    version: str
    releases: Sequence[str]
    """Oldest first."""
    runs: Sequence[tuple[str, str]]
    """First and last release of each run: a new one begins where a release in between has another version."""
    series: Sequence[str]
    """Instance series it is listed for in any of them."""
    python: Sequence[str]
    notes: Sequence[str]
    sources: Sequence[str]
    """Where these releases list it."""


@dataclass(frozen=True)
class SeriesHistory:
    series: str | None
    """None where the lists name no series."""
    first: str
    """The first SDK release that lists it."""
    last: str
    in_newest: bool | None
    """Whether the newest list has it; None where that is partial and does not say."""


@dataclass(frozen=True)
class PackageHistory:
    version: str
    """The newest."""
    last: str
    """The newest SDK release that lists it."""
    in_newest: bool
    """Whether no later list is known to leave it out."""


class Packages:
    """The package lists (manifests) of SDK releases. Releases are ordered within their platform.

    A list of which only a part is known shows that a release has a package, never that it has not: what asks for whole
    lists does not get those.
    """

    def __init__(self, records: Records) -> None:
        ids_by_name = records.names.ids_by_name["components"]
        self._sdks = records.sdks
        self._releases: dict[str, list[str]] = {platform_id: [] for platform_id in records.platforms}
        for sdk_id in sorted(records.sdks, key=release_order):
            self._releases[records.sdks[sdk_id].platform].append(sdk_id)
        self._of_release = {
            sdk_id: [Shipped(sdk_id, row.component or ids_by_name[row.package], row, sdk) for row in sdk.packages]
            for sdk_id in self.releases
            for sdk in [records.sdks[sdk_id]]
        }
        builds = list(chain.from_iterable(self._of_release.values()))
        every = group_by(builds, lambda build: build.component)
        self._of_component = {component_id: self._newest_sdk_last(shipped) for component_id, shipped in every.items()}
        others = (build for build in builds if build.row.component)
        self._others_named = group_by(others, lambda build: ids_by_name[build.row.package])

    def _newest_sdk_last(self, shipped: Iterable[Shipped]) -> Sequence[Shipped]:
        by_platform = group_by(shipped, lambda build: self._sdks[build.sdk].platform)
        ordered = sorted(by_platform.values(), key=lambda builds: max(self._sdks[build.sdk].order for build in builds))
        return list(chain.from_iterable(ordered))

    @property
    def releases(self) -> Sequence[str]:
        """Every SDK release, by platform, oldest first."""
        return list(chain.from_iterable(self._releases.values()))

    def releases_on(self, platform_id: str) -> Sequence[str]:
        return self._releases[platform_id]

    def manifests_on(self, platform_id: str) -> Sequence[str]:
        """The releases of an SDK with a whole package list, oldest first."""
        return [sdk_id for sdk_id in self._releases[platform_id] if self._is_whole(sdk_id)]

    def _is_whole(self, sdk_id: str) -> bool:
        return bool(self._sdks[sdk_id].packages) and not self._sdks[sdk_id].partial

    def newest_on(self, platform_id: str) -> str | None:
        return next(reversed(self.manifests_on(platform_id)), None)

    def before(self, sdk_id: str, *, whole: bool = False) -> str | None:
        """The release of an SDK before another; with `whole`, the last before it that has a whole package list."""
        releases = self._releases[self._sdks[sdk_id].platform]
        earlier = reversed(releases[: releases.index(sdk_id)])
        return next((one for one in earlier if not whole or self._is_whole(one)), None)

    def after(self, sdk_id: str, *, whole: bool = False) -> str | None:
        """The release of an SDK after another; with `whole`, the first after it that has a whole package list."""
        releases = self._releases[self._sdks[sdk_id].platform]
        later = releases[releases.index(sdk_id) + 1 :]
        return next((one for one in later if not whole or self._is_whole(one)), None)

    def of_release(self, sdk_id: str) -> Sequence[Shipped]:
        return self._of_release[sdk_id]

    def of_series(self, sdk_id: str, series: tuple[str, ...]) -> Sequence[Shipped]:
        """The package versions of an SDK release that are listed for any of some instance series."""
        return [shipped for shipped in self._of_release[sdk_id] if not set(series).isdisjoint(shipped.row.series)]

    def last_for(self, series: tuple[str, ...]) -> str | None:
        """The newest release that lists a package for any of some instance series: of the SDK that did so last."""
        newest_first = (reversed(self.manifests_on(platform_id)) for platform_id in self._releases)
        last = (next((one for one in releases if self.of_series(one, series)), None) for releases in newest_first)
        return max(filter(None, last), key=lambda sdk_id: self._sdks[sdk_id].order, default=None)

    def of_component(self, component_id: str) -> Sequence[Shipped]:
        """A package in every SDK release that has it, oldest first; of several SDKs, that with the newest is last."""
        return self._of_component.get(component_id, ())

    def others_named_like(self, component_id: str) -> Sequence[Shipped]:
        """Builds of other components that are packages of the same name."""
        return self._others_named.get(component_id, ())

    def releases_of(self, component_id: str) -> Sequence[str]:
        """The SDK releases that have a package, in the order of `of_component`."""
        return unique(shipped.sdk for shipped in self.of_component(component_id))

    def listed_by(self, component_id: str) -> str | None:
        """The newest release that has a package; None where a later one is known not to."""
        releases = self.releases_of(component_id)
        return releases[-1] if releases and self.after(releases[-1], whole=True) is None else None

    def newest_for(self, component_id: str) -> str | None:
        """The newest release of the SDK that has, or had, a package; of several SDKs that which had it last."""
        releases = self.releases_of(component_id)
        return self.newest_on(self._sdks[releases[-1]].platform) if releases else None

    def builds_of(self, component_id: str, version: str) -> Sequence[Shipped]:
        """The builds of a version as notices name it, oldest first: 2.5 has the build 2.5.1.2.4.0."""
        named = VERSION_NAMED.fullmatch(version)
        if named is None:
            return ()
        builds = self.of_component(component_id)
        return [build for build in builds if begins(build.row.version, named["number"])]

    def versions_of(self, component_id: str) -> Sequence[VersionSpan]:
        """The versions of a package and the SDK releases of each, the newest first."""
        shipped = self.of_component(component_id)
        spans = [self._span(*group) for group in group_by(shipped, lambda build: build.row.version).items()]
        order = self.releases_of(component_id)
        return sorted(
            spans, key=lambda span: (order.index(span.releases[-1]), version_order(span.version)), reverse=True
        )

    def _span(self, version: str, shipped: Sequence[Shipped]) -> VersionSpan:
        releases = unique(build.sdk for build in shipped)
        return VersionSpan(
            version,
            releases,
            list(self._runs(releases)),
            unique(series for build in shipped for series in build.row.series),
            sorted(unique(python for build in shipped for python in build.row.python), key=version_order),
            unique(build.row.note for build in shipped if build.row.note),
            unique(build.citation.source for build in shipped if build.citation),
        )

    def _runs(self, releases: Sequence[str]) -> Iterator[tuple[str, str]]:
        """The first and last of the releases that follow each other without a whole list in between."""
        first = releases[0]
        for sdk_id, following in zip_longest(releases, releases[1:]):
            without = self.after(sdk_id, whole=True)
            if following is None or (without and release_order(without) < release_order(following)):
                yield first, sdk_id
                first = following

    def history_of(self, component_id: str) -> PackageHistory | None:
        """A component as a package of SDK releases; None where no list has it."""
        versions, listed_by = self.versions_of(component_id), self.listed_by(component_id)
        last = self.releases_of(component_id)[-1:]
        return PackageHistory(versions[0].version, last[0], listed_by is not None) if last else None

    def series_of(self, component_id: str) -> Sequence[SeriesHistory]:
        """The instance series for which SDK releases list a package."""
        releases, newest = self.releases_of(component_id), self.listed_by(component_id)
        listing = group_pairs(
            (series, shipped.sdk) for shipped in self.of_component(component_id) for series in shipped.row.series
        )
        if releases and not listing:
            return [SeriesHistory(None, releases[0], releases[-1], newest is not None)]
        return [
            SeriesHistory(series, sdks[0], sdks[-1], self._in_newest(sdks[-1], newest))
            for series, sdks in listing.items()
        ]

    def _in_newest(self, last: str, newest: str | None) -> bool | None:
        """Whether the newest list has what `last` listed last; None where that is partial and does not say."""
        if last == newest:
            return True
        return None if self.after(last, whole=True) is None else False


class WatchedUpstream(NamedTuple):
    kind: str
    record_id: str
    name: str
    watch: Watch
    newest: str | None
    """The newest version known here; None where none is recorded."""


def watched_upstreams(records: Records, packages: Packages) -> Iterator[WatchedUpstream]:
    for platform_id, platform in records.platforms.items():
        if platform.watch and (releases := packages.releases_on(platform_id)):
            yield WatchedUpstream("platforms", platform_id, platform.name, platform.watch, version_of(releases[-1]))
    for framework_id, framework in records.frameworks.items():
        if framework.watch:
            watch = framework.watch
            yield WatchedUpstream("frameworks", framework_id, framework.name, watch, watch.newest)
