"""The pages made for the site itself: home, news, and the tables of the memory calculator."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from markdown.extensions.toc import slugify

from macros.columns.column import Column
from macros.columns.phrase import name_of
from macros.facts import Knowledge
from macros.facts.benchmarks import counted_runs
from macros.facts.grouping import group_by, unique
from macros.facts.hardware import models_run_on_instances
from macros.facts.knowledge import once
from macros.facts.memory import BYTES, HELD_IN, MARGIN
from macros.facts.news import TOPICS, News, news, subjects
from macros.facts.packages import watched_upstreams
from macros.facts.runs_today import contested_on, models_run_on
from macros.facts.support_status import SUPPORTED
from macros.pages.lists import Facet, facet_of, facets
from macros.pages.support_grid import SupportGrid, grids
from macros.pages.support_today import SupportLine
from macros.schema.kinds import WITH_PAGES

MOST_NEWS = 6
MOST_OF_VENDOR = 3
"""News about one vendor on the home page at most."""
MOST_COMING = 3
"""Announcements about frameworks on the home page at most."""
MOST_HARDWARE = 6
MOST_TYPED = 3
MOST_COMPARED = 3


def home(knowledge: Knowledge) -> Mapping[str, Any]:
    """The two questions with examples, what runs today at a glance, what is new, and how much there is of what."""
    records = knowledge.records
    # Those with software to install today, by name.
    vendors = [_vendor_today(knowledge, grid.offered) for grid in grids(knowledge) if grid.offered.rows]
    hardware = [one.accelerator for one in sorted(vendors, key=lambda one: -one.models)][:MOST_HARDWARE]
    return {
        "models": _example_models(knowledge),
        "hardware": hardware,
        "typed": ", ".join(records.accelerators[one].short_name for one in hardware[:MOST_TYPED]),
        "vendors": vendors,
        "states": STATES,
        "upstreams": list(watched_upstreams(records, knowledge.packages)),
        "news": _newest(knowledge),
        "coming": sorted(news_page(knowledge).coming, key=lambda one: not one.ids("frameworks"))[:MOST_COMING],
        "measurements": len(counted_runs(knowledge.benchmarks)),
        "totals": {kind: len(records.of(kind)) for kind in WITH_PAGES},
    }


def _newest(knowledge: Knowledge) -> Sequence[News]:
    """The newest news, but no more than a few about one vendor: releases, and what happened to frameworks."""
    weighty = (one for one in news(knowledge) if not one.due and (one.topic == "release" or one.ids("frameworks")))
    by_vendor = group_by(weighty, lambda one: next(iter(_vendors(knowledge, one)), ""))
    few = [one for found in by_vendor.values() for one in found[:MOST_OF_VENDOR]]
    return sorted(few, key=lambda one: one.date, reverse=True)[:MOST_NEWS]


STATES: Mapping[str, Sequence[str]] = {
    "Supported": SUPPORTED[:1],
    "Preview": SUPPORTED[1:],
    "Maintenance": ("maintenance",),
}
"""Columns of the home page: which support statuses stand in each."""


class VendorToday(NamedTuple):
    """What a vendor's accelerators run today: the one with most supported software, and the names of the others.

    What sources contest counts for nothing there.
    """

    vendor: str
    accelerator: str
    states: Sequence[Sequence[SupportLine]]
    """The software in each of `STATES`, by its best status."""
    models: int
    """How many are known to run on it today."""
    contested: int
    """How many of these a source doubts."""
    others: Sequence[str]

    @property
    def anchor(self) -> str:
        """Of its heading on the page of what runs today."""
        return slugify(self.vendor, "-")


def _vendor_today(knowledge: Knowledge, grid: SupportGrid) -> VendorToday:
    states = {chip: _states(grid, chip) for chip in grid.accelerators}
    models = {chip: (len(models_run_on(knowledge, chip)), contested_on(knowledge, chip)) for chip in states}

    def undoubted(chip: str) -> tuple[int, int]:
        run, contested = models[chip]
        return len([line for line in states[chip][0] if not line.contested]), run - contested

    first, *others = sorted(states, key=undoubted, reverse=True)
    return VendorToday(grid.vendor, first, states[first], *models[first], others)


def _states(grid: SupportGrid, chip: str) -> Sequence[Sequence[SupportLine]]:
    here = ([line for line in row if line.status.accelerator == chip] for row in grid.rows)
    best = [lines[0] for lines in here if lines]
    return [[line for line in best if line.status.status in statuses] for statuses in STATES.values()]


FACETS_OF_NEWS: Sequence[Column[News]] = (
    Column("vendor", ""),
    Column("accelerator", "What it is about.", kind="accelerators"),
    Column("framework", "What it is about.", kind="frameworks"),
)


class NewsLine(NamedTuple):
    news: News
    fields: Mapping[str, Sequence[str]]
    """What the facets compare."""


class NewsPage(NamedTuple):
    coming: Sequence[News]
    months: Sequence[tuple[datetime.date, Sequence[NewsLine]]]
    """By the first day of each month, the newest first."""
    newest_breaking: datetime.date | None
    """The first day of the newest month in which something broke: on phones all of that shows at first."""
    facets: Sequence[Facet]


@once
def news_page(knowledge: Knowledge) -> NewsPage:
    every = news(knowledge)
    lines = [NewsLine(one, _fields(knowledge, one)) for one in every]
    topics = {one.topic for one in every}
    offered = (
        Facet("topic", "About", [(key, words) for key, words in TOPICS.items() if key in topics], "topic"),
        *(facet_of(knowledge, column, (line.fields[column.name] for line in lines)) for column in FACETS_OF_NEWS),
    )
    months = list(group_by(lines, lambda line: line.news.date.replace(day=1)).items())
    breaking = next((one.date.replace(day=1) for one in every if one.is_breaking), None)
    coming = sorted((one for one in every if one.due), key=lambda one: str(one.due))
    return NewsPage(coming, months, breaking, facets(len(lines), offered))


def _fields(knowledge: Knowledge, one: News) -> Mapping[str, Sequence[str]]:
    return {
        # Who looks for what breaks looks for what is going to, too.
        "topic": [one.topic, *(["end"] if one.due else ())],
        "vendor": _vendors(knowledge, one),
        "accelerator": one.ids("accelerators"),
        "framework": one.ids("frameworks"),
    }


def _vendors(knowledge: Knowledge, one: News) -> Sequence[str]:
    """Of the accelerators that it is about, or else of the software."""
    vendors = ([found[key].vendor for key in one.ids(kind)] for kind, found in subjects(knowledge.records).items())
    return unique(next(filter(None, vendors), ()))


def _example_models(knowledge: Knowledge) -> Sequence[str]:
    """Of each owner of models, the one that runs on most accelerators."""
    records = knowledge.records
    run_on = Counter(model for chip in records.accelerators for model in models_run_on(knowledge, chip))
    measured = {model: len(knowledge.measurements_of("models", model)) for model in records.models}
    models = sorted(records.models, key=lambda model: (-run_on[model], -measured[model], model))
    return _first_of_each(models, lambda model: model.partition("/")[0])


def example_comparisons(knowledge: Knowledge) -> Mapping[str, Mapping[str, str]]:
    """By kind, some records by their names: of each owner or vendor, the one that runs most or on most hardware."""
    chips, instances = knowledge.records.accelerators, knowledge.records.instances
    most_first = sorted(chips, key=lambda chip: -len(models_run_on(knowledge, chip)))
    run_on = models_run_on_instances(knowledge)
    largest_first = sorted(instances, key=lambda one: -run_on[one])
    found = {
        "models": _example_models(knowledge),
        "accelerators": _first_of_each(most_first, lambda chip: chips[chip].vendor),
        "instances": _first_of_each(largest_first, lambda one: chips[instances[one].accelerator].vendor),
    }
    return {
        kind: {one: name_of(knowledge, kind, one) for one in ids[:MOST_COMPARED]}
        for kind, ids in found.items()
        if len(ids) > 1
    }


def _first_of_each(ids: Sequence[str], owner: Callable[[str], str]) -> Sequence[str]:
    return [first for first, *_ in group_by(ids, owner).values()]


def memory(knowledge: Knowledge) -> Mapping[str, Any]:
    """What the calculator begins with, and what its formulas count with."""
    models = knowledge.records.models
    shaped = [key for key, one in models.items() if one.parameters and one.shape and one.shape.cache == "keys-values"]
    return {
        "example": max(shaped, key=lambda key: len(knowledge.measurements_of("models", key)), default=""),
        "margin": MARGIN,
        "held_in": HELD_IN,
        "bytes_per_parameter": BYTES,
    }
