"""A Markdown version of each page, called its twin, for programs that read text.

`models/gpt2/index.md` is the twin of `models/gpt2/index.html`; `llms.txt` and `llms-full.txt` list all twins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from macros.addresses import section
from macros.exports.api_lists import api_lists
from macros.exports.twins import llms
from macros.exports.twins.alternates import EVERYTHING, data_of_list, data_of_pages, data_of_record
from macros.exports.twins.facts import facts_about
from macros.exports.twins.fields import lines_of_record
from macros.exports.twins.text import ROOT, Words, escaped, link, rooted
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
"""Fields of these kinds that are left out of the record's list: the twin has them in its heading or in tables."""

IN_FULL = frozenset({"data/", "contribute/", "contribute/records/"})
"""Hand-written pages whose twins have the whole text; those of others have the introduction only."""

IN_HEADING = frozenset({"title"})
"""Fields of other kinds that are left out."""


def files(knowledge: Knowledge, pages: Sequence[GeneratedPage], written: Sequence[WrittenPage]) -> Iterator[File]:
    """The twin of every page, then `llms.txt` and `llms-full.txt`."""
    words = Words(knowledge)
    for page in pages:
        yield _file(page.address, _of_record(words, page))
    by_kind = {kind: list(found) for kind, found in groupby(pages, lambda page: page.kind)}
    data = data_of_pages(knowledge)
    for one in written:
        yield _file(one.address, _of_written(knowledge, one, by_kind, data.get(one.address, EVERYTHING)))
    yield _file("", llms.short(knowledge, written, by_kind), llms.SHORT)
    yield _file("", llms.full(knowledge, written, by_kind), llms.FULL)


def _file(page: str, lines: Iterable[str], name: str = "index.md") -> File:
    text = "".join(f"{line}\n" for line in lines)
    return f"{page}{name}", rooted(text, page).encode()


def _of_record(words: Words, page: GeneratedPage) -> Iterator[str]:
    record = words.knowledge.records.of(page.kind)[page.record]
    data = data_of_record(page.kind, page.record)
    yield from _head(page.address, page.title, page.description, data, _edition(words.knowledge))
    yield from ("", "## Record", "")
    yield from lines_of_record(words, record, IN_TABLES.get(page.kind, IN_HEADING))
    yield from facts_about(words, page.kind, page.record)


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
    data: str,
) -> Iterator[str]:
    as_of = f"{_edition(knowledge)}, revision {knowledge.revision}"
    yield from _head(page.address, page.title, page.description, data, as_of)
    if page.address in IN_FULL:
        yield from ("", page.words)
    elif page.lede:
        yield from ("", page.lede)
    if page.address == "data/":
        yield from ("", "## Every list", "", *_every_list(knowledge))
    for kind in (kind for kind in by_kind if section(kind) == page.address):
        yield from ("", f"## {KINDS[kind].api_list or TABLES[kind].title}", "")
        yield from llms.twins_of(by_kind[kind])
    if page.address == "changes/":
        yield from ("", "## Changes", "", *_changes(knowledge))


def _every_list(knowledge: Knowledge) -> Iterator[str]:
    for one in sorted(api_lists(knowledge), key=lambda one: one.name.startswith("comparisons/")):
        csv = link("as CSV", f"{BASE}{one.name}.csv")
        yield f"- {link(one.name, data_of_list(one.name))}, {csv}: {one.title}"


def _changes(knowledge: Knowledge) -> Iterator[str]:
    for change in knowledge.records.atlas.changes:
        pages = "; ".join(f"[{page}]({ROOT}{page.removeprefix('/')})" for page in change.pages)
        yield f"- {change.date.isoformat()}: **{escaped(change.title)}** {escaped(change.text)} {pages}".rstrip()
