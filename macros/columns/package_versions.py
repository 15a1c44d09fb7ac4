"""Package versions of SDK releases, a row each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from macros.columns.column import LOCATOR, Column, Table
from macros.facts import Knowledge
from macros.facts.packages import Shipped
from macros.schema.base import Citation
from macros.schema.components import SdkRelease


@dataclass(frozen=True)
class PackageFact:
    """A package version with the SDK release that has it."""

    shipped: Shipped
    sdk: SdkRelease

    @property
    def citation(self) -> Citation | None:
        """Where the version is stated: the row's own place, else the package list of the release."""
        return self.shipped.row.citation or self.sdk.manifest


def package_facts(knowledge: Knowledge, shipped: Iterable[Shipped]) -> Sequence[PackageFact]:
    """Package versions with their releases."""
    return [PackageFact(one, knowledge.records.sdks[one.sdk]) for one in shipped]


def _every_package(knowledge: Knowledge) -> Sequence[PackageFact]:
    packages = knowledge.packages
    return package_facts(knowledge, (one for sdk in packages.releases for one in packages.of_release(sdk)))


PACKAGE_VERSIONS = Table[PackageFact](
    PackageFact,
    "package-versions",
    "Every package version of every SDK release, a row each",
    (
        Column("sdk", "The SDK release.", "shipped.sdk", kind="sdks"),
        Column("date", "The day of the release.", "sdk.date", unit="YYYY-MM-DD"),
        Column("package", "The package as the list of the release spells it.", "shipped.row.package"),
        Column("component", "The record of the package.", "shipped.component", kind="components"),
        Column("version", "Its version in the release; a package can have several.", "shipped.row.version"),
        Column("series", "Instance series it is listed for; empty where none are.", "shipped.row.series"),
        Column(
            "python",
            "Python versions it is built for; empty where none are named.",
            "shipped.row.python",
            absent="none named",
        ),
        Column(
            "source",
            "The document that lists it. Null where none is recorded.",
            lambda found: found.citation.source if found.citation else None,
            holds=str | None,
            kind="sources",
        ),
        replace(LOCATOR, get=lambda found: found.citation.locator if found.citation else None, holds=str | None),
        Column("note", "A slip of the list. Null where there is none.", "shipped.row.note", absent="none"),
    ),
    _every_package,
)
