"""The list of models: size, architecture, where each runs today, and how much was measured."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge
from macros.knowledge.evidence import subject_of_model
from macros.knowledge.grouping import group_pairs
from macros.knowledge.model_sizes import SIZES, size_class
from macros.knowledge.runs_today import OUTCOMES, Outcome, runs_today
from macros.schema.models import Model
from macros.views.facets import NO_VALUE, Facet
from macros.views.paging import PagedList, consecutive, list_by_family

NO_SIZE = (NO_VALUE, "Not published")

TODAY = "today"
"""The field of the rows that holds an outcome with its accelerators."""


@dataclass(frozen=True)
class ListedModel:
    """One row."""

    id: str
    model: Model
    size: str | None
    """One of `SIZES`; None where its number of parameters is not published."""
    today: Sequence[tuple[Outcome, Sequence[str]]]
    """Each outcome with its accelerators, the best first; accelerators whose outcome is not known are left out."""
    results: int
    """Tested configurations and benchmarks."""
    newest: datetime.date | None
    """Of its results."""

    @property
    def today_values(self) -> Sequence[str]:
        """Each outcome with its accelerators, for the facets."""
        return [":".join((outcome, *chips)) for outcome, chips in self.today]

    @property
    def names(self) -> Sequence[str]:
        """Names that people may filter by, those left out whose words are all in its id."""
        names = (self.model.name, *(name.name for name in self.model.other_names))
        return [name for name in names if not all(word in self.id for word in name.lower().split())]


@dataclass(frozen=True)
class ModelList(PagedList[ListedModel]):
    """One page of the list."""

    families: Sequence[tuple[str | None, Sequence[ListedModel]]]
    """Its rows by family; None: the guidelines name none for them."""


def model_list(knowledge: Knowledge, number: str) -> ModelList:
    records = knowledge.records
    accelerators = [(key, chip.short_name) for key, chip in records.accelerators.items()]
    outcomes = [(key, knowledge.term("outcome", key).label) for key in OUTCOMES if key != "not-known"]
    sizes = [(key, label) for key, (_, label) in SIZES.items()]
    page = list_by_family(
        knowledge,
        "models",
        number,
        knowledge.family_of,
        _row,
        Facet("size", "Parameters", [*sizes, NO_SIZE], "size"),
        Facet("accelerator", "Accelerator", accelerators, TODAY),
        Facet("outcome", "Runs today", outcomes, TODAY),
    )
    families = consecutive(page.rows, lambda line: knowledge.family_of(line.id))
    return ModelList(page.pager, page.rows, families, facets=page.facets)


def _row(knowledge: Knowledge, record: str) -> ListedModel:
    tests, benchmarks = knowledge.configurations.of("models", record), knowledge.measurements_of("models", record)
    model = knowledge.records.models[record]
    dates = [test.as_of for test in tests] + [benchmark.as_of for benchmark in benchmarks]
    return ListedModel(
        id=record,
        model=model,
        size=size_class(model.parameters.billions) if model.parameters else None,
        today=_today(knowledge, record),
        results=len(dates),
        newest=max(dates, default=None),
    )


def _today(knowledge: Knowledge, record: str) -> Sequence[tuple[Outcome, Sequence[str]]]:
    best: dict[str, Outcome] = {}
    for answer in runs_today(knowledge, subject_of_model(knowledge, record)):
        best.setdefault(answer.accelerator, answer.outcome)
    by_outcome = group_pairs((outcome, accelerator) for accelerator, outcome in best.items())
    return [(outcome, by_outcome[outcome]) for outcome in OUTCOMES if outcome in by_outcome and outcome != "not-known"]
