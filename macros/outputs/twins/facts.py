"""The facts about a record in its twin, below its own fields: tables, records that belong to it, issues."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any

from macros.columns.answers import EVIDENCE, MEMORY
from macros.columns.files import BASE
from macros.facts import Knowledge
from macros.facts.evidence import Subject, subject_of_architecture, subject_of_model
from macros.facts.hardware import hardware_answers
from macros.outputs.twins.tables import table_section
from macros.outputs.twins.text import Words, link
from macros.pages.shared_sections import SHARED, Shared, limitations_of, subjects

MOST_ROWS = 400
"""Rows of a table; a longer one is left to the CSV file that has it all."""


def facts_about(words: Words, kind: str, record: str) -> Mapping[str, Any]:
    """What `twins/record.jinja` shows of everything that names a record. Tables are lines of Markdown."""
    knowledge = words.knowledge
    about: dict[str, Any] = {"answers": None}
    if kind in SUBJECTS:
        found = hardware_answers(knowledge, SUBJECTS[kind](knowledge, record))
        known = [one for line in found.known for one in line.evidence]
        about |= {
            "answers": found,
            "evidence": list(table_section(words, "Does it run? All evidence, by accelerator", EVIDENCE, known)),
            "memory": table_section(words, "Memory and weights, an estimate", MEMORY, found.instances_for_memory),
        }
    members = ((member, heading, getattr(knowledge, member)) for member, heading in MEMBERS.get(kind, {}).items())
    citing = knowledge.citations.of("sources", record) if kind == "sources" else ()
    return about | {
        "tables": chain.from_iterable(_table(words, one, kind, record) for one in SHARED if kind in one.kinds),
        "members": [(member, heading, index.of(kind, record)) for member, heading, index in members],
        "limitations": limitations_of(knowledge, kind, record),
        "conflicts": knowledge.conflicts.of_any(*subjects(knowledge, kind, record)),
        "cited": Counter((one.kind, one.record) for one in citing),
    }


def _table(words: Words, section: Shared[Any], kind: str, record: str) -> Iterator[str]:
    facts = section.facts(words.knowledge, kind, record)
    if not section.table or len(facts) <= MOST_ROWS:
        yield from table_section(words, section.heading, section.columns, facts, names_gaps=section.names_gaps)
        return
    file = link(f"{BASE}{section.table}.csv", f"{BASE}{section.table}.csv")
    yield from ("", f"## {section.heading}", "")
    yield f"{len(facts)} rows, too many for this page: {file} has them all."


SUBJECTS: Mapping[str, Callable[[Knowledge, str], Subject]] = {
    "models": subject_of_model,
    "architectures": subject_of_architecture,
}
"""Kinds of record whose twins answer on which hardware they run."""

MEMBERS: Mapping[str, Mapping[str, str]] = {
    "families": {"architectures": "architectures", "models": "models"},
    "architectures": {"models": "models"},
    "accelerators": {"instances": "instance types"},
    "frameworks": {"releases": "releases"},
}
"""Per kind of record: the kinds of the records that belong to it, which are also the names of their indexes in
`Knowledge`, with their headings."""
