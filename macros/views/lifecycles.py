"""The life of a framework or component as one line with marks; of a framework its state now and what took its place."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise, takewhile
from typing import Protocol

from macros.knowledge import Knowledge
from macros.knowledge.lifecycle import OVER
from macros.schema.frameworks import Event, Framework

LEFT, RIGHT = 5.0, 95.0
"""Where the scale begins and ends, in percent of the width: the rest is for the words at the ends."""

CLOSE = 6.0
"""Marks nearer than this, in percent of the width, are drawn one above the other."""

MOST_YEARS = 8
"""Years named below the line; of more, only some are."""


class Moment(Protocol):
    """What a line is made of: a day, the state of that day, and what happened."""

    @property
    def date(self) -> datetime.date:
        """The day."""

    @property
    def state(self) -> str:
        """The lifecycle state from then on."""

    @property
    def text(self) -> str:
        """What happened."""


@dataclass(frozen=True)
class State:
    """Where a framework stands."""

    id: str
    turn: Event
    """The first event of this state, without another state in between: how long it is on record."""
    newest: Event
    """The newest event of all: as of when the state is known."""

    @property
    def over(self) -> bool:
        """Whether nothing more is released."""
        return self.id in OVER


@dataclass(frozen=True)
class Successor:
    """A framework that took the place of another, and where it stands itself."""

    id: str
    state: State


def events(framework: Framework) -> Sequence[Event]:
    """The events, oldest first."""
    return sorted(framework.lifecycle, key=lambda event: event.date)


def turns_over(framework: Framework) -> Sequence[Event]:
    """The first event of each stretch in which nothing more is released, up to now; none where it is not over."""
    turns = [next(group) for _, group in groupby(events(framework), key=lambda event: event.state)]
    return list(takewhile(lambda turn: turn.state in OVER, reversed(turns)))[::-1]


def state_of(framework: Framework) -> State:
    """Where a framework stands by its newest event."""
    found = events(framework)
    newest = found[-1]
    run = [list(group) for _, group in groupby(found, key=lambda event: event.state)][-1]
    return State(newest.state, run[0], newest)


def successors(knowledge: Knowledge, record: str) -> Sequence[Successor]:
    """What took a framework's place, then what took the place of that, and so on."""
    frameworks = knowledge.records.frameworks
    chain: list[str] = []
    following = frameworks[record].successor
    while following and following not in (record, *chain):
        chain.append(following)
        following = frameworks[following].successor
    return [Successor(key, state_of(frameworks[key])) for key in chain]


def _runs(moments: Sequence[Moment]) -> Sequence[Sequence[Moment]]:
    """The moments, those in one state together."""
    return [list(run) for _, run in groupby(moments, key=lambda moment: moment.state)]


@dataclass(frozen=True)
class Axis:
    """A scale of time."""

    first: datetime.date
    last: datetime.date

    def place(self, date: datetime.date) -> float:
        """Where a date lies, in percent of the width."""
        share = (date - self.first).days / max((self.last - self.first).days, 1)
        return round(LEFT + (RIGHT - LEFT) * share, 1)

    @property
    def years(self) -> Sequence[tuple[int, float]]:
        """The years that begin on the scale, and where; every second one or fewer if there are many."""
        years = range(self.first.year, self.last.year + 1)
        starts = [datetime.date(year, 1, 1) for year in years[:: -(-len(years) // MOST_YEARS)]]
        return [(start.year, self.place(start)) for start in starts if start >= self.first]


@dataclass(frozen=True)
class Phase:
    """A stretch of the line in one state."""

    state: str
    start: float
    end: float
    recorded: bool
    """Whether events of this state stand at both ends; if not, the state is the last one known."""


@dataclass(frozen=True)
class Mark:
    """A moment on the line."""

    event: Moment
    x: float
    turn: bool
    """Whether the state changes here."""
    level: int
    """How many marks it stands above the line, so that near ones stay apart."""


@dataclass(frozen=True)
class Timeline:
    """A life as one line."""

    axis: Axis
    phases: Sequence[Phase]
    marks: Sequence[Mark]
    turns: Sequence[Moment]
    """The moments at which the state changes, the first one included."""

    @property
    def levels(self) -> int:
        """The highest level of a mark."""
        return max(mark.level for mark in self.marks)


def axis(knowledge: Knowledge, frameworks: Sequence[Framework]) -> Axis:
    """A scale that holds some frameworks' lives, from the year of the first event to the edition of the data."""
    return axis_from(knowledge, min(event.date for framework in frameworks for event in framework.lifecycle))


def axis_from(knowledge: Knowledge, first: datetime.date) -> Axis:
    """A scale from the year of a day to the edition of the data."""
    return Axis(datetime.date(first.year, 1, 1), knowledge.records.atlas.edition)


def timeline(framework: Framework, scale: Axis) -> Timeline:
    """The life of a framework on a scale."""
    return line_of(events(framework), scale)


def line_of(moments: Sequence[Moment], scale: Axis) -> Timeline:
    """Some moments, oldest first and at least one, as a line on a scale."""
    runs = _runs(moments)
    turns = [run[0] for run in runs]
    return Timeline(scale, _phases(runs, scale), _marks(moments, turns, scale), turns)


def _phases(runs: Sequence[Sequence[Moment]], scale: Axis) -> Sequence[Phase]:
    known = [Phase(run[0].state, scale.place(run[0].date), scale.place(run[-1].date), recorded=True) for run in runs]
    between = [Phase(before.state, before.end, after.start, recorded=False) for before, after in pairwise(known)]
    today = Phase(known[-1].state, known[-1].end, scale.place(scale.last), recorded=False)
    return [phase for phase in (*between, today, *known) if phase.start < phase.end]


def _marks(found: Sequence[Moment], turns: Sequence[Moment], scale: Axis) -> Sequence[Mark]:
    marks: list[Mark] = []
    highest: list[float] = []  # per level, where its last mark stands
    for event in found:
        x, turn = scale.place(event.date), event in turns
        level = 0
        if turn:
            level = next((free for free, last in enumerate(highest) if x - last >= CLOSE), len(highest))
            highest[level : level + 1] = [x]
        marks.append(Mark(event, x, turn, level))
    return marks
