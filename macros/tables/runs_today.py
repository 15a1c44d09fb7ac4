"""Whether one model runs today: a row for each accelerator and workload about which anything is known."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from macros.knowledge import Knowledge
from macros.knowledge.evidence import subject_of_model
from macros.knowledge.runs_today import Option, RunsToday, runs_today
from macros.tables.column import AS_OF, Column, Row, Table


@dataclass(frozen=True, slots=True)
class ModelToday:
    """The answer about a model on an accelerator for a workload."""

    model: str
    answer: RunsToday

    @property
    def best(self) -> Option:
        """The option that is the answer."""
        return self.answer.best


def model_today(knowledge: Knowledge, model: str) -> list[ModelToday]:
    """The answers about one model, the best first."""
    return [ModelToday(model, answer) for answer in runs_today(knowledge, subject_of_model(knowledge, model))]


OF_OPTION: tuple[Column[Option], ...] = (
    Column("outcome", "What evidence and support status mean together.", vocabulary="outcome"),
    Column("framework", "The best framework for it. Null where evidence names none.", kind="frameworks"),
    Column(
        "framework_status",
        "Its support status on this accelerator for this workload. Null where none is published.",
        lambda option: option.support and option.support.status,
        holds=str | None,
        vocabulary="support_status",
    ),
    Column("last_sdk", "The last SDK release with support."),
    Column("pin", "What to install: packages with versions, images."),
    Column("replacement", "The frameworks named instead.", kind="frameworks"),
    Column("evidence", "The kind of evidence that decides.", "deciding.kind", vocabulary="evidence"),
    Column("level", "What that evidence is about.", vocabulary="evidence_level"),
    replace(AS_OF, meaning="The date of the newest evidence that decides."),
    Column("because", "Why, in one sentence."),
    Column("sources", "The documents of all evidence and of the support status.", kind="sources"),
)


def _option(option: Option) -> Row:
    return {column.name: column.value(option) for column in OF_OPTION}


def _of_best(column: Column[Option]) -> Column[ModelToday]:
    return Column(
        column.name,
        column.meaning,
        lambda found: _as_list(column.value(found.best)),
        vocabulary=column.vocabulary,
        kind=column.kind,
        unit=column.unit,
        holds=column.type_of(Option),
    )


def _as_list(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


TODAY = Table[ModelToday](
    ModelToday,
    "today",
    "Does it run today? The answer for one model on each accelerator, with the alternatives",
    (
        Column("model", "The model that is asked about.", kind="models"),
        Column("accelerator", "The accelerator.", "answer.accelerator", kind="accelerators"),
        Column("workload", "What it is run for.", "answer.workload", vocabulary="workload"),
        *(_of_best(column) for column in OF_OPTION),
        Column(
            "alternatives",
            "The other frameworks that evidence names, each with the same fields from outcome to sources.",
            lambda found: [_option(option) for option in found.answer.alternatives],
            holds=list[Row],
        ),
    ),
)

NOT_IN_CSV = ("alternatives",)
"""Columns that hold rows, which no cell of CSV can."""
