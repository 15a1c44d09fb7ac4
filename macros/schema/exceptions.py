"""Exceptions to the rules that span records: findings that are correct data all the same."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from macros.schema.base import ID, Listing, Record, Text


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
