"""The lifecycle status of every component and version.

The state of a component is that of the framework of the same id, else by its notices, else by SDK package lists.
The state of a version is by its notices, unless the component is at a later stage or package lists dropped the version.
A part of a framework that has ended has ended too. A notice alone shows for a year that something is current.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, takewhile

from macros.facts.grouping import Index, group_by, group_pairs, unique
from macros.facts.notices import (
    ENDED_STATES,
    STAGES,
    DatedNotice,
    DroppedVersion,
    LifecycleStatus,
    dated_notices,
    mentioned_versions,
    newest_first,
    status_by_notices,
)
from macros.facts.packages import Packages, sdk_named
from macros.loading import Records
from macros.schema.frameworks import Event, Framework

RETIRED = "retired"
"""The state of an instance type that its provider no longer lists, and whose end a notice documents."""

MAX_AGE_OF_CURRENT = datetime.timedelta(days=365)
"""Without notices, a listed package is current if its newest version appeared at most so long before the newest SDK
release. What no package list has is current if its newest notice is at most so long before the newest release."""


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


class Lifecycle:
    """All notices, indexed by the records that they name, and the status of each component and version."""

    def __init__(self, records: Records, packages: Packages | None = None) -> None:
        self._records = records
        self._packages = packages or Packages(records)
        self._accelerators_of_series = group_pairs(
            (instance.series, instance.accelerator) for instance in records.instances.values()
        )
        self.notices = Index(
            (notice for key in records.components for notice in dated_notices(records, key)),
            {
                "components": lambda dated: dated.component,
                "sdks": lambda dated: sdk_named(records, dated.notice.sdk),
                "accelerators": lambda dated: dated.notice.accelerators,
                "instances": lambda dated: dated.notice.instances,
            },
        )
        """In the order of the records: sort them with `newest_first`."""
        self._of_framework: Mapping[str, Sequence[str]] = group_by(
            records.components, lambda key: records.components[key].framework
        )
        self._replaced: Mapping[str, Sequence[str]] = group_by(
            records.components, lambda key: records.components[key].successor
        )
        self._versions: dict[str, Sequence[LifecycleStatus]] = {}
        self._whole: dict[str, LifecycleStatus] = {}
        self._by_notices: dict[str, LifecycleStatus] = {}
        for key in records.components:
            self._add_statuses(key, self.notices.of("components", key))
        self._ended = dict(self._ended_records())

    def _add_statuses(self, key: str, notices: Sequence[DatedNotice]) -> None:
        partial = [dated for dated in notices if self._is_partial_end(dated)]
        versions = [status_by_notices(key, version, notices, partial) for version in mentioned_versions(notices)]
        over = {status.version for status in versions if status.over}
        about_whole = [
            dated
            for dated in notices
            if dated not in partial
            and (dated.scope is None or (dated.notice.event == "released" and dated.scope not in over))
        ]
        by_notices = replace(status_by_notices(key, None, about_whole), partial_ends=partial)
        listed = self._with_package_lists(key, self._unless_old(by_notices, about_whole))
        whole = self._with_framework(key, listed)
        self._by_notices[key], self._whole[key] = by_notices, whole
        self._versions[key] = tuple(
            self._within_whole(self._unless_old(status, notices), whole, by_notices) for status in versions
        )

    def _unless_old(self, status: LifecycleStatus, notices: Iterable[DatedNotice]) -> LifecycleStatus:
        """`status`; without its state, if that is current, its newest notice is old and no package list has it."""
        if status.state != "current" or self._is_listed(status):
            return status
        own = (dated for dated in notices if status.version in (None, dated.scope))
        last = max((day for dated in own for day in (dated.notice.date, dated.effective) if day), default=None)
        newest = max((release.date for release in self._records.sdks.values()), default=None)
        if last is None or newest is None or newest - last <= MAX_AGE_OF_CURRENT:
            return status
        return replace(status, state=None, first_notice=None, last_notice=last)

    def _is_listed(self, status: LifecycleStatus) -> bool:
        """Whether the newest package list has a component, builds of the version, or packages for the hardware."""
        if status.version is None:
            return self._packages.in_newest(status.component) or self._is_listed_hardware(status)
        builds = self._packages.builds_of(status.component, status.version)
        return bool(builds) and self._packages.manifest_after(builds[-1].sdk) is None

    def _is_listed_hardware(self, status: LifecycleStatus) -> bool:
        """Whether a component is hardware for whose accelerators the newest package list has packages."""
        if self._records.components[status.component].kind != "instance" or status.first_notice is None:
            return False
        named = status.first_notice.notice.accelerators
        series = tuple(one for one, chips in self._accelerators_of_series.items() if not set(named).isdisjoint(chips))
        platform = self._packages.platform_for(series)
        return platform is not None and self._packages.last_for(series, platform) == self._packages.newest_on(platform)

    def _is_partial_end(self, dated: DatedNotice) -> bool:
        """Whether a notice ends a component on some accelerators while the newest SDK release lists it for others."""
        newest, ended_on = self._packages.newest_for(dated.component), set(dated.notice.accelerators)
        if not newest or not ended_on or dated.stage <= STAGES["current"]:
            return False
        shipped = self._packages.in_release(newest, dated.component)
        listed = {series for package in shipped for series in package.row.series}
        return bool({chip for series in listed for chip in self._accelerators_of_series.get(series, ())} - ended_on)

    def _with_package_lists(self, key: str, status: LifecycleStatus) -> LifecycleStatus:
        """`status`; if it has no state: current, if the newest SDK release lists it and a new version is recent."""
        newest = self._packages.listed_by(key)
        if status.state or newest is None:
            return status
        days = {sdk: release.date for sdk, release in self._records.sdks.items()}
        newest_version = max(days[span.releases[0]] for span in self._packages.versions_of(key))
        is_current = days[newest] - newest_version <= MAX_AGE_OF_CURRENT
        return replace(status, state="current", listed=newest) if is_current else status

    def _with_framework(self, key: str, status: LifecycleStatus) -> LifecycleStatus:
        """`status`; with the state of a framework, if the component is that framework or a part of one that ended."""
        framework = self._records.components[key].framework
        if framework is None:
            return status
        run = state_runs(self._records.frameworks[framework])[-1]
        state = run[-1].state
        if framework != key:
            known = status.state or status.last_notice
            if known is None or status.over or state not in ENDED_STATES:
                return status
            return replace(
                status, state=state, event=run[0], listed=None, last_notice=None, part_of=framework, pending=()
            )
        pending = () if state in ENDED_STATES else status.pending
        return replace(status, state=state, event=run[0], listed=None, last_notice=None, pending=pending)

    def _within_whole(
        self, version: LifecycleStatus, whole: LifecycleStatus, by_notices: LifecycleStatus
    ) -> LifecycleStatus:
        """`version` with the state of the whole component, if that is at a later stage.

        A version that a notice keeps in maintenance stays so, unless a notice ends the whole component.
        """
        if version.over or (version.state == "maintenance" and not by_notices.over):
            return version
        if version.state is None and any(dated.notice.announces == "released" for dated in version.pending):
            return version
        inherits = _inherits(version, whole)
        successor, pin = version.successor, version.pin
        if inherits:
            successor, pin = successor or whole.successor, pin or whole.pin
        if (version.state is None or (inherits and whole.over)) and (dropped := self._dropped(version, whole)):
            version = replace(version, successor=successor, pin=pin, pending=())
            return replace(version, state="removed", dropped=dropped, last_notice=None)
        if not inherits:
            return version
        return replace(
            version,
            state=whole.state,
            first_notice=whole.first_notice,
            last_notice=None,
            event=whole.event,
            part_of=whole.part_of,
            successor=successor,
            pin=pin,
            pending=() if whole.over else version.pending,
        )

    def _dropped(self, version: LifecycleStatus, whole: LifecycleStatus) -> DroppedVersion | None:
        """The first package list without a version, if it is from before the end of the whole component; else None."""
        builds = self._packages.builds_of(version.component, version.version or "")
        without = self._packages.manifest_after(builds[-1].sdk) if builds else None
        if without is None:
            return None
        day = self._records.sdks[without].date
        if whole.over and whole.effective_day and day >= whole.effective_day:
            return None
        return DroppedVersion(builds[-1], without, day)

    def notices_of(self, component: str) -> Sequence[DatedNotice]:
        """The notices of a component, the newest first."""
        return newest_first(self.notices.of("components", component))

    def status_of(self, component: str) -> LifecycleStatus:
        """The status of a component as a whole. If it is a framework, its state is that of the framework."""
        return self._whole[component]

    def status_by_notices(self, component: str) -> LifecycleStatus:
        """The status of a component as a whole by its notices alone."""
        return self._by_notices[component]

    def versions_of(self, component: str) -> Sequence[LifecycleStatus]:
        """The status of each version that a notice names, in the order of `mentioned_versions`."""
        return self._versions[component]

    def components_of(self, framework: str) -> Sequence[str]:
        """The components that belong to a framework."""
        return self._of_framework.get(framework, ())

    def replaced_by(self, component: str) -> Sequence[str]:
        """The components that a component replaced."""
        return self._replaced.get(component, ())

    def notices_of_hardware(self, accelerator: str, instances: Sequence[str] = ()) -> Sequence[DatedNotice]:
        """The notices that name an accelerator or one of some instance types, the newest first."""
        groups = [self.notices.of("accelerators", accelerator)]
        groups += [self.notices.of("instances", instance) for instance in instances]
        return newest_first(unique(dated for notices in groups for dated in notices))

    def by_notices(self, record: str) -> ByNotices | None:
        """The state that notices of the component of the same name bring, if it is another than its own."""
        component, packages = self._records.components.get(record), self._packages
        if component is None or component.framework != record:
            return None
        status = self.status_by_notices(record)
        if status.state in (None, self.status_of(record).state):
            return None
        gone = packages.releases_of(record) and not packages.in_newest(record)
        return ByNotices(status, packages.newest_for(record) if gone else None)

    def replacement(self, record: str) -> Replacement:
        accelerators = _accelerators(self._records.frameworks[record])
        successors = self._successors(record, accelerators)
        replaced_on = {chip for successor in successors for chip in successor.on}
        living_on = {chip for successor in successors if not successor.state.over for chip in successor.on}
        left = [chip for chip in accelerators if chip not in living_on]
        return Replacement(
            successors=successors,
            none_on=[chip for chip in left if chip not in replaced_on],
            over_on=[chip for chip in left if chip in replaced_on],
        )

    def _successors(self, record: str, accelerators: Sequence[str]) -> Sequence[Successor]:
        frameworks = self._records.frameworks
        successors: dict[str, Successor] = {}
        following = frameworks[record].successor
        while following and following != record and following not in successors:
            framework = frameworks[following]
            runs_on = [chip for chip in accelerators if chip in _accelerators(framework)]
            successors[following] = Successor(following, state_of(framework), runs_on)
            following = framework.successor
        return list(successors.values())

    def ended_state(self, kind: str, record: str) -> str | None:
        """The state of a framework or component that has ended, or RETIRED for an instance type; else None."""
        return self._ended.get((kind, record))

    def _ended_records(self) -> Iterator[tuple[tuple[str, str], str]]:
        for key, framework in self._records.frameworks.items():
            if (state := framework_state(framework)) in ENDED_STATES:
                yield ("frameworks", key), state
        for key, status in self._whole.items():
            if status.state in ENDED_STATES:
                yield ("components", key), status.state
        for key, instance in self._records.instances.items():
            # The provider's list may be incomplete: it takes a notice as well.
            unlisted = instance.offer and not instance.offer.listed
            if unlisted and any(dated.state in ENDED_STATES for dated in self.notices.of("instances", key)):
                yield ("instances", key), RETIRED


def events_of(framework: Framework) -> Sequence[Event]:
    """The events of a framework, oldest first."""
    return sorted(framework.lifecycle, key=lambda event: event.date)


def state_runs(framework: Framework) -> Sequence[Sequence[Event]]:
    """The events of a framework, consecutive ones of the same state grouped."""
    return [list(group) for _, group in groupby(events_of(framework), key=lambda event: event.state)]


def framework_state(framework: Framework) -> str:
    """The state of a framework by its newest event."""
    return events_of(framework)[-1].state


def _inherits(version: LifecycleStatus, whole: LifecycleStatus) -> bool:
    """Whether the whole component is at a later stage than a version, by an event or notice about the whole."""
    about_whole = whole.event is not None or (whole.first_notice is not None and whole.first_notice.scope is None)
    if whole.state is None or not about_whole or (version.state is None and not whole.over):
        return False
    return STAGES[whole.state] > max(STAGES["current"], STAGES.get(version.state or "", -1))


def turns_over(framework: Framework) -> Sequence[Event]:
    """The first event of each stretch in which nothing more is released, up to now; none where it is not over."""
    turns = [run[0] for run in state_runs(framework)]
    return list(takewhile(lambda turn: turn.state in ENDED_STATES, reversed(turns)))[::-1]


def state_of(framework: Framework) -> FrameworkState:
    """The state that the newest event of a framework brings."""
    run = state_runs(framework)[-1]
    return FrameworkState(run[-1].state, run[0], run[-1])


def _accelerators(framework: Framework) -> Sequence[str]:
    return [hardware.accelerator for hardware in framework.hardware]
