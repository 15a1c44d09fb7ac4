"""The list of a kind of record and the pages of its records, from their sections and columns."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, cast

from macros.columns.column import Column
from macros.columns.phrase import Phrase, Piece, joined, name_of
from macros.facts import Knowledge
from macros.facts.grouping import unique
from macros.pages.entries import Entry
from macros.pages.lists import Facet, ListView, Row, facet_of, facets, pager, values_of
from macros.pages.section import (
    MOST_ROWS,
    MOST_ROWS_FOR_PROGRAMS,
    Section,
    ShownSection,
    ShownTemplate,
    TemplateSection,
    shown_section,
)
from macros.pages.shared_sections import about, sections_of
from macros.schema.base import Citation, Statement
from macros.schema.kinds import KINDS
from macros.schema.walk import walk


class Line(Protocol):
    """What is known of one record: what its page and its row of the list read."""

    @property
    def id(self) -> str: ...

    @property
    def record(self) -> Any: ...


L = TypeVar("L", bound=Line)


class PageHead(NamedTuple):
    """What a page is called."""

    title: str
    description: str
    names: Sequence[str]
    """Every name by which readers search it, for the site search."""


Fact = tuple[Column[Any], Any]
"""A column with its value for one record."""


@dataclass(frozen=True)
class RecordView:
    """The page of a record."""

    pages: RecordPages[Any]
    id: str
    title: str
    lede: str | Phrase
    state: Fact | None = None
    """Beneath the lede: the state of the record."""
    facts: Sequence[Fact] = ()
    """Key facts."""
    more_facts: Sequence[Fact] = ()
    """Those that open on demand."""
    answer: ShownSection | ShownTemplate | None = None
    """What stands before the key facts."""
    sections: Sequence[ShownSection | ShownTemplate] = ()
    notes: Sequence[Statement] = ()
    """Unless they have a section of their own."""
    citations: Sequence[Citation] = ()
    sources: Sequence[str] = ()
    """Of its tables, besides those cited."""

    def is_folded(self, shown: ShownSection) -> bool:
        """Whether a table opens on demand."""
        most = self.pages.most_open
        return most is not None and shown.total > most and not shown.section.is_open


@dataclass(frozen=True, eq=False)
class RecordPages(Generic[L]):
    """What the pages of a kind of record show."""

    kind: str
    columns: Sequence[Column[L]] = ()
    """Of the list; the record itself comes before them."""
    facts: Sequence[Column[L]] = ()
    """Key facts at the head of a record's page."""
    line: Callable[[Knowledge, str], L] | None = None
    """What is known of a record; None: it is an `Entry`."""
    order: Callable[[L], Any] = lambda line: line.id
    """Sort key of the list."""
    description: Callable[[L], str] | None = None
    """Of a record's page, for search engines; None: its name and lede, which is then plain text."""
    page_title: Callable[[L], str] | None = None
    """For search engines, where records of several kinds have one title."""
    lede: Callable[[L], str | Phrase] = lambda line: line.record.summary
    state: Column[L] | None = None
    more_facts: Sequence[Column[L]] = ()
    """Key facts that open on demand."""
    answer: Section[Any] | TemplateSection | None = None
    """What readers came for: it stands before the key facts."""
    sections: Sequence[Section[Any] | TemplateSection] = ()
    """Before those that many kinds have."""
    last_sections: Sequence[Section[Any] | TemplateSection] = ()
    """After those."""
    most_open: int | None = None
    """Rows of a table above which it opens on demand, for kinds with many tables; None: all are open."""
    facets: Sequence[Column[L]] = ()
    """By which readers choose rows of the list."""
    selects: Callable[[Knowledge], Sequence[Facet]] | None = None
    """How readers choose by them. None: by each of their values."""
    has_list: bool = True
    """Whether its records have a list of their own."""
    group: Column[L] | None = None
    """The facet by which rows of the list stand together."""
    more_columns: Callable[[Knowledge], Sequence[Column[L]]] = lambda _: ()
    """Of the list: those that the data names."""
    caption: str = ""
    """What readers must know before they read the list."""
    counts: Callable[[Knowledge, Sequence[L]], Piece] = lambda _, lines: ""  # noqa: ARG005 - named like its parameter
    """How many records of the list are what."""
    names: Callable[[L], Sequence[str]] = lambda line: ()  # noqa: ARG005 - named like its parameter
    """By which readers search a record, besides title, id and other names."""
    left_out: Collection[str] = ()
    """Anchors of sections that many kinds have, and this one shows in another way."""
    former_anchors: Mapping[str, str] = field(default_factory=dict)
    """By the anchor of a section: one that led there before."""

    def line_of(self, knowledge: Knowledge, record_id: str) -> L:
        """What is known of a record: what its columns read."""
        if self.line:
            return self.line(knowledge, record_id)
        return cast("L", Entry(knowledge, self.kind, record_id, knowledge.records.of(self.kind)[record_id]))

    def head(self, knowledge: Knowledge, record_id: str) -> PageHead:
        """Title, description and search names of a record's page."""
        line, name = self.line_of(knowledge, record_id), name_of(knowledge, self.kind, record_id)
        described = self.description or (lambda one: f"{name}, {KINDS[self.kind].label_of(1)}: {self.lede(one)}")
        names = unique([name, record_id, *self._other_names(line)])
        return PageHead(self.page_title(line) if self.page_title else name, described(line), names)

    def page(self, knowledge: Knowledge, record_id: str) -> RecordView:
        """The page of a record."""
        answer = [self.answer] if self.answer else []
        shown = list(self._shown(knowledge, record_id, [*answer, *self._sections()], MOST_ROWS))
        has_answer = bool(answer and shown and shown[0].section is self.answer)
        return self._view(knowledge, record_id, shown[0] if has_answer else None, shown[has_answer:])

    def for_programs(self, knowledge: Knowledge, record_id: str) -> RecordView:
        """What the page of a record says, in tables only."""
        sections = [one for one in (self.answer, *self._sections()) if one]
        plain = chain.from_iterable(one.plain if isinstance(one, TemplateSection) else [one] for one in sections)
        shown = self._shown(knowledge, record_id, plain, MOST_ROWS_FOR_PROGRAMS)
        return self._view(knowledge, record_id, None, list(shown))

    def _view(
        self,
        knowledge: Knowledge,
        record_id: str,
        answer: ShownSection | ShownTemplate | None,
        sections: Sequence[ShownSection | ShownTemplate],
    ) -> RecordView:
        line = self.line_of(knowledge, record_id)
        one = getattr(line.record, "citation", None)
        citations = getattr(line.record, "citations", [one] if one else [])
        cited = {one.source for _, one in walk(line.record, Citation)} if citations else set()
        named = unique(source for section in (answer, *sections) if section for source in section.sources)
        return RecordView(
            pages=self,
            id=record_id,
            title=name_of(knowledge, self.kind, record_id),
            lede=self.lede(line),
            state=(self.state, self.state.value(line)) if self.state and self.state.value(line) else None,
            facts=[(column, column.value(line)) for column in self.facts],
            more_facts=[(column, column.value(line)) for column in self.more_facts],
            answer=answer,
            sections=sections,
            notes=() if any(one.section.anchor == "notes" for one in sections) else getattr(line.record, "notes", ()),
            citations=citations,
            sources=[source for source in named if source not in cited],
        )

    def _sections(self) -> Iterable[Section[Any] | TemplateSection]:
        shared = [one for one in sections_of(self.kind) if one.anchor not in self.left_out]
        return (*self.sections, *shared, *about(self.kind), *self.last_sections)

    def _shown(
        self,
        knowledge: Knowledge,
        record_id: str,
        sections: Iterable[Section[Any] | TemplateSection],
        most_rows: int,
    ) -> Iterator[ShownSection | ShownTemplate]:
        for one in sections:
            if isinstance(one, TemplateSection):
                if (context := one.context(knowledge, record_id)) is not None:
                    yield ShownTemplate(one, context)
            elif shown := shown_section(one, knowledge, self.kind, record_id, most_rows):
                yield shown

    def index(self, knowledge: Knowledge, number: str = "1") -> ListView:
        """One page of the list."""
        lines, page = knowledge.cached(self._lines), pager(knowledge, self.kind, number)
        columns = (*self.columns, *self.more_columns(knowledge))
        selects = self.selects(knowledge) if self.selects else (self._facet(knowledge, one) for one in self.facets)
        return ListView(
            pager=page,
            caption=joined(filter(None, (self.counts(knowledge, lines), self.caption)), " "),
            columns=columns,
            rows=[Row(one.id, [column.value(one) for column in columns], self._fields(one)) for one in page.cut(lines)],
            facets=facets(len(lines), selects),
            group=self.group.name if self.group else "",
            later_groups=self._groups(lines[page.last :], lines[: page.last]),
        )

    def _lines(self, knowledge: Knowledge) -> Sequence[L]:
        """What is known of every record, in the order of the list."""
        return sorted((self.line_of(knowledge, one) for one in knowledge.records.of(self.kind)), key=self.order)

    def _facet(self, knowledge: Knowledge, column: Column[L]) -> Facet:
        return facet_of(knowledge, column, map(column.value, knowledge.cached(self._lines)))

    def _groups(self, lines: Sequence[L], before: Sequence[L]) -> Sequence[str]:
        """The groups of some lines that no line before is in."""
        if self.group is None:
            return ()
        known = set(map(self.group.value, before))
        return [one for one in unique(map(self.group.value, lines)) if one not in known]

    def _fields(self, line: L) -> Mapping[str, Sequence[str]]:
        """What facets and the filter box compare."""
        names = [name for name in self._other_names(line) if name != line.id]
        return {**{column.name: values_of(column.value(line)) for column in self.facets}, "names": names}

    def _other_names(self, line: L) -> Sequence[str]:
        """By which readers search a record, besides title and id."""
        return [*names_of(line.record), *self.names(line)]


def names_of(record: Any) -> Sequence[str]:
    """The other names of a record of any kind, and a model's id on the Hub."""
    hub_id = getattr(record, "hub_id", None)
    return [*(other.name for other in getattr(record, "other_names", ())), *([hub_id] if hub_id else [])]
