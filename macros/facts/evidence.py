"""The evidence on whether a model or an architecture runs on each accelerator, the strongest first.

A checkpoint inherits the evidence of its architecture and of its family; one that was quantised from another no line of
its architecture that does not name the number format. Every piece of evidence has its level. No evidence is derived
from other evidence: a listed model does not count as one that ran.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Literal

from macros.facts.benchmarks import Benchmark
from macros.facts.fact_types import Listed, TestedConfiguration, Verdict
from macros.facts.grouping import group_by, group_pairs, unique
from macros.facts.knowledge import Knowledge, once
from macros.facts.packages import sorted_releases
from macros.facts.vendor_lists import sizes_on
from macros.schema.catalogues import Catalogue
from macros.words import month

Level = Literal["checkpoint", "architecture", "family"]
LEVELS: Sequence[Level] = ("checkpoint", "architecture", "family")
"""From the nearest to the widest."""

STRENGTH = ("tested-configuration", "benchmark", "vendor-tested", "listed", "sample", "planner", "guideline")
"""Kinds of evidence, the strongest first."""

LINES = ("vendor-tested", "listed")
"""Kinds of evidence that are lines of vendors' lists which can decide an answer."""

RUNS = ("tested-configuration", "benchmark")
"""Kinds of evidence that are reports of a run."""

NAMES_LIMITS = ("limited", "experimental")
"""Statuses of lines whose words are limits of what they promise."""

Archived = Literal["none", "some", "all"]
ARCHIVED: Sequence[Archived] = ("none", "some", "all")


@dataclass(frozen=True, slots=True)
class Subject:
    """A checkpoint with its architecture and family, or an architecture with its family."""

    model: str | None
    architecture: str | None
    family: str | None


@dataclass(frozen=True, slots=True)
class Evidence:
    """Facts of one kind and level that agree about one accelerator, framework and workload."""

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
    """Instance types that the facts name; none where they name the accelerator alone."""
    ran_on_one: tuple[str, ...] = ()
    """Those of which a run used no more than one."""
    status: str | None = None
    """Of a list or a verdict. None for runs."""
    fit: str | None = None
    """How well the hardware suits the family: guidelines only."""
    catalogue: str | None = None
    number_format: str | None = None
    """Of a quantised checkpoint that lines about its architecture hold for: its format."""
    nightly: bool = False
    """Whether its list is about nightly builds instead of a release."""
    sdks: tuple[str, ...] = ()
    """SDK releases that the facts name, as printed, the newest last."""
    as_listed: tuple[str, ...] = ()
    first_listed: Listed | None = None
    """A line like it in the first edition on record of its list, where that is an earlier one."""
    superseded: bool = False
    """Whether there is a later edition of the same list, which does not have it."""
    archived: Archived = "none"
    """How much of the example code is known to have been moved to an archive."""
    left_out: bool = False
    """Whether the framework's own complete list leaves out what the example code is for, on this hardware."""
    wording: tuple[str, ...] = ()
    """How lines print their status, where that is not its own name."""
    versions: tuple[str, ...] = ()
    """Of its software, as the lines of a list print them."""
    images: tuple[str, ...] = ()
    """Container images that the lines name to run it."""
    requires: tuple[str, ...] = ()
    """Accelerators outside of which a list says that it does not hold."""
    excludes: tuple[str, ...] = ()
    """The other accelerators of that list."""
    predates_model: bool = False
    """Whether a guideline is older than the model or its architecture, or may be: then it says nothing about it. It may
    where the day of publication is not known and an editor put the architecture into the family."""
    releases: tuple[str, ...] = ()
    """Releases of the framework that were tested, the newest last; those whose tests were withdrawn only alone."""
    variant: str | None = None
    """The variant of the model that the facts are about; None where they are about the model itself."""
    checkpoints: tuple[str, ...] = ()
    """Of evidence on an architecture: its checkpoints that the facts are about; none where they are about all."""
    sizes: tuple[str, ...] = ()
    """In which sizes lines say that a checkpoint was tested, such as: tensor parallel 8 in fp8."""
    doubts: tuple[str, ...] = ()
    """Of thresholds of the vendor's tests: why none says that the test passed."""
    distribution: tuple[str, ...] = ()
    """How the work is spread, as lines print it."""

    @property
    def is_own(self) -> bool:
        """Whether it is about the very checkpoint."""
        return self.level == "checkpoint" and self.variant is None

    @property
    def since(self) -> str | None:
        """The month of the first edition that has it, with the version of the software if that is given."""
        if self.first_listed is None:
            return None
        version = self.first_listed.catalogue.version
        return month(self.first_listed.as_of) + (f" with version {version}" if version else "")

    @property
    def limits(self) -> tuple[str, ...]:
        return (*self.wording, *self.distribution) if self.status in NAMES_LIMITS else ()


def subject_of_model(knowledge: Knowledge, model_id: str) -> Subject:
    return Subject(model_id, knowledge.records.models[model_id].architecture, knowledge.family_of(model_id))


def subject_of_architecture(knowledge: Knowledge, architecture_id: str) -> Subject:
    return Subject(None, architecture_id, knowledge.records.architectures[architecture_id].family)


@once
def evidence_by_accelerator(knowledge: Knowledge, subject: Subject) -> Mapping[str, Sequence[Evidence]]:
    """The evidence about each accelerator, the strongest first; accelerators without any are there too."""
    statuses = list(knowledge.records.vocabularies["status"].values)

    def rank(evidence: Evidence) -> tuple[bool, bool, int, int, int, int]:
        return (
            evidence.superseded,
            evidence.variant is not None,
            STRENGTH.index(evidence.kind),
            LEVELS.index(evidence.level),
            statuses.index(evidence.status) if evidence.status else 0,
            -evidence.newest.toordinal(),
        )

    found = group_by(sorted(_evidence(knowledge, subject), key=rank), lambda evidence: evidence.accelerator)
    return {accelerator_id: found.get(accelerator_id, ()) for accelerator_id in knowledge.records.accelerators}


def _evidence(knowledge: Knowledge, subject: Subject) -> Iterator[Evidence]:
    yield from chain(_of_subject(knowledge, subject), _verdicts(knowledge, subject))
    for variant in knowledge.variants_of(subject.model) if subject.model else ():
        for evidence in _of_subject(knowledge, subject_of_model(knowledge, variant)):
            if evidence.level == "checkpoint":
                yield replace(evidence, variant=variant)


@once
def _of_subject(knowledge: Knowledge, subject: Subject) -> Sequence[Evidence]:
    """What names a checkpoint or its architecture; asked for again by each of its variants."""
    return [*chain(*(collect(knowledge, subject) for collect in (_tests, _benchmarks, _lists)))]


def _summary(
    kind: str,
    level: Level,
    accelerator_id: str,
    facts: Sequence[TestedConfiguration] | Sequence[Benchmark] | Sequence[Listed] | Sequence[Verdict],
    **more: Any,
) -> Evidence:
    """Facts of one framework and workload as one piece of evidence."""
    about: dict[str, Any] = {
        "framework": facts[0].framework,
        "workload": facts[0].workload,
        "count": len(facts),
        "oldest": min(fact.as_of for fact in facts),
        "newest": max(fact.as_of for fact in facts),
        "sources": unique(fact.source for fact in facts),
    }
    return Evidence(kind, level, accelerator_id, **(about | more))


def _checkpoints(
    subject: Subject, facts: Sequence[TestedConfiguration] | Sequence[Benchmark] | Sequence[Listed]
) -> tuple[str, ...]:
    return () if subject.model else unique(fact.model for fact in facts if fact.model)


def _tests(knowledge: Knowledge, subject: Subject) -> Iterator[Evidence]:
    models = [subject.model] if subject.model else knowledge.models.of("architectures", subject.architecture)
    tests = [test for model_id in models for test in knowledge.configurations.of("models", model_id)]
    groups = group_by(tests, lambda test: (test.accelerator, test.framework, test.workload))
    for (accelerator_id, *_), group in groups.items():
        kept = [test for test in group if test.row.withdrawn is None] or group
        tested = {test.release for test in kept}
        yield _summary(
            "tested-configuration",
            "checkpoint",
            accelerator_id,
            kept,
            instances=unique(test.instance for test in group),
            ran_on_one=unique(test.instance for test in group if test.row.instance_count in (None, 1)),
            releases=tuple(release for release in reversed(knowledge.releases) if release in tested),
            checkpoints=_checkpoints(subject, kept),
        )


def _benchmarks(knowledge: Knowledge, subject: Subject) -> Iterator[Evidence]:
    instances = knowledge.records.instances
    kind, record_id = ("models", subject.model) if subject.model else ("architectures", subject.architecture)
    groups = group_pairs(
        ((accelerator_id, _test_of_threshold(fact), fact.framework, fact.workload), fact)
        for fact in knowledge.measurements_of(kind, record_id)
        for accelerator_id in fact.accelerators
    )
    for (accelerator_id, status, *_), group in groups.items():
        named = [(instance_id, fact) for fact in group for instance_id in fact.instances]
        yield _summary(
            "vendor-tested" if status else "benchmark",
            "checkpoint",
            accelerator_id,
            group,
            status=status,
            doubts=unique(fact.row.doubt for fact in group if fact.row.doubt) if status == "unknown" else (),
            instances=unique(instance_id for instance_id, _ in named),
            # Those of which a run used no more accelerators than one has, as far as its source counts them.
            ran_on_one=unique(
                instance_id
                for instance_id, fact in named
                if (fact.row.accelerator_count or 1) <= instances[instance_id].accelerator_count
            ),
            sdks=sorted_releases(fact.row.sdk for fact in group),
            checkpoints=_checkpoints(subject, group),
        )


def _test_of_threshold(fact: Benchmark) -> str | None:
    """The status of the vendor's own test that a figure is the threshold of; None of a measurement.

    Of a doubtful one, such as that of a test which is skipped, it is not known.
    """
    if not fact.file.thresholds:
        return None
    return "unknown" if fact.row.doubt else "supported"


def _lists(knowledge: Knowledge, subject: Subject) -> Iterator[Evidence]:
    if subject.model:
        lines = knowledge.listed_about(subject.model)
    else:
        lines = knowledge.listed.of("architectures", subject.architecture)
    placed = [(accelerator_id, line) for line in lines for accelerator_id in line.accelerators]
    present = {(accelerator_id, line.catalogue_id, line.workload) for accelerator_id, line in placed}
    by_edition = group_pairs(((chip, line.catalogue_id, line.workload, line.status), line) for chip, line in placed)
    groups = group_pairs(((accelerator_id, *_list_key(line)), line) for accelerator_id, line in placed)
    for (accelerator_id, *_), group in groups.items():
        first = group[0]
        if (accelerator_id, first.replaced_by, first.workload) in present:
            continue
        earlier = [
            line
            for edition in _editions_before(knowledge, first.catalogue)
            for line in by_edition.get((accelerator_id, edition, first.workload, first.status), ())
        ]
        is_archived = [line.row.archived and line.row.samples == 1 for line in group]
        yield _summary(
            first.kind,
            "checkpoint" if first.model else "architecture",
            accelerator_id,
            group,
            instances=unique(line.row.instance for line in group if line.row.instance),
            status=first.status,
            catalogue=first.catalogue_id,
            nightly=first.catalogue.version == "nightly",
            sdks=sorted_releases(line.sdk for line in group),
            as_listed=unique(line.row.as_published for line in group),
            first_listed=min(earlier, key=lambda line: line.as_of, default=None),
            superseded=first.replaced_by is not None,
            count=sum(line.row.samples or 1 for line in group),
            archived="all" if all(is_archived) else "some" if any(line.row.archived for line in group) else "none",
            left_out=bool(first.row.samples) and _is_left_out(knowledge, first, accelerator_id),
            wording=unique(line.row.wording for line in group if line.row.wording.casefold() != line.status),
            versions=unique(line.row.version for line in group if line.row.version),
            images=unique(line.row.image for line in group if line.row.image),
            number_format=first.number_format,
            sizes=unique(chain.from_iterable(sizes_on(line.row, accelerator_id) for line in group if line.model)),
            distribution=unique(chain.from_iterable(line.row.distribution for line in group)),
            **(_required(knowledge, first) if first.row.requires_hardware else {}),
            checkpoints=_checkpoints(subject, group),
        )


def _editions_before(knowledge: Knowledge, catalogue: Catalogue) -> Iterator[str]:
    """The earlier editions of a list. Each is older than the next, as the checks see to."""
    while catalogue.earlier:
        yield catalogue.earlier
        catalogue = knowledge.records.catalogues[catalogue.earlier]


def _list_key(line: Listed) -> tuple[bool, str, str | None, str, str, bool, bool]:
    """Equal for lines that are one piece of evidence."""
    of_list = line.catalogue_id, line.framework, line.workload, line.status
    return line.model is None, *of_list, bool(line.row.samples), line.row.requires_hardware


def _is_left_out(knowledge: Knowledge, sample: Listed, accelerator_id: str) -> bool:
    """Whether there is a complete list of a sample's framework and workload, and it has no line for it on a chip."""
    lines = knowledge.listed.of("frameworks", sample.framework) if sample.framework else ()
    of_workload = (one for one in lines if one.workload == sample.workload and one.replaced_by is None)
    complete = [one for one in of_workload if one.catalogue.complete]
    named = (line for line in complete if accelerator_id in line.accelerators)
    return bool(complete) and not any({*line.architectures} & {*sample.architectures} for line in named)


def _required(knowledge: Knowledge, line: Listed) -> Mapping[str, Sequence[str]]:
    """Of a line that holds on its own accelerators only: these, and the others of the list."""
    others = (one for listed in knowledge.listed.of("catalogues", line.catalogue_id) for one in listed.accelerators)
    return {"requires": line.accelerators, "excludes": unique(one for one in others if one not in line.accelerators)}


def _verdicts(knowledge: Knowledge, subject: Subject) -> Iterator[Evidence]:
    verdicts = knowledge.newest_guidelines(knowledge.guidelines.of("families", subject.family))
    groups = group_by(verdicts, lambda verdict: (verdict.accelerator, verdict.framework, verdict.workload))
    published = _published(knowledge, subject)
    architecture = knowledge.records.architectures.get(subject.architecture or "")
    is_inferred = architecture is not None and architecture.family_inferred is not None
    for (accelerator_id, *_), group in groups.items():
        evidence = _summary("guideline", "family", accelerator_id, group, status=group[0].status, fit=group[0].fit)
        yield replace(evidence, predates_model=evidence.newest < published if published else is_inferred)


def _published(knowledge: Knowledge, subject: Subject) -> datetime.date | None:
    """The day on which a model was made public, else what it is a variant of, else its architecture."""
    models = knowledge.records.models
    own = models[subject.model] if subject.model else None
    root = models[own.variant_of] if own and own.variant_of else None
    architecture = knowledge.records.architectures.get(subject.architecture or "")
    return next((one.published.date for one in (own, root, architecture) if one and one.published), None)
