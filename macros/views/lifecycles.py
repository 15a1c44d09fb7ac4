"""The life of a framework or component as one line with marks; of a framework its state now and what took its place."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise, takewhile
from typing import Protocol

from macros.knowledge import Knowledge
from macros.knowledge.dated_notices import ENDED_STATES
from macros.knowledge.lifecycle import events_of, state_runs
from macros.knowledge.lifecycle_status import LifecycleStatus, Pin
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

    @property
    def day_published(self) -> bool:
        """Whether the day is that of the change; if not, the change had happened by then."""


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
        return self.id in ENDED_STATES


@dataclass(frozen=True)
class Successor:
    """A framework that took the place of another, and where it stands itself."""

    id: str
    state: State
    on: Sequence[str]
    """The accelerators of the other that it runs on."""


@dataclass(frozen=True)
class Replacement:
    """What took the place of a framework, on which of its accelerators, and where nothing did."""

    successors: Sequence[Successor]
    """The next one, then what took the place of that, and so on."""
    none_on: Sequence[str]
    """Its accelerators on which none of them runs."""
    over_on: Sequence[str]
    """Its accelerators on which only such run as are over themselves."""
    pin: Pin | None
    """What a notice says to stay with on those."""


@dataclass(frozen=True)
class ByNotices:
    """What notices say of a framework, where that differs from what its events say."""

    standing: LifecycleStatus
    missing_in: str | None
    """The newest SDK release, where its package list has had it and has it no longer."""


def by_notices(knowledge: Knowledge, record: str) -> ByNotices | None:
    """What the notices of the component of the same name say of a framework, if it is something else."""
    component = knowledge.records.components.get(record)
    if component is None or component.framework != record:
        return None
    told, whole = knowledge.lifecycle.status_by_notices(record), knowledge.lifecycle.status_of(record)
    if told.state is None or told.state == whole.state:
        return None
    packages = knowledge.packages
    gone = bool(packages.releases_of(record)) and not packages.in_newest(record)
    return ByNotices(told, packages.newest_for(record) if gone else None)


def turns_over(framework: Framework) -> Sequence[Event]:
    """The first event of each stretch in which nothing more is released, up to now; none where it is not over."""
    turns = [run[0] for run in state_runs(framework)]
    return list(takewhile(lambda turn: turn.state in ENDED_STATES, reversed(turns)))[::-1]


def state_of(framework: Framework) -> State:
    """Where a framework stands by its newest event."""
    run = state_runs(framework)[-1]
    return State(run[-1].state, run[0], run[-1])


def replacement(knowledge: Knowledge, record: str) -> Replacement:
    """What took a framework's place, by hardware."""
    own = [hardware.accelerator for hardware in knowledge.records.frameworks[record].hardware]
    found = _successors(knowledge, record, own)
    known = {chip for one in found for chip in one.on}
    alive = {chip for one in found if not one.state.over for chip in one.on}
    bare = [chip for chip in own if chip not in alive]
    return Replacement(
        successors=found,
        none_on=[chip for chip in bare if chip not in known],
        over_on=[chip for chip in bare if chip in known],
        pin=_pin_for(knowledge, record, set(bare)) if found else None,
    )


def _pin_for(knowledge: Knowledge, record: str, accelerators: set[str]) -> Pin | None:
    """What a notice about a framework on these accelerators, or about a part of it on just these, says to stay with."""
    lifecycle = knowledge.lifecycle
    parts = [key for key in lifecycle.components_of(record) if key != record]
    if not accelerators:
        return None
    for key in (*([record] if record in knowledge.records.components else []), *parts):
        pin = lifecycle.status_of(key).pin
        named = set(pin.notice.accelerators) if pin else set()
        fits = not named or accelerators <= named if key == record else named == accelerators
        if pin and pin.sdk and fits:
            return pin
    return None


def _successors(knowledge: Knowledge, record: str, accelerators: Sequence[str]) -> Sequence[Successor]:
    """What took a framework's place, then what took the place of that, and so on."""
    frameworks = knowledge.records.frameworks
    chain: list[str] = []
    following = frameworks[record].successor
    while following and following not in (record, *chain):
        chain.append(following)
        following = frameworks[following].successor
    return [Successor(key, state_of(frameworks[key]), _shared(frameworks[key], accelerators)) for key in chain]


def _shared(framework: Framework, accelerators: Sequence[str]) -> Sequence[str]:
    runs_on = {hardware.accelerator for hardware in framework.hardware}
    return [chip for chip in accelerators if chip in runs_on]


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
    return Axis(datetime.date(first.year, 1, 1), knowledge.edition)


def timeline(framework: Framework, scale: Axis) -> Timeline:
    """The life of a framework on a scale."""
    return line_of(events_of(framework), scale)


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
