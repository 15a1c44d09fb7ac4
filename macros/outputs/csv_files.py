"""Lists of the API as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from macros.columns import Row
from macros.outputs.serialize import ROWS, chunks, compact


def as_csv(rows: Iterable[Row]) -> Iterator[bytes]:
    """Rows as CSV, in chunks; an empty line if there are none.

    None is an empty cell, a boolean true or false, a list of words joined with semicolons, nested values JSON text
    without what is None: readers of CSV limit the length of a cell.
    """
    header: Iterable[str] | None = None
    for chunk in chunks(rows, ROWS):
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        if header is None:
            writer.writerow(header := chunk[0].keys())
        writer.writerows([_cell(value) for value in row.values()] for row in chunk)
        yield text.getvalue().encode()
    if header is None:
        yield b"\n"


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
    if isinstance(value, tuple | list):
        return [_stated(one) for one in value]
    return value


FORMULA = tuple("=+-@\t\r")
"""The first characters of a formula."""
