"""Components of the software stack: where each stands, its notices, and its versions in SDK releases."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple

from macros.columns import sentences as words
from macros.columns.column import Column, column_of
from macros.columns.phrase import Code, Phrase, RecordLink, Sdk, TermOf, joined, links, phrase
from macros.facts import Knowledge
from macros.facts.framework_states import framework_itself, state_of
from macros.facts.grouping import group_by, group_pairs, unique
from macros.facts.news import due
from macros.facts.notices import STAGES, STILL_DEVELOPED, DatedNotice, LifecycleStatus
from macros.facts.packages import Shipped, VersionSpan, release_order, sdk_named
from macros.facts.reasons import contested_status
from macros.facts.support_status import SupportStatus
from macros.pages.entries import Entry, entries, fact, own
from macros.pages.records import RecordPages
from macros.pages.section import Section
from macros.schema.base import SourceReference
from macros.schema.components import Component, Tag
from macros.schema.frameworks import Event

LAST_KINDS = ("dependency", "python", "os", "sample", "documentation")
"""Kinds at the end of the list: few readers look for them."""


class ComponentEntry(Entry[Component]):
    @property
    def status(self) -> LifecycleStatus:
        return self.knowledge.lifecycle.status_of(self.id)

    @property
    def standing(self) -> Phrase:
        """Where it stands as a whole, else where its versions do."""
        if self.status.over and self.record.kind == "instance":
            day = self.status.since or "a day that is not published"
            return phrase("Retired since ", day, ", inferred: its provider no longer lists it")
        versions = phrase("; versions: ", self._versions) if self._versions else None
        return words.standing(self.status) or phrase("No notice on the whole", versions)

    @property
    def standing_today(self) -> Phrase | None:
        """The same without what is announced."""
        status = self.status
        return words.standing(replace(status, pending=())) or (None if status.pending else self.standing)

    @property
    def end(self) -> Phrase | None:
        """When it ended, or what is announced of its end; None where its state is not known."""
        status = self.status
        if status.over:
            return phrase(None if status.since else "by ", status.effective_day or "date not published")
        ends = (one for one in status.announced_ends if not one.scope)
        by_notices = (phrase("announced", _before(one), words.announced_for(one)) for one in ends)
        said = joined(self._ends_on_hardware or by_notices, "; ")
        return said or (phrase("none on record") if status.state else None)

    @property
    def _support(self) -> Sequence[SupportStatus]:
        """Of a component that is a framework itself."""
        is_framework = framework_itself(self.records, self.id) is not None
        return self.knowledge.support.of("frameworks", self.id) if is_framework else ()

    @property
    def is_ending(self) -> bool:
        """Whether it ends, at least in part, on a later day or with a release to come."""
        announced = (due(self.knowledge, one) for one in self.status.announced_ends if not one.scope)
        return not self.status.over and (any(announced) or any(one.ends_with for one in self._support))

    @property
    def _ends_on_hardware(self) -> Sequence[Phrase]:
        """What is announced of the end of a framework: with which SDK release on which hardware, and of which part."""
        ends = group_pairs(((one.ends_with, one.package), one.accelerator) for one in self._support if one.ends_with)
        return [
            phrase(
                f"announced with {self.knowledge.sdk_name(sdk or '', self.id)} on ",
                links("accelerators", unique(hardware), " and "),
                f" ({part})" if part else None,
            )
            for (sdk, part), hardware in ends.items()
        ]

    @property
    def pin(self) -> Phrase | None:
        """The last release with it, of a framework by hardware, or what is announced to be that."""
        if on_hardware := self._last_on_hardware:
            return joined(on_hardware, "; ")
        found = self.status.pin
        is_announced = found and found.notice.event == "announced" and not self.status.over
        return phrase(words.pin(found), " (announced)" if is_announced else None) if found else None

    @property
    def _last_on_hardware(self) -> Sequence[Phrase]:
        """The last releases with a framework that is maintained or over, the newest first, as its pages have them."""
        if self.status.state in STILL_DEVELOPED:
            return ()
        last = group_by(self._support, lambda one: sdk_named(self.records, one.statement.last_sdk))
        newest_first = sorted(last, key=lambda sdk: self.records.sdks[sdk].order, reverse=True)
        if len(last) == 1:
            return [phrase(Sdk(sdk), self._doubt(last[sdk])) for sdk in newest_first]
        chips = [unique(one.accelerator for one in same) for same in last.values()]
        # Where training ended with another release than inference on the same hardware, each is said for itself.
        by_workload = len(set(chain.from_iterable(chips))) < sum(map(len, chips))
        return [
            phrase(
                Sdk(sdk),
                f" for {' and '.join(workloads)}" if by_workload else None,
                " on ",
                links("accelerators", hardware, " and "),
                self._doubt(last[sdk]),
            )
            for sdk in newest_first
            for workloads, hardware in _by_workloads(last[sdk]).items()
        ]

    def _doubt(self, statuses: Sequence[SupportStatus]) -> str | None:
        return " (sources differ)" if any(contested_status(self.knowledge, one) for one in statuses) else None

    @property
    def _versions(self) -> Phrase:
        """Its versions by their state; what ended on some hardware only is shown beside that hardware."""
        known = (one for one in self.knowledge.lifecycle.versions_of(self.id) if not one.partial_ends)
        groups = group_pairs((one.state, one.version or "") for one in known)
        stated = (state for state in STAGES if state in groups)
        return joined((phrase(TermOf("lifecycle", one), f" {', '.join(groups[one])}") for one in stated), "; ")

    @property
    def replacement(self) -> Phrase | None:
        """What took its place: by hardware, where it is a framework."""
        return words.successor_of(self.knowledge, self.id)

    @property
    def rests_on(self) -> Event | SourceReference | None:
        """The event or notice of its state; of a framework that goes on, its newest event."""
        framework = framework_itself(self.records, self.id)
        if framework and self.status.event:
            return state_of(framework).rests_on
        notice = self.status.first_notice
        return self.status.event or (notice.notice.citation if notice else None)


def _by_workloads(statuses: Sequence[SupportStatus]) -> Mapping[tuple[str, ...], Sequence[str]]:
    """The accelerators of some statuses, by the workloads that these are about."""
    by_chip = group_pairs((one.accelerator, one.workload) for one in statuses)
    return group_pairs((tuple(sorted(set(workloads))), chip) for chip, workloads in by_chip.items())


def _before(end: DatedNotice) -> str:
    """What stands between the word for an announcement and what it is for."""
    return " " if end.notice.sdk else " for " if end.announced_for else ", "


def components_of(one: Entry[Any]) -> Sequence[ComponentEntry]:
    """Those of a framework: the ones still developed first, those without a state last."""
    found: Sequence[ComponentEntry] = entries(one.knowledge, "components", one.facts("components"), ComponentEntry)
    return sorted(found, key=lambda part: (STAGES.get(part.status.state or "", len(STAGES)), part.record.name))


def _order(one: ComponentEntry) -> tuple[Any, ...]:
    """Sort key: what is going to end, what is maintained, what is developed, what has ended, the newest end first."""
    status, framework = one.status, one.records.frameworks.get(one.record.framework or "")
    ended = status.effective_day if status.over else None
    return (
        not one.is_ending,
        status.state is None,
        status.over,
        status.state != "maintenance",
        -ended.toordinal() if ended else 0,
        one.record.kind in LAST_KINDS,
        one.place("component_kind", one.record.kind),
        # The components of one framework stand together, itself first.
        (framework or one.record).name.lower(),
        one.id != one.record.framework,
        one.title.lower(),
    )


def _page_title(one: ComponentEntry) -> str:
    kind = one.knowledge.term("component_kind", one.record.kind).label.lower()
    return f"{one.title}: notices and versions ({kind})"


def _state(one: ComponentEntry) -> Phrase:
    notices = one.knowledge.lifecycle.by_notices(one.id)
    # An end that is disputed is not told as if it were not.
    disputes = [issue.id for issue in one.facts("conflicts") if issue.record.state == "open"]
    contested = phrase(" Sources differ: ", links("conflicts", disputes)) if disputes and one.status.over else None
    pin, instead = one.pin, one.replacement
    return phrase(
        one.standing,
        ".",
        phrase(" Last supported: ", pin, ".") if pin else None,
        phrase(" Replacement: ", instead, ".") if instead else None,
        phrase(" ", words.by_notices(notices)) if notices else None,
        phrase(" Another product of this name: ", namesake, ".") if (namesake := _namesake(one)) else None,
        contested,
    )


class NamedVersion(NamedTuple):
    """A version that notices name, with its last build in an SDK release."""

    status: LifecycleStatus
    last: Shipped | None


def _named_versions(one: ComponentEntry) -> Sequence[NamedVersion]:
    builds = one.knowledge.packages.builds_of
    versions = one.knowledge.lifecycle.versions_of(one.id)
    return [NamedVersion(found, next(reversed(builds(one.id, found.version or "")), None)) for found in versions]


def _runs(span: VersionSpan) -> Phrase:
    return joined(
        phrase(Sdk(first), None if first == last else phrase(" to ", Sdk(last, names_platform=False)))
        for first, last in span.runs
    )


class BuiltVersion(NamedTuple):
    """A version of a component, built for an SDK release."""

    component: str
    tag: Tag


def _tags(one: ComponentEntry) -> Sequence[BuiltVersion]:
    newest_first = sorted(one.record.tags, key=lambda tag: release_order(tag.version), reverse=True)
    if all(tag.date for tag in newest_first):
        newest_first.sort(key=lambda tag: tag.date or datetime.date.min, reverse=True)
    return [BuiltVersion(one.id, tag) for tag in newest_first]


def _namesake(one: ComponentEntry) -> Phrase | None:
    """The other product that the newest package list has under its name, and how old its own build beside that is."""
    others = one.knowledge.packages.others_named_like(one.id)
    if not others:
        return None
    sdk = others[-1].sdk
    versions = ", ".join(unique(build.row.version for build in others if build.sdk == sdk))
    said = phrase(RecordLink("components", others[-1].component), f" {versions} in ", Sdk(sdk))
    kept = (span for span in one.knowledge.packages.versions_of(one.id) if sdk in span.releases[1:])
    own = (
        phrase("its own ", span.version, " there is the build of ", Sdk(span.releases[0], names_platform=False))
        for span in kept
    )
    return joined((said, *own), "; ")


def _states(knowledge: Knowledge, every: Sequence[ComponentEntry]) -> str:
    counts = Counter(one.status.state for one in every)
    known = [f"{counts[state]} {knowledge.term('lifecycle', state).label.lower()}" for state in STAGES if counts[state]]
    return ", ".join([*known, f"{counts[None]} without a notice on the whole."])


TAGS: Sequence[Column[BuiltVersion]] = (
    column_of(Tag, "version", "tag."),
    fact("doubt", lambda one: None if one.tag.released else "not released", beside="version"),
    column_of(Tag, "date", "tag."),
    column_of(Tag, "sdk", "tag.", absent="none named"),
    fact("requires", lambda one: [Code(f"{package}{version}") for package, version in one.tag.requires.items()]),
    column_of(Tag, "citation", "tag."),
)
"""What versions are built for, and what they accept, as written."""

PAGES = RecordPages[ComponentEntry](
    "components",
    entry=ComponentEntry,
    order=_order,
    page_title=_page_title,
    lede=lambda _: "",
    description=lambda one: f"{one.title}: since when, until when, what replaced it, and its versions in SDK releases.",
    columns=(
        fact("standing_today", label="State", absent="not known"),
        fact("end", absent="not known"),
        fact("state", "status.state", vocabulary="lifecycle"),
        fact("told", _state),
        fact("pin", label="Last supported"),
        fact("versions", lambda one: one.knowledge.packages.history_of(one.id), label="Package"),
        fact("namesake", _namesake, label="Another product of this name"),
        own(Component, "package", label="Name in package lists"),
        fact("replaces", lambda one: one.facts("components"), kind="components"),
        fact("called", "status.renamed.notice.successor"),
        fact("rests_on", label="State rests on"),
    ),
    listed="kind standing_today end replacement pin versions",
    facts="kind framework replacement pin versions namesake package replaces called other_names rests_on",
    state="told",
    facets="kind state",
    answer=Section(
        "Versions that notices name",
        _named_versions,
        (
            fact("version", "status.version"),
            fact("state", "status"),
            fact("last", "last.row.version", label="Last shipped"),
            fact("sdk", "last.sdk", beside="last", look=Sdk),
            fact("replacement", "status.successor.notice.successor"),
            fact("pin", "status.pin"),
        ),
        anchor="versions",
        whole="api/v1/lifecycle.csv",
        note="Once the whole is in maintenance or over, so is each version, unless a notice says otherwise of it.",
    ),
    last_sections=(
        Section(
            "Instance series",
            lambda one: one.knowledge.packages.series_of(one.id),
            (
                fact("series", absent="none named"),
                fact("first_sdk", "first", look=Sdk),
                fact("last_sdk", "last", look=Sdk),
                fact("in_newest", label="In the newest list", absent="not known"),
            ),
            anchor="releases",
        ),
        Section(
            "Versions in SDK releases",
            lambda one: one.knowledge.packages.versions_of(one.id),
            (
                fact("version", lambda span: Code(span.version)),
                fact("runs", _runs, label="In SDK releases"),
                fact("series", label="Instance series", absent="none named"),
                fact("notes", beside="series"),
                fact("python", absent="none named"),
                fact("sources", label="Source"),
            ),
            anchor="packages",
            whole="api/v1/package-versions.csv",
        ),
        Section("Releases and what they pin", _tags, TAGS, anchor="tags"),
    ),
    former_anchors={"notices": "timeline"},
    counts=_states,
    searched={"packages": "version runs", "tags": "version sdk requires"},
    caption="First what ends on a later day or with a release to come, then what is maintained, developed and over.",
)
