"""Where sources disagree."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints
from pydantic.types import Strict

from macros.schema.base import Citation, Record, Statement
from macros.schema.limitations import Subjects
from macros.schema.references import Term
from macros.schema.values import FormerIds, Listing, Text


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
    claims: Annotated[tuple[Claim, ...], Strict(strict=False), Field(min_length=2)]
    facts: Listing[Pointer] = ()
    """The values in the data that disagree: two or more; none if the data has one of them or none."""
    reading: Text
    """What this site shows, and why."""
    state: Annotated[str, Term("conflict_state")]
    inferred: bool = True
    """Whether the reading is the editor's conclusion rather than a source's statement."""
    notes: Listing[Statement] = ()
    former_ids: FormerIds = ()
