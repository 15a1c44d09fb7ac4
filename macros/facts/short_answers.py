"""Answers in short, for places without room for the whole.

A short answer says no more than the whole one does: it has the workload, betas, what limits the promise, the
hardware that was tested where that is not the hardware asked for, whether the model fits, announced ends, and that
sources disagree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from macros.facts.answers import INFERENCE, RUNS_OR_DID, RUNS_TODAY, Option, Outcome, RunsToday, Shown, usefulness
from macros.facts.decisions import says
from macros.facts.evidence import LINES, RUNS, Subject
from macros.facts.fitting import too_large
from macros.facts.grouping import unique
from macros.facts.knowledge import Knowledge
from macros.facts.memory import Fits, asked_weights
from macros.facts.reasons import announced_end, contested_status, whose_evidence
from macros.words import gib, month

PUBLIC_BETA = "public-beta"
"""What most betas are."""

FIT_WORDS: Mapping[Fits, str] = {"yes": "fits", "tight": "tight", "unknown": "fit not known"}
"""In short answers; what does not fit is said in front."""

MOST_INSTANCES = 2
"""Instance types that a short answer names; of more, it gives the number."""


@dataclass(frozen=True, slots=True)
class ShortAnswer:
    outcome: Outcome
    label: str
    """The answer in a word or two, such as: Supported."""
    rest: str
    """What belongs to it, such as: for inference with Hammer (public beta), no longer from SDK 2.1."""
    fits: Fits | None = None
    """Whether it fits the instance type asked for; None where an accelerator was asked for."""
    mark: Shown | None = None
    """How readers see it; None: as its outcome."""
    kinds: tuple[str, ...] = ()
    """Parts of `rest` that say what kind of evidence it rests on."""
    details: tuple[str, ...] = ()
    """Parts of `rest`, behind the kinds, that can be left out near the size of the weights."""

    @property
    def shown(self) -> Shown:
        return self.mark or self.outcome

    @property
    def words(self) -> str:
        return f"{self.label} {self.rest}".rstrip()

    def split(self, parts: Iterable[str]) -> Iterator[tuple[str, str]]:
        """What stands before each of some parts of `rest`, in their order, with that part; then what is left, alone."""
        rest = self.rest
        for part in parts:
            before, _, rest = rest.partition(part)
            yield before, part
        yield rest, ""

    @property
    def without_details(self) -> str:
        return f"{self.label} {''.join(before for before, _ in self.split(self.details))}".rstrip()


def short_answer(knowledge: Knowledge, option: Option) -> ShortAnswer:
    """The answer that one option gives, most often the best of an accelerator and a workload."""
    if option.does_not_fit:
        return _does_not_fit(knowledge, option.does_not_fit, option.workload)
    short = _on_any_number(knowledge, option)
    if option.cards is None or option.outcome not in (*RUNS_TODAY, "ran"):
        return short
    return replace(short, rest=f"{short.rest}, {option.cards.words}", details=option.cards.details)


def _on_any_number(knowledge: Knowledge, option: Option) -> ShortAnswer:
    """The form without the number of cards that it needs."""
    unqualified = with_software(knowledge, option)
    kinds = tuple(f", {kind}" for kind in _kinds_of_evidence(option))
    rest = ", ".join((f"{unqualified.rest}{''.join(kinds)}", *_qualifiers(knowledge, option)))
    return replace(unqualified, rest=rest, kinds=kinds)


def with_software(knowledge: Knowledge, option: Option) -> ShortAnswer:
    """The form without what limits it, such as: supported for inference with Hammer (public beta)."""
    software = ""
    if option.framework and option.outcome != "not-known" and not option.does_not_fit:
        kind = _kind_of_beta(knowledge, option)
        named = f" ({kind})" if kind else ""
        software = f" with {knowledge.records.frameworks[option.framework].name}{named}"
    return _answer(knowledge, option, f"for {option.workload}{software}")


def _kind_of_beta(knowledge: Knowledge, option: Option) -> str:
    """What the vendor calls its software short of a release, where that is no public beta, which is said in front."""
    status = option.support.status if option.is_beta and option.support else None
    return knowledge.term("support_status", status).label.lower() if status not in (None, PUBLIC_BETA) else ""


def headline(knowledge: Knowledge, option: Option) -> ShortAnswer:
    """The shortest form, which names no software: outcome, workload, and what limits it."""
    limits = () if option.does_not_fit else (*_kinds_of_evidence(option), *_qualifiers(knowledge, option))
    return _answer(knowledge, option, ", ".join((f"for {option.workload}", *limits)))


def in_lists(knowledge: Knowledge, option: Option) -> ShortAnswer:
    """The form for lists of many models: the outcome, a workload other than inference, and limits as printed."""
    work = "" if option.workload == INFERENCE else f"for {option.workload}"
    limits = () if option.does_not_fit else _limits(option)
    return _answer(knowledge, option, ", ".join(filter(None, (work, *limits))))


def where_offered(knowledge: Knowledge, option: Option, framework_id: str) -> str:
    """What belongs to the name of a framework that is named instead; empty where it is offered on this hardware."""
    status = knowledge.support.status_of(framework_id, option.accelerator, option.workload)
    if status and framework_id in option.replacement_here:
        return "(contested)" if contested_status(knowledge, status) else ""
    is_stated = status is not None and status.status != "unknown"
    accelerator = knowledge.records.accelerators[option.accelerator].name
    return f"(not on {accelerator})" if is_stated else f"(not stated for {accelerator})"


def named_instead(knowledge: Knowledge, option: Option, framework_id: str) -> str:
    """A framework that is named instead, by its name, with what belongs to it here."""
    where = where_offered(knowledge, option, framework_id)
    return f"{knowledge.records.frameworks[framework_id].name} {where}".rstrip()


def answers_on(
    knowledge: Knowledge, subject: Subject, answers: Iterable[RunsToday], accelerator_id: str
) -> Mapping[str, Sequence[ShortAnswer]]:
    """By instance type that carries an accelerator: the answers, of those for its workloads, the best first."""
    every = [short_answers_on(knowledge, subject, answer) for answer in answers]
    return {
        instance_id: sorted((found[instance_id] for found in every), key=lambda answer: usefulness(answer.outcome))
        for instance_id in knowledge.instances.of("accelerators", accelerator_id)
    }


def short_answers_on(knowledge: Knowledge, subject: Subject, answer: RunsToday) -> Mapping[str, ShortAnswer]:
    """By instance type that carries the accelerator of an answer: the answer for it."""
    short = _on_any_number(knowledge, answer.best)
    carriers = knowledge.instances.of("accelerators", answer.accelerator)
    return {instance_id: _on_instance(knowledge, subject, answer, short, instance_id) for instance_id in carriers}


def _on_instance(
    knowledge: Knowledge, subject: Subject, answer: RunsToday, short: ShortAnswer, instance_id: str
) -> ShortAnswer:
    best, workload = answer.best, answer.workload
    fits, memory = _memory_on(knowledge, subject.model, instance_id, best)
    own_lines = (found for found in best.evidence if found.is_own and found.kind in LINES)
    if best.does_not_fit or (fits == "no" and not any(instance_id in found.instances for found in own_lines)):
        return _does_not_fit(knowledge, memory or best.does_not_fit or "", workload, fits)
    told = () if short.outcome == "unsupported" else (_tested_elsewhere(best, instance_id), memory)
    return replace(short, rest=", ".join(filter(None, (short.rest, *told))), fits=fits)


def nothing_known(
    knowledge: Knowledge, model_id: str | None, accelerator_id: str, instance_id: str | None = None
) -> ShortAnswer:
    """The answer where no evidence connects a model and hardware: not known, or that it does not fit."""
    fits, memory = _memory_on(knowledge, model_id, instance_id, None) if instance_id else (None, "")
    too_much = memory if fits == "no" else too_large(knowledge, model_id, accelerator_id, INFERENCE)
    if too_much:
        return _does_not_fit(knowledge, too_much, None, fits)
    return ShortAnswer("not-known", knowledge.term("outcome", "not-known").label, f"({memory})" if memory else "", fits)


def _does_not_fit(knowledge: Knowledge, figures: str, workload: str | None, fits: Fits | None = None) -> ShortAnswer:
    figures = f"{'weights alone ' if workload == 'training' else ''}{figures}"
    rest = f"for {workload}: {figures}" if workload else f"({figures})"
    return ShortAnswer("unsupported", knowledge.term("fits", "no").label, rest, fits)


def _memory_on(knowledge: Knowledge, model_id: str | None, instance_id: str, option: Option | None) -> tuple[Fits, str]:
    """Whether the weights of a model fit one instance type, and the figures. Where it ran on one, they do.

    Asked of an option, or for inference of a model of which nothing is known.
    """
    workload = option.workload if option else INFERENCE
    own = (found for found in (option.evidence if option else ()) if found.is_own and found.workload == workload)
    if any(instance_id in found.ran_on_one for found in own):
        return "yes", FIT_WORDS["yes"]
    record = knowledge.records.instances[instance_id]
    framework = option.framework if option else None
    weights = asked_weights(knowledge, model_id, instance_id, workload, framework) if model_id else None
    if weights is None:
        return "unknown", FIT_WORDS["unknown"]
    fits = weights.fits(record.memory_gib, workload)
    if fits == "no":
        return fits, f"{gib(weights.gib)} GiB in {weights.data_type}, {record.memory_gib:,} on {instance_id}"
    return fits, f"{FIT_WORDS[fits]}: weights {gib(weights.gib)} of {record.memory_gib:,} GiB in {weights.data_type}"


def _answer(knowledge: Knowledge, option: Option, rest: str) -> ShortAnswer:
    if option.does_not_fit:
        return ShortAnswer("unsupported", knowledge.term("fits", "no").label, rest)
    is_example = option.outcome == "ran" and option.deciding.kind == "sample"
    said = knowledge.term(*(("evidence", "sample") if is_example else ("outcome", option.shown)))
    return ShortAnswer(option.outcome, said.label, rest, mark=option.shown)


def _qualifiers(knowledge: Knowledge, option: Option) -> Iterator[str]:
    """What limits the head of an answer, besides the kind of its evidence."""
    deciding = option.deciding
    if option.outcome in RUNS_OR_DID:
        yield from _about_evidence(knowledge, option)
    yield from _limits(option)
    if option.outcome == "not-known" and deciding.kind in LINES and says(deciding) == "not-said":
        yield from (f"“{words}”" for words in deciding.wording)
    if deciding.kind == "planner":
        refuses = says(deciding) == "does-not"
        yield "a planning tool says that it does not run" if refuses else "named by a planning tool only"
    if option.ends_with and option.support:
        yield f"{announced_end(knowledge, option.support)}"
    if option.outcome == "ended" and option.last_sdk:
        yield f"last {knowledge.sdk_name(option.last_sdk, option.framework)}"
    if option.last_said:
        yield f"last said {month(option.last_said)}"
    if option.is_contested and option.shown != "contested":
        yield "contested"


def _limits(option: Option) -> Sequence[str]:
    deciding = option.deciding
    if option.is_beta and deciding.status == "experimental":  # a beta is said of the software already
        return ()
    return [f"“{limit}”" for limit in deciding.limits]


def _kinds_of_evidence(option: Option) -> Iterator[str]:
    """What an answer rests on, where that is not a run or a list of just what was asked for."""
    deciding = option.deciding
    if option.outcome not in RUNS_OR_DID:
        return
    if deciding.kind == "sample" and (option.outcome != "ran" or deciding.archived != "all"):
        yield "example code"
    elif deciding.kind == "guideline":
        yield "by a guideline for its family"
    elif deciding.kind == "vendor-tested":
        yield "by the vendor" if option.outcome == "ran" else "tested by the vendor"
    if deciding.level == "architecture" and deciding.kind in LINES:
        yield "by its architecture"


def _about_evidence(knowledge: Knowledge, option: Option) -> Iterator[str]:
    """What limits the evidence of an answer."""
    deciding = option.deciding
    if deciding.kind == "sample" and deciding.archived != "none":
        yield "since archived" if deciding.archived == "all" else "some of it archived"
    elif deciding.kind == "sample" and deciding.left_out:
        yield "not in the list of the software"
    if whose := whose_evidence(knowledge, deciding):
        yield f"for {whose}" if deciding.checkpoints else f"by {whose}"


def _tested_elsewhere(option: Option, instance_id: str) -> str:
    """The instance types of the runs, where the one that is asked for is not among them."""
    tested = unique(one for found in option.evidence if found.kind in RUNS for one in found.instances)
    if not tested or instance_id in tested or option.outcome == "not-known":
        return ""
    shown = " and ".join(tested) if len(tested) <= MOST_INSTANCES else f"{len(tested)} other instance types"
    return f"tested on {shown}"
