"""The lifecycle state of a framework, what replaced it, and what its notices say of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from macros.facts import Knowledge
from macros.facts.dated_notices import ENDED_STATES
from macros.facts.lifecycle import state_runs
from macros.facts.lifecycle_status import LifecycleStatus
from macros.schema.frameworks import Event, Framework


@dataclass(frozen=True)
class FrameworkState:
    """Where a framework stands."""

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
    """What took the place of a framework."""

    id: str
    state: FrameworkState
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


def state_of(framework: Framework) -> FrameworkState:
    """The state that the newest event of a framework brings."""
    run = state_runs(framework)[-1]
    return FrameworkState(run[-1].state, run[0], run[-1])


def replacement(knowledge: Knowledge, record: str) -> Replacement:
    accelerators = _accelerators(knowledge.records.frameworks[record])
    successors = _successors(knowledge, record, accelerators)
    replaced_on = {chip for successor in successors for chip in successor.on}
    living_on = {chip for successor in successors if not successor.state.over for chip in successor.on}
    left = [chip for chip in accelerators if chip not in living_on]
    return Replacement(
        successors=successors,
        none_on=[chip for chip in left if chip not in replaced_on],
        over_on=[chip for chip in left if chip in replaced_on],
    )


def _accelerators(framework: Framework) -> Sequence[str]:
    return [hardware.accelerator for hardware in framework.hardware]


def _successors(knowledge: Knowledge, record: str, accelerators: Sequence[str]) -> Sequence[Successor]:
    frameworks = knowledge.records.frameworks
    successors: dict[str, Successor] = {}
    following = frameworks[record].successor
    while following and following != record and following not in successors:
        framework = frameworks[following]
        runs_on = [chip for chip in accelerators if chip in _accelerators(framework)]
        successors[following] = Successor(following, state_of(framework), runs_on)
        following = framework.successor
    return list(successors.values())
