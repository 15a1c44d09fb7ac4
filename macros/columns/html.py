"""Values of columns as HTML: the writer of pages. Links are relative to a page."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from markupsafe import Markup, escape

from macros.addresses import address
from macros.columns.column import LOCATOR, Column, Labelled, Together, column_of
from macros.columns.phrase import NAMED_BY_ID, Code, PageLink, Phrase, Piece, RecordLink, Sdk, TermOf, name_of
from macros.columns.sentences import SENTENCES
from macros.facts import Knowledge
from macros.facts.fact_types import Coverage
from macros.facts.packages import version_of
from macros.facts.short_answers import ShortAnswer
from macros.schema.atlas import Value
from macros.schema.base import Citation, OtherName, Part, SourceReference, Statement, fields_of
from macros.schema.hardware import Offer, Regions
from macros.schema.kinds import WITH_PAGES
from macros.schema.models import Published
from macros.schema.sources import SourceLink
from macros.schema.values import HTTP
from macros.words import month, number, plural

MOST_IN_A_CELL = 12
"""Values that a cell shows; the others open on demand."""

LONGEST_SHORT_TEXT = 80
"""Characters of a key fact that stands beside others."""

SDK_AS_WRITTEN = ("sdk", "last_sdk", "ends_with_sdk")
"""Columns with SDK releases, by id or as a source writes them."""

TITLED = ("sources", "benchmarks", "catalogues")
"""Kinds whose records have long titles."""


class Tabular(Protocol):
    """Columns with their values."""

    @property
    def columns(self) -> Sequence[Column[Any]]: ...

    @property
    def values(self) -> Sequence[Sequence[Any]]: ...

    @property
    def first_column(self) -> int: ...


def _types(shown: Tabular) -> Sequence[str | None]:
    return [_type_of(row[place] for row in shown.values) for place in range(len(shown.columns))]


def _type_of(values: Iterable[Any]) -> str | None:
    first = next((value for value in values if value is not None), None)
    first = first.value if isinstance(first, Together) else first
    if isinstance(first, datetime.date):
        return "date"
    if isinstance(first, int | float) and not isinstance(first, bool):
        return "number"
    return "text" if isinstance(first, str | Phrase) else None


def _tells_good_from_bad(knowledge: Knowledge, vocabulary: str) -> bool:
    tones = {one.tone for one in knowledge.records.vocabularies[vocabulary].values.values()}
    return not tones <= {"neutral", "unknown"}


class HtmlWriter:
    """Writes values on pages from which `root` is the relative path to the site's root."""

    def __init__(self, knowledge: Knowledge, root: str) -> None:
        self._knowledge = knowledge
        self._root = root

    def cell(self, column: Column[Any], value: Any) -> Markup:
        """A value of a column; where there is none, the words for that."""
        if isinstance(value, Together):
            return self._together(column, value)
        if self.is_nothing(value):
            return Markup("<i>{}</i>").format(column.absent or "–")
        if column.folded:
            return Markup("<details><summary>{}</summary>{}</details>").format(
                column.words, self.cell(replace(column, folded=False), value)
            )
        if isinstance(value, list | tuple):
            written = [self._one(column, one) for one in value]
            # The style sheet puts a dot between citations.
            cited = isinstance(value[0], SourceReference)
            as_list = isinstance(value[0], Statement | Phrase | ShortAnswer)
            return Markup(" ").join(written) if cited else self._several(written, as_list)
        return self._one(column, value)

    def _together(self, column: Column[Any], found: Together) -> Markup:
        main = Markup("") if self.is_nothing(found.value) else self.cell(column, found.value)
        others = [self._beside(one, value, main) for one, value in found.others]
        small = Markup("; ").join(filter(None, others))
        return main + Markup("{}<small>{}</small>").format(" " if main else "", small) if small else main

    def _beside(self, column: Column[Any], value: Any, main: Markup) -> Markup:
        """What stands in small print beside a value: reasons on demand, and printed words that differ from ours."""
        if column.name.endswith("_inferred"):
            return Markup('<span class="inferred" title="{}">inferred</span>').format(value)
        if column.name.endswith("_as_published"):
            return Markup("") if value.lower() == main.striptags().lower() else Markup("“{}”").format(value)
        return self.sdk_in_words(Sdk(value)) if column.name in SDK_AS_WRITTEN else self.with_unit(column, value)

    def with_unit(self, column: Column[Any], value: Any) -> Markup:
        """A value with the unit of its column."""
        unit = f" {column.unit}" if isinstance(value, int | float) and column.unit else ""
        return self.cell(column, value) + unit

    def look(self, column: Column[Any], value: Any) -> str:
        """Attributes of a cell: phones leave out nothing, and name the column of what is no prose."""
        if self.is_nothing(value):
            return Markup(' class="nil"')
        label = "" if self.is_prose(value) else Markup(' data-label="{}"').format(column.heading)
        return Markup(' class="long"') + label if column.kind in TITLED or column.name == LOCATOR.name else label

    @staticmethod
    def is_prose(value: Any) -> bool:
        """Whether a value speaks for itself, so that no label stands before it on phones."""
        return isinstance(value[0] if isinstance(value, list | tuple) and value else value, Statement)

    @staticmethod
    def is_nothing(value: Any) -> bool:
        """Whether nothing was published."""
        return value in (None, (), [], {})

    @staticmethod
    def is_long(value: Any) -> bool:
        """Whether a key fact takes the whole width."""
        return isinstance(value, str) and len(value) > LONGEST_SHORT_TEXT

    @staticmethod
    def numbers(shown: Tabular) -> str:
        """The columns of figures of a table, counted from 1, for the style sheet; the first names the row."""
        found = enumerate(_types(shown), start=shown.first_column)
        return " ".join(str(number) for number, kind in found if kind == "number")

    @staticmethod
    def sorting(shown: Tabular) -> Sequence[tuple[Column[Any], str | None]]:
        """The columns of a list, each with how readers sort by it: text, number, date, or not."""
        return list(zip(shown.columns, _types(shown), strict=True))

    def _several(self, written: Sequence[Markup], as_list: bool) -> Markup:
        if as_list:
            items = Markup("").join(Markup("<li>{}</li>").format(one) for one in written)
            return Markup('<ul class="statements">{}</ul>').format(items)
        shown = Markup(", ").join(written[:MOST_IN_A_CELL])
        more = written[MOST_IN_A_CELL:]
        if not more:
            return shown
        rest = Markup(", ").join(more)
        fold = Markup('{} <details class="fold"><summary>and {} more</summary>{}</details>')
        return fold.format(shown, number(len(more)), rest)

    def _one(self, column: Column[Any], value: Any) -> Markup:
        if column.name in WRITERS_BY_NAME:
            return WRITERS_BY_NAME[column.name](self, value)
        if column.kind is not None:
            return self.link(column.kind, value)
        if column.vocabulary is not None:
            return self.term(column.vocabulary, value)
        return self.value(value)

    def value(self, value: Any) -> Markup:
        """A value that is neither the id of a record nor of a vocabulary. Raises TypeError for unknown types."""
        kind = type(value)
        if kind in SENTENCES:
            return self.phrase(SENTENCES[kind](value))
        if kind in WRITERS:
            return WRITERS[kind](self, value)
        if isinstance(value, Part):
            return self.part(value)
        raise TypeError(f"cannot write a {kind.__name__}")

    def part(self, part: Part) -> Markup:
        """A small record: its fields, each after its name."""
        columns = [column_of(type(part), name) for name in fields_of(type(part))]
        values = [(column, column.value(part)) for column in columns]
        said = [
            Markup("{}: {}").format(column.heading.lower(), self.cell(column, value))
            for column, value in values
            if not self.is_nothing(value)
        ]
        return Markup("; ").join(said)

    def phrase(self, said: Phrase) -> Markup:
        """A sentence. Its days are those of events: they do not grow old as facts do."""
        return Markup("").join(map(self._piece, said.parts))

    def _piece(self, piece: Piece) -> Markup:
        if isinstance(piece, str):
            return escape(piece)
        return self.day(piece) if isinstance(piece, datetime.date) else self.value(piece)

    def day(self, date: datetime.date) -> Markup:
        """The day of an event."""
        return Markup("<time>{}</time>").format(date.isoformat())

    def code(self, text: str) -> Markup:
        """What readers copy."""
        return Markup("<code>{}</code>").format(text)

    def record_link(self, link: RecordLink) -> Markup:
        """A link in a sentence."""
        name = escape(link.title) or self._name(link.kind, link.record)
        return self._link(link.kind, link.record, name) + (self._end(link.kind, link.record) if link.says_end else "")

    def term_of(self, found: TermOf) -> Markup:
        """A vocabulary value in a sentence."""
        if not found.within:
            return self.term(found.vocabulary, found.value)
        return escape(self._knowledge.term(found.vocabulary, found.value).label.lower())

    def link(self, kind: str, record: str, says_end: bool = True) -> Markup:
        """A link to a record, with its label where it has ended."""
        return self._link(kind, record, self._name(kind, record)) + (self._end(kind, record) if says_end else "")

    def _end(self, kind: str, record: str) -> Markup:
        state = self._knowledge.lifecycle.ended_state(kind, record)
        if not state:
            return Markup("")
        words = state if kind == "instances" else self._knowledge.term("lifecycle", state).label.lower()
        return Markup(' <span class="ended">{}</span>').format(words)

    def sdk(self, written: str, prefix: str = "") -> Markup:
        """The SDK release of a version as a source writes it; a link where there is a record of it."""
        record, version = self._knowledge.sdk_named(written), escape(prefix + version_of(written))
        return self._link("sdks", record, version) if record else version

    def sdk_in_words(self, found: Sdk) -> Markup:
        """An SDK release in a sentence."""
        return self.sdk(found.written, found.prefix)

    def _link(self, kind: str, record: str, name: Markup) -> Markup:
        if kind not in WITH_PAGES:
            return name
        return Markup('<a href="{}{}">{}</a>').format(self._root, address(kind, record), name)

    def _name(self, kind: str, record: str) -> Markup:
        if kind in NAMED_BY_ID:
            return Markup("<code>{}</code>").format(record)
        short = getattr(self._knowledge.records.of(kind)[record], "short_title", None)
        return escape(short or name_of(self._knowledge, kind, record))

    def term(self, vocabulary: str, value: str) -> Markup:
        """A vocabulary value: its label, with its symbol where that tells good from bad."""
        found = self._knowledge.term(vocabulary, value)
        tells = self._knowledge.cached(_tells_good_from_bad, vocabulary)
        return self._signed(found, found.label) if tells else escape(found.label)

    @staticmethod
    def _signed(sign: Value, words: str) -> Markup:
        mark = Markup('<span class="verdict tone-{}" data-symbol="{}">{}</span>')
        return mark.format(sign.tone, sign.symbol, words)

    def short_answer(self, short: ShortAnswer) -> Markup:
        """An answer in a line."""
        return Markup("{} {}").format(
            self._signed(self._knowledge.term("outcome", short.outcome), short.label), short.rest
        )

    def date(self, date: datetime.date | None) -> Markup:
        """A date, marked where it is long ago."""
        if date is None:
            return Markup('<span class="as-of not-published">no date published</span>')
        age = self._knowledge.ages.age(date)
        words = Markup(" <i>{}</i>").format(age.words) if age.old else Markup("")
        mark = Markup('<span class="as-of{}"><time>{}</time>{}</span>')
        return mark.format(" is-old" if age.old else "", date.isoformat(), words)

    def text(self, text: str) -> Markup:
        """Plain words; an address is a link."""
        if HTTP.fullmatch(text):
            return Markup('<a href="{}">{}</a>').format(text, text.partition("://")[2])
        return Markup("/<wbr>").join(map(escape, text.split("/")))

    def citation(self, cited: SourceReference) -> Markup:
        """Source, place and date."""
        place = f", {cited.locator}" if cited.locator else ""
        date = self.date(self._knowledge.as_of(cited))
        mark = Markup('<cite class="citation">{}{}, {}</cite>')
        return mark.format(self.link("sources", cited.source), place, date)

    def statement(self, said: Statement) -> Markup:
        """A fact in words, with its sources."""
        cited = Markup(" ").join(map(self.citation, said.citations))
        reason = self.inferred(said.inferred)
        return Markup('{}{} <span class="citations">{}</span>').format(said.text, reason, cited)

    def inferred(self, reason: str | None) -> Markup:
        """Why the editor concluded something; nothing where a source says it."""
        if not reason:
            return Markup("")
        return Markup(' <span class="inferred"><b>Inferred:</b> {}</span>').format(reason)

    def other_name(self, other: OtherName) -> Markup:
        """A name by which a record is also known, and how certain that is."""
        certainty = Markup("")
        if other.certainty != "certain":
            label = self._knowledge.term("certainty", other.certainty).label
            certainty = Markup(' <span class="inferred">{}: {}</span>').format(label, other.reason)
        return Markup('<span class="other-name">{}{}</span>').format(other.name, certainty)

    def coverage(self, tested: Coverage) -> Markup:
        """How much was tested, and when."""
        counts = (
            plural(tested.configurations, "configuration"),
            plural(tested.models, "model"),
            plural(tested.releases, "release"),
        )
        first = Markup("{} to ").format(month(tested.oldest)) if tested.oldest != tested.newest else Markup("")
        return Markup("{} of {} in {}, {}{}").format(*counts, first, self.date(tested.newest))

    def page_link(self, link: PageLink) -> Markup:
        """A text that leads to a page."""
        if link.address is None:
            return escape(link.title)
        return Markup('<a href="{}{}">{}</a>').format(self._root, link.address, link.title)

    def source_link(self, link: SourceLink) -> Markup:
        """A further address of a source."""
        doubt = "" if link.works else " (may no longer lead anywhere)"
        return Markup('<a href="{}">{}</a>{}').format(link.url, link.label, doubt)

    def labelled(self, found: Labelled) -> Markup:
        """Values of several columns: each after the name of its column, without the words of the heading above."""
        words = Markup(", ").join(self._labelled(found.heading, *one) for one in found.values if not one[0].folded)
        folds = [self.cell(*one) for one in found.values if one[0].folded]
        return Markup('<span class="labelled">{}</span>').format(Markup(" ").join(filter(None, [words, *folds])))

    def _labelled(self, heading: str, column: Column[Any], value: Any) -> Markup:
        label = column.words.removeprefix(heading).lstrip()
        label = label if label[1:2].isupper() else label[:1].lower() + label[1:]
        return Markup("{} {}").format(label, self.with_unit(column, value)) if label else self.cell(column, value)

    def _dated(self, words: str, date: datetime.date, citations: Sequence[Citation]) -> Markup:
        cited = Markup(" ").join(map(self.citation, citations))
        return Markup("{}, {} {}").format(words, self.date(date), cited)

    def published(self, published: Published) -> Markup:
        """When something was made public."""
        return Markup("{} {}").format(self.date(published.date), self.citation(published.citation))

    def offer(self, offer: Offer) -> Markup:
        """Whether a provider listed a type, and when."""
        note = f" ({offer.note})" if offer.note else ""
        return self._dated(f"{'yes' if offer.listed else 'no'}{note}", offer.as_of, offer.citations)

    def regions(self, regions: Regions) -> Markup:
        """Where a provider offered a type, and when."""
        codes = f"{plural(len(regions.codes), 'region')}: {', '.join(regions.codes)}"
        return self._dated(codes, regions.as_of, regions.citations)


WRITERS_BY_NAME: Mapping[str, Callable[[HtmlWriter, Any], Markup]] = {
    **dict.fromkeys(SDK_AS_WRITTEN, HtmlWriter.sdk),
    **dict.fromkeys(("copy", "environment"), HtmlWriter.code),
    # Events do not grow old as facts do.
    **dict.fromkeys(("date", "effective", "since", "launched"), HtmlWriter.day),
}
"""How the values of some columns are written: SDK releases by id or as a source writes them, code, days of events."""

WRITERS: Mapping[type, Callable[[HtmlWriter, Any], Markup]] = {
    bool: lambda _, value: escape("yes" if value else "no"),
    **dict.fromkeys((int, float), lambda _, value: escape(number(value))),
    datetime.date: HtmlWriter.date,
    str: HtmlWriter.text,
    Citation: HtmlWriter.citation,
    SourceReference: HtmlWriter.citation,
    Statement: HtmlWriter.statement,
    OtherName: HtmlWriter.other_name,
    Coverage: HtmlWriter.coverage,
    Published: HtmlWriter.published,
    ShortAnswer: HtmlWriter.short_answer,
    Offer: HtmlWriter.offer,
    Regions: HtmlWriter.regions,
    Phrase: HtmlWriter.phrase,
    RecordLink: HtmlWriter.record_link,
    TermOf: HtmlWriter.term_of,
    Sdk: HtmlWriter.sdk_in_words,
    Code: lambda write, found: write.code(found.text),
    PageLink: HtmlWriter.page_link,
    Labelled: HtmlWriter.labelled,
    SourceLink: HtmlWriter.source_link,
}
"""How values are written, by their type."""
