"""A file of the API as it is described to readers, and the envelope around its rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

BASE = "api/v1/"
"""The folder of the API, from the site's root."""

SCHEMA_VERSION = "1.0"


@dataclass(frozen=True)
class EnvelopeField:
    """A field of the JSON object that every list and every file of one record is."""

    name: str
    json_type: str
    meaning: str
    value: Callable[[str, int | None], str | int | None]
    """Its value, given a data revision and a number of entries; None where that depends on the file."""


ENVELOPE: Sequence[EnvelopeField] = (
    EnvelopeField(
        "schema_version",
        "string",
        "Version of the columns: the second number grows when one is added, the first when one changes.",
        lambda _revision, _count: SCHEMA_VERSION,
    ),
    EnvelopeField(
        "data_revision",
        "string",
        "A digest of the data: of all of it in a list, and in the file of one record or one model of what that file"
        " holds. It changes when a fact in it does, and with nothing else.",
        lambda revision, _count: revision,
    ),
    EnvelopeField("count", "integer", "How many entries result has.", lambda _revision, count: count),
    EnvelopeField("result", "array", "The rows or records.", lambda _revision, _count: None),
)
"""In the order in which they are written. The last one holds the entries: they are written one after the other."""


def envelope_header(revision: str, count: int) -> Mapping[str, str | int | None]:
    """The envelope without its last field."""
    return {field.name: field.value(revision, count) for field in ENVELOPE[:-1]}


@dataclass(frozen=True)
class ApiFile:
    """One file of the API, described; its content may be large."""

    name: str
    """The path below api/v1/."""
    what: str
    size: int
    """In bytes, not compressed."""
    entries: int | None
    """Rows or records in it; None where it holds none."""

    @property
    def path(self) -> str:
        """The path from the site's root."""
        return f"{BASE}{self.name}"
