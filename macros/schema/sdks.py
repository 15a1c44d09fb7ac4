"""SDKs, their releases, and the package versions that go together in each release."""

from __future__ import annotations

from pydantic.dataclasses import dataclass

from macros.schema.base import (
    CLOSED,
    Citation,
    Date,
    FormerIds,
    Listing,
    NonEmpty,
    OtherName,
    PlatformId,
    PublishedComponent,
    Record,
    Row,
    Statement,
    Text,
    Url,
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
    citation: Citation | None = None
    """Where this version is stated, if not in the manifest of the release."""


class Platform(Record):
    """A vendor's SDK, whose releases are records of their own."""

    name: Text
    short_name: Text
    """As it stands before a version, such as CUDA in CUDA 13.0."""
    vendor: Text
    other_names: Listing[OtherName] = ()
    main_packages: Listing[PublishedComponent] = ()
    """Packages whose versions stand in the list of its releases."""
    first_packages: Listing[PublishedComponent] = ()
    """Packages whose versions are named first on the page of a release."""
    url: Url | None = None


class SdkRelease(Record):
    """One release of an SDK. Its version is the last part of its id."""

    platform: PlatformId
    date: Date
    notes: Listing[Statement] = ()
    packages: Listing[PackageVersion] = ()
    """Empty where no manifest lists the release."""
    partial: Text | None = None
    """What of the package list could be read; absent where it is the whole list. A partial list shows that a release
    has a package, never that it has not."""
    manifest: Citation | None = None
    citations: NonEmpty[Citation]
    former_ids: FormerIds = ()
