"""The state of a framework by its events, and what took the place of one that has ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile

from macros.facts.notices import ENDED_STATES, STILL_DEVELOPED
from macros.schema.frameworks import Event, Framework
from macros.schema.kinds import Records


def events_of(framework: Framework) -> Sequence[Event]:
    """The events of a framework, oldest first."""
    return sorted(framework.lifecycle, key=lambda event: event.date)


def _state_runs(framework: Framework) -> Sequence[Sequence[Event]]:
    """The events of a framework, consecutive ones of the same state grouped."""
    return [list(group) for _, group in groupby(events_of(framework), key=lambda event: event.state)]


@dataclass(frozen=True)
class FrameworkState:
    id: str
    turn: Event
    """The event with which this state began."""
    newest: Event
    """The newest event: as of when the state is known."""

    @property
    def over(self) -> bool:
        return self.id in ENDED_STATES

    @property
    def rests_on(self) -> Event:
        """The event that ended it, or else the newest one."""
        return self.turn if self.over else self.newest


def state_of(framework: Framework) -> FrameworkState:
    run = _state_runs(framework)[-1]
    return FrameworkState(run[-1].state, run[0], run[-1])


def framework_itself(records: Records, component_id: str) -> Framework | None:
    """The framework that a component is, as a whole; None of a part of one, of what belongs to none, or is none."""
    component = records.components.get(component_id)
    return records.frameworks[component_id] if component and component.framework == component_id else None


def turns_over(framework: Framework) -> Sequence[Event]:
    """The first event of each stretch in which nothing more is released, up to now; none where it is not over."""
    newest_first_turns = reversed([run[0] for run in _state_runs(framework)])
    return list(takewhile(lambda turn: turn.state in ENDED_STATES, newest_first_turns))[::-1]


@dataclass(frozen=True)
class Successor:
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
    """Its accelerators on which none of them runs, and for which no statement of support names another."""
    elsewhere_on: Sequence[str]
    """Its accelerators for which others are named that are not recorded there."""
    over_on: Sequence[str]
    """Its accelerators on which only such run as are over themselves."""
    named: Mapping[str, bool]
    """Others that statements of its end or maintenance name, with whether that is only inferred."""


def replacement_of(records: Records, framework_id: str) -> Replacement | None:
    """What took the place of a framework; None where nothing did."""
    replaced = records.frameworks[framework_id]
    own = replaced.hardware
    successors: dict[str, Successor] = {}
    following = replaced.successor
    while following and following != framework_id and following not in successors:
        framework = records.frameworks[following]
        on = [chip for chip in own if chip in framework.hardware]
        successors[following] = Successor(following, state_of(framework), on)
        following = framework.successor
    replaced_on = {chip for one in successors.values() for chip in one.on}
    named_on = {chip for one in replaced.support if one.replacement for chip in one.every_accelerator}
    named = {name for one in replaced.support for name in one.replacement}
    offered_on = replaced_on.union(*(records.frameworks[name].hardware for name in named))
    living_on = {chip for one in successors.values() if not one.state.over for chip in one.on}
    found = Replacement(
        list(successors.values()),
        none_on=[chip for chip in own if chip not in replaced_on | named_on],
        elsewhere_on=[chip for chip in own if chip in named_on - offered_on],
        over_on=[chip for chip in own if chip in replaced_on - living_on],
        named={one: inferred for one, inferred in _named(replaced).items() if one not in successors},
    )
    return found if found.successors or found.named else None


def _named(replaced: Framework) -> Mapping[str, bool]:
    """Frameworks that statements of its end or maintenance name, with whether that is only inferred."""
    found: dict[str, bool] = {}
    for said in () if state_of(replaced).id in STILL_DEVELOPED else replaced.support:
        if said.status in ("maintenance", "ended"):
            found |= {one: bool(said.inferred) and found.get(one, True) for one in said.replacement}
    return found
