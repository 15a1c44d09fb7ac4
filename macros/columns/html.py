"""Values of columns as HTML, and how the cells of tables look."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape

from macros.columns.column import Column, Labelled, Together, is_nothing
from macros.columns.phrase import Phrase
from macros.columns.writer import Writer
from macros.facts.short_answers import ShortAnswer
from macros.schema.base import SourceReference, Statement
from macros.words import number

MOST_IN_A_CELL = 12
"""Values that a cell shows; the others open on demand."""
FEWEST_FOLDED = 3
"""Values that open on demand at least: fewer stand with the others."""

LONGEST_SHORT_TEXT = 80
"""Characters of a key fact that stands beside others."""

TITLED = ("sources", "benchmarks", "catalogues")
"""Kinds whose records have long titles."""


class HtmlWriter(Writer):
    """Writes values on pages."""

    marks: Mapping[str, str] = {
        "address": '<a href="{}">{}</a>',
        "as of": '<time class="as-of">{}</time>',
        "citation": '<cite class="citation">{}</cite>',
        "citations": '<span class="citations">{}</span>',
        "code": "<code>{}</code>",
        "day": "<time>{}</time>",
        "detail": '<span class="detail">{}</span>',
        "doubt": '<span class="inferred">{}</span>',
        "ended": '<span class="ended">{}</span>',
        "folded": "<details><summary>{}</summary>{}</details>",
        "inferred": '<span class="inferred"><b>Inferred:</b> {}</span>',
        "inferred beside": '<span class="inferred" title="{}">inferred</span>',
        "labelled": "<div>{}</div>",
        "link": '<a href="{}">{}</a>',
        "more": '{} <details class="fold"><summary>and {} more</summary>{}</details>',
        "nothing": "<i>{}</i>",
        "old": '<span class="as-of is-old"><time>{}</time> <i>{}</i></span>',
        "other name": '<span class="other-name">{}</span>',
        "small": "<small>{}</small>",
        "statements": '<ul class="statements"><li>{}</li></ul>',
        "undated": '<span class="as-of not-published">undated</span>',
        "verdict": '<span class="verdict tone-{}" data-symbol="{}">{}</span>',
    }

    def mark(self, look: str, *written: str) -> Markup:
        # `Markup.format` escapes too, five times as slowly.
        return Markup(self.marks[look].format(*map(_escaped, written)))  # noqa: S704

    def words(self, text: str) -> Markup:
        return escape(text)

    def line(self, text: str) -> Markup:
        return _breaking_after("/", text)

    def code(self, text: str) -> Markup:
        return self.mark("code", _breaking_after("_", text))

    def joined(self, between: str, written: Iterable[str]) -> Markup:
        parts: list[str] = list(map(_escaped, written))
        if between == "; ":
            # No semicolon follows a full stop; what a part itself says stays as it is.
            parts[:-1] = [f"{part}{' ' if part.endswith('.') else between}" for part in parts[:-1]]
            between = ""
        return Markup(between.join(parts))  # noqa: S704 - the words between are our own

    def target(self, address: str) -> str:
        return address if "://" in address else f"{self.root}{address}"

    def number(self, value: float) -> Markup:
        return escape(number(value))

    def several(self, values: Sequence[Any], written: Sequence[str]) -> str:
        """Sentences as a list; the style sheet puts a dot between citations; of others, most open on demand."""
        if isinstance(values[0], Statement | Phrase | ShortAnswer):
            return self.mark("statements", self.joined("</li><li>", written))
        if isinstance(values[0], SourceReference):
            return self.joined(" ", written)
        most = MOST_IN_A_CELL if len(written) >= MOST_IN_A_CELL + FEWEST_FOLDED else len(written)
        shown, more = self.joined(", ", written[:most]), written[most:]
        return self.mark("more", shown, number(len(more)), self.joined(", ", more)) if more else shown

    def plain(self, written: str) -> str:
        return escape(written).striptags()

    def row(self, columns: Sequence[Column[Any]], values: Sequence[Any]) -> Markup:
        """The cells of a row, the first of which names it."""
        first = _escaped(self.cell(columns[0], values[0]))
        return Markup(f'<th scope="row">{first}</th>{self.cells(columns[1:], values[1:])}')  # noqa: S704 - both are

    def cells(self, columns: Sequence[Column[Any]], values: Sequence[Any]) -> Markup:
        cells = (f"<td{_look(*one)}>{_escaped(self.cell(*one))}</td>" for one in zip(columns, values, strict=True))
        return Markup("".join(cells))  # noqa: S704 - they are escaped

    @staticmethod
    def has_label(column: Column[Any], values: Iterable[Any]) -> bool:
        """Whether phones write the name of a column before its values: not before prose, nor before what opens."""
        first = next((value for value in values if not is_nothing(value)), None)
        first = first[0] if isinstance(first, list | tuple) else first
        columns = [one for one, _ in first.values] if isinstance(first, Labelled) else [column]
        return not isinstance(first, Statement) and not all(one.folded for one in columns)

    def is_long(self, value: Any) -> bool:
        """Whether a key fact takes the whole width."""
        text = self.plain(self.value(value)) if isinstance(value, Phrase) else value
        return isinstance(text, str) and len(text) > LONGEST_SHORT_TEXT

    @staticmethod
    def types(columns: Sequence[Column[Any]], rows: Sequence[Sequence[Any]]) -> Sequence[str | None]:
        """How readers sort by each column of a table: text, number, date, or not."""
        return [_type_of(row[place] for row in rows) for place in range(len(columns))]

    def numbers(self, columns: Sequence[Column[Any]], rows: Sequence[Sequence[Any]], first: int = 1) -> str:
        """The columns of figures of a table, counted from `first`, for the style sheet."""
        found = enumerate(self.types(columns, rows), start=first)
        return " ".join(str(place) for place, kind in found if kind == "number")


def _escaped(text: str) -> Markup:
    """A text as it stands in HTML. `escape` would copy what is Markup already."""
    return text if type(text) is Markup else escape(text)


def _breaking_after(sign: str, text: str) -> Markup:
    """Text that may break after a sign at which browsers do not."""
    return Markup(f"{sign}<wbr>").join(map(escape, text.split(sign))) if sign in text else escape(text)  # noqa: S704


def _type_of(values: Iterable[Any]) -> str | None:
    first = next((value for value in values if value is not None), None)
    first = first.value if isinstance(first, Together) else first
    if isinstance(first, datetime.date):
        return "date"
    if isinstance(first, int | float) and not isinstance(first, bool):
        return "number"
    return "text" if isinstance(first, str | Phrase) else None


def _look(column: Column[Any], value: Any) -> str:
    if is_nothing(value):
        return ' class="nil"'
    if column.look and isinstance(value, int | float):
        return f' data-sort="{value}"'  # a figure in words is sorted by what it counts
    if isinstance(value, str) and len(value) > LONGEST_SHORT_TEXT:
        return ' class="prose"'
    return ' class="long"' if column.kind in TITLED or column.is_place else ""
