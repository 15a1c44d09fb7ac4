"""The golden tables of extracted facts, and how a value of a record is held against a cell."""

from __future__ import annotations

import csv
import datetime
from collections.abc import Mapping, Sequence

from tests.places import GOLDEN


def facts(table: str) -> Sequence[dict[str, str]]:
    """The rows of a golden table, in its order."""
    with (GOLDEN / "facts" / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def parts(cell: str) -> Sequence[str]:
    """The members of a list in a cell."""
    return [part.strip() for part in cell.split(";") if part.strip()]


def agrees(value: object, cell: str) -> bool:
    """Whether a record says exactly what a cell says: every digit of a number, every letter of a text."""
    if value is None:
        return cell == ""
    if isinstance(value, bool):
        return cell == ("yes" if value else "no")
    if isinstance(value, int | float):
        return cell != "" and float(cell) == value
    if isinstance(value, datetime.date):
        return value.isoformat() == cell
    if isinstance(value, tuple | list):
        return [str(part) for part in value] == parts(cell)
    return str(value) == cell


def differences(record: object, row: Mapping[str, str], columns: Mapping[str, str]) -> dict[str, tuple[str, object]]:
    """Per column that disagrees with the record's attribute: the cell and the value."""
    values = {column: getattr(record, attribute) for column, attribute in columns.items()}
    return {column: (row[column], value) for column, value in values.items() if not agrees(value, row[column])}
