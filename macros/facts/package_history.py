"""A component as a package: which SDK releases list it, in which versions, for which instance series."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from macros.facts.grouping import group_pairs
from macros.facts.packages import Packages, VersionSpan


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
