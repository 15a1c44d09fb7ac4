"""A mistake in a data file, and the place where it must be refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from macros.checks import load_sound
from macros.loading import DataError
from tests.support.edited_data import EditedData

ANY = 0
"""Stands for a column where only the line is certain."""


@dataclass(frozen=True)
class Damage:
    """A file with a mistake in it, and the place of the mistake."""

    what: str
    text: str
    """An escaped surrogate in it is a byte that is not UTF-8."""
    line: int
    column: int = ANY


Make = Callable[[], Damage]
"""Damages a file."""


def places_refused(folder: Path) -> set[tuple[str, int, int]]:
    """File, line and column of each problem of a data folder, and the line with any column. No other error may come."""
    try:
        load_sound(folder)
    except DataError as error:
        return {(one.file, one.line, column) for one in error.problems for column in (one.column, ANY)}
    return set()


def accepted(data: EditedData, damaged: Mapping[str, Damage]) -> list[str]:
    """The damages that are not refused at their places, of some in files of their own that are loaded together."""
    for name, damage in damaged.items():
        data.write(data.folder / name, damage.text)
    refused = places_refused(data.folder)
    return [
        f"{damage.what} at data/{name}:{damage.line}:{damage.column}"
        for name, damage in damaged.items()
        if (f"data/{name}", damage.line, damage.column) not in refused
    ]
