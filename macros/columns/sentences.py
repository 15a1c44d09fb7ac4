"""Small records in words, by their type, and the lives of components and frameworks: since when, until when."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from itertools import starmap
from typing import Any

from macros.columns.phrase import (
    AsOf,
    Cited,
    Inferred,
    Marked,
    PageLink,
    Phrase,
    RecordLink,
    Sdk,
    TermOf,
    answer_phrase,
    joined,
    links,
    phrase,
)
from macros.facts import Knowledge
from macros.facts.benchmarks import RunHardware
from macros.facts.fact_types import Coverage
from macros.facts.framework_states import Replacement, Successor, framework_itself, replacement_of
from macros.facts.grouping import group_by
from macros.facts.lifecycle import ByNotices
from macros.facts.notices import STILL_DEVELOPED, DatedNotice, LifecycleStatus, Pin
from macros.facts.packages import PackageHistory
from macros.facts.short_answers import ShortAnswer
from macros.schema.base import OtherName, Statement
from macros.schema.components import Discontinued
from macros.schema.frameworks import Event
from macros.schema.hardware import Bandwidth, Memory, Offer, Regions, System
from macros.schema.issues import Bound, Exclusion, Fix
from macros.schema.models import Published, RelatedDataset, RelatedModel
from macros.schema.sources import SourceLink, Watch
from macros.words import month, number, plural

MOST_IN_LISTS = 2
"""Accelerators of a vendor that a row of a list names."""

MOST_NAMED = 5
"""Accelerators that a sentence names."""

EVENT_NOUNS: Mapping[str, str] = {
    "released": "a release",
    "maintenance": "maintenance",
    "end_of_support": "the end of support",
    "removed": "removal",
    "archived": "archiving",
    "renamed": "a new name",
}


def event_noun(event: str) -> str:
    return EVENT_NOUNS.get(event, event.replace("_", " "))


def state_since(state: str, day: datetime.date | None, *, is_exact: bool = True) -> Phrase:
    """A state and the day on which it began; where that is not exact, the day by which it is known to have begun."""
    since = phrase(" since ", day, None if is_exact else " or earlier")
    return phrase(TermOf("lifecycle", state), since if day else ", date not published")


def turn_of(event: Event) -> Phrase:
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
        " " if notice.sdk else ", ",
        announced_for(found),
    )


def announced_for(found: DatedNotice) -> Phrase:
    """The release, the hardware and the day for which something is announced."""
    day, sdk, hardware = found.announced_for, found.notice.sdk, found.notice.accelerators
    return phrase(
        phrase("with ", Sdk(sdk)) if sdk else None,
        phrase(" on ", links("accelerators", hardware, " and ")) if sdk and hardware else None,
        ", " if sdk else None,
        phrase(day, ", not confirmed since") if day else "no date given",
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


def dated_sdk(knowledge: Knowledge, sdk_id: str) -> Phrase:
    """An SDK release, with its day where that is known."""
    date = knowledge.records.sdks[sdk_id].date
    return phrase(Sdk(sdk_id), phrase(" of ", date) if date else None)


def package(found: PackageHistory) -> Phrase:
    return phrase(found.version, " in " if found.in_newest else " until ", Sdk(found.last))


def replacement(found: Replacement) -> Phrase:
    """What took the place of a framework, by hardware, and where nothing did."""
    named = joined(starmap(_named, found.named.items())) if found.named else None
    if not found.successors:
        return phrase(named)
    anywhere = any(one.on for one in found.successors)
    return phrase(
        joined((_successor(one, elsewhere=anywhere) for one in found.successors), ", then "),
        None if anywhere else ", on other hardware only",
        phrase("; no replacement is recorded for ", _chips(found.none_on)) if found.none_on else None,
        phrase("; whether what is named runs on ", _chips(found.elsewhere_on), " is not recorded")
        if found.elsewhere_on
        else None,
        phrase("; what replaced it on ", _chips(found.over_on), " is over too") if found.over_on else None,
        phrase("; also named: ", named) if named else None,
    )


def newest_version(watch: Watch) -> Phrase | None:
    """The newest version that somebody saw in the place that is watched, and on which day; None for an SDK."""
    place = "the Python Package Index" if watch.place == "package-index" else "its repository"
    return phrase(f"Newest in {place} on ", watch.read, f": {watch.newest}.") if watch.newest else None


def _named(framework: str, inferred: bool) -> Phrase:
    return phrase(RecordLink("frameworks", framework), " (inferred)" if inferred else None)


def _successor(one: Successor, *, elsewhere: bool) -> Phrase:
    link = RecordLink("frameworks", one.id, says_end=False)
    where = phrase(" on ", _chips(one.on)) if one.on else " on other hardware only" if elsewhere else None
    return phrase(link, " (", TermOf("lifecycle", one.state.id, within=True), ")", where)


def chips_in_brief(knowledge: Knowledge, accelerators: Sequence[str]) -> Phrase:
    """Few accelerators of a vendor by their names, of more the number."""
    by_vendor = group_by(accelerators, lambda one: knowledge.records.accelerators[one].vendor)
    return joined(
        phrase(f"{vendor} ({len(chips)})") if len(chips) > MOST_IN_LISTS else links("accelerators", chips)
        for vendor, chips in by_vendor.items()
    )


def _chips(accelerators: Sequence[str]) -> Phrase:
    """Accelerators of a framework by name; of many, how many: its table of what runs today names them."""
    if len(accelerators) > MOST_NAMED:
        return phrase(f"{len(accelerators)} of its accelerators")
    return links("accelerators", accelerators, " and ")


def successor_of(knowledge: Knowledge, component: str) -> Phrase | None:
    """What took the place of a component, as a notice calls it too, and what became of that; None where nothing did."""
    records = knowledge.records
    if framework_itself(records, component) and (replaced := replacement_of(records, component)):
        return replacement(replaced)
    found, step = records.components[component].successor, knowledge.lifecycle.status_of(component).successor
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


def _exclusion(ruled_out: Exclusion) -> Phrase:
    kinds = ("families", "architectures", "models")
    named = [RecordLink(kind, one) for kind in kinds for one in getattr(ruled_out, kind)]
    return phrase(
        RecordLink("frameworks", ruled_out.framework),
        " on ",
        links("accelerators", ruled_out.accelerators),
        f" for {ruled_out.workload}" if ruled_out.workload else None,
        phrase(" of ", joined(named)) if named else None,
        phrase(", from ", Sdk(ruled_out.from_sdk), " on") if ruled_out.from_sdk else None,
    )


def _fix(found: Fix) -> Phrase:
    framework = phrase(RecordLink("frameworks", found.framework), ", ") if found.framework else None
    day = phrase(" (", found.date, ")") if found.date else None
    return phrase(framework, found.version, day, f": {found.how} ", Cited(found.citations))


def _system(found: System) -> Phrase:
    size = f"{found.name}: {found.accelerators} accelerators, {number(found.memory_gib)} GiB "
    return phrase(size, Cited([found.citation]))


def _hardware(found: RunHardware) -> Phrase:
    is_one = found.kind == "instances" and found.count == 1
    return phrase(
        f"{number(found.count)} × " if found.count and not is_one else None,
        joined((RecordLink(found.kind, one) for one in found.names), " or "),
        None if found.count else ", number not published",
    )


def _statement(said: Statement | Event) -> Phrase:
    why = phrase(" ", Inferred(said.inferred)) if isinstance(said, Statement) and said.inferred else None
    return phrase(said.text, why, " ", Cited(said.citations))


def _other_name(other: OtherName) -> Phrase:
    doubt = phrase(TermOf("certainty", other.certainty), ": ", other.reason)
    certainty = phrase(" ", Marked("doubt", doubt)) if other.certainty != "certain" else None
    return phrase(Marked("other name", phrase(other.name, certainty)))


def _coverage(tested: Coverage) -> Phrase:
    configurations, models = plural(tested.configurations, "configuration"), plural(tested.models, "model")
    first = f"{month(tested.oldest)} to " if tested.oldest != tested.newest else None
    releases = plural(tested.releases, "release")
    return phrase(f"{configurations} of {models} in {releases}, ", first, AsOf(tested.newest))


def _offer(found: Offer) -> Phrase:
    note = f" ({found.note})" if found.note else ""
    return _dated(f"{'yes' if found.listed else 'no'}{note}", found)


def _dated(words: str, found: Offer | Regions) -> Phrase:
    return phrase(f"{words}, ", AsOf(found.as_of), " ", joined(found.citations, " "))


def _bandwidth(found: Bandwidth) -> Phrase:
    """In one of the units that are printed, so that rows can be compared; a GiB is another one."""
    gb_per_s = found.value * 1000 if found.unit == "TB/s" else found.value
    return phrase(f"{number(gb_per_s)} {found.unit.replace('TB', 'GB')}")


SENTENCES: Mapping[type, Callable[[Any], Phrase]] = {
    ByNotices: by_notices,
    LifecycleStatus: standing,
    PackageHistory: package,
    Pin: pin,
    Replacement: replacement,
    Bandwidth: _bandwidth,
    Memory: lambda size: phrase(f"{number(size.gib)} GiB", f" ({size.note})" if size.note else None),
    Bound: lambda bound: phrase(f"{bound.value} {bound.unit}"),
    Coverage: _coverage,
    Discontinued: _statement,
    Event: _statement,
    Exclusion: _exclusion,
    Fix: _fix,
    RunHardware: _hardware,
    Offer: _offer,
    OtherName: _other_name,
    Published: lambda found: phrase(AsOf(found.date), " ", found.citation),
    Regions: lambda found: _dated(f"{plural(len(found.codes), 'region')}: {', '.join(found.codes)}", found),
    RelatedDataset: lambda other: phrase(RecordLink("datasets", other.dataset), f": {other.difference}"),
    RelatedModel: lambda other: phrase(RecordLink("models", other.model), f": {other.difference}"),
    ShortAnswer: answer_phrase,
    SourceLink: lambda link: phrase(
        PageLink(link.label, link.url), None if link.works else " (may no longer lead anywhere)"
    ),
    Statement: _statement,
    System: _system,
}
