"""Sections of pages: a heading, facts and the columns in which they are shown."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any, Generic, TypeVar

from markdown.extensions.toc import slugify

from macros.columns.column import Column, Labelled, Together, is_nothing
from macros.columns.explorer_views import VIEWS
from macros.columns.files import BASE
from macros.facts.grouping import group_by, unique
from macros.pages.lists import values_of
from macros.schema.kinds import KINDS

F = TypeVar("F")

MOST_ROWS = 50
"""Rows of a table on the page of a record and in its Markdown version; a longer one leads to all of them."""

FEW_ROWS = 8
"""A table with no more of them stands open on every page."""

FEWEST_SHARING = 2
"""Columns that share a cell."""

CellsByColumn = Mapping[Column[Any], Sequence[Any]]
"""By column: its cells."""


@dataclass(frozen=True)
class Section(Generic[F]):
    """A part of the page of a record: a table, or what a template makes of it."""

    heading: str
    facts: str | Callable[[Any], Sequence[F] | None] = ""
    """Finds the facts, given the entry of the record; or the path that leads there, such as `record.notes`. Where that
    ends in None, the page leaves the section out."""
    columns: Sequence[Column[F]] = ()
    """None: the Markdown version of the page leaves the section out."""
    template: str = ""
    """What shows the section on pages in place of a table; HTML, or Markdown by its name."""
    context: Callable[[Any], Mapping[str, Any] | None] | None = None
    """What the template gets, given the entry of the record; where there is nothing in it, the page leaves the section
    out. `sources`: those of its facts."""
    summary: str = ""
    """What stands over it where it always opens on demand."""
    of_programs: bool = False
    """Whether the Markdown version of the page has it alone: pages show its facts in another way."""
    whole: str = ""
    """Where all rows are, from the site's root; `{record}` stands for the id of the record."""
    table: str = ""
    """The table of the API that has all rows, where `whole` is no file of it; the explorer may show it, too."""
    kinds: Collection[str] = ()
    """The kinds of record whose pages have the section, where these are several."""
    empty: str = ""
    """What the page says where there are none. Empty: it leaves the section out."""
    note: str = ""
    """What readers must know before they read the table."""
    is_open: bool = False
    """Whether it stands open on pages whose long tables open on demand."""
    cells: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """By heading: the names of columns that share a cell, unless all of them are figures that all rows state."""
    kept: str = ""
    """The name of a column that stands in the table even if all rows agree in it."""
    row_id: Callable[[F], str] | None = None
    """The anchor of a fact's row, where others link to it."""
    source: Column[F] | None = None
    """The documents that say so, where none of the columns shows them."""
    anchor: str = ""
    """Empty: that which MkDocs makes of the heading."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "anchor", self.anchor or slugify(self.heading, "-"))

    def facts_of(self, entry: Any) -> Sequence[F] | None:
        found: Sequence[F] | None = Column("facts", "", self.facts).value(entry)
        return found

    def all_rows(self, kind: str, record_id: str, *, of_programs: bool = False) -> str:
        """Where all rows of a record are: for readers the explorer, if it can choose by that kind of record."""
        facet = "table" if kind == "benchmarks" else KINDS[kind].noun if kind else ""
        shows = (view.name for view in VIEWS if view.table.name == self.table and facet in view.facets)
        explorer = next((f"explore/?show={name}&{facet}={{record}}" for name in shows), "")
        data = f"{BASE}{self.table}.csv" if self.table else ""
        pages = (data, self.whole) if of_programs else (explorer, self.whole, data)
        return next(filter(None, pages), "").format(record=record_id)


@dataclass(frozen=True)
class ShownSection:
    section: Section[Any]
    sources: Sequence[str]
    """The documents that say so."""
    columns: Sequence[Column[Any]] = ()
    rows: Sequence[Sequence[Any]] = ()
    """The values of each fact, by column; with those of the columns beside it."""
    row_ids: Sequence[str] = ()
    """The anchor of each row; none where nothing links to rows."""
    common: Sequence[tuple[Column[Any], Any]] = ()
    """Columns in which all facts have the same value, with that value."""
    total: int = 0
    whole: str = ""
    """Where all of them are, if some are not shown."""
    context: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_short(self) -> bool:
        return self.total <= FEW_ROWS


def shown_section(section: Section[Any], entry: Any) -> ShownSection | None:
    """A section on the page of a record; None: the page leaves it out."""
    if section.context:
        context = section.context(entry) or {}
        return ShownSection(section, context.get("sources", ()), context=context) if any(context.values()) else None
    facts = None if section.of_programs else section.facts_of(entry)
    return None if facts is None else shown_facts(section, facts, entry.kind, entry.id)


def section_for_programs(section: Section[Any], entry: Any) -> ShownSection | None:
    """A section in the Markdown version of the page of a record."""
    facts = section.facts_of(entry) if section.columns else None
    shown = None if facts is None else shown_facts(section, facts, entry.kind, entry.id)
    whole = section.all_rows(entry.kind, entry.id, of_programs=True)
    return replace(shown, whole=whole) if shown and shown.whole else shown


def shown_facts(section: Section[F], facts: Sequence[F], kind: str = "", record_id: str = "") -> ShownSection | None:
    """Facts in the columns of a section.

    Columns that only repeat what the page is about are left out; what all rows state alike is said once.
    """
    if not (facts or section.empty):
        return None
    # What others link to stands there, and what stands nowhere else.
    whole = section.all_rows(kind, record_id) if len(facts) > MOST_ROWS and not section.row_id else ""
    values = {column: [column.value(fact) for fact in facts] for column in section.columns}
    told = {column: found for column, found in values.items() if _tells(column, found, kind, record_id)}
    common, varying = _divided(told, section.kept) if len(facts) > 1 else ({}, told)
    most = MOST_ROWS if whole else len(facts)
    table = _with_beside({column: found[:most] for column, found in varying.items()})
    for heading, names in section.cells.items():
        table = _sharing(table, heading, names)
    return ShownSection(
        section=section,
        columns=list(table),
        rows=list(zip(*table.values(), strict=True)),
        row_ids=list(map(section.row_id, facts)) if section.row_id else (),
        common=[(column, value) for column, [value] in _with_beside(common).items()],
        total=len(facts),
        whole=whole,
        sources=unique(_sources(section, facts)),
    )


def _tells(column: Column[Any], values: Sequence[Any], kind: str, record_id: str) -> bool:
    """Whether a column says something that the page does not say as a whole."""
    is_about = column.kind == kind and all(value in (record_id, [record_id]) for value in values)
    return not is_about and not all(map(is_nothing, values))


def _divided(values: CellsByColumn, kept: str) -> tuple[CellsByColumn, CellsByColumn]:
    """What all rows state alike, as one row, and what they do not."""
    same = {column for column, found in values.items() if all(value == found[0] for value in found)}
    alike = {column for column in same if column.name != kept and not column.folded}
    # A value beside another one stays with it.
    apart = {column.name for column in values if column not in alike}
    common = {column: found[:1] for column, found in values.items() if column in alike and column.beside not in apart}
    varying = {column: found for column, found in values.items() if column not in common}
    for column in [one for one in varying if one.is_place]:
        if start := _common_start(varying[column]):
            varying[column] = [text.removeprefix(start) for text in varying[column]]
            common[column] = [start.rstrip(", ")]
    return common, varying


def _common_start(places: Sequence[Any]) -> str:
    """The words with which several places in a document begin: those before the last comma that they share."""
    parts = zip(*((place or "").split(", ")[:-1] for place in places), strict=False)
    shared = takewhile(lambda same: len(set(same)) == 1, parts)
    return "".join(f"{first}, " for first, *_ in shared)


def _with_beside(values: CellsByColumn) -> CellsByColumn:
    """The cells of a table, in which values of some columns stand beside those of others."""
    names = {column.name for column in values}
    beside = group_by((column for column in values if column.beside in names), lambda column: column.beside)
    return {
        column: _together(found, {one: values[one] for one in beside.get(column.name, ())})
        for column, found in values.items()
        if column.beside not in names
    }


def _together(values: Sequence[Any], others: CellsByColumn) -> Sequence[Any]:
    if not others:
        return values
    rows = ([(one, found[row]) for one, found in others.items()] for row in range(len(values)))
    said = ([(one, value) for one, value in row if not is_nothing(value)] for row in rows)
    return [Together(value, small) if small else value for value, small in zip(values, said, strict=True)]


def _sharing(table: CellsByColumn, heading: str, names: Sequence[str]) -> CellsByColumn:
    """Columns with their cells, in which some share a column in place of the first of them."""
    sharing = [one for one in table if one.name in names]
    if len(sharing) < FEWEST_SHARING or all(isinstance(value, int | float) for one in sharing for value in table[one]):
        return table
    rows = zip(*(table[one] for one in sharing), strict=True)
    found = [[(one, value) for one, value in zip(sharing, row, strict=True) if not is_nothing(value)] for row in rows]
    column: Column[Any] = Column(heading.lower(), heading, absent="–", label=heading)
    cells = [Labelled(heading, one) if one else None for one in found]
    return {
        column if one is sharing[0] else one: cells if one is sharing[0] else values
        for one, values in table.items()
        if one not in sharing[1:]
    }


def _sources(section: Section[F], facts: Sequence[F]) -> Iterator[str]:
    named = [column for column in (*section.columns, section.source) if column and column.kind == "sources"]
    for fact in facts:
        for column in named:
            yield from values_of(column.value(fact))
