"""Curated comparisons of frameworks."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from macros.schema import ids
from macros.schema.base import Citation, Record, Statement
from macros.schema.values import CodeText, Date, FormerIds, Language, Listing, NonEmpty, Text, Url


class Correction(Record):
    """What became true after the table was published."""

    as_of: Date
    values: Annotated[dict[ids.FrameworkId, Text], Field(min_length=1)]
    since: Text | None = None
    """The release that brought it."""
    note: Text | None = None
    citations: NonEmpty[Citation]


class Feature(Record):
    """One row: the same question asked of each framework."""

    feature: Text
    values: dict[ids.FrameworkId, Text]
    """As published."""
    corrections: Listing[Correction] = ()


class Difference(Record):
    """A difference that needs sentences."""

    topic: Text
    area: Annotated[str, StringConstraints(pattern="^(hardware|software)$"), Field(examples=["hardware"])]
    statement: Statement


class Compatibility(Record):
    """Whether what one framework compiles runs on a core architecture."""

    framework: ids.FrameworkId
    target: Text
    runs: bool
    citations: NonEmpty[Citation]


class Variant(Record):
    """The example in one framework."""

    framework: ids.FrameworkId
    language: Language
    code: CodeText
    differing_lines: NonEmpty[int]
    """Numbers of the lines that differ between the variants, from 1."""


class CodeExample(Record):
    """The same work, once per framework."""

    title: Text
    introduction: Text
    variants: NonEmpty[Variant]


class Choice(Record):
    """When to choose which."""

    situation: Text
    choose: ids.FrameworkId | None = None
    statement: Statement


class Place(Record):
    """A place to look for a model, in order."""

    name: Text
    tells: Text
    url: Url | None = None
    state: Text | None = None
    """What became of it."""
    citations: NonEmpty[Citation]


class Comparison(Record):
    """Two frameworks side by side."""

    title: Text
    frameworks: Annotated[NonEmpty[ids.FrameworkId], Field(min_length=2)]
    summary: Text
    features: NonEmpty[Feature]
    features_citation: Citation
    differences: Listing[Difference] = ()
    compatibility: Listing[Compatibility] = ()
    example: CodeExample | None = None
    choices: Listing[Choice] = ()
    places: Listing[Place] = ()
    """Where to look for a model, best first."""
    places_note: Statement | None = None
    citations: NonEmpty[Citation]
    former_ids: FormerIds = ()
