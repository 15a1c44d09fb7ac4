"""The sections of a record's twin below its own fields: tables of facts about it, records that belong to it, issues."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from macros.exports.twins.tables import table_section
from macros.exports.twins.text import Words, escaped, link
from macros.kinds import WITH_PAGES
from macros.knowledge import Knowledge, Listed, ValidatedPair
from macros.knowledge.answers import Subject, subject_of_architecture, subject_of_model
from macros.knowledge.dated_notices import DatedNotice
from macros.knowledge.hardware_answers import HardwareAnswers, hardware_answers, known_issues
from macros.knowledge.packages import Shipped
from macros.schema.limitations import Subjects
from macros.tables import Column
from macros.tables.api_file import BASE
from macros.tables.benchmarks import BENCHMARKS
from macros.tables.column import merge_columns
from macros.tables.evidence import EVIDENCE, MEMORY, SCORES, EvidenceOnAccelerator, scores_of
from macros.tables.images import IMAGES
from macros.tables.lifecycle import LIFECYCLE, NoticeFact, notice_fact
from macros.tables.listed_models import LISTED_MODELS, SAYS_ALSO
from macros.tables.package_versions import PACKAGE_VERSIONS, PackageFact, package_facts
from macros.tables.support import SUPPORT, WORKLOAD_INFERRED
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
        table=TESTED_CONFIGURATIONS.name,
    ),
    Section(
        "Benchmarks",
        frozenset({"models", "architectures", "families", "instances", "accelerators", "frameworks"})
        | {"benchmarks", "sdks", "sources"},
        lambda known, kind, record: known.benchmarks.of(kind, record),
        BENCHMARKS.without("id"),
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
        frozenset({"models", "architectures", "families", "frameworks", "sources"}),
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


def facts_about(words: Words, kind: str, record: str) -> Iterator[str]:
    """Sections with everything that names a record, in the order of its page."""
    knowledge, answers = words.knowledge, None
    if kind in SUBJECTS:
        answers = hardware_answers(knowledge, SUBJECTS[kind](knowledge, record))
        yield from _answers(words, answers)
    for one in SECTIONS:
        if kind in one.kinds:
            facts = one.facts(knowledge, kind, record)
            if one.table and len(facts) > MOST_ROWS:
                file = link(f"{BASE}{one.table}.csv", f"{BASE}{one.table}.csv")
                yield from (
                    "",
                    f"## {one.heading}",
                    "",
                    f"{len(facts)} rows, too many for this page: {file} has them all.",
                )
            else:
                yield from table_section(words, one.heading, one.columns, facts, names_gaps=one.names_gaps)
    for member, heading in MEMBERS.get(kind, {}).items():
        ids = getattr(knowledge, member).of(kind, record)
        if ids:
            yield from ("", f"## Its {heading}", "", *(f"- {words.reference(member, one)}" for one in ids))
    yield from _issues(words, kind, record, answers)
    if kind == "sources":
        yield from _citing(words, record)


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


def _answers(words: Words, found: HardwareAnswers) -> Iterator[str]:
    known = [EvidenceOnAccelerator(line.answer, one) for line in found.known for one in line.answer.evidence]
    yield from table_section(words, "Does it run? All evidence, by accelerator", EVIDENCE, known)
    if found.nothing_known:
        names = "; ".join(words.reference("accelerators", one) for one in found.nothing_known)
        if not known:
            yield from ("", "## Does it run?")
        yield from ("", f"Nothing is known on {names}. That is not a no.")
    yield from table_section(words, "Does it fit? Memory and weights, an estimate", MEMORY, found.to_fit)
    if found.weights:
        weights = "; ".join(f"{escaped(one.data_type)}: {one.gib:.1f} GiB" for one in found.weights)
        yield from ("", f"Weights alone, parameters times bytes per parameter: {weights}.")


def _issues(words: Words, kind: str, record: str, answers: HardwareAnswers | None) -> Iterator[str]:
    """The limitations and conflicts about a record."""
    known = words.knowledge
    if answers:
        issues = known_issues(known, answers)
        limitations, conflicts = issues.limitations, issues.conflicts
    else:
        subjects = _subjects(known, kind, record)
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


def _subjects(knowledge: Knowledge, kind: str, record: str) -> Sequence[tuple[str, str | None]]:
    """The kinds and ids whose limitations and conflicts concern a record: its own, and those of what it belongs to."""
    if kind == "instances":
        return [(kind, record), ("accelerators", knowledge.records.instances[record].accelerator)]
    if kind == "releases":
        return [(kind, record), ("frameworks", record.partition("/")[0])]
    return [(kind, record)] if kind in Subjects.model_fields else []


def _citing(words: Words, source: str) -> Iterator[str]:
    """The records that cite a source, and how often."""
    cited = Counter((one.kind, one.record) for one in words.knowledge.citations.of("sources", source))
    if cited:
        yield from ("", "## Records that cite it", "", "| Kind | Record | Citations |", "|---|---|---|")
    for (kind, record), count in cited.items():
        name = words.reference(kind, record) if kind in WITH_PAGES else escaped(record)
        yield f"| {kind} | {name} | {count} |"
