"""The list of a kind of record and the pages of its records, from their sections and columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

from macros.columns.column import Column, chosen
from macros.columns.phrase import Phrase, Piece, joined
from macros.facts import Knowledge
from macros.facts.grouping import unique
from macros.pages.entries import Entry, entries, fact, own
from macros.pages.lists import Facet, ListRow, ListView, facet_of, facets, pager, values_of
from macros.pages.section import Section, ShownSection, section_for_programs, shown_section
from macros.pages.shared_sections import SHARED
from macros.schema.base import Citation, Statement, fields_of
from macros.schema.kinds import KINDS
from macros.schema.walk import walk

E = TypeVar("E", bound=Entry[Any])

Fact = tuple[Column[Any], Any]
"""A column with its value for one record."""


@dataclass(frozen=True)
class RecordView:
    pages: RecordPages[Any]
    entry: Entry[Any]
    answer: ShownSection | None
    """What stands before the key facts."""
    sections: Sequence[ShownSection]

    @cached_property
    def state(self) -> Fact | None:
        return next((found for found in self.values(self.pages.state) if found[1]), None)

    def values(self, names: str) -> Sequence[Fact]:
        """Columns by their names, with their values."""
        return [(column, column.value(self.entry)) for column in self.pages.named(names)]

    @property
    def notes(self) -> Sequence[Statement]:
        """Unless they have a section of their own."""
        has_section = any(one.section.anchor == "notes" for one in self.sections)
        return () if has_section else getattr(self.entry.record, "notes", ())

    @cached_property
    def citations(self) -> Sequence[Citation]:
        cited = getattr(self.entry.record, "citation", None)
        found: Sequence[Citation] = getattr(self.entry.record, "citations", [cited] if cited else [])
        return found

    @cached_property
    def sources(self) -> Sequence[str]:
        """Of its tables, besides those cited."""
        cited = {one.source for _, one in walk(self.entry.record, Citation)} if self.citations else set()
        named = unique(source for section in (self.answer, *self.sections) if section for source in section.sources)
        return [source for source in named if source not in cited]

    def is_folded(self, shown: ShownSection) -> bool:
        """Whether a table opens on demand."""
        section = shown.section
        return bool(section.summary) or (self.pages.folds and not (shown.is_short or section.is_open))


@dataclass(frozen=True, eq=False)
class RecordPages(Generic[E]):
    """What the pages of a kind of record show.

    Columns are chosen by name, with blanks between the names: a name is that of one of `columns`, or else of a field of
    the record, or else of an attribute of its entry.
    """

    kind: str
    columns: Sequence[Column[E]] = ()
    """Those that need more than a name."""
    listed: str = ""
    """Columns of the list; the record itself comes before them. Empty: its records have no list of their own."""
    brief: str = ""
    """Key facts in a line over the title, where the others stand below an answer."""
    facts: str = ""
    more_facts: str = ""
    """Key facts that open on demand."""
    state: str = ""
    """The column that stands beneath the lede."""
    facets: str = ""
    """Columns by which readers choose rows of the list."""
    entry: Callable[..., Any] = Entry
    """The class of what is known of a record: what its columns and sections read."""
    order: Callable[[E], Any] = lambda one: one.id
    description: Callable[[E], str] | None = None
    """Of a record's page, for search engines; None: its name and lede, which is then plain text."""
    page_title: Callable[[E], str] = lambda one: one.title
    """For search engines, where records of several kinds have one title."""
    lede: Callable[[E], str | Phrase] = lambda one: one.lede
    answer: Section[Any] | None = None
    """What readers came for: it stands before the key facts."""
    sections: Sequence[Section[Any]] = ()
    """Before those that many kinds have."""
    last_sections: Sequence[Section[Any]] = ()
    """After those."""
    folds: bool = False
    """Whether long tables open on demand, for kinds with many tables."""
    selects: Callable[[Knowledge], Sequence[Facet]] | None = None
    """How readers choose by the facets. None: by each of their values."""
    caption: str = ""
    """What readers must know before they read the list."""
    counts: Callable[[Knowledge, Sequence[E]], Piece] = lambda _, entries: ""  # noqa: ARG005 - named like its parameter
    """How many records of the list are what."""
    names: Callable[[E], Sequence[str]] = lambda one: one.names
    """By which readers search a record, besides title, id and other names."""
    former_anchors: Mapping[str, str] = field(default_factory=dict)
    """By the anchor of a section: others that lead there, most of them former ones, with blanks between them."""
    searched: Mapping[str, str] = field(default_factory=dict)
    """By the anchor of a section: the columns of its table that the search reads. It reads no other table."""

    @cached_property
    def _by_name(self) -> Mapping[str, Column[E]]:
        described, record = {column.name: column for column in self.columns}, KINDS[self.kind].record
        names = f"{self.brief} {self.listed} {self.facts} {self.more_facts} {self.state} {self.facets}".split()
        return {
            name: described.get(name) or (own(record, name) if name in fields_of(record) else fact(name))
            for name in names
        }

    def named(self, names: str) -> Sequence[Column[E]]:
        return [self._by_name[name] for name in names.split()]

    def entry_of(self, knowledge: Knowledge, record_id: str) -> E:
        found: E = self.entry(knowledge, self.kind, record_id, knowledge.records.of(self.kind)[record_id])
        return found

    def description_of(self, entry: E) -> str:
        if self.description:
            return self.description(entry)
        return f"{entry.title}, {KINDS[self.kind].label_of(1)}: {self.lede(entry)}"

    def names_of(self, entry: E) -> Sequence[str]:
        """Every name by which readers search a record."""
        return unique([entry.title, entry.id, *names_of(entry.record), *self.names(entry)])

    def page(self, knowledge: Knowledge, record_id: str) -> RecordView:
        entry = self.entry_of(knowledge, record_id)
        answer = shown_section(self.answer, entry) if self.answer else None
        shown = (shown_section(one, entry) for one in self._sections)
        return RecordView(self, entry, answer, [one for one in shown if one])

    def for_programs(self, knowledge: Knowledge, record_id: str) -> RecordView:
        """What the page of a record says, in tables only."""
        entry = self.entry_of(knowledge, record_id)
        shown = (section_for_programs(one, entry) for one in (self.answer, *self._sections) if one)
        return RecordView(self, entry, None, [one for one in shown if one])

    @cached_property
    def searched_tables(self) -> Sequence[tuple[Section[Any], Sequence[Column[Any]]]]:
        """Sections with the columns that the search reads. Raises KeyError for a column that a section has not."""
        return [
            (one, chosen(one.columns, self.searched[one.anchor]))
            for one in (self.answer, *self._sections)
            if one and one.anchor in self.searched
        ]

    @property
    def _sections(self) -> Sequence[Section[Any]]:
        return [*self.sections, *(one for one in SHARED if self.kind in one.kinds), *self.last_sections]

    def index(self, knowledge: Knowledge, number: str = "1") -> ListView:
        """One page of the list."""
        lines, page = knowledge.cached(self.every), pager(knowledge, self.kind, number)
        columns = self.named(self.listed)
        each = (facet_of(knowledge, column, map(column.value, lines)) for column in self.named(self.facets))
        rows = [
            ListRow(one.id, [column.value(one) for column in columns], self._fields(one)) for one in page.cut(lines)
        ]
        return ListView(
            pager=page,
            caption=joined(filter(None, (self.counts(knowledge, lines), self.caption)), " "),
            columns=columns,
            rows=rows,
            facets=facets(len(lines), self.selects(knowledge) if self.selects else each),
            says_end="state" not in f"{self.listed} {self.facets}".split(),
        )

    def every(self, knowledge: Knowledge) -> Sequence[E]:
        """What is known of every record, in the order of the list."""
        return sorted(entries(knowledge, self.kind, knowledge.records.of(self.kind), self.entry), key=self.order)

    def _fields(self, entry: E) -> Mapping[str, Sequence[str]]:
        """What facets and the filter box compare."""
        names = [name for name in self.names_of(entry) if name.lower() != entry.title.lower()]
        return {**{column.name: values_of(column.value(entry)) for column in self.named(self.facets)}, "names": names}


def names_of(record: Any) -> Sequence[str]:
    """The other names of a record of any kind, and a model's id on the Hub."""
    hub_id = getattr(record, "hub_id", None)
    return [*(other.name for other in getattr(record, "other_names", ())), *([hub_id] if hub_id else [])]
