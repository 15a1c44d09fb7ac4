"""Datasets: the tests that used them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from macros.columns.column import Column
from macros.facts import Knowledge
from macros.facts.fact_types import Coverage, coverage
from macros.pages.records import RecordPages
from macros.schema.models import Dataset
from macros.words import plural


@dataclass(frozen=True)
class DatasetLine:
    """A dataset with how much was tested with it."""

    id: str
    record: Dataset
    coverage: Coverage | None

    @property
    def configurations(self) -> int:
        """Tested configurations that name it."""
        return self.coverage.configurations if self.coverage else 0


def line(knowledge: Knowledge, record: str) -> DatasetLine:
    """What is known of a dataset."""
    tests = knowledge.configurations.of("datasets", record)
    return DatasetLine(record, knowledge.records.datasets[record], coverage(tests))


TASK: Column[Any] = Column("task", "What models are trained for with it.", "record.task")


def _related(line: DatasetLine) -> list[str]:
    return [related.dataset for related in line.record.related]


PAGES = RecordPages[DatasetLine](
    "datasets",
    line,
    order=lambda one: (-one.configurations, one.id),
    description=lambda one: (
        f"{one.record.name} ({one.record.task}): "
        f"{plural(one.configurations, 'tested configuration')} that used it, by model."
    ),
    columns=(
        TASK,
        Column("configurations", "Tested configurations that name it.", label="Tested configurations"),
        Column("models", "Models tested with it.", lambda one: one.coverage.models if one.coverage else 0, holds=int),
        Column("newest", "The newest test.", "coverage.newest", absent="not tested"),
        Column("related", "What is easily mistaken for it.", _related, kind="datasets", label="Not the same as"),
    ),
    facts=(
        TASK,
        Column("coverage", "How much was tested with it.", label="Tested", absent="no configuration recorded here"),
        Column("url", "Where it is described.", "record.url"),
        Column("other_names", "What it is also called.", "record.other_names", absent=""),
        Column("related", "What is easily mistaken for it.", "record.related", label="Not the same as", absent=""),
    ),
    facets=(TASK,),
    caption="The most used first.",
)
