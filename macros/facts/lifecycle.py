"""The lifecycle status of every component and version, and of frameworks.

The state of a framework is by its events. The state of a component is that of the framework of the same id, else by
its notices, else by SDK package lists. The state of a version is by its notices, unless the component is at a later
stage or package lists dropped the version. A part of a framework that has ended has ended too. A notice alone shows for
a year that something is current.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from macros.facts.framework_states import framework_itself, state_of
from macros.facts.grouping import Index, by, group_pairs
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
from macros.facts.packages import VERSION_NAMED, Packages, Shipped, begins, sdk_named
from macros.schema.kinds import Records

RETIRED = "retired"
"""The state of an instance type that its provider no longer lists, and whose end a notice documents."""

MAX_AGE_OF_CURRENT = datetime.timedelta(days=365)
"""Without notices, a listed package is current if its newest version appeared at most so long before the newest SDK
release. What no package list has is current if its newest notice is at most so long before the newest release."""


@dataclass(frozen=True)
class ByNotices:
    """The state of a framework by its notices, where its events bring another."""

    status: LifecycleStatus
    missing_in: str | None
    """The newest SDK release, where its package list has had it and has it no longer."""


class Lifecycle:
    """All notices, indexed by the records that they name, and the status of each component and version."""

    def __init__(self, records: Records, packages: Packages) -> None:
        self._records, self._packages = records, packages
        self._accelerators_of_series = group_pairs(
            (instance.series, instance.accelerator) for instance in records.instances.values()
        )
        self._newest_release = max((sdk.date for sdk in records.sdks.values() if sdk.date), default=None)
        self._by_notices: dict[str, LifecycleStatus] = {}
        self._whole: dict[str, LifecycleStatus] = {}
        self._versions: dict[str, Sequence[LifecycleStatus]] = {}
        every: list[DatedNotice] = []
        for component_id in records.components:
            notices = list(dated_notices(records, component_id))
            self._add_statuses(component_id, notices)
            every += notices
        self.notices = Index(
            newest_first(every),
            by(
                "component",
                sdks=lambda dated: sdk_named(records, dated.notice.sdk),
                accelerators="notice.accelerators",
                instances="notice.instances",
            ),
        )
        """The newest first."""
        self._ended = dict(self._ended_records())

    def status_of(self, component_id: str) -> LifecycleStatus:
        """The status of a component as a whole. If it is a framework, its state is that of the framework."""
        return self._whole[component_id]

    def status_by_notices(self, component_id: str) -> LifecycleStatus:
        return self._by_notices[component_id]

    def versions_of(self, component_id: str) -> Sequence[LifecycleStatus]:
        """The status of each version that a notice names, in the order of `mentioned_versions`."""
        return self._versions[component_id]

    def version_of_build(self, shipped: Shipped) -> LifecycleStatus | None:
        """The status of the version that a package of an SDK release is a build of; None where no notice names it."""
        versions, build = self._versions[shipped.component], shipped.row.version
        named = ((one, VERSION_NAMED.fullmatch(one.version or "")) for one in versions)
        return next((one for one, match in named if match and begins(build, match["number"])), None)

    def by_notices(self, framework_id: str) -> ByNotices | None:
        """The state that notices of the component of the same name bring, if it is another than its own."""
        if framework_itself(self._records, framework_id) is None:
            return None
        status, packages = self._by_notices[framework_id], self._packages
        if status.state in (None, self._whole[framework_id].state):
            return None
        is_listed = packages.listed_by(framework_id) is not None
        return ByNotices(status, None if is_listed else packages.newest_for(framework_id))

    def ended_state(self, kind: str, record_id: str) -> str | None:
        """The state of a framework or component that has ended, or RETIRED for an instance type; else None."""
        return self._ended.get((kind, record_id))

    def _ended_records(self) -> Iterator[tuple[tuple[str, str], str]]:
        for framework_id, framework in self._records.frameworks.items():
            if (state := state_of(framework)).over:
                yield ("frameworks", framework_id), state.id
        for component_id, status in self._whole.items():
            if status.state and status.over:
                yield ("components", component_id), status.state
        for instance_id, instance in self._records.instances.items():
            # The provider's list may be incomplete: it takes a notice as well.
            unlisted = instance.offer and not instance.offer.listed
            if unlisted and any(dated.state in ENDED_STATES for dated in self.notices_of_instance(instance_id)):
                yield ("instances", instance_id), RETIRED

    def notices_of_instance(self, instance_id: str) -> Sequence[DatedNotice]:
        """The notices about an instance type itself, not about software that ends on it."""
        named, components = self.notices.of("instances", instance_id), self._records.components
        return [dated for dated in named if components[dated.component].kind == "instance"]

    def _add_statuses(self, component_id: str, notices: Sequence[DatedNotice]) -> None:
        partial = [dated for dated in notices if self._is_partial_end(dated)]
        versions = [
            status_by_notices(component_id, version, notices, partial) for version in mentioned_versions(notices)
        ]
        over = {status.version for status in versions if status.over}
        about_whole = [
            dated
            for dated in notices
            if dated not in partial
            and (dated.scope is None or (dated.notice.event == "released" and dated.scope not in over))
        ]
        by_notices = replace(status_by_notices(component_id, None, about_whole), partial_ends=partial)
        whole = self._with_framework(self._with_package_lists(self._unless_old(by_notices, about_whole)))
        self._by_notices[component_id], self._whole[component_id] = by_notices, whole
        self._versions[component_id] = tuple(
            self._within_whole(self._unless_old(status, notices), whole, by_notices) for status in versions
        )

    def _is_partial_end(self, dated: DatedNotice) -> bool:
        """Whether a notice ends a component on some accelerators while the newest SDK release lists it for others."""
        newest, ended_on = self._packages.newest_for(dated.component), set(dated.notice.accelerators)
        if not newest or not ended_on or dated.stage <= STAGES["current"]:
            return False
        shipped = (one for one in self._packages.of_component(dated.component) if one.sdk == newest)
        listed = {series for package in shipped for series in package.row.series}
        return bool({chip for series in listed for chip in self._accelerators_of_series.get(series, ())} - ended_on)

    def _unless_old(self, status: LifecycleStatus, notices: Iterable[DatedNotice]) -> LifecycleStatus:
        """`status`; without its state, if that is current, its newest notice is old and no package list has it."""
        if status.state != "current" or self._is_listed(status):
            return status
        own = (dated for dated in notices if status.version in (None, dated.scope))
        last = max((day for dated in own for day in (dated.notice.date, dated.effective) if day), default=None)
        if last is None or self._newest_release is None or self._newest_release - last <= MAX_AGE_OF_CURRENT:
            return status
        return replace(status, state=None, first_notice=None, last_notice=last)

    def _is_listed(self, status: LifecycleStatus) -> bool:
        """Whether the newest package list has a component, builds of the version, or packages for the hardware."""
        if status.version is None:
            return self._packages.listed_by(status.component) is not None or self._is_listed_hardware(status)
        builds = self._packages.builds_of(status.component, status.version)
        return bool(builds) and self._packages.after(builds[-1].sdk, whole=True) is None

    def _is_listed_hardware(self, status: LifecycleStatus) -> bool:
        """Whether a component is hardware for whose accelerators the newest package list has packages."""
        if self._records.components[status.component].kind != "instance" or status.first_notice is None:
            return False
        named = status.first_notice.notice.accelerators
        series = tuple(one for one, chips in self._accelerators_of_series.items() if not set(named).isdisjoint(chips))
        last = self._packages.last_for(series)
        return last is not None and last == self._packages.newest_on(self._records.sdks[last].platform)

    def _with_package_lists(self, status: LifecycleStatus) -> LifecycleStatus:
        """`status`; if it has no state: current, if the newest SDK release lists it and a new version is recent."""
        newest, sdks = self._packages.listed_by(status.component), self._records.sdks
        if status.state or newest is None:
            return status
        newest_version = max(sdks[span.releases[0]].order for span in self._packages.versions_of(status.component))
        is_current = sdks[newest].order - newest_version <= MAX_AGE_OF_CURRENT
        return replace(status, state="current", listed=newest) if is_current else status

    def _with_framework(self, status: LifecycleStatus) -> LifecycleStatus:
        """`status`; with the state of a framework, if the component is that framework or a part of one that ended."""
        framework_id = self._records.components[status.component].framework
        if framework_id is None:
            return status
        state = state_of(self._records.frameworks[framework_id])
        is_part = framework_id != status.component
        is_known = status.state or status.last_notice
        if is_part and (not is_known or status.over or not state.over):
            return status
        return replace(
            status,
            state=state.id,
            event=state.turn,
            listed=None,
            last_notice=None,
            part_of=framework_id if is_part else None,
            pending=() if state.over else status.pending,
        )

    def _within_whole(
        self, version: LifecycleStatus, whole: LifecycleStatus, by_notices: LifecycleStatus
    ) -> LifecycleStatus:
        """`version` with the state of the whole component, if that is at a later stage.

        A version that a notice keeps in maintenance stays so, unless a notice ends the whole component.
        """
        if version.over or (version.state == "maintenance" and not by_notices.over):
            return version
        if version.state is None and any(found.notice.announces == "released" for found in version.pending):
            return version
        inherits = _inherits(version, whole)
        if inherits:
            version = replace(version, successor=version.successor or whole.successor, pin=version.pin or whole.pin)
        if (version.state is None or (inherits and whole.over)) and (dropped := self._dropped(version, whole)):
            return replace(version, state="removed", dropped=dropped, last_notice=None, pending=())
        if not inherits:
            return version
        return replace(
            version,
            state=whole.state,
            first_notice=whole.first_notice,
            last_notice=None,
            event=whole.event,
            part_of=whole.part_of,
            pending=() if whole.over else version.pending,
        )

    def _dropped(self, version: LifecycleStatus, whole: LifecycleStatus) -> DroppedVersion | None:
        """The first package list without a version, if it is from before the end of the whole component; else None."""
        builds = self._packages.builds_of(version.component, version.version or "")
        without = self._packages.after(builds[-1].sdk, whole=True) if builds else None
        if without is None:
            return None
        day = self._records.sdks[without].order
        is_later = whole.over and whole.effective_day and day >= whole.effective_day
        return None if is_later else DroppedVersion(without, day)


def _inherits(version: LifecycleStatus, whole: LifecycleStatus) -> bool:
    """Whether the whole component is at a later stage than a version, by an event or notice about the whole."""
    about_whole = whole.event is not None or (whole.first_notice is not None and whole.first_notice.scope is None)
    if whole.state is None or not about_whole or (version.state is None and not whole.over):
        return False
    return STAGES[whole.state] > max(STAGES["current"], STAGES.get(version.state or "", -1))
