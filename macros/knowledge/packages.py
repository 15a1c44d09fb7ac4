"""The versions of packages in each SDK release, by release and by package."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

from macros.knowledge.grouping import group_by, unique
from macros.loading import Records
from macros.schema.sdks import PackageVersion

Order = tuple[tuple[int, ...], bool]

VERSION_NAMED = re.compile(r"(?P<number>\d+(?:\.\d+)*)(?:\.[x*])?(?: \([a-z]+\))?")
"""A version as notices name it: the beginning of the version of its builds."""


@dataclass(frozen=True, slots=True)
class Shipped:
    """A version of a package in one SDK release."""

    sdk: str
    component: str
    row: PackageVersion


@dataclass(frozen=True, slots=True)
class VersionSpan:
    """A version of a package and the SDK releases that have it."""

    version: str
    releases: Sequence[str]
    """Oldest first."""
    runs: Sequence[tuple[str, str]]
    """First and last release of each run: a new one begins where a release in between has another version."""
    series: Sequence[str]
    """Instance series it is listed for in any of them."""
    python: Sequence[str]
    notes: Sequence[str]


def sdk_named(records: Records, words: str | None) -> str | None:
    """The id of the SDK release that a source means by a number such as 2.20; None where none is recorded."""
    return next((sdk for sdk in (words, f"{words}.0") if sdk in records.sdks), None)


def version_of(sdk: str) -> str:
    """The version of an SDK release: the last part of its id."""
    return sdk.rpartition("/")[2]


def release_order(sdk: str) -> Order:
    """Sort key of the releases of one SDK: their numbers, a beta before the release itself."""
    numbers, dash, _ = version_of(sdk).partition("-")
    return tuple(int(part) for part in re.findall(r"\d+", numbers)), not dash


class Packages:
    """The package lists (manifests) of SDK releases. Releases are ordered within their platform.

    A list of which only a part is known shows that a release has a package, never that it has not: what asks for the
    releases with known packages gets those with a whole list.
    """

    def __init__(self, records: Records) -> None:
        ids_by_name = records.names.ids_by_name["components"]
        self._days = {sdk: release.date for sdk, release in records.sdks.items()}
        self._platform_of = {sdk: release.platform for sdk, release in records.sdks.items()}
        ordered = sorted(records.sdks, key=release_order)
        self._releases = {
            platform: [sdk for sdk in ordered if self._platform_of[sdk] == platform] for platform in records.platforms
        }
        self._manifests = {
            platform: [sdk for sdk in releases if records.sdks[sdk].packages and not records.sdks[sdk].partial]
            for platform, releases in self._releases.items()
        }
        self._of_release = {
            sdk: [Shipped(sdk, ids_by_name[row.package], row) for row in records.sdks[sdk].packages]
            for sdk in self.releases
        }
        every = (shipped for sdk in self.releases for shipped in self._of_release[sdk])
        self._of_component = {
            component: self._newest_sdk_last(shipped) for component, shipped in by_component(every).items()
        }
        self._spans = {component: self._version_spans(shipped) for component, shipped in self._of_component.items()}

    @property
    def releases(self) -> Sequence[str]:
        """Every SDK release, by platform, oldest first."""
        return [sdk for releases in self._releases.values() for sdk in releases]

    def releases_on(self, platform: str) -> Sequence[str]:
        """The releases of one SDK, oldest first."""
        return self._releases[platform]

    def manifests_on(self, platform: str) -> Sequence[str]:
        """The releases of one SDK whose packages are known, oldest first."""
        return self._manifests[platform]

    def newest_on(self, platform: str | None) -> str | None:
        """The newest release of an SDK whose packages are known."""
        manifests = self._manifests[platform] if platform else ()
        return manifests[-1] if manifests else None

    def platform_of(self, component: str) -> str | None:
        """The SDK whose releases have a package; where several have, that of the newest of these releases."""
        releases = self.releases_of(component)
        return self._platform_of[releases[-1]] if releases else None

    def newest_for(self, component: str) -> str | None:
        """The newest release with known packages of the SDK that has, or had, a package."""
        return self.newest_on(self.platform_of(component))

    def of_release(self, sdk: str) -> Sequence[Shipped]:
        """The package versions of an SDK release."""
        return self._of_release[sdk]

    def before(self, sdk: str) -> str | None:
        """The release before one of the same SDK."""
        return next(reversed(self._earlier(sdk)), None)

    def after(self, sdk: str) -> str | None:
        """The release after one of the same SDK."""
        return next(iter(self._later(sdk)), None)

    def manifest_before(self, sdk: str) -> str | None:
        """The newest release with known packages before one of the same SDK."""
        manifests = self._manifests[self._platform_of[sdk]]
        return next((other for other in reversed(self._earlier(sdk)) if other in manifests), None)

    def manifest_after(self, sdk: str) -> str | None:
        """The next release with known packages after one of the same SDK."""
        manifests = self._manifests[self._platform_of[sdk]]
        return next((other for other in self._later(sdk) if other in manifests), None)

    def _earlier(self, sdk: str) -> Sequence[str]:
        releases = self._releases[self._platform_of[sdk]]
        return releases[: releases.index(sdk)]

    def _later(self, sdk: str) -> Sequence[str]:
        releases = self._releases[self._platform_of[sdk]]
        return releases[releases.index(sdk) + 1 :]

    def versions_of(self, component: str) -> Sequence[VersionSpan]:
        """The versions of a package and the SDK releases of each, the newest first."""
        return self._spans.get(component, ())

    def releases_of(self, component: str, platform: str | None = None) -> Sequence[str]:
        """The SDK releases that have a package, of every SDK or one, oldest first.

        Where several SDKs have it, that with the newest of these releases comes last.
        """
        releases = unique(shipped.sdk for shipped in self._of_component.get(component, ()))
        return [sdk for sdk in releases if platform in (None, self._platform_of[sdk])]

    def in_release(self, sdk: str, component: str) -> Sequence[Shipped]:
        """The versions of a package in an SDK release."""
        return [shipped for shipped in self._of_component.get(component, ()) if shipped.sdk == sdk]

    def in_newest(self, component: str) -> bool:
        """Whether the newest release with known packages of its SDK, or a later one, still has a package."""
        return self.listed_by(component) is not None

    def listed_by(self, component: str, platform: str | None = None) -> str | None:
        """The newest release that has a package, of every SDK or one; None where a later one is known not to."""
        releases = self.releases_of(component, platform)
        return releases[-1] if releases and self.manifest_after(releases[-1]) is None else None

    def of_series(self, sdk: str, series: tuple[str, ...]) -> Sequence[Shipped]:
        """The package versions of an SDK release that are listed for any of some instance series."""
        return [shipped for shipped in self._of_release[sdk] if not set(series).isdisjoint(shipped.row.series)]

    def builds_of(self, component: str, version: str) -> Sequence[Shipped]:
        """The builds of a version as notices name it, oldest first: 2.5 has the build 2.5.1.2.4.0."""
        named = VERSION_NAMED.fullmatch(version)
        if named is None:
            return ()
        number = named["number"]
        builds = self._of_component.get(component, ())
        return [build for build in builds if f"{build.row.version}.".startswith(f"{number}.")]

    def platform_for(self, series: tuple[str, ...]) -> str | None:
        """The SDK that lists packages for any of some instance series; of several the one that did so last."""
        last = [sdk for platform in self._releases if (sdk := self.last_for(series, platform))]
        return self._platform_of[max(last, key=self._days.__getitem__)] if last else None

    def last_for(self, series: tuple[str, ...], platform: str) -> str | None:
        """The newest release of an SDK that lists a package for any of some instance series."""
        return next((sdk for sdk in reversed(self._manifests[platform]) if self.of_series(sdk, series)), None)

    def packages(self, platform: str) -> Sequence[str]:
        """Every component that a release of an SDK has had as a package."""
        return unique(shipped.component for sdk in self._releases[platform] for shipped in self._of_release[sdk])

    def _newest_sdk_last(self, shipped: Iterable[Shipped]) -> Sequence[Shipped]:
        by_platform = group_by(shipped, lambda build: self._platform_of[build.sdk])
        ordered = sorted(by_platform.values(), key=lambda builds: max(self._days[build.sdk] for build in builds))
        return list(chain.from_iterable(ordered))

    def _version_spans(self, shipped: Sequence[Shipped]) -> Sequence[VersionSpan]:
        """The versions of a package, the newest first."""
        spans = [self._span(*group) for group in group_by(shipped, lambda build: build.row.version).items()]
        order = unique(build.sdk for build in shipped)
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
        )

    def _runs(self, releases: Sequence[str]) -> Iterator[tuple[str, str]]:
        """The first and last of the releases that follow each other without a manifest in between."""
        first = releases[0]
        for sdk, following in zip_longest(releases, releases[1:]):
            without = self.manifest_after(sdk)
            if following is None or (without and release_order(without) < release_order(following)):
                yield first, sdk
                first = following


def version_order(version: str) -> tuple[int, ...]:
    """Sort key of a version: its numbers."""
    return tuple(int(part) for part in re.findall(r"\d+", version))


def newest_version_first(shipped: Iterable[Shipped]) -> Sequence[Shipped]:
    """Package versions by their numbers."""
    return sorted(shipped, key=lambda build: version_order(build.row.version), reverse=True)


def by_component(shipped: Iterable[Shipped]) -> Mapping[str, Sequence[Shipped]]:
    """Package versions, those of one package together."""
    return group_by(shipped, lambda build: build.component)
