"""Frameworks and libraries: what vendors support, releases, and validated examples published for them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Self

from pydantic import Field, PlainSerializer, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from macros.schema import ids
from macros.schema.base import Citation, Inference, OtherName, Record, SourceReference, Statement
from macros.schema.references import Status, Term, Workload
from macros.schema.sources import Watch
from macros.schema.values import CodeText, Date, FormerIds, Key, Language, Listing, NonEmpty, Quantity, Text, Url

Account = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9.-]*$"), Field(examples=["123456789012"])]
"""The account of a container registry, as image names spell it."""


class _SupportSaid(Record):
    """What is said of the support of software."""

    status: Annotated[str, Term("support_status")]
    date: Date | None = None
    """The date it speaks for."""
    after: Date | None = None
    """Instead of `date`, where the source has none: a day after which the text was written."""
    as_published: Text | None = None
    """The words of the source."""
    package: Text | None = None
    """The part of the framework, or the package, that it is about; absent: the framework as such."""
    last_sdk: Text | None = None
    """The last SDK release that supports or has it."""
    ends_with: Text | None = None
    """The SDK release with which support is announced to end, where the announcement is not in force yet."""
    pin: Listing[Text] = ()
    """What to install: packages with versions, images."""
    replacement: Listing[ids.FrameworkId] = ()
    """What the source, or another one cited, names instead."""
    disputed: Text | None = None
    """What other sources say, where they differ."""
    note: Text | None = None
    inferred: Text | None = None
    """Why the editor concludes this, where no source says it outright."""
    citations: NonEmpty[SourceReference]

    @property
    def day(self) -> Date:
        """The day by which statements are ordered."""
        return self.date or self.after or Date.min


class SupportStatement(_SupportSaid):
    """One statement. Of several about the same thing, the newest holds today and the others are its history."""

    accelerator: ids.AcceleratorId
    workload: Workload


class SupportEntry(_SupportSaid):
    """A statement in a data file, about one or several accelerators and workloads."""

    accelerator: ids.AcceleratorId | None = None
    accelerators: Listing[ids.AcceleratorId] = ()
    """Several, instead of `accelerator`."""
    workload: Workload | None = None
    workloads: Listing[Workload] = ()
    """Several, instead of `workload`."""

    @model_validator(mode="after")
    def _names_both(self) -> Self:
        for one, named in (("accelerator", self.every_accelerator), ("workload", self.every_workload)):
            if not named:
                raise PydanticCustomError("one_or_several", "expected {one} or {one}s", {"one": one})
        return self

    @property
    def every_accelerator(self) -> Sequence[ids.AcceleratorId]:
        return list(dict.fromkeys(([self.accelerator] if self.accelerator else []) + [*self.accelerators]))

    @property
    def every_workload(self) -> Sequence[str]:
        return list(dict.fromkeys(([self.workload] if self.workload else []) + [*self.workloads]))

    @property
    def statements(self) -> Sequence[SupportStatement]:
        """One for each accelerator and workload."""
        said = {name: getattr(self, name) for name in _SupportSaid.model_fields}
        return [
            SupportStatement.model_construct(accelerator=accelerator, workload=workload, **said)
            for accelerator in self.every_accelerator
            for workload in self.every_workload
        ]


def statements_of(entries: Sequence[SupportEntry]) -> tuple[SupportStatement, ...]:
    """One for each accelerator and workload."""
    return tuple(said for entry in entries for said in entry.statements)


SupportEntries = Annotated[Listing[SupportEntry], PlainSerializer(statements_of)]
"""In the API, a statement for each accelerator and workload."""


class Event(Record):
    """A dated step in the life of a framework."""

    date: Date
    state: Annotated[str, Term("lifecycle")]
    text: Text
    day_published: bool = True
    """Whether the date is the day it happened. If not, that day is not published: it had happened by this date."""
    citations: NonEmpty[Citation]


class Install(Record):
    """How to install it, per kind of hardware."""

    label: Text
    accelerators: Listing[ids.AcceleratorId] = ()
    command: CodeText
    """One or several lines."""
    works: bool
    note: Text | None = None
    citations: NonEmpty[Citation]


class Step(Record):
    """A piece of code to run."""

    title: Text
    language: Language
    code: CodeText
    explanation: Text | None = None


class Guide(Record):
    """A short way to a first result, written for this site."""

    title: Text
    introduction: Text
    steps: NonEmpty[Step]
    citations: NonEmpty[Citation]


class Link(Record):
    """Where to read on."""

    label: Text
    url: Url
    works: bool = True
    note: Text | None = None


class Starter(Record):
    """Code that starts a job with a release of the framework, written for this site."""

    components: NonEmpty[Text]
    """The components a release must have for this code. A release uses the first starter whose components it has."""
    code: CodeText
    """With placeholders: `{image}`, `{python_tag}` and the name of any component of the release; and of a tested
    configuration `{instance}`, `{instance_count}`, `{model}`, `{dataset}`, `{batch_size}`, `{batch_size_counts}` and
    `{sequence_length}`. Programs that read the API fill them in; no page shows code that nobody ran."""


class Quantisation(Record):
    """A number format of few bits in which software runs any of its models: it quantises them, or others do for it."""

    name: Text
    """As its users say it, such as: Q4_K_M."""
    bits: Annotated[Quantity, Field(lt=16)]
    """For each parameter, with its share of the scales."""
    citations: NonEmpty[Citation]


class Framework(Record):
    """A framework, library or service."""

    name: Text
    vendor: Text
    platform: ids.PlatformId | None = None
    """The SDK it runs on: where that ends on an accelerator, so does the framework. Absent where it needs none."""
    summary: Text
    licence: Text | None = None
    """Of its code, as the licence file names it."""
    package: Text | None = None
    """What a package index calls it."""
    lifecycle: NonEmpty[Event]
    support: SupportEntries = ()
    """Empty where no source names the hardware other than by its family."""
    quantises_to: Quantisation | None = None
    """In what models that are too large otherwise are mostly run with it: whether they fit is asked of that."""
    runs_models_of: ids.FrameworkId | None = None
    """Another framework whose models it runs: what rules that out on some hardware rules this out too."""
    general: bool = False
    """A library on which other software builds: where both are said to run a model alike, the other comes first."""
    successor: ids.FrameworkId | None = None
    other_names: Listing[OtherName] = ()
    install: Listing[Install] = ()
    guides: Listing[Guide] = ()
    starters: Listing[Starter] = ()
    facts: Listing[Statement] = ()
    links: Listing[Link] = ()
    watch: Watch | None = None
    """Where newer versions of it appear."""
    citations: NonEmpty[Citation]
    former_ids: FormerIds = ()

    @property
    def notes(self) -> Sequence[Statement]:
        return self.facts

    @cached_property
    def hardware(self) -> Mapping[ids.AcceleratorId, Collection[str]]:
        """The workloads by each accelerator that a statement of support, of whatever date, says it runs or ran on."""
        workloads: dict[ids.AcceleratorId, dict[str, None]] = {}
        for entry in self.support:
            for accelerator in entry.every_accelerator if entry.status not in ("never", "unknown") else ():
                workloads.setdefault(accelerator, {}).update(dict.fromkeys(entry.every_workload))
        return workloads


class Image(Record):
    """A container image."""

    registry: Text | None = None
    """What stands before the repository, with `{account}` and `{region}` where each region has its own registry."""
    repository: Text
    tag: Text
    as_published: Text | None = None
    """Repository and tag as the vendor's page prints them, where that is different."""
    note: Text | None = None
    citations: NonEmpty[Citation]


class Release(Record):
    """A release of a framework for which tests or an image were published."""

    name: Text
    components: Annotated[dict[Key, Text], Field(min_length=1)]
    """Component and version, such as PyTorch: 1.13.1."""
    launched: Date | None = None
    """Absent where the day was not published."""
    image: Image | None = None
    extendable: bool | None = None
    """Whether the vendor says the image can be extended with Docker."""
    python: Text | None = None
    """The version of Python in the image."""
    regions: Annotated[dict[Key, Account], Field(default_factory=dict)]
    """Region code and the registry account that serves the image there."""
    regions_note: Text | None = None
    regions_citations: Listing[Citation] = ()
    notes: Listing[Statement] = ()
    citations: NonEmpty[Citation]
    former_ids: FormerIds = ()

    @property
    def pin(self) -> str:
        """What to install for exactly this release: its image where it has one."""
        return f"image {self.image.repository}:{self.image.tag} ({self.name})" if self.image else self.name


class ExampleSetting(Record):
    """A setting with which an example runs."""

    name: Text
    value: Text
    place: Text
    """Where the source sets it, such as a line."""


class ValidatedArchitecture(Record):
    """One line of a table of validated examples, words as printed; or one example, with its checkpoint and settings."""

    architecture: ids.ArchitectureId
    as_published: Text
    model: ids.PublishedModel | None = None
    """The checkpoint, where the example names one."""
    mark: Text
    tasks: NonEmpty[Text]
    workload: Workload | None = None
    dataset: ids.PublishedDataset | None = None
    settings: Listing[ExampleSetting] = ()
    place: Text | None = None
    """Where the example stands, if the locator of the table is not place enough."""
    note: Text | None = None


class ValidatedExamples(Record):
    """A table of validated examples as one source holds it."""

    title: Text
    framework: ids.FrameworkId
    source: ids.SourceId
    locator: Text
    as_of: Date
    published: bool
    """Whether readers of the source can see it."""
    published_note: Text
    marks: Annotated[dict[Key, Status], Field(min_length=1)]
    reading: Inference
    """How we read the marks, and why."""
    rows: NonEmpty[ValidatedArchitecture]
