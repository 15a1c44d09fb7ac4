"""Components of the software stack: where each stands, its notices, and its versions in SDK releases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from macros.columns import lifecycle_words as words
from macros.columns.column import Column
from macros.columns.phrase import Code, Phrase, RecordLink, Sdk, TermOf, joined, phrase
from macros.facts import Knowledge
from macros.facts.grouping import group_pairs, unique
from macros.facts.notices import STAGES, LifecycleStatus
from macros.facts.packages import SeriesHistory, VersionSpan, release_order
from macros.pages.component_lines import ComponentLine, line
from macros.pages.records import RecordPages
from macros.pages.section import Section
from macros.schema.components import Tag


def standing(one: ComponentLine) -> Phrase:
    """Where a component stands, in one line."""
    status = one.status
    return phrase(
        _state(one),
        phrase(" Ended as a part of ", RecordLink("frameworks", status.part_of), ".") if status.part_of else None,
        phrase(" Limited: ", words.limits(status), ".") if status.partial_ends else None,
        _pin(one),
        phrase(" Replaced by ", one.replaced_by, ".") if one.replaced_by else None,
        *(phrase(" ", words.pending(found), ".") for found in status.pending),
        phrase(" ", words.by_notices(one.by_notices)) if one.by_notices else None,
    )


def _state(one: ComponentLine) -> Phrase:
    status, term = one.status, TermOf("lifecycle", one.status.state or "")
    if status.over and one.record.kind == "instance":
        gone = "Retired: no longer in its provider’s list of types since "
        return phrase(gone, words.since(status), "; that it was withdrawn is inferred.")
    if status.over and not status.since:
        return phrase(term, ", date not published.", f" {status.event.text}" if status.event else None)
    if status.listed:
        recent = ", which has a recent version of it; no notice about it as a whole."
        return phrase(term, " by the package list of ", Sdk(status.listed), recent)
    if status.state:
        return phrase(words.state_since(status), ".")
    if status.last_notice:
        silent = "; none since then, and no package list, says whether it is still current."
        return phrase("Last notice ", status.last_notice, silent)
    versions = phrase(" Versions: ", one.versions, ".") if one.versions else None
    return phrase("No notice says where it stands as a whole.", versions)


def _pin(one: ComponentLine) -> Phrase | None:
    found = one.status.pin
    if found is None:
        return None
    stays = one.record.kind != "documentation" and (one.status.state or found.version)
    return phrase(" Pin to " if stays else " Last with it: ", words.pin(found), ".")


def _short_state(one: ComponentLine) -> Phrase:
    status = one.status
    if status.over and one.record.kind == "instance":
        return phrase("Retired")
    if status.state:
        limits = phrase(", ", words.limits(status)) if status.partial_ends else None
        more = ", more announced" if status.pending else None
        return phrase(TermOf("lifecycle", status.state), " by package list" if status.listed else None, limits, more)
    event = "announced" if status.pending or one.is_announced else "renamed" if status.renamed else None
    said = TermOf("lifecycle_event", event) if event else words.no_state(status, "no notice")
    return one.versions or phrase(said)


def _newest_version(one: ComponentLine) -> Phrase | None:
    if one.package is None:
        return None
    until = " in " if one.package.in_newest else " until "
    return phrase(one.package.spans[0].version, until, Sdk(one.package.releases[-1]))


def _called(one: ComponentLine) -> str | None:
    if (step := one.status.renamed) is None:
        return None
    since = f" since {step.effective}" if step.effective else ""
    return f"{step.notice.successor}{since}. {step.notice.note or ''}".rstrip()


@dataclass(frozen=True)
class VersionLine:
    """A version that notices name."""

    status: LifecycleStatus
    last: Phrase | None
    """Its last build in an SDK release; None where the package lists have none."""


def _versions(knowledge: Knowledge, record: str) -> Sequence[VersionLine]:
    versions = knowledge.lifecycle.versions_of(record)
    return [VersionLine(one, _last_build(knowledge, record, one.version or "")) for one in versions]


def _last_build(knowledge: Knowledge, record: str, version: str) -> Phrase | None:
    builds = knowledge.packages.builds_of(record, version)
    if not builds:
        return None
    last = builds[-1]
    newest = ", the newest with a package list here" if knowledge.packages.after(last.sdk, whole=True) is None else None
    return phrase(Code(last.row.version), " in ", Sdk(last.sdk), " of ", knowledge.records.sdks[last.sdk].date, newest)


@dataclass(frozen=True)
class ListedVersion:
    """A version of a package in SDK releases."""

    span: VersionSpan
    source: Sequence[str]
    """The package lists that have it."""


def _listed_versions(knowledge: Knowledge, record: str) -> Sequence[ListedVersion]:
    shipped = knowledge.packages.of_component(record)
    sources = group_pairs((one.row.version, one.citation.source) for one in shipped if one.citation)
    spans = knowledge.packages.versions_of(record)
    return [ListedVersion(span, unique(sources.get(span.version, ()))) for span in spans]


def _runs(one: ListedVersion) -> Phrase:
    runs = ((Sdk(first, ""), Sdk(last, "")) for first, last in one.span.runs)
    return joined(first if first == last else phrase(first, " to ", last) for first, last in runs)


def _series(knowledge: Knowledge, record: str) -> Sequence[SeriesHistory]:
    return knowledge.packages.series_of(record)


@dataclass(frozen=True)
class BuiltVersion:
    """A version of a component, built for an SDK release."""

    component: str
    tag: Tag

    @property
    def doubt(self) -> str | None:
        """Whether it is a state of development."""
        return None if self.tag.released else "not released"

    @property
    def requires(self) -> Sequence[Code]:
        """What it accepts, as written."""
        return [Code(f"{package}{versions}") for package, versions in self.tag.requires.items()]


def _tags(knowledge: Knowledge, record: str) -> Sequence[BuiltVersion]:
    tags = knowledge.records.components[record].tags
    newest_first = sorted(tags, key=lambda tag: (tag.date, release_order(tag.version)), reverse=True)
    return [BuiltVersion(record, tag) for tag in newest_first]


def _states(knowledge: Knowledge, every: Sequence[ComponentLine]) -> str:
    counts = Counter(one.status.state for one in every)
    known = [f"{counts[state]} {knowledge.term('lifecycle', state).label.lower()}" for state in STAGES if counts[state]]
    return ", ".join([*known, f"{counts[None]} without a notice on the whole."])


KIND: Column[Any] = Column("kind", "What it is.", "record.kind", vocabulary="component_kind")
STATE: Column[Any] = Column("state", "Where it stands as a whole.", "status.state", vocabulary="lifecycle")
TAGS: Sequence[Column[BuiltVersion]] = (
    Column("version", "Its version.", "tag.version"),
    Column("doubt", "Whether it is a state of development.", beside="version"),
    Column("date", "Of the version.", "tag.date"),
    Column("sdk", "The SDK release it is built for.", "tag.sdk", absent="none named"),
    Column("requires", "What it accepts, as written.", absent="nothing named"),
    Column("citation", "Who says so.", "tag.citation", label="Source"),
)
LISTED: Sequence[Column[ListedVersion]] = (
    Column("version", "The version of the package.", lambda one: Code(one.span.version)),
    Column("runs", "The SDK releases that have it.", _runs, label="In SDK releases"),
    Column("series", "Instance series it is listed for.", "span.series", absent="none named"),
    Column("notes", "Slips of the lists.", "span.notes", beside="series"),
    Column("python", "Python versions it is built for.", "span.python", absent="none named"),
    Column("source", "The package lists that have it.", kind="sources"),
)

PAGES = RecordPages[ComponentLine](
    "components",
    line,
    order=lambda one: one.place,
    group=KIND,
    page_title=lambda one: f"{one.record.name}: notices and versions ({one.kind_label})",
    lede=lambda _: "",
    description=lambda one: (
        f"{one.record.name}: since when, until when, what replaced it, and which versions each SDK release has."
    ),
    columns=(
        KIND,
        Column("state", "Where it stands.", _short_state),
        Column("since", "Since when.", "status.since", absent="–"),
        Column("replacement", "What took its place.", "replaced_by", absent="–"),
        Column(
            "pin",
            "The release or version to stay with.",
            lambda one: None if one.record.kind == "documentation" else one.status.pin,
            label="Last supporting SDK",
            absent="–",
        ),
        Column("newest", "Its newest version, and where it is listed.", _newest_version, label="Package", absent="–"),
    ),
    state=Column("state", "Where it stands.", standing),
    facts=(
        KIND,
        Column("framework", "The framework it belongs to.", "record.framework", kind="frameworks", absent=""),
        Column("package", "Its name in package lists.", "record.package", absent=""),
        Column("listed", "Whether the newest SDK release lists it.", "package", label="In SDK releases", absent=""),
        Column("replaced", "What it took the place of.", kind="components", label="Replaces", absent=""),
        Column("called", "Its name by the newest notice.", _called, absent=""),
        Column("other_names", "What it is also called.", "record.other_names", absent=""),
        Column("rests_on", "The event or notice of its state.", label="State rests on", absent=""),
    ),
    sections=(
        Section(
            "Versions that notices name",
            "versions",
            _versions,
            (
                Column("version", "As notices name it.", "status.version"),
                Column("state", "Where it stands.", lambda one: words.version_state(one.status)),
                Column("since", "Since when.", "status.since"),
                Column("last", "The last package list with a build of it.", label="Last shipped", absent="–"),
                Column(
                    "replacement",
                    "What notices name instead.",
                    "status.successor.notice.successor",
                    absent="none named",
                ),
                Column("pin", "What to stay with.", "status.pin", absent="none named"),
            ),
            whole="api/v1/lifecycle.csv",
            note="A version stands no better than the whole once that is kept or over, unless a notice keeps it.",
        ),
    ),
    last_sections=(
        Section(
            "Instance series",
            "releases",
            _series,
            (
                Column("series", "As package lists print it.", absent="none named"),
                Column(
                    "first", "The first SDK release that lists it.", lambda one: Sdk(one.first, ""), label="First SDK"
                ),
                Column("last", "The last SDK release that lists it.", lambda one: Sdk(one.last, ""), label="Last SDK"),
                Column("in_newest", "Whether the newest list has it.", label="In the newest list", absent="not known"),
            ),
        ),
        Section(
            "Versions in SDK releases",
            "packages",
            _listed_versions,
            LISTED,
            whole="api/v1/package-versions.csv",
            shown="version runs series notes python",
        ),
        Section("Releases and what they pin", "tags", _tags, TAGS),
    ),
    former_anchors={"notices": "timeline"},
    left_out=("packages",),
    facets=(KIND, STATE),
    counts=_states,
    caption="By kind, current ones before ended ones.",
)
