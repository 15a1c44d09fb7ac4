"""From dated notices to states: where each component and each version of it stands at the edition of the data.

A component that has a page as a framework stands where the framework's own events say; its notices stand beside them.

A notice that names a version speaks of that version alone; one that names none speaks of the whole. A release is both:
who can have a version can have the component. An announcement ends nothing: it stands beside the state until a later
notice says that it came true, and for good where none does.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from macros.knowledge.grouping import group_pairs
from macros.knowledge.packages import Packages, Shipped, sdk_named, version_order
from macros.loading import Records
from macros.schema.components import Component, Notice
from macros.schema.frameworks import Event, Framework

STATES = {
    "released": "current",
    "maintenance": "maintenance",
    "end_of_support": "ended",
    "archived": "ended",
    "removed": "removed",
}
"""The lifecycle state that an event brings. Announcements, corrections and new names bring none."""

STAGES = {state: stage for stage, state in enumerate(("preview", "current", "maintenance", "ended", "removed"))}
"""How far along each state is."""

OVER = frozenset({"ended", "removed"})
"""Lifecycle states in which nothing more is released."""

UNLISTED = "unlisted"
"""What is said of an instance type that its provider's data no longer names: that it was withdrawn is inferred."""

TRIAL = re.compile(r"\b(alpha|beta|preview)\b", re.IGNORECASE)
"""Words in the version of a release that make it a preview."""

NUMBERED = re.compile(r"(above )?\d")
"""How a version begins that can be put in order by its numbers."""

STILL_NEW = datetime.timedelta(days=365)
"""A package that SDK releases list, and of which they brought a new version this recently, is still developed."""


@dataclass(frozen=True, slots=True)
class Step:
    """A notice and what it means."""

    component: str
    index: int
    """Its place in the record."""
    notice: Notice
    effective: datetime.date | None
    """The day it takes effect: that of the SDK release it names, or else its own."""
    corrected_by: Notice | None = None

    @property
    def state(self) -> str | None:
        """The lifecycle state it brings; None for announcements, corrections, new names and what was corrected."""
        if self.corrected_by:
            return None
        if self.notice.event == "released" and TRIAL.search(self.notice.version or ""):
            return "preview"
        return STATES.get(self.notice.event)

    @property
    def scope(self) -> str | None:
        """The version it speaks of; None where it speaks of the whole, as every correction does."""
        return None if self.notice.event == "corrected" else self.notice.version


@dataclass(frozen=True, slots=True)
class Pending:
    """An announcement that no later notice on record says has come true."""

    step: Step
    day: datetime.date | None
    """For when it was announced, which has passed; None where no day is known."""


@dataclass(frozen=True, slots=True)
class Pin:
    """What to stay with: the last SDK release that has it, or the last version for some hardware."""

    sdk: str | None
    version: str | None
    step: Step
    """The notice that says so."""


@dataclass(frozen=True, slots=True)
class Gone:
    """A version that the package lists of the SDK releases no longer have."""

    last: Shipped
    """Its last build."""
    without: str
    """The first SDK release without one."""
    day: datetime.date


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a component, or one version of it, stands."""

    component: str
    version: str | None
    """None for the component as a whole."""
    state: str | None
    """None where no notice says."""
    turn: Step | None
    """The first notice of this state: since when."""
    newest: Step | None
    """The newest notice of this state."""
    track: Sequence[Step]
    """Every notice that brought or kept a state, oldest first."""
    pending: Sequence[Pending]
    successor: Step | None
    """The notice that names what took its place."""
    pin: Pin | None
    renamed: Step | None
    """The newest notice that gives it another name."""
    event: Event | None = None
    """The event of the framework with which the state began; None where notices tell the state."""
    gone: Gone | None = None
    """Where no notice but the package lists tell the end of a version."""
    listed: str | None = None
    """The newest SDK release, where no notice but its package list tells that it is developed."""
    confined: Sequence[Step] = ()
    """Notices of an end on some hardware only, while the newest SDK release lists it for other hardware."""

    @property
    def since(self) -> datetime.date | None:
        """Since when the state holds; None where no date was published, or no state is known."""
        return None if self.event and not self.event.day_published else self.by

    @property
    def by(self) -> datetime.date | None:
        """The same, or the day by which it held where its own day was not published."""
        if self.gone:
            return self.gone.day
        if self.event:
            return self.event.date
        return self.turn.effective if self.turn else None

    @property
    def over(self) -> bool:
        """Whether nothing more is released."""
        return self.state in OVER


class Lifecycle:
    """Every notice and every state, indexed by what pages ask for."""

    def __init__(self, records: Records, packages: Packages | None = None) -> None:
        self._records = records
        self._packages = packages or Packages(records)
        self._carried_by = group_pairs(
            (instance.series, instance.accelerator) for instance in records.instances.values()
        )
        self._steps = {key: tuple(_steps(records, key)) for key in records.components}
        self._versions: dict[str, Sequence[Standing]] = {}
        self._whole: dict[str, Standing] = {}
        self._by_notices: dict[str, Standing] = {}
        for key, steps in self._steps.items():
            self._place(key, steps)
        self._of_framework = group_pairs((component.framework, key) for key, component in records.components.items())
        self._replaced = group_pairs((component.successor, key) for key, component in records.components.items())
        all_steps = [step for steps in self._steps.values() for step in steps]
        self._of_sdk = group_pairs((sdk_named(records, step.notice.sdk), step) for step in all_steps)
        self._of_accelerator = group_pairs((key, step) for step in all_steps for key in step.notice.accelerators)
        self._of_instance = group_pairs((key, step) for step in all_steps for key in step.notice.instances)
        self._over = dict(self._everything_over())

    def _place(self, key: str, steps: Sequence[Step]) -> None:
        confined = [step for step in steps if self._is_confined(step)]
        own = [_standing(key, version, steps, confined) for version in _versions(steps)]
        over = {standing.version for standing in own if standing.over}
        counted = [step for step in steps if step not in confined and _counts_for_whole(step, over)]
        told = replace(_standing(key, None, counted), confined=confined)
        whole = self._whole[key] = self._as_framework(key, self._as_listed(key, told))
        self._by_notices[key] = told
        self._versions[key] = tuple(self._within(standing, whole, told) for standing in own)

    def _is_confined(self, step: Step) -> bool:
        """Whether a notice ends it on some hardware while the newest SDK release lists it for other hardware too."""
        newest, named = self._packages.newest_for(step.component), set(step.notice.accelerators)
        if not newest or not named or STAGES.get(step.state or "", 0) <= STAGES["current"]:
            return False
        listed = {series for one in self._packages.in_release(newest, step.component) for series in one.row.series}
        return bool({chip for series in listed for chip in self._carried_by.get(series, ())} - named)

    def _as_listed(self, key: str, told: Standing) -> Standing:
        """Where no notice says: developed, if SDK releases list it and have lately brought a new version."""
        newest = self._packages.newest_for(key)
        if told.state or not newest or not self._packages.in_newest(key):
            return told
        days = {one: sdk.date for one, sdk in self._records.sdks.items()}
        fresh = max(days[span.releases[0]] for span in self._packages.versions_of(key))
        return replace(told, state="current", listed=newest) if days[newest] - fresh <= STILL_NEW else told

    def _as_framework(self, key: str, told: Standing) -> Standing:
        """The same with the state that the events of the framework of the same name bring."""
        if self._records.components[key].framework != key:
            return told
        run = runs_of(self._records.frameworks[key])[-1]
        state = run[-1].state
        return replace(told, state=state, event=run[0], listed=None, pending=() if state in OVER else told.pending)

    def _within(self, version: Standing, whole: Standing, told: Standing) -> Standing:
        """A version as it stands within the whole: it cannot be further on its way than the whole has gone.

        But a notice that keeps this very version outlives the whole, unless a notice ends that too.
        """
        if version.over or (version.state == "maintenance" and not told.over):
            return version
        if version.state is None and any(found.step.notice.announces == "released" for found in version.pending):
            return version
        inherits = _inherits(version, whole)
        if (version.state is None or (inherits and whole.over)) and (gone := self._gone_before(version, whole)):
            return replace(
                version,
                state="removed",
                gone=gone,
                successor=version.successor or (whole.successor if inherits else None),
                pin=version.pin or (whole.pin if inherits else None),
                pending=(),
            )
        if not inherits:
            return version
        return replace(
            version,
            state=whole.state,
            turn=whole.turn,
            newest=whole.newest,
            event=whole.event,
            successor=version.successor or whole.successor,
            pin=version.pin or whole.pin,
            pending=() if whole.over else version.pending,
        )

    def _gone_before(self, version: Standing, whole: Standing) -> Gone | None:
        """Where the package lists dropped it before the whole was over."""
        builds = self._packages.builds_of(version.component, version.version or "")
        without = self._packages.manifest_after(builds[-1].sdk) if builds else None
        if without is None or (whole.over and whole.by and self._records.sdks[without].date >= whole.by):
            return None
        return Gone(builds[-1], without, self._records.sdks[without].date)

    def steps_of(self, component: str) -> Sequence[Step]:
        """What was announced of a component and what happened, the newest notice first."""
        return newest_first(self._steps[component])

    def standing_of(self, component: str) -> Standing:
        """Where a component as a whole stands: one that is a framework where the framework stands."""
        return self._whole[component]

    def by_notices(self, component: str) -> Standing:
        """Where a component as a whole stands by its notices alone."""
        return self._by_notices[component]

    def versions_of(self, component: str) -> Sequence[Standing]:
        """Where each version that a notice names stands, the newest first, or where they have names the last told."""
        return self._versions[component]

    def of_framework(self, framework: str) -> Sequence[str]:
        """The components whose notices are about a framework."""
        return self._of_framework.get(framework, ())

    def replaced_by(self, component: str) -> Sequence[str]:
        """The components whose place a component took."""
        return self._replaced.get(component, ())

    def of_sdk(self, sdk: str) -> Sequence[Step]:
        """The notices that take effect in an SDK release."""
        return self._of_sdk.get(sdk, ())

    def of_hardware(self, accelerator: str, instances: tuple[str, ...] = ()) -> Sequence[Step]:
        """The notices that name an accelerator or one of some instance types, the newest first."""
        found = [*self._of_accelerator.get(accelerator, ())]
        found += [step for key in instances for step in self._of_instance.get(key, ()) if step not in found]
        return newest_first(found)

    def over(self, kind: str, record: str) -> str | None:
        """The lifecycle state of a record that is over, for instance types that they are unlisted; else None."""
        return self._over.get((kind, record))

    def _everything_over(self) -> Iterator[tuple[tuple[str, str], str]]:
        for key, framework in self._records.frameworks.items():
            if (state := framework_state(framework)) in OVER:
                yield ("frameworks", key), state
        for key, standing in self._whole.items():
            if standing.state in OVER:
                yield ("components", key), standing.state
        for key, instance in self._records.instances.items():
            # That a list does not name a type can be the list's gap: only a notice makes it an end.
            if (
                instance.offer
                and not instance.offer.listed
                and any(step.state in OVER for step in self._of_instance.get(key, ()))
            ):
                yield ("instances", key), UNLISTED


def events_of(framework: Framework) -> Sequence[Event]:
    """The events of a framework, oldest first."""
    return sorted(framework.lifecycle, key=lambda event: event.date)


def runs_of(framework: Framework) -> Sequence[Sequence[Event]]:
    """The events of a framework, those of one state without another in between together."""
    return [list(group) for _, group in groupby(events_of(framework), key=lambda event: event.state)]


def framework_state(framework: Framework) -> str:
    """The state of a framework by its newest event."""
    return events_of(framework)[-1].state


def newest_first(steps: Iterable[Step]) -> Sequence[Step]:
    """Notices by their own date, then by the day they take effect; last those that have neither."""
    return sorted(steps, key=_dates, reverse=True)


def _dates(step: Step) -> tuple[datetime.date, datetime.date, int]:
    own = step.notice.date or step.effective or datetime.date.min
    return own, step.effective or own, STAGES.get(step.state or "", -1)


def _steps(records: Records, key: str) -> Iterator[Step]:
    component = records.components[key]
    for index, notice in enumerate(component.notices):
        yield Step(key, index, notice, _effective(records, notice), _correction(component, notice))


def _effective(records: Records, notice: Notice) -> datetime.date | None:
    return _sdk_day(records, notice) or notice.date


def _sdk_day(records: Records, notice: Notice) -> datetime.date | None:
    if notice.sdk_date:
        return notice.sdk_date
    sdk = sdk_named(records, notice.sdk)
    return records.sdks[sdk].date if sdk else None


def _correction(component: Component, notice: Notice) -> Notice | None:
    """The later notice that puts this one right."""
    for other in component.notices:
        if other.event == "corrected" and notice in _corrected(component, other):
            return other
    return None


def _corrected(component: Component, correction: Notice) -> Sequence[Notice]:
    """What a correction puts right: the newest notices before it of the same event and the same hardware."""
    earlier = [
        notice
        for notice in component.notices
        if _before(notice, correction)
        and correction.announces
        and correction.announces in (notice.event, notice.announces)
        and _same_hardware(notice, correction)
    ]
    return [notice for notice in earlier if notice.date == max(one.date for one in earlier if one.date)]


def _before(notice: Notice, correction: Notice) -> bool:
    return notice.date is not None and correction.date is not None and notice.date < correction.date


def _same_hardware(one: Notice, other: Notice) -> bool:
    own, others = set(one.accelerators), set(other.accelerators)
    return not own or not others or bool(own & others)


def _versions(steps: Sequence[Step]) -> Sequence[str]:
    """The versions that notices speak of, the newest first; names are in the order of their newest notices."""
    spoken = (step.scope for step in newest_first(steps) if not step.corrected_by)
    found = list(dict.fromkeys(version for version in spoken if version))
    numbered = all(NUMBERED.match(version) for version in found)
    return sorted(found, key=version_order, reverse=True) if numbered else found


def _counts_for_whole(step: Step, over: set[str | None]) -> bool:
    return step.scope is None or (step.notice.event == "released" and step.scope not in over)


def _standing(component: str, version: str | None, steps: Iterable[Step], confined: Sequence[Step] = ()) -> Standing:
    own = [step for step in steps if version is None or step.scope == version]
    spoken = [step for step in newest_first(own) if not step.corrected_by]
    track = _track(own, whole=version is None)
    state = track[-1][1] if track else None
    run = _last_run(track)
    told = [*(step for step in reversed(run)), *spoken]
    pending = _pending(spoken, state)
    return Standing(
        component=component,
        version=version,
        state=state,
        turn=run[0] if run else None,
        newest=run[-1] if run else None,
        track=[step for step, _ in track],
        pending=pending,
        successor=next((step for step in told if step.notice.successor and step.notice.event != "renamed"), None),
        pin=_pin(told) if pending or state not in (None, "preview", "current") else _pin_by_correction(spoken),
        renamed=next((step for step in spoken if step.notice.event == "renamed"), None),
        confined=[step for step in own if step in confined],
    )


def _track(steps: Sequence[Step], *, whole: bool) -> list[tuple[Step, str]]:
    """The notices that bring a state, in the order in which they take effect; those without a day come last."""
    ordered = sorted(steps, key=lambda step: (step.effective or datetime.date.max, STAGES.get(step.state or "", -1)))
    track: list[tuple[Step, str]] = []
    for step in ordered:
        state, before = step.state, track[-1][1] if track else None
        if state is None or (state == "preview" and before == "current"):
            continue
        # A further version of something that is kept or gone does not bring the whole of it back.
        if whole and step.scope and before not in (None, "preview", "current"):
            continue
        track.append((step, state))
    return track


def _last_run(track: Sequence[tuple[Step, str]]) -> list[Step]:
    run: list[Step] = []
    for step, state in reversed(track):
        if state != track[-1][1]:
            break
        run.insert(0, step)
    return run


def _pending(spoken: Sequence[Step], state: str | None) -> Sequence[Pending]:
    """The newest announcement of each event that has not come true. `spoken` is newest first."""
    found: dict[str, Pending] = {}
    for index, step in enumerate(spoken):
        event = step.notice.announces
        if step.notice.event != "announced" or event is None or event in found:
            continue
        if not _came_true(event, state, spoken[:index]):
            found[event] = Pending(step, step.effective if step.effective != step.notice.date else None)
    return list(found.values())


def _came_true(event: str, state: str | None, later: Sequence[Step]) -> bool:
    if any(step.notice.event == event for step in later):
        return True
    target = STAGES.get(STATES.get(event, ""), 0)
    return target > STAGES["current"] and state is not None and STAGES[state] >= target


def _pin(told: Sequence[Step]) -> Pin | None:
    for step in told:
        if step.notice.event == "corrected" and step.notice.version:
            return Pin(step.notice.last_sdk, step.notice.version, step)
        if step.notice.last_sdk:
            return Pin(step.notice.last_sdk, None, step)
    return None


def _pin_by_correction(spoken: Sequence[Step]) -> Pin | None:
    return _pin([step for step in spoken if step.notice.event == "corrected"])


def _inherits(version: Standing, whole: Standing) -> bool:
    """Whether the whole is further on its way than one of its versions, by something said of the whole."""
    said = whole.event is not None or (whole.turn is not None and whole.turn.scope is None)
    if whole.state is None or not said or (version.state is None and not whole.over):
        return False
    return STAGES[whole.state] > max(STAGES["current"], STAGES.get(version.state or "", -1))
