"""Facts as Markdown tables, with the columns of the API.

What all rows of a table have in common stands once above it, so that a table has only the columns that vary.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, TypeVar

from macros.columns import Column
from macros.outputs.twins.text import Words

F = TypeVar("F")


def table_section(
    words: Words, heading: str, columns: Sequence[Column[F]], facts: Sequence[F], *, names_gaps: bool = False
) -> Iterator[str]:
    """A heading and a table of facts; nothing where there are none.

    `names_gaps` lists the columns in which no row has a value.
    """
    if not facts:
        return
    yield from ("", f"## {heading}", "")
    varying: dict[str, Sequence[str]] = {}
    common, gaps = [], []
    for column in columns:
        cells = _cells(words, column, facts)
        if len(set(cells)) > 1:
            varying[column.heading] = [cell or column.absent for cell in cells]
        elif cells[0]:
            common.append(f"- **{column.heading}:** {cells[0]}")
        else:
            gaps.append(column.heading)
    yield from ("One row:" if len(facts) == 1 else f"{len(facts)} rows. All have in common:", "", *common)
    if names_gaps and gaps:
        yield f"- **Not published in any row:** {'; '.join(gaps)}"
    if varying:
        yield from ("", f"| {' | '.join(varying)} |", f"|{'---|' * len(varying)}")
        yield from (f"| {' | '.join(cells)} |" for cells in zip(*varying.values(), strict=True))


def _cells(words: Words, column: Column[F], facts: Sequence[F]) -> Sequence[str]:
    """The values of a column as Markdown, empty where there is none."""
    write: Callable[[Any], str] = words.value
    if column.kind is not None:
        write = partial(words.reference, column.kind)
    elif column.vocabulary is not None:
        write = partial(words.term, column.vocabulary)
    cells = []
    for fact in facts:
        value = column.value(fact)
        if isinstance(value, list | tuple):
            cells.append("; ".join(map(write, value)))
        else:
            cells.append("" if value is None else write(value))
    return cells
