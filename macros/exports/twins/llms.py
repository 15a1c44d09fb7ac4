"""llms.txt and llms-full.txt: caveats for language models that quote facts, and links to every twin."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from macros.exports import archive, openapi
from macros.exports.api_lists import INDEX
from macros.exports.twins.tables import heading_of
from macros.exports.twins.text import escaped, link, twin_of
from macros.kinds import KINDS
from macros.knowledge import Knowledge
from macros.stubs import GeneratedPage, WrittenPage
from macros.tables import TABLES
from macros.tables.api_file import BASE

SHORT = "llms.txt"
FULL = "llms-full.txt"

NAME = "Accelerator Atlas"

FEW = ("accelerators", "frameworks", "families", "comparisons")
"""Kinds whose records are all linked from llms.txt."""

EXPLAINED = (
    "outcome",
    "support_status",
    "evidence",
    "evidence_level",
    "status",
    "fit",
    "batch_size_scope",
    "certainty",
)
"""Vocabularies without which a figure is easily misread."""

DATA: Mapping[str, str] = {
    f"{INDEX.name}.json": INDEX.title,
    f"{openapi.NAME}.json": openapi.TITLE,
    **{
        f"{name}.csv": f"{TABLES[name].title}, as CSV"
        for name in ("tested-configurations", "benchmarks", "listed-models", "support")
    },
    archive.FILE: archive.TITLE,
}
"""Files of the API that answer most questions, with what they hold."""

Pages = Mapping[str, Sequence[GeneratedPage]]
"""The pages of records, by kind."""


def twins_of(pages: Iterable[GeneratedPage | WrittenPage]) -> Iterator[str]:
    """Links to the twins of pages, with the descriptions of the pages."""
    return (f"- {link(escaped(page.title), twin_of(page.address))}: {escaped(page.description)}" for page in pages)


def short(knowledge: Knowledge, written: Sequence[WrittenPage], pages: Pages) -> Iterator[str]:
    """The lines of llms.txt: name, summary, caveats, and sections of links, as llmstxt.org describes it."""
    yield from _head(knowledge, written)
    for kind in FEW:
        if kind in pages:
            yield from ("", f"## {_title(kind)}", "", *twins_of(pages[kind]))
    yield from _data()
    yield from ("", "## Optional", "")
    yield f"- {link(FULL, FULL)}: every word defined, the unit of every column, and a link to every page's Markdown"


def full(knowledge: Knowledge, written: Sequence[WrittenPage], pages: Pages) -> Iterator[str]:
    """The lines of llms-full.txt: the same caveats, every word defined, and a link to every twin."""
    yield from _head(knowledge, written)
    yield from _data()
    for vocabulary in (knowledge.records.vocabularies[name] for name in EXPLAINED):
        yield from ("", f"## Words: {escaped(vocabulary.label)}", "")
        for key, value in vocabulary.values.items():
            yield f"- **{escaped(value.label)}** (`{key}`): {escaped(value.definition)}"
    yield from ("", "## Units", "")
    for table in TABLES.values():
        columns = (column for column in table.columns if column.unit)
        yield from (f"- {escaped(table.name)}, {heading_of(column)}: {column.meaning}" for column in columns)
    for kind, found in pages.items():
        yield from ("", f"## {_title(kind)}", "", *twins_of(found))


def _head(knowledge: Knowledge, written: Sequence[WrittenPage]) -> Iterator[str]:
    home = next((page.description for page in written if not page.address), "")
    yield from (f"# {NAME}", "")
    if home:
        yield from (f"> {escaped(home)}", "")
    yield from _caveats(knowledge)
    if written:
        yield from ("", "## Pages", "", *twins_of(written))


def _caveats(knowledge: Knowledge) -> Iterator[str]:
    kinds = ", ".join(value.label.lower() for value in knowledge.records.vocabularies["evidence"].values.values())
    yield f"Edition {knowledge.edition.isoformat()}, revision {knowledge.revision}. Before you quote a fact:"
    yield ""
    yield f"- **Kinds of evidence differ** ({escaped(kinds)}): tested is not supported, and listed is not tested."
    yield "- **A verdict about a family or an architecture is not about a checkpoint.** Each line names its level."
    yield "- **Every fact speaks for a date**, `as_of`, which is not the day on which its source was read. Quote both."
    yield f"- **Old facts:** {escaped(knowledge.records.atlas.age_rule.explanation)}"
    yield "- **“Not published” is not “no”.** In JSON it is `null`, in CSV an empty cell. Nor is “nothing known”."
    yield "- **Inferred is marked**, with the reason: that is an editor's conclusion and not the source's word."
    yield "- **Units stand in the heading of a column.** Compare figures only where unit, basis and settings agree:"
    yield "  batch sizes by their scope, throughput by what it counts, latency by what one latency is the time of."
    yield "- **A batch size that is a lower bound** is the largest that was tried: a larger one may fit."
    yield "- **Where sources disagree**, a conflict lists the claims; the figures stand as each source prints them."
    yield "- **Each page has a twin**: its address with `index.md`. Each twin names its JSON under `Data:`."


def _data() -> Iterator[str]:
    yield from ("", "## Data", "", *(f"- {link(name, f'{BASE}{name}')}: {words}" for name, words in DATA.items()))


def _title(kind: str) -> str:
    return TITLES.get(kind) or KINDS[kind].api_list


TITLES = {"releases": "Framework releases", "comparisons": "Comparisons", "benchmarks": "Result tables"}
"""Kinds that the API has no list of records of."""
