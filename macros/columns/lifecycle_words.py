"""The lives of components and frameworks in words: since when, until when, what replaced them."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from macros.columns.phrase import Phrase, RecordLink, Sdk, TermOf, joined, phrase
from macros.facts import Knowledge
from macros.facts.lifecycle import ByNotices, Replacement, Successor
from macros.facts.notices import STILL_DEVELOPED, DatedNotice, LifecycleStatus, Pin
from macros.facts.packages import PackageHistory
from macros.schema.frameworks import Event

EVENT_NOUNS: Mapping[str, str] = {
    "released": "a release",
    "maintenance": "maintenance",
    "end_of_support": "the end of support",
    "removed": "removal",
    "archived": "archiving",
    "renamed": "a new name",
}


def event_noun(event: str) -> str:
    """An event as what is announced or put right."""
    return EVENT_NOUNS.get(event, event.replace("_", " "))


def state_since(state: str, day: datetime.date | None, *, is_exact: bool = True) -> Phrase:
    """A state and the day on which it began; where that is not exact, the day by which it is known to have begun."""
    since = phrase(" since ", day) if is_exact else phrase(" by ", day, ", exact date not published")
    return phrase(TermOf("lifecycle", state), since if day else ", date not published")


def turn_of(event: Event) -> Phrase:
    """The state that an event brought to a framework, and since when."""
    return state_since(event.state, event.date, is_exact=event.day_published)


def standing(status: LifecycleStatus) -> Phrase:
    """Where a component or one of its versions stands, what limits that, and what is announced."""
    dropped = phrase(Sdk(status.dropped.without), " lists no build of it") if status.dropped else None
    said = (_state(status), dropped, *map(_limit, status.partial_ends), *map(pending, status.pending))
    return joined(filter(None, said), "; ")


def _state(status: LifecycleStatus) -> Phrase | None:
    if status.state and status.listed:
        return phrase(TermOf("lifecycle", status.state), " by the package list of ", Sdk(status.listed))
    if status.state:
        whole = phrase(" as a part of ", RecordLink("frameworks", status.part_of)) if status.part_of else None
        return phrase(state_since(status.state, status.effective_day, is_exact=status.since is not None), whole)
    return phrase("Last notice ", status.last_notice) if status.last_notice else None


def _limit(step: DatedNotice) -> Phrase:
    """Where a notice ends it on some hardware only."""
    day = phrase(" since ", step.effective) if step.effective else None
    return phrase(f"on {step.notice.applies_to} ", TermOf("lifecycle", step.state or "", within=True), day)


def pending(found: DatedNotice) -> Phrase:
    """An announcement that no later notice confirms."""
    notice = found.notice
    return phrase(
        TermOf("lifecycle_event", "announced"),
        f" for version {notice.version}: " if notice.version else ": ",
        event_noun(notice.announces or notice.event),
        phrase(" with ", Sdk(notice.sdk)) if notice.sdk else None,
        phrase(", ", found.announced_for, ", not confirmed since") if found.announced_for else ", no date given",
    )


def pin(found: Pin) -> Phrase:
    """What to stay with."""
    release = Sdk(found.sdk) if found.sdk else None
    if not found.version:
        return phrase(release)
    where = f" on {found.notice.applies_to}" if found.notice.applies_to else ""
    return phrase(f"version {found.version}{where}", phrase(" (", release, ")") if release else None)


def by_notices(found: ByNotices) -> Phrase:
    """The state by notices, where a framework's events bring another."""
    missing = phrase("; not in ", Sdk(found.missing_in)) if found.missing_in else None
    return phrase("By its notices: ", state_since(found.status.state or "", found.status.since), missing, ".")


def package(found: PackageHistory) -> Phrase:
    """The newest version of a package, and the newest SDK release that lists it."""
    return phrase(found.version, " in " if found.in_newest else " until ", Sdk(found.last))


def replacement(found: Replacement) -> Phrase:
    """What took the place of a framework, by hardware, and where nothing did."""
    anywhere = any(one.on for one in found.successors)
    return phrase(
        joined((_successor(one, elsewhere=anywhere) for one in found.successors), ", then "),
        None if anywhere else ", on other hardware only",
        phrase("; no replacement is recorded for ", _chips(found.none_on)) if found.none_on else None,
        phrase("; what replaced it on ", _chips(found.over_on), " is over too") if found.over_on else None,
    )


def _successor(one: Successor, *, elsewhere: bool) -> Phrase:
    link = RecordLink("frameworks", one.id, says_end=False)
    where = phrase(" on ", _chips(one.on)) if one.on else " on other hardware only" if elsewhere else None
    return phrase(link, " ", TermOf("lifecycle", one.state.id), where)


def _chips(accelerators: Iterable[str]) -> Phrase:
    return joined((RecordLink("accelerators", one) for one in accelerators), last=" and ")


def successor_of(knowledge: Knowledge, component: str) -> Phrase | None:
    """What took the place of a component, as a notice calls it too, and what became of that; None where nothing did."""
    found, step = knowledge.records.components[component].successor, knowledge.lifecycle.status_of(component).successor
    words = step.notice.successor if step else None
    if found is None:
        return phrase(words) if words else None
    same = words in (None, knowledge.records.components[found].name)
    return phrase(RecordLink("components", found), None if same else f" (“{words}”)", _since_then(knowledge, found))


def _since_then(knowledge: Knowledge, component: str) -> Phrase | None:
    """That a successor is no longer developed itself, with what follows it; None of others."""
    status, next_one = knowledge.lifecycle.status_of(component), knowledge.records.components[component].successor
    if status.state in STILL_DEVELOPED:
        return None
    then = phrase(", then ", RecordLink("components", next_one)) if next_one else None
    return phrase(" (", TermOf("lifecycle", status.state, within=True), then, ")")


SENTENCES: Mapping[type, Callable[[Any], Phrase]] = {
    ByNotices: by_notices,
    LifecycleStatus: standing,
    PackageHistory: package,
    Pin: pin,
    Replacement: replacement,
}
"""How each type is put into words."""
