"""Does it run? What is known of a model or an architecture on each accelerator, the strongest evidence first.

A checkpoint inherits what is said of its architecture and of its family; every piece of evidence names the level it
comes from. Nothing here concludes: a run is a run, a list is a list, and where there is neither, nothing is known.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from macros.knowledge.facts import Benchmark, Listed, TestedConfiguration, Verdict
from macros.knowledge.knowledge import Knowledge
from macros.knowledge.packages import release_order

Level = Literal["checkpoint", "architecture", "family"]
Answered = Literal["ran", "ran-elsewhere", "listed", "judged", "nothing-known"]

STRENGTH = ("tested-configuration", "benchmark", "listed", "guideline")
"""Kinds of evidence, the strongest first."""

LEVELS: Sequence[Level] = ("checkpoint", "architecture", "family")
"""From the nearest to the widest."""

F = TypeVar("F")


@dataclass(frozen=True, slots=True)
class Subject:
    """What is asked about: a checkpoint with its architecture and family, or an architecture with its family."""

    model: str | None
    architecture: str
    family: str | None

    @property
    def level(self) -> Level:
        """The level of the question."""
        return "checkpoint" if self.model else "architecture"


@dataclass(frozen=True, slots=True)
class Evidence:
    """Facts of one kind, from one level, that say one thing about one accelerator."""

    kind: str
    level: Level
    accelerator: str
    framework: str | None
    workload: str
    count: int
    oldest: datetime.date
    newest: datetime.date
    sources: tuple[str, ...]
    instances: tuple[str, ...] = ()
    """Those the facts name; none where they speak of the accelerator."""
    status: str | None = None
    """What a list or verdict says. A run says nothing but that it ran: None."""
    fit: str | None = None
    """How well the hardware suits the family: guidelines only."""
    catalogue: str | None = None
    """The list it stands in."""
    sdks: tuple[str, ...] = ()
    """SDK releases that the facts name, as printed, the newest last."""
    as_listed: tuple[str, ...] = ()
    """What the lines of a list call it, in the words of the source."""
    superseded: bool = False
    """Whether a later edition of the same list is known, in which it no longer stands."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known on one accelerator."""

    accelerator: str
    evidence: tuple[Evidence, ...]
    """The strongest first."""

    @property
    def says(self) -> Answered:
        """The answer in one word, from the strongest evidence that still stands."""
        if not self.evidence:
            return "nothing-known"
        return WORDS[self.evidence[0].kind]

    @property
    def level(self) -> Level | None:
        """Where the answer comes from."""
        return self.evidence[0].level if self.evidence else None

    def says_on(self, instance: str) -> Answered:
        """The answer for one instance type: a run counts only where the facts name the type."""
        if here := self.on(instance):
            return WORDS[here[0].kind]
        return "ran-elsewhere" if self.says == "ran" else self.says

    def on(self, instance: str) -> Sequence[Evidence]:
        """The part of the evidence that names an instance type."""
        return [found for found in self.evidence if instance in found.instances]


WORDS: dict[str, Answered] = {
    "tested-configuration": "ran",
    "benchmark": "ran",
    "listed": "listed",
    "guideline": "judged",
}


def subject_of_model(knowledge: Knowledge, model: str) -> Subject:
    """A checkpoint as what is asked about."""
    return Subject(model, knowledge.records.models[model].architecture, knowledge.family_of(model))


def subject_of_architecture(knowledge: Knowledge, architecture: str) -> Subject:
    """An architecture as what is asked about."""
    return Subject(None, architecture, knowledge.records.architectures[architecture].family)


def answers(knowledge: Knowledge, subject: Subject) -> Sequence[Answer]:
    """One answer for each accelerator, in the order of the data."""
    found: dict[str, list[Evidence]] = {accelerator: [] for accelerator in knowledge.records.accelerators}
    for evidence in _evidence(knowledge, subject):
        found[evidence.accelerator].append(evidence)
    statuses = list(knowledge.records.vocabularies["status"].values)

    def rank(evidence: Evidence) -> tuple[bool, int, int, int, int]:
        return (
            evidence.superseded,
            STRENGTH.index(evidence.kind),
            LEVELS.index(evidence.level),
            statuses.index(evidence.status) if evidence.status else 0,
            -evidence.newest.toordinal(),
        )

    return [Answer(accelerator, tuple(sorted(group, key=rank))) for accelerator, group in found.items()]


def _evidence(knowledge: Knowledge, subject: Subject) -> Iterator[Evidence]:
    yield from _tests(_tests_of(knowledge, subject))
    yield from _benchmarks(_benchmarks_of(knowledge, subject))
    yield from _lists(knowledge, subject)
    yield from _verdicts(knowledge, subject)


def _tests_of(knowledge: Knowledge, subject: Subject) -> Sequence[TestedConfiguration]:
    models = [subject.model] if subject.model else knowledge.models_of_architecture(subject.architecture)
    return [test for model in models for test in knowledge.configurations_of("models", model)]


def _benchmarks_of(knowledge: Knowledge, subject: Subject) -> Sequence[Benchmark]:
    if subject.model:
        return knowledge.measurements_of("models", subject.model)
    return knowledge.measurements_of("architectures", subject.architecture)


def _grouped(facts: Iterable[F], key: Callable[[F], object]) -> Iterable[list[F]]:
    groups: dict[object, list[F]] = {}
    for fact in facts:
        groups.setdefault(key(fact), []).append(fact)
    return groups.values()


def _tests(tests: Sequence[TestedConfiguration]) -> Iterator[Evidence]:
    for group in _grouped(tests, lambda test: (test.accelerator, test.framework, test.workload)):
        yield Evidence(
            kind="tested-configuration",
            level="checkpoint",
            accelerator=group[0].accelerator,
            instances=_once(test.instance for test in group),
            framework=group[0].framework,
            workload=group[0].workload,
            count=len(group),
            oldest=min(test.as_of for test in group),
            newest=max(test.as_of for test in group),
            sources=_once(test.source for test in group),
        )


def _benchmarks(benchmarks: Sequence[Benchmark]) -> Iterator[Evidence]:
    placed = [(accelerator, found) for found in benchmarks for accelerator in found.accelerators]
    for pairs in _grouped(placed, lambda pair: (pair[0], pair[1].framework, pair[1].workload)):
        accelerator, group = pairs[0][0], [found for _, found in pairs]
        yield Evidence(
            kind="benchmark",
            level="checkpoint",
            accelerator=accelerator,
            instances=_once(instance for found in group for instance in found.instances),
            framework=group[0].framework,
            workload=group[0].workload,
            count=len(group),
            oldest=min(found.as_of for found in group),
            newest=max(found.as_of for found in group),
            sources=_once(found.source for found in group),
            sdks=_releases(found.row.sdk for found in group),
        )


def _lists(knowledge: Knowledge, subject: Subject) -> Iterator[Evidence]:
    placed = [(accelerator, line) for line in _lines_of(knowledge, subject) for accelerator in line.accelerators]
    standing = {(accelerator, line.catalogue_id, line.workload) for accelerator, line in placed}
    for pairs in _grouped(placed, lambda pair: (pair[0], pair[1].model is None, _list_key(pair[1]))):
        accelerator, group = pairs[0][0], [line for _, line in pairs]
        first = group[0]
        if (accelerator, first.replaced_by, first.workload) in standing:
            continue
        yield Evidence(
            kind="listed",
            level="checkpoint" if first.model else "architecture",
            accelerator=accelerator,
            instances=_once(line.row.instance for line in group if line.row.instance),
            framework=first.framework,
            workload=first.workload,
            status=first.status,
            count=len(group),
            oldest=min(line.as_of for line in group),
            newest=max(line.as_of for line in group),
            sources=_once(line.source for line in group),
            catalogue=first.catalogue_id,
            sdks=_releases(line.row.sdk or line.catalogue.sdk for line in group),
            as_listed=_once(line.row.as_published for line in group),
            superseded=first.replaced_by is not None,
        )


def _lines_of(knowledge: Knowledge, subject: Subject) -> Sequence[Listed]:
    if subject.model is None:
        return knowledge.listed_of("architectures", subject.architecture)
    return knowledge.listed_about(subject.model)


def _list_key(line: Listed) -> tuple[str, str | None, str, str]:
    return (line.catalogue_id, line.framework, line.workload, line.status)


def _verdicts(knowledge: Knowledge, subject: Subject) -> Iterator[Evidence]:
    if subject.family is None:
        return
    verdicts = knowledge.newest_verdicts(knowledge.verdicts_of("families", subject.family))
    for group in _grouped(verdicts, lambda found: (found.accelerator, found.framework, found.workload)):
        yield _verdict(group)


def _verdict(group: Sequence[Verdict]) -> Evidence:
    first = group[0]
    return Evidence(
        kind="guideline",
        level="family",
        accelerator=first.accelerator,
        framework=first.framework,
        workload=first.workload,
        status=first.status,
        fit=first.fit,
        count=len(group),
        oldest=first.as_of,
        newest=first.as_of,
        sources=_once(found.source for found in group),
    )


def _once(values: Iterable[F]) -> tuple[F, ...]:
    return tuple(dict.fromkeys(values))


def _releases(named: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(sorted({sdk for sdk in named if sdk}, key=release_order))
