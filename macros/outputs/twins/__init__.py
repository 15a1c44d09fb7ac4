"""A Markdown version of each page, called its twin, for programs that read text.

`models/gpt2/index.md` is the twin of `models/gpt2/index.html`; `llms.txt` and `llms-full.txt` list all twins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from macros.addresses import section
from macros.columns import TABLES
from macros.columns.files import BASE
from macros.facts import Knowledge
from macros.facts.news import news
from macros.outputs import File, Render
from macros.outputs.api_lists import EVERYTHING, api_lists, data_of_pages, data_of_record
from macros.outputs.twins import llms
from macros.outputs.twins.facts import facts_about
from macros.outputs.twins.fields import lines_of_record
from macros.outputs.twins.text import Words, rooted, twin_of
from macros.pages.page_source import PageSource
from macros.schema.kinds import KINDS, WITH_PAGES

IN_TABLES = {
    "benchmarks": frozenset({"title", "rows"}),
    "catalogues": frozenset({"title", "rows"}),
    "components": frozenset({"name", "notices"}),
    "sdks": frozenset({"packages"}),
}
"""Fields of these kinds that are left out of the record's list: the twin has them in its heading or in tables."""

IN_FULL = frozenset({"data/", "contribute/"})
"""Hand-written pages whose twins have the whole text; those of others have the introduction only."""

IN_HEADING = frozenset({"title"})
"""Fields of other kinds that are left out."""


def files(
    knowledge: Knowledge, render: Render, pages: Sequence[PageSource], written: Sequence[PageSource]
) -> Iterator[File]:
    """The twin of every page, then `llms.txt` and `llms-full.txt`."""
    words = Words(knowledge)

    def text(template: str, address: str, context: Mapping[str, Any]) -> bytes:
        rendered = render(f"twins/{template}.jinja", address, words=words, **context)
        return f"{rooted(rendered, address).rstrip()}\n".encode()

    for page in pages:
        yield twin_of(page.address), text("record", page.address, _of_record(words, page))
    by_kind = {kind: list(found) for kind, found in groupby(pages, lambda page: page.kind)}
    data = data_of_pages(knowledge)
    for one in written:
        context = {"this": one, "data": data.get(one.address, EVERYTHING), **_of_written(knowledge, one, by_kind)}
        yield twin_of(one.address), text("written", one.address, context)
    about = llms.context(knowledge, written, by_kind)
    yield llms.SHORT, text("llms", "", {**about, "full": False})
    yield llms.FULL, text("llms", "", {**about, "full": True})


def _of_record(words: Words, page: PageSource) -> Mapping[str, Any]:
    record = words.knowledge.records.of(page.kind)[page.record]
    return {
        "this": page,
        "data": data_of_record(page.kind, page.record),
        "fields": lines_of_record(words, record, IN_TABLES.get(page.kind, IN_HEADING)),
        "with_pages": WITH_PAGES,
        **facts_about(words, page.kind, page.record),
    }


def _of_written(
    knowledge: Knowledge, page: PageSource, by_kind: Mapping[str, Sequence[PageSource]]
) -> Mapping[str, Any]:
    kinds = [kind for kind in by_kind if section(kind) == page.address]
    return {
        "text": page.words if page.address in IN_FULL else page.lede,
        "lists": sorted(api_lists(knowledge), key=lambda one: one.name.startswith("comparisons/")),
        "api": BASE,
        "news": news(knowledge) if page.address == "changes/" else (),
        "records_of": {KINDS[kind].api_list or TABLES[kind].title: by_kind[kind] for kind in kinds},
    }
