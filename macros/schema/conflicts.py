"""Where sources disagree."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints
from pydantic.types import Strict

from macros.schema.base import Citation, FormerIds, Listing, Record, Statement, Term, Text
from macros.schema.limitations import Subjects


class Claim(Record):
    """What one source, or one place in it, says."""

    says: Text
    citation: Citation


STEP = r"[A-Za-z0-9_-]+(\[[a-z0-9_]+=[^\[\]]+\])*"
"""A field, and of a list which entries: those that have some value in one of their own fields."""
WAY = rf"^{STEP}(\.{STEP})*$"
"""The form of the way from a record to a value in it."""


class Pointer(Record):
    """A place in the data that holds, as a value, what a claim says. It stays when rows are added before it."""

    record: Annotated[
        str, StringConstraints(pattern=r"^[a-z]+/[a-z0-9._/-]+$"), Field(examples=["components/example-tool"])
    ]
    """Folder and id of the record."""
    at: Annotated[
        str,
        StringConstraints(pattern=WAY),
        Field(examples=["notices[event=announced][date=2026-03-31].sdk"]),
    ]
    """The way to the value: fields with dots, each entry of a list found by what stands in it."""


class Conflict(Record):
    """Two or more claims that cannot all be true, or that read as if they could not."""

    title: Text
    about: Subjects
    claims: Annotated[tuple[Claim, ...], Strict(strict=False), Field(min_length=2)]
    facts: Listing[Pointer] = ()
    """Where the data itself holds the values that disagree: two or more, or none where it holds one side or neither."""
    reading: Text
    """What this site shows, and why."""
    state: Annotated[str, Term("conflict_state")]
    inferred: bool = True
    """Whether the reading is the editor's conclusion rather than a source's statement."""
    notes: Listing[Statement] = ()
    former_ids: FormerIds = ()
