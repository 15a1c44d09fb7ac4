"""Components of a software stack and notices about them, SDK releases with their packages, and lists of images.

A list of images is a file per repository, with one image a line.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Annotated

from pydantic import Field
from pydantic.dataclasses import dataclass

from macros.schema import ids
from macros.schema.base import CLOSED, Citation, OtherName, Record, Statement, TableRow
from macros.schema.frameworks import SupportEntries
from macros.schema.references import Term, Workload
from macros.schema.sources import Watch
from macros.schema.values import Date, FormerIds, Key, Listing, NonEmpty, Text, Url


class Notice(Record):
    """A dated step in the life of a component, or the announcement of one."""

    event: Annotated[str, Term("lifecycle_event")]
    announces: Annotated[str, Term("lifecycle_event")] | None = None
    """The event that is announced or corrected."""
    date: Date | None = None
    """The date of the notice itself, which can differ from the day it takes effect; absent if none is stated."""
    version: Text | None = None
    """The version it is about, as named; absent where it is about the component as a whole."""
    sdk: Text | None = None
    """The SDK release in which it takes effect."""
    sdk_date: Date | None = None
    last_sdk: Text | None = None
    """The last SDK release that has it: the one to pin to."""
    successor: Text | None = None
    """What the source names as replacement."""
    applies_to: Text | None = None
    """Hardware as the source names it."""
    accelerators: Listing[ids.AcceleratorId] = ()
    instances: Listing[ids.InstanceId] = ()
    """Instance types, if the source names any."""
    breaking: Text | None = None
    """What it stops or replaces, where the event does not say so: an editor's inference."""
    citation: Citation
    note: Text | None = None
    """A doubt, or how the date was found."""


class Tag(Record):
    """A version of a component and what it pins."""

    version: Text
    date: Date | None = None
    """Absent where the day was not published."""
    sdk: Text | None = None
    """The SDK release it was built for; absent where the tag names none."""
    sdks: Listing[Text] = ()
    """Where a table of compatible versions names several SDK releases: all of them."""
    released: bool = True
    """Whether it was released; if not, it is a state of development."""
    requires: Annotated[dict[Key, Text], Field(default_factory=dict)]
    """Package and the versions it accepts, as written."""
    citation: Citation


class Component(Record):
    """A framework, library, package, tool, image, instance or page with a lifecycle of its own."""

    name: Text
    kind: Annotated[str, Term("component_kind")]
    framework: ids.FrameworkId | None = None
    """The framework that the component belongs to."""
    frameworks: Listing[ids.FrameworkId] = ()
    """All of them, where it belongs to several: it ends with none of them."""
    package: Text | None = None
    """Its name in the package manifest of the SDK releases."""
    built_on: Text | None = None
    """The framework whose version its own version begins with, such as PyTorch for a package 2.1.2.2.3.0."""
    successor: ids.ComponentId | None = None
    """The component that replaced it, if that has a record."""
    other_names: Listing[OtherName] = ()
    notices: Listing[Notice] = ()
    tags: Listing[Tag] = ()
    former_ids: FormerIds = ()

    @property
    def belongs_to(self) -> Sequence[ids.FrameworkId]:
        """Every framework that it belongs to."""
        return [self.framework] if self.framework else self.frameworks


@dataclass(config=CLOSED, frozen=True, slots=True, kw_only=True)
class PackageVersion(TableRow):
    """A version of a package in one SDK release."""

    package: ids.PublishedComponent
    """As the manifest spells it."""
    component: ids.ComponentId | None = None
    """What it is, where that is another product than its name mostly stands for."""
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
    main_packages: Listing[ids.PublishedComponent] = ()
    """Packages whose versions stand in the list of its releases."""
    first_packages: Listing[ids.PublishedComponent] = ()
    """Packages whose versions are named first on the page of a release."""
    url: Url | None = None
    support: SupportEntries = ()
    """Of the SDK as a whole: where it has ended, every part of it has."""
    updates: Statement | None = None
    """Which releases get fixes, as its maker says."""
    watch: Watch | None = None
    """Where its newest release appears."""


class SdkRelease(Record):
    """One release of an SDK. Its version is the last part of its id."""

    platform: ids.PlatformId
    date: Date | None = None
    """Absent where no source states it."""
    notes: Listing[Statement] = ()
    packages: Listing[PackageVersion] = ()
    """Empty where no manifest lists the release."""
    partial: Text | None = None
    """What of the package list could be read; absent where it is the whole list. A partial list shows that a release
    has a package, never that it has not."""
    manifest: Citation | None = None
    citations: NonEmpty[Citation]
    former_ids: FormerIds = ()

    @property
    def order(self) -> datetime.date:
        """Sort key: releases whose day is not published come first."""
        return self.date or datetime.date.min


@dataclass(config=CLOSED, frozen=True, slots=True, kw_only=True)
class ImageRow(TableRow):
    """An image; of a machine image, one virtual environment in it."""

    name: Text | None = None
    """The tag of a container image, the name of a machine image; absent where the source prints none."""
    sdk: Text | None = None
    """The SDK release in it."""
    built_on: Text | None = None
    """The framework whose version `version` is, as printed."""
    version: Text | None = None
    libraries: Listing[Text] = ()
    """What it contains, as printed."""
    frameworks: Listing[ids.FrameworkId] = ()
    """The frameworks that these words mean; the first is the one the image is made for."""
    python: Text | None = None
    os: Text | None = None
    series: Listing[Text] = ()
    """Instance series it is for."""
    accelerators: Listing[ids.AcceleratorId] = ()
    """Accelerators it is for, where the source names no series."""
    workload: Workload | None = None
    first_listed: Date | None = None
    """The first revision of the document that lists it."""
    last_listed: Date | None = None
    """The last revision that lists it, of those that were read."""
    parameter: Text | None = None
    """What stands for `{parameter}` in the header's `parameter`."""
    environment: Text | None = None
    """The virtual environment."""
    citation: Citation | None = None
    note: Text | None = None


class Discontinued(Statement):
    """That no further image of a list is published."""

    date: Date


class ImageList(Record):
    """The images of one repository, or one list of machine images."""

    # What it says of images holds for every row that says nothing else.

    title: Text
    kind: Annotated[str, Term("image_kind")]
    registry: Text | None = None
    """What stands before the repository, with `{account}` and `{region}` where each region has its own registry."""
    repository: Text | None = None
    """Of container images."""
    parameter: Text | None = None
    """Of machine images: the name under which the provider keeps the id of the newest one, with `{parameter}`."""
    built_on: Text | None = None
    frameworks: Listing[ids.FrameworkId] = ()
    frameworks_inferred: Text | None = None
    """Why an image is taken to be of these frameworks, where the source does not name them."""
    series: Listing[Text] = ()
    accelerators: Listing[ids.AcceleratorId] = ()
    workload: Workload | None = None
    families: Listing[ids.FamilyId] = ()
    """Of the models that they serve; absent: any."""
    families_inferred: Text | None = None
    """Why they are taken to serve these families only, where the source does not say it of families."""
    citation: Citation
    discontinued: Discontinued | None = None
    notes: Listing[Statement] = ()
    rows: NonEmpty[ImageRow]
    former_ids: FormerIds = ()
