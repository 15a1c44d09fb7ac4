"""Lists as CSV, for spreadsheets and for programs that read tables."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from macros.exports.envelope import ROWS, chunks, compact
from macros.tables import Row


def as_csv(rows: Iterable[Row]) -> Iterator[bytes]:
    """Rows as CSV, in chunks; a line end where there are none.

    None is an empty cell, a truth value true or false, a list of words joined with semicolons, other values JSON text.
    """
    number = -1
    for number, chunk in enumerate(chunks(rows, ROWS)):
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        if number == 0:
            writer.writerow(chunk[0].keys())
        writer.writerows([_cell(value) for value in row.values()] for row in chunk)
        yield text.getvalue().encode()
    if number < 0:
        yield b"\n"


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
    # In a row of facts a list holds ids or single words, in a record it is a tuple, and may hold sentences or mappings.
    list: lambda value: _text(";".join(map(str, value))),
    tuple: compact,
    dict: compact,
}
"""How to write values of a type; others are written as they are."""
