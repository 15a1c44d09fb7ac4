"""Notices about components with the day on which each takes effect, and the status that they bring by themselves.

A notice brings at most one state (EVENT_STATES); announcements, corrections and new names bring none. A correction
cancels the newest earlier notices of the same event and hardware. The newest state wins. A notice with a version counts
for that version only, except releases, which count for the whole component too. An announcement is pending until later
notices or states confirm it on all hardware it names.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from macros.facts.grouping import unique
from macros.facts.packages import sdk_named
from macros.schema.components import Notice
from macros.schema.frameworks import Event
from macros.schema.kinds import Records
from macros.words import version_order

EVENT_STATES: Mapping[str, str] = {
    "released": "current",
    "maintenance": "maintenance",
    "end_of_support": "ended",
    "archived": "ended",
    "removed": "removed",
}
"""The lifecycle state that an event brings."""

STAGES: Mapping[str, int] = {
    state: stage for stage, state in enumerate(("preview", "current", "maintenance", "ended", "removed"))
}
"""Lifecycle states in their order, as numbers."""

ENDED_STATES = frozenset({"ended", "removed"})
"""Lifecycle states in which nothing more is released."""

STILL_DEVELOPED = (None, "preview", "current")

PREVIEW_VERSION = re.compile(r"\b(alpha|beta|preview)\b", re.IGNORECASE)

NUMBERED = re.compile(r"(above )?\d")
"""The beginning of a version that can be sorted by number."""


@dataclass(frozen=True, slots=True)
class DatedNotice:
    component: str
    index: int
    """Its index in `notices` of the component's record."""
    notice: Notice
    effective: datetime.date | None
    """The day it takes effect: that of the SDK release it names, or else its own."""
    corrected_by: Notice | None = None

    @property
    def state(self) -> str | None:
        """The lifecycle state it brings; None for announcements, corrections, new names and corrected notices."""
        if self.corrected_by:
            return None
        if self.notice.event == "released" and PREVIEW_VERSION.search(self.notice.version or ""):
            return "preview"
        return EVENT_STATES.get(self.notice.event)

    @property
    def stage(self) -> int:
        """The place of its state in the order of states; -1 where it brings none."""
        return STAGES.get(self.state or "", -1)

    @property
    def announced_for(self) -> datetime.date | None:
        """The day for which an announcement was made; None where no day is known."""
        return self.effective if self.effective != self.notice.date else None

    @property
    def scope(self) -> str | None:
        """The version it is about; None where it is about the whole component, as every correction is."""
        return None if self.notice.event == "corrected" else self.notice.version


def dated_notices(records: Records, component_id: str) -> Iterator[DatedNotice]:
    notices = records.components[component_id].notices
    corrected_by: dict[int, Notice] = {}
    for correction in (notice for notice in notices if notice.event == "corrected"):
        for index in _corrected(notices, correction):
            corrected_by.setdefault(index, correction)
    for index, notice in enumerate(notices):
        sdk_id = sdk_named(records, notice.sdk)
        effective = notice.sdk_date or (records.sdks[sdk_id].date if sdk_id else notice.date)
        yield DatedNotice(component_id, index, notice, effective, corrected_by.get(index))


def _corrected(notices: Sequence[Notice], correction: Notice) -> Sequence[int]:
    """The places of what a correction cancels: the newest notices before it of the same event and hardware."""
    hardware, day = hardware_of(correction), correction.date
    earlier = {
        index: notice.date
        for index, notice in enumerate(notices)
        if notice.date and day and notice.date < day
        if correction.announces and correction.announces in (notice.event, notice.announces)
        # Those that name no hardware are about all.
        if not hardware or not hardware_of(notice) or hardware & hardware_of(notice)
    }
    newest = max(earlier.values(), default=None)
    return [index for index, date in earlier.items() if date == newest]


def hardware_of(notice: Notice) -> frozenset[str]:
    """The accelerators and instance types that a notice is about; empty: all."""
    return frozenset((*notice.accelerators, *notice.instances))


def newest_first(notices: Iterable[DatedNotice]) -> Sequence[DatedNotice]:
    """Sorts notices by their own date, then by the day they take effect; those that have neither come last."""

    def day(dated: DatedNotice) -> tuple[datetime.date, datetime.date, int]:
        own = dated.notice.date or dated.effective or datetime.date.min
        return own, dated.effective or own, dated.stage

    return sorted(notices, key=day, reverse=True)


@dataclass(frozen=True, slots=True)
class Pin:
    """What to pin to: the last SDK release that has the component, or the last version for some hardware."""

    sdk: str | None
    version: str | None
    notice: Notice


@dataclass(frozen=True, slots=True)
class DroppedVersion:
    without: str
    """The first SDK release without a build of it."""
    day: datetime.date


@dataclass(frozen=True, slots=True)
class LifecycleStatus:
    component: str
    version: str | None
    """None for the component as a whole."""
    state: str | None
    """None where it is not known."""
    first_notice: DatedNotice | None
    state_notices: Sequence[DatedNotice]
    """Every notice that brings a state, oldest first."""
    pending: Sequence[DatedNotice]
    """Announcements that no later notice confirms."""
    successor: DatedNotice | None
    pin: Pin | None
    renamed: DatedNotice | None
    """The newest notice that gives it another name."""
    partial_ends: Sequence[DatedNotice] = ()
    """Notices that end it on some hardware, while the newest SDK release lists it for other hardware."""
    event: Event | None = None
    """The event of the framework with which the state began; None where the state comes from notices."""
    dropped: DroppedVersion | None = None
    """Set if only the package lists of SDK releases show that the version ended."""
    listed: str | None = None
    """The newest SDK release, if only its package list shows that the component is current."""
    last_notice: datetime.date | None = None
    """The day of the newest notice, if it said current and is too old to show that this still holds."""
    part_of: str | None = None
    """The framework, if only the end of that whole brings the state of this part of it."""

    @property
    def since(self) -> datetime.date | None:
        """The first day of the state; None where it was not published, or no state is known."""
        return None if self.event and not self.event.day_published else self.effective_day

    @property
    def effective_day(self) -> datetime.date | None:
        """The first day of the state; if that was not published, the earliest date at which the state is documented."""
        if self.dropped:
            return self.dropped.day
        if self.event:
            return self.event.date
        return self.first_notice.effective if self.first_notice else None

    @property
    def announced_ends(self) -> Sequence[DatedNotice]:
        """Announcements of an end that no later notice confirms."""
        return [one for one in self.pending if EVENT_STATES.get(one.notice.announces or "") in ENDED_STATES]

    @property
    def over(self) -> bool:
        """Whether the state is an end: nothing more is released."""
        return self.state in ENDED_STATES


def mentioned_versions(notices: Iterable[DatedNotice]) -> Sequence[str]:
    """The versions that notices name, newest first: by number, or by newest notice if one has no number."""
    versions = unique(dated.scope for dated in newest_first(notices) if dated.scope and not dated.corrected_by)
    numbered = all(NUMBERED.match(version) for version in versions)
    return sorted(versions, key=version_order, reverse=True) if numbered else versions


def status_by_notices(
    component_id: str, version: str | None, notices: Iterable[DatedNotice], partial_ends: Sequence[DatedNotice] = ()
) -> LifecycleStatus:
    """The status of a version, or of the whole component if `version` is None, by its notices."""
    own = [dated for dated in notices if version is None or dated.scope == version]
    valid = [dated for dated in newest_first(own) if not dated.corrected_by]
    state_notices = _state_notices(own, whole=version is None)
    same_state = [list(group) for _, group in groupby(state_notices, key=lambda dated: dated.state)]
    current = same_state[-1] if same_state else []
    state = current[0].state if current else None
    preferred = [*reversed(current), *valid]
    names_successor = (one for one in preferred if one.notice.successor and one.notice.event != "renamed")
    pending = _pending(valid, state_notices)
    is_developed = not pending and state in STILL_DEVELOPED
    return LifecycleStatus(
        component=component_id,
        version=version,
        state=state,
        first_notice=current[0] if current else None,
        state_notices=state_notices,
        pending=pending,
        successor=next(names_successor, None),
        pin=next(_pins(one.notice for one in preferred if one.notice.event == "corrected" or not is_developed), None),
        renamed=next((dated for dated in valid if dated.notice.event == "renamed"), None),
        partial_ends=[dated for dated in own if dated in partial_ends],
    )


def _state_notices(notices: Iterable[DatedNotice], *, whole: bool) -> Sequence[DatedNotice]:
    """The notices that bring a state, sorted by the day they take effect; those without a day come last."""
    kept: list[DatedNotice] = []
    for dated in sorted(notices, key=lambda dated: (dated.effective or datetime.date.max, dated.stage)):
        before = kept[-1].state if kept else None
        if dated.state is None or (dated.state == "preview" and before == "current"):
            continue
        # A new version does not make a component current again that is in maintenance or ended.
        if not (whole and dated.scope and before not in STILL_DEVELOPED):
            kept.append(dated)
    return kept


def _pending(valid: Sequence[DatedNotice], state_notices: Sequence[DatedNotice]) -> Sequence[DatedNotice]:
    """The newest announcement of each event that is not confirmed. `valid` is sorted newest first."""
    pending: dict[str, DatedNotice] = {}
    for index, dated in enumerate(valid):
        event = dated.notice.announces
        if dated.notice.event != "announced" or event is None or event in pending:
            continue
        later = [other for other in valid[:index] if other.notice.event == event]
        if not _covers([*later, *_as_far(event, state_notices)], dated.notice):
            pending[event] = dated
    return list(pending.values())


def _as_far(event: str, state_notices: Sequence[DatedNotice]) -> Sequence[DatedNotice]:
    """The notices that brought a state as far as that of an event or further, if the state of today is."""
    target = STAGES.get(EVENT_STATES.get(event, ""), 0)
    if target <= STAGES["current"] or not state_notices or state_notices[-1].stage < target:
        return ()
    return [dated for dated in state_notices if dated.stage >= target]


def _covers(notices: Sequence[DatedNotice], announcement: Notice) -> bool:
    """Whether notices are, together, about all hardware of an announcement: one that names none is about all.

    An announcement that names none may mean any hardware, so that any notice confirms it.
    """
    named = [hardware_of(dated.notice) for dated in notices]
    return bool(named) and (not all(named) or hardware_of(announcement) <= frozenset().union(*named))


def _pins(notices: Iterable[Notice]) -> Iterator[Pin]:
    for notice in notices:
        version = notice.version if notice.event == "corrected" else None
        if version or notice.last_sdk:
            yield Pin(notice.last_sdk, version, notice)
