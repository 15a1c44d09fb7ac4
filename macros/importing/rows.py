"""Rows of a list in two editions: which continues which, and what a row keeps of the one it continues."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from macros.facts.grouping import group_pairs

DataRow = Mapping[str, Any]
"""A row of a data file as it is written there: ids and names, not validated."""


class UpstreamError(Exception):
    """The files cannot be imported; the message says which, and what was expected."""


@dataclass(frozen=True)
class RowKeys:
    """By which of its cells a row of a list is known again in another edition."""

    cells: Sequence[str]
    place: str = ""
    """The cell that only says where the row stands."""
    field: str = "rows"
    """The field of the record that holds the list."""
    places: Sequence[str] = ()
    """Where each row of the upstream stands, for messages."""

    def of(self, row: DataRow) -> str:
        return " ".join(str(row.get(cell)) for cell in self.cells)

    def matches(self, old: Sequence[DataRow], new: Sequence[DataRow], where: str) -> Sequence[int | None]:
        """For each new row the index of the old row that it continues; None where it is new.

        A row continues one that already says all it says, else the one with its key. Raises UpstreamError, with the
        file in `where`, if a key that is needed is not unique: figures of one row would land in another.
        """
        left = dict(enumerate(old))
        found: dict[int, int] = {}
        for number, row in enumerate(new):
            same = next((index for index, before in left.items() if self.says(before, row)), None)
            if same is not None:
                found[number] = same
                del left[same]
        old_rows = group_pairs((self.of(row), index) for index, row in left.items())
        new_rows = group_pairs((self.of(row), number) for number, row in enumerate(new) if number not in found)
        for key, numbers in new_rows.items():
            for side, places in (("data", old_rows.get(key, ())), ("upstream", numbers)):
                if len(places) > 1:
                    stated = self.places if side == "upstream" else ()
                    first, second = (stated[index] if stated else f"[{index}]" for index in places[:2])
                    raise UpstreamError(
                        f"{where}: two rows of the {side}, {first} and {second}, are alike in"
                        f" {', '.join(self.cells)}: {key}."
                        " Which of them the other side means cannot be told; bring both up to date by hand"
                    )
            found |= dict(zip(numbers, old_rows.get(key, ()), strict=False))
        return [found.get(number) for number in range(len(new))]

    def says(self, before: DataRow, row: DataRow) -> bool:
        """Whether the data has all that a row of the upstream says."""
        return all(before.get(cell) == value for cell, value in row.items() if cell != self.place)


def continued(old: Sequence[DataRow], new: Sequence[DataRow], matches: Sequence[int | None]) -> list[DataRow]:
    """The new rows with the cells that only those rows have that they continue."""
    return [{**({} if index is None else old[index]), **row} for index, row in zip(matches, new, strict=True)]
