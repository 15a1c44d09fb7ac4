"""Closed vocabularies: every value with its words and its symbol, held once in `data/vocabularies.yml`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from macros.schema.base import Record, Text

Tone = Literal["good", "partial", "planned", "bad", "neutral", "unknown"]
"""Which of the six status colours and shapes a value is shown in."""


class Value(Record):
    """One value of a vocabulary, as readers meet it."""

    label: Text
    definition: Text
    symbol: Annotated[str, StringConstraints(min_length=1, max_length=2)]
    tone: Tone = "neutral"


class Vocabulary(Record):
    """A closed set of values for one field."""

    label: Text
    definition: Text
    values: Annotated[dict[str, Value], Field(min_length=1)]


class Vocabularies(Record):
    """`data/vocabularies.yml`: every vocabulary that a field or a page uses, and no other."""

    fit: Vocabulary
    status: Vocabulary
    evidence: Vocabulary
    answer: Vocabulary
    evidence_level: Vocabulary
    batch_size_scope: Vocabulary
    workload: Vocabulary
    topology: Vocabulary
    precision: Vocabulary
    core_architecture: Vocabulary
    accelerator_kind: Vocabulary
    instance_kind: Vocabulary
    category: Vocabulary
    lifecycle: Vocabulary
    lifecycle_event: Vocabulary
    component_kind: Vocabulary
    benchmark_table: Vocabulary
    throughput_unit: Vocabulary
    latency_basis: Vocabulary
    certainty: Vocabulary
    source_state: Vocabulary
    limitation_state: Vocabulary
    conflict_state: Vocabulary
