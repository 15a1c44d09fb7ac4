"""How every API file is wrapped and written: the same data gives the same bytes."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

SCHEMA_VERSION = "1.0"

ENVELOPE: Mapping[str, str] = {
    "schema_version": "Version of the columns: the second number grows when one is added, the first when one changes.",
    "data_revision": "A digest of the data. It changes when a fact does, and with nothing else.",
    "count": "How many entries result has.",
    "result": "The rows or records.",
}
"""What stands around every list, and what it means."""


def envelope(revision: str, result: Sequence[Mapping[str, Any]]) -> bytes:
    """A list of rows with what a program needs to know about it."""
    # Row by row: a hundred thousand of them, four times over in memory, would be more than all the rest of a build.
    written = BytesIO()
    head = compact({"schema_version": SCHEMA_VERSION, "data_revision": revision, "count": len(result)})
    written.write(f'{head[:-1]},"result":['.encode())
    for number, row in enumerate(result):
        written.write(f"{',' if number else ''}{compact(row)}".encode())
    written.write(b"]}\n")
    return written.getvalue()


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
