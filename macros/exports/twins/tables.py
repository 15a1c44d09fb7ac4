"""Facts as Markdown tables, from the rows of the API and with the meanings of its columns.

What all rows of a table have in common stands once above it, so that a table has only the columns that vary.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, Generic, TypeVar

from macros.exports.columns import Column, Row
from macros.exports.twins.fields import spoken_name
from macros.exports.twins.text import Words, link

MOST_ROWS = 400
"""Rows of a table; a longer one is left to the file that has it all."""

NOTHING = ""
"""A cell of what was not published, before its column says so in words."""

NOT_PUBLISHED = "not published"

OTHERWISE = {
    "release": "none",
    "replaced_by": "none, this is the newest known",
    "announces": "nothing",
    "successor": "none named",
    "state": "none",
    "component_state": "not said",
    "note": "none",
    "doubt": "none known",
    "framework": "none recorded",
    "family": "none named",
    "instance": "no single type named",
    "instances": "none named",
    "accelerators": "none named",
    "instance_inferred": "no, the source names it",
    "scope_inferred": "no",
    "name_inferred": "no",
    "withdrawn": "no",
    "catalogue": "none",
    "status": "none stated",
    "fit": "none stated",
    "series": "none listed",
    "python": "none named",
    "section": "none",
    "sequence_length": "none stated",
    "model": "no checkpoint named",
}
"""Where nothing in a column means something else than that it was not published."""


F = TypeVar("F")


@dataclass
class Form(Generic[F]):
    """How facts of one kind become rows of a table."""

    words: Words
    columns: Mapping[str, Column]
    row: Callable[[F], Row]
    """The row of a fact, which may have more than these columns."""
    tells_gaps: bool = False
    """Whether to name the columns in which no row of a table has a value."""
    download: str | None = None
    """The file that has all such rows, from the site's root."""
    _cells_by_id: dict[int, tuple[F, tuple[str, ...]]] = field(default_factory=dict)
    """Cache by the fact's `id()`: a test stands in the twins of its model, instance, source and others."""

    @cached_property
    def headings(self) -> Sequence[tuple[str, str]]:
        """Each column's name and heading."""
        return [(name, heading_of(name, column)) for name, column in self.columns.items()]

    @cached_property
    def _writers(self) -> Sequence[tuple[str, Callable[[Any], str]]]:
        return [(name, _writer(self.words, column)) for name, column in self.columns.items()]

    def cells(self, fact: F) -> tuple[str, ...]:
        """A fact's cells in the order of the columns."""
        found = self._cells_by_id.get(id(fact))
        if found is None:
            row = self.row(fact)
            # The fact is kept with its cells, so that its id cannot become that of another one.
            found = self._cells_by_id[id(fact)] = (
                fact,
                tuple([_cell(row[name], write) for name, write in self._writers]),
            )
        return found[1]


def _writer(words: Words, column: Column) -> Callable[[Any], str]:
    if column.kind is not None:
        return partial(words.reference, column.kind)
    return words.value if column.vocabulary is None else partial(words.term, column.vocabulary)


def _cell(value: Any, write: Callable[[Any], str]) -> str:
    if value is None:
        return NOTHING
    return "; ".join(map(write, value)) if isinstance(value, list | tuple) else write(value)


def table(heading: str, form: Form[F], facts: Sequence[F]) -> Iterator[str]:
    """A section with the facts; nothing where there are none."""
    if not facts:
        return
    yield from ("", f"## {heading}", "")
    if len(facts) > MOST_ROWS and form.download:
        yield f"{len(facts)} rows, too many for this page: {link(form.download, form.download)} has them all."
        return
    yield from _rows(form, [form.cells(fact) for fact in facts])


def _rows(form: Form[F], rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    headings, columns, common, silent = [], [], [], []
    for (name, heading), cells in zip(form.headings, zip(*rows, strict=True), strict=True):
        first = cells[0]
        if cells.count(first) != len(cells):
            headings.append(heading)
            columns.append(_filled(name, cells))
        elif first == NOTHING:
            silent.append(heading)
        else:
            common.append(f"- **{heading}:** {first}")
    yield "One row:" if len(rows) == 1 else f"{len(rows)} rows. All have in common:"
    yield ""
    yield from common
    if form.tells_gaps and silent:
        yield f"- **Not published in any row:** {'; '.join(silent)}"
    if headings:
        yield from ("", *_grid(headings, list(zip(*columns, strict=True))))


def _grid(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(headings)} |"
    yield f"|{'---|' * len(headings)}"
    yield from (f"| {' | '.join(row)} |" for row in rows)


def _filled(name: str, cells: Sequence[str]) -> Sequence[str]:
    return [cell or OTHERWISE.get(name, NOT_PUBLISHED) for cell in cells] if NOTHING in cells else cells


def heading_of(name: str, column: Column) -> str:
    """A column's name in words, with what its figures count."""
    words = spoken_name(name)
    if column.unit is None or column.unit == "YYYY-MM-DD" or words.endswith(f" {column.unit}"):
        return words
    return f"{words} ({column.unit})"
