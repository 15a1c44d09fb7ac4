"""Components of the software stack: the page of one, and the list of all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from macros.knowledge import Knowledge
from macros.knowledge.dated_notices import STAGES, DatedNotice
from macros.knowledge.grouping import group_pairs, unique
from macros.knowledge.lifecycle import events_of
from macros.knowledge.lifecycle_status import LifecycleStatus
from macros.knowledge.packages import Shipped, VersionSpan, release_order, version_of
from macros.pages.facets import facets, term_facet
from macros.pages.page_head import PageHead, PageIssues, cited_sources, names_of, page_issues
from macros.pages.paging import PagedList, consecutive, pager
from macros.schema.components import Component, Tag
from macros.views import framework_lifecycle
from macros.views.framework_lifecycle import ByNotices, Replacement
from macros.views.timelines import Milestone, Moment, Timeline, time_scale, timeline

MOST_TIMELINES = 8
"""Versions drawn as lines of their own; the table beside the picture has all of them."""

LAST_KINDS = ("dependency", "python", "os", "sample", "documentation")
"""Kinds at the end of the list: few readers look for them."""


def head(knowledge: Knowledge, record: str) -> PageHead:
    component = knowledge.records.components[record]
    kind = knowledge.term("component_kind", component.kind).label.lower()
    title = f"{component.name}: notices and versions ({kind})"
    description = (
        f"{component.name}: since when, until when, what replaced it, and which versions each SDK release has."
    )
    return PageHead(title, description, [component.name, record, *names_of(component.other_names)])


@dataclass(frozen=True)
class PackageHistory:
    """A package in the package lists (manifests) of the SDK releases."""

    newest: str
    """The newest SDK release that lists it, or, if that is known to list it no longer, the newest with a whole list."""
    in_newest: bool
    releases: Sequence[str]
    """Those that list it, oldest first."""
    spans: Sequence[VersionSpan]
    """Newest version first."""
    by_series: Mapping[str, Sequence[str]]
    """The releases that list it for each instance series, oldest first."""
    series_in_newest: Mapping[str, bool | None]
    """Whether `newest` lists it for each instance series; None where the list is partial and does not say."""


SuccessorName = tuple[str | None, str | None]
"""What took the place of a component: its id, None where it has no record; how a notice calls it, None where that is
its name here."""


@dataclass(frozen=True)
class ComponentLine:
    id: str
    component: Component
    status: LifecycleStatus
    successor: SuccessorName | None
    replacement: Replacement | None
    """By hardware, where it is a framework with a successor."""
    by_state: Sequence[tuple[str, Sequence[str]]]
    """State, and the versions in it."""
    announced: Sequence[str]
    """Versions of which something is announced that no notice says has come true."""
    package: PackageHistory | None


@dataclass(frozen=True)
class ComponentPage:
    line: ComponentLine
    list_page: int
    """The number of the page of the list on which its kind begins."""
    by_notices: ByNotices | None
    """The state by its notices, where it is a framework whose events bring another state."""
    versions: Sequence[tuple[LifecycleStatus, Shipped | None]]
    """Versions that notices name, with the last build in an SDK release; None where the package lists have none."""
    replaced: Sequence[str]
    """The components whose place it took."""
    timelines: Sequence[tuple[str | None, Timeline]]
    """Of the whole (None), then of its versions."""
    timelines_left_out: int
    notices: Sequence[DatedNotice]
    """The newest first."""
    tags: Sequence[Tag]
    """The newest first."""
    issues: PageIssues
    sources: Sequence[str]


@dataclass(frozen=True)
class ComponentIndex(PagedList[tuple[str, Sequence[ComponentLine]]]):
    """One page of the list of components: its rows are the kinds, each with its components."""

    states: Sequence[tuple[str | None, int]]
    """How many components have each state; None for those of which no notice says."""
    kinds: Mapping[str, tuple[int, int]]
    """How many components are of each kind, and the page on which it begins."""


def page(knowledge: Knowledge, record: str) -> ComponentPage:
    line = _line(knowledge, record)
    component, lifecycle = line.component, knowledge.lifecycle
    versions = lifecycle.versions_of(record)
    subjects = [("components", record), ("frameworks", component.framework)]
    timelines = _timelines(knowledge, line.status, versions)
    listed_in = [
        shipped.row.citation or knowledge.records.sdks[sdk].manifest
        for sdk in knowledge.packages.releases_of(record)
        for shipped in knowledge.packages.in_release(sdk, record)
    ]
    return ComponentPage(
        line=line,
        list_page=_kinds(knowledge)[component.kind][1],
        by_notices=framework_lifecycle.by_notices(knowledge, record),
        versions=[(one, _last(knowledge.packages.builds_of(record, one.version or ""))) for one in versions],
        replaced=lifecycle.replaced_by(record),
        timelines=timelines[: MOST_TIMELINES + 1],
        timelines_left_out=len(timelines[MOST_TIMELINES + 1 :]),
        notices=lifecycle.notices_of(record),
        tags=sorted(component.tags, key=lambda tag: (tag.date, release_order(tag.version)), reverse=True),
        issues=page_issues(knowledge, *subjects),
        sources=unique(cited_sources(component, *listed_in)),
    )


def index(knowledge: Knowledge, number: str = "1") -> ComponentIndex:
    components = knowledge.records.components
    kinds, pages = _kinds(knowledge), pager(knowledge, "components", number)
    order = {kind: place for place, kind in enumerate(kinds)}
    statuses = {key: knowledge.lifecycle.status_of(key) for key in components}
    ordered = sorted(
        components, key=lambda key: (order[components[key].kind], statuses[key].over, *_by_product(knowledge, key))
    )
    states = Counter(status.state for status in statuses.values())
    return ComponentIndex(
        pager=pages,
        states=[(state, states[state]) for state in (*STAGES, None) if state in states],
        kinds=kinds,
        rows=consecutive([_line(knowledge, key) for key in pages.cut(ordered)], lambda line: line.component.kind),
        facets=facets(
            pages.total,
            term_facet(knowledge, "kind", "component_kind", kinds),
            term_facet(knowledge, "state", "lifecycle", filter(None, states)),
        ),
    )


def _kinds(knowledge: Knowledge) -> Mapping[str, tuple[int, int]]:
    """The kinds of component in the order of the list: how many are of each, and the page on which it begins."""
    counts = Counter(component.kind for component in knowledge.records.components.values())
    kinds = sorted(knowledge.records.vocabularies["component_kind"].values, key=lambda kind: kind in LAST_KINDS)
    firsts = accumulate((counts[kind] for kind in kinds), initial=0)
    pages = pager(knowledge, "components", "1")
    return {kind: (counts[kind], pages.page_of(row)) for kind, row in zip(kinds, firsts, strict=False) if counts[kind]}


def lines(knowledge: Knowledge, components: Iterable[str], platform: str | None = None) -> Sequence[ComponentLine]:
    """Components as rows of a table: by state, those still developed first, those without a state last.

    `platform` limits their package histories to the releases of one SDK.
    """
    unsorted = (_line(knowledge, record, platform) for record in components)
    return sorted(unsorted, key=lambda line: (STAGES.get(line.status.state or "", len(STAGES)), line.component.name))


def _line(knowledge: Knowledge, record: str, platform: str | None = None) -> ComponentLine:
    component = knowledge.records.components[record]
    status, versions = knowledge.lifecycle.status_of(record), knowledge.lifecycle.versions_of(record)
    replaced_framework = component.framework == record and knowledge.records.frameworks[record].successor is not None
    return ComponentLine(
        id=record,
        component=component,
        status=status,
        successor=successor_name(knowledge, record),
        replacement=framework_lifecycle.replacement(knowledge, record) if replaced_framework else None,
        by_state=_by_state(versions),
        announced=[version.version for version in versions if version.pending and version.version],
        package=_package_history(knowledge, record, platform),
    )


def successor_name(knowledge: Knowledge, record: str) -> SuccessorName | None:
    """What took the place of a component; None where nothing did."""
    component, step = knowledge.records.components[record], knowledge.lifecycle.status_of(record).successor
    words = step.notice.successor if step else None
    if component.successor is None:
        return (None, words) if words else None
    same = words == knowledge.records.components[component.successor].name
    return component.successor, None if same else words


def _by_product(knowledge: Knowledge, record: str) -> tuple[str, bool, str]:
    """A sort key: components of one framework together, itself first."""
    component = knowledge.records.components[record]
    name = knowledge.records.frameworks[component.framework].name if component.framework else component.name
    return name.lower(), record != component.framework, component.name.lower()


def _by_state(versions: Iterable[LifecycleStatus]) -> Sequence[tuple[str, Sequence[str]]]:
    # What ended on some hardware only is shown beside that hardware.
    pairs = ((status.state, status.version) for status in versions if status.version and not status.partial_ends)
    return sorted(group_pairs(pairs).items(), key=lambda item: STAGES[item[0]])


def _last(builds: Sequence[Shipped]) -> Shipped | None:
    return builds[-1] if builds else None


def _package_history(knowledge: Knowledge, record: str, platform: str | None = None) -> PackageHistory | None:
    """A component as a package of the releases of every SDK, or of one; None where no manifest has it."""
    packages = knowledge.packages
    releases = packages.releases_of(record, platform)
    listed_by = packages.listed_by(record, platform)
    newest = listed_by or (packages.newest_on(platform) if platform else packages.newest_for(record))
    if not newest or not releases:
        return None
    by_series = group_pairs(
        (series, sdk)
        for sdk in releases
        for shipped in packages.in_release(sdk, record)
        for series in shipped.row.series
    )
    return PackageHistory(
        newest=newest,
        in_newest=listed_by is not None,
        releases=releases,
        spans=packages.versions_of(record),
        by_series=by_series,
        series_in_newest={
            series: listing[-1] == newest or (None if packages.manifest_after(listing[-1]) is None else False)
            for series, listing in by_series.items()
        },
    )


def _timelines(
    knowledge: Knowledge, whole: LifecycleStatus, versions: Iterable[LifecycleStatus]
) -> Sequence[tuple[str | None, Timeline]]:
    """The whole first, as the framework of the same name has it, then the versions whose own notices have a day."""
    framework = knowledge.records.frameworks[whole.component] if whole.event and not whole.part_of else None
    moments: dict[str | None, Sequence[Moment]] = {None: events_of(framework) if framework else _milestones(whole)}
    for status in versions:
        if any(step.effective for step in status.state_notices):
            moments[status.version] = _milestones(status)
    dated = {version: milestones for version, milestones in moments.items() if milestones}
    if not dated:
        return []
    scale = time_scale(knowledge, [milestones[0] for milestones in dated.values()])
    return [(version, timeline(milestones, scale)) for version, milestones in dated.items()]


def _milestones(status: LifecycleStatus) -> Sequence[Milestone]:
    """Its own notices, then the end of the whole, or of its builds, where that ended it."""
    marks = []
    for step in status.state_notices:
        if step.state and step.effective:
            notice = step.notice
            sdk = f"SDK {version_of(notice.sdk)}" if notice.sdk else None
            text = ", ".join(words for words in (notice.version, sdk) if words)
            marks.append(Milestone(step.effective, step.state, text))
    if status.state and status.effective_day and marks and marks[-1].state != status.state:
        text = f"SDK {version_of(status.dropped.without)}, the first without it" if status.dropped else "with the whole"
        marks = [mark for mark in marks if mark.date <= status.effective_day]
        marks.append(Milestone(status.effective_day, status.state, text, status.since is not None))
    # Two notices that say the same on one day are one mark.
    return list(dict.fromkeys(marks))
