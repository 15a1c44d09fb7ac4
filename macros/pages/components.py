"""Components of the software stack: where each stands, its notices, and its versions in SDK releases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from macros.columns import lifecycle_words as words
from macros.columns.column import Column, column_of
from macros.columns.phrase import Code, Phrase, Sdk, TermOf, joined, phrase, sdk_version
from macros.facts import Knowledge
from macros.facts.grouping import group_pairs
from macros.facts.lifecycle import Replacement, replacement_of
from macros.facts.notices import STAGES, LifecycleStatus
from macros.facts.packages import PackageHistory, Shipped, VersionSpan, release_order
from macros.pages.entries import Entry, fact, own
from macros.pages.records import RecordPages
from macros.pages.section import Section
from macros.schema.base import SourceReference, Statement
from macros.schema.components import Component, Tag

LAST_KINDS = ("dependency", "python", "os", "sample", "documentation")
"""Kinds at the end of the list: few readers look for them."""

MOST_VERSIONS = 6
"""Versions of one state that a sentence names."""


class ComponentEntry(Entry[Component]):
    """A component and where it stands."""

    @property
    def status(self) -> LifecycleStatus:
        return self.knowledge.lifecycle.status_of(self.id)

    @property
    def standing(self) -> Phrase:
        """Where it stands as a whole, else where its versions do."""
        if self.status.over and self.record.kind == "instance":
            day = self.status.since or "a day that is not published"
            return phrase("Retired since ", day, ", inferred: its provider no longer lists it")
        versions = phrase("; versions: ", self.versions) if self.versions else None
        return words.standing(self.status) or phrase("No notice on the whole", versions)

    @property
    def versions(self) -> Phrase:
        """Its versions by their state; what ended on some hardware only is shown beside that hardware."""
        known = (one for one in self.knowledge.lifecycle.versions_of(self.id) if not one.partial_ends)
        groups = group_pairs((one.state, one.version or "") for one in known)
        return joined((_versions(state, groups[state]) for state in STAGES if state in groups), "; ")

    @property
    def replacement(self) -> Replacement | Phrase | None:
        """What took its place: by hardware, where it is a framework."""
        framework = self.knowledge.records.frameworks.get(self.id) if self.record.framework == self.id else None
        if framework and framework.successor:
            return replacement_of(self.knowledge.records, self.id)
        return words.successor_of(self.knowledge, self.id)

    @property
    def package(self) -> PackageHistory | None:
        return self.knowledge.packages.history_of(self.id)


def line(knowledge: Knowledge, record_id: str) -> ComponentEntry:
    return ComponentEntry(knowledge, "components", record_id, knowledge.records.components[record_id])


def lines(knowledge: Knowledge, components: Iterable[str]) -> Sequence[ComponentEntry]:
    """Components by state, those still developed first, those without a state last."""
    unsorted = (line(knowledge, one) for one in components)
    return sorted(unsorted, key=lambda one: (STAGES.get(one.status.state or "", len(STAGES)), one.record.name))


def _versions(state: str, versions: Sequence[str]) -> Phrase:
    more = f" and {len(versions) - MOST_VERSIONS} more" if len(versions) > MOST_VERSIONS else ""
    return phrase(TermOf("lifecycle", state), f" {', '.join(versions[:MOST_VERSIONS])}{more}")


def _order(one: ComponentEntry) -> tuple[Any, ...]:
    framework = one.knowledge.records.frameworks.get(one.record.framework or "")
    return (
        one.record.kind in LAST_KINDS,
        one.place("component_kind", one.record.kind),
        one.status.over,
        # The components of one framework stand together, itself first.
        (framework or one.record).name.lower(),
        one.id != one.record.framework,
        one.title.lower(),
    )


def _state(one: ComponentEntry) -> Phrase:
    notices = one.knowledge.lifecycle.by_notices(one.id)
    return phrase(one.standing, ".", phrase(" ", words.by_notices(notices)) if notices else None)


def _rests_on(one: ComponentEntry) -> Statement | SourceReference | None:
    """The event or notice of its state."""
    if event := one.status.event:
        return Statement(text=event.text, citations=event.citations)
    return one.status.first_notice.notice.citation if one.status.first_notice else None


class VersionLine(NamedTuple):
    """A version that notices name."""

    status: LifecycleStatus
    last: Shipped | None
    """Its last build in an SDK release."""


def _named_versions(knowledge: Knowledge, record_id: str) -> Sequence[VersionLine]:
    return [
        VersionLine(one, next(reversed(knowledge.packages.builds_of(record_id, one.version or "")), None))
        for one in knowledge.lifecycle.versions_of(record_id)
    ]


def _runs(span: VersionSpan) -> Phrase:
    runs = ((Sdk(first, ""), Sdk(last, "")) for first, last in span.runs)
    return joined(first if first == last else phrase(first, " to ", last) for first, last in runs)


class BuiltVersion(NamedTuple):
    """A version of a component, built for an SDK release."""

    component: str
    tag: Tag


def _tags(knowledge: Knowledge, record_id: str) -> Sequence[BuiltVersion]:
    tags = knowledge.records.components[record_id].tags
    newest_first = sorted(tags, key=lambda tag: (tag.date, release_order(tag.version)), reverse=True)
    return [BuiltVersion(record_id, tag) for tag in newest_first]


def _states(knowledge: Knowledge, every: Sequence[ComponentEntry]) -> str:
    counts = Counter(one.status.state for one in every)
    known = [f"{counts[state]} {knowledge.term('lifecycle', state).label.lower()}" for state in STAGES if counts[state]]
    return ", ".join([*known, f"{counts[None]} without a notice on the whole."])


KIND = own(Component, "kind", meaning="What it is.")
STATE: Column[Any] = Column("state", "Where it stands as a whole.", "status.state", vocabulary="lifecycle")
LIFE: Sequence[Column[Any]] = (
    Column("replacement", "What took its place.", absent=""),
    Column("pin", "The release or version to stay with.", "status.pin", label="Last supporting SDK", absent=""),
    Column("package", "Its newest version, and the newest SDK release that lists it.", absent=""),
)
TAGS: Sequence[Column[BuiltVersion]] = (
    column_of(Tag, "version", "tag."),
    Column("doubt", "", lambda one: None if one.tag.released else "not released", beside="version"),
    column_of(Tag, "date", "tag."),
    column_of(Tag, "sdk", "tag.", absent="none named"),
    Column(
        "requires",
        "What it accepts, as written.",
        lambda one: [Code(f"{package}{versions}") for package, versions in one.tag.requires.items()],
        absent="nothing named",
    ),
    column_of(Tag, "citation", "tag."),
)

PAGES = RecordPages[ComponentEntry](
    "components",
    line=line,
    order=_order,
    group=KIND,
    page_title=lambda one: f"{one.title}: notices and versions ({one.label('component_kind', one.record.kind)})",
    lede=lambda _: "",
    description=lambda one: (
        f"{one.title}: since when, until when, what replaced it, and which versions each SDK release has."
    ),
    columns=(KIND, Column("state", "Where it stands.", "standing"), *LIFE),
    state=Column("state", "Where it stands.", _state),
    facts=(
        KIND,
        own(Component, "framework"),
        *LIFE,
        own(Component, "package", label="Name in package lists"),
        fact("replaces", lambda one: one.knowledge.components.of("components", one.id), kind="components"),
        fact("called", "status.renamed.notice.successor"),
        own(Component, "other_names"),
        fact("rests_on", _rests_on, label="State rests on"),
    ),
    sections=(
        Section(
            "Versions that notices name",
            "versions",
            _named_versions,
            (
                Column("version", "As notices name it.", "status.version"),
                Column("state", "Where it stands.", "status"),
                Column(
                    "last",
                    "The last package list with a build of it.",
                    "last.row.version",
                    label="Last shipped",
                    absent="",
                ),
                Column("sdk", "The SDK release of that list.", "last.sdk", beside="last", look=Sdk),
                Column("replacement", "What notices name instead.", "status.successor.notice.successor", absent="–"),
                Column("pin", "What to stay with.", "status.pin", absent="–"),
            ),
            whole="api/v1/lifecycle.csv",
            note="A version stands no better than the whole once that is kept or over, unless a notice keeps it.",
        ),
    ),
    last_sections=(
        Section(
            "Instance series",
            "releases",
            lambda known, record_id: known.packages.series_of(record_id),
            (
                Column("series", "As package lists print it.", absent="none named"),
                Column("sdk", "The first SDK release that lists it.", "first", label="First SDK", look=sdk_version),
                Column("last_sdk", "The last SDK release that lists it.", "last", label="Last SDK", look=sdk_version),
                Column("in_newest", "Whether the newest list has it.", label="In the newest list", absent="not known"),
            ),
        ),
        Section(
            "Versions in SDK releases",
            "packages",
            lambda known, record_id: known.packages.versions_of(record_id),
            (
                Column("version", "The version of the package.", lambda span: Code(span.version)),
                Column("runs", "The SDK releases that have it.", _runs, label="In SDK releases"),
                Column("series", "Instance series it is listed for.", absent="none named"),
                Column("notes", "Slips of the lists.", beside="series"),
                Column("python", "Python versions it is built for.", absent="none named"),
                Column("sources", "The package lists that have it.", label="Source", kind="sources"),
            ),
            whole="api/v1/package-versions.csv",
        ),
        Section("Releases and what they pin", "tags", _tags, TAGS),
    ),
    former_anchors={"notices": "timeline"},
    facets=(KIND, STATE),
    counts=_states,
    caption="By kind, current ones before ended ones.",
)
