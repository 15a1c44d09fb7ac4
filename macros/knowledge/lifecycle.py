"""The lifecycle of every component and version at the edition of the data: notices, package lists and events joined.

A component that has a page as a framework has the state of the framework's own events; its notices are shown beside it.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from macros.knowledge.dated_notices import ENDED_STATES, STAGES, DatedNotice, dated_notices, newest_first
from macros.knowledge.grouping import group_by, group_pairs, unique
from macros.knowledge.indexes import Index
from macros.knowledge.lifecycle_status import DroppedVersion, LifecycleStatus, mentioned_versions, status_by_notices
from macros.knowledge.packages import Packages, sdk_named
from macros.loading import Records
from macros.schema.frameworks import Event, Framework

UNLISTED = "unlisted"
"""The state of an instance type that its provider's data no longer names: that it was withdrawn is inferred."""

STILL_NEW = datetime.timedelta(days=365)
"""A package that SDK releases list, and of which they brought a new version this recently, is still developed."""


class Lifecycle:
    """Every notice and every status, by the records that pages ask for."""

    def __init__(self, records: Records, packages: Packages | None = None) -> None:
        self._records = records
        self._packages = packages or Packages(records)
        self._accelerators_of_series = group_pairs((one.series, one.accelerator) for one in records.instances.values())
        self.notices = Index(
            (notice for key in records.components for notice in dated_notices(records, key)),
            {
                "components": lambda found: found.component,
                "sdks": lambda found: sdk_named(records, found.notice.sdk),
                "accelerators": lambda found: found.notice.accelerators,
                "instances": lambda found: found.notice.instances,
            },
        )
        """In the order of the records; `newest_first` sorts them."""
        self._of_framework = group_by(records.components, lambda key: records.components[key].framework)
        self._replaced = group_by(records.components, lambda key: records.components[key].successor)
        self._versions: dict[str, Sequence[LifecycleStatus]] = {}
        self._whole: dict[str, LifecycleStatus] = {}
        self._by_notices: dict[str, LifecycleStatus] = {}
        for key in records.components:
            self._add_statuses(key, self.notices.of("components", key))
        self._ended = dict(self._ended_records())

    def _add_statuses(self, key: str, notices: Sequence[DatedNotice]) -> None:
        partial = [found for found in notices if self._is_partial_end(found)]
        versions = [status_by_notices(key, version, notices, partial) for version in mentioned_versions(notices)]
        over = {status.version for status in versions if status.over}
        about_whole = [
            found
            for found in notices
            if found not in partial
            and (found.scope is None or (found.notice.event == "released" and found.scope not in over))
        ]
        by_notices = replace(status_by_notices(key, None, about_whole), partial_ends=partial)
        whole = self._with_framework(key, self._with_package_lists(key, by_notices))
        self._by_notices[key], self._whole[key] = by_notices, whole
        self._versions[key] = tuple(self._within_whole(status, whole, by_notices) for status in versions)

    def _is_partial_end(self, found: DatedNotice) -> bool:
        """Whether a notice ends it on some hardware while the newest SDK release lists it for other hardware too."""
        newest, named = self._packages.newest_for(found.component), set(found.notice.accelerators)
        if not newest or not named or found.stage <= STAGES["current"]:
            return False
        listed = {series for one in self._packages.in_release(newest, found.component) for series in one.row.series}
        return bool({chip for series in listed for chip in self._accelerators_of_series.get(series, ())} - named)

    def _with_package_lists(self, key: str, status: LifecycleStatus) -> LifecycleStatus:
        """Without a state by notices: current, if SDK releases list it and have lately brought a new version."""
        newest = self._packages.newest_for(key)
        if status.state or not newest or not self._packages.in_newest(key):
            return status
        days = {sdk: release.date for sdk, release in self._records.sdks.items()}
        newest_version = max(days[span.releases[0]] for span in self._packages.versions_of(key))
        is_current = days[newest] - newest_version <= STILL_NEW
        return replace(status, state="current", listed=newest) if is_current else status

    def _with_framework(self, key: str, status: LifecycleStatus) -> LifecycleStatus:
        """The same with the state by the events of the framework of the same name."""
        if self._records.components[key].framework != key:
            return status
        run = state_runs(self._records.frameworks[key])[-1]
        state = run[-1].state
        pending = () if state in ENDED_STATES else status.pending
        return replace(status, state=state, event=run[0], listed=None, pending=pending)

    def _within_whole(
        self, version: LifecycleStatus, whole: LifecycleStatus, by_notices: LifecycleStatus
    ) -> LifecycleStatus:
        """The status of a version, which cannot be in an earlier stage than the whole.

        But a notice that keeps this very version outlives the whole, unless a notice ends that too.
        """
        if version.over or (version.state == "maintenance" and not by_notices.over):
            return version
        if version.state is None and any(found.notice.announces == "released" for found in version.pending):
            return version
        inherits = _inherits(version, whole)
        successor, pin = version.successor, version.pin
        if inherits:
            successor, pin = successor or whole.successor, pin or whole.pin
        if (version.state is None or (inherits and whole.over)) and (dropped := self._dropped(version, whole)):
            return replace(version, state="removed", dropped=dropped, successor=successor, pin=pin, pending=())
        if not inherits:
            return version
        return replace(
            version,
            state=whole.state,
            first_notice=whole.first_notice,
            event=whole.event,
            successor=successor,
            pin=pin,
            pending=() if whole.over else version.pending,
        )

    def _dropped(self, version: LifecycleStatus, whole: LifecycleStatus) -> DroppedVersion | None:
        """Where the package lists dropped a version before the whole was over."""
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
        """The status of a component as a whole: of one that is a framework, that of the framework."""
        return self._whole[component]

    def status_by_notices(self, component: str) -> LifecycleStatus:
        """The status of a component as a whole by its notices alone."""
        return self._by_notices[component]

    def versions_of(self, component: str) -> Sequence[LifecycleStatus]:
        """The status of each version that a notice names, the newest first, or by their notices if they have names."""
        return self._versions[component]

    def components_of(self, framework: str) -> Sequence[str]:
        """The components whose notices are about a framework."""
        return self._of_framework.get(framework, ())

    def replaced_by(self, component: str) -> Sequence[str]:
        """The components whose successor a component is."""
        return self._replaced.get(component, ())

    def notices_of_hardware(self, accelerator: str, instances: Sequence[str] = ()) -> Sequence[DatedNotice]:
        """The notices that name an accelerator or one of some instance types, the newest first."""
        found = [self.notices.of("accelerators", accelerator)]
        found += [self.notices.of("instances", instance) for instance in instances]
        return newest_first(unique(one for notices in found for one in notices))

    def ended_state(self, kind: str, record: str) -> str | None:
        """The state of a framework or component that is over, `unlisted` for such an instance type; else None."""
        return self._ended.get((kind, record))

    def _ended_records(self) -> Iterator[tuple[tuple[str, str], str]]:
        for key, framework in self._records.frameworks.items():
            if (state := framework_state(framework)) in ENDED_STATES:
                yield ("frameworks", key), state
        for key, status in self._whole.items():
            if status.state in ENDED_STATES:
                yield ("components", key), status.state
        for key, instance in self._records.instances.items():
            # A list that lacks a type may be incomplete: only a notice makes it an end.
            unlisted = instance.offer and not instance.offer.listed
            if unlisted and any(found.state in ENDED_STATES for found in self.notices.of("instances", key)):
                yield ("instances", key), UNLISTED


def events_of(framework: Framework) -> Sequence[Event]:
    """The events of a framework, oldest first."""
    return sorted(framework.lifecycle, key=lambda event: event.date)


def state_runs(framework: Framework) -> Sequence[Sequence[Event]]:
    """The events of a framework, consecutive ones of one state together."""
    return [list(group) for _, group in groupby(events_of(framework), key=lambda event: event.state)]


def framework_state(framework: Framework) -> str:
    """The state of a framework by its newest event."""
    return events_of(framework)[-1].state


def _inherits(version: LifecycleStatus, whole: LifecycleStatus) -> bool:
    """Whether the whole is in a later stage than a version, by an event or notice about the whole."""
    about_whole = whole.event is not None or (whole.first_notice is not None and whole.first_notice.scope is None)
    if whole.state is None or not about_whole or (version.state is None and not whole.over):
        return False
    return STAGES[whole.state] > max(STAGES["current"], STAGES.get(version.state or "", -1))
