"""Notices about components, with the day on which each takes effect, the state it brings, and its correction.

A notice brings at most one state (EVENT_STATES); announcements, corrections and new names bring none. A correction
cancels the newest earlier notices of the same event and hardware. `lifecycle_status` makes a status of the notices.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from macros.facts.grouping import unique
from macros.facts.packages import Shipped, sdk_named, version_order
from macros.loading import Records
from macros.schema.components import Component, Notice
from macros.schema.frameworks import Event

EVENT_STATES: Mapping[str, str] = {
    "released": "current",
    "maintenance": "maintenance",
    "end_of_support": "ended",
    "archived": "ended",
    "removed": "removed",
}
"""The lifecycle state that an event brings. Announcements, corrections and new names bring none."""

STAGES: Mapping[str, int] = {
    state: stage for stage, state in enumerate(("preview", "current", "maintenance", "ended", "removed"))
}
"""Lifecycle states in their order, as numbers."""

ENDED_STATES = frozenset({"ended", "removed"})
"""Lifecycle states in which nothing more is released."""

PREVIEW_VERSION = re.compile(r"\b(alpha|beta|preview)\b", re.IGNORECASE)
"""Words in the version of a release that make it a preview."""


@dataclass(frozen=True, slots=True)
class DatedNotice:
    """A notice about a component, with the day it takes effect."""

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
    def scope(self) -> str | None:
        """The version it is about; None where it is about the whole component, as every correction is."""
        return None if self.notice.event == "corrected" else self.notice.version


def dated_notices(records: Records, key: str) -> Iterator[DatedNotice]:
    """The notices of a component, in the order of its record."""
    component = records.components[key]
    for index, notice in enumerate(component.notices):
        sdk = sdk_named(records, notice.sdk)
        effective = notice.sdk_date or (records.sdks[sdk].date if sdk else notice.date)
        yield DatedNotice(key, index, notice, effective, _correction(component, notice))


def newest_first(notices: Iterable[DatedNotice]) -> Sequence[DatedNotice]:
    """Sorts notices by their own date, then by the day they take effect; those that have neither come last."""
    return sorted(notices, key=_sort_key, reverse=True)


def _sort_key(dated: DatedNotice) -> tuple[datetime.date, datetime.date, int]:
    own_date = dated.notice.date or dated.effective or datetime.date.min
    return own_date, dated.effective or own_date, dated.stage


def _correction(component: Component, notice: Notice) -> Notice | None:
    """The later notice that corrects this one; None if there is none."""
    corrections = (other for other in component.notices if other.event == "corrected")
    return next((other for other in corrections if notice in _corrected(component, other)), None)


def _corrected(component: Component, correction: Notice) -> Sequence[Notice]:
    """The notices that a correction cancels: the newest before it of the same event and the same hardware."""
    event, day = correction.announces, correction.date
    if not event or not day:
        return ()
    earlier = [
        (notice.date, notice)
        for notice in component.notices
        if notice.date and notice.date < day
        if event in (notice.event, notice.announces) and _same_hardware(notice, correction)
    ]
    newest = max((date for date, _ in earlier), default=None)
    return [notice for date, notice in earlier if date == newest]


def _same_hardware(notice: Notice, other: Notice) -> bool:
    """Whether two notices can be about the same hardware: one that names none is about all."""
    first, second = hardware_of(notice), hardware_of(other)
    return not first or not second or bool(first & second)


def hardware_of(notice: Notice) -> frozenset[str]:
    """The accelerators and instance types that a notice is about; empty: all."""
    return frozenset((*notice.accelerators, *notice.instances))


NUMBERED = re.compile(r"(above )?\d")
"""The beginning of a version that can be sorted by number."""


@dataclass(frozen=True, slots=True)
class PendingAnnouncement:
    """An announcement that no later notice confirms."""

    notice: Notice
    day: datetime.date | None
    """The day it was announced for; None where no day is known."""


@dataclass(frozen=True, slots=True)
class Pin:
    """What to pin to: the last SDK release that has the component, or the last version for some hardware."""

    sdk: str | None
    version: str | None
    notice: Notice
    """The notice that names it."""


@dataclass(frozen=True, slots=True)
class DroppedVersion:
    """A version that the package lists of the SDK releases no longer have."""

    last: Shipped
    """Its last build."""
    without: str
    """The first SDK release without one."""
    day: datetime.date


@dataclass(frozen=True, slots=True)
class LifecycleStatus:
    """The lifecycle status of a component, or of one version of it."""

    component: str
    version: str | None
    """None for the component as a whole."""
    state: str | None
    """None where it is not known."""
    first_notice: DatedNotice | None
    """The first notice of this state."""
    state_notices: Sequence[DatedNotice]
    """Every notice that brings a state, oldest first."""
    pending: Sequence[PendingAnnouncement]
    successor: DatedNotice | None
    """The notice that names the successor."""
    pin: Pin | None
    renamed: DatedNotice | None
    """The newest notice that gives it another name."""
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
    partial_ends: Sequence[DatedNotice] = ()
    """Notices that end it on some hardware, while the newest SDK release lists it for other hardware."""

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
    def over(self) -> bool:
        """Whether the state is an end: nothing more is released."""
        return self.state in ENDED_STATES


def mentioned_versions(notices: Iterable[DatedNotice]) -> Sequence[str]:
    """The versions that notices name, newest first: by number, or by newest notice if one has no number."""
    scopes = (dated.scope for dated in newest_first(notices) if not dated.corrected_by)
    versions = unique(scope for scope in scopes if scope)
    numbered = all(NUMBERED.match(version) for version in versions)
    return sorted(versions, key=version_order, reverse=True) if numbered else versions


def status_by_notices(
    component: str, version: str | None, notices: Iterable[DatedNotice], partial_ends: Sequence[DatedNotice] = ()
) -> LifecycleStatus:
    """The status of a version, or of the whole component if `version` is None, by its notices."""
    own = [dated for dated in notices if version is None or dated.scope == version]
    valid = [dated for dated in newest_first(own) if not dated.corrected_by]
    state_notices = _state_notices(own, whole=version is None)
    same_state = [list(group) for _, group in groupby(state_notices, key=attrgetter("state"))]
    current = same_state[-1] if same_state else []
    state = current[-1].state if current else None
    preferred = [*reversed(current), *valid]
    pending = _pending(valid, state_notices)
    pin_notices = preferred if pending or state not in (None, "preview", "current") else _corrections(valid)
    return LifecycleStatus(
        component=component,
        version=version,
        state=state,
        first_notice=current[0] if current else None,
        state_notices=state_notices,
        pending=pending,
        successor=next(
            (dated for dated in preferred if dated.notice.successor and dated.notice.event != "renamed"), None
        ),
        pin=_pin(pin_notices),
        renamed=next((dated for dated in valid if dated.notice.event == "renamed"), None),
        partial_ends=[dated for dated in own if dated in partial_ends],
    )


def _corrections(notices: Iterable[DatedNotice]) -> Sequence[DatedNotice]:
    return [dated for dated in notices if dated.notice.event == "corrected"]


def _state_notices(notices: Iterable[DatedNotice], *, whole: bool) -> Sequence[DatedNotice]:
    """The notices that bring a state, sorted by the day they take effect; those without a day come last."""
    ordered = sorted(notices, key=lambda dated: (dated.effective or datetime.date.max, dated.stage))
    kept: list[DatedNotice] = []
    for dated in ordered:
        before = kept[-1].state if kept else None
        if dated.state is None or (dated.state == "preview" and before == "current"):
            continue
        # A new version does not make a component current again that is in maintenance or ended.
        if whole and dated.scope and before not in (None, "preview", "current"):
            continue
        kept.append(dated)
    return kept


def _pending(valid: Sequence[DatedNotice], state_notices: Sequence[DatedNotice]) -> Sequence[PendingAnnouncement]:
    """The newest announcement of each event that is not confirmed. `valid` is sorted newest first."""
    pending: dict[str, PendingAnnouncement] = {}
    for index, dated in enumerate(valid):
        event = dated.notice.announces
        if dated.notice.event != "announced" or event is None or event in pending:
            continue
        later = [other for other in valid[:index] if other.notice.event == event]
        if not _covers([*later, *_as_far(event, state_notices)], dated.notice):
            day = dated.effective if dated.effective != dated.notice.date else None
            pending[event] = PendingAnnouncement(dated.notice, day)
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


def _pin(notices: Iterable[DatedNotice]) -> Pin | None:
    for notice in (dated.notice for dated in notices):
        if notice.event == "corrected" and notice.version:
            return Pin(notice.last_sdk, notice.version, notice)
        if notice.last_sdk:
            return Pin(notice.last_sdk, None, notice)
    return None
