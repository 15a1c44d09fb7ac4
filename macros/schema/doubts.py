"""What limits a model or framework, and where sources disagree."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints
from pydantic.types import Strict

from macros.schema.base import (
    AcceleratorId,
    ArchitectureId,
    Citation,
    ComponentId,
    DatasetId,
    Date,
    FamilyId,
    FormerIds,
    FrameworkId,
    InstanceId,
    Listing,
    ModelId,
    NonEmpty,
    OtherName,
    Record,
    ReleaseId,
    SourceId,
    Statement,
    Term,
    Text,
)


class Subjects(Record):
    """The records that a limitation or conflict touches."""

    families: Listing[FamilyId] = ()
    architectures: Listing[ArchitectureId] = ()
    models: Listing[ModelId] = ()
    accelerators: Listing[AcceleratorId] = ()
    instances: Listing[InstanceId] = ()
    frameworks: Listing[FrameworkId] = ()
    releases: Listing[ReleaseId] = ()
    components: Listing[ComponentId] = ()
    datasets: Listing[DatasetId] = ()
    sources: Listing[SourceId] = ()


class Fix(Record):
    """The version that lifted a limitation."""

    framework: FrameworkId | None = None
    """Absent where a part without a page here brought it."""
    version: Text
    date: Date | None = None
    how: Text
    citations: NonEmpty[Citation]


class Bound(Record):
    """A limit that is a figure, or a list of allowed values."""

    value: Text
    unit: Text


class Limitation(Record):
    """A known limit or issue."""

    title: Text
    summary: Text
    affects: Subjects
    examples: Listing[Text] = ()
    """Models the source names as hit, as it names them."""
    other_names: Listing[OtherName] = ()
    """What people type when they meet it: error words, symptoms."""
    bound: Bound | None = None
    workaround: Text | None = None
    first_seen: Text | None = None
    last_seen: Text | None = None
    """The newest release whose notes list it, where the notes of several releases do or did."""
    state: Annotated[str, Term("limitation_state")]
    fixes: Listing[Fix] = ()
    notes: Listing[Statement] = ()
    citations: NonEmpty[Citation]
    former_ids: FormerIds = ()


class Claim(Record):
    """What one source, or one place in it, says."""

    says: Text
    citation: Citation


STEP = r"[A-Za-z0-9_-]+(\[[a-z0-9_]+=[^\[\]]+\])*"
"""A field, and of a list which entries: those that have some value in one of their own fields."""
WAY = rf"^{STEP}(\.{STEP})*$"
"""The form of the way from a record to a value in it."""


class Pointer(Record):
    """A place in the data that holds, as a value, what a claim says. It stays when rows are added before it."""

    record: Annotated[
        str, StringConstraints(pattern=r"^[a-z]+/[a-z0-9._/-]+$"), Field(examples=["components/example-tool"])
    ]
    """Folder and id of the record."""
    at: Annotated[
        str,
        StringConstraints(pattern=WAY),
        Field(examples=["notices[event=announced][date=2026-03-31].sdk"]),
    ]
    """The way to the value: fields with dots, each entry of a list found by what stands in it."""


class Conflict(Record):
    """Two or more claims that cannot all be true, or that read as if they could not."""

    title: Text
    about: Subjects
    claims: Annotated[tuple[Claim, ...], Strict(strict=False), Field(min_length=2)]
    facts: Listing[Pointer] = ()
    """Where the data itself holds the values that disagree: two or more, or none where it holds one side or neither."""
    reading: Text
    """What this site shows, and why."""
    state: Annotated[str, Term("conflict_state")]
    inferred: bool = True
    """Whether the reading is the editor's conclusion rather than a source's statement."""
    notes: Listing[Statement] = ()
    former_ids: FormerIds = ()
