"""The compare page: answers and key facts of a few records, turned on their side."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from macros.columns.column import Column, is_nothing
from macros.columns.html import HtmlWriter
from macros.facts import Benchmark, Knowledge
from macros.facts.answers import RunsToday
from macros.facts.evidence import subject_of_model
from macros.facts.grouping import group_by, group_pairs, unique
from macros.facts.runs_today import models_run_on, runs_today
from macros.facts.short_answers import nothing_known, short_answer
from macros.facts.speeds import cost, hardware, highest, setup, throughput
from macros.facts.support_status import ORDER, SupportStatus, software_name
from macros.pages.registry import pages_of
from macros.schema.hardware import Accelerator
from macros.words import first_of, number

TOOLS = ("calculator",)
"""Key facts that only lead to a tool."""

MOST_LISTED = 12
"""Values of a list that a cell names; of more, it gives the number."""


class Cell(NamedTuple):
    text: str
    """Of several answers each in its line."""
    as_of: datetime.date | None = None
    verdict: str | None = None
    """Of an answer: the outcome or the support status that its first words name."""


Rows = Sequence[tuple[str, Cell | None]]
"""Labels and cells; None where nothing was published. Every record of a kind has the same labels."""

FACTS = "Facts"
"""The group of rows that every kind has."""


def compared(knowledge: Knowledge, kind: str, record_id: str) -> Mapping[str, Rows]:
    pages, write = pages_of(kind), HtmlWriter(knowledge, "")
    entry = pages.entry_of(knowledge, record_id)
    columns = pages.named(f"{pages.state} {pages.facts}")
    compared_columns = (column for column in columns if column.name not in TOOLS)
    facts = [(column.words, _cell(write, column, column.value(entry))) for column in compared_columns]
    return {**(ANSWERS[kind](knowledge, record_id) if kind in ANSWERS else {}), FACTS: facts}


def _cell(write: HtmlWriter, column: Column[Any], value: Any) -> Cell | None:
    if is_nothing(value):
        return None
    values = value if isinstance(value, list | tuple) else [value]
    return _listed([write.plain(write.with_unit(column, one)) for one in values])


def _listed(words: Sequence[str]) -> Cell | None:
    return Cell(first_of(words, MOST_LISTED)) if words else None


def _accelerators(knowledge: Knowledge) -> Sequence[tuple[str, Accelerator]]:
    """Those of a vendor together, so that neighbours that say the same can share a row."""
    return sorted(knowledge.records.accelerators.items(), key=lambda one: one[1].vendor)


def _of_model(knowledge: Knowledge, model_id: str) -> Mapping[str, Rows]:
    """For every accelerator the short answers of the model's page, and the highest throughput of each kind of work."""
    chips = knowledge.records.accelerators
    answers = group_by(runs_today(knowledge, subject_of_model(knowledge, model_id)), lambda found: found.accelerator)
    runs = group_pairs(
        (accelerator_id, fact)
        for fact in knowledge.measurements_of("models", model_id)
        for accelerator_id in fact.accelerators
        if fact.row.throughput
    )
    others = {chip: nothing_known(knowledge, model_id, chip) for chip in chips if chip not in answers}
    unknown = {chip: Cell(found.words, verdict=found.outcome) for chip, found in others.items()}
    today = {**unknown, **{chip: _answer(knowledge, found) for chip, found in answers.items()}}
    speeds = {chip: [_speed(knowledge, fact) for fact in highest(knowledge, runs[chip])] for chip in runs}
    return {
        "Runs today": [(chip.name, today[key]) for key, chip in _accelerators(knowledge)],
        "Published throughput": [
            (f"On {chip.name}", Cell("; ".join(speeds[key])) if key in speeds else None)
            for key, chip in _accelerators(knowledge)
        ],
    }


def _answer(knowledge: Knowledge, answers: Sequence[RunsToday]) -> Cell:
    words = [short_answer(knowledge, answer.best).words for answer in answers]
    return Cell("\n".join(words), max(answer.best.as_of for answer in answers), answers[0].best.outcome)


def _speed(knowledge: Knowledge, fact: Benchmark) -> str:
    """A figure with what it was measured on, and what a million results cost where a price is known."""
    workload = knowledge.term("workload", fact.workload).label.lower()
    parts = (
        throughput(knowledge, fact),
        cost(knowledge, fact),
        workload,
        hardware(knowledge, fact),
        setup(knowledge, fact),
    )
    return ", ".join(filter(None, parts))


def _of_framework(knowledge: Knowledge, framework_id: str) -> Mapping[str, Rows]:
    statuses = group_by(knowledge.support.of("frameworks", framework_id), lambda status: status.accelerator)
    cells = {key: _statuses(knowledge, group) for key, group in statuses.items()}
    return {"Runs today": [(chip.name, cells.get(key)) for key, chip in _accelerators(knowledge)]}


def _statuses(knowledge: Knowledge, statuses: Sequence[SupportStatus]) -> Cell:
    words = (f"{knowledge.term('support_status', one.status).label} for {one.workload}" for one in statuses)
    return Cell("\n".join(unique(words)), verdict=statuses[0].status)


def _of_hardware(knowledge: Knowledge, accelerator_id: str) -> Mapping[str, Rows]:
    """The software of an accelerator by its support status, and how much is known to run."""
    terms = knowledge.records.vocabularies["support_status"].values
    software = _software(knowledge, knowledge.support.of("accelerators", accelerator_id))
    counts = {
        "Models known to run": models_run_on(knowledge)[accelerator_id],
        "Benchmarks": len(knowledge.measurements_of("accelerators", accelerator_id)),
        "Tested configurations": len(knowledge.configurations.of("accelerators", accelerator_id)),
    }
    return {
        "Software today": [(terms[key].label, _listed(unique(software.get(key, ())))) for key in ORDER],
        "Evidence": [(label, Cell(number(count)) if count else None) for label, count in counts.items()],
    }


def _software(knowledge: Knowledge, statuses: Sequence[SupportStatus]) -> Mapping[str, Sequence[str]]:
    """Names by support status, with the workload where it differs between workloads."""
    stated = group_pairs((one.owner, one.status) for one in statuses)
    return group_pairs(
        (
            one.status,
            software_name(knowledge.records, one) + (f" for {one.workload}" if len(set(stated[one.owner])) > 1 else ""),
        )
        for one in statuses
    )


ANSWERS: Mapping[str, Callable[[Knowledge, str], Mapping[str, Rows]]] = {
    "models": _of_model,
    "accelerators": _of_hardware,
    "instances": lambda knowledge, key: _of_hardware(knowledge, knowledge.records.instances[key].accelerator),
    "frameworks": _of_framework,
}
"""By kind: the answers that stand before the facts."""
