"""Facts as Markdown tables, with the columns of the API.

What all rows of a table have in common stands once above it, so that a table has only the columns that vary.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

from macros.exports.twins.fields import label_of
from macros.exports.twins.text import Words, link
from macros.tables import Column

MOST_ROWS = 400
"""Rows of a table; a longer one is left to the file that has it all."""

EMPTY = ""
"""A cell without a value, before its column says in words what that means."""

F = TypeVar("F")


class MarkdownTable(Generic[F]):
    """Writes facts of one kind as tables with the same columns."""

    def __init__(
        self, words: Words, columns: Sequence[Column[F]], *, names_gaps: bool = False, download: str | None = None
    ) -> None:
        """`names_gaps` lists the columns in which no row has a value; `download` is the CSV file with all facts."""
        self._columns = [(heading_of(column), column, _cell_writer(words, column)) for column in columns]
        self._names_gaps = names_gaps
        self._download = download

    def section(self, heading: str, facts: Sequence[F]) -> Iterator[str]:
        """A section with the facts; nothing where there are none."""
        if not facts:
            return
        yield from ("", f"## {heading}", "")
        if len(facts) > MOST_ROWS and self._download:
            yield f"{len(facts)} rows, too many for this page: {link(self._download, self._download)} has them all."
        else:
            yield from self._rows([self._cells(fact) for fact in facts])

    def _cells(self, fact: F) -> Sequence[str]:
        return [write(column.value(fact)) for _, column, write in self._columns]

    def _rows(self, rows: Sequence[Sequence[str]]) -> Iterator[str]:
        varying: dict[str, Sequence[str]] = {}
        common, gaps = [], []
        for (heading, column, _), cells in zip(self._columns, zip(*rows, strict=True), strict=True):
            if cells.count(cells[0]) != len(cells):
                varying[heading] = [cell or column.absent for cell in cells]
            elif cells[0] == EMPTY:
                gaps.append(heading)
            else:
                common.append(f"- **{heading}:** {cells[0]}")
        yield "One row:" if len(rows) == 1 else f"{len(rows)} rows. All have in common:"
        yield ""
        yield from common
        if self._names_gaps and gaps:
            yield f"- **Not published in any row:** {'; '.join(gaps)}"
        if varying:
            yield from ("", f"| {' | '.join(varying)} |", f"|{'---|' * len(varying)}")
            yield from (f"| {' | '.join(cells)} |" for cells in zip(*varying.values(), strict=True))


def _cell_writer(words: Words, column: Column[Any]) -> Callable[[Any], str]:
    """Writes a value of a column, or each of several."""
    write: Callable[[Any], str] = words.value
    if column.kind is not None:
        write = partial(words.reference, column.kind)
    elif column.vocabulary is not None:
        write = partial(words.term, column.vocabulary)

    def cell(value: Any) -> str:
        if value is None:
            return EMPTY
        return "; ".join(map(write, value)) if isinstance(value, list | tuple) else write(value)

    return cell


def heading_of(column: Column[Any]) -> str:
    """A column's name in words, with its unit."""
    words = label_of(column.name)
    if column.unit is None or column.unit == "YYYY-MM-DD" or words.endswith(f" {column.unit}"):
        return words
    return f"{words} ({column.unit})"
