"""How every API file is wrapped and written: the same data gives the same bytes."""

from __future__ import annotations

import datetime
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import islice
from typing import Any, TypeVar

T = TypeVar("T")

SCHEMA_VERSION = "1.0"

ENVELOPE: Mapping[str, str] = {
    "schema_version": "Version of the columns: the second number grows when one is added, the first when one changes.",
    "data_revision": "A digest of the data: of all of it in a list, and in the file of one record or one model of what"
    " that file holds. It changes when a fact in it does, and with nothing else.",
    "count": "How many entries result has.",
    "result": "The rows or records.",
}
"""What stands around every list, and what it means."""

DIGITS = 16
"""Of a revision."""

END = b"]}\n"

ROWS = 500
"""Rows that are written at a time."""


def envelope(result: Collection[Mapping[str, Any]], revision: str) -> Iterator[bytes]:
    """A list of rows with what a program needs to know about it, in parts. `revision` is that of all the data."""
    yield _head(revision, len(result))
    # In parts, for a hundred thousand rows four times over in memory would be more than all the rest of a build.
    for number, rows in enumerate(in_parts(result, ROWS)):
        yield f"{',' if number else ''}{','.join(map(compact, rows))}".encode()
    yield END


def envelope_of_one(result: Collection[Mapping[str, Any]]) -> bytes:
    """What is known of one record. Its revision is that of these rows, so that the file changes only when they do."""
    rows = ",".join(map(compact, result)).encode()
    return _head(sha256(rows).hexdigest()[:DIGITS], len(result)) + rows + END


def _head(revision: str, count: int) -> bytes:
    head = f'{{"schema_version":"{SCHEMA_VERSION}","data_revision":"{revision}","count":{count},"result":['
    return head.encode()


def in_parts(rows: Iterable[T], size: int) -> Iterator[Sequence[T]]:
    """Rows, so many at a time."""
    remaining = iter(rows)
    while part := list(islice(remaining, size)):
        yield part


def as_json(document: Any) -> bytes:
    """A document as published: one line a row would cost every reader, so none of it is indented."""
    return f"{compact(document)}\n".encode()


def compact(value: Any) -> str:
    """A value as JSON text without blanks."""
    return _ENCODER.encode(value)


def _plain(value: object) -> str:
    if isinstance(value, datetime.date):
        return value.isoformat()
    raise TypeError(f"cannot publish a {type(value).__name__}")


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=_plain)
