"""What holds for the whole knowledge base: its vocabularies, its age rule, redirects and exceptions to rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints, WithJsonSchema
from pydantic_core import PydanticCustomError

from macros.schema.base import Record
from macros.schema.values import ID, PRINTABLE, Count, Listing, NonEmpty, Text

Address = Annotated[str, StringConstraints(pattern=r"^/([a-z0-9][a-z0-9._-]*/)*$"), Field(examples=["/models/"])]
"""A page's address from the site's root."""


class AgeRule(Record):
    """When a fact counts as old."""

    old_after_months: Count
    explanation: Text


class Atlas(Record):
    """`data/atlas.yml`."""

    age_rule: AgeRule


class Redirect(Record):
    """A former address and where its page is now."""

    moved_from: Annotated[Address, Field(alias="from")]
    to: Address
    reason: Text


class Redirects(Record):
    """`data/redirects.yml`."""

    redirects: NonEmpty[Redirect]


class RuleException(Record):
    """One finding of one rule that is accepted, and why."""

    rule: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]*$"), Field(examples=["not-in-the-future"])]
    """The rule's name, which its messages end with."""
    record: Annotated[str, StringConstraints(pattern=ID), Field(examples=["models/example-model"])]
    """Folder and id of the record that the message is about."""
    about: Text | None = None
    """The `about` that the message proposes, if it does: which finding in the record."""
    reason: Text
    """Why the fact is right, or stands as its source prints it."""


class Exceptions(Record):
    """`data/exceptions.yml`."""

    exceptions: Listing[RuleException]


Tone = Literal["good", "partial", "planned", "bad", "neutral", "unknown"]
"""Which of the six status colours and shapes a value is shown in."""


ValueName = Annotated[str, StringConstraints(pattern=ID), WithJsonSchema({"type": "string"})]
"""What records and addresses write for a value."""


class Value(Record):
    """One value of a vocabulary: how pages show it."""

    label: Text
    definition: Text
    symbol: Annotated[str, StringConstraints(min_length=1, max_length=2, strip_whitespace=True, pattern=PRINTABLE)]
    tone: Tone = "neutral"


class Task(Value):
    """What a model is for."""

    names: Listing[Text] = ()
    """What readers type for it, besides its label."""
    as_published: Listing[Text] = ()
    """What sources print for it, besides its label: tasks and headings of their tables."""


class Vocabulary(Record):
    """A closed set of values for one field."""

    label: Text
    definition: Text
    values: Annotated[Mapping[ValueName, Value], Field(min_length=1)]


class Tasks(Vocabulary):
    """What models are for."""

    values: Annotated[Mapping[ValueName, Task], Field(min_length=1)]


def _requires(*relied_on: str) -> AfterValidator:
    """Validator: the vocabulary has these values, which the code names."""

    def check(vocabulary: Vocabulary) -> Vocabulary:
        missing = [value for value in relied_on if value not in vocabulary.values]
        if missing:
            raise PydanticCustomError(
                "value_missing",
                "expected the values that pages rely on, got none of {missing}",
                {"missing": ", ".join(missing)},
            )
        return vocabulary

    return AfterValidator(check)


class Vocabularies(Record):
    """`data/vocabularies.yml`: every vocabulary that a field or a page uses, and no other."""

    fit: Annotated[Vocabulary, _requires("unknown")]
    status: Annotated[Vocabulary, _requires("supported", "unsupported")]
    evidence: Annotated[
        Vocabulary,
        _requires(
            *("guideline", "sample", "tested-configuration", "validated-example", "benchmark"),
            *("listed", "vendor-tested", "planner"),
        ),
    ]
    support_status: Annotated[
        Vocabulary,
        _requires(
            *("current", "public-beta", "experimental", "private-beta"),
            *("maintenance", "ended", "never", "unknown"),
        ),
    ]
    outcome: Annotated[
        Vocabulary,
        _requires(
            "supported", "contested", "beta", "experimental", "maintained", "ended", "ran", "unsupported", "not-known"
        ),
    ]
    evidence_level: Annotated[Vocabulary, _requires("checkpoint", "architecture", "family")]
    task: Annotated[Tasks, _requires("multimodal")]
    fits: Annotated[Vocabulary, _requires("yes", "tight", "no", "unknown")]
    batch_size_scope: Vocabulary
    workload: Vocabulary
    topology: Vocabulary
    precision: Vocabulary
    core_architecture: Vocabulary
    accelerator_kind: Vocabulary
    instance_kind: Vocabulary
    image_kind: Annotated[Vocabulary, _requires("container", "machine-image")]
    category: Vocabulary
    lifecycle: Annotated[Vocabulary, _requires("preview", "current", "maintenance", "ended", "removed")]
    lifecycle_event: Vocabulary
    component_kind: Vocabulary
    benchmark_table: Vocabulary
    throughput_unit: Vocabulary
    latency_basis: Vocabulary
    attention: Vocabulary
    cache: Annotated[Vocabulary, _requires("keys-values", "encoder-decoder", "latent", "none")]
    purchase: Annotated[Vocabulary, _requires("on-demand")]
    certainty: Vocabulary
    source_state: Vocabulary
    limitation_state: Vocabulary
    conflict_state: Vocabulary
