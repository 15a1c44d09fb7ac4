"""llms.txt and llms-full.txt: caveats for language models that quote facts, and links to every twin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from macros.columns import TABLES
from macros.columns.files import BASE
from macros.facts import Knowledge
from macros.facts.grouping import group_pairs, unique
from macros.facts.packages import version_of
from macros.facts.short_answers import contested_status
from macros.facts.support_status import SupportStatus
from macros.outputs import openapi
from macros.outputs.api_lists import ARCHIVE, ARCHIVE_TITLE, INDEX
from macros.pages.page_source import PageSource
from macros.schema.kinds import KINDS

SHORT = "llms.txt"
FULL = "llms-full.txt"

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
    ARCHIVE: ARCHIVE_TITLE,
}
"""Files of the API that answer most questions, with what they hold."""

ANSWERING = ("current", "public-beta", "private-beta", "maintenance")
"""Statuses of support that can be used today."""

Pages = Mapping[str, Sequence[PageSource]]
"""The pages of records, by kind."""


TITLES = {"releases": "Framework releases", "comparisons": "Comparisons", "benchmarks": "Result tables"}
"""Kinds that the API has no list of records of."""


def context(knowledge: Knowledge, written: Sequence[PageSource], pages: Pages) -> Mapping[str, Any]:
    """What `twins/llms.jinja` shows in both files."""
    return {
        "written": written,
        "pages_of": pages,
        "titles": {kind: TITLES.get(kind) or KINDS[kind].api_list for kind in pages},
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
        usable = {status: unique(found[status]) for status in ANSWERING if status in found}
        if usable:
            answers[accelerator] = usable
    return answers


def _software(knowledge: Knowledge, status: SupportStatus) -> str:
    owners = knowledge.records.platforms if status.whole else knowledge.records.frameworks
    workload = knowledge.term("workload", status.workload).label.lower()
    last = status.statement.last_sdk
    words = [f"SDK {version_of(last)}"] if last else []
    words += [status.announced_end] if status.announced_end else []
    words += ["contested"] if contested_status(knowledge, status) else []
    return f"{owners[status.owner].name} for {workload}" + (f" ({', '.join(words)})" if words else "")
