"""The life of a framework as a line with a dot for each event, in percent of its width."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from macros.facts import Knowledge
from macros.facts.lifecycle import events_of
from macros.schema.frameworks import Event

LEFT, RIGHT = 5.0, 95.0
"""Where the scale begins and ends: the rest is for the words at the ends."""

MOST_YEARS = 8
"""Years named below the line; of more, only some are."""


@dataclass(frozen=True)
class Phase:
    """A stretch of one state."""

    state: str
    start: float
    end: float
    recorded: bool
    """False after the last event: the state is the last one known."""


@dataclass(frozen=True)
class Timeline:
    """A line from the year of the first event to the edition of the data."""

    events: Sequence[Event]
    """The oldest first."""
    last: datetime.date

    @property
    def turns(self) -> Sequence[Event]:
        """The events at which the state changes, the first one included."""
        return [next(run) for _, run in groupby(self.events, key=lambda event: event.state)]

    @property
    def phases(self) -> Sequence[Phase]:
        turns = self.turns
        starts = [self.place(event.date) for event in (*turns, self.events[-1])]
        phases = [Phase(turn.state, *ends, recorded=True) for turn, ends in zip(turns, pairwise(starts), strict=True)]
        return [*phases, Phase(turns[-1].state, starts[-1], self.place(self.last), recorded=False)]

    @property
    def years(self) -> Sequence[datetime.date]:
        """The first day of each year; of every second one or fewer if there are many."""
        years = range(self.events[0].date.year, self.last.year + 1)
        return [datetime.date(year, 1, 1) for year in years[:: -(-len(years) // MOST_YEARS)]]

    def place(self, date: datetime.date) -> float:
        """Where a date lies."""
        first = self.years[0]
        share = (date - first).days / max((self.last - first).days, 1)
        return round(LEFT + (RIGHT - LEFT) * share, 1)


def timeline(knowledge: Knowledge, framework_id: str) -> Timeline:
    """The life of a framework."""
    return Timeline(events_of(knowledge.records.frameworks[framework_id]), knowledge.edition)
