"""Where newer versions of what is recorded appear."""

from __future__ import annotations

from typing import Literal

from macros.schema.base import Date, Record, Text


class Watch(Record):
    """A place that the weekly report compares with what is recorded."""

    place: Literal["package-index", "repository", "document"]
    """Compared is the newest version of a package, the newest tag that is a version, or the date that a host sends."""
    name: Text
    """In the Python Package Index the package, on GitHub owner and repository, of a document its address."""
    newest: Text | None = None
    """The newest version known here. Absent for an SDK, whose releases are records, and for a document."""
    read: Date
    """The day on which somebody last looked there. It is the date of no fact."""
