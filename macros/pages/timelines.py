"""Events of a framework or component as a timeline: a line with marks, in percent of its width."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from macros.facts import Knowledge
from macros.facts.lifecycle import events_of
from macros.facts.notices import LifecycleStatus
from macros.facts.packages import version_of
from macros.schema.frameworks import Event

LEFT, RIGHT = 5.0, 95.0
"""Where the scale begins and ends, in percent of the width: the rest is for the words at the ends."""

ROOM = 6.0
"""What the sign of a state takes on the line, in percent of the width."""

MOST_YEARS = 8
"""Years named below the line; of more, only some are."""


@dataclass(frozen=True)
class Milestone:
    """A change of state."""

    date: datetime.date
    state: str
    """The lifecycle state from then on."""
    text: str
    day_published: bool = True
    """False where the change is only known to have happened by then."""


Moment = Event | Milestone


@dataclass(frozen=True)
class TimeScale:
    """The years that a timeline spans."""

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
    """A stretch of one state."""

    state: str
    start: float
    end: float
    recorded: bool
    """Whether events of this state are at both ends; if not, it is the last state known."""


@dataclass(frozen=True)
class Mark:
    """An event on the line."""

    event: Moment
    x: float
    signed: bool
    """Whether the state changes here, and the sign of the one before leaves room for the new one's."""


@dataclass(frozen=True)
class Timeline:
    """A line with its marks."""

    axis: TimeScale
    phases: Sequence[Phase]
    marks: Sequence[Mark]
    turns: Sequence[Moment]
    """The moments at which the state changes, the first one included."""


def time_scale(knowledge: Knowledge, moments: Iterable[Moment]) -> TimeScale:
    """A scale from the year of the first moment to the edition of the data."""
    return TimeScale(datetime.date(min(moment.date for moment in moments).year, 1, 1), knowledge.edition)


def timeline(moments: Sequence[Moment], scale: TimeScale) -> Timeline:
    """Some moments, oldest first and at least one, as a line on a scale."""
    runs = [list(run) for _, run in groupby(moments, key=lambda moment: moment.state)]
    turns = [run[0] for run in runs]
    return Timeline(scale, _phases(runs, scale), _marks(moments, turns, scale), turns)


def _phases(runs: Sequence[Sequence[Moment]], scale: TimeScale) -> Sequence[Phase]:
    recorded = [Phase(run[0].state, scale.place(run[0].date), scale.place(run[-1].date), recorded=True) for run in runs]
    between = [Phase(before.state, before.end, after.start, recorded=False) for before, after in pairwise(recorded)]
    today = Phase(recorded[-1].state, recorded[-1].end, scale.place(scale.last), recorded=False)
    return [phase for phase in (*between, today, *recorded) if phase.start < phase.end]


def _marks(moments: Sequence[Moment], turns: Sequence[Moment], scale: TimeScale) -> Sequence[Mark]:
    marks: list[Mark] = []
    last = -ROOM
    for event in moments:
        x = scale.place(event.date)
        signed = event in turns and x - last >= ROOM
        last = x if signed else last
        marks.append(Mark(event, x, signed))
    return marks


def component_timelines(knowledge: Knowledge, component: str) -> Sequence[tuple[str | None, Timeline]]:
    """The life of a component as a whole (None), then of its versions whose own notices have a day, on one scale."""
    whole = knowledge.lifecycle.status_of(component)
    framework = knowledge.records.frameworks[component] if whole.event and not whole.part_of else None
    moments: dict[str | None, Sequence[Moment]] = {None: events_of(framework) if framework else _milestones(whole)}
    for status in knowledge.lifecycle.versions_of(component):
        if any(step.effective for step in status.state_notices):
            moments[status.version] = _milestones(status)
    dated = {version: milestones for version, milestones in moments.items() if milestones}
    if not dated:
        return []
    scale = time_scale(knowledge, [milestones[0] for milestones in dated.values()])
    return [(version, timeline(milestones, scale)) for version, milestones in dated.items()]


def _milestones(status: LifecycleStatus) -> Sequence[Milestone]:
    """Its own notices, then the end of the whole, or of its builds, where that ended it."""
    marks = []
    for step in status.state_notices:
        if step.state and step.effective:
            notice = step.notice
            sdk = f"SDK {version_of(notice.sdk)}" if notice.sdk else None
            text = ", ".join(words for words in (notice.version, sdk) if words)
            marks.append(Milestone(step.effective, step.state, text))
    if status.state and status.effective_day and marks and marks[-1].state != status.state:
        text = f"SDK {version_of(status.dropped.without)}, the first without it" if status.dropped else "with the whole"
        marks = [mark for mark in marks if mark.date <= status.effective_day]
        marks.append(Milestone(status.effective_day, status.state, text, status.since is not None))
    # Two notices that say the same on one day are one mark.
    return list(dict.fromkeys(marks))
