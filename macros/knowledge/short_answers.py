"""The short form of an answer, which every place uses that has no room for the whole one.

It says no more than the whole answer does: it has the workload, betas, what limits the promise, the hardware that was
tested where that is not the hardware asked for, whether the model fits, announced ends, and that sources disagree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from macros.knowledge.decisions import says
from macros.knowledge.evidence import EXAMPLES, RUNS, Evidence, Subject
from macros.knowledge.fit import Fits, too_large, weights_on
from macros.knowledge.grouping import unique
from macros.knowledge.knowledge import Knowledge
from macros.knowledge.packages import version_of
from macros.knowledge.runs_today import OUTCOMES, Option, Outcome, RunsToday
from macros.words import month

POSITIVE_OUTCOMES: Sequence[Outcome] = ("supported", "maintained", "ended", "ran")
"""Outcomes that say that it runs, or did."""

MOST_INSTANCES = 2
"""Instance types that a short answer names; of more, it gives the number."""


@dataclass(frozen=True, slots=True)
class ShortAnswer:
    """An answer about a model, or an architecture, on an accelerator or one instance type, in a line."""

    outcome: Outcome
    words: str
    """Such as: Supported for inference with Hammer (public beta), until SDK 2.1."""
    fits: Fits | None = None
    """Whether it fits the instance type asked for; None where an accelerator was asked for."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Whether a model fits an instance type, and why not."""

    fits: Fits
    words: str
    """Empty unless it does not fit, or hardly."""


def short_answer(knowledge: Knowledge, answer: RunsToday) -> ShortAnswer:
    """The answer for an accelerator and a workload."""
    return ShortAnswer(answer.outcome, short_words(knowledge, answer.best))


def short_words(knowledge: Knowledge, option: Option) -> str:
    """The words for one option."""
    return ", ".join((_head(knowledge, option), *_qualifiers(knowledge, option)))


def best_on(knowledge: Knowledge, subject: Subject, answers: Iterable[RunsToday], instance: str) -> ShortAnswer:
    """Of the answers for the workloads of an accelerator, the best for one instance type that carries it."""
    found = [short_answer_on(knowledge, subject, answer, instance) for answer in answers]
    return min(found, key=lambda answer: OUTCOMES.index(answer.outcome))


def short_answer_on(knowledge: Knowledge, subject: Subject, answer: RunsToday, instance: str) -> ShortAnswer:
    """The answer for one instance type that carries the accelerator of an answer."""
    best = answer.best
    memory = memory_on(knowledge, subject.model, instance, answer.workload, best.evidence)
    if best.does_not_fit or (memory.fits == "no" and not _is_listed_on(best, instance)):
        words = f"Does not fit for {answer.workload}: {memory.words or best.does_not_fit}"
        return ShortAnswer("unsupported", words, memory.fits)
    parts = [_head(knowledge, best), *_qualifiers(knowledge, best), *_tested_elsewhere(best, instance), memory.words]
    return ShortAnswer(answer.outcome, ", ".join(filter(None, parts)), memory.fits)


def nothing_known(
    knowledge: Knowledge, model: str | None, accelerator: str, instance: str | None = None
) -> ShortAnswer:
    """The answer where no evidence connects a model and hardware: not known, or that it does not fit."""
    if words := too_large(knowledge, model, accelerator):
        return ShortAnswer("unsupported", words[:1].upper() + words[1:], "no" if instance else None)
    label = knowledge.term("outcome", "not-known").label
    if model is None or instance is None:
        return ShortAnswer("not-known", label)
    memory = memory_on(knowledge, model, instance, "inference", ())
    if memory.fits == "no":
        return ShortAnswer("unsupported", f"Does not fit: {memory.words}", "no")
    return ShortAnswer("not-known", ", ".join(filter(None, (label, memory.words))), memory.fits)


def memory_on(
    knowledge: Knowledge, model: str | None, instance: str, workload: str, evidence: Sequence[Evidence]
) -> Memory:
    """Whether the weights of a model fit one instance type. Where it ran on one, they do."""
    if any(instance in found.ran_on_one for found in evidence if found.is_own and found.workload == workload):
        return Memory("yes", "")
    record = knowledge.records.instances[instance]
    weights = weights_on(knowledge, model, record.accelerator) if model else None
    if weights is None:
        return Memory("unknown", "")
    fits = weights.fits(record.memory_gib, workload)
    size = f"{weights.gib:,.1f} GiB in {weights.data_type}, {record.memory_gib:,} on {instance}"
    return Memory(fits, {"no": size, "tight": f"tight: weights take {size}"}.get(fits, ""))


def _head(knowledge: Knowledge, option: Option) -> str:
    """The outcome with its workload, software and beta."""
    if option.does_not_fit:
        return f"Does not fit for {option.workload}: {option.does_not_fit.partition(': ')[2]}"
    label = knowledge.term("outcome", option.outcome).label
    if option.outcome == "ran" and option.deciding.kind in EXAMPLES:
        label = knowledge.term("evidence", option.deciding.kind).label
    words = f"{label} for {option.workload}"
    if option.outcome == "not-known" or option.framework is None:
        return words
    words += f" with {knowledge.records.frameworks[option.framework].name}"
    if option.is_beta and option.support:
        words += f" ({knowledge.term('support_status', option.support.status).label.lower()})"
    return words


def _qualifiers(knowledge: Knowledge, option: Option) -> Iterator[str]:
    """What limits the head of an answer."""
    deciding = option.deciding
    if option.outcome in POSITIVE_OUTCOMES:
        if deciding.kind in EXAMPLES:
            yield "since archived" if deciding.archived else "example code"
        elif deciding.level == "architecture" and deciding.kind not in RUNS:
            yield "by its architecture"
        if deciding.variant:
            yield f"by its variant {knowledge.records.models[deciding.variant].name}"
    yield from (f"“{limit}”" for limit in deciding.limits)
    if option.outcome == "not-known" and deciding.kind == "listed" and says(deciding) == "not-said":
        yield from (f"“{words}”" for words in deciding.wording)
    if option.ends_with:
        yield f"until SDK {version_of(option.ends_with)}"
    if option.outcome == "ended" and option.last_sdk:
        yield f"last SDK {version_of(option.last_sdk)}"
    if option.support and option.support.is_old and option.support.as_of and option.outcome != "not-known":
        yield f"last said {month(option.support.as_of)}"
    if option.contested and option.outcome in POSITIVE_OUTCOMES:
        yield "contested"


def _tested_elsewhere(option: Option, instance: str) -> Iterator[str]:
    """The instance types of the runs, where the one that is asked for is not among them."""
    tested = unique(one for found in option.evidence if found.kind in RUNS for one in found.instances)
    if tested and instance not in tested and option.outcome not in ("unsupported", "not-known"):
        shown = " and ".join(tested) if len(tested) <= MOST_INSTANCES else f"{len(tested)} other instance types"
        yield f"tested on {shown}"


def _is_listed_on(option: Option, instance: str) -> bool:
    """Whether a line about the very checkpoint names the instance type."""
    return any(found.is_own and found.kind == "listed" and instance in found.instances for found in option.evidence)
