"""The lifecycle status of a component, or of one version of it, by its notices alone.

A notice that names a version is about that version; one that names none is about the whole. A release is both: who can
have a version can have the component. An announcement ends nothing: it is pending until a later notice says that it
came true.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from macros.knowledge.dated_notices import ENDED_STATES, EVENT_STATES, STAGES, DatedNotice, newest_first
from macros.knowledge.grouping import unique
from macros.knowledge.packages import Shipped, version_order
from macros.schema.components import Notice
from macros.schema.frameworks import Event

NUMBERED = re.compile(r"(above )?\d")
"""The beginning of a version that can be sorted by its numbers."""


@dataclass(frozen=True, slots=True)
class PendingAnnouncement:
    """An announcement that no later notice on record says has come true."""

    notice: Notice
    day: datetime.date | None
    """The day it was announced for; None where no day is known."""


@dataclass(frozen=True, slots=True)
class Pin:
    """What to stay with: the last SDK release that has the component, or the last version for some hardware."""

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
    """None where no notice says."""
    first_notice: DatedNotice | None
    """The first notice of this state."""
    state_notices: Sequence[DatedNotice]
    """Every notice that brought or kept a state, oldest first."""
    pending: Sequence[PendingAnnouncement]
    successor: DatedNotice | None
    """The notice that names its successor."""
    pin: Pin | None
    renamed: DatedNotice | None
    """The newest notice that gives it another name."""
    event: Event | None = None
    """The event of the framework with which the state began; None where the state comes from notices."""
    dropped: DroppedVersion | None = None
    """Where package lists alone show the end of a version."""
    listed: str | None = None
    """The newest SDK release, where its package list alone shows that the component is developed."""
    partial_ends: Sequence[DatedNotice] = ()
    """Notices of an end on some hardware, while the newest SDK release lists the component for other hardware."""

    @property
    def since(self) -> datetime.date | None:
        """The first day of the state; None where it was not published, or no state is known."""
        return None if self.event and not self.event.day_published else self.effective_day

    @property
    def effective_day(self) -> datetime.date | None:
        """The same, or the day by which the state had begun where its first day was not published."""
        if self.dropped:
            return self.dropped.day
        if self.event:
            return self.event.date
        return self.first_notice.effective if self.first_notice else None

    @property
    def over(self) -> bool:
        """Whether nothing more is released."""
        return self.state in ENDED_STATES


def mentioned_versions(notices: Iterable[DatedNotice]) -> Sequence[str]:
    """The versions that notices are about: by number, the newest first; names in the order of their newest notices."""
    scopes = (found.scope for found in newest_first(notices) if not found.corrected_by)
    versions = unique(scope for scope in scopes if scope)
    numbered = all(NUMBERED.match(version) for version in versions)
    return sorted(versions, key=version_order, reverse=True) if numbered else versions


def status_by_notices(
    component: str, version: str | None, notices: Iterable[DatedNotice], partial_ends: Sequence[DatedNotice] = ()
) -> LifecycleStatus:
    """The status of a version, or of the whole where `version` is None, as its notices tell it."""
    own = [found for found in notices if version is None or found.scope == version]
    valid = [found for found in newest_first(own) if not found.corrected_by]
    state_notices = _state_notices(own, whole=version is None)
    runs = [list(run) for _, run in groupby(state_notices, key=lambda found: found.state)]
    run = runs[-1] if runs else []
    state = run[-1].state if run else None
    preferred = [*reversed(run), *valid]
    pending = _pending(valid, state)
    pin_notices = preferred if pending or state not in (None, "preview", "current") else _corrections(valid)
    return LifecycleStatus(
        component=component,
        version=version,
        state=state,
        first_notice=run[0] if run else None,
        state_notices=state_notices,
        pending=pending,
        successor=next((one for one in preferred if one.notice.successor and one.notice.event != "renamed"), None),
        pin=_pin(pin_notices),
        renamed=next((found for found in valid if found.notice.event == "renamed"), None),
        partial_ends=[found for found in own if found in partial_ends],
    )


def _corrections(notices: Iterable[DatedNotice]) -> Sequence[DatedNotice]:
    return [found for found in notices if found.notice.event == "corrected"]


def _state_notices(notices: Iterable[DatedNotice], *, whole: bool) -> Sequence[DatedNotice]:
    """The notices that bring a state, in the order in which they take effect; those without a day come last."""
    ordered = sorted(notices, key=lambda found: (found.effective or datetime.date.max, found.stage))
    kept: list[DatedNotice] = []
    for found in ordered:
        before = kept[-1].state if kept else None
        if found.state is None or (found.state == "preview" and before == "current"):
            continue
        # A new version of something in maintenance or ended does not bring the whole of it back.
        if whole and found.scope and before not in (None, "preview", "current"):
            continue
        kept.append(found)
    return kept


def _pending(valid: Sequence[DatedNotice], state: str | None) -> Sequence[PendingAnnouncement]:
    """The newest announcement of each event that has not come true. `valid` is newest first."""
    pending: dict[str, PendingAnnouncement] = {}
    for index, found in enumerate(valid):
        event = found.notice.announces
        if found.notice.event != "announced" or event is None or event in pending:
            continue
        if not _came_true(event, state, valid[:index]):
            day = found.effective if found.effective != found.notice.date else None
            pending[event] = PendingAnnouncement(found.notice, day)
    return list(pending.values())


def _came_true(event: str, state: str | None, later: Sequence[DatedNotice]) -> bool:
    if any(found.notice.event == event for found in later):
        return True
    target = STAGES.get(EVENT_STATES.get(event, ""), 0)
    return target > STAGES["current"] and state is not None and STAGES[state] >= target


def _pin(notices: Iterable[DatedNotice]) -> Pin | None:
    for notice in (found.notice for found in notices):
        if notice.event == "corrected" and notice.version:
            return Pin(notice.last_sdk, notice.version, notice)
        if notice.last_sdk:
            return Pin(notice.last_sdk, None, notice)
    return None
