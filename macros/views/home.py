"""The home page: the two questions, coverage at a glance, and what is new."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from macros.kinds import WITH_PAGES
from macros.knowledge import Knowledge
from macros.schema.atlas import Change
from macros.views import families
from macros.views.families import FamilyIndex


@dataclass(frozen=True)
class HomePage:
    configurations: int
    measurements: int
    """A run that two tables print counts once."""
    totals: Mapping[str, int]
    """The number of records of each kind."""
    newest: datetime.date | None
    models: Sequence[str]
    """Those tested most come first."""
    example_hardware: Sequence[str]
    """What readers may type: an instance type and two accelerators."""
    coverage: FamilyIndex
    changes: Sequence[Change]
    """Of the data, the newest first."""


def page(knowledge: Knowledge) -> HomePage:
    records = knowledge.records
    tests = {model: len(knowledge.configurations.of("models", model)) for model in records.models}
    coverage = families.index(knowledge)
    return HomePage(
        configurations=len(knowledge.configurations),
        measurements=sum(fact.repeats is None for fact in knowledge.benchmarks),
        totals={kind: len(records.of(kind)) for kind in WITH_PAGES},
        newest=max((source.as_of for source in records.sources.values() if source.as_of), default=None),
        models=sorted(tests, key=lambda model: (-tests[model], model)),
        example_hardware=[
            example(knowledge, "instances"),
            *(records.accelerators[key].short_name for key in coverage.accelerators[:2]),
        ],
        coverage=coverage,
        changes=sorted(records.atlas.changes, key=lambda change: change.date, reverse=True),
    )


def example(knowledge: Knowledge, kind: str) -> str:
    """The id of the record of a kind with the most tested configurations, for examples."""
    return min(knowledge.records.of(kind), key=lambda record: (-len(knowledge.configurations.of(kind, record)), record))
