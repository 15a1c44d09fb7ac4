"""A file of the API as it is described to readers, and the envelope around its rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

BASE = "api/v1/"
"""The folder of the API, from the site's root."""

SCHEMA_VERSION = "1.0"

ENVELOPE: Mapping[str, str] = {
    "schema_version": "Version of the columns: the second number grows when one is added, the first when one changes.",
    "data_revision": "A digest of the data: of all of it in a list, and in the file of one record or one model of what"
    " that file holds. It changes when a fact in it does, and with nothing else.",
    "count": "How many entries result has.",
    "result": "The rows or records.",
}
"""The fields around every list, and what each means."""


@dataclass(frozen=True)
class ApiFile:
    """One file of the API, described; its content may be large."""

    name: str
    """Below api/v1/."""
    what: str
    size: int
    """In bytes, not compressed."""
    entries: int | None
    """Rows or records in it; None where it holds none."""

    @property
    def path(self) -> str:
        """From the site's root."""
        return f"{BASE}{self.name}"
