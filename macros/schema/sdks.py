"""Releases of the Neuron SDK and the package versions that go together in each."""

from __future__ import annotations

from pydantic.dataclasses import dataclass

from macros.schema.base import (
    CLOSED,
    Citation,
    Date,
    FormerIds,
    Listing,
    NonEmpty,
    PublishedComponent,
    Record,
    Row,
    Statement,
    Text,
)


@dataclass(config=CLOSED, frozen=True, slots=True, kw_only=True)
class PackageVersion(Row):
    """A version of a package in one SDK release."""

    package: PublishedComponent
    """As the manifest spells it."""
    version: Text
    series: Listing[Text] = ()
    """Instance series, as the manifest lists them."""
    python: Listing[Text] = ()
    """Python versions it is built for; empty where the manifest names none."""
    note: Text | None = None


class SdkRelease(Record):
    """One release of the SDK."""

    date: Date
    notes: Listing[Statement] = ()
    packages: Listing[PackageVersion] = ()
    """Empty where no manifest lists the release."""
    manifest: Citation | None = None
    citations: NonEmpty[Citation]
    former_ids: FormerIds = ()
