"""Answers in words: the reason of an option in one sentence, and the short form for places without room for the whole.

The short form says no more than the whole answer does: it has the workload, betas, what limits the promise, the
hardware that was tested where that is not the hardware asked for, whether the model fits, announced ends, and that
sources disagree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from macros.facts.answers import OUTCOMES, RUNS_OR_DID, Option, Outcome, RunsToday
from macros.facts.decisions import POSITIVE, Excluded, WorksOrNot, exclusions_of_all, says
from macros.facts.evidence import LINES, RUNS, Evidence, Subject
from macros.facts.grouping import unique
from macros.facts.knowledge import Knowledge
from macros.facts.memory import Fits, too_large, weights_on
from macros.facts.support_status import SupportStatus
from macros.words import month, plural

STATUS_WORDS = {
    "current": "is supported",
    "public-beta": "is a public beta",
    "experimental": "is experimental",
    "private-beta": "is a private beta",
    "maintenance": "is in maintenance",
    "ended": "has ended",
    "never": "is not offered",
}

STATUS_DECIDES = ("supported", "maintained", "ended")
"""Outcomes that follow from the support status of the software."""

SUBJECTS = {"checkpoint": "It", "architecture": "Its architecture", "family": "Its family"}
ARCHIVED_WORDS = {"all": ", and since archived", "some": ", some of it since archived"}
FIT_WORDS: Mapping[Fits, str] = {"yes": "fits", "tight": "tight", "unknown": "fit not known"}
"""In short answers; what does not fit is said in front."""

NEVER_SAYS_YES = {
    "guideline": "a guideline of {year} for its whole family",
    "planner": "what a planning tool computed in {year}",
}
"""Kinds of evidence that alone make no positive answer."""

MOST_INSTANCES = 2
"""Instance types that a short answer names; of more, it gives the number."""


def because(knowledge: Knowledge, option: Option) -> str:
    """What was found, and what has become of the software, in one sentence."""
    deciding, records = option.deciding, knowledge.records
    found = _evidence_words(knowledge, deciding, option.verdict) + _to_come(knowledge, option)
    if option.does_not_fit:
        return f"Does not fit: {option.does_not_fit}{'' if deciding.kind == 'guideline' else f'; {_lower(found)}'}."
    if option.too_large and option.verdict == "works":
        found += f", though by its size it does not fit: {option.too_large}"
    if option.verdict == "does-not" or not option.framework:
        return f"{found}."
    if option.excluded_by and option.ruled_out_by:
        title = records.limitations[option.excluded_by.limitation].title.rstrip(".")
        why = f" known issue rules it out on {records.accelerators[option.accelerator].name}: “{title}”."
        return f"{found}, but a{why}" if option.verdict == "works" else f"A{why}"
    words = _support_words(knowledge, option)
    return f"{words}." if deciding.predates_model else f"{found}; {words}."


def _support_words(knowledge: Knowledge, option: Option) -> str:
    support = option.support
    name = knowledge.records.frameworks[option.framework or ""].name
    here = f"on {knowledge.records.accelerators[option.accelerator].name} for {option.workload}"
    if support is None or support.status == "unknown":
        return f"whether {name} is supported {here} is not stated"
    words = f"{name} {STATUS_WORDS[support.status]} {here}"
    everywhere = knowledge.support.of("frameworks", option.framework)
    offered_here = (one for one in everywhere if one.statement.status not in ("never", "unknown"))
    offered = [one.workload for one in offered_here if one.accelerator == option.accelerator]
    if support.status == "never" and offered:
        return f"{words}, only for {' and '.join(offered)}"
    if support.statement.last_sdk:
        last = "with" if support.is_supported else "last"
        words += f" ({last} {knowledge.sdk_name(support.statement.last_sdk, support.owner)})"
    end = announced_end(knowledge, support)
    said = f"last said {month(support.as_of)}" if support.is_old and support.as_of else None
    return ", ".join(filter(None, (words, end, said)))


def announced_end(knowledge: Knowledge, support: SupportStatus) -> str | None:
    """The announced end of support in words, such as: no longer from Hammer SDK 2.1."""
    return f"no longer from {knowledge.sdk_name(support.ends_with, support.owner)}" if support.ends_with else None


def contested(knowledge: Knowledge, support: SupportStatus | None, excluded: Excluded | None) -> str | None:
    """What sources say against the statement of support that counts, with what they name to install."""
    if support is None:
        return None
    if excluded and excluded.overruled:
        title = knowledge.records.limitations[excluded.limitation].title.rstrip(".")
        pins = f"; it names {', '.join(excluded.exclusion.pin)}" if excluded.exclusion.pin else ""
        return f"A known issue says otherwise: “{title}”{pins}."
    disputed = (support.ended_with or support.statement).disputed
    return f"{disputed.rstrip('.')}." if disputed else None


def contradiction(knowledge: Knowledge, line: Evidence | None) -> str | None:
    """What a line of another list says to the contrary."""
    if line is None or line.catalogue is None:
        return None
    title = knowledge.records.catalogues[line.catalogue].title
    return f"“{'”, “'.join(line.wording)}” in “{title}” ({month(line.newest)})."


def contested_status(knowledge: Knowledge, support: SupportStatus) -> str | None:
    """What sources say against a status of support, whatever the model."""
    excluded = next((one for one in exclusions_of_all(knowledge, support) if one.overruled), None)
    return contested(knowledge, support, excluded)


def _evidence_words(knowledge: Knowledge, deciding: Evidence, verdict: WorksOrNot) -> str:
    year = deciding.newest.year
    whose = _whose(knowledge, deciding)
    subject = whose or SUBJECTS[deciding.level]
    if deciding.variant:
        subject = subject[0].upper() + subject[1:]
    if deciding.kind in RUNS:
        noun = knowledge.term("evidence", deciding.kind).label.lower()
        return f"{plural(deciding.count, noun)}{f' of {whose}' if whose else ''}, the newest of {year}"
    if deciding.requires and verdict == "does-not":
        names = ", ".join(knowledge.records.accelerators[one].name for one in deciding.requires)
        return f"{subject} requires {names}, by a list of {year}"
    if deciding.kind == "sample":
        left_out = ", which the complete list of the software leaves out" if deciding.left_out else ""
        subject = subject if deciding.checkpoints else _lower(subject)
        return f"Example code is published for {subject} ({year}){ARCHIVED_WORDS.get(deciding.archived, left_out)}"
    status = knowledge.term("status", deciding.status or "unknown").label.lower()
    if deciding.kind in NEVER_SAYS_YES:
        return f"Only {NEVER_SAYS_YES[deciding.kind].format(year=year)} speaks of it: “{status}”"
    is_or_are = "are" if len(deciding.checkpoints) > 1 else "is"
    if verdict == "not-said":
        if deciding.doubts:
            words = _lower(" ".join(deciding.doubts))
            listed = f"A threshold is published of a test of {whose or _lower(subject)} ({year}), in doubt: {words}"
        else:
            words = "”, “".join(deciding.wording) or status
            listed = f"{subject} {is_or_are} in a list of {year} as “{words}”"
        return listed
    limits = f": “{'”, “'.join(deciding.limits)}”" if deciding.limits else ""
    listed = "listed" if deciding.status in POSITIVE else "in a list"
    if deciding.kind == "vendor-tested":
        listed = f"in the vendor's own tests{' of nightly builds' if deciding.nightly else ''}"
    return f"{subject} {is_or_are} {listed} as {status} ({year}){limits}"


def _to_come(knowledge: Knowledge, option: Option) -> str:
    """What nightly builds say of the very checkpoint, where a list of a release decides and says otherwise."""
    decided = option.deciding
    if decided.kind not in LINES or decided.nightly:
        return ""
    lines = (one for one in option.evidence if one.kind in LINES and one.is_own and one.nightly)
    coming = max((one for one in lines if says(one) != "not-said"), key=lambda one: one.newest, default=None)
    if coming is None or coming.status in (None, decided.status) or coming.newest < decided.newest:
        return ""
    return f", in nightly builds as {knowledge.term('status', coming.status).label.lower()}"


def _whose(knowledge: Knowledge, found: Evidence) -> str | None:
    """The variant or the checkpoints that evidence is about; None where it is about all that was asked for."""
    if len(found.checkpoints) > 1:
        return f"{len(found.checkpoints)} of its checkpoints"
    for model_id in found.checkpoints:
        return knowledge.records.models[model_id].name
    return f"its variant {knowledge.records.models[found.variant].name}" if found.variant else None


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:].rstrip(".")


@dataclass(frozen=True, slots=True)
class ShortAnswer:
    outcome: Outcome
    label: str
    """The answer in a word or two, such as: Supported."""
    rest: str
    """What belongs to it, such as: for inference with Hammer (public beta), no longer from SDK 2.1."""
    fits: Fits | None = None
    """Whether it fits the instance type asked for; None where an accelerator was asked for."""

    @property
    def words(self) -> str:
        return f"{self.label} {self.rest}".rstrip()


def short_answer(knowledge: Knowledge, option: Option) -> ShortAnswer:
    """The answer that one option gives, most often the best of an accelerator and a workload."""
    if option.does_not_fit:
        return _does_not_fit(knowledge, option.does_not_fit, option.workload)
    software = ""
    if option.framework and option.outcome != "not-known":
        beta = _beta(knowledge, option)
        named = f" ({beta})" if beta else ""
        software = f" with {knowledge.records.frameworks[option.framework].name}{named}"
    rest = ", ".join((f"for {option.workload}{software}", *_qualifiers(knowledge, option)))
    return ShortAnswer(option.outcome, _label(knowledge, option), rest)


def _beta(knowledge: Knowledge, option: Option) -> str:
    """What the vendor calls its software short of a release, such as: public beta; nothing for what is released."""
    status = option.support.status if option.is_beta and option.support else None
    return knowledge.term("support_status", status).label.lower() if status else ""


def _beta_word(knowledge: Knowledge, option: Option) -> str:
    return _beta(knowledge, option).rpartition(" ")[2]


def headline(knowledge: Knowledge, option: Option) -> ShortAnswer:
    """The shortest form, which names no software: outcome, workload, beta, and what limits it."""
    rest = f"for {option.workload}"
    if option.does_not_fit:
        return ShortAnswer("unsupported", knowledge.term("fits", "no").label, rest)
    rest = ", ".join(filter(None, (rest, _beta_word(knowledge, option), *_qualifiers(knowledge, option))))
    return ShortAnswer(option.outcome, _label(knowledge, option), rest)


def in_lists(knowledge: Knowledge, option: Option) -> ShortAnswer:
    """The form for lists of many models: the outcome, beta, and what a source's own words limit."""
    short = headline(knowledge, option)
    limits = () if option.does_not_fit else (_beta_word(knowledge, option), *_limits(option))
    return replace(short, rest=", ".join(filter(None, limits)))


def where_offered(knowledge: Knowledge, option: Option, framework_id: str) -> str:
    """What belongs to the name of a framework that is named instead; empty where it is offered on this hardware."""
    if framework_id in option.replacement_here:
        return ""
    status = knowledge.support.status_of(framework_id, option.accelerator, option.workload)
    is_stated = status is not None and status.status != "unknown"
    accelerator = knowledge.records.accelerators[option.accelerator].name
    return f"(not on {accelerator})" if is_stated else f"(not stated for {accelerator})"


def named_instead(knowledge: Knowledge, option: Option, framework_id: str) -> str:
    """A framework that is named instead, by its name, with what belongs to it here."""
    where = where_offered(knowledge, option, framework_id)
    return f"{knowledge.records.frameworks[framework_id].name} {where}".rstrip()


def answers_on(
    knowledge: Knowledge, subject: Subject, answers: Iterable[RunsToday], instance_id: str
) -> Sequence[ShortAnswer]:
    """The answers for one instance type, of those for the workloads of its accelerator, the best first."""
    found = [short_answer_on(knowledge, subject, answer, instance_id) for answer in answers]
    return sorted(found, key=lambda answer: OUTCOMES.index(answer.outcome))


def short_answer_on(knowledge: Knowledge, subject: Subject, answer: RunsToday, instance_id: str) -> ShortAnswer:
    """The answer for one instance type that carries the accelerator of an answer."""
    best, workload = answer.best, answer.workload
    fits, memory = _memory_on(knowledge, subject.model, instance_id, workload, best.evidence)
    own_lines = [found for found in best.evidence if found.is_own and found.kind in LINES]
    if best.does_not_fit or (fits == "no" and not any(instance_id in found.instances for found in own_lines)):
        return _does_not_fit(knowledge, memory or best.does_not_fit or "", workload, fits)
    short = short_answer(knowledge, best)
    told = () if short.outcome == "unsupported" else (_tested_elsewhere(best, instance_id), memory)
    return replace(short, rest=", ".join(filter(None, (short.rest, *told))), fits=fits)


def nothing_known(
    knowledge: Knowledge, model_id: str | None, accelerator_id: str, instance_id: str | None = None
) -> ShortAnswer:
    """The answer where no evidence connects a model and hardware: not known, or that it does not fit."""
    fits, memory = _memory_on(knowledge, model_id, instance_id, "inference", ()) if instance_id else (None, "")
    too_much = memory if fits == "no" else too_large(knowledge, model_id, accelerator_id)
    if too_much:
        return _does_not_fit(knowledge, too_much, None, fits)
    return ShortAnswer("not-known", knowledge.term("outcome", "not-known").label, f"({memory})" if memory else "", fits)


def _does_not_fit(knowledge: Knowledge, figures: str, workload: str | None, fits: Fits | None = None) -> ShortAnswer:
    figures = f"{'weights alone ' if workload == 'training' else ''}{figures}"
    rest = f"for {workload}: {figures}" if workload else f"({figures})"
    return ShortAnswer("unsupported", knowledge.term("fits", "no").label, rest, fits)


def _memory_on(
    knowledge: Knowledge, model_id: str | None, instance_id: str, workload: str, evidence: Sequence[Evidence]
) -> tuple[Fits, str]:
    """Whether the weights of a model fit one instance type, and the figures. Where it ran on one, they do."""
    if any(instance_id in found.ran_on_one for found in evidence if found.is_own and found.workload == workload):
        return "yes", FIT_WORDS["yes"]
    record = knowledge.records.instances[instance_id]
    weights = weights_on(knowledge, model_id, record.accelerator) if model_id else None
    if weights is None:
        return "unknown", FIT_WORDS["unknown"]
    fits = weights.fits(record.memory_gib, workload)
    if fits == "no":
        return fits, f"{weights.gib:,.1f} GiB in {weights.data_type}, {record.memory_gib:,} on {instance_id}"
    return fits, f"{FIT_WORDS[fits]}: weights {weights.gib:,.1f} of {record.memory_gib:,} GiB in {weights.data_type}"


def _label(knowledge: Knowledge, option: Option) -> str:
    is_example = option.outcome == "ran" and option.deciding.kind == "sample"
    return knowledge.term(*(("evidence", "sample") if is_example else ("outcome", option.outcome))).label


def _qualifiers(knowledge: Knowledge, option: Option) -> Iterator[str]:
    """What limits the head of an answer."""
    deciding = option.deciding
    if option.outcome in RUNS_OR_DID:
        yield from _kind_of_evidence(knowledge, option)
    yield from _limits(option)
    if option.outcome == "not-known" and deciding.kind in LINES and says(deciding) == "not-said":
        yield from (f"“{words}”" for words in deciding.wording)
    if deciding.kind == "planner":
        yield "named by a planning tool only"
    if option.ends_with and option.support:
        yield f"{announced_end(knowledge, option.support)}"
    if option.outcome == "ended" and option.last_sdk:
        yield f"last {knowledge.sdk_name(option.last_sdk, option.framework)}"
    if option.last_said:
        yield f"last said {month(option.last_said)}"
    if option.contradicted or (option.contested and (option.outcome in STATUS_DECIDES or option.rests_on_status)):
        yield "contested"


def _limits(option: Option) -> Sequence[str]:
    deciding = option.deciding
    if option.is_beta and deciding.status == "experimental":  # a beta is said of the software already
        return ()
    return [f"“{limit}”" for limit in deciding.limits]


def _kind_of_evidence(knowledge: Knowledge, option: Option) -> Iterator[str]:
    """What an answer rests on, where that is not a run or a list of just what was asked for."""
    deciding = option.deciding
    if deciding.kind == "sample" and deciding.archived != "none":
        since = "since archived" if deciding.archived == "all" else "some of it archived"
        yield since if option.outcome == "ran" and deciding.archived == "all" else f"example code, {since}"
    elif deciding.kind == "sample":
        yield "not in the list of the software" if deciding.left_out else "example code"
    elif deciding.kind == "guideline":
        yield "by a guideline for its family"
    elif deciding.kind == "vendor-tested":
        yield "tested by the vendor"
    if deciding.level == "architecture" and deciding.kind in LINES:
        yield "by its architecture"
    if whose := _whose(knowledge, deciding):
        yield f"for {whose}" if deciding.checkpoints else f"by {whose}"


def _tested_elsewhere(option: Option, instance_id: str) -> str:
    """The instance types of the runs, where the one that is asked for is not among them."""
    tested = unique(one for found in option.evidence if found.kind in RUNS for one in found.instances)
    if not tested or instance_id in tested or option.outcome == "not-known":
        return ""
    shown = " and ".join(tested) if len(tested) <= MOST_INSTANCES else f"{len(tested)} other instance types"
    return f"tested on {shown}"
