"""Rows as files: JSON inside the envelope of the API, and CSV. The same data gives the same bytes."""

from __future__ import annotations

import csv
import datetime
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from typing import Any

from macros.columns.column import Row

BASE = "api/v1/"
"""The folder of the API, from the site's root."""

SCHEMA_VERSION = "1.0"

REVISION_DIGITS = 16
"""The length of a revision: hexadecimal digits."""

FORMULA = tuple("=+-@\t\r")
"""The first characters of a formula in a spreadsheet."""


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


ENVELOPE: Mapping[str, tuple[str, str]] = {
    "schema_version": (
        "string",
        "Version of the columns: the second number grows when one is added, the first when one changes.",
    ),
    "data_revision": (
        "string",
        (
            "A digest of the data: of all of it in a list, and in the file of one record or one model of what that "
            "file holds. It changes when a fact in it does, and with nothing else."
        ),
    ),
    "count": ("integer", "How many entries result has."),
    "result": ("array", "The rows or records."),
}
"""JSON type and meaning of the fields of the object that every list and every file of one record is, in their order."""


def envelope_header(revision: str, count: int | None) -> Mapping[str, str | int | None]:
    """The envelope without the entries. `revision` is the digest of the data."""
    return {"schema_version": SCHEMA_VERSION, "data_revision": revision, "count": count}


def rows_as_json(rows: Iterable[Row], count: int, revision: str) -> Iterator[bytes]:
    """A JSON file with `count` rows, row by row: 100,000 of them are never in memory as text all at once."""
    yield f'{compact(envelope_header(revision, count))[:-1]},"result":['.encode()
    for number, row in enumerate(rows):
        yield f"{',' if number else ''}{compact(row)}".encode()
    yield b"]}\n"


def record_as_json(rows: Sequence[Row]) -> bytes:
    """The JSON file of one record. Its revision is the digest of these rows: the file changes only when they do."""
    content = ",".join(map(compact, rows)).encode()
    first, last = rows_as_json((), len(rows), sha256(content).hexdigest()[:REVISION_DIGITS])
    return b"".join((first, content, last))


def as_json(document: Any) -> bytes:
    """A document as one line of JSON; indenting it would make downloads larger."""
    return f"{compact(document)}\n".encode()


def compact(value: Any) -> str:
    """A value as JSON text without blanks. Raises TypeError for types other than those of JSON and dates."""
    return _ENCODER.encode(value)


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=datetime.date.isoformat)


def rows_as_csv(rows: Iterable[Row]) -> Iterator[bytes]:
    """Rows as CSV, line by line; an empty line if there are none.

    None is an empty cell, a boolean true or false, a list of words joined with semicolons, nested values JSON text
    without what is None: readers of CSV limit the length of a cell.
    """
    writer = csv.writer(_Line(), lineterminator="\n")
    every = iter(rows)
    first = next(every, {})
    yield writer.writerow(first.keys())
    for row in chain([first] if first else [], every):
        yield writer.writerow(map(_cell, row.values()))


class _Line:
    """What `csv` writes to. It returns the line, which `writerow` returns in turn."""

    def write(self, line: str) -> bytes:
        return line.encode()


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple | dict):
        return compact(_stated(value))
    # A table has lists of ids or single words; the lists of a record are tuples, also of sentences or mappings.
    text = ";".join(map(str, value)) if isinstance(value, list) else value
    # A spreadsheet would run a cell that begins like this as a formula; the quote makes it text.
    return f"'{text}" if isinstance(text, str) and text.startswith(FORMULA) else text


def _stated(value: object) -> object:
    """A nested value without the entries that are None."""
    if isinstance(value, dict):
        return {key: _stated(one) for key, one in value.items() if one is not None}
    return [_stated(one) for one in value] if isinstance(value, tuple | list) else value
