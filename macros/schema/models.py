"""Models and datasets."""

from __future__ import annotations

from macros.schema.base import (
    ArchitectureId,
    Citation,
    DatasetId,
    FormerIds,
    Inference,
    Listing,
    ModelId,
    NonEmpty,
    OtherName,
    Quantity,
    Record,
    Statement,
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
