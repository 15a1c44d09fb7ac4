"""Whether one model runs today: a row for each accelerator and workload about which anything is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from macros.columns.column import AS_OF, Column, Row, Table
from macros.facts import Knowledge
from macros.facts.evidence import Subject, subject_of_model
from macros.facts.runs_today import Option, RunsToday, runs_today
from macros.facts.short_answers import ShortAnswer, short_answer, short_answer_on


@dataclass(frozen=True, slots=True)
class ModelToday:
    """The answer about a model on an accelerator for a workload."""

    model: str
    answer: RunsToday
    short: ShortAnswer
    instances: Sequence[tuple[str, ShortAnswer]]
    """The answer for each instance type that carries the accelerator."""

    @property
    def best(self) -> Option:
        """The option that is the answer."""
        return self.answer.best


def model_today(knowledge: Knowledge, model: str) -> list[ModelToday]:
    """The answers about one model, the best first."""
    subject = subject_of_model(knowledge, model)
    return [
        ModelToday(model, answer, short_answer(knowledge, answer.best), _on_instances(knowledge, subject, answer))
        for answer in runs_today(knowledge, subject)
    ]


def _on_instances(knowledge: Knowledge, subject: Subject, answer: RunsToday) -> Sequence[tuple[str, ShortAnswer]]:
    instances = knowledge.instances.of("accelerators", answer.accelerator)
    return [(instance, short_answer_on(knowledge, subject, answer, instance)) for instance in instances]


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
    Column("replacement_here", "Those of them that are offered on this accelerator.", kind="frameworks"),
    Column("evidence", "The kind of evidence that decides.", "deciding.kind", vocabulary="evidence"),
    Column("level", "What that evidence is about.", vocabulary="evidence_level"),
    replace(AS_OF, meaning="The date of the newest evidence that decides."),
    Column("because", "Why, in one sentence."),
    Column("contested", "What other sources say of the support of its software. Null where none disagrees."),
    Column("ends_with_sdk", "The SDK release with which its support is announced to end.", "ends_with"),
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
            "short",
            "The whole answer in a line, with workload, beta, limits, announced end and whether sources disagree.",
            "short.words",
        ),
        Column(
            "instances",
            "The answer for each instance type that carries the accelerator: its id, the outcome, whether the model"
            " fits its memory (yes, tight, no, unknown), and the answer in a line.",
            lambda found: [
                {"instance": instance, "outcome": short.outcome, "fits": short.fits, "short": short.words}
                for instance, short in found.instances
            ],
            holds=list[Row],
        ),
        Column(
            "alternatives",
            "The other frameworks that evidence names, each with the same fields from outcome to sources.",
            lambda found: [_option(option) for option in found.answer.alternatives],
            holds=list[Row],
        ),
    ),
)

NOT_IN_CSV = ("instances", "alternatives")
"""Columns that hold rows, which no cell of CSV can."""
