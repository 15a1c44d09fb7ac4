"""Where a framework stands, what replaced it, and the life of a framework or component as a timeline."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise, takewhile

from macros.knowledge import Knowledge
from macros.knowledge.dated_notices import ENDED_STATES
from macros.knowledge.lifecycle import state_runs
from macros.knowledge.lifecycle_status import LifecycleStatus, Pin
from macros.schema.frameworks import Event, Framework

LEFT, RIGHT = 5.0, 95.0
"""Where the scale begins and ends, in percent of the width: the rest is for the words at the ends."""

CLOSE = 6.0
"""Marks nearer than this, in percent of the width, are drawn one above the other."""

MOST_YEARS = 8
"""Years named below the line; of more, only some are."""


@dataclass(frozen=True)
class Milestone:
    """A change in the life of a component."""

    date: datetime.date
    state: str
    """The lifecycle state from then on."""
    text: str
    day_published: bool = True
    """False where the change is only known to have happened by then."""


Moment = Event | Milestone


@dataclass(frozen=True)
class State:
    """The lifecycle state of a framework."""

    id: str
    turn: Event
    """The event with which this state began."""
    newest: Event
    """The newest event: as of when the state is known."""

    @property
    def over(self) -> bool:
        """Whether nothing more is released."""
        return self.id in ENDED_STATES


@dataclass(frozen=True)
class Successor:
    """A framework that replaced another."""

    id: str
    state: State
    on: Sequence[str]
    """The accelerators of the other that it runs on."""


@dataclass(frozen=True)
class Replacement:
    """What replaced a framework, on which of its accelerators, and where nothing did."""

    successors: Sequence[Successor]
    """The next one, then what replaced that, and so on."""
    none_on: Sequence[str]
    """Its accelerators on which none of them runs."""
    over_on: Sequence[str]
    """Its accelerators on which only such run as are over themselves."""
    pin: Pin | None
    """What a notice says to stay with where no living successor runs."""


@dataclass(frozen=True)
class ByNotices:
    """The state of a framework by its notices, where its events bring another."""

    status: LifecycleStatus
    missing_in: str | None
    """The newest SDK release, where its package list has had it and has it no longer."""


def by_notices(knowledge: Knowledge, record: str) -> ByNotices | None:
    """The state that notices of the component of the same name bring, if it is another than that of the framework."""
    component, lifecycle, packages = knowledge.records.components.get(record), knowledge.lifecycle, knowledge.packages
    if component is None or component.framework != record:
        return None
    status = lifecycle.status_by_notices(record)
    if status.state in (None, lifecycle.status_of(record).state):
        return None
    gone = packages.releases_of(record) and not packages.in_newest(record)
    return ByNotices(status, packages.newest_for(record) if gone else None)


def turns_over(framework: Framework) -> Sequence[Event]:
    """The first event of each stretch in which nothing more is released, up to now; none where it is not over."""
    turns = [run[0] for run in state_runs(framework)]
    return list(takewhile(lambda turn: turn.state in ENDED_STATES, reversed(turns)))[::-1]


def state_of(framework: Framework) -> State:
    """The state that the newest event of a framework brings."""
    run = state_runs(framework)[-1]
    return State(run[-1].state, run[0], run[-1])


def replacement(knowledge: Knowledge, record: str) -> Replacement:
    """What replaced a framework, by hardware."""
    own = _accelerators(knowledge.records.frameworks[record])
    found = _successors(knowledge, record, own)
    known = {chip for one in found for chip in one.on}
    alive = {chip for one in found if not one.state.over for chip in one.on}
    bare = [chip for chip in own if chip not in alive]
    return Replacement(
        successors=found,
        none_on=[chip for chip in bare if chip not in known],
        over_on=[chip for chip in bare if chip in known],
        pin=_pin_for(knowledge, record, set(bare)) if found and bare else None,
    )


def _accelerators(framework: Framework) -> Sequence[str]:
    return [hardware.accelerator for hardware in framework.hardware]


def _pin_for(knowledge: Knowledge, record: str, accelerators: set[str]) -> Pin | None:
    """What a notice about a framework on these accelerators, or about a part of it on just these, says to stay with."""
    own = [record] if record in knowledge.records.components else []
    for key in dict.fromkeys([*own, *knowledge.lifecycle.components_of(record)]):
        pin = knowledge.lifecycle.status_of(key).pin
        if pin and pin.sdk:
            named = set(pin.notice.accelerators)
            if (not named or named.issuperset(accelerators)) if key == record else named == accelerators:
                return pin
    return None


def _successors(knowledge: Knowledge, record: str, accelerators: Sequence[str]) -> Sequence[Successor]:
    frameworks = knowledge.records.frameworks
    found: dict[str, Successor] = {}
    following = frameworks[record].successor
    while following and following != record and following not in found:
        framework = frameworks[following]
        runs_on = [chip for chip in accelerators if chip in _accelerators(framework)]
        found[following] = Successor(following, state_of(framework), runs_on)
        following = framework.successor
    return list(found.values())


@dataclass(frozen=True)
class TimeScale:
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
    """Whether events of this state are at both ends; if not, it is the last state known."""


@dataclass(frozen=True)
class Mark:
    """A moment on the line."""

    event: Moment
    x: float
    turn: bool
    """Whether the state changes here."""
    level: int
    """How many marks above the line, so that near ones do not overlap."""


@dataclass(frozen=True)
class Timeline:
    """A life as a line with marks."""

    axis: TimeScale
    phases: Sequence[Phase]
    marks: Sequence[Mark]
    turns: Sequence[Moment]
    """The moments at which the state changes, the first one included."""

    @property
    def levels(self) -> int:
        """The highest level of a mark."""
        return max(mark.level for mark in self.marks)


def time_scale(knowledge: Knowledge, moments: Iterable[Moment]) -> TimeScale:
    """A scale from the year of the first moment to the edition of the data."""
    return TimeScale(datetime.date(min(moment.date for moment in moments).year, 1, 1), knowledge.edition)


def timeline(moments: Sequence[Moment], scale: TimeScale) -> Timeline:
    """Some moments, oldest first and at least one, as a line on a scale."""
    runs = [list(run) for _, run in groupby(moments, key=lambda moment: moment.state)]
    turns = [run[0] for run in runs]
    return Timeline(scale, _phases(runs, scale), _marks(moments, turns, scale), turns)


def _phases(runs: Sequence[Sequence[Moment]], scale: TimeScale) -> Sequence[Phase]:
    known = [Phase(run[0].state, scale.place(run[0].date), scale.place(run[-1].date), recorded=True) for run in runs]
    between = [Phase(before.state, before.end, after.start, recorded=False) for before, after in pairwise(known)]
    today = Phase(known[-1].state, known[-1].end, scale.place(scale.last), recorded=False)
    return [phase for phase in (*between, today, *known) if phase.start < phase.end]


def _marks(moments: Sequence[Moment], turns: Sequence[Moment], scale: TimeScale) -> Sequence[Mark]:
    marks: list[Mark] = []
    last_on_level: list[float] = []
    for event in moments:
        x, turn = scale.place(event.date), event in turns
        level = 0
        if turn:
            free = (level for level, last in enumerate(last_on_level) if x - last >= CLOSE)
            level = next(free, len(last_on_level))
            last_on_level[level : level + 1] = [x]
        marks.append(Mark(event, x, turn, level))
    return marks
