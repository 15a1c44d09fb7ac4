"""The lives of components and frameworks in words: since when, until when, what replaced them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from macros.columns.phrase import Phrase, Piece, RecordLink, Sdk, TermOf, joined, phrase
from macros.facts import Knowledge
from macros.facts.lifecycle import ByNotices, Replacement, Successor
from macros.facts.notices import DatedNotice, LifecycleStatus, PendingAnnouncement, Pin
from macros.facts.packages import PackageHistory

EVENT_NOUNS: Mapping[str, str] = {
    "released": "a release",
    "maintenance": "maintenance",
    "end_of_support": "the end of support",
    "removed": "removal",
    "archived": "archiving",
    "renamed": "a new name",
}
"""Events as what is announced or put right."""


def event_noun(event: str) -> str:
    """An event as what is announced or put right."""
    return EVENT_NOUNS.get(event, event.replace("_", " "))


def since(status: LifecycleStatus) -> Piece:
    """The day on which a state began."""
    return status.since or "date not published"


def state_since(status: LifecycleStatus) -> Phrase:
    """A state, which must be known, and since when."""
    return phrase(TermOf("lifecycle", status.state or ""), " since ", since(status))


def version_state(status: LifecycleStatus) -> Phrase:
    """The state of a version that notices name, and what limits it."""
    dropped = status.dropped
    return phrase(
        TermOf("lifecycle", status.state) if status.state else no_state(status, "no notice says"),
        *(f" on {step.notice.applies_to} only" for step in status.partial_ends),
        phrase(": ", Sdk(dropped.without), " lists no build of it") if dropped else None,
        *(phrase("; ", pending(found)) for found in status.pending),
    )


def no_state(status: LifecycleStatus, otherwise: str) -> str:
    """What stands for the state where none is known."""
    return f"last notice {status.last_notice.year}" if status.last_notice else otherwise


def limits(status: LifecycleStatus) -> Phrase:
    """Where a notice ends it on some hardware only."""
    return joined((_limit(status.pin, step) for step in status.partial_ends), "; ")


def _limit(pin: Pin | None, step: DatedNotice) -> Phrase:
    where = f"on {step.notice.applies_to} "
    if pin and pin.version and pin.notice.applies_to == step.notice.applies_to:
        return phrase(f"{where}only up to {pin.version}")
    day = phrase(" since ", step.effective) if step.effective else None
    return phrase(where, TermOf("lifecycle", step.state or "", within=True), day)


def pin(found: Pin) -> Phrase:
    """What to stay with."""
    release = Sdk(found.sdk) if found.sdk else None
    if not found.version:
        return phrase(release)
    where = f" on {found.notice.applies_to}" if found.notice.applies_to else ""
    return phrase(f"version {found.version}{where}", phrase(" (", release, ")") if release else None)


def pending(found: PendingAnnouncement) -> Phrase:
    """An announcement that no later notice confirms."""
    notice = found.notice
    if found.day:
        day = phrase(", ", found.day, "; that day has passed and no later notice says it happened")
    else:
        day = phrase(", no date given")
    return phrase(
        TermOf("lifecycle_event", "announced"),
        f" for version {notice.version}: " if notice.version else ": ",
        event_noun(notice.announces or notice.event),
        phrase(" with ", Sdk(notice.sdk)) if notice.sdk else None,
        day,
        phrase(" (notice of ", notice.date, ")") if notice.date else None,
    )


MOST_VERSIONS = 6
"""Versions of one state that a sentence names."""


def versions_by_state(groups: Iterable[tuple[str, Sequence[str]]]) -> Phrase:
    """Versions by their state."""
    return joined((_versions(state, versions) for state, versions in groups), "; ")


def _versions(state: str, versions: Sequence[str]) -> Phrase:
    more = f" and {len(versions) - MOST_VERSIONS} more" if len(versions) > MOST_VERSIONS else ""
    return phrase(TermOf("lifecycle", state), f" {', '.join(versions[:MOST_VERSIONS])}{more}")


def by_notices(found: ByNotices) -> Phrase:
    """The state by notices, where a framework's events bring another."""
    missing = phrase("; not in ", Sdk(found.missing_in)) if found.missing_in else None
    return phrase("By its notices: ", state_since(found.status), missing, ".")


def in_releases(package: PackageHistory) -> Phrase:
    """Whether the newest SDK release still lists a package."""
    if package.in_newest:
        return phrase("still listed in ", Sdk(package.newest), "; no later whole package list is known")
    return phrase("no longer in ", Sdk(package.newest), "; last listed in ", Sdk(package.releases[-1]))


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
    """What took the place of a component, and how a notice calls that; None where nothing did."""
    found, step = knowledge.records.components[component].successor, knowledge.lifecycle.status_of(component).successor
    words = step.notice.successor if step else None
    if found is None:
        return phrase(words) if words else None
    same = words in (None, knowledge.records.components[found].name)
    return phrase(RecordLink("components", found), None if same else f" (“{words}”)")


SENTENCES: Mapping[type, Callable[[Any], Phrase]] = {
    ByNotices: by_notices,
    PackageHistory: in_releases,
    PendingAnnouncement: pending,
    Pin: pin,
    Replacement: replacement,
}
"""How each type is put into words."""
