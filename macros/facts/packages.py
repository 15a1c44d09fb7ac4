"""The versions of packages in each SDK release, by release and by package."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

from macros.facts.grouping import group_by, group_pairs, unique
from macros.loading import Records
from macros.schema.components import PackageVersion

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
    return sdk.rpartition("/")[2]


def release_order(sdk: str) -> tuple[tuple[int, ...], bool]:
    """Sort key of the releases of one SDK: their numbers, a beta before the release itself."""
    numbers, dash, _ = version_of(sdk).partition("-")
    return version_order(numbers), not dash


class Packages:
    """The package lists (manifests) of SDK releases. Releases are ordered within their platform.

    A list of which only a part is known shows that a release has a package, never that it has not: what asks for the
    releases with known packages gets those with a whole list.
    """

    def __init__(self, records: Records) -> None:
        ids_by_name = records.names.ids_by_name["components"]
        self._sdks = records.sdks
        self._releases: dict[str, list[str]] = {platform: [] for platform in records.platforms}
        for sdk in sorted(records.sdks, key=release_order):
            self._releases[records.sdks[sdk].platform].append(sdk)
        self._of_release = {
            sdk: [Shipped(sdk, ids_by_name[row.package], row) for row in records.sdks[sdk].packages]
            for sdk in self.releases
        }
        every = chain.from_iterable(self._of_release.values())
        self._of_component = {
            component: self._newest_sdk_last(shipped) for component, shipped in by_component(every).items()
        }

    @property
    def releases(self) -> Sequence[str]:
        """Every SDK release, by platform, oldest first."""
        return list(chain.from_iterable(self._releases.values()))

    def releases_on(self, platform: str) -> Sequence[str]:
        return self._releases[platform]

    def manifests_on(self, platform: str) -> Sequence[str]:
        """The releases of an SDK whose packages are known, oldest first. The newest or last release is one of these."""
        sdks = self._sdks
        return [sdk for sdk in self._releases[platform] if sdks[sdk].packages and not sdks[sdk].partial]

    def newest_on(self, platform: str | None) -> str | None:
        return next(reversed(self.manifests_on(platform)), None) if platform else None

    def newest_for(self, component: str) -> str | None:
        """The newest release of the SDK that has, or had, a package; of several SDKs that which had it last."""
        releases = self.releases_of(component)
        return self.newest_on(self._sdks[releases[-1]].platform) if releases else None

    def of_release(self, sdk: str) -> Sequence[Shipped]:
        return self._of_release[sdk]

    def before(self, sdk: str) -> str | None:
        return next(reversed(self._earlier(sdk)), None)

    def after(self, sdk: str) -> str | None:
        return next(iter(self._later(sdk)), None)

    def manifest_before(self, sdk: str) -> str | None:
        manifests = self.manifests_on(self._sdks[sdk].platform)
        return next((other for other in reversed(self._earlier(sdk)) if other in manifests), None)

    def manifest_after(self, sdk: str) -> str | None:
        manifests = self.manifests_on(self._sdks[sdk].platform)
        return next((other for other in self._later(sdk) if other in manifests), None)

    def _earlier(self, sdk: str) -> Sequence[str]:
        releases = self._releases[self._sdks[sdk].platform]
        return releases[: releases.index(sdk)]

    def _later(self, sdk: str) -> Sequence[str]:
        releases = self._releases[self._sdks[sdk].platform]
        return releases[releases.index(sdk) + 1 :]

    def versions_of(self, component: str) -> Sequence[VersionSpan]:
        """The versions of a package and the SDK releases of each, the newest first."""
        shipped = self.of_component(component)
        spans = [self._span(*group) for group in group_by(shipped, lambda build: build.row.version).items()]
        order = unique(build.sdk for build in shipped)
        return sorted(
            spans, key=lambda span: (order.index(span.releases[-1]), version_order(span.version)), reverse=True
        )

    def releases_of(self, component: str) -> Sequence[str]:
        """The SDK releases that have a package, oldest first.

        Where several SDKs have it, that with the newest of these releases comes last.
        """
        return unique(shipped.sdk for shipped in self.of_component(component))

    def of_component(self, component: str) -> Sequence[Shipped]:
        """A package in every SDK release that has it, those of one SDK together, oldest first."""
        return self._of_component.get(component, ())

    def in_release(self, sdk: str, component: str) -> Sequence[Shipped]:
        return [shipped for shipped in self.of_component(component) if shipped.sdk == sdk]

    def in_newest(self, component: str) -> bool:
        """Whether the newest release with known packages of its SDK, or a later one, still has a package."""
        return self.listed_by(component) is not None

    def listed_by(self, component: str) -> str | None:
        """The newest release that has a package; None where a later one is known not to."""
        releases = self.releases_of(component)
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
        builds = self.of_component(component)
        return [build for build in builds if f"{build.row.version}.".startswith(f"{number}.")]

    def platform_for(self, series: tuple[str, ...]) -> str | None:
        """The SDK that lists packages for any of some instance series; of several the one that did so last."""
        last = [sdk for platform in self._releases if (sdk := self.last_for(series, platform))]
        return self._sdks[max(last, key=lambda sdk: self._sdks[sdk].date)].platform if last else None

    def last_for(self, series: tuple[str, ...], platform: str) -> str | None:
        """The newest release of an SDK that lists a package for any of some instance series."""
        return next((sdk for sdk in reversed(self.manifests_on(platform)) if self.of_series(sdk, series)), None)

    def _newest_sdk_last(self, shipped: Iterable[Shipped]) -> Sequence[Shipped]:
        by_platform = group_by(shipped, lambda build: self._sdks[build.sdk].platform)
        ordered = sorted(by_platform.values(), key=lambda builds: max(self._sdks[build.sdk].date for build in builds))
        return list(chain.from_iterable(ordered))

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
    return tuple(int(part) for part in re.findall(r"\d+", version))


def newest_version_first(shipped: Iterable[Shipped]) -> Sequence[Shipped]:
    return sorted(shipped, key=lambda build: version_order(build.row.version), reverse=True)


def by_component(shipped: Iterable[Shipped]) -> Mapping[str, Sequence[Shipped]]:
    return group_by(shipped, lambda build: build.component)


@dataclass(frozen=True)
class SeriesHistory:
    """A package for one instance series."""

    series: str | None
    """None where the lists name no series."""
    first: str
    """The first SDK release that lists it."""
    last: str
    in_newest: bool | None
    """Whether the newest list has it; None where that is partial and does not say."""


@dataclass(frozen=True)
class PackageHistory:
    """A package in the package lists (manifests) of the SDK releases."""

    newest: str
    """The newest SDK release that lists it, or, if that is known to list it no longer, the newest with a whole list."""
    in_newest: bool
    releases: Sequence[str]
    """Those that list it, oldest first."""
    spans: Sequence[VersionSpan]
    """Newest version first."""
    series: Sequence[SeriesHistory]


def package_history(packages: Packages, component: str) -> PackageHistory | None:
    """A component as a package of SDK releases; None where no list has it."""
    releases, listed_by = packages.releases_of(component), packages.listed_by(component)
    newest = listed_by or packages.newest_for(component)
    if not newest or not releases:
        return None
    return PackageHistory(
        newest=newest,
        in_newest=listed_by is not None,
        releases=releases,
        spans=packages.versions_of(component),
        series=_series(packages, component, newest)
        or [SeriesHistory(None, releases[0], releases[-1], listed_by is not None)],
    )


def _series(packages: Packages, component: str, newest: str) -> Sequence[SeriesHistory]:
    listing = group_pairs(
        (series, shipped.sdk) for shipped in packages.of_component(component) for series in shipped.row.series
    )
    return [
        SeriesHistory(series, sdks[0], sdks[-1], sdks[-1] == newest or _unless_gone(packages, sdks[-1]))
        for series, sdks in listing.items()
    ]


def _unless_gone(packages: Packages, last: str) -> bool | None:
    """False where a later whole list shows that a package is gone, else None."""
    return None if packages.manifest_after(last) is None else False
