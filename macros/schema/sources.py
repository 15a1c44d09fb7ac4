"""Sources: the documents and files that facts are taken from."""

from __future__ import annotations

from typing import Annotated

from macros.schema.base import Commit, Date, FormerIds, Listing, Record, Term, Text, Url
from macros.schema.watching import Watch


class SourceLink(Record):
    """A further address of a source: its repaired form, its successor, where it is archived."""

    label: Text
    url: Url
    works: bool = True
    """Whether the address leads there. False also where that is not known."""


class Source(Record):
    """A document or file, at one revision."""

    title: Text
    short_title: Text | None = None
    """For citations, where the title is long."""
    publisher: Text
    summary: Text
    """What it is and what was taken from it, in our words."""
    url: Url
    """The address of exactly this revision."""
    repository: Text | None = None
    path: Text | None = None
    commit: Commit | None = None
    as_of: Date | None = None
    """The date for which the document is valid; absent if none was published."""
    as_of_basis: Text
    """How that date is known, or why it is not."""
    stated_date: Text | None = None
    """The date the document prints about itself, as printed."""
    doubt: Text | None = None
    """What makes its date or its content doubtful."""
    licence: Text
    state: Annotated[str, Term("source_state")]
    founding: bool = False
    """One of the documents this knowledge base began with."""
    links: Listing[SourceLink] = ()
    watch: Watch | None = None
    """Where later revisions of it appear."""
    losses: Listing[Text] = ()
    """What was lost or garbled in our copy, and how it was recovered."""
    former_ids: FormerIds = ()
