"""What holds for the whole knowledge base: its age rule, changes and redirects."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from macros.schema.base import Count, Date, Listing, NonEmpty, Record, Text

Address = Annotated[str, StringConstraints(pattern=r"^/([a-z0-9][a-z0-9._-]*/)*$"), Field(examples=["/models/"])]
"""A page's address from the site's root."""


class AgeRule(Record):
    """When a fact counts as old."""

    old_after_months: Count
    explanation: Text


class Change(Record):
    """What changed in the data, for readers."""

    date: Date
    title: Text
    text: Text
    pages: Listing[Address] = ()


class Atlas(Record):
    """`data/atlas.yml`."""

    age_rule: AgeRule
    changes: NonEmpty[Change]


class Redirect(Record):
    """A former address and where its page is now."""

    moved_from: Annotated[Address, Field(alias="from")]
    to: Address
    reason: Text


class Redirects(Record):
    """`data/redirects.yml`."""

    redirects: NonEmpty[Redirect]
