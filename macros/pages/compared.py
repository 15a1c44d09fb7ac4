"""The compare page: answers and key facts of a few records, turned on their side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from macros.columns.column import Column, is_nothing
from macros.columns.html import HtmlWriter
from macros.facts import Benchmark, Knowledge
from macros.facts.answers import RunsToday
from macros.facts.benchmarks import measured_runs
from macros.facts.evidence import Subject, subject_of_model
from macros.facts.grouping import group_by, group_pairs, unique
from macros.facts.hardware import models_run_on_instances
from macros.facts.knowledge import once
from macros.facts.runs_today import models_run_on, runs_today
from macros.facts.short_answers import nothing_known, short_answer
from macros.facts.speeds import cost, hardware, highest, measured, of_other, setup, throughput, work
from macros.facts.support_status import ORDER, SupportStatus, software_name
from macros.pages.registry import pages_of
from macros.pages.support_today import SupportLine
from macros.words import first_of, number

NOT_COMPARED = ("calculator", "hub", "counted")
"""Key facts that only lead elsewhere, or say how another is known."""

MOST_LISTED = 12
"""Values of a list that a cell names; of more, it gives the number."""


class Cell(NamedTuple):
    text: str
    """Of several answers each in its line."""
    verdict: str | None = None
    """Of answers: the outcome or the support status of each, each in its line."""


Rows = Sequence[tuple[str, Cell | None]]
"""Labels and cells; None where nothing was published. Every record of a kind has the same labels."""

FACTS = "Facts"
"""The group of rows that every kind has."""

BY_ACCELERATOR = "Runs today"
"""The group with an answer for each accelerator, of which the first of each vendor stand open."""


def compared(knowledge: Knowledge, kind: str, record_id: str) -> Mapping[str, Rows]:
    pages, write = pages_of(kind), HtmlWriter(knowledge, "")
    entry = pages.entry_of(knowledge, record_id)
    columns = pages.named(f"{pages.state} {pages.facts}")
    compared_columns = (column for column in columns if column.name not in NOT_COMPARED)
    facts = [(column.words, _cell(write, column, column.value(entry))) for column in compared_columns]
    return {**(ANSWERS[kind](knowledge, record_id) if kind in ANSWERS else {}), FACTS: facts}


def _cell(write: HtmlWriter, column: Column[Any], value: Any) -> Cell | None:
    if is_nothing(value):
        return None
    values = value if isinstance(value, list | tuple) else [value]
    return _listed([write.plain(write.with_unit(column, one)) for one in values])


def _listed(words: Sequence[str]) -> Cell | None:
    return Cell(first_of(words, MOST_LISTED)) if words else None


@once
def accelerators_in_order(knowledge: Knowledge) -> tuple[Sequence[str], Sequence[str]]:
    """The accelerator of each vendor on which most models run, and the others, by vendor.

    Neighbours that say the same can share a row.
    """
    chips = knowledge.records.accelerators
    by_vendor = group_by(sorted(chips, key=lambda chip: chips[chip].vendor), lambda chip: chips[chip].vendor)
    first = [max(own, key=lambda chip: len(models_run_on(knowledge, chip))) for own in by_vendor.values()]
    return first, [chip for own in by_vendor.values() for chip in own if chip not in first]


def _on_each(knowledge: Knowledge, cells: Mapping[str, Cell | None], words: str = "{}") -> Rows:
    """A row for each accelerator, labelled by its name."""
    chips = knowledge.records.accelerators
    ordered = chain.from_iterable(accelerators_in_order(knowledge))
    return [(words.format(chips[chip].name), cells.get(chip)) for chip in ordered]


def _of_model(knowledge: Knowledge, model_id: str) -> Mapping[str, Rows]:
    """For every accelerator the short answers of the model's page, and the highest throughput of each kind of work."""
    chips, subject = knowledge.records.accelerators, subject_of_model(knowledge, model_id)
    answers = group_by(runs_today(knowledge, subject), lambda found: found.accelerator)
    others = {chip: nothing_known(knowledge, model_id, chip) for chip in chips if chip not in answers}
    unknown = {chip: Cell(found.words, verdict=found.outcome) for chip, found in others.items()}
    today = {**unknown, **{chip: _answer(knowledge, found) for chip, found in answers.items()}}
    speeds = {chip: _speeds(knowledge, subject, found) for chip, found in answers.items()}
    return {
        BY_ACCELERATOR: _on_each(knowledge, today),
        "Highest published throughput": _on_each(knowledge, speeds, "On {}"),
    }


def _answer(knowledge: Knowledge, answers: Sequence[RunsToday]) -> Cell:
    words = "\n".join(short_answer(knowledge, answer.best).without_details for answer in answers)
    outcomes = "\n".join(answer.best.shown for answer in answers)
    return Cell(words, outcomes)


def _speeds(knowledge: Knowledge, subject: Subject, answers: Sequence[RunsToday]) -> Cell | None:
    runs = chain.from_iterable(measured(knowledge, subject, answer.best) for answer in answers)
    certain_first = sorted(highest(knowledge, runs), key=lambda run: run.row.doubt is not None)
    words = [_speed(knowledge, subject, run) for run in certain_first]
    return Cell("; ".join(words)) if words else None


def _speed(knowledge: Knowledge, subject: Subject, fact: Benchmark) -> str:
    """A figure with what it was measured on, and what its results cost where a price is known."""
    parts = (
        throughput(knowledge, fact),
        of_other(knowledge, subject, fact),
        work(fact),
        cost(knowledge, fact),
        knowledge.term("workload", fact.workload).label.lower(),
        hardware(knowledge, fact),
        setup(knowledge, fact),
    )
    return ", ".join(filter(None, parts))


def _of_framework(knowledge: Knowledge, framework_id: str) -> Mapping[str, Rows]:
    statuses = group_by(knowledge.support.of("frameworks", framework_id), lambda status: status.accelerator)
    cells = {key: _statuses(knowledge, group) for key, group in statuses.items()}
    return {BY_ACCELERATOR: _on_each(knowledge, cells)}


def _statuses(knowledge: Knowledge, statuses: Sequence[SupportStatus]) -> Cell:
    lines = (SupportLine(knowledge, one) for one in statuses)
    found = unique((line.in_words(line.status.workload), line.shown.value) for line in lines)
    words, verdicts = map("\n".join, zip(*found, strict=True))
    return Cell(words, verdict=verdicts)


def _details(knowledge: Knowledge, status: SupportStatus) -> Sequence[str]:
    """The part of a framework that a status is about, and what belongs to the status wherever it stands."""
    return [*([status.package] if status.package else []), *SupportLine(knowledge, status).qualifiers]


def _of_accelerator(knowledge: Knowledge, accelerator_id: str) -> Mapping[str, Rows]:
    models = len(models_run_on(knowledge, accelerator_id))
    evidence = _evidence(knowledge, "accelerators", accelerator_id, models)
    return {"Software today": _software_today(knowledge, accelerator_id), "Evidence": evidence}


def _of_instance(knowledge: Knowledge, instance_id: str) -> Mapping[str, Rows]:
    """The software of its accelerator, and what is known of the type itself."""
    accelerator_id = knowledge.records.instances[instance_id].accelerator
    evidence = _evidence(knowledge, "instances", instance_id, models_run_on_instances(knowledge)[instance_id])
    return {"Software today": _software_today(knowledge, accelerator_id), "Evidence": evidence}


def _software_today(knowledge: Knowledge, accelerator_id: str) -> Rows:
    """The software of an accelerator by its support status."""
    terms = knowledge.records.vocabularies["support_status"].values
    software = _software(knowledge, knowledge.support.of("accelerators", accelerator_id))
    named = ((key, "; ".join(unique(software.get(key, ())))) for key in ORDER)
    return [(terms[key].label, Cell(words) if words else None) for key, words in named]


def _evidence(knowledge: Knowledge, kind: str, record_id: str, models: int) -> Rows:
    """How much is known to run on hardware."""
    counts = {
        "Models said to run": models,
        "Benchmarks": len(measured_runs(knowledge.measurements_of(kind, record_id))),
        "Tested configurations": len(knowledge.configurations.of(kind, record_id)),
    }
    return [(label, Cell(number(count)) if count else None) for label, count in counts.items()]


def _software(knowledge: Knowledge, statuses: Sequence[SupportStatus]) -> Mapping[str, Sequence[str]]:
    """Names by support status, with the workload where what is said differs between workloads."""
    stated = group_pairs(((one.owner, one.package), (one.status, *_details(knowledge, one))) for one in statuses)

    def named(one: SupportStatus) -> str:
        workload = f" for {one.workload}" if len(set(stated[one.owner, one.package])) > 1 else ""
        details = ", ".join(_details(knowledge, one))
        return f"{software_name(knowledge.records, one)}{workload}{f' ({details})' if details else ''}"

    return group_pairs((one.status, named(one)) for one in statuses)


ANSWERS: Mapping[str, Callable[[Knowledge, str], Mapping[str, Rows]]] = {
    "models": _of_model,
    "accelerators": _of_accelerator,
    "instances": _of_instance,
    "frameworks": _of_framework,
}
"""By kind: the answers that stand before the facts."""
