"""Tables of models on the pages of what they belong to: what ran of each, where and when."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from macros.columns.column import Column
from macros.facts import Knowledge


@dataclass(frozen=True)
class ModelLine:
    """A model with its runs."""

    id: str
    architecture: str
    configurations: int | None
    """Tested configurations."""
    benchmarks: int | None
    accelerators: Sequence[str]
    """Those it ran on."""
    newest: datetime.date | None
    """Of its results."""


MODELS: Sequence[Column[ModelLine]] = (
    Column("id", "The checkpoint.", label="Model", kind="models"),
    Column("architecture", "Its architecture.", kind="architectures"),
    Column("configurations", "Tested configurations that name it.", label="Tested configurations", absent="none"),
    Column("benchmarks", "Measurements of its speed.", absent="none"),
    Column("accelerators", "On which it ran.", label="Ran on", kind="accelerators", absent="no run known"),
    Column("newest", "The date of the newest test or measurement.", label="Newest result", absent="–"),
)


def models_of(kind: str) -> Callable[[Knowledge, str], Sequence[ModelLine]]:
    """Finds the models of a family or an architecture, those with most runs first."""

    def found(knowledge: Knowledge, record: str) -> Sequence[ModelLine]:
        lines = [_line(knowledge, model) for model in knowledge.models.of(kind, record)]
        return sorted(lines, key=lambda one: -((one.configurations or 0) + (one.benchmarks or 0)))

    return found


def _line(knowledge: Knowledge, record: str) -> ModelLine:
    tests = knowledge.configurations.of("models", record)
    benchmarks = knowledge.measurements_of("models", record)
    accelerators = {test.accelerator for test in tests}.union(*(fact.accelerators for fact in benchmarks))
    return ModelLine(
        id=record,
        architecture=knowledge.records.models[record].architecture,
        configurations=len(tests) or None,
        benchmarks=len(benchmarks) or None,
        accelerators=sorted(accelerators),
        newest=max([*(test.as_of for test in tests), *(fact.as_of for fact in benchmarks)], default=None),
    )
