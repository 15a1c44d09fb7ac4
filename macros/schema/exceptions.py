"""Exceptions to the rules that span records: what a rule refuses and is right all the same."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from macros.schema.base import ID, Listing, Record, Text


class RuleException(Record):
    """One finding of one rule that stands, and why."""

    rule: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]*$"), Field(examples=["not-in-the-future"])]
    """The rule's name, which its messages end with."""
    record: Annotated[str, StringConstraints(pattern=ID), Field(examples=["models/example-model"])]
    """Folder and id of the record that the message is about."""
    about: Text | None = None
    """What in the record it is about, as the message says it."""
    reason: Text
    """Why the fact is right, or stands as its source prints it."""


class Exceptions(Record):
    """`data/exceptions.yml`."""

    exceptions: Listing[RuleException]
