"""What a vendor says of a framework, or of a whole SDK, on an accelerator for a workload on one date."""

from __future__ import annotations

import datetime
from typing import Annotated

from macros.schema.base import (
    AcceleratorId,
    Date,
    FrameworkId,
    Listing,
    NonEmpty,
    Record,
    SourceReference,
    Term,
    Text,
)


class SupportStatement(Record):
    """One statement. Of several about the same thing, the newest holds today and the others are its history."""

    accelerator: AcceleratorId
    workload: Annotated[str, Term("workload")]
    status: Annotated[str, Term("support_status")]
    date: Date | None = None
    """The date it speaks for."""
    after: Date | None = None
    """Instead of `date`, where the source has none: a day after which the text was written."""
    as_published: Text | None = None
    """The words of the source."""
    package: Text | None = None
    """The part of the framework, or the package, that it is about; absent: the framework as such."""
    last_sdk: Text | None = None
    """The last SDK release that supports or has it."""
    ends_with: Text | None = None
    """The SDK release with which support is announced to end, where the announcement is not in force yet."""
    pin: Listing[Text] = ()
    """What to install: packages with versions, images."""
    replacement: Listing[FrameworkId] = ()
    """What the source, or another one cited, names instead."""
    disputed: Text | None = None
    """What other sources say, where they differ."""
    note: Text | None = None
    inferred: Text | None = None
    """Why the editor concludes this, where no source says it outright."""
    citations: NonEmpty[SourceReference]

    @property
    def day(self) -> datetime.date:
        """The day by which statements are ordered."""
        return self.date or self.after or datetime.date.min
