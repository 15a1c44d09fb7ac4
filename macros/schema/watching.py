"""Where newer versions of what is recorded appear."""

from __future__ import annotations

from typing import Literal

from macros.schema.base import Date, Record, Text


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
