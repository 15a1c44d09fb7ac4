"""How every API file is wrapped and written: the same data gives the same bytes."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import islice
from typing import Any, TypeVar

from macros.tables.api_file import SCHEMA_VERSION

T = TypeVar("T")

DIGITS = 16
"""Of a revision."""

END = b"]}\n"

ROWS = 500
"""Rows that are written at a time."""


def envelope(rows: Iterable[Mapping[str, Any]], count: int, revision: str) -> Iterator[bytes]:
    """A list of so many rows in its envelope, in chunks: a hundred thousand rows do not fit in memory several times.

    `revision` is that of all the data.
    """
    yield _head(revision, count)
    for number, chunk in enumerate(chunks(rows, ROWS)):
        yield f"{',' if number else ''}{','.join(map(compact, chunk))}".encode()
    yield END


def envelope_of_one(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """What is known of one record. Its revision is that of these rows, so that the file changes only when they do."""
    content = ",".join(map(compact, rows)).encode()
    return _head(sha256(content).hexdigest()[:DIGITS], len(rows)) + content + END


def _head(revision: str, count: int) -> bytes:
    head = f'{{"schema_version":"{SCHEMA_VERSION}","data_revision":"{revision}","count":{count},"result":['
    return head.encode()


def chunks(rows: Iterable[T], size: int) -> Iterator[Sequence[T]]:
    """Rows in lists of at most `size`."""
    remaining = iter(rows)
    while chunk := list(islice(remaining, size)):
        yield chunk


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
