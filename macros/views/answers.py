"""Does it run? The answers about a model or an architecture, by accelerator and by instance type."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge
from macros.knowledge.answering import Answer, Evidence, Subject, answers
from macros.knowledge.weights import BYTES_PER_PARAMETER, weights_gib
from macros.schema.doubts import Limitation
from macros.schema.models import Parameters

PERCENT = 100


@dataclass(frozen=True)
class Weights:
    """What the weights take at one number format."""

    data_type: str
    gib: float


@dataclass(frozen=True)
class InstanceAnswer:
    """What is known on one instance type, and how its memory compares with the weights."""

    id: str
    here: Sequence[Evidence]
    """Evidence that names this very type."""
    answer: Answer
    """What is known of its accelerator."""
    memory_gib: int
    shares: Sequence[tuple[str, int]]
    """Number format and the share of the memory that the weights take, in percent, rounded up."""


@dataclass(frozen=True)
class Answers:
    """Everything a page says about where its subject runs."""

    subject: Subject
    known: Sequence[Answer]
    """Accelerators about which something is known, the strongest evidence first."""
    nothing_known: Sequence[str]
    instances: Sequence[InstanceAnswer]
    """Types that carry one of the known accelerators, those named by evidence first."""
    parameters: Parameters | None
    weights: Sequence[Weights]

    @property
    def sources(self) -> Sequence[str]:
        """Every source the evidence rests on, once."""
        found = (source for answer in self.known for evidence in answer.evidence for source in evidence.sources)
        return list(dict.fromkeys(found))


def answered(knowledge: Knowledge, subject: Subject) -> Answers:
    """The answers about a model or an architecture."""
    found = answers(knowledge, subject)
    known = sorted((answer for answer in found if answer.evidence), key=lambda answer: _order(knowledge, answer))
    parameters = knowledge.records.models[subject.model].parameters if subject.model else None
    return Answers(
        subject=subject,
        known=known,
        nothing_known=[answer.accelerator for answer in found if not answer.evidence],
        instances=_instances(knowledge, known, parameters),
        parameters=parameters,
        weights=[Weights(kind, weights_gib(parameters.billions, kind)) for kind in BYTES_PER_PARAMETER]
        if parameters
        else [],
    )


def _order(knowledge: Knowledge, answer: Answer) -> tuple[int, int]:
    return list(knowledge.records.vocabularies["answer"].values).index(answer.says), -answer.evidence[0].count


def _instances(
    knowledge: Knowledge, known: Iterable[Answer], parameters: Parameters | None
) -> Sequence[InstanceAnswer]:
    lines = [
        _instance(knowledge, instance, answer, parameters)
        for answer in known
        for instance in knowledge.instances_of(answer.accelerator)
    ]
    return sorted(lines, key=lambda line: not line.here)


def _instance(knowledge: Knowledge, record: str, answer: Answer, parameters: Parameters | None) -> InstanceAnswer:
    instance = knowledge.records.instances[record]
    memory = instance.accelerator_count * instance.accelerator_memory_gib
    shares = [
        (kind, -int(-weights_gib(parameters.billions, kind) * PERCENT // memory))
        for kind in (BYTES_PER_PARAMETER if parameters else ())
        if parameters
    ]
    return InstanceAnswer(record, answer.on(record), answer, memory, shares)


def limits_of_the_stack(knowledge: Knowledge, found: Answers) -> Sequence[tuple[str, Limitation]]:
    """Limits that name no model, but a framework on an accelerator that the evidence is about."""
    pairs = {
        (evidence.framework, answer.accelerator)
        for answer in found.known
        for evidence in answer.evidence
        if evidence.ran or evidence.kind == "listed"
    }
    return [
        (key, limit)
        for key, limit in knowledge.records.limitations.items()
        if not (limit.affects.models or limit.affects.architectures or limit.affects.families)
        and any(
            (framework, chip) in pairs for framework in limit.affects.frameworks for chip in limit.affects.accelerators
        )
    ]
