"""The home page: the two questions, coverage at a glance, and what is new."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge
from macros.schema.atlas import Change
from macros.views import accelerators, families
from macros.views.accelerators import AcceleratorLine
from macros.views.families import FamilyIndex

MOST_MODELS = 8
MOST_CHANGES = 3


@dataclass(frozen=True)
class HomePage:
    """What the home page says."""

    configurations: int
    measurements: int
    """What two tables print is one."""
    models: int
    newest: datetime.date | None
    conflicts: int
    often_tested: Sequence[str]
    hardware: Sequence[AcceleratorLine]
    example_hardware: Sequence[str]
    """What readers may type: an instance type and two accelerators."""
    coverage: FamilyIndex
    changes: Sequence[Change]


def page(knowledge: Knowledge) -> HomePage:
    """The home page."""
    records = knowledge.records
    tests = {model: len(knowledge.configurations.of("models", model)) for model in records.models}
    changes = sorted(records.atlas.changes, key=lambda change: change.date, reverse=True)
    hardware = [line for group in accelerators.index(knowledge) for line in group.lines]
    return HomePage(
        configurations=len(knowledge.configurations),
        measurements=sum(found.repeats is None for found in knowledge.benchmarks),
        models=len(records.models),
        newest=max((source.as_of for source in records.sources.values() if source.as_of), default=None),
        conflicts=len(records.conflicts),
        often_tested=sorted(tests, key=lambda model: (-tests[model], model))[:MOST_MODELS],
        hardware=hardware,
        example_hardware=[example(knowledge, "instances"), *(line.accelerator.short_name for line in hardware[:2])],
        coverage=families.index(knowledge),
        changes=changes[:MOST_CHANGES],
    )


def example(knowledge: Knowledge, kind: str) -> str:
    """The id of the record of a kind with the most tested configurations, for examples."""
    return min(knowledge.records.of(kind), key=lambda record: (-len(knowledge.configurations.of(kind, record)), record))
