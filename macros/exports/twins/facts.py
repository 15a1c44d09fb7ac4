"""The facts in the twin of a record: tables of those that name it, and lists of records that belong to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from macros.exports.twins.tables import MarkdownTable
from macros.exports.twins.text import Words, escaped
from macros.kinds import WITH_PAGES
from macros.knowledge import Knowledge, Listed, ValidatedPair
from macros.knowledge.answers import Subject, subject_of_architecture, subject_of_model
from macros.knowledge.dated_notices import DatedNotice
from macros.knowledge.hardware_answers import HardwareAnswers, hardware_answers, known_issues
from macros.knowledge.packages import Shipped
from macros.schema.limitations import Subjects
from macros.tables import Column, Table
from macros.tables.api_file import BASE
from macros.tables.benchmarks import BENCHMARKS
from macros.tables.column import merge_columns
from macros.tables.evidence import EVIDENCE, MEMORY, SCORES, EvidenceOnAccelerator, scores_of
from macros.tables.lifecycle import LIFECYCLE, NoticeFact, notice_fact
from macros.tables.listed_models import LISTED_MODELS, SAYS_ALSO
from macros.tables.package_versions import PACKAGE_VERSIONS, PackageFact, package_facts
from macros.tables.support import SUPPORT, WORKLOAD_INFERRED
from macros.tables.tested_configurations import REASONS, TESTED_CONFIGURATIONS, VARIANT
from macros.tables.validated_models import VALIDATED_MODELS

F = TypeVar("F")


@dataclass(frozen=True)
class Section(Generic[F]):
    """A table in the twins of some kinds of record, with the facts that name the record."""

    heading: str
    kinds: frozenset[str]
    facts: Callable[[Knowledge, str, str], Sequence[F]]
    """Given kind and id of the record."""
    columns: Sequence[Column[F]]
    names_gaps: bool = False
    download: str | None = None


def _csv_of(table: Table[Any]) -> str:
    return f"{BASE}{table.name}.csv"


def _validated(knowledge: Knowledge, kind: str, record: str) -> Sequence[ValidatedPair]:
    if kind == "models":
        return knowledge.validated.of("architectures", knowledge.records.models[record].architecture)
    return knowledge.validated.of(kind, record)


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
        download=_csv_of(TESTED_CONFIGURATIONS),
    ),
    Section(
        "Benchmarks",
        frozenset(
            {
                "models",
                "architectures",
                "families",
                "instances",
                "accelerators",
                "frameworks",
                "benchmarks",
                "sdks",
                "sources",
            }
        ),
        lambda known, kind, record: known.benchmarks.of(kind, record),
        BENCHMARKS.without("id"),
        download=_csv_of(BENCHMARKS),
    ),
    Section(
        "Lines of vendors' lists",
        frozenset({"models", "architectures", "instances", "accelerators", "frameworks", "catalogues", "sources"}),
        _listed,
        [*LISTED_MODELS.without("id", "tasks", "data_types"), SAYS_ALSO],
        download=_csv_of(LISTED_MODELS),
    ),
    Section(
        "Accuracy that lists report",
        frozenset({"models"}),
        lambda known, _, record: list(scores_of(known, record)),
        SCORES,
    ),
    Section(
        "Validated examples",
        frozenset({"models", "architectures", "families", "frameworks", "sources"}),
        _validated,
        VALIDATED_MODELS.columns,
    ),
    Section(
        "Notices",
        frozenset({"components", "frameworks", "sdks", "accelerators", "instances"}),
        _notices,
        LIFECYCLE.without("id"),
        download=_csv_of(LIFECYCLE),
    ),
    Section(
        "Package versions",
        frozenset({"sdks", "components"}),
        _packages,
        PACKAGE_VERSIONS.columns,
        download=_csv_of(PACKAGE_VERSIONS),
    ),
)
"""In the order of a twin, after the answers."""


class Facts:
    """Writes the facts about any record."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._knowledge = words.knowledge
        self._evidence = MarkdownTable(words, EVIDENCE)
        self._memory = MarkdownTable(words, MEMORY)
        self._tables = [
            MarkdownTable(words, one.columns, names_gaps=one.names_gaps, download=one.download) for one in SECTIONS
        ]

    def about(self, kind: str, record: str) -> Iterator[str]:
        """Sections with everything that names a record, in the order of its page."""
        subject = self._subject(kind, record)
        answers = hardware_answers(self._knowledge, subject) if subject else None
        if answers:
            yield from self._answers(answers)
        for section, table in zip(SECTIONS, self._tables, strict=True):
            if kind in section.kinds:
                yield from table.section(section.heading, section.facts(self._knowledge, kind, record))
        yield from self._members(kind, record)
        yield from self._issues(kind, record, answers)
        if kind == "sources":
            yield from self._citing(record)

    def _subject(self, kind: str, record: str) -> Subject | None:
        if kind == "models":
            return subject_of_model(self._knowledge, record)
        return subject_of_architecture(self._knowledge, record) if kind == "architectures" else None

    def _answers(self, found: HardwareAnswers) -> Iterator[str]:
        known = [EvidenceOnAccelerator(line.answer, one) for line in found.known for one in line.answer.evidence]
        yield from self._evidence.section("Does it run? All evidence, by accelerator", known)
        if found.nothing_known:
            names = "; ".join(self._words.reference("accelerators", one) for one in found.nothing_known)
            if not known:
                yield from ("", "## Does it run?")
            yield from ("", f"Nothing is known on {names}. That is not a no.")
        yield from self._memory.section("Does it fit? Memory and weights, an estimate", found.to_fit)
        if found.weights:
            weights = "; ".join(f"{escaped(one.data_type)}: {one.gib:.1f} GiB" for one in found.weights)
            yield from ("", f"Weights alone, parameters times bytes per parameter: {weights}.")

    def _members(self, kind: str, record: str) -> Iterator[str]:
        """The records that belong to this one."""
        known = self._knowledge
        found: dict[str, Sequence[str]] = {}
        if kind == "families":
            found = {
                "architectures": known.architectures.of("families", record),
                "models": known.models.of("families", record),
            }
        elif kind == "architectures":
            found = {"models": known.models.of("architectures", record)}
        elif kind == "accelerators":
            found = {"instances": known.instances.of("accelerators", record)}
        elif kind == "frameworks":
            found = {"releases": known.releases.of("frameworks", record)}
        for members, ids in found.items():
            if ids:
                yield from ("", f"## Its {MEMBERS[members]}", "")
                yield from (f"- {self._words.reference(members, one)}" for one in ids)

    def _issues(self, kind: str, record: str, answers: HardwareAnswers | None) -> Iterator[str]:
        known, words = self._knowledge, self._words
        if answers:
            issues = known_issues(known, answers)
            limitations, conflicts = issues.limitations, issues.conflicts
        else:
            subjects = self._subjects(kind, record)
            limitations, conflicts = known.limitations.of(*subjects), known.conflicts.of(*subjects)
        if limitations:
            yield from ("", "## Limitations that touch it", "")
        for key, limit in limitations:
            state = words.term("limitation_state", limit.state)
            yield f"- {words.reference('limitations', key)} ({state}): {escaped(limit.summary)}"
        if conflicts:
            yield from ("", "## Where sources disagree about it", "")
        for key, conflict in conflicts:
            state = words.term("conflict_state", conflict.state)
            yield f"- {words.reference('conflicts', key)} ({state}): {escaped(conflict.reading)}"

    def _subjects(self, kind: str, record: str) -> Sequence[tuple[str, str | None]]:
        if kind == "instances":
            return [(kind, record), ("accelerators", self._knowledge.records.instances[record].accelerator)]
        if kind == "releases":
            return [(kind, record), ("frameworks", record.partition("/")[0])]
        return [(kind, record)] if kind in Subjects.model_fields else []

    def _citing(self, source: str) -> Iterator[str]:
        """The records that cite a source, and how often."""
        cited = Counter((one.kind, one.record) for one in self._knowledge.citations.of("sources", source))
        if cited:
            yield from ("", "## Records that cite it", "", "| Kind | Record | Citations |", "|---|---|---|")
        for (kind, record), count in cited.items():
            name = self._words.reference(kind, record) if kind in WITH_PAGES else escaped(record)
            yield f"| {kind} | {name} | {count} |"


MEMBERS = {
    "architectures": "architectures",
    "models": "models",
    "instances": "instance types",
    "releases": "releases",
}
"""Headings of the lists of members, by kind."""
