"""Since, until, instead: the list of components, a component's page, and what other pages say of components."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from macros.knowledge import Knowledge
from macros.knowledge.lifecycle import STAGES, Pin, Standing, Step, events_of
from macros.knowledge.packages import (
    Shipped,
    VersionSpan,
    by_component,
    newest_version_first,
    release_order,
    version_of,
)
from macros.schema.components import Component, Tag
from macros.schema.conflicts import Conflict
from macros.schema.limitations import Limitation
from macros.views import lifecycles
from macros.views.cited_sources import cited_sources, once
from macros.views.heads import PageHead, names_of
from macros.views.lifecycles import ByNotices, Moment, Replacement, Timeline
from macros.views.paging import Pager, consecutive, pager

MOST_LIFELINES = 8
"""Versions drawn as lines of their own; the table beside the picture has all of them."""


def head(knowledge: Knowledge, record: str) -> PageHead:
    """What its page is called."""
    component = knowledge.records.components[record]
    kind = knowledge.term("component_kind", component.kind).label.lower()
    title = f"{component.name}: notices and versions ({kind})"
    description = (
        f"{component.name}: since when, until when, what replaced it, and which versions each SDK release has."
    )
    return PageHead(title, description, [component.name, record, *names_of(component.other_names)])


@dataclass(frozen=True)
class Point:
    """A notice as a mark on a line."""

    date: datetime.date
    state: str
    text: str
    day_published: bool = True


@dataclass(frozen=True)
class VersionLine:
    """A version that notices name, and its last build in an SDK release."""

    standing: Standing
    last: Shipped | None
    """None where the package lists have none."""
    in_newest: bool


@dataclass(frozen=True)
class Lifeline:
    """The life of a component, or of one version of it, as a line."""

    version: str | None
    timeline: Timeline


@dataclass(frozen=True)
class SeriesSpan:
    """From which to which SDK release a package is listed for an instance series."""

    series: str
    first: str
    last: str
    in_newest: bool


@dataclass(frozen=True)
class PackageHistory:
    """A package in the manifests of the SDK releases."""

    newest: str
    """The newest SDK release whose packages are known."""
    in_newest: bool
    first: str
    last: str
    releases: int
    spans: Sequence[VersionSpan]
    series: Sequence[SeriesSpan]


@dataclass(frozen=True)
class ComponentPage:
    """What a component's page says."""

    id: str
    component: Component
    standing: Standing
    by_notices: ByNotices | None
    """What its notices say, where it is a framework whose events say something else."""
    replacement: Replacement | None
    """Where it is a framework with a successor: what took its place, by hardware."""
    versions: Sequence[VersionLine]
    by_state: Sequence[tuple[str, Sequence[str]]]
    """State and the versions in it."""
    replaced: Sequence[str]
    """The components whose place it took."""
    lifelines: Sequence[Lifeline]
    lifelines_left_out: int
    notices: Sequence[Step]
    """The newest first."""
    package: PackageHistory | None
    tags: Sequence[Tag]
    """The newest first."""
    limitations: Sequence[tuple[str, Limitation]]
    conflicts: Sequence[tuple[str, Conflict]]
    sources: Sequence[str]


def page(knowledge: Knowledge, record: str) -> ComponentPage:
    """The page of one component."""
    component = knowledge.records.components[record]
    standing = knowledge.lifecycle.standing_of(record)
    versions = knowledge.lifecycle.versions_of(record)
    subjects = [("components", record)]
    if component.framework:
        subjects.append(("frameworks", component.framework))
    lifelines = _lifelines(knowledge, standing, versions)
    return ComponentPage(
        id=record,
        component=component,
        standing=standing,
        by_notices=lifecycles.by_notices(knowledge, record),
        replacement=_replacement(knowledge, record),
        versions=[_version_line(knowledge, version) for version in versions],
        by_state=_by_state(versions),
        replaced=knowledge.lifecycle.replaced_by(record),
        lifelines=lifelines[: MOST_LIFELINES + 1],
        lifelines_left_out=max(len(lifelines) - MOST_LIFELINES - 1, 0),
        notices=knowledge.lifecycle.steps_of(record),
        package=package_history(knowledge, record),
        tags=sorted(component.tags, key=lambda tag: (tag.date, release_order(tag.version)), reverse=True),
        limitations=knowledge.limitations_of(*subjects),
        conflicts=knowledge.conflicts_of(*subjects),
        sources=once((*cited_sources(component), *_manifests(knowledge, record))),
    )


def _replacement(knowledge: Knowledge, record: str) -> Replacement | None:
    component = knowledge.records.components[record]
    if component.framework != record or knowledge.records.frameworks[record].successor is None:
        return None
    return lifecycles.replacement(knowledge, record)


def _version_line(knowledge: Knowledge, standing: Standing) -> VersionLine:
    builds = knowledge.packages.builds_of(standing.component, standing.version or "")
    last = builds[-1] if builds else None
    newest = knowledge.packages.newest_for(standing.component)
    return VersionLine(standing, last, in_newest=last is not None and last.sdk == newest)


def _manifests(knowledge: Knowledge, record: str) -> Iterable[str]:
    for sdk in knowledge.packages.releases_of(record):
        yield from cited_sources(knowledge.records.sdks[sdk].manifest)


def package_history(knowledge: Knowledge, record: str, platform: str | None = None) -> PackageHistory | None:
    """A component as a package of the releases of every SDK, or of one; None where no manifest has it."""
    packages = knowledge.packages
    releases = packages.releases_of(record, platform)
    newest = packages.newest_on(platform) if platform else packages.newest_for(record)
    if not newest or not releases:
        return None
    return PackageHistory(
        newest=newest,
        in_newest=releases[-1] == newest,
        first=releases[0],
        last=releases[-1],
        releases=len(releases),
        spans=packages.versions_of(record),
        series=_series(knowledge, record, releases, newest),
    )


def _series(knowledge: Knowledge, record: str, releases: Sequence[str], newest: str) -> Sequence[SeriesSpan]:
    found: dict[str, list[str]] = {}
    for sdk in releases:
        for shipped in knowledge.packages.in_release(sdk, record):
            for series in shipped.row.series:
                found.setdefault(series, []).append(sdk)
    return [SeriesSpan(series, sdks[0], sdks[-1], sdks[-1] == newest) for series, sdks in found.items()]


def _by_state(versions: Iterable[Standing]) -> Sequence[tuple[str, Sequence[str]]]:
    found: dict[str, list[str]] = {}
    for standing in versions:
        # What ended on some hardware only is told beside that hardware.
        if standing.state and standing.version and not standing.confined:
            found.setdefault(standing.state, []).append(standing.version)
    return sorted(found.items(), key=lambda item: STAGES[item[0]])


def _lifelines(knowledge: Knowledge, whole: Standing, versions: Sequence[Standing]) -> Sequence[Lifeline]:
    """The whole first, as the framework of the same name has it, then the versions whose own notices have a day."""
    framework = knowledge.records.frameworks[whole.component] if whole.event else None
    of_whole: Sequence[Moment] = events_of(framework) if framework else _points(whole)
    told: list[tuple[str | None, Sequence[Moment]]] = [(None, of_whole)]
    told += [(version.version, _points(version)) for version in versions if any(_dated(version))]
    lives = [(version, points) for version, points in told if points]
    if not lives:
        return []
    scale = lifecycles.axis_from(knowledge, min(points[0].date for _, points in lives))
    return [Lifeline(version, lifecycles.line_of(points, scale)) for version, points in lives]


def _dated(standing: Standing) -> Iterable[bool]:
    return (step.effective is not None for step in standing.track)


def _points(standing: Standing) -> Sequence[Point]:
    """Its own notices, then the end of the whole, or of its builds, where that came upon it."""
    points = []
    for step in standing.track:
        if step.state and step.effective:
            notice = step.notice
            about = f"{notice.version}, " if notice.version else ""
            text = f"{about}SDK {version_of(notice.sdk)}" if notice.sdk else notice.version or ""
            points.append(Point(step.effective, step.state, text))
    if standing.state and standing.by and points and points[-1].state != standing.state:
        text = f"SDK {version_of(standing.gone.without)}, the first without it" if standing.gone else "with the whole"
        published = standing.since is not None
        points = [point for point in points if point.date <= standing.by]
        points.append(Point(standing.by, standing.state, text, published))
    # Two notices that say the same on one day are one mark.
    return list(dict.fromkeys(points))


@dataclass(frozen=True)
class ComponentLine:
    """A component in a list."""

    id: str
    component: Component
    standing: Standing
    by_state: Sequence[tuple[str, Sequence[str]]]
    announced: Sequence[str]
    """Versions of which something is announced that no notice says has come true."""
    package: PackageHistory | None
    replacement: Replacement | None
    """Where it is a framework with a successor."""


@dataclass(frozen=True)
class KindGroup:
    """The components of one kind."""

    kind: str
    lines: Sequence[ComponentLine]


@dataclass(frozen=True)
class ComponentIndex:
    """One page of the list of components, by kind in the order of the vocabulary; kinds that few look for come last."""

    pager: Pager
    states: Sequence[tuple[str | None, int]]
    """How many stand in each state; None for those of which no notice says."""
    kinds: Sequence[tuple[str, int, int]]
    """Every kind, how many components are of it, and the page on which it begins."""
    groups: Sequence[KindGroup]


def lines(knowledge: Knowledge, components: Iterable[str], platform: str | None = None) -> Sequence[ComponentLine]:
    """Components as lines of a list: those still developed first, then those over, last those no notice speaks of.

    What is said of them as packages is limited to one SDK where `platform` names it.
    """
    found = [_line(knowledge, record, platform) for record in components]
    return sorted(found, key=lambda line: (STAGES.get(line.standing.state or "", len(STAGES)), line.component.name))


def _line(knowledge: Knowledge, record: str, platform: str | None = None) -> ComponentLine:
    versions = knowledge.lifecycle.versions_of(record)
    return ComponentLine(
        id=record,
        component=knowledge.records.components[record],
        standing=knowledge.lifecycle.standing_of(record),
        by_state=_by_state(versions),
        announced=[standing.version for standing in versions if standing.pending and standing.version],
        package=package_history(knowledge, record, platform),
        replacement=_replacement(knowledge, record),
    )


def _product(knowledge: Knowledge, record: str) -> tuple[str, bool, str]:
    """A sort key: components of one framework together, itself first."""
    component = knowledge.records.components[record]
    name = knowledge.records.frameworks[component.framework].name if component.framework else component.name
    return name.lower(), record != component.framework, component.name.lower()


def index(knowledge: Knowledge, number: str = "1") -> ComponentIndex:
    """One page of the list of components."""
    components = knowledge.records.components
    pages = pager(knowledge, "components", number)
    kinds = sorted(knowledge.records.vocabularies["component_kind"].values, key=lambda kind: kind in COME_LAST)
    ordered = sorted(components, key=lambda key: (kinds.index(components[key].kind), *_product(knowledge, key)))
    states = [knowledge.lifecycle.standing_of(record).state for record in components]
    of_kind = [components[key].kind for key in ordered]
    return ComponentIndex(
        pager=pages,
        states=[(state, states.count(state)) for state in (*STAGES, None) if state in states],
        kinds=[(kind, of_kind.count(kind), pages.page_of(of_kind.index(kind))) for kind in kinds if kind in of_kind],
        groups=[
            KindGroup(kind, [_line(knowledge, key) for key in members])
            for kind, members in consecutive(pages.cut(ordered), lambda key: components[key].kind)
        ],
    )


Answer = Literal["yes", "part", "barely", "no", "unknown"]

NEEDED = ("driver", "runtime")
"""Kinds of package without which an accelerator does not run."""

MOST_COMPONENTS = 5
"""Components in a table about hardware; the rest are named below it."""

COME_LAST = ("dependency", "python", "os", "sample", "documentation")
"""Kinds at the end of the list: pages, names and what others release."""

FIRST_TOLD = ("framework", "library", "service", "compiler", "runtime", "driver", "image", "instance")
"""Kinds whose end is told in the first lines of a page about hardware; the table below has all."""


@dataclass(frozen=True)
class NamedHere:
    """A component of which notices name some hardware."""

    id: str
    component: Component
    standing: Standing
    steps: Sequence[Step]
    """Those notices, the newest first."""

    versions: Sequence[Standing]
    """The versions that these notices speak of."""
    instead_here: bool
    """Whether what took its place runs on this hardware, as far as is known."""

    @property
    def pin(self) -> Pin | None:
        """What to stay with on this hardware: told by one of these notices, and not of one version only."""
        pin = self.standing.pin
        return pin if pin and pin.step in self.steps else None


@dataclass(frozen=True)
class Lack:
    """A kind of package that the newest SDK release no longer lists for some hardware."""

    kind: str
    last: str
    """The last SDK release that did."""


@dataclass(frozen=True)
class AboutHardware:
    """What notices and package lists say of an accelerator, and of an instance type that carries it."""

    accelerator: str
    instance: str | None
    gone: str | None
    """The state of the instance type, where a notice says that it is over."""
    gone_by: Sequence[NamedHere]
    """Whose notices say so."""
    series: Sequence[str]
    """Its instance series that SDK releases list packages for."""
    answer: Answer
    """Whether the newest SDK release still has packages for it, and all kinds without which it does not run."""
    lacks: Sequence[Lack]
    """Those kinds that it has no longer."""
    newest: str | None
    shipped: Mapping[str, Sequence[Shipped]]
    """Per component: its versions in the newest SDK release."""
    last: str | None
    """The newest SDK release with packages for it."""
    components: Sequence[NamedHere]
    over: Sequence[NamedHere]
    """Of the kinds that are told first, those that ended last first."""
    pins: Sequence[NamedHere]
    """Those that say which driver, or which version, to stay with."""
    conflicts: Sequence[tuple[str, Conflict]]
    """About support itself."""

    @property
    def in_table(self) -> Sequence[NamedHere]:
        """Those with the newest notices."""
        return self.components[:MOST_COMPONENTS]

    @property
    def below(self) -> Sequence[NamedHere]:
        """Those with older notices."""
        return self.components[MOST_COMPONENTS:]

    @property
    def notices(self) -> int:
        """How many notices name it."""
        return sum(len(found.steps) for found in self.components)


def about_hardware(knowledge: Knowledge, accelerator: str, instance: str | None = None) -> AboutHardware | None:
    """What is known of an accelerator's life, or of one instance type's; None where nothing is."""
    packages = knowledge.packages
    carriers = knowledge.instances_of(accelerator)
    every_series = tuple(sorted({knowledge.records.instances[found].series for found in carriers}))
    platform = packages.platform_for(every_series)
    last = packages.last_for(every_series, platform) if platform else None
    newest = packages.newest_on(platform)
    steps = knowledge.lifecycle.of_hardware(accelerator, (instance,) if instance else tuple(carriers))
    if last is None and not steps:
        return None
    components = _named_here(knowledge, accelerator, steps)
    rows = packages.of_series(newest, every_series) if newest else ()
    shipped = {key: newest_version_first(found) for key, found in by_component(rows).items()}
    lacks = _lacks(knowledge, every_series, shipped, packages.manifests_on(platform) if platform else ())
    over = [found for found in components if found.standing.over]
    return AboutHardware(
        accelerator=accelerator,
        instance=instance,
        gone=knowledge.lifecycle.over("instances", instance) if instance else None,
        gone_by=[found for found in over if any(instance in step.notice.instances for step in found.steps)],
        series=sorted(_series_in(knowledge, last).intersection(every_series)),
        answer=_answer(last=last, shipped=bool(shipped), lacks=len(lacks)),
        lacks=lacks,
        newest=newest,
        shipped=shipped,
        last=last,
        components=components,
        over=sorted((found for found in over if found.component.kind in FIRST_TOLD), key=_since, reverse=True),
        pins=[found for found in components if found.pin and (found.pin.version or found.component.kind == "driver")],
        conflicts=_about_support(knowledge, accelerator, instance, steps),
    )


def _since(found: NamedHere) -> datetime.date:
    return found.standing.since or datetime.date.min


def _answer(*, last: str | None, shipped: bool, lacks: int) -> Answer:
    if last is None:
        return "unknown"
    if not shipped:
        return "no"
    if lacks == len(NEEDED):
        return "barely"
    return "part" if lacks else "yes"


def _lacks(
    knowledge: Knowledge, series: tuple[str, ...], shipped: Iterable[str], manifests: Sequence[str]
) -> Sequence[Lack]:
    components = knowledge.records.components
    found = []
    for kind in NEEDED:
        if kind in {components[key].kind for key in shipped}:
            continue
        last = next(
            (
                sdk
                for sdk in reversed(manifests)
                if kind in {components[one.component].kind for one in knowledge.packages.of_series(sdk, series)}
            ),
            None,
        )
        if last:
            found.append(Lack(kind, last))
    return found


def _series_in(knowledge: Knowledge, sdk: str | None) -> set[str]:
    shipped = knowledge.packages.of_release(sdk) if sdk else ()
    return {series for one in shipped for series in one.row.series}


def _instead_here(knowledge: Knowledge, component: Component, accelerator: str) -> bool:
    framework = knowledge.records.frameworks.get(component.successor or "")
    return framework is None or accelerator in {hardware.accelerator for hardware in framework.hardware}


def _named_here(knowledge: Knowledge, accelerator: str, steps: Iterable[Step]) -> Sequence[NamedHere]:
    """The component with the newest notice first."""
    found: dict[str, list[Step]] = {}
    for step in steps:
        found.setdefault(step.component, []).append(step)
    return [
        NamedHere(
            key,
            knowledge.records.components[key],
            knowledge.lifecycle.standing_of(key),
            group,
            [one for one in knowledge.lifecycle.versions_of(key) if one.version in {step.scope for step in group}],
            _instead_here(knowledge, knowledge.records.components[key], accelerator),
        )
        for key, group in found.items()
    ]


def _about_support(
    knowledge: Knowledge, accelerator: str, instance: str | None, steps: Iterable[Step]
) -> Sequence[tuple[str, Conflict]]:
    """Conflicts about the hardware that rest on the same sources as the notices; those with most in common first."""
    told = {step.notice.citation.source for step in steps}
    found = knowledge.conflicts_of(("accelerators", accelerator), ("instances", instance))
    shared = [(len(told & {claim.citation.source for claim in conflict.claims}), key) for key, conflict in found]
    ranked = sorted(((count, key) for count, key in shared if count), key=lambda item: -item[0])
    return [(key, knowledge.records.conflicts[key]) for _, key in ranked]
