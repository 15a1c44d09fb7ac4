"""A Markdown version of each page, called its twin, for programs that read text.

`models/gpt2/index.md` is the twin of `models/gpt2/index.html`; `llms.txt` and `llms-full.txt` list all twins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from macros.addresses import root_of, section
from macros.columns import TABLES
from macros.columns.files import BASE
from macros.columns.markdown import MarkdownWriter, twin_of
from macros.facts import Knowledge
from macros.facts.grouping import group_by, group_pairs, unique
from macros.facts.news import news
from macros.facts.support_status import OFFERED, SupportStatus, software_name
from macros.outputs import File, Render, openapi
from macros.outputs.api_lists import DOWNLOADS, EVERYTHING, INDEX, all_lists, data_of_pages
from macros.pages.page_source import PageSource
from macros.pages.registry import pages_of
from macros.pages.support_grid import grids
from macros.pages.support_today import FOR_PROGRAMS, SupportLine
from macros.schema.kinds import KINDS

IN_FULL = frozenset({"data/", "contribute/"})
"""Hand-written pages whose twins have the whole text; those of others have the introduction only."""

FEW = ("accelerators", "frameworks", "families", "comparisons")
"""Kinds whose records are all linked from llms.txt."""

EXPLAINED = (
    *("outcome", "support_status", "evidence", "evidence_level", "status", "fit", "batch_size_scope", "certainty"),
)
"""Vocabularies without which a figure is easily misread."""

DATA: Mapping[str, str] = {
    f"{INDEX.name}.json": INDEX.title,
    f"{openapi.NAME}.json": openapi.TITLE,
    **{
        f"{name}.csv": f"{TABLES[name].title}, as CSV"
        for name in ("tested-configurations", "benchmarks", "listed-models", "support")
    },
    **DOWNLOADS,
}
"""Files of the API that answer most questions, with what they hold."""

Pages = Mapping[str, Sequence[PageSource]]


def files(
    knowledge: Knowledge, render: Render, pages: Sequence[PageSource], written: Sequence[PageSource]
) -> Iterator[File]:
    """The twin of every page, then `llms.txt` and `llms-full.txt`."""

    def text(template: str, address: str, context: Mapping[str, Any]) -> bytes:
        writer = knowledge.cached(MarkdownWriter, root_of(address))
        rendered = render(f"twins/{template}.jinja", address, write=writer, **context)
        return f"{rendered.rstrip()}\n".encode()

    data = data_of_pages(knowledge)
    for page in pages:
        view = pages_of(page.kind).for_programs(knowledge, page.record)
        context = {"this": page, "data": data.get(page.address, EVERYTHING), "view": view}
        yield twin_of(page.address), text("record", page.address, context)
    by_kind = group_by(pages, lambda page: page.kind)
    for one in written:
        context = {"this": one, "data": data.get(one.address, EVERYTHING), **_of_written(knowledge, one, by_kind)}
        yield twin_of(one.address), text("written", one.address, context)
    about = _about_all(knowledge, written, by_kind)
    yield "llms.txt", text("llms", "", {**about, "full": False})
    yield "llms-full.txt", text("llms", "", {**about, "full": True})


def _of_written(knowledge: Knowledge, page: PageSource, by_kind: Pages) -> Mapping[str, Any]:
    kinds = [kind for kind in by_kind if section(kind) == page.address]
    return {
        "text": page.words if page.address in IN_FULL else page.lede,
        "lists": list(all_lists(knowledge)) if page.address == "data/" else (),
        "api": BASE,
        "news": news(knowledge) if page.address == "changes/" else (),
        "grids": grids(knowledge) if page.address == "support/" else (),
        "support_columns": FOR_PROGRAMS,
        "records_of": {KINDS[kind].heading: by_kind[kind] for kind in kinds},
    }


def _about_all(knowledge: Knowledge, written: Sequence[PageSource], by_kind: Pages) -> Mapping[str, Any]:
    return {
        "written": written,
        "pages_of": by_kind,
        "few": FEW,
        "today": _today(knowledge),
        "data": DATA,
        "api": BASE,
        "explained": [knowledge.records.vocabularies[name] for name in EXPLAINED],
        "units": [
            (table.name, column.heading, column) for table in TABLES.values() for column in table.columns if column.unit
        ],
    }


def _today(knowledge: Knowledge) -> Mapping[str, Mapping[str, Sequence[str]]]:
    """By accelerator and status of support: software with its workload and the last SDK release that is known."""
    answers: dict[str, Mapping[str, Sequence[str]]] = {}
    for accelerator in knowledge.records.accelerators:
        statuses = knowledge.support.of("accelerators", accelerator)
        found = group_pairs((status.status, _software(knowledge, status)) for status in statuses)
        usable = {status: unique(found[status]) for status in OFFERED if status in found}
        if usable:
            answers[accelerator] = usable
    return answers


def _software(knowledge: Knowledge, status: SupportStatus) -> str:
    workload = knowledge.term("workload", status.workload).label.lower()
    last = status.statement.last_sdk
    words = [*([knowledge.sdk_name(last, status.owner)] if last else []), *SupportLine(knowledge, status).qualifiers]
    return f"{software_name(knowledge.records, status)} for {workload}" + (f" ({', '.join(words)})" if words else "")
