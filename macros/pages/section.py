"""Sections of pages: a heading, facts and the columns in which they are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, Generic, TypeVar

from macros.columns.column import LOCATOR, Column, Labelled, Together, chosen
from macros.facts import Knowledge
from macros.facts.grouping import group_by, unique

F = TypeVar("F")

MOST_ROWS = 50
"""Rows of a table on the page of a record; a longer one leads to all of them."""

FEW_ROWS = 8
"""A table with no more of them stands open on every page."""

FEWEST_SHARING = 2
"""Columns that share a cell."""

Table = Mapping[Column[Any], Sequence[Any]]
"""By column: its cells."""


@dataclass(frozen=True)
class Section(Generic[F]):
    """A table on the page of a record."""

    heading: str
    anchor: str
    facts: Callable[[Knowledge, str], Sequence[F] | None]
    """Finds the facts, given the id of the record; None: the page leaves the section out."""
    columns: Sequence[Column[F]]
    whole: str = ""
    """Where all rows are, from the site's root; `{record}` stands for the id of the record."""
    empty: str = ""
    """What the page says where there are none. Empty: it leaves the section out."""
    note: str = ""
    """What readers must know before they read the table."""
    shown: str = ""
    """The names of the columns that the page has, with blanks between them; empty: all. Markdown twins have all."""
    is_open: bool = False
    """Whether it stands open on pages whose long tables open on demand."""
    kept: str = ""
    """The name of a column that stands in the table even if all rows agree in it."""
    cells: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """By heading: the names of columns that share a cell, unless all of them are figures that all rows state."""


@dataclass(frozen=True)
class TemplateSection:
    """A part of a page that has a template of its own, such as the answer or the install panel."""

    heading: str
    anchor: str
    template: str
    """HTML, or Markdown by its name."""
    context: Callable[[Knowledge, str], Mapping[str, Any] | None]
    """What the template gets, given the id of the record; None: the page leaves the section out. `sources`: those of
    its facts."""
    summary: str = ""
    """What stands over it where it opens on demand; empty: it is open."""
    plain: Sequence[Section[Any]] = ()
    """The same facts in columns, for the Markdown version of the page. Empty: other sections say all of it there."""


@dataclass(frozen=True)
class ShownTemplate:
    """A section with a template of its own, as one page shows it."""

    heading: str
    anchor: str
    template: str
    context: Mapping[str, Any]
    summary: str
    sources: Sequence[str]


@dataclass(frozen=True)
class ShownSection:
    """A section as one page shows it."""

    heading: str
    anchor: str
    note: str
    empty: str
    columns: Sequence[Column[Any]]
    rows: Sequence[Sequence[Any]]
    """The values of each fact, by column; with those of the columns beside it."""
    common: Sequence[tuple[Column[Any], Any]]
    """Columns in which all facts have the same value, with that value."""
    total: int
    """Facts, shown or not."""
    whole: str
    """Where all of them are, if some are not shown."""
    sources: Sequence[str]
    """The documents that say so."""
    is_open: bool
    """Whether it stands open on pages whose long tables open on demand."""
    first_column: int = 1
    """The number of its first column in the table."""
    template: str = ""
    """Of sections with a template of their own."""

    @property
    def values(self) -> Sequence[Sequence[Any]]:
        """The values of each row."""
        return self.rows

    @property
    def is_short(self) -> bool:
        """Whether it stands open on every page."""
        return self.total <= FEW_ROWS


def shown_template(section: TemplateSection, knowledge: Knowledge, record: str) -> ShownTemplate | None:
    """A section with a template of its own on the page of a record; None where it has nothing to show."""
    context = section.context(knowledge, record)
    if context is None:
        return None
    sources = context.get("sources", ())
    return ShownTemplate(section.heading, section.anchor, section.template, context, section.summary, sources)


def shown_section(section: Section[F], knowledge: Knowledge, kind: str, record: str) -> ShownSection:
    """A section on the page of a record. Columns that only repeat what the page is about are left out."""
    found = section.facts(knowledge, record)
    facts = found or ()
    shown = facts[:MOST_ROWS]
    columns = chosen(section.columns, section.shown.split()) if section.shown else section.columns
    values = {one.name: [one.value(fact) for fact in facts] for one in columns}
    said = [one for one in columns if any(_is_said(one, value) for value in values[one.name])]
    told = [
        one for one in said if not (one.kind == kind and all(value in (record, [record]) for value in values[one.name]))
    ]
    alike = [one for one in told if len(facts) > 1 and one.name != section.kept and _is_common(values[one.name])]
    # A value beside another one stays with it.
    apart = {one.name for one in told if one not in alike}
    shared = [one for one in alike if one.beside not in apart]
    varying = [one for one in told if one not in shared]
    common = _cells(shared, values, 0)
    for column in varying:
        start = _common_start(values[column.name]) if column.name == LOCATOR.name and len(facts) > 1 else ""
        if start:
            values[column.name] = [text.removeprefix(start) for text in values[column.name]]
            common.append((column, start.rstrip(", ")))
    rows = [_cells(varying, values, row) for row in range(len(shown))]
    table: Table = {
        column: [row[place][1] for row in rows] for place, (column, _) in enumerate(rows[0] if rows else ())
    }
    for heading, names in section.cells.items():
        table = _sharing(table, heading, names)
    return ShownSection(
        heading=section.heading,
        anchor=section.anchor,
        note=section.note,
        empty="" if found is None else section.empty,
        columns=list(table),
        rows=list(zip(*table.values(), strict=True)),
        common=common,
        total=len(facts),
        whole=section.whole.format(record=record) if len(facts) > len(shown) else "",
        sources=unique(_sources(section.columns, facts)),
        is_open=section.is_open,
    )


def _cells(columns: Sequence[Column[Any]], values: dict[str, list[Any]], row: int) -> list[tuple[Column[Any], Any]]:
    """The cells of a row, each with its column; a value that stands beside another one is in its cell."""
    names = {one.name for one in columns}
    beside = group_by((one for one in columns if one.beside in names), lambda one: one.beside)
    return [(one, _cell(one, beside.get(one.name, ()), values, row)) for one in columns if one.beside not in names]


def _cell(column: Column[Any], beside: Sequence[Column[Any]], values: dict[str, list[Any]], row: int) -> Any:
    value, others = values[column.name][row], [(one, values[one.name][row]) for one in beside]
    said = [(one, other) for one, other in others if _is_said(one, other)]
    return Together(value, said) if said else value


def _sharing(table: Table, heading: str, names: Sequence[str]) -> Table:
    """Columns with their cells, in which some share a column in place of the first of them."""
    sharing = [one for one in table if one.name in names]
    if len(sharing) < FEWEST_SHARING or all(_are_figures(table[one]) for one in sharing):
        return table
    rows = zip(*(table[one] for one in sharing), strict=True)
    found = [[(one, value) for one, value in zip(sharing, row, strict=True) if _is_said(one, value)] for row in rows]
    column: Column[Any] = Column(heading.lower(), heading, absent="–", label=heading)
    cells = [Labelled(heading, one) if one else None for one in found]
    return {
        column if one is sharing[0] else one: cells if one is sharing[0] else values
        for one, values in table.items()
        if one not in sharing[1:]
    }


def _are_figures(values: Sequence[Any]) -> bool:
    """Whether all rows state a figure."""
    return all(isinstance(value, int | float) for value in values)


def _is_said(column: Column[Any], value: Any) -> bool:
    return value not in (None, (), [], {}, "", column.absent)


def _common_start(texts: Sequence[Any]) -> str:
    """The words with which several places in a document begin: those before the last comma that they share."""
    parts = zip(*((text or "").split(", ")[:-1] for text in texts), strict=False)
    shared = takewhile(lambda same: len(set(same)) == 1, parts)
    return "".join(f"{first}, " for first, *_ in shared)


def _is_common(values: Sequence[Any]) -> bool:
    return all(value == values[0] for value in values)


def _sources(columns: Sequence[Column[F]], facts: Iterable[F]) -> Iterable[str]:
    named = [column for column in columns if column.kind == "sources"]
    for fact in facts:
        for column in named:
            value = column.value(fact)
            yield from (value if isinstance(value, list | tuple) else [value] if value else ())
