"""Notices about components, with the day on which each takes effect, the state it brings, and its correction.

A notice brings at most one state (EVENT_STATES); announcements, corrections and new names bring none. A correction
cancels the newest earlier notices of the same event and hardware. `lifecycle_status` makes a status of the notices.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from macros.facts.packages import sdk_named
from macros.loading import Records
from macros.schema.components import Component, Notice

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
