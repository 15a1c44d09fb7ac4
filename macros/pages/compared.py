"""The compare page: answers and key facts of a few records, turned on their side."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from macros.columns.column import Column, is_nothing
from macros.columns.html import HtmlWriter
from macros.facts import Benchmark, Knowledge
from macros.facts.answers import Outcome, RunsToday
from macros.facts.evidence import subject_of_model
from macros.facts.grouping import group_by, group_pairs
from macros.facts.runs_today import runs_today
from macros.facts.short_answers import nothing_known, short_answer
from macros.facts.speeds import hardware, highest, setup, throughput
from macros.pages.registry import pages_of


class Cell(NamedTuple):
    text: str
    as_of: datetime.date | None = None
    outcome: Outcome | None = None
    """Of an answer, that of its first words."""


Rows = Sequence[tuple[str, Cell | None]]
"""Labels and cells; None where nothing was published. Every record of a kind has the same labels."""


def compared(knowledge: Knowledge, kind: str, record_id: str) -> Mapping[str, Rows]:
    pages, write = pages_of(kind), HtmlWriter(knowledge, "")
    entry = pages.entry_of(knowledge, record_id)
    columns = pages.named(f"{pages.state} {pages.facts}")
    facts = [(column.words, _cell(write, column, column.value(entry))) for column in columns]
    return {**(ANSWERS[kind](knowledge, record_id) if kind in ANSWERS else {}), "Facts": facts}


def _cell(write: HtmlWriter, column: Column[Any], value: Any) -> Cell | None:
    return None if is_nothing(value) else Cell(write.plain(write.with_unit(column, value)))


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
    unknown = {chip: Cell(nothing_known(knowledge, model_id, chip).words) for chip in chips if chip not in answers}
    today = {**unknown, **{chip: _answer(knowledge, found) for chip, found in answers.items()}}
    speeds = {chip: [_speed(knowledge, fact) for fact in highest(knowledge, runs[chip])] for chip in runs}
    return {
        "Runs today": [(chip.name, today[key]) for key, chip in chips.items()],
        "Published throughput": [
            (f"On {chip.name}", Cell("; ".join(speeds[key])) if key in speeds else None) for key, chip in chips.items()
        ],
    }


def _answer(knowledge: Knowledge, answers: Sequence[RunsToday]) -> Cell:
    words = [short_answer(knowledge, answer.best).words for answer in answers]
    return Cell("; ".join(words), max(answer.best.as_of for answer in answers), answers[0].best.outcome)


def _speed(knowledge: Knowledge, fact: Benchmark) -> str:
    workload = knowledge.term("workload", fact.workload).label.lower()
    parts = throughput(knowledge, fact), workload, hardware(knowledge, fact), setup(knowledge, fact)
    return ", ".join(filter(None, parts))


def _of_framework(knowledge: Knowledge, framework_id: str) -> Mapping[str, Rows]:
    statuses = group_by(knowledge.support.of("frameworks", framework_id), lambda status: status.accelerator)
    words = {
        key: "; ".join(f"{knowledge.term('support_status', one.status).label} for {one.workload}" for one in group)
        for key, group in statuses.items()
    }
    chips = knowledge.records.accelerators.items()
    return {"Runs today": [(chip.name, Cell(words[key]) if key in words else None) for key, chip in chips]}


ANSWERS: Mapping[str, Callable[[Knowledge, str], Mapping[str, Rows]]] = {
    "models": _of_model,
    "frameworks": _of_framework,
}
"""By kind: the answers that stand before the facts."""
