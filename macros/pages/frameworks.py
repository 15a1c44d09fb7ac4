"""The list of frameworks, and a framework's page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from macros.facts import Knowledge, TestedConfiguration, ValidatedPair, Verdict
from macros.facts.fact_types import Coverage, coverage
from macros.facts.grouping import group_pairs, unique
from macros.facts.lifecycle import ByNotices, FrameworkState, Replacement, events_of, state_of, turns_over
from macros.facts.packages import sdk_named
from macros.facts.vendor_lists import FeatureMatrix, features_of_framework
from macros.pages.component_lines import ComponentLine, lines
from macros.pages.configurations import tested_models
from macros.pages.install_panel import InstallPanel, offered_panels
from macros.pages.page_head import PageHead, PageIssues, cited_sources, names_of, page_issues, sources_of
from macros.pages.paging import PagedList, pager
from macros.pages.section import ShownSection
from macros.pages.shared_sections import shown_shared
from macros.pages.support_today import SupportLines, support_of_framework
from macros.pages.timelines import Timeline, time_scale, timeline
from macros.pages.vendor_lists import ListedTogether, together
from macros.schema.frameworks import Event, Framework, FrameworkHardware, ValidatedExamples
from macros.schema.ids import FrameworkId
from macros.schema.models import SupportMatrix


def head(knowledge: Knowledge, record: str) -> PageHead:
    framework = knowledge.records.frameworks[record]
    description = f"{framework.name}: lifecycle, supported hardware, install lines, and which models run with it."
    names = [framework.name, record, *names_of(framework.other_names), *_calls(knowledge, FrameworkId(record))]
    return PageHead(framework.name, description, names)


def _calls(knowledge: Knowledge, framework: FrameworkId) -> Iterator[str]:
    """The functions that comparisons name as the framework's own, such as library.trace()."""
    for comparison in knowledge.records.comparisons.values():
        values = (feature.values.get(framework, "") for feature in comparison.features)
        yield from (value for value in values if value.endswith("()"))


@dataclass(frozen=True)
class HardwareLine:
    """An accelerator a framework runs on, the instance series that carry it, and what was tested there."""

    accelerator: str
    hardware: FrameworkHardware | None
    """What sources state; None where only the package lists name it."""
    listed: tuple[str, str] | None
    """The first and the last SDK release that lists a package of it for the accelerator."""
    series: Sequence[str]
    tested: int


@dataclass(frozen=True)
class VerdictTable:
    """The newest verdicts on families for a framework, per core architecture and workload."""

    columns: Sequence[tuple[Verdict, Sequence[str]]]
    """One for each matrix and workload: any of its verdicts, and the accelerators for which this matrix is newest."""
    rows: Sequence[tuple[str, Sequence[Verdict | None]]]
    """A family and its verdict in each column."""
    matrices: Sequence[SupportMatrix]
    """The matrices they stand in, each with its own definition of supported."""


@dataclass(frozen=True)
class FrameworkPage:
    id: str
    framework: Framework
    state: FrameworkState
    over: Sequence[Event]
    """The events that ended it, oldest first: nothing more was released after them."""
    replacement: Replacement
    by_notices: ByNotices | None
    """The state by the notices, where it differs."""
    replaced: Sequence[str]
    """The frameworks it replaced."""
    timeline: Timeline
    events: Sequence[Event]
    """Newest first."""
    components: Sequence[ComponentLine]
    """Its own notices, and its packages."""
    parts: Sequence[ComponentLine]
    """Parts of it that have notices of their own."""
    hardware: Sequence[HardwareLine]
    workloads: Sequence[str]
    install: Sequence[Sequence[InstallPanel]]
    """What to install where it is offered today; panels with the same content together."""
    verdicts: VerdictTable | None
    coverage: Coverage | None
    models: Sequence[tuple[str, Coverage | None, Sequence[str]]]
    """Tested models, each with the accelerators."""
    measured: ShownSection | None
    listed: Sequence[ListedTogether]
    features: FeatureMatrix | None
    releases: Sequence[str]
    validated: Sequence[ValidatedPair]
    validated_tables: Sequence[ValidatedExamples]
    comparisons: Sequence[str]
    issues: PageIssues
    support_today: SupportLines | None
    last_sdk: str | None
    """The newest SDK release that supported it on any hardware, where that has ended everywhere."""
    sources: Sequence[str]


def page(knowledge: Knowledge, record: str) -> FrameworkPage:
    records = knowledge.records
    framework = records.frameworks[record]
    tests = knowledge.configurations.of("frameworks", record)
    releases = knowledge.releases.of("frameworks", record)
    components = lines(knowledge, knowledge.lifecycle.components_of(record))
    own = [component for component in components if component.id == record or component.package is not None]
    verdicts = knowledge.newest_guidelines(knowledge.guidelines.of("frameworks", record))
    support_today = support_of_framework(knowledge, record)
    validated = [table for table in records.validated.values() if table.framework == record]
    return FrameworkPage(
        id=record,
        framework=framework,
        state=state_of(framework),
        over=turns_over(framework),
        replacement=knowledge.lifecycle.replacement(record),
        by_notices=knowledge.lifecycle.by_notices(record),
        replaced=replaced_by(knowledge, record),
        timeline=timeline(events_of(framework), time_scale(knowledge, framework.lifecycle)),
        events=events_of(framework)[::-1],
        components=own,
        parts=[component for component in components if component not in own],
        hardware=_hardware(knowledge, record, tests),
        workloads=workloads(framework),
        install=offered_panels(knowledge, record),
        verdicts=_verdict_table(verdicts),
        coverage=coverage(tests),
        models=tested_models(tests, lambda test: test.accelerator),
        measured=shown_shared(knowledge, "benchmarks", "frameworks", record),
        listed=together(knowledge.listed.of("frameworks", record)),
        features=features_of_framework(knowledge, record),
        releases=releases,
        validated=knowledge.validated.of("frameworks", record),
        validated_tables=validated,
        comparisons=[key for key, comparison in records.comparisons.items() if record in comparison.frameworks],
        issues=page_issues(knowledge, ("frameworks", record), *(("releases", release) for release in releases)),
        support_today=support_today,
        last_sdk=_last_sdk(knowledge, support_today),
        sources=unique((*cited_sources(framework), *sources_of(verdicts, tests, validated))),
    )


def _last_sdk(knowledge: Knowledge, support: SupportLines | None) -> str | None:
    if support is None or support.offered:
        return None
    named = (line.status.statement.last_sdk for line in support.lines)
    found = [sdk for words in named if (sdk := sdk_named(knowledge.records, words))]
    return max(found, key=lambda sdk: knowledge.records.sdks[sdk].date, default=None)


def replaced_by(knowledge: Knowledge, record: str) -> Sequence[str]:
    return [key for key, other in knowledge.records.frameworks.items() if other.successor == record]


def workloads(framework: Framework) -> Sequence[str]:
    """What a framework runs models for, on any accelerator."""
    return unique(workload for hardware in framework.hardware for workload in hardware.workloads)


def _hardware(knowledge: Knowledge, record: str, tests: Sequence[TestedConfiguration]) -> Sequence[HardwareLine]:
    instances = knowledge.records.instances
    stated = {hardware.accelerator: hardware for hardware in knowledge.records.frameworks[record].hardware}
    listed = _listed_for(knowledge, record)
    return [
        HardwareLine(
            accelerator,
            stated.get(accelerator),
            listed.get(accelerator),
            unique(instances[instance].series for instance in knowledge.instances.of("accelerators", accelerator)),
            sum(test.accelerator == accelerator for test in tests),
        )
        for accelerator in unique((*stated, *listed))
    ]


def _listed_for(knowledge: Knowledge, record: str) -> Mapping[str, tuple[str, str]]:
    """Per accelerator: the first and the last SDK release that lists the framework's package for it.

    Rows with a note are left out: they are slips of the source.
    """
    component = knowledge.records.components.get(record)
    if component is None or component.framework != record:
        return {}
    accelerators = {instance.series: instance.accelerator for instance in knowledge.records.instances.values()}
    releases = group_pairs(
        (accelerators.get(series), sdk)
        for sdk in knowledge.packages.releases_of(record)
        for shipped in knowledge.packages.in_release(sdk, record)
        if not shipped.row.note
        for series in shipped.row.series
    )
    return {accelerator: (sdks[0], sdks[-1]) for accelerator, sdks in releases.items()}


def _verdict_table(verdicts: Sequence[Verdict]) -> VerdictTable | None:
    if not verdicts:
        return None
    # A matrix is about a core architecture: its accelerators share one verdict.
    columns = group_pairs(((id(verdict.matrix), verdict.workload), verdict) for verdict in verdicts)
    cells = {(verdict.family, id(verdict.matrix), verdict.workload): verdict for verdict in verdicts}
    families = unique(verdict.family for verdict in verdicts)
    return VerdictTable(
        [(column[0], unique(verdict.accelerator for verdict in column)) for column in columns.values()],
        [(family, [cells.get((family, *column)) for column in columns]) for family in families],
        list({id(verdict.matrix): verdict.matrix for verdict in verdicts}.values()),
    )


@dataclass(frozen=True)
class FrameworkLine:
    id: str
    framework: Framework
    state: FrameworkState
    replacement: Replacement
    workloads: Sequence[str]
    releases: int
    tested: int
    verdicts: int
    """Verdicts about families in the newest matrices that name it."""
    validated: int
    """Pairs of architecture and task with a mark."""
    timeline: Timeline
    """On a scale that all frameworks share."""


def index(knowledge: Knowledge, number: str = "1") -> PagedList[FrameworkLine]:
    """One page of the list: first frameworks still developed, last those that are gone, newest news first."""
    frameworks = knowledge.records.frameworks
    order = list(knowledge.records.vocabularies["lifecycle"].values)
    states = {key: state_of(framework) for key, framework in frameworks.items()}
    newest_first = sorted(states, key=lambda key: states[key].newest.date, reverse=True)
    pages = pager(knowledge, "frameworks", number)
    members = pages.cut(sorted(newest_first, key=lambda key: order.index(states[key].id)))
    return PagedList(pages, [line(knowledge, key) for key in members])


def line(knowledge: Knowledge, record: str) -> FrameworkLine:
    frameworks = knowledge.records.frameworks
    framework = frameworks[record]
    every_event = [event for other in frameworks.values() for event in other.lifecycle]
    return FrameworkLine(
        id=record,
        framework=framework,
        state=state_of(framework),
        replacement=knowledge.lifecycle.replacement(record),
        workloads=workloads(framework),
        releases=len(knowledge.releases.of("frameworks", record)),
        tested=len(knowledge.configurations.of("frameworks", record)),
        verdicts=len(knowledge.newest_guidelines(knowledge.guidelines.of("frameworks", record))),
        validated=len(knowledge.validated.of("frameworks", record)),
        timeline=timeline(events_of(framework), time_scale(knowledge, every_event)),
    )
