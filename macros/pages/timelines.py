"""Events of a framework or component as a timeline: a line with marks, in percent of its width."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from macros.facts import Knowledge
from macros.facts.lifecycle import events_of
from macros.facts.notices import LifecycleStatus
from macros.facts.packages import version_of
from macros.schema.frameworks import Event

LEFT, RIGHT = 5.0, 95.0
"""Where the scale begins and ends, in percent of the width: the rest is for the words at the ends."""

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
class Phase:
    """A stretch of one state, in percent of the width."""

    state: str
    start: float
    end: float
    recorded: bool
    """False after the last event: the state is the last one known."""


@dataclass(frozen=True)
class Timeline:
    """Moments, oldest first and at least one, on a scale that several lines may share."""

    moments: Sequence[Moment]
    first: datetime.date
    last: datetime.date
    """Both of the scale."""

    @property
    def turns(self) -> Sequence[Moment]:
        """The moments at which the state changes, the first one included."""
        return [next(run) for _, run in groupby(self.moments, key=lambda moment: moment.state)]

    @property
    def phases(self) -> Sequence[Phase]:
        turns = self.turns
        starts = [self.place(moment.date) for moment in (*turns, self.moments[-1])]
        phases = [Phase(turn.state, *ends, recorded=True) for turn, ends in zip(turns, pairwise(starts), strict=True)]
        return [*phases, Phase(turns[-1].state, starts[-1], self.place(self.last), recorded=False)]

    @property
    def years(self) -> Sequence[datetime.date]:
        """The years that begin on the scale; every second one or fewer if there are many."""
        years = range(self.first.year, self.last.year + 1)
        return [datetime.date(year, 1, 1) for year in years[:: -(-len(years) // MOST_YEARS)]]

    def place(self, date: datetime.date) -> float:
        """Where a date lies, in percent of the width."""
        share = (date - self.first).days / max((self.last - self.first).days, 1)
        return round(LEFT + (RIGHT - LEFT) * share, 1)


def framework_timeline(knowledge: Knowledge, framework_id: str) -> Timeline:
    """The life of a framework."""
    [line] = _on_one_scale(knowledge, {"": events_of(knowledge.records.frameworks[framework_id])}).values()
    return line


def component_timelines(knowledge: Knowledge, component: str) -> Mapping[str, Timeline]:
    """The life of a component as a whole, then of its versions whose own notices have a day, by what each is called."""
    whole = knowledge.lifecycle.status_of(component)
    framework = knowledge.records.frameworks[component] if whole.event and not whole.part_of else None
    moments: dict[str, Sequence[Moment]] = {"As a whole": events_of(framework) if framework else _milestones(whole)}
    for status in knowledge.lifecycle.versions_of(component):
        if any(step.effective for step in status.state_notices):
            moments[status.version or ""] = _milestones(status)
    return _on_one_scale(knowledge, {name: found for name, found in moments.items() if found})


def _on_one_scale(knowledge: Knowledge, lives: Mapping[str, Sequence[Moment]]) -> Mapping[str, Timeline]:
    first = min((moments[0].date for moments in lives.values()), default=knowledge.edition)
    january = datetime.date(first.year, 1, 1)
    return {name: Timeline(moments, january, knowledge.edition) for name, moments in lives.items()}


def _milestones(status: LifecycleStatus) -> Sequence[Milestone]:
    """Its own notices, then the end of the whole, or of its builds, where that ended it."""
    marks = []
    for step in status.state_notices:
        if step.state and step.effective:
            sdk = f"SDK {version_of(step.notice.sdk)}" if step.notice.sdk else None
            text = ", ".join(filter(None, (step.notice.version, sdk)))
            marks.append(Milestone(step.effective, step.state, text))
    if status.state and status.effective_day and marks and marks[-1].state != status.state:
        text = f"SDK {version_of(status.dropped.without)}, the first without it" if status.dropped else "with the whole"
        marks = [mark for mark in marks if mark.date <= status.effective_day]
        marks.append(Milestone(status.effective_day, status.state, text, status.since is not None))
    # Two notices that say the same on one day are one mark.
    return list(dict.fromkeys(marks))
