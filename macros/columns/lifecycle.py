"""Notices about components, a row each."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, replace

from macros.columns.column import LOCATOR, SOURCE, Column, Table
from macros.facts import Knowledge
from macros.facts.dated_notices import DatedNotice
from macros.schema.components import Component


@dataclass(frozen=True)
class NoticeFact:
    """A notice with its component."""

    step: DatedNotice
    component: Component
    component_state: str | None
    """Where the component as a whole stands at the edition of the data."""

    @property
    def effective(self) -> datetime.date | None:
        """The day it takes effect; None for announcements that name no release."""
        notice = self.step.notice
        return None if notice.event == "announced" and notice.sdk is None else self.step.effective

    @property
    def put_right(self) -> str | None:
        """When a later notice puts it right, and the version that this names."""
        right = self.step.corrected_by
        if right is None:
            return None
        return f"put right on {right.date}: {right.version}" if right.version else f"put right on {right.date}"


def notice_fact(knowledge: Knowledge, step: DatedNotice) -> NoticeFact:
    """A notice with what is known of its component."""
    state = knowledge.lifecycle.status_of(step.component).state
    return NoticeFact(step, knowledge.records.components[step.component], state)


def _notices(knowledge: Knowledge) -> Sequence[NoticeFact]:
    return [
        notice_fact(knowledge, step)
        for component in knowledge.records.components
        for step in sorted(knowledge.lifecycle.notices_of(component), key=lambda step: step.index)
    ]


LIFECYCLE = Table[NoticeFact](
    NoticeFact,
    "lifecycle",
    "Every dated notice about a component, a row each",
    (
        Column(
            "id",
            "Names the notice: component and position in its record.",
            lambda found: f"{found.step.component}/{found.step.index + 1}",
            holds=str,
        ),
        Column("component", "What it is about.", "step.component", kind="components"),
        Column("component_kind", "What kind of thing that is.", "component.kind", vocabulary="component_kind"),
        Column(
            "framework",
            "The framework it belongs to. Null where there is none here.",
            "component.framework",
            kind="frameworks",
            absent="none recorded",
        ),
        Column("event", "What the notice says happens.", "step.notice.event", vocabulary="lifecycle_event"),
        Column(
            "announces",
            "What is announced or put right. Null for notices of the event itself.",
            "step.notice.announces",
            vocabulary="lifecycle_event",
            absent="nothing",
            beside="event",
        ),
        Column(
            "version",
            "The version it speaks of, as named. Null where it speaks of the whole.",
            "step.notice.version",
            absent="the whole",
        ),
        Column("date", "Of the notice. Null where none is stated.", "step.notice.date", unit="YYYY-MM-DD"),
        Column(
            "effective",
            "The day it takes effect: that of the SDK release it names, or else its own. Null where neither is"
            " known, and for announcements that name no release.",
            unit="YYYY-MM-DD",
        ),
        Column(
            "sdk",
            "The SDK release in which it takes effect, as named. Null where none is.",
            "step.notice.sdk",
            beside="effective",
        ),
        Column(
            "last_sdk",
            "The last SDK release with it, as named. Null where none is.",
            "step.notice.last_sdk",
            absent="none named",
        ),
        Column(
            "successor",
            "What the source names as replacement. Null where it names none.",
            "step.notice.successor",
            absent="none named",
        ),
        Column(
            "applies_to",
            "Hardware as the source names it. Null where it names none.",
            "step.notice.applies_to",
            absent="none named",
        ),
        Column(
            "accelerators", "The same as records.", "step.notice.accelerators", kind="accelerators", absent="none named"
        ),
        Column(
            "instances",
            "Single instance types the source speaks of.",
            "step.notice.instances",
            kind="instances",
            absent="none named",
        ),
        Column(
            "state",
            "The lifecycle state it brings. Null for announcements, new names, corrections, and what was put right"
            " later.",
            "step.state",
            vocabulary="lifecycle",
            absent="none",
        ),
        Column(
            "corrected",
            "Whether a later notice puts it right.",
            lambda found: found.step.corrected_by is not None,
            holds=bool,
        ),
        Column(
            "component_state",
            "Where the component as a whole stands at the edition of the data: a framework by its own events,"
            " everything else by its notices, or by the newest package list where no notice says. Null where none of"
            " them does.",
            vocabulary="lifecycle",
            absent="not said",
        ),
        replace(SOURCE, get="step.notice.citation.source"),
        replace(LOCATOR, get="step.notice.citation.locator"),
        Column(
            "note",
            "A doubt, or how the date was found. Null where there is none.",
            "step.notice.note",
            absent="none",
            beside="source",
        ),
    ),
    _notices,
)

PUT_RIGHT: Column[NoticeFact] = Column(
    "put_right", "When a later notice puts it right, and the version that this names.", absent="no", beside="event"
)
"""Of pages."""
