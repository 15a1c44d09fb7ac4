"""The home page: the two questions, what runs today at a glance, and what is new."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from macros.facts import Knowledge
from macros.facts.news import News, news
from macros.facts.packages import WatchedUpstream, watched_upstreams
from macros.pages.support_today import SupportGrid, grids
from macros.schema.kinds import WITH_PAGES

MOST_NEWS = 6
MOST_HARDWARE = 6


@dataclass(frozen=True)
class HomePage:
    configurations: int
    measurements: int
    """A run that two tables print counts once."""
    totals: Mapping[str, int]
    """The number of records of each kind."""
    models: Sequence[str]
    """Those with most benchmarks come first."""
    hardware: Sequence[str]
    """Accelerators on which software is offered today: some of them."""
    example_hardware: str
    """An instance type that readers may type."""
    grids: Sequence[SupportGrid]
    """Software that is offered today on some hardware, by vendor of the hardware."""
    upstreams: Sequence[WatchedUpstream]
    news: Sequence[News]
    """The newest."""


def page(knowledge: Knowledge) -> HomePage:
    records = knowledge.records
    measured = {model: len(knowledge.measurements_of("models", model)) for model in records.models}
    offered = [grid.offered for grid in grids(knowledge) if grid.offered.rows]
    return HomePage(
        configurations=len(knowledge.configurations),
        measurements=sum(fact.repeats is None for fact in knowledge.benchmarks),
        totals={kind: len(records.of(kind)) for kind in WITH_PAGES},
        models=sorted(measured, key=lambda model: (-measured[model], model)),
        hardware=[accelerator for grid in offered for accelerator in grid.accelerators][:MOST_HARDWARE],
        example_hardware=max(records.instances, key=lambda key: len(knowledge.measurements_of("instances", key))),
        grids=offered,
        upstreams=list(watched_upstreams(knowledge.records, knowledge.packages)),
        news=news(knowledge)[:MOST_NEWS],
    )


def example(knowledge: Knowledge, kind: str) -> str:
    """The id of the record of a kind with the most tested configurations, for examples."""
    return min(knowledge.records.of(kind), key=lambda record: (-len(knowledge.configurations.of(kind, record)), record))
