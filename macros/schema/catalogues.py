"""Lists that a vendor publishes of what it supports, or has example code for, as one source held them on one date."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from pydantic.dataclasses import dataclass

from macros.schema import ids
from macros.schema.base import CLOSED, Citation, Inference, Record, TableRow
from macros.schema.references import Status, Term, Workload
from macros.schema.values import Count, Date, FormerIds, Key, Listing, NonEmpty, Text, WeightFormat


@dataclass(config=CLOSED, frozen=True, slots=True, kw_only=True)
class TestedSize(TableRow):
    """One of several ways in which a line says that a model was tested."""

    tensor_parallel: Count | None = None
    devices: Count | None = None
    """How many accelerators."""
    data_types: Listing[Text] = ()
    accelerators: Listing[ids.AcceleratorId] = ()
    """Those it is said of; all of the line where there are none."""


@dataclass(config=CLOSED, frozen=True, slots=True, kw_only=True)
class ListedRow(TableRow):
    """One line of the list: a model, or one or several architectures, under the words of the source."""

    as_published: Text
    """The model or architecture as printed."""
    architectures: Listing[ids.ArchitectureId] = ()
    """Those the line means, where it names no checkpoint; several where the source joins them."""
    covers: Listing[ids.ModelId] = ()
    """The only checkpoints of these architectures that the line is about, where its words exclude others."""
    model: ids.PublishedModel | None = None
    """The checkpoint, where the line names one."""
    wording: Text
    """The status as printed or in short: one of the words the file maps."""
    section: Text | None = None
    """The heading it stands under."""
    workload: Workload | None = None
    framework: ids.FrameworkId | None = None
    frameworks_as_published: Text | None = None
    accelerators: Listing[ids.AcceleratorId] = ()
    instance: ids.InstanceId | None = None
    hardware_as_published: Text | None = None
    requires_hardware: bool = False
    """Whether the source says that the line holds on this hardware alone: then it says no for any other."""
    sdk: Text | None = None
    as_of: Date | None = None
    tasks: Listing[Text] = ()
    data_types: Listing[Text] = ()
    tensor_parallel: Count | None = None
    sizes: Listing[TestedSize] = ()
    """Where the line names several sizes, or a number format for each."""
    distribution: Listing[Text] = ()
    """How the work is spread, as printed: single card, several cards, a library. With a limited status it is part of
    the limit."""
    version: Text | None = None
    """Of the framework."""
    image: Text | None = None
    """The address of the container image that the line names to run it."""
    data_parallel: Count | None = None
    batch_size: Count | None = None
    sequence_length: Count | None = None
    parallelism: Listing[Text] = ()
    """Kinds of parallelism that the line says are supported."""
    not_parallelism: Listing[Text] = ()
    """Kinds of parallelism that the line says are not supported."""
    recommended_for: Text | None = None
    features: Listing[Text] = ()
    features_not_supported: Listing[Text] = ()
    features_not_applicable: Listing[Text] = ()
    model_class: Text | None = None
    samples: Count | None = None
    """How many samples the line links to."""
    archived: bool = False
    """At least one of them leads to archived code."""
    place: Text | None = None
    """Where the line stands, if the file's citation is not place enough."""
    note: Text | None = None


class RatedFeature(Record):
    """A feature that the source rates for everything it lists."""

    category: Text
    feature: Text
    status: Status
    note: Text | None = None


class Accuracy(Record):
    """A score that the source reports."""

    model: ids.PublishedModel
    data_type: Text
    hardware_as_published: Text | None = None
    benchmark: Text
    value: Text
    """As printed: some are shares, some percent."""
    published_reference: Text | None = None


class RunFormats(Record):
    """Number formats in which software runs quantised checkpoints on some hardware, in the words of one place."""

    formats: NonEmpty[WeightFormat]
    accelerators: NonEmpty[ids.AcceleratorId]
    citation: Citation
    reason: Text
    """How we read the place: which of its words mean this hardware and these formats."""
    excludes: Listing[ids.ModelId] = ()
    """Checkpoints in these formats that were written for other software, or that other sources refuse."""


class Catalogue(Record):
    """A vendor's list at one revision of one document."""

    title: Text
    summary: Text
    citation: Citation
    as_of: Date
    as_of_basis: Text
    earlier: ids.CatalogueId | None = None
    """The same list at an earlier date."""
    evidence: Annotated[str, Term("evidence")] = "listed"
    """What its lines are worth: `listed`, `vendor-tested` for a table of the vendor's own tests, or `planner` for what
    a tool computes. A planner decides nothing."""
    framework: ids.FrameworkId | None = None
    """Of every line that names no other."""
    framework_as_published: Text | None = None
    workload: Workload
    accelerators: Listing[ids.AcceleratorId] = ()
    """Of every line that names no other."""
    hardware_as_published: Text | None = None
    sdk: Text | None = None
    version: Text | None = None
    """Of the framework; `nightly` for nightly builds: what lists of releases say counts before these."""
    wording: Annotated[dict[Key, Status], Field(min_length=1)]
    """Which vocabulary value each wording stands for."""
    reading: Inference
    """How we read the words, and why."""
    doubt: Text | None = None
    complete: bool = False
    """Whether it has all that its framework promises to support; what it leaves out may still work."""
    rows: NonEmpty[ListedRow]
    run_formats: Listing[RunFormats] = ()
    """Where its lines about architectures hold for quantised checkpoints too, which they do not name."""
    features: Listing[RatedFeature] = ()
    accuracy: Listing[Accuracy] = ()
    former_ids: FormerIds = ()
