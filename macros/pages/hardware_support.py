"""What the package lists (manifests) of SDK releases have for hardware: the last release, and what is gone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from macros.columns.column import Column, chosen
from macros.columns.phrase import Phrase, Sdk, TermOf, phrase
from macros.columns.software import PACKAGE_VERSIONS
from macros.facts import Knowledge
from macros.facts.packages import Shipped
from macros.pages.entries import Entry, fact
from macros.pages.section import Section
from macros.schema.hardware import Accelerator, Instance

NEEDED_KINDS = ("driver", "runtime")
"""Kinds of package without which an accelerator does not run."""


@dataclass(frozen=True)
class ListedSoftware:
    """The package lists for an accelerator."""

    last: Phrase
    """The newest SDK release with packages for it."""
    missing: Sequence[Phrase]
    """Needed kinds of package that the newest SDK release no longer lists for it."""
    packages: Sequence[Shipped]
    """Those of the last release."""


def listed_software(knowledge: Knowledge, accelerator: str) -> ListedSoftware | None:
    """What package lists have for an accelerator; None where none ever had anything."""
    packages, records = knowledge.packages, knowledge.records
    carriers = knowledge.instances.of("accelerators", accelerator)
    series = tuple(sorted({records.instances[one].series for one in carriers}))
    platform = packages.platform_for(series)
    last = packages.last_for(series, platform) if platform else None
    newest = packages.newest_on(platform)
    if not (platform and last and newest):
        return None
    last_with = {
        records.components[package.component].kind: sdk
        for sdk in packages.manifests_on(platform)
        for package in packages.of_series(sdk, series)
    }
    return ListedSoftware(
        phrase(_of(knowledge, last), phrase("; the newest, ", Sdk(newest), ", lists none") if newest != last else None),
        [
            phrase(TermOf("component_kind", kind), ", last in ", _of(knowledge, sdk))
            for kind in NEEDED_KINDS
            if (sdk := last_with.get(kind, newest)) != newest
        ],
        packages.of_series(last, series),
    )


def _of(knowledge: Knowledge, sdk: str) -> Phrase:
    return phrase(Sdk(sdk), " of ", knowledge.records.sdks[sdk].date)


def _listed(one: Entry[Accelerator] | Entry[Instance]) -> ListedSoftware | None:
    accelerator = one.record.accelerator if isinstance(one.record, Instance) else one.id
    return one.knowledge.cached(listed_software, accelerator)


LISTED: Sequence[Column[Any]] = (
    fact("last", lambda one: found.last if (found := _listed(one)) else None, label="Last SDK with packages for it"),
    fact("missing", lambda one: found.missing if (found := _listed(one)) else None, label="No longer listed"),
)
"""Key facts of accelerators and instance types."""


def packages_section(accelerator_of: Callable[[Knowledge, str], str]) -> Section[Shipped]:
    """The packages of the last SDK release for some hardware."""

    def packages(knowledge: Knowledge, record_id: str) -> Sequence[Shipped]:
        found = knowledge.cached(listed_software, accelerator_of(knowledge, record_id))
        return found.packages if found else ()

    return Section(
        "Packages of the last SDK with it",
        "packages",
        packages,
        chosen(
            PACKAGE_VERSIONS.columns, ("component", "package", "version", "sdk", "date", "python", "note", "source")
        ),
        whole="api/v1/package-versions.csv",
    )
