"""Which versions of which packages go together in an SDK release, looked up both ways."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from macros.knowledge.grouping import group_pairs
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
    """The same from and to: a new run begins where a release in between has another version."""
    series: Sequence[str]
    """Instance series it is listed for in any of them."""
    python: Sequence[str]
    notes: Sequence[str]


def sdk_named(records: Records, words: str | None) -> str | None:
    """The id of the SDK release that a source means by a number such as 2.20; None where none is recorded."""
    return next((found for found in (words, f"{words}.0") if found in records.sdks), None)


def version_of(sdk: str) -> str:
    """The version of an SDK release: the last part of its id."""
    return sdk.rpartition("/")[2]


def release_order(sdk: str) -> Order:
    """By what releases of one SDK are sorted: their numbers, a beta before the release itself."""
    numbers, dash, _ = version_of(sdk).partition("-")
    return tuple(int(part) for part in re.findall(r"\d+", numbers)), not dash


class Packages:
    """The package lists (manifests) of SDK releases. Releases are ordered within their platform."""

    def __init__(self, records: Records) -> None:
        names = records.catalog.names["components"]
        self._days = {sdk: release.date for sdk, release in records.sdks.items()}
        self._platform_of = {sdk: release.platform for sdk, release in records.sdks.items()}
        ordered = sorted(records.sdks, key=release_order)
        self._releases = {
            platform: [sdk for sdk in ordered if records.sdks[sdk].platform == platform]
            for platform in records.platforms
        }
        self._manifests = {
            platform: [sdk for sdk in releases if records.sdks[sdk].packages]
            for platform, releases in self._releases.items()
        }
        self._positions = {
            sdk: position for manifests in self._manifests.values() for position, sdk in enumerate(manifests)
        }
        self._of_release = {
            sdk: [Shipped(sdk, names[row.package], row) for row in records.sdks[sdk].packages] for sdk in self.releases
        }
        every = (shipped for sdk in self.releases for shipped in self._of_release[sdk])
        self._of_component = {
            component: self._newest_sdk_last(shipped)
            for component, shipped in group_pairs((shipped.component, shipped) for shipped in every).items()
        }
        self._spans = {component: self._versions(shipped) for component, shipped in self._of_component.items()}

    @property
    def releases(self) -> Sequence[str]:
        """Every SDK release, by platform, oldest first."""
        return [sdk for releases in self._releases.values() for sdk in releases]

    def releases_on(self, platform: str) -> Sequence[str]:
        """The releases of one SDK, oldest first."""
        return self._releases[platform]

    def manifests_on(self, platform: str) -> Sequence[str]:
        """Those whose packages are known."""
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
        releases = self._releases[self._platform_of[sdk]]
        position = releases.index(sdk)
        return releases[position - 1] if position else None

    def after(self, sdk: str) -> str | None:
        """The release after one of the same SDK."""
        releases = self._releases[self._platform_of[sdk]]
        return next(iter(releases[releases.index(sdk) + 1 :]), None)

    def manifest_before(self, sdk: str) -> str | None:
        """The newest release before one of the same SDK whose packages are known."""
        order, manifests = release_order(sdk), self._manifests[self._platform_of[sdk]]
        return next((other for other in reversed(manifests) if release_order(other) < order), None)

    def manifest_after(self, sdk: str) -> str | None:
        """The next release after one of the same SDK whose packages are known, of those whose packages are known."""
        manifests = self._manifests[self._platform_of[sdk]]
        return next(iter(manifests[self._positions[sdk] + 1 :]), None)

    def versions_of(self, component: str) -> Sequence[VersionSpan]:
        """The versions of a package and the SDK releases of each, the newest first."""
        return self._spans.get(component, ())

    def releases_of(self, component: str, platform: str | None = None) -> Sequence[str]:
        """The SDK releases that have a package, of every SDK or one, oldest first.

        Where several SDKs have it, that with the newest of these releases comes last.
        """
        releases = list(dict.fromkeys(shipped.sdk for shipped in self._of_component.get(component, ())))
        return [sdk for sdk in releases if platform in (None, self._platform_of[sdk])]

    def in_release(self, sdk: str, component: str) -> Sequence[Shipped]:
        """The versions of a package in an SDK release."""
        return [shipped for shipped in self._of_component.get(component, ()) if shipped.sdk == sdk]

    def in_newest(self, component: str) -> bool:
        """Whether the newest release with known packages of its SDK still has a package."""
        newest = self.newest_for(component)
        return newest is not None and bool(self.in_release(newest, component))

    def of_series(self, sdk: str, series: tuple[str, ...]) -> Sequence[Shipped]:
        """The package versions of an SDK release that are listed for any of some instance series."""
        return [shipped for shipped in self._of_release[sdk] if any(one in series for one in shipped.row.series)]

    def builds_of(self, component: str, version: str) -> Sequence[Shipped]:
        """What SDK releases have of a version as a notice names it, oldest first: of 2.5 those of 2.5.1.2.4.0."""
        named = VERSION_NAMED.fullmatch(version)
        if named is None:
            return ()
        number = named["number"]
        builds = self._of_component.get(component, ())
        return [one for one in builds if one.row.version == number or one.row.version.startswith(f"{number}.")]

    def platform_for(self, series: tuple[str, ...]) -> str | None:
        """The SDK that lists packages for any of some instance series; of several the one that did so last."""
        last = [sdk for platform in self._releases if (sdk := self.last_for(series, platform))]
        return self._platform_of[max(last, key=self._days.__getitem__)] if last else None

    def last_for(self, series: tuple[str, ...], platform: str) -> str | None:
        """The newest release of an SDK that lists a package for any of some instance series."""
        return next((sdk for sdk in reversed(self._manifests[platform]) if self.of_series(sdk, series)), None)

    def packages(self, platform: str) -> Sequence[str]:
        """Every component that a release of an SDK has had as a package."""
        return once(shipped.component for sdk in self._releases[platform] for shipped in self._of_release[sdk])

    def _newest_sdk_last(self, shipped: Sequence[Shipped]) -> Sequence[Shipped]:
        newest: dict[str, datetime.date] = {}
        for one in shipped:
            platform, day = self._platform_of[one.sdk], self._days[one.sdk]
            newest[platform] = max(newest.get(platform, day), day)
        return sorted(shipped, key=lambda one: newest[self._platform_of[one.sdk]])

    def _versions(self, shipped: Sequence[Shipped]) -> Sequence[VersionSpan]:
        by_version: dict[str, list[Shipped]] = {}
        for one in shipped:
            by_version.setdefault(one.row.version, []).append(one)
        spans = [self._span(version, found) for version, found in by_version.items()]
        order = list(dict.fromkeys(one.sdk for one in shipped))
        return sorted(
            spans, key=lambda span: (order.index(span.releases[-1]), version_order(span.version)), reverse=True
        )

    def _span(self, version: str, shipped: Sequence[Shipped]) -> VersionSpan:
        releases = list(dict.fromkeys(one.sdk for one in shipped))
        return VersionSpan(
            version,
            releases,
            list(self._runs(releases)),
            once(one for found in shipped for one in found.row.series),
            sorted(once(one for found in shipped for one in found.row.python), key=version_order),
            once(found.row.note for found in shipped if found.row.note),
        )

    def _runs(self, releases: Sequence[str]) -> Iterator[tuple[str, str]]:
        first = last = releases[0]
        for sdk in releases[1:]:
            if self.manifest_after(last) != sdk:
                yield first, last
                first = sdk
            last = sdk
        yield first, last


def version_order(version: str) -> tuple[int, ...]:
    """By what versions are sorted: their numbers."""
    return tuple(int(part) for part in re.findall(r"\d+", version))


def newest_version_first(shipped: Iterable[Shipped]) -> Sequence[Shipped]:
    """Package versions by their numbers."""
    return sorted(shipped, key=lambda one: version_order(one.row.version), reverse=True)


def once(values: Iterable[str]) -> list[str]:
    """Each value once, in the order of their first places."""
    return list(dict.fromkeys(values))


def by_component(shipped: Iterable[Shipped]) -> Mapping[str, Sequence[Shipped]]:
    """Package versions, those of one package together."""
    found: dict[str, list[Shipped]] = {}
    for one in shipped:
        found.setdefault(one.component, []).append(one)
    return found
