"""Sources: the documents and files that facts are taken from, and where newer versions of what is recorded appear."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal
from urllib.parse import quote

from pydantic import Field, StringConstraints

from macros.schema.base import Record
from macros.schema.references import Term
from macros.schema.values import Date, FormerIds, Listing, Text, Url

Commit = Annotated[
    str, StringConstraints(pattern=r"^[0-9a-f]{40}$"), Field(examples=["0123456789abcdef0123456789abcdef01234567"])
]


class Watch(Record):
    """A place that the weekly report compares with what is recorded."""

    place: Literal["package-index", "repository"]
    """Compared is the newest version of a package, or the newest tag that is a version."""
    name: Text
    """In the Python Package Index the package, on GitHub owner and repository."""
    newest: Text | None = None
    """The newest version known here. Absent for an SDK, whose releases are records."""
    read: Date
    """The day on which somebody last looked there. It is the date of no fact."""


class SourceLink(Record):
    """A further address of a source: its repaired form, its successor, where it is archived."""

    label: Text
    url: Url
    works: bool = True
    """Whether the address leads there. False also where that is not known."""


class Source(Record):
    """A document or file, at one revision. Of a file on GitHub, repository, path and commit tell most of the rest."""

    FOLLOWING: ClassVar[frozenset[str]] = frozenset({"title", "summary", "url", "as_of_basis"})

    @classmethod
    def following(cls, stated: Mapping[str, Any]) -> Mapping[str, Any]:
        repository, path, commit = (stated.get(name) for name in ("repository", "path", "commit"))
        if not (repository and path and commit):
            return {}
        return {
            "title": f"{repository}: {path} at {str(commit)[:8]}",
            "summary": f"Read at commit {str(commit)[:8]}.",
            "url": f"https://github.com/{quote(f'{repository}/blob/{commit}/{path}')}",
            **({"as_of_basis": "The last commit that changed the file."} if "as_of" in stated else {}),
        }

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
