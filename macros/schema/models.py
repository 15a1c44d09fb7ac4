"""Model families, architectures, models and datasets, and the guidance published per family."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar
from urllib.parse import quote

from pydantic import Field

from macros.schema import ids
from macros.schema.base import Citation, Inference, OtherName, Record, Statement
from macros.schema.references import Status, Term, Workload
from macros.schema.values import Count, Date, FormerIds, Key, Listing, NonEmpty, Quantity, Text, Url, WeightFormat


class RelatedModel(Record):
    """A model that is easily taken for this one, and what sets them apart."""

    model: ids.ModelId
    difference: Text


class Parameters(Record):
    """How many parameters a model has, and how that is known."""

    billions: Quantity
    """All of them, those of experts that rest included."""
    active_billions: Quantity | None = None
    """Those that work on one token, as published; mixtures of experts only."""
    reason: Text
    """How the number is known: counted from a configuration, as published, or from the name, which rounds."""
    citations: Listing[Citation] = ()


class Shape(Record):
    """The sizes of a model's layers. The memory of what it keeps for former tokens follows from them."""

    checkpoint: Text | None = None
    """Whose sizes they are, where the model names no checkpoint or has no configuration of its own."""
    certainty: Text
    """How sure it is that these are the sizes of this model."""
    layers: Count | None = None
    """Of the decoder, where a model has encoder and decoder."""
    cached_layers: Count | None = None
    """Those that keep keys and values; absent where all do. What layers of linear attention or Mamba keep does not grow
    with the context: it is not counted."""
    hidden_size: Count | None = None
    attention_heads: Count | None = None
    key_value_heads: Count | None = None
    head_size: Count | None = None
    intermediate_size: Count | None = None
    """Width of the feed-forward layers."""
    expert_intermediate_size: Count | None = None
    vocabulary_size: Count | None = None
    positions: Count | None = None
    """The longest context its configuration allows, in tokens."""
    window: Count | None = None
    """Tokens that a layer with a sliding window or chunks attends to."""
    windowed_layers: Count | None = None
    latent_size: Count | None = None
    """Numbers kept per token and layer by latent attention: compressed keys and values, and rotary part."""
    experts: Count | None = None
    experts_per_token: Count | None = None
    data_type: Text | None = None
    """Of the weights, where the checkpoint's own configuration says it."""
    attention: Annotated[str, Term("attention")] | None = None
    cache: Annotated[str, Term("cache")] | None = None
    """What it keeps of former tokens while it generates; absent where that is not recorded."""
    notes: Listing[Text] = ()
    citations: NonEmpty[Citation]


class Published(Record):
    """The day on which a model or an architecture was made public."""

    date: Date
    citation: Citation


class Model(Record):
    """A checkpoint, or an implementation that tests name without one. An id on the Hub tells name and address."""

    FOLLOWING: ClassVar[frozenset[str]] = frozenset({"name", "url"})

    @classmethod
    def following(cls, stated: Mapping[str, Any]) -> Mapping[str, Any]:
        if not (hub_id := stated.get("hub_id")):
            return {}
        return {"name": hub_id, "url": f"https://huggingface.co/{quote(str(hub_id))}"}

    name: Text
    """As its maker writes it."""
    architecture: ids.ArchitectureId | None = None
    """Absent where no source names it."""
    architecture_inferred: Inference | None = None
    architecture_citations: Listing[Citation] = ()
    variant_of: ids.ModelId | None = None
    """The checkpoint it was tuned, converted or quantised from, of the same architecture and size: both need the same
    software and memory."""
    hub_id: Text | None = None
    """On the Hugging Face Hub; absent where the sources name no checkpoint."""
    url: Url | None = None
    published: Published | None = None
    """Guidelines of an earlier day do not speak of it."""
    parameters: Parameters | None = None
    """Absent where no source or name states it."""
    weight_format: WeightFormat | None = None
    """In which it is published, where its weights are quantised; of others the shape tells it."""
    shape: Shape | None = None
    summary: Text | None = None
    """What sets it apart, where that is not only its architecture and size."""
    other_names: Listing[OtherName] = ()
    related: Listing[RelatedModel] = ()
    notes: Listing[Statement] = ()
    former_ids: FormerIds = ()


class RelatedDataset(Record):
    """A dataset that is easily taken for this one, and what sets them apart."""

    dataset: ids.DatasetId
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

    accelerator: ids.AcceleratorId
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
    family: ids.FamilyId | None = None
    family_inferred: Inference | None = None
    """Why this family, where the guidelines do not name the architecture; or why none."""
    published: Published | None = None
    """Guidelines of an earlier day do not speak of it."""
    other_names: Listing[OtherName] = ()
    former_ids: FormerIds = ()


class Wording(Record):
    """Which vocabulary value each published wording stands for."""

    fit: Annotated[dict[Key, Annotated[str, Term("fit")]], Field(default_factory=dict)]
    status: dict[Key, Status]


class VerdictRow(Record):
    """One family's line of a published matrix, words as printed."""

    family: ids.FamilyId
    as_published: Text
    category: Text | None = None
    fit: Text | None = None
    """Absent where the matrix has no verdict on the hardware."""
    status: dict[Key, Text]
    """Per column of the matrix: the printed word."""
    note: Text | None = None


class VerdictColumn(Record):
    """A framework column of a published matrix."""

    framework: ids.FrameworkId
    workload: Workload
    heading: Text
    """As printed."""
    workload_inferred: Text | None = None
    """Why this workload, where the heading does not say."""


class SupportMatrix(Record):
    """A matrix of verdicts as one source published it, for one or more accelerators."""

    title: Text
    citation: Citation
    accelerators: NonEmpty[ids.AcceleratorId]
    core_architecture: Annotated[str, Term("core_architecture")] | None = None
    """Where the matrix is for one generation of cores."""
    definition_of_supported: Statement | None = None
    doubt: Text | None = None
    columns: dict[Key, VerdictColumn]
    wording: Wording
    rows: NonEmpty[VerdictRow]
