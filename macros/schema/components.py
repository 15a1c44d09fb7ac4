"""Parts of a software stack that are released, kept and ended by themselves, and what was announced about each."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from macros.schema.base import (
    AcceleratorId,
    Citation,
    ComponentId,
    Date,
    FormerIds,
    FrameworkId,
    InstanceId,
    Key,
    Listing,
    OtherName,
    Record,
    Term,
    Text,
)


class Notice(Record):
    """A dated step in the life of a component, or the announcement of one."""

    event: Annotated[str, Term("lifecycle_event")]
    announces: Annotated[str, Term("lifecycle_event")] | None = None
    """What is announced or corrected; the event itself comes later, or came otherwise."""
    date: Date | None = None
    """Of the notice, which is not always the day it takes effect. Absent where none is stated."""
    version: Text | None = None
    """The version it is about, as named; absent where it is about the component as a whole."""
    sdk: Text | None = None
    """The SDK release in which it takes effect."""
    sdk_date: Date | None = None
    last_sdk: Text | None = None
    """The last SDK release with it: the one to pin."""
    successor: Text | None = None
    """What the source names as replacement."""
    applies_to: Text | None = None
    """Hardware as the source names it."""
    accelerators: Listing[AcceleratorId] = ()
    instances: Listing[InstanceId] = ()
    """Where the source speaks of single types."""
    citation: Citation
    note: Text | None = None
    """A doubt, or how the date was found."""


class Tag(Record):
    """A version of a component and what it pins."""

    version: Text
    date: Date
    sdk: Text | None = None
    """The SDK release it was built for; absent where the tag names none."""
    requires: Annotated[dict[Key, Text], Field(default_factory=dict)]
    """Package and the versions it accepts, as written."""
    citation: Citation


class Component(Record):
    """A framework, library, package, tool, image, instance or page with a life of its own."""

    name: Text
    kind: Annotated[str, Term("component_kind")]
    framework: FrameworkId | None = None
    """The framework whose notices these are."""
    package: Text | None = None
    """Its name in the package manifest of the SDK releases."""
    built_on: Text | None = None
    """The framework whose version its own version begins with, such as PyTorch for a package 2.1.2.2.3.0."""
    successor: ComponentId | None = None
    """What took its place, where that has a record."""
    other_names: Listing[OtherName] = ()
    notices: Listing[Notice] = ()
    tags: Listing[Tag] = ()
    former_ids: FormerIds = ()
