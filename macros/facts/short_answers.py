"""The short form of an answer, which every place uses that has no room for the whole one.

It says no more than the whole answer does: it has the workload, betas, what limits the promise, the hardware that was
tested where that is not the hardware asked for, whether the model fits, announced ends, and that sources disagree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from macros.facts.decisions import says
from macros.facts.evidence import RUNS, Evidence, Subject
from macros.facts.grouping import unique
from macros.facts.knowledge import Knowledge
from macros.facts.memory import Fits, too_large, weights_on
from macros.facts.packages import version_of
from macros.facts.reasons import names_of_checkpoints
from macros.facts.runs_today import OUTCOMES, RUNS_OR_DID, Option, Outcome, RunsToday
from macros.words import month

STATUS_DECIDES = ("supported", "maintained", "ended")
"""Outcomes that follow from the support status of the software."""

FIT_WORDS: Mapping[Fits, str] = {"yes": "fits", "tight": "tight", "unknown": "fit not known"}
"""In short answers; what does not fit is said in front."""

MOST_INSTANCES = 2
"""Instance types that a short answer names; of more, it gives the number."""


@dataclass(frozen=True, slots=True)
class ShortAnswer:
    """An answer about a model, or an architecture, on an accelerator or one instance type, in a line."""

    outcome: Outcome
    label: str
    """The answer in a word or two, such as: Supported."""
    rest: str
    """What belongs to it, such as: for inference with Hammer (public beta), no longer from SDK 2.1."""
    fits: Fits | None = None
    """Whether it fits the instance type asked for; None where an accelerator was asked for."""

    @property
    def words(self) -> str:
        """The whole line."""
        return f"{self.label} {self.rest}".rstrip()


@dataclass(frozen=True, slots=True)
class Memory:
    """Whether a model fits an instance type, and why not."""

    fits: Fits
    words: str
    """With the figures."""


def short_answer(knowledge: Knowledge, option: Option) -> ShortAnswer:
    """The answer that one option gives, most often the best of an accelerator and a workload."""
    if option.does_not_fit:
        return _does_not_fit(knowledge, option.does_not_fit, option.workload)
    rest = ", ".join((_with(knowledge, option), *_qualifiers(knowledge, option)))
    return ShortAnswer(option.outcome, _label(knowledge, option), rest)


def headline(knowledge: Knowledge, option: Option) -> str:
    """The shortest form, which names no software: outcome, workload, beta, and what limits it."""
    words = f"{_label(knowledge, option)} for {option.workload}"
    if option.does_not_fit:
        return f"{knowledge.term('fits', 'no').label} for {option.workload}"
    return ", ".join((words, *(["beta"] if option.is_beta else []), *_qualifiers(knowledge, option)))


def where_offered(knowledge: Knowledge, option: Option, framework: str) -> str:
    """What belongs to the name of a framework that is named instead; empty where it is offered on this hardware."""
    if framework in option.replacement_here:
        return ""
    status = knowledge.support.status_of(framework, option.accelerator, option.workload)
    is_stated = status is not None and status.status != "unknown"
    accelerator = knowledge.records.accelerators[option.accelerator].name
    return f"(not on {accelerator})" if is_stated else f"(not stated for {accelerator})"


def answers_on(
    knowledge: Knowledge, subject: Subject, answers: Iterable[RunsToday], instance: str
) -> Sequence[ShortAnswer]:
    """The answers for one instance type, of those for the workloads of its accelerator, the best first."""
    found = [short_answer_on(knowledge, subject, answer, instance) for answer in answers]
    return sorted(found, key=lambda answer: OUTCOMES.index(answer.outcome))


def short_answer_on(knowledge: Knowledge, subject: Subject, answer: RunsToday, instance: str) -> ShortAnswer:
    """The answer for one instance type that carries the accelerator of an answer."""
    best, workload = answer.best, answer.workload
    memory = memory_on(knowledge, subject.model, instance, workload, best.evidence)
    if best.does_not_fit or (memory.fits == "no" and not _is_listed_on(best, instance)):
        return _does_not_fit(knowledge, memory.words or best.does_not_fit or "", workload, memory.fits)
    short = short_answer(knowledge, best)
    told = () if short.outcome == "unsupported" else (*_tested_elsewhere(best, instance), memory.words)
    return replace(short, rest=", ".join((short.rest, *told)), fits=memory.fits)


def nothing_known(
    knowledge: Knowledge, model: str | None, accelerator: str, instance: str | None = None
) -> ShortAnswer:
    """The answer where no evidence connects a model and hardware: not known, or that it does not fit."""
    memory = memory_on(knowledge, model, instance, "inference", ()) if instance else None
    too_much = memory.words if memory and memory.fits == "no" else too_large(knowledge, model, accelerator)
    if too_much:
        return _does_not_fit(knowledge, too_much, None, memory.fits if memory else None)
    label = knowledge.term("outcome", "not-known").label
    return ShortAnswer("not-known", label, f"({memory.words})" if memory else "", memory.fits if memory else None)


def _does_not_fit(knowledge: Knowledge, why: str, workload: str | None, fits: Fits | None = None) -> ShortAnswer:
    label = knowledge.term("fits", "no").label
    figures = f"{'weights alone ' if workload == 'training' else ''}{why.rpartition(': ')[2]}"
    return ShortAnswer("unsupported", label, f"for {workload}: {figures}" if workload else f"({figures})", fits)


def memory_on(
    knowledge: Knowledge, model: str | None, instance: str, workload: str, evidence: Sequence[Evidence]
) -> Memory:
    """Whether the weights of a model fit one instance type. Where it ran on one, they do."""
    if any(instance in found.ran_on_one for found in evidence if found.is_own and found.workload == workload):
        return Memory("yes", "fits")
    record = knowledge.records.instances[instance]
    weights = weights_on(knowledge, model, record.accelerator) if model else None
    if weights is None:
        return Memory("unknown", "fit not known")
    fits = weights.fits(record.memory_gib, workload)
    share = f"weights {weights.gib:,.1f} of {record.memory_gib:,} GiB in {weights.data_type}"
    if fits == "no":
        return Memory(fits, f"{weights.gib:,.1f} GiB in {weights.data_type}, {record.memory_gib:,} on {instance}")
    return Memory(fits, f"{FIT_WORDS[fits]}: {share}")


def _label(knowledge: Knowledge, option: Option) -> str:
    if option.outcome == "ran" and option.deciding.kind == "sample":
        return knowledge.term("evidence", option.deciding.kind).label
    return knowledge.term("outcome", option.outcome).label


def _with(knowledge: Knowledge, option: Option) -> str:
    """The workload with the software and its beta."""
    words = f"for {option.workload}"
    if option.outcome == "not-known" or option.framework is None:
        return words
    words += f" with {knowledge.records.frameworks[option.framework].name}"
    if option.is_beta and option.support:
        words += f" ({knowledge.term('support_status', option.support.status).label.lower()})"
    return words


def _qualifiers(knowledge: Knowledge, option: Option) -> Iterator[str]:
    """What limits the head of an answer."""
    deciding = option.deciding
    if option.outcome in RUNS_OR_DID:
        if deciding.kind == "sample":
            yield _example_words(option)
        elif option.rests_on_guideline:
            yield "by a guideline for its family"
        elif deciding.level == "architecture" and deciding.kind not in RUNS:
            yield "by its architecture"
        yield from _other_checkpoints(knowledge, deciding)
    yield from _limits(option)
    if option.outcome == "not-known" and deciding.kind == "listed" and says(deciding) == "not-said":
        yield from (f"“{words}”" for words in deciding.wording)
    if option.announced_end:
        yield option.announced_end
    if option.outcome == "ended" and option.last_sdk:
        yield f"last SDK {version_of(option.last_sdk)}"
    if option.last_said:
        yield f"last said {month(option.last_said)}"
    if option.contested and (option.outcome in STATUS_DECIDES or option.rests_on_status):
        yield "contested"


def _other_checkpoints(knowledge: Knowledge, deciding: Evidence) -> Iterator[str]:
    """The checkpoints that evidence is about, where it is not about all that was asked for."""
    if deciding.checkpoints:
        yield f"for {names_of_checkpoints(knowledge, deciding)}"
    if deciding.variant:
        yield f"by its variant {knowledge.records.models[deciding.variant].name}"


def _example_words(option: Option) -> str:
    if option.deciding.archived == "all":
        return "since archived" if option.outcome == "ran" else "example code, since archived"
    if option.deciding.archived == "some":
        return "example code, some of it archived"
    return "not in the list of the software" if option.deciding.left_out else "example code"


def _limits(option: Option) -> list[str]:
    """The words of a list that limit what it promises; that it is a beta is said of the software already."""
    deciding = option.deciding
    known = option.is_beta and deciding.status == "experimental"
    return [] if known else [f"“{limit}”" for limit in deciding.limits]


def _tested_elsewhere(option: Option, instance: str) -> Iterator[str]:
    """The instance types of the runs, where the one that is asked for is not among them."""
    tested = unique(one for found in option.evidence if found.kind in RUNS for one in found.instances)
    if tested and instance not in tested and option.outcome not in ("unsupported", "not-known"):
        shown = " and ".join(tested) if len(tested) <= MOST_INSTANCES else f"{len(tested)} other instance types"
        yield f"tested on {shown}"


def _is_listed_on(option: Option, instance: str) -> bool:
    """Whether a line about the very checkpoint names the instance type."""
    return any(found.is_own and found.kind == "listed" and instance in found.instances for found in option.evidence)
