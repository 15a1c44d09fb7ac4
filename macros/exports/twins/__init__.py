"""A Markdown twin beside every page, at the same address with index.md, and the two files that lead to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from macros.addresses import section
from macros.exports.api_lists import api_lists
from macros.exports.twins import llms
from macros.exports.twins.alternates import EVERYTHING, data_of_list, data_of_pages, data_of_record
from macros.exports.twins.facts import Facts
from macros.exports.twins.fields import lines
from macros.exports.twins.text import ROOT, Words, escaped, link, rooted, twin_of
from macros.exports.writing import File
from macros.kinds import KINDS
from macros.knowledge import Knowledge
from macros.stubs import GeneratedPage, WrittenPage
from macros.tables import TABLES
from macros.tables.api_file import BASE

IN_TABLES = {
    "benchmarks": frozenset({"title", "rows"}),
    "catalogues": frozenset({"title", "rows"}),
    "components": frozenset({"name", "notices"}),
    "sdks": frozenset({"packages"}),
}
"""Fields that stand in the heading or the tables of a twin instead."""

IN_FULL = frozenset({"data/", "contribute/", "contribute/records/"})
"""Hand-written pages whose words are worth more than the lists they lead to."""

NAMED = frozenset({"title"})


class RecordTwins:
    """Writes the twins of records. What is said of a fact is written once for all of them."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._words = Words(knowledge)
        self._facts = Facts(self._words)

    def of(self, page: GeneratedPage) -> Iterator[File]:
        """The twin of a record's page."""
        text = "\n".join(self._lines(page))
        yield twin_of(page.address), f"{rooted(text, page.address)}\n".encode()

    def _lines(self, page: GeneratedPage) -> Iterator[str]:
        known = self._words.knowledge
        data = data_of_record(page.kind, page.record)
        yield from _head(page.address, page.title, page.description, data, _edition(known))
        yield from ("", "## Record", "")
        yield from lines(self._words, known.records.of(page.kind)[page.record], IN_TABLES.get(page.kind, NAMED))
        yield from self._facts.about(page.kind, page.record)


def files(knowledge: Knowledge, pages: Sequence[GeneratedPage], written: Sequence[WrittenPage]) -> Iterator[File]:
    """Every twin, and the two files that lead to them."""
    of_records = RecordTwins(knowledge)
    for page in pages:
        yield from of_records.of(page)
    yield from of_written(knowledge, written, pages)


def of_written(
    knowledge: Knowledge, written: Sequence[WrittenPage], generated: Iterable[GeneratedPage]
) -> Iterator[File]:
    """The twins of the pages that people write, and the files that lead to all twins."""
    by_kind, data = _by_kind(generated), data_of_pages(knowledge)
    for one in written:
        text = "\n".join(_of_written(knowledge, one, by_kind, data))
        yield twin_of(one.address), f"{rooted(text, one.address)}\n".encode()
    yield llms.SHORT, rooted(llms.short(knowledge, written, by_kind), "").encode()
    yield llms.FULL, rooted(llms.full(knowledge, written, by_kind), "").encode()


def _by_kind(pages: Iterable[GeneratedPage]) -> Mapping[str, Sequence[GeneratedPage]]:
    found: dict[str, list[GeneratedPage]] = {}
    for page in pages:
        found.setdefault(page.kind, []).append(page)
    return found


def _edition(knowledge: Knowledge) -> str:
    return f"edition {knowledge.edition.isoformat()}"


def _head(page: str, title: str, description: str, data: str, as_of: str) -> Iterator[str]:
    yield from (f"# {escaped(title)}", "", f"> {escaped(description)}", "")
    yield f"- Page: [{page or 'home'}](./)"
    yield f"- Data: {link(data, data)}"
    yield f"- Data as of: {as_of}"
    yield f"- How to read it: {link(llms.SHORT, llms.SHORT)}"


def _of_written(
    knowledge: Knowledge,
    page: WrittenPage,
    by_kind: Mapping[str, Sequence[GeneratedPage]],
    data: Mapping[str, str],
) -> Iterator[str]:
    as_of = f"{_edition(knowledge)}, revision {knowledge.revision}"
    yield from _head(page.address, page.title, page.description, data.get(page.address, EVERYTHING), as_of)
    if page.address in IN_FULL:
        yield from ("", page.words)
    elif page.lede:
        yield from ("", page.lede)
    if page.address == "data/":
        yield from ("", "## Every list", "", *_every_list(knowledge))
    for kind in _kinds_on(page.address, by_kind):
        yield from ("", f"## {KINDS[kind].api_list or TABLES[kind].title}", "")
        yield from llms.twins_of(by_kind[kind])
    if page.address == "changes/":
        yield from ("", "## Changes", "", *_changes(knowledge))


def _kinds_on(page: str, by_kind: Mapping[str, Sequence[GeneratedPage]]) -> Sequence[str]:
    """The kinds of record that live under a page's address."""
    return [kind for kind in by_kind if section(kind) == page]


def _every_list(knowledge: Knowledge) -> Iterator[str]:
    for one in sorted(api_lists(knowledge), key=lambda one: one.name.startswith("comparisons/")):
        csv = link("as CSV", f"{BASE}{one.name}.csv")
        yield f"- {link(one.name, data_of_list(one.name))}, {csv}: {one.title}"


def _changes(knowledge: Knowledge) -> Iterator[str]:
    for change in knowledge.records.atlas.changes:
        pages = "; ".join(f"[{page}]({ROOT}{page.removeprefix('/')})" for page in change.pages)
        yield f"- {change.date.isoformat()}: **{escaped(change.title)}** {escaped(change.text)} {pages}".rstrip()
