"""What limits a model or framework, and where sources disagree."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
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


class Conflict(Record):
    """Two or more claims that cannot all be true, or that read as if they could not."""

    title: Text
    about: Subjects
    claims: Annotated[tuple[Claim, ...], Strict(strict=False), Field(min_length=2)]
    reading: Text
    """What this site shows, and why."""
    state: Annotated[str, Term("conflict_state")]
    inferred: bool = True
    """Whether the reading is the editor's conclusion rather than a source's statement."""
    notes: Listing[Statement] = ()
    former_ids: FormerIds = ()
