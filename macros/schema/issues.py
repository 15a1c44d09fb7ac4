"""Known limits and issues of models, frameworks and hardware, and where sources disagree."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from macros.schema import ids
from macros.schema.base import Citation, OtherName, Record, Statement
from macros.schema.references import Term, Workload
from macros.schema.values import Date, FormerIds, Listing, NonEmpty, Text


class Subjects(Record):
    """The records that a limitation or conflict is about."""

    families: Listing[ids.FamilyId] = ()
    architectures: Listing[ids.ArchitectureId] = ()
    models: Listing[ids.ModelId] = ()
    accelerators: Listing[ids.AcceleratorId] = ()
    instances: Listing[ids.InstanceId] = ()
    frameworks: Listing[ids.FrameworkId] = ()
    releases: Listing[ids.ReleaseId] = ()
    components: Listing[ids.ComponentId] = ()
    datasets: Listing[ids.DatasetId] = ()
    sources: Listing[ids.SourceId] = ()


class Fix(Record):
    """The version that lifted a limitation."""

    framework: ids.FrameworkId | None = None
    """The framework that fixed it; absent if the fix is in a component without a framework's page."""
    version: Text
    date: Date | None = None
    how: Text
    citations: NonEmpty[Citation]


class Bound(Record):
    """A limit that is a figure, or a list of allowed values."""

    value: Text
    unit: Text


class Exclusion(Record):
    """Hardware on which a framework does not run some models, or any: answers count it as ruled out there."""

    framework: ids.FrameworkId
    accelerators: NonEmpty[ids.AcceleratorId]
    workload: Workload | None = None
    """Absent: any."""
    families: Listing[ids.FamilyId] = ()
    architectures: Listing[ids.ArchitectureId] = ()
    models: Listing[ids.ModelId] = ()
    """The models it is about: these, and those of the architectures and families; all of them where none is named."""
    from_sdk: ids.SdkId | None = None
    """The first SDK release of which this holds; absent: always."""
    last_sdk: Text | None = None
    """The last SDK release before, as the source names it."""
    pin: Listing[Text] = ()
    """What to install to stay before it, as published."""


class Limitation(Record):
    """A known limit or issue."""

    title: Text
    summary: Text
    affects: Subjects
    examples: Listing[Text] = ()
    """Affected models, as the source names them."""
    other_names: Listing[OtherName] = ()
    """What people search for: error messages, symptoms."""
    bound: Bound | None = None
    excludes: Exclusion | None = None
    """What the limitation rules out as a whole, where it does."""
    workaround: Text | None = None
    first_seen: Text | None = None
    last_seen: Text | None = None
    """The newest release whose notes list it, if the notes of several releases do."""
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
"""A field name; for a list, conditions that select its entries by the value of one of their fields."""
POINTER_PATH = rf"^{STEP}(\.{STEP})*$"
"""The form of a path from a record to a value in it, such as rows[line=3].throughput."""


class Pointer(Record):
    """A field in the data whose value a claim is about. Entries of lists are selected by value, not by position."""

    record: Annotated[
        str, StringConstraints(pattern=r"^[a-z]+/[a-z0-9._/-]+$"), Field(examples=["components/example-tool"])
    ]
    """Folder and id of the record."""
    at: Annotated[
        str,
        StringConstraints(pattern=POINTER_PATH),
        Field(examples=["notices[event=announced][date=2026-03-31].sdk"]),
    ]
    """The path to the value: field names with dots; entries of lists are selected by the values of their fields."""


class Conflict(Record):
    """Two or more claims that cannot all be true, or that read as if they could not."""

    title: Text
    about: Subjects
    claims: Annotated[NonEmpty[Claim], Field(min_length=2)]
    facts: Listing[Pointer] = ()
    """The values in the data that disagree: two or more; none if the data has one of them or none."""
    reading: Text
    """What this site shows, and why."""
    state: Annotated[str, Term("conflict_state")]
    inferred: bool = True
    """Whether the reading is the editor's conclusion rather than a source's statement."""
    notes: Listing[Statement] = ()
    former_ids: FormerIds = ()
