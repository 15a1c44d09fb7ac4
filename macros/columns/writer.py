"""What the writers of HTML and of Markdown share: which value is put in which words."""

from __future__ import annotations

import datetime
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from macros.addresses import place_of
from macros.columns.column import Column, Labelled, Together, column_of, is_nothing
from macros.columns.phrase import (
    SPELT_LIKE_CODE,
    AsOf,
    Cited,
    Code,
    Inferred,
    Marked,
    PageLink,
    Phrase,
    RecordLink,
    Sdk,
    TermOf,
    name_of,
    phrase,
    printed,
)
from macros.columns.sentences import SENTENCES
from macros.facts import Knowledge
from macros.facts.packages import version_of
from macros.schema.base import Citation, Part, SourceReference, fields_of
from macros.schema.kinds import WITH_PAGES
from macros.schema.values import HTTP

PLAIN: Column[Any] = Column("", "")

COUNTED = {"instances": "instance", "samples": "sample", "tokens": "token"}
"""Units that are nouns, with that for one."""


def _tells_good_from_bad(knowledge: Knowledge, vocabulary: str) -> bool:
    tones = {one.tone for one in knowledge.records.vocabularies[vocabulary].values.values()}
    return not tones <= {"neutral", "unknown"}


class Writer(ABC):
    """Writes values on pages from which `root` is the relative path to the site's root. What it returns is escaped."""

    before_fold = " "
    """Between short words of a cell and long ones, which may be folded."""
    marks: Mapping[str, str]
    """By look: what marks a part of a text that has it."""

    def __init__(self, knowledge: Knowledge, root: str) -> None:
        self.knowledge, self.root = knowledge, root
        self.record: Callable[..., str] = lru_cache(maxsize=None)(self._record)
        """A link to a record: kind, id, words if not its name, and whether its label follows where it has ended."""
        self.term: Callable[..., str] = lru_cache(maxsize=None)(self._term)
        """A value of a vocabulary: both, and words if not its label."""
        self.as_of: Callable[[datetime.date | None], str] = lru_cache(maxsize=None)(self._as_of)
        """The date for which a fact speaks, marked where it is long ago."""
        self._writers: Mapping[type, Callable[[Any], str]] = {
            bool: lambda value: self.words("yes" if value else "no"),
            **dict.fromkeys((int, float), self.number),
            str: self.text,
            datetime.date: self.as_of,
            AsOf: lambda found: self.as_of(found.date),
            **dict.fromkeys((Citation, SourceReference), self._citation),
            Cited: lambda found: self.citations(found.citations),
            Inferred: lambda found: self.mark("inferred", self.words(found.reason)),
            Marked: lambda found: self.mark(found.look, self.value(found.said)),
            Phrase: self.phrase,
            Code: lambda found: self.code(found.text),
            RecordLink: lambda found: self.record(found.kind, found.record, found.title, says_end=found.says_end),
            PageLink: self._page_link,
            Sdk: self._sdk,
            TermOf: self._term_of,
            Labelled: self._labelled,
        }
        """By type: how values are written that are no sentences."""

    @abstractmethod
    def words(self, text: str) -> str:
        """A text, escaped."""

    @abstractmethod
    def joined(self, between: str, written: Iterable[str]) -> str:
        """Written parts with words between them."""

    @abstractmethod
    def target(self, address: str) -> str:
        """Where a link leads: the address of another site, or of a page or file of this one, from its root."""

    @abstractmethod
    def number(self, value: float) -> str: ...

    @abstractmethod
    def several(self, values: Sequence[Any], written: Sequence[str]) -> str:
        """The values of a list, each as it is written."""

    def mark(self, look: str, *written: str) -> str:
        return self.marks[look].format(*written)

    def link(self, written: str, address: str) -> str:
        return self.mark("link", self.target(address), written)

    @abstractmethod
    def code(self, text: str) -> str:
        """What readers copy."""

    def cell(self, column: Column[Any], value: Any) -> str:
        """A value of a column; where there is none, the words for that."""
        if isinstance(value, Together):
            return self._together(column, value)
        if is_nothing(value):
            return self.mark("nothing", self.words(column.absent or "–"))
        written = self._list(value, column) if isinstance(value, list | tuple) else self._one(column, value)
        return self.mark("folded", self.words(column.words), written) if column.folded else written

    def _list(self, values: Sequence[Any], column: Column[Any] = PLAIN) -> str:
        return self.several(values, [self._one(column, one) for one in values])

    def with_unit(self, column: Column[Any], value: Any) -> str:
        unit = column.unit if isinstance(value, int | float) else None
        unit = COUNTED.get(unit or "", unit) if value == 1 else unit
        written = self.cell(column, value)
        return written + self.words(f" {unit}") if unit else written

    def _together(self, column: Column[Any], found: Together) -> str:
        main = self.words("") if is_nothing(found.value) else self.cell(column, found.value)
        others = [self._beside(*one) for one in found.others if self._adds(main, *one)]
        small = self.mark("small", self.joined("; ", others)) if others else None
        return self.joined(" ", filter(None, [main, small]))

    def _adds(self, main: str, column: Column[Any], value: Any) -> bool:
        """Whether a value says more than the one it stands beside: the words of a source may be ours."""
        return column.look is not printed or self.words(value).lower() != self.plain(main).lower()

    def _beside(self, column: Column[Any], value: Any) -> str:
        if column.look is Inferred:
            return self.mark("inferred beside", self.words(value))
        return self.with_unit(column, value)

    def plain(self, written: str) -> str:
        """Written words without their marks."""
        return written

    def _one(self, column: Column[Any], value: Any) -> str:
        if column.look is not None:
            return self.value(column.look(value))
        if column.kind is not None:
            return self.record(column.kind, value)
        if column.vocabulary is not None:
            return self.term(column.vocabulary, value)
        return self.value(value)

    def value(self, value: Any) -> str:
        """A value that is neither the id of a record nor of a vocabulary. Raises TypeError for unknown types."""
        kind = type(value)
        if write := self._writers.get(kind):
            return write(value)
        if sentence := SENTENCES.get(kind):
            return self.phrase(sentence(value))
        if isinstance(value, Part):
            return self._part(value)
        raise TypeError(f"cannot write a {kind.__name__}")

    def text(self, text: str) -> str:
        """A text of the data; an address is a link."""
        if HTTP.fullmatch(text):
            return self.mark("address", self.target(text), self.words(text.partition("://")[2]))
        return self.line(text)

    @abstractmethod
    def line(self, text: str) -> str:
        """A text that stands alone."""

    def phrase(self, said: Phrase) -> str:
        """A sentence. Its days are those of events, which do not grow old as facts do."""
        return self.joined("", map(self._piece, said.parts))

    def _piece(self, piece: Any) -> str:
        if isinstance(piece, str):
            return self.words(piece)
        return self.mark("day", piece.isoformat()) if isinstance(piece, datetime.date) else self.value(piece)

    def _as_of(self, date: datetime.date | None) -> str:
        if date is None:
            return self.mark("undated")
        age = self.knowledge.ages.age(date)
        return self.mark("old", date.isoformat(), age.words) if age.old else self.mark("as of", date.isoformat())

    def citations(self, cited: Sequence[SourceReference]) -> str:
        return self.mark("citations", self._list(cited))

    def _citation(self, cited: SourceReference) -> str:
        place = f", {cited.locator}, " if cited.locator else ", "
        said = phrase(RecordLink("sources", cited.source), place, AsOf(self.knowledge.as_of(cited)))
        return self.mark("citation", self.phrase(said))

    def _part(self, part: Part) -> str:
        """A small record: its fields, each after its name."""
        columns = [column_of(type(part), name) for name in fields_of(type(part))]
        values = [(column, column.value(part)) for column in columns]
        said = [
            self.words(f"{column.heading.lower()}: ") + self.cell(column, value)
            for column, value in values
            if not is_nothing(value)
        ]
        return self.joined("; ", said)

    def _record(self, kind: str, record_id: str, words: str = "", says_end: bool = True) -> str:
        name = self.words(words) if words else self._name(kind, record_id)
        linked = self.link(name, place_of(self.knowledge.records, kind, record_id)) if kind in WITH_PAGES else name
        state = self.knowledge.lifecycle.ended_state(kind, record_id) if says_end else None
        if not state:
            return linked
        label = state if kind == "instances" else self.knowledge.term("lifecycle", state).label.lower()
        return self.joined(" ", [linked, self.mark("ended", self.words(label))])

    def title(self, kind: str, name: str) -> str:
        """The name of a record, of some kinds as code."""
        return self.code(name) if kind in SPELT_LIKE_CODE and " " not in name else self.words(name)

    def _name(self, kind: str, record_id: str) -> str:
        short = getattr(self.knowledge.records.of(kind)[record_id], "short_title", None)
        return self.title(kind, short or name_of(self.knowledge, kind, record_id))

    def _sdk(self, found: Sdk) -> str:
        """The SDK release of a version as a source writes it; a link where there is a record of it."""
        name = self.knowledge.sdk_name if found.names_platform else version_of
        record_id, words = self.knowledge.sdk_named(found.written), name(found.written)
        return self.record("sdks", record_id, words, says_end=False) if record_id else self.words(words)

    def _term(self, vocabulary: str, value: str, words: str = "") -> str:
        found = self.knowledge.term(vocabulary, value)
        written = self.words(words or found.label)
        tells = self.knowledge.cached(_tells_good_from_bad, vocabulary)
        return self.mark("verdict", found.tone, found.symbol, written) if tells else written

    def _term_of(self, found: TermOf) -> str:
        if found.within:
            return self.words(self.knowledge.term(found.vocabulary, found.value).label.lower())
        return self.term(found.vocabulary, found.value, found.words)

    def _page_link(self, found: PageLink) -> str:
        words = self.words(found.title)
        return words if found.address is None else self.link(words, found.address)

    def _labelled(self, found: Labelled) -> str:
        """Values of several columns: each after the name of its column, without the words of the heading above."""
        words = self.joined(", ", (self._after_label(found.heading, *one) for one in found.values if not one[0].folded))
        folded = [one for one in found.values if one[0].folded]
        if len(folded) > 1 and not words:
            open_on_demand = ((replace(column, folded=False), value) for column, value in folded)
            inner = self.joined("; ", (self._after_label("", *one) for one in open_on_demand))
            return self.mark("labelled", self.mark("folded", self.words(found.heading), inner))
        folds = [self.cell(*one) for one in folded]
        return self.mark("labelled", self.joined(self.before_fold, filter(None, [words, *folds])))

    def _after_label(self, heading: str, column: Column[Any], value: Any) -> str:
        label = "" if column.look is Sdk else column.words.removeprefix(heading).lstrip()
        label = label if label[1:2].isupper() else label[:1].lower() + label[1:]
        return self.words(f"{label} ") + self.with_unit(column, value) if label else self.cell(column, value)
