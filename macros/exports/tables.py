"""Lists as CSV, for spreadsheets and for programs that read tables."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from macros.exports.columns import Row
from macros.exports.envelope import compact


def as_csv(result: Sequence[Row]) -> bytes:
    """Rows as CSV: an unpublished fact as an empty cell, truth as true and false, a list of words with semicolons.

    What has parts of its own stands as JSON text.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(result[0] if result else ())
    writer.writerows([_cell(value) for value in row.values()] for row in result)
    return text.getvalue().encode()


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return str(value).lower()
    # In a row a list holds ids or single words, in a record (a tuple there) it may hold sentences, or mappings.
    if isinstance(value, dict | tuple):
        return compact(value)
    if isinstance(value, list):
        return _cell(";".join(map(str, value)))
    # A spreadsheet runs a cell that begins like this as a formula; the quote makes it text.
    if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")):
        return f"'{value}"
    return value
