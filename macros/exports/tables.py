"""Lists as CSV, for spreadsheets and for programs that read tables."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from macros.exports.columns import Row
from macros.exports.envelope import ROWS, compact, in_parts


def as_csv(result: Iterable[Row]) -> Iterator[bytes]:
    """Rows as CSV: an unpublished fact as an empty cell, truth as true and false, a list of words with semicolons.

    What has parts of its own stands as JSON text.
    """
    named = False
    for rows in in_parts(result, ROWS):
        yield _written([] if named else [list(rows[0])], rows)
        named = True
    if not named:
        yield b"\n"


def _written(heads: Sequence[Sequence[str]], rows: Iterable[Row]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows(heads)
    writer.writerows([_cell(value) for value in row.values()] for row in rows)
    return text.getvalue().encode()


def _cell(value: object) -> object:
    write = CELLS.get(type(value))
    return write(value) if write else value


def _text(value: str) -> str:
    # A spreadsheet runs a cell that begins like this as a formula; the quote makes it text.
    return f"'{value}" if value[:1] in FORMULA else value


FORMULA = frozenset("=+-@\t\r")

CELLS: Mapping[type, Callable[[Any], str]] = {
    str: _text,
    bool: lambda value: str(value).lower(),
    # In a row a list holds ids or single words, in a record (a tuple there) it may hold sentences, or mappings.
    list: lambda value: _text(";".join(map(str, value))),
    tuple: compact,
    dict: compact,
}
"""By type: how a value is written. Others are written as they are."""
