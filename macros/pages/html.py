"""Values of columns as HTML: the writer of pages. Links are relative to a page."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from markupsafe import Markup, escape

from macros.addresses import address
from macros.kinds import WITH_PAGES
from macros.knowledge import Knowledge
from macros.knowledge.coverage import Coverage
from macros.knowledge.packages import version_of
from macros.pages.links import Counted, PageLink
from macros.pages.section import Pair
from macros.schema.base import HTTP, Citation, OtherName, Part, Reference, SourceReference, Statement, Term
from macros.schema.hardware import Offer, Regions
from macros.schema.hints import field_hints, reference_or_term
from macros.schema.limitations import Bound, Exclusion
from macros.schema.models import RelatedDataset
from macros.schema.sources import SourceLink
from macros.tables.column import Column
from macros.words import month, number, plural

MOST_IN_A_CELL = 12
"""Values that a cell shows; the others open on demand."""

SDK_AS_WRITTEN = ("sdk", "last_sdk", "ends_with_sdk")
"""Columns with SDK releases, by id or as a source writes them."""

NAMED_BY_ID = ("models", "instances")
"""Kinds whose records readers know by their ids."""


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
    if isinstance(first, datetime.date):
        return "date"
    if isinstance(first, int | float) and not isinstance(first, bool):
        return "number"
    return "text" if isinstance(first, str) else None


class HtmlWriter:
    """Writes values on pages from which `root` is the relative path to the site's root."""

    def __init__(self, knowledge: Knowledge, root: str) -> None:
        self._knowledge = knowledge
        self._root = root

    def cell(self, column: Column[Any], value: Any) -> Markup:
        """A value of a column; where there is none, the words for that."""
        if isinstance(value, Pair):
            small = Markup("<small>{}</small>").format(self.with_unit(value.other_column, value.other))
            return Markup("{} {}").format(self.cell(column, value.value), small)
        if self.is_nothing(value):
            return Markup("<i>{}</i>").format(column.absent)
        if isinstance(value, list | tuple):
            return self._several([self._one(column, one) for one in value], isinstance(value[0], Statement))
        return self._one(column, value)

    def with_unit(self, column: Column[Any], value: Any) -> Markup:
        """A value with the unit of its column."""
        unit = f" {column.unit}" if isinstance(value, int | float) and column.unit else ""
        return self.cell(column, value) + unit

    @staticmethod
    def is_nothing(value: Any) -> bool:
        """Whether nothing was published."""
        return value in (None, (), [], {})

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
        return Markup("{} <details><summary>and {} more</summary>{}</details>").format(shown, number(len(more)), rest)

    def _one(self, column: Column[Any], value: Any) -> Markup:
        if column.name in SDK_AS_WRITTEN:
            return self.sdk(value)
        if column.kind is not None:
            return self.link(column.kind, value)
        if column.vocabulary is not None:
            return self.term(column.vocabulary, value)
        return self.value(value)

    def value(self, value: Any) -> Markup:
        """A value that is neither the id of a record nor of a vocabulary. Raises TypeError for unknown types."""
        if isinstance(value, bool):
            return escape("yes" if value else "no")
        if isinstance(value, int | float):
            return escape(number(value))
        if isinstance(value, datetime.date):
            return self.date(value)
        if isinstance(value, str):
            return self._text(value)
        write = WRITERS.get(type(value))
        if write is not None:
            return write(self, value)
        if isinstance(value, Part):
            return self.part(value)
        raise TypeError(f"cannot write a {type(value).__name__}")

    def part(self, part: Part) -> Markup:
        """A small record: its fields, each after its name."""
        said = []
        for name, hint in field_hints(type(part)).items():
            mark, value = reference_or_term(hint), getattr(part, name)
            column: Column[Any] = Column(
                name,
                "",
                kind=mark.kind if isinstance(mark, Reference) else None,
                vocabulary=mark.vocabulary if isinstance(mark, Term) else None,
            )
            if value not in (None, (), {}):
                said.append(Markup("{}: {}").format(column.heading.lower(), self.cell(column, value)))
        return Markup("; ").join(said)

    def link(self, kind: str, record: str) -> Markup:
        """A link to a record, with its label where it has ended."""
        name = self._name(kind, record)
        if kind not in WITH_PAGES:
            return name
        state = self._knowledge.lifecycle.ended_state(kind, record)
        ended = Markup("")
        if state:
            words = state if kind == "instances" else self._knowledge.term("lifecycle", state).label.lower()
            ended = Markup(' <span class="ended">{}</span>').format(words)
        return self._link(kind, record, name) + ended

    def sdk(self, written: str) -> Markup:
        """The SDK release of a version as a source writes it; a link where there is a record of it."""
        record, version = self._knowledge.sdk_named(written), version_of(written)
        return self._link("sdks", record, escape(version)) if record else escape(version)

    def _link(self, kind: str, record: str, name: Markup) -> Markup:
        return Markup('<a href="{}{}">{}</a>').format(self._root, address(kind, record), name)

    def _name(self, kind: str, record: str) -> Markup:
        if kind in NAMED_BY_ID:
            return Markup("<code>{}</code>").format(record)
        if kind == "sdks":
            return escape(self._knowledge.sdk_name(record))
        found = self._knowledge.records.of(kind)[record]
        names = (getattr(found, field, None) for field in ("short_title", "name", "title"))
        return escape(next(filter(None, names), record))

    def term(self, vocabulary: str, value: str) -> Markup:
        """A vocabulary value: its label, with its symbol where that tells good from bad."""
        found = self._knowledge.term(vocabulary, value)
        if len({one.tone for one in self._knowledge.records.vocabularies[vocabulary].values.values()}) == 1:
            return escape(found.label)
        mark = Markup('<span class="verdict tone-{}" data-symbol="{}">{}</span>')
        return mark.format(found.tone, found.symbol, found.label)

    def date(self, date: datetime.date | None) -> Markup:
        """A date, marked where it is long ago."""
        if date is None:
            return Markup('<span class="as-of not-published">no date published</span>')
        age = self._knowledge.ages.age(date)
        words = Markup(" <i>{}</i>").format(age.words) if age.old else Markup("")
        mark = Markup('<span class="as-of{}"><time>{}</time>{}</span>')
        return mark.format(" is-old" if age.old else "", date.isoformat(), words)

    def _text(self, text: str) -> Markup:
        if HTTP.fullmatch(text):
            return Markup('<a href="{}">{}</a>').format(text, text.partition("://")[2])
        return escape(text)

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

    def related(self, related: RelatedDataset) -> Markup:
        """Another dataset, and what sets it apart."""
        return Markup("{}: {}").format(self.link("datasets", related.dataset), related.difference)

    def coverage(self, tested: Coverage) -> Markup:
        """How much was tested, and when."""
        counts = (
            plural(tested.configurations, "configuration"),
            plural(tested.models, "model"),
            plural(tested.releases, "release"),
        )
        first = Markup("{} to ").format(month(tested.oldest)) if tested.oldest != tested.newest else Markup("")
        return Markup("{} of {} in {}, {}{}").format(*counts, first, self.date(tested.newest))

    def counted(self, some: Counted) -> Markup:
        """A number of something that has a page."""
        return Markup("{} × {}").format(number(some.count), self.link(some.kind, some.record))

    def page_link(self, link: PageLink) -> Markup:
        """A text that leads to a page."""
        if link.address is None:
            return escape(link.title)
        return Markup('<a href="{}{}">{}</a>').format(self._root, link.address, link.title)

    def source_link(self, link: SourceLink) -> Markup:
        """A further address of a source."""
        doubt = "" if link.works else " (may no longer lead anywhere)"
        return Markup('<a href="{}">{}</a>{}').format(link.url, link.label, doubt)

    def exclusion(self, ruled_out: Exclusion) -> Markup:
        """What does not run where."""
        kinds = ("families", "architectures", "models")
        named = [self.link(kind, one) for kind in kinds for one in getattr(ruled_out, kind)]
        models = Markup(" of {}").format(Markup(", ").join(named)) if named else Markup("")
        where = Markup(", ").join(self.link("accelerators", one) for one in ruled_out.accelerators)
        workload = f" for {ruled_out.workload}" if ruled_out.workload else ""
        since = Markup(", from SDK {} on").format(self.sdk(ruled_out.from_sdk)) if ruled_out.from_sdk else ""
        framework = self.link("frameworks", ruled_out.framework)
        return Markup("{} on {}{}{}{}").format(framework, where, workload, models, since)

    def bound(self, bound: Bound) -> Markup:
        """A limit with its unit."""
        return escape(f"{bound.value} {bound.unit}")

    def _dated(self, words: str, date: datetime.date, citations: Sequence[Citation]) -> Markup:
        cited = Markup(" ").join(map(self.citation, citations))
        return Markup("{}, {} {}").format(words, self.date(date), cited)

    def offer(self, offer: Offer) -> Markup:
        """Whether a provider listed a type, and when."""
        note = f" ({offer.note})" if offer.note else ""
        return self._dated(f"{'yes' if offer.listed else 'no'}{note}", offer.as_of, offer.citations)

    def regions(self, regions: Regions) -> Markup:
        """Where a provider offered a type, and when."""
        codes = f"{plural(len(regions.codes), 'region')}: {', '.join(regions.codes)}"
        return self._dated(codes, regions.as_of, regions.citations)


WRITERS: Mapping[type, Callable[[HtmlWriter, Any], Markup]] = {
    Citation: HtmlWriter.citation,
    SourceReference: HtmlWriter.citation,
    Statement: HtmlWriter.statement,
    OtherName: HtmlWriter.other_name,
    RelatedDataset: HtmlWriter.related,
    Coverage: HtmlWriter.coverage,
    Bound: HtmlWriter.bound,
    Exclusion: HtmlWriter.exclusion,
    Offer: HtmlWriter.offer,
    Regions: HtmlWriter.regions,
    Counted: HtmlWriter.counted,
    PageLink: HtmlWriter.page_link,
    SourceLink: HtmlWriter.source_link,
}
"""How small records are written."""
