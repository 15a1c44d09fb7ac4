"""The compare page: the key facts and answers of a few records side by side."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from macros.columns.column import Column, is_nothing
from macros.columns.html import HtmlWriter
from macros.columns.phrase import event_day
from macros.facts import Knowledge
from macros.facts.answers import RunsToday
from macros.facts.evidence import subject_of_model
from macros.facts.grouping import group_by, group_pairs
from macros.facts.lifecycle import replacement_of, state_of
from macros.facts.runs_today import runs_today
from macros.facts.short_answers import nothing_known, short_answer
from macros.facts.speeds import figure, highest
from macros.pages import accelerators, instances, releases
from macros.schema.frameworks import Framework
from macros.schema.models import Model


class Cell(NamedTuple):
    """What is said of one record, as text."""

    text: str
    as_of: datetime.date | None = None


Rows = Sequence[tuple[str, Cell | None]]
"""Labels and cells; None where nothing was published. Every record of a kind has the same labels."""


@dataclass(frozen=True)
class ModelFacts:
    """A model with how much was tested with it."""

    record: Model
    family: str | None
    configurations: int
    benchmarks: int


def _model(knowledge: Knowledge, record: str) -> ModelFacts:
    return ModelFacts(
        record=knowledge.records.models[record],
        family=knowledge.family_of(record),
        configurations=len(knowledge.configurations.of("models", record)),
        benchmarks=len(knowledge.measurements_of("models", record)),
    )


@dataclass(frozen=True)
class FrameworkFacts:
    """A framework with where it stands and how much was tested with it."""

    record: Framework
    state: str
    since: datetime.date
    replaced_by: Sequence[str]
    configurations: int
    benchmarks: int


def _framework(knowledge: Knowledge, record: str) -> FrameworkFacts:
    framework = knowledge.records.frameworks[record]
    state = state_of(framework)
    return FrameworkFacts(
        record=framework,
        state=state.id,
        since=state.turn.date,
        replaced_by=[found.id for found in replacement_of(knowledge.records, record).successors],
        configurations=len(knowledge.configurations.of("frameworks", record)),
        benchmarks=len(knowledge.benchmarks.of("frameworks", record)),
    )


TESTED: Sequence[Column[Any]] = (
    Column("configurations", "Tested configurations that name it.", label="Tested configurations"),
    Column("benchmarks", "Measurements that name it."),
)
MODEL: Sequence[Column[Any]] = (
    Column("architecture", "Its architecture.", "record.architecture", kind="architectures"),
    Column("family", "Its family.", kind="families"),
    Column("parameters", "In billions.", "record.parameters.billions", unit="billion"),
    Column("hub_id", "On the Hugging Face Hub.", "record.hub_id", label="Hugging Face Hub"),
    *TESTED,
)
FRAMEWORK: Sequence[Column[Any]] = (
    Column("state", "Where it stands.", vocabulary="lifecycle"),
    Column("since", "Since when.", label="In this state since", look=event_day),
    Column("vendor", "Who makes it.", "record.vendor"),
    Column("replaced_by", "What took its place.", kind="frameworks"),
    *TESTED,
)

KEY_FACTS: Mapping[str, tuple[Callable[[Knowledge, str], Any], Sequence[Column[Any]]]] = {
    "models": (_model, MODEL),
    "frameworks": (_framework, FRAMEWORK),
    **{pages.kind: (pages.line_of, pages.facts) for pages in (accelerators.PAGES, instances.PAGES, releases.PAGES)},
}
"""By kind: what is known of a record, and the columns that are compared."""


def kinds(_: Knowledge) -> Sequence[str]:
    """The kinds of record that readers compare."""
    return list(KEY_FACTS)


def compared(knowledge: Knowledge, kind: str, record: str) -> Mapping[str, Rows]:
    """What is said of a record, by the title of a group of rows."""
    write = HtmlWriter(knowledge, "")
    line_of, columns = KEY_FACTS[kind]
    line = line_of(knowledge, record)
    groups = {"Facts": [(column.words, _cell(write, column, column.value(line))) for column in columns]}
    return {**ANSWERS[kind](knowledge, record), **groups} if kind in ANSWERS else groups


def _cell(write: HtmlWriter, column: Column[Any], value: Any) -> Cell | None:
    return None if is_nothing(value) else Cell(write.plain(write.with_unit(column, value)))


def _of_model(knowledge: Knowledge, record: str) -> Mapping[str, Rows]:
    return {"Runs today": _runs_today(knowledge, record), "Published throughput": _throughputs(knowledge, record)}


def _runs_today(knowledge: Knowledge, record: str) -> Rows:
    """A row for every accelerator: the short answers of the model's page."""
    answers = group_by(runs_today(knowledge, subject_of_model(knowledge, record)), lambda found: found.accelerator)
    return [
        (chip.name, _answer(knowledge, answers[key]) if key in answers else _nothing(knowledge, record, key))
        for key, chip in knowledge.records.accelerators.items()
    ]


def _nothing(knowledge: Knowledge, model: str, accelerator: str) -> Cell:
    return Cell(nothing_known(knowledge, model, accelerator).words)


def _answer(knowledge: Knowledge, answers: Sequence[RunsToday]) -> Cell:
    words = [short_answer(knowledge, answer.best).words for answer in answers]
    return Cell("; ".join(words), max(answer.best.as_of for answer in answers))


def _throughputs(knowledge: Knowledge, record: str) -> Rows:
    """A row for every accelerator: the highest throughput of each workload, unit and number format."""
    runs = group_pairs(
        (accelerator, fact)
        for fact in knowledge.measurements_of("models", record)
        for accelerator in fact.accelerators
        if fact.row.throughput
    )
    figures = {key: [str(figure(knowledge, fact)) for fact in highest(knowledge, runs[key])] for key in runs}
    return [
        (f"On {chip.name}", Cell("; ".join(figures[key])) if key in figures else None)
        for key, chip in knowledge.records.accelerators.items()
    ]


def _of_framework(knowledge: Knowledge, record: str) -> Mapping[str, Rows]:
    statuses = group_by(knowledge.support.of("frameworks", record), lambda status: status.accelerator)
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
