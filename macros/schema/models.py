"""Model families, architectures, models and datasets, and the guidance published per family."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from macros.schema.base import (
    AcceleratorId,
    ArchitectureId,
    Citation,
    DatasetId,
    FamilyId,
    FormerIds,
    FrameworkId,
    Inference,
    Key,
    Listing,
    ModelId,
    NonEmpty,
    OtherName,
    Quantity,
    Record,
    Statement,
    Term,
    Text,
    Url,
)


class RelatedModel(Record):
    """A model that is easily taken for this one, and what sets them apart."""

    model: ModelId
    difference: Text


class Parameters(Record):
    """How many parameters a model has, and how that is known."""

    billions: Quantity
    reason: Text
    """Where the number comes from: mostly the name, which rounds."""


class Model(Record):
    """A checkpoint, or an implementation that tests name without one."""

    name: Text
    """As its maker writes it."""
    architecture: ArchitectureId
    architecture_inferred: Inference | None = None
    variant_of: ModelId | None = None
    """The checkpoint it was tuned, converted or quantised from, of the same architecture and size: both need the same
    software and memory."""
    hub_id: Text | None = None
    """On the Hugging Face Hub; absent where the sources name no checkpoint."""
    url: Url | None = None
    parameters: Parameters | None = None
    """All of them, those of experts that rest included; absent where no source or name states it."""
    summary: Text
    other_names: Listing[OtherName] = ()
    related: Listing[RelatedModel] = ()
    notes: Listing[Statement] = ()
    former_ids: FormerIds = ()


class RelatedDataset(Record):
    """A dataset that is easily taken for this one, and what sets them apart."""

    dataset: DatasetId
    difference: Text


class Dataset(Record):
    """A dataset that tests name."""

    name: Text
    task: Text
    summary: Text
    url: Url | None = None
    other_names: Listing[OtherName] = ()
    related: Listing[RelatedDataset] = ()
    citations: NonEmpty[Citation]
    former_ids: FormerIds = ()


class Guidance(Record):
    """What a source advises for one family on one accelerator, in our words."""

    accelerator: AcceleratorId
    fit: Statement
    """How well the hardware suits the family, and why."""
    support: Statement
    """What the software does with it."""
    considerations: Listing[Statement] = ()
    """Limits and preconditions a reader should know before starting."""


class Example(Record):
    """A model that the source names as typical of the family."""

    name: Text
    citation: Citation


class Family(Record):
    """A model family of the architecture-fit guidelines."""

    name: Text
    categories: NonEmpty[Annotated[str, Term("category")]]
    summary: Text
    other_names: Listing[OtherName] = ()
    examples: Listing[Example] = ()
    guidance: Listing[Guidance] = ()
    notes: Listing[Statement] = ()
    citations: NonEmpty[Citation]
    former_ids: FormerIds = ()


class Architecture(Record):
    """A model architecture: the level between a family and a checkpoint."""

    name: Text
    family: FamilyId | None = None
    family_inferred: Inference | None = None
    """Why this family, where the guidelines do not name the architecture; or why none."""
    other_names: Listing[OtherName] = ()
    former_ids: FormerIds = ()


class Wording(Record):
    """Which vocabulary value each published wording stands for."""

    fit: Annotated[dict[Key, Annotated[str, Term("fit")]], Field(default_factory=dict)]
    status: dict[Key, Annotated[str, Term("status")]]


class VerdictRow(Record):
    """One family's line of a published matrix, words as printed."""

    family: FamilyId
    as_published: Text
    category: Text | None = None
    fit: Text | None = None
    """Absent where the matrix has no verdict on the hardware."""
    status: dict[Key, Text]
    """Per column of the matrix: the printed word."""
    note: Text | None = None


class VerdictColumn(Record):
    """A framework column of a published matrix."""

    framework: FrameworkId
    workload: Annotated[str, Term("workload")]
    heading: Text
    """As printed."""
    workload_inferred: Text | None = None
    """Why this workload, where the heading does not say."""


class SupportMatrix(Record):
    """A matrix of verdicts as one source published it, for one or more accelerators."""

    title: Text
    citation: Citation
    accelerators: NonEmpty[AcceleratorId]
    core_architecture: Annotated[str, Term("core_architecture")] | None = None
    """Where the matrix is for one generation of cores."""
    definition_of_supported: Statement | None = None
    doubt: Text | None = None
    columns: dict[Key, VerdictColumn]
    wording: Wording
    rows: NonEmpty[VerdictRow]
