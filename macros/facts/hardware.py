"""Hardware: in which order readers meet it, and whether a model or an architecture runs on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from macros.facts.answers import RUNS_OR_DID, RUNS_TODAY, Option, RunsToday
from macros.facts.evidence import Evidence, Subject, evidence_by_accelerator, subject_of_model
from macros.facts.grouping import group_by, unique
from macros.facts.issues import STACKS
from macros.facts.knowledge import Knowledge, once
from macros.facts.memory import BYTES_PER_PARAMETER, formats_on, published_format, weights_of
from macros.facts.reasons import support_words
from macros.facts.runs_today import availability, runs_today
from macros.facts.short_answers import ShortAnswer, answers_on
from macros.facts.support_status import OFFERED, OVER, SupportStatus


def order_of_accelerator(knowledge: Knowledge, accelerator_id: str) -> tuple[bool, str, int, float, int]:
    """Sort key: by vendor, the newest cores first, then the most memory; those without software of today last."""
    records = knowledge.records
    cores = list(records.vocabularies["core_architecture"].values)
    accelerator = records.accelerators[accelerator_id]
    core = cores.index(accelerator.core_architecture) if accelerator.core_architecture else len(cores)
    place = list(records.accelerators).index(accelerator_id)
    ended = software_ended(knowledge, accelerator_id)
    return ended, accelerator.vendor.casefold(), core, -accelerator.most_memory_gib, place


def order_of_instance(knowledge: Knowledge, instance_id: str) -> tuple[bool, bool, int, int, tuple[str, int, int]]:
    """Sort key: by accelerator, that of most clouds first, then the smallest; those without software of today later."""
    record = knowledge.records.instances[instance_id]
    has_ended = knowledge.lifecycle.ended_state("instances", instance_id) is not None
    clouds, _ = availability(knowledge, record.accelerator)
    place = list(knowledge.records.accelerators).index(record.accelerator)
    return has_ended, software_ended(knowledge, record.accelerator), clouds, place, record.order


def software_ended(knowledge: Knowledge, accelerator_id: str) -> bool:
    """Whether an SDK as a whole has ended there, and nothing else is said to run.

    Of hardware for which no SDK is recorded, the end of a framework says nothing about its other software.
    """
    statuses = knowledge.support.of("accelerators", accelerator_id)
    sdk_ended = any(one.whole and one.status == "ended" for one in statuses)
    return sdk_ended and all(one.status in OVER for one in statuses)


@dataclass(frozen=True)
class AnswerLine:
    accelerator: str
    today: Sequence[RunsToday]
    """For each workload, the best first; never empty."""
    evidence: Sequence[Evidence]
    """The strongest first."""

    @property
    def best(self) -> Option:
        return self.today[0].best

    @property
    def is_answered(self) -> bool:
        """Whether it is known to run or not to run."""
        return self.best.outcome != "not-known"


@dataclass(frozen=True)
class InstanceAnswer:
    """What is known on one instance type, and how its memory compares with the weights."""

    id: str
    line: AnswerLine
    memory_gib: int
    shares: Mapping[str, float]
    """The share of the memory that the weights take, in percent: in the number format of the checkpoint, then in those
    of the accelerator."""
    shorts: Sequence[ShortAnswer]
    """The answer for each workload, the best first, with whether the model fits; never empty."""

    @property
    def short(self) -> ShortAnswer:
        return self.shorts[0]

    @property
    def is_named(self) -> bool:
        return any(self.id in found.instances for found in self.line.evidence)


@dataclass(frozen=True)
class HardwareAnswers:
    subject: Subject
    known: Sequence[AnswerLine]
    """Accelerators about which something is known, the best answer first."""
    nothing_known: Sequence[str]
    instances: Sequence[InstanceAnswer]
    """Types that carry one of the known accelerators, those named by evidence first; of an architecture none."""
    weights: Mapping[str, float]
    """GiB by number format; empty where the number of parameters is not known."""

    @property
    def instances_for_memory(self) -> Sequence[InstanceAnswer]:
        """Instance types to compare with the weights; if these are not known, those that evidence names."""
        return self.instances if self.weights else [line for line in self.instances if line.is_named]

    @cached_property
    def software(self) -> Sequence[tuple[str | None, str]]:
        """The frameworks with which it runs or ran somewhere, each with the workload."""
        best = (line.best for line in self.known if line.best.outcome in RUNS_OR_DID)
        return unique((option.framework, option.workload) for option in best)

    @cached_property
    def further_software(self) -> Sequence[tuple[str | None, str]]:
        """The same of all software that runs or ran it, be there better on the same hardware."""
        every = chain.from_iterable(answer.options for line in self.known for answer in line.today)
        return unique((option.framework, option.workload) for option in every if option.outcome in RUNS_OR_DID)

    @property
    def sources(self) -> Sequence[str]:
        return unique(source for line in self.known for evidence in line.evidence for source in evidence.sources)


def hardware_answers(knowledge: Knowledge, subject: Subject) -> HardwareAnswers:
    records, every = knowledge.records, evidence_by_accelerator(knowledge, subject)
    today = group_by(runs_today(knowledge, subject), lambda found: found.accelerator)
    lines = [AnswerLine(accelerator_id, found, every[accelerator_id]) for accelerator_id, found in today.items()]
    published = published_format(knowledge, subject.model) if subject.model else None
    kinds = unique(filter(None, (published, *BYTES_PER_PARAMETER)))
    found = ((kind, weights_of(knowledge, subject.model, kind)) for kind in kinds) if subject.model else ()
    taken = {kind: gib for kind, gib in found if gib is not None}
    instances = []
    for line in lines if subject.model else ():
        formats = (published, *formats_on(knowledge, line.accelerator))
        for instance_id, answers in answers_on(knowledge, subject, line.today, line.accelerator).items():
            memory = records.instances[instance_id].memory_gib
            shares = {kind: gib * 100 / memory for kind, gib in taken.items() if kind in formats}
            instances.append(InstanceAnswer(instance_id, line, memory, shares, answers))
    instances.sort(key=lambda line: not line.is_named)
    unknown = [accelerator_id for accelerator_id in every if accelerator_id not in today]
    weights = {kind: taken[kind] for kind in BYTES_PER_PARAMETER if kind in taken}
    return HardwareAnswers(subject, lines, unknown, instances, weights)


@once
def models_run_on_instances(knowledge: Knowledge) -> Mapping[str, int]:
    """By instance type: how many models are known to run on it today, those aside that do not fit it."""
    counts = dict.fromkeys(knowledge.records.instances, 0)
    for model in knowledge.records.models:
        subject = subject_of_model(knowledge, model)
        answers = group_by(runs_today(knowledge, subject), lambda found: found.accelerator)
        for chip, found in answers.items():
            for instance_id, [best, *_] in answers_on(knowledge, subject, found, chip).items():
                counts[instance_id] += best.outcome in RUNS_TODAY
    return counts


def software_on(knowledge: Knowledge, answers: HardwareAnswers, accelerator_id: str) -> str | None:
    """What is said here of the software that a subject runs or ran with elsewhere; None where nothing is.

    Of the software that is the best somewhere, or else of any; where none of it is offered here, which was not.
    """
    offered, never = (*OFFERED, "ended"), ("never",)
    ways = ((answers.software, offered), (answers.further_software, offered), (answers.software, never))
    for software, statuses in ways:
        found = (knowledge.support.status_of(name, accelerator_id, workload) for name, workload in software)
        stated = (one for one in found if one and one.status in statuses)
        if words := "; ".join(support_words(knowledge, one) + _end(knowledge, one) for one in stated):
            return words
    return None


def _end(knowledge: Knowledge, support: SupportStatus) -> str:
    """Since when it is known that software has ended, and what is named instead."""
    if support.status != "ended":
        return ""
    named = ", ".join(knowledge.records.frameworks[one].name for one in support.statement.replacement)
    day = f"by {support.as_of}" if support.as_of else "no date on record"
    inferred = " (inferred)" if support.statement.inferred else ""
    return f", {day}, {f'instead {named}{inferred}' if named else 'with no replacement on record'}"


def stacks_of(knowledge: Knowledge, subject: Subject) -> Sequence[tuple[str, tuple[str | None, str]]]:
    """The frameworks on accelerators that a subject has evidence for, guidelines aside, as issues are asked for."""
    every = chain.from_iterable(evidence_by_accelerator(knowledge, subject).values())
    return unique((STACKS, (one.framework, one.accelerator)) for one in every if one.kind != "guideline")


def stacks_instead(knowledge: Knowledge, subject: Subject) -> Sequence[tuple[str, tuple[str, str]]]:
    """What is named instead of the frameworks on accelerators that a subject ran with, in the same form."""
    options = ((answer.accelerator, option) for answer in runs_today(knowledge, subject) for option in answer.options)
    return unique((STACKS, (name, accelerator_id)) for accelerator_id, one in options for name in one.replacement)
