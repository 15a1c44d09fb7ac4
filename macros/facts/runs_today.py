"""Whether a model runs today on an accelerator for a workload: its evidence joined with the support of its software.

Each framework that evidence names is one option, and the best option is the answer. The rules of one option:

- `decisions` says which piece of evidence decides whether it works.
- A list that requires other hardware, or a limitation that excludes this model on this hardware, rules the option out.
- A line that lists the model, a run or an example is worth what the software's support status is today. Where that is
  unknown, or the vendor never offered it here, a run or the vendor's own test still shows that it ran. An archived
  example shows no more.
- A guideline for the whole family never makes a positive answer.
- What cannot fit the largest hardware with the accelerator does not run there, unless a run or a line about that very
  checkpoint says otherwise.

Of several options with equal outcomes, software that is released comes before betas, and then that with the narrowest,
strongest and newest evidence.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from macros.facts.answers import (
    INFERENCE,
    OUTCOME_OF_STATUS,
    OUTCOMES,
    RUNS_TODAY,
    Cards,
    Option,
    Outcome,
    RunsToday,
    Shown,
    worth,
)
from macros.facts.decisions import contradicting, decide, exclusion_of, newest_run, says
from macros.facts.evidence import (
    LEVELS,
    LINES,
    RUNS,
    STRENGTH,
    Evidence,
    Subject,
    evidence_by_accelerator,
    subject_of_model,
)
from macros.facts.fitting import cards_for, has_room, none_fits, on_one
from macros.facts.grouping import group_by, unique
from macros.facts.knowledge import Knowledge, once
from macros.facts.memory import weights_on
from macros.facts.packages import release_order
from macros.facts.reasons import because, contested, contested_status, contradiction, support_words
from macros.facts.support_status import OFFERED, SupportStatus
from macros.words import gib

MOST_QUANTISED = 2
"""Checkpoints that an answer names instead of one that does not fit."""


@once
def runs_today(knowledge: Knowledge, subject: Subject) -> Sequence[RunsToday]:
    """The answers about a subject, the best first; accelerators about which nothing is known are left out."""
    evidence, older = list[Evidence](), list[Evidence]()
    for one in chain.from_iterable(evidence_by_accelerator(knowledge, subject).values()):
        says_nothing = one.predates_model and not exclusion_of(knowledge, subject, one, None)
        (older if says_nothing else evidence).append(one)
    known = {found.accelerator for found in evidence}
    for one in older:
        status = knowledge.support.status_of(one.framework, one.accelerator, one.workload)
        if one.accelerator in known and status and status.status == "never":  # that says something of later models too
            evidence.append(one)
    evidence += [replace(one, accelerator=other, status="unsupported") for one in evidence for other in one.excludes]
    found = [
        RunsToday(accelerator_id, workload, _options(knowledge, subject, group))
        for (accelerator_id, workload), group in group_by(evidence, lambda one: (one.accelerator, one.workload)).items()
    ]
    found = [_with_software_of_others(knowledge, answer, found) for answer in found]

    def order(it: RunsToday) -> tuple[object, ...]:
        use, is_other_work, *rest = worth(it.best)
        # What sources contest comes after what is maintained.
        is_contested = it.best.shown == "contested"
        chip = availability(knowledge, it.accelerator)
        return use, is_other_work, is_contested, rest, _order_of_outcomes(it.best), chip

    return sorted(found, key=order)


@once
def models_by_outcome(knowledge: Knowledge) -> Mapping[str, Mapping[Outcome, Mapping[str, Shown]]]:
    """By accelerator and outcome: the models that have it there as the best of all workloads, and as readers see it."""
    found: dict[str, defaultdict[Outcome, dict[str, Shown]]] = {
        chip: defaultdict(dict) for chip in knowledge.records.accelerators
    }
    for model in knowledge.records.models:
        answers = group_by(runs_today(knowledge, subject_of_model(knowledge, model)), lambda one: one.accelerator)
        for chip, [first, *_] in answers.items():
            found[chip][first.best.outcome][model] = first.best.shown
    return found


def models_run_on(knowledge: Knowledge, accelerator_id: str) -> Sequence[str]:
    """The models that are known to run on it today."""
    by_outcome = models_by_outcome(knowledge)[accelerator_id]
    return [model for outcome in RUNS_TODAY for model in by_outcome.get(outcome, ())]


def contested_on(knowledge: Knowledge, accelerator_id: str) -> int:
    """How many of these a source doubts."""
    by_outcome = models_by_outcome(knowledge)[accelerator_id]
    return sum(shown == "contested" for outcome in RUNS_TODAY for shown in by_outcome.get(outcome, {}).values())


def _with_software_of_others(knowledge: Knowledge, answer: RunsToday, found: Sequence[RunsToday]) -> RunsToday:
    """An answer whose software has ended, with what is offered there of the software that runs a subject elsewhere."""
    if answer.outcome != "ended":
        return answer
    running = (one for one in found if one.workload == answer.workload and one.outcome in RUNS_TODAY)
    named = {one.framework for one in answer.options}
    others = (name for name in unique(one.best.framework for one in running) if name not in named)
    statuses = (knowledge.support.status_of(name, answer.accelerator, answer.workload) for name in others)
    told = words_of_others(knowledge, statuses)
    if not told:
        return answer
    best = replace(answer.best, because=f"{answer.best.because} {told}")
    return replace(answer, options=(best, *answer.options[1:]), software_of_others=told)


def words_of_others(knowledge: Knowledge, statuses: Iterable[SupportStatus | None]) -> str:
    """What is offered somewhere of the software that runs a subject elsewhere; empty where nothing is."""
    offered = [one for one in statuses if one and one.status in OFFERED]
    if not offered:
        return ""
    told = (
        "On other hardware it runs with software that is offered on this one too, and no source used here says whether"
        " it does so on this one."
    )
    disputed = ((support_words(knowledge, one), contested_status(knowledge, one)) for one in offered)
    return " ".join((told, *(f"{words}, contested: {why}" if why else f"{words}." for words, why in disputed)))


def availability(knowledge: Knowledge, accelerator_id: str) -> tuple[int, float]:
    """Sort key: what the most clouds offer first, then that with the most memory."""
    records = knowledge.records
    clouds = {records.instances[one].provider for one in knowledge.instances.of("accelerators", accelerator_id)}
    return -len(clouds), -records.accelerators[accelerator_id].most_memory_gib


def _options(knowledge: Knowledge, subject: Subject, evidence: Sequence[Evidence]) -> tuple[Option, ...]:
    by_framework = group_by(evidence, lambda one: one.framework or "")
    own = [one for one in evidence if one.is_own]
    # That an architecture runs is said of no one size.
    lines = [one for one in own if one.kind in LINES and (subject.model or one.checkpoints)]
    said_to_fit = any(one.kind in RUNS or (one in lines and says(one) == "works") for one in own)
    found = [_option(knowledge, subject, group, said_to_fit=said_to_fit) for group in by_framework.values()]
    refused = {one.framework for one in found if one.outcome in ("ended", "unsupported")}
    options = [_in_words(knowledge, one, refused) for one in found]
    # Of software that has ended, that with the later last release says more.
    options.sort(key=lambda one: release_order((one.outcome == "ended" and one.last_sdk) or ""), reverse=True)
    best, *others = sorted(options, key=_order_of_options)
    return _or_on_one(knowledge, best, others), *others


def _or_on_one(knowledge: Knowledge, best: Option, others: Iterable[Option]) -> Option:
    """The best option; where it needs several accelerators, with the software that quantises a model to fit fewer."""
    running = [one for one in others if one.outcome in RUNS_TODAY and one.framework]
    fits_one = next((one for one in running if one.on_one), None)
    small = fits_one or next((one for one in running if one.cards and one.cards.is_quantised), None)
    if not best.cards or best.on_one or best.cards.is_quantised or not small:
        return best
    named = knowledge.records.frameworks[small.framework or ""].name
    held = Cards(small.on_one) if small.on_one or not small.cards else small.cards
    words, details = f"{best.cards.words}; with {named} {held.words}", (*best.cards.details, *held.details)
    return replace(best, cards=best.cards._replace(words=words, details=details))


def _option(knowledge: Knowledge, subject: Subject, evidence: Sequence[Evidence], *, said_to_fit: bool) -> Option:
    """What the evidence of one framework means on one accelerator for one workload."""
    first = evidence[0]
    # For training no software quantises.
    quantises = first.framework if first.workload == INFERENCE else None
    held = on_one(knowledge, subject.model, first.accelerator, quantises)
    support = knowledge.support.status_of(first.framework, first.accelerator, first.workload)
    deciding, verdict = decide(evidence)
    found = Option(
        accelerator=first.accelerator,
        workload=first.workload,
        framework=first.framework,
        outcome="not-known",
        support=support,
        evidence=tuple(evidence),
        deciding=deciding,
        verdict=verdict,
        excluded_by=exclusion_of(knowledge, subject, first, support) if verdict != "does-not" else None,
        too_large=none_fits(knowledge, subject, first.accelerator, first.workload, quantises),
        does_not_fit=None,
        is_general=first.framework is not None and knowledge.records.frameworks[first.framework].general,
        on_one=held,
        cards=Cards(held)
        if held
        else cards_for(knowledge, subject.model, first.accelerator, first.workload, quantises),
        contradicted=contradicting(knowledge, evidence, deciding, verdict),
    )
    found = replace(found, outcome=_outcome(found))
    run = newest_run(evidence) or (deciding if deciding.kind == "vendor-tested" else None)
    if run and verdict == "works" and found.outcome in ("not-known", "unsupported") and not found.ruled_out_by:
        found = replace(found, deciding=run, outcome="ran")
    if found.too_large and found.outcome != "unsupported" and not said_to_fit:
        quantised = _quantised(knowledge, subject, first.accelerator, first.workload)
        found = replace(found, does_not_fit=found.too_large, quantised=quantised, outcome="unsupported")
    return found


@once
def _quantised(knowledge: Knowledge, subject: Subject, accelerator_id: str, workload: str) -> str:
    """Checkpoints quantised from a model that fit, and run today with any software for a workload, in words."""
    models, model_id = knowledge.records.models, subject.model
    if model_id is None:
        return ""

    def runs(one: str) -> bool:
        # What fits asks for nothing smaller in its turn.
        about = subject_of_model(knowledge, one)
        here = evidence_by_accelerator(knowledge, about)[accelerator_id]
        evidence = [found for found in here if found.workload == workload]
        return bool(evidence) and any(one.outcome in RUNS_TODAY for one in _options(knowledge, about, evidence))

    found = {
        one: weights
        for one in knowledge.quantised_from(model_id)
        if (weights := weights_on(knowledge, one, accelerator_id))
        and has_room(knowledge, weights, accelerator_id)
        and runs(one)
    }
    largest = sorted(found, key=lambda one: (-found[one].gib, one))[:MOST_QUANTISED]
    return "; ".join(f"{models[one].name}, {gib(found[one].gib)} GiB in {found[one].data_type}" for one in largest)


def _outcome(option: Option) -> Outcome:
    if option.verdict == "does-not":
        return "unsupported"
    if option.ruled_out_by:
        return "ended" if option.ruled_out_by.last_sdk else "unsupported"
    status = option.support.status if option.support else "unknown"
    outcome = OUTCOME_OF_STATUS.get(status, "not-known")
    if option.verdict == "not-said":
        ended = status == "ended" and says(option.deciding) == "works"
        return outcome if ended or status == "never" else "not-known"
    if option.deciding.kind == "sample" and outcome in RUNS_TODAY:
        return "ran" if option.deciding.archived == "all" or option.deciding.left_out else outcome
    return outcome


def _in_words(knowledge: Knowledge, option: Option, refused: Container[str | None]) -> Option:
    """An option with its reason, and what to install instead of what some frameworks refuse."""
    named = {
        name: knowledge.support.status_of(name, option.accelerator, option.workload) for name in option.replacement
    }
    offered = (name for name, status in named.items() if status and status.status in OFFERED)
    disputed = contested(knowledge, option.support, option.excluded_by)
    return replace(
        option,
        pin=tuple(_pin(knowledge, option)),
        because=because(knowledge, option),
        contested=None if option.does_not_fit else contradiction(knowledge, option.contradicted) or disputed,
        replacement_here=tuple(name for name in offered if name not in refused),
    )


def _pin(knowledge: Knowledge, option: Option) -> Sequence[str]:
    """What to install: the image that a list names for the model, or the newest of the releases tested with it.

    Nightly builds, where only these were tested with it, have no version.
    """
    if option.outcome in ("unsupported", "not-known") or option.deciding.nightly:
        return ()
    if option.ruled_out_by:
        return option.ruled_out_by.pin
    if option.deciding.images:
        return option.deciding.images
    tests = sorted((found for found in option.evidence if found.releases), key=lambda found: found.variant is not None)
    if tests:
        tested = [knowledge.records.releases[release_id] for release_id in tests[0].releases]
        return [release.pin for release in tested if release.launched == tested[-1].launched]
    return option.support.statement.pin if option.support else ()


def _order_of_options(option: Option) -> tuple[Any, ...]:
    """Sort key of options: what narrow evidence says, then what is not known, then what only a guideline refuses.

    Examples for supported software come after lists and runs for maintained software.
    """
    is_example = option.deciding.kind == "sample" and option.outcome in RUNS_TODAY
    says_least = 1 if option.outcome == "not-known" else 2 if option.rests_on_guideline else 0
    worth = OUTCOMES.index(RUNS_TODAY[-1] if is_example else option.outcome)
    return says_least, worth, is_example, _order_of_outcomes(option)


def _order_of_outcomes(option: Option) -> tuple[int, bool, bool, bool, int, bool, int, bool, bool, int, int]:
    """Sort key: released before beta and experiment, then narrow and strong evidence, no limits, and the newest.

    Before the newest comes software for the task, before a library on which others build.
    """
    deciding = option.deciding
    return (
        OUTCOMES.index(option.outcome),
        option.support is not None and option.support.is_old,  # what was said lately comes first
        option.is_beta or deciding.status == "experimental",
        deciding.kind == "sample",  # a list about the architecture counts more than an example of the checkpoint
        LEVELS.index(deciding.level),
        deciding.variant is not None,
        STRENGTH.index(deciding.kind),
        deciding.status == "limited",
        option.is_general,
        0 if option.outcome == "ended" else -deciding.newest.toordinal(),
        0 if option.outcome == "ended" else -deciding.count,
    )
