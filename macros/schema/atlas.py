"""What holds for the whole knowledge base: its age rule, redirects and exceptions to rules."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from macros.schema.base import Record
from macros.schema.values import ID, Count, Listing, NonEmpty, Text

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
