"""The facts about a record in its twin, below its own fields: tables, records that belong to it, issues."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Generic, TypeVar

from macros.exports.twins.tables import table_section
from macros.exports.twins.text import Words, link
from macros.knowledge import Knowledge, Listed, ValidatedPair
from macros.knowledge.dated_notices import DatedNotice
from macros.knowledge.evidence import Subject, subject_of_architecture, subject_of_model
from macros.knowledge.hardware_answers import hardware_answers, known_issues
from macros.knowledge.packages import Shipped
from macros.schema.limitations import Subjects
from macros.tables import Column
from macros.tables.benchmarks import BENCHMARKS
from macros.tables.column import merge_columns
from macros.tables.envelope import BASE
from macros.tables.evidence import EVIDENCE, MEMORY, SCORES, EvidenceOnAccelerator, scores_of
from macros.tables.images import IMAGES
from macros.tables.lifecycle import LIFECYCLE, NoticeFact, notice_fact
from macros.tables.listed_models import LISTED_MODELS, SAYS_ALSO
from macros.tables.package_versions import PACKAGE_VERSIONS, PackageFact, package_facts
from macros.tables.runs_today import NOT_IN_CSV, TODAY, model_today
from macros.tables.support import SUPPORT, WORKLOAD_INFERRED
from macros.tables.support_status import SUPPORT_STATUS
from macros.tables.tested_configurations import REASONS, TESTED_CONFIGURATIONS, VARIANT
from macros.tables.validated_models import VALIDATED_MODELS

F = TypeVar("F")

MOST_ROWS = 400
"""Rows of a table; a longer one is left to the CSV file that has it all."""


@dataclass(frozen=True)
class Section(Generic[F]):
    """A table in the twins of some kinds of record, with the facts that name the record."""

    heading: str
    kinds: frozenset[str]
    facts: Callable[[Knowledge, str, str], Sequence[F]]
    """Finds the facts, given kind and id of a record."""
    columns: Sequence[Column[F]]
    names_gaps: bool = False
    table: str = ""
    """The table of the API that has all these facts, where a twin may be too short for them."""


def _validated(knowledge: Knowledge, kind: str, record: str) -> Sequence[ValidatedPair]:
    return knowledge.validated_about(record) if kind == "models" else knowledge.validated.of(kind, record)


def _listed(knowledge: Knowledge, kind: str, record: str) -> Sequence[Listed]:
    return knowledge.listed_about(record) if kind == "models" else knowledge.listed.of(kind, record)


def _notices(knowledge: Knowledge, kind: str, record: str) -> Sequence[NoticeFact]:
    return [notice_fact(knowledge, step) for step in _steps(knowledge, kind, record)]


def _steps(knowledge: Knowledge, kind: str, record: str) -> Sequence[DatedNotice]:
    lifecycle = knowledge.lifecycle
    if kind == "components":
        return lifecycle.notices_of(record)
    if kind == "frameworks":
        return [step for component in lifecycle.components_of(record) for step in lifecycle.notices_of(component)]
    if kind == "sdks":
        return lifecycle.notices.of("sdks", record)
    if kind == "accelerators":
        return lifecycle.notices_of_hardware(record, tuple(knowledge.instances.of("accelerators", record)))
    return lifecycle.notices_of_hardware(knowledge.records.instances[record].accelerator, (record,))


def _packages(knowledge: Knowledge, kind: str, record: str) -> Sequence[PackageFact]:
    packages = knowledge.packages
    shipped: Sequence[Shipped] = packages.of_release(record) if kind == "sdks" else ()
    if kind == "components":
        shipped = [one for sdk in packages.releases_of(record) for one in packages.in_release(sdk, record)]
    return package_facts(knowledge, shipped)


SECTIONS: Sequence[Section[Any]] = (
    Section(
        "Does it run today?",
        frozenset({"models"}),
        lambda known, _, record: model_today(known, record),
        TODAY.without("model", *NOT_IN_CSV),
    ),
    Section(
        "What runs today",
        frozenset({"accelerators", "frameworks"}),
        lambda known, kind, record: known.support.of(kind, record),
        SUPPORT_STATUS.without("id"),
        table=SUPPORT_STATUS.name,
    ),
    Section(
        "Verdicts of guidelines",
        frozenset({"families", "accelerators", "frameworks", "sources"}),
        lambda known, kind, record: known.verdicts.of(kind, record),
        [*SUPPORT.without("id"), WORKLOAD_INFERRED.never_empty()],
    ),
    Section(
        "Tested configurations",
        frozenset({"models", "families", "instances", "accelerators", "datasets", "releases", "frameworks", "sources"}),
        lambda known, kind, record: known.configurations.of(kind, record),
        merge_columns(*TESTED_CONFIGURATIONS.without("id"), *(column.never_empty() for column in (*REASONS, VARIANT))),
        names_gaps=True,
        table=TESTED_CONFIGURATIONS.name,
    ),
    Section(
        "Benchmarks",
        frozenset({"models", "architectures", "families", "instances", "accelerators", "frameworks"})
        | {"benchmarks", "sdks", "sources"},
        lambda known, kind, record: known.benchmarks.of(kind, record),
        BENCHMARKS.without("id", "repeats"),
        table=BENCHMARKS.name,
    ),
    Section(
        "Lines of vendors' lists",
        frozenset({"models", "architectures", "instances", "accelerators", "frameworks", "catalogues", "sources"}),
        _listed,
        [*LISTED_MODELS.without("id", "tasks", "data_types"), SAYS_ALSO],
        table=LISTED_MODELS.name,
    ),
    Section(
        "Accuracy that lists report",
        frozenset({"models"}),
        lambda known, _, record: list(scores_of(known, record)),
        SCORES,
    ),
    Section(
        "Validated examples",
        frozenset({"models", "architectures", "families", "datasets", "frameworks", "sources"}),
        _validated,
        VALIDATED_MODELS.columns,
    ),
    Section(
        "Notices",
        frozenset({"components", "frameworks", "sdks", "accelerators", "instances"}),
        _notices,
        LIFECYCLE.without("id"),
        table=LIFECYCLE.name,
    ),
    Section(
        "Package versions",
        frozenset({"sdks", "components"}),
        _packages,
        PACKAGE_VERSIONS.columns,
        table=PACKAGE_VERSIONS.name,
    ),
    Section(
        "Images",
        frozenset({"sdks", "frameworks"}),
        lambda known, kind, record: known.images.of(kind, record),
        IMAGES.without("id", "frameworks_inferred", "series", "parameter", "newest", "newest_of_version"),
        table=IMAGES.name,
    ),
)
"""In the order in which a twin has them."""


def facts_about(words: Words, kind: str, record: str) -> Mapping[str, Any]:
    """What `twins/record.jinja` shows of everything that names a record. Tables are lines of Markdown."""
    knowledge = words.knowledge
    about: dict[str, Any] = {"answers": None}
    if kind in SUBJECTS:
        found = hardware_answers(knowledge, SUBJECTS[kind](knowledge, record))
        known = [
            EvidenceOnAccelerator(line.answer.accelerator, one) for line in found.known for one in line.answer.evidence
        ]
        about |= {
            "answers": found,
            "evidence": list(table_section(words, "Does it run? All evidence, by accelerator", EVIDENCE, known)),
            "memory": table_section(words, "Memory and weights, an estimate", MEMORY, found.instances_for_memory),
        }
        issues = known_issues(knowledge, found)
        limitations, conflicts = issues.limitations, issues.conflicts
    else:
        subjects = _subjects(knowledge, kind, record)
        limitations, conflicts = knowledge.limitations.of(*subjects), knowledge.conflicts.of(*subjects)
    members = ((member, heading, getattr(knowledge, member)) for member, heading in MEMBERS.get(kind, {}).items())
    citing = knowledge.citations.of("sources", record) if kind == "sources" else ()
    return about | {
        "tables": chain.from_iterable(_table(words, one, kind, record) for one in SECTIONS if kind in one.kinds),
        "members": [(member, heading, index.of(kind, record)) for member, heading, index in members],
        "limitations": limitations,
        "conflicts": conflicts,
        "cited": Counter((one.kind, one.record) for one in citing),
    }


def _table(words: Words, section: Section[Any], kind: str, record: str) -> Iterator[str]:
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


def _subjects(knowledge: Knowledge, kind: str, record: str) -> Sequence[tuple[str, str | None]]:
    """The kinds and ids whose limitations and conflicts concern a record: its own, and those of what it belongs to."""
    if kind == "instances":
        return [(kind, record), ("accelerators", knowledge.records.instances[record].accelerator)]
    if kind == "releases":
        return [(kind, record), ("frameworks", record.partition("/")[0])]
    return [(kind, record)] if kind in Subjects.model_fields else []
