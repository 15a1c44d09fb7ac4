"""The list of models: size, architecture, where each runs today, and how much was measured."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from macros.facts import Knowledge
from macros.facts.answers import OUTCOMES, Outcome
from macros.facts.evidence import subject_of_model
from macros.facts.grouping import group_by, group_pairs
from macros.facts.memory import SIZES, size_class
from macros.facts.runs_today import runs_today
from macros.facts.short_answers import headline
from macros.pages.facets import NO_VALUE, Facet, facets, record_facet
from macros.pages.paging import PagedList, pager
from macros.schema.models import Model

NO_SIZE = (NO_VALUE, "Not published")

TODAY = "today"
"""The field of the rows that holds an outcome with its accelerators."""


@dataclass(frozen=True)
class ListedModel:
    """One row."""

    id: str
    model: Model
    family: str | None
    """None: the guidelines name none for it."""
    size: str | None
    """One of `SIZES`; None where its number of parameters is not published."""
    today: Sequence[tuple[Outcome, str, Sequence[str]]]
    """Outcome, its short form and the accelerators that have it, the best first; what is not known is left out."""
    results: int
    """Tested configurations and benchmarks."""
    newest: datetime.date | None
    """Of its results."""

    @property
    def today_values(self) -> Sequence[str]:
        """Each outcome with its accelerators, for the facets."""
        return [":".join((outcome, *chips)) for outcome, _, chips in self.today]

    @property
    def names(self) -> Sequence[str]:
        """Names that people may filter by, those left out whose words are all in its id."""
        names = (self.model.name, *(name.name for name in self.model.other_names))
        return [name for name in names if not all(word in self.id for word in name.lower().split())]


def model_list(knowledge: Knowledge, number: str) -> PagedList[ListedModel]:
    """One page of the list: the models with the newest results first, those without any last."""
    records = knowledge.records
    page = pager(knowledge, "models", number)
    results = {model: _results(knowledge, model) for model in records.models}
    newest_first = sorted(results, key=lambda model: results[model], reverse=True)
    accelerators = [(key, chip.short_name) for key, chip in records.accelerators.items()]
    outcomes = [(key, knowledge.term("outcome", key).label) for key in OUTCOMES if key != "not-known"]
    sizes = [(key, label) for key, (_, label) in SIZES.items()]
    return PagedList(
        page,
        [_row(knowledge, model) for model in page.cut(newest_first)],
        facets=facets(
            page.total,
            record_facet(knowledge, "family", "families", filter(None, map(knowledge.family_of, records.models))),
            Facet("size", "Parameters", [*sizes, NO_SIZE], "size"),
            Facet("accelerator", "Accelerator", accelerators, TODAY),
            Facet("outcome", "Runs today", outcomes, TODAY),
        ),
    )


def _results(knowledge: Knowledge, model: str) -> tuple[datetime.date, int]:
    """The date of the newest result, and how many there are."""
    tests, benchmarks = knowledge.configurations.of("models", model), knowledge.measurements_of("models", model)
    dates = [test.as_of for test in tests] + [benchmark.as_of for benchmark in benchmarks]
    return max(dates, default=datetime.date.min), len(dates)


def _row(knowledge: Knowledge, record: str) -> ListedModel:
    newest, results = _results(knowledge, record)
    model = knowledge.records.models[record]
    return ListedModel(
        id=record,
        model=model,
        family=knowledge.family_of(record),
        size=size_class(model.parameters.billions) if model.parameters else None,
        today=_today(knowledge, record),
        results=results,
        newest=newest if results else None,
    )


def _today(knowledge: Knowledge, record: str) -> Sequence[tuple[Outcome, str, Sequence[str]]]:
    answers = group_by(runs_today(knowledge, subject_of_model(knowledge, record)), lambda found: found.accelerator)
    best = {chip: group[0].best for chip, group in answers.items() if group[0].outcome != "not-known"}
    alike = group_pairs(((one.outcome, headline(knowledge, one).words), chip) for chip, one in best.items())
    return [(outcome, words, chips) for (outcome, words), chips in alike.items()]
