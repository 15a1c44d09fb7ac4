"""Answers to whether a model or an architecture runs, by accelerator and by instance type."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from macros.facts import Knowledge
from macros.facts.evidence import AcceleratorEvidence, Evidence, Subject, evidence_by_accelerator
from macros.facts.grouping import group_by, unique
from macros.facts.issues import STACKS, Issue
from macros.facts.memory import (
    BYTES_PER_PARAMETER,
    GIB,
    Run,
    formats_of,
    kv_cache_bytes,
    share_percent,
    weights_gib,
)
from macros.facts.runs_today import Option, RunsToday, runs_today
from macros.facts.short_answers import ShortAnswer, answers_on
from macros.schema.conflicts import Conflict
from macros.schema.limitations import Limitation
from macros.schema.models import Parameters, Shape

MOST_LISTED = 3
"""Lines of vendors' lists in the answer about one accelerator; the table of the lists has every line."""


@dataclass(frozen=True)
class Weights:
    """What the weights take at one number format."""

    data_type: str
    gib: float


@dataclass(frozen=True)
class InstanceAnswer:
    """What is known on one instance type, and how its memory compares with the weights."""

    id: str
    evidence: Sequence[Evidence]
    """Evidence that names this instance type."""
    answer: AcceleratorEvidence
    """What is known of its accelerator."""
    memory_gib: int
    shares: Sequence[tuple[str, float]]
    """Number format and the share of the memory that the weights take, in percent; formats of the accelerator only."""
    shorts: Sequence[ShortAnswer]
    """The answer for each workload, the best first, with whether the model fits; never empty."""

    @property
    def short(self) -> ShortAnswer:
        """The best answer for any workload."""
        return self.shorts[0]


@dataclass(frozen=True)
class GuidelineVerdicts:
    """The verdicts of one matrix of guidelines on the family: one fit, and a status for each framework and workload."""

    fit: str
    verdicts: Sequence[Evidence]

    @property
    def by_status(self) -> Sequence[tuple[str, Mapping[str | None, Sequence[str]]]]:
        """Each status once, with the workloads by framework that have it."""
        by_status: dict[str, dict[str | None, list[str]]] = {}
        for verdict in self.verdicts:
            workloads = by_status.setdefault(verdict.status or "unknown", {}).setdefault(verdict.framework, [])
            workloads.append(verdict.workload)
        return list(by_status.items())


@dataclass(frozen=True)
class AnswerLine:
    """The answer about one accelerator, verdicts about the family grouped."""

    answer: AcceleratorEvidence
    today: Sequence[RunsToday]
    """For each workload, the best first; never empty."""
    instances: Sequence[str]
    """The types that carry the accelerator."""
    evidence: Sequence[Evidence]
    """All but the guidelines; of vendors' lists, the first `MOST_LISTED` lines."""
    more_listed: int
    """Further lines of lists."""
    guidelines: Sequence[GuidelineVerdicts]

    @property
    def best(self) -> Option:
        """The best option for any workload."""
        return self.today[0].best


KV_CACHE_TOKENS = 4096
KV_CACHE_TYPE = "bf16"
"""For what pages say about KV cache."""


@dataclass(frozen=True)
class HardwareAnswers:
    """Where a subject runs."""

    subject: Subject
    known: Sequence[AnswerLine]
    """Accelerators about which something is known, the best outcome first."""
    nothing_known: Sequence[str]
    instances: Sequence[InstanceAnswer]
    """Types that carry one of the known accelerators, those named by evidence first."""
    parameters: Parameters | None
    weights: Sequence[Weights]
    kv_cache_gib: float | None
    """Of one sequence of `KV_CACHE_TOKENS` tokens in `KV_CACHE_TYPE`; 0 for models without one, None where unknown."""

    @property
    def instances_for_memory(self) -> Sequence[InstanceAnswer]:
        """Instance types to compare with the weights; if these are not known, those that evidence names."""
        return self.instances if self.parameters else [line for line in self.instances if line.evidence]

    @property
    def unnamed(self) -> int:
        """The number of instance types that no evidence names."""
        return sum(not line.evidence for line in self.instances)

    @property
    def sources(self) -> Sequence[str]:
        """Every source the evidence rests on, once."""
        return unique(source for line in self.known for evidence in line.answer.evidence for source in evidence.sources)


def hardware_answers(knowledge: Knowledge, subject: Subject) -> HardwareAnswers:
    """The answers about a model or an architecture."""
    by_accelerator = {answer.accelerator: answer for answer in evidence_by_accelerator(knowledge, subject)}
    today = group_by(runs_today(knowledge, subject), lambda found: found.accelerator)
    known = [by_accelerator[accelerator] for accelerator in today]
    parameters = knowledge.records.models[subject.model].parameters if subject.model else None
    return HardwareAnswers(
        subject=subject,
        known=[_line(knowledge, answer, today[answer.accelerator]) for answer in known],
        nothing_known=[accelerator for accelerator in by_accelerator if accelerator not in today],
        instances=_instances(knowledge, subject, known, today),
        parameters=parameters,
        weights=_weights(parameters),
        kv_cache_gib=_kv_cache_gib(knowledge.records.models[subject.model].shape) if subject.model else None,
    )


def _kv_cache_gib(shape: Shape | None) -> float | None:
    kept = kv_cache_bytes(shape, Run(KV_CACHE_TYPE, KV_CACHE_TOKENS)) if shape else None
    return None if kept is None else kept / GIB


def _line(knowledge: Knowledge, answer: AcceleratorEvidence, today: Sequence[RunsToday]) -> AnswerLine:
    by_kind = group_by(answer.evidence, lambda evidence: evidence.kind)
    guidelines = [found for found in by_kind.get("guideline", ()) if not found.predates_model]
    verdicts = group_by(guidelines, lambda evidence: (evidence.fit, evidence.newest))
    left_out = by_kind.get("listed", ())[MOST_LISTED:]
    return AnswerLine(
        answer,
        today,
        knowledge.instances.of("accelerators", answer.accelerator),
        [evidence for evidence in answer.evidence if evidence.kind != "guideline" and evidence not in left_out],
        len(left_out),
        [GuidelineVerdicts(group[0].fit or "unknown", group) for group in verdicts.values()],
    )


def _instances(
    knowledge: Knowledge,
    subject: Subject,
    known: Iterable[AcceleratorEvidence],
    today: Mapping[str, Sequence[RunsToday]],
) -> Sequence[InstanceAnswer]:
    lines = [
        _instance(knowledge, subject, instance, answer, today[answer.accelerator])
        for answer in known
        for instance in knowledge.instances.of("accelerators", answer.accelerator)
    ]
    return sorted(lines, key=lambda line: not line.evidence)


def _instance(
    knowledge: Knowledge, subject: Subject, record: str, answer: AcceleratorEvidence, today: Sequence[RunsToday]
) -> InstanceAnswer:
    memory = knowledge.records.instances[record].memory_gib
    parameters = knowledge.records.models[subject.model].parameters if subject.model else None
    kinds = formats_of(knowledge.records.accelerators[answer.accelerator].data_types) if parameters else ()
    shares = [(kind, share_percent(parameters.billions, kind, memory)) for kind in kinds if parameters]
    shorts = answers_on(knowledge, subject, today, record)
    return InstanceAnswer(record, answer.on(record), answer, memory, shares, shorts)


def _weights(parameters: Parameters | None) -> Sequence[Weights]:
    if parameters is None:
        return []
    return [Weights(kind, weights_gib(parameters.billions, kind)) for kind in BYTES_PER_PARAMETER]


@dataclass(frozen=True)
class KnownIssues:
    """Limitations of a subject, and conflicts between sources about it."""

    limitations: Sequence[Issue[Limitation]]
    """Its own, then those of its family."""
    stack_limits: Sequence[Issue[Limitation]]
    """Limitations of a framework on an accelerator that it has evidence for, whatever the model."""
    stack_conflicts: Sequence[Issue[Conflict]]
    """Conflicts about a framework on an accelerator that it has evidence for, whatever the model."""
    conflicts: Sequence[Issue[Conflict]]


def known_issues(knowledge: Knowledge, hardware: HardwareAnswers) -> KnownIssues:
    """The limitations and conflicts about a subject, and about the frameworks on hardware that it has evidence for."""
    subject = hardware.subject
    own = [("models", subject.model)] if subject.model else []
    own.append(("architectures", subject.architecture))
    limitations = knowledge.inherited_limitations(own, subject.family)
    stacks = {
        (STACKS, (evidence.framework, evidence.accelerator))
        for line in hardware.known
        for evidence in line.answer.evidence
        if evidence.framework and evidence.kind != "guideline"
    }
    return KnownIssues(
        limitations,
        [limit for limit in knowledge.limitations.of_any(*stacks) if limit not in limitations],
        knowledge.conflicts.of_any(*stacks),
        knowledge.conflicts.of_any(*own, ("families", subject.family)),
    )
