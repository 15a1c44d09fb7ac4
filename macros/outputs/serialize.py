"""JSON files of the API: rows inside the envelope. The same data gives the same bytes."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import islice
from typing import Any, TypeVar

from macros.columns.envelope import ENVELOPE, envelope_header

T = TypeVar("T")

DIGITS = 16
"""The length of a revision: hexadecimal digits."""

END = b"]}\n"
"""The end of a file whose last field is a list."""

ROWS = 500
"""How many rows are converted to text and written at a time."""


def envelope(rows: Iterable[Mapping[str, Any]], count: int, revision: str) -> Iterator[bytes]:
    """A JSON file with `count` rows, in chunks, so that 100,000 rows are not in memory as text all at once.

    `revision` is the digest of all data.
    """
    yield _head(revision, count)
    for number, chunk in enumerate(chunks(rows, ROWS)):
        yield f"{',' if number else ''}{','.join(map(compact, chunk))}".encode()
    yield END


def envelope_of_one(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """The JSON file of one record. Its revision is the digest of these rows: the file changes only when they do."""
    content = ",".join(map(compact, rows)).encode()
    return _head(sha256(content).hexdigest()[:DIGITS], len(rows)) + content + END


def _head(revision: str, count: int) -> bytes:
    return f'{compact(envelope_header(revision, count))[:-1]},"{ENVELOPE[-1].name}":['.encode()


def chunks(rows: Iterable[T], size: int) -> Iterator[Sequence[T]]:
    """Rows in lists of at most `size`."""
    remaining = iter(rows)
    while chunk := list(islice(remaining, size)):
        yield chunk


def as_json(document: Any) -> bytes:
    """A document as one line of JSON; indenting it would make downloads larger."""
    return f"{compact(document)}\n".encode()


def compact(value: Any) -> str:
    """A value as JSON text without blanks."""
    return _ENCODER.encode(value)


def _plain(value: object) -> str:
    if isinstance(value, datetime.date):
        return value.isoformat()
    raise TypeError(f"cannot publish a {type(value).__name__}")


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=_plain)
