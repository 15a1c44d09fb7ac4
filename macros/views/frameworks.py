"""The list of frameworks, and a framework's page."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from macros.knowledge import Knowledge, TestedConfiguration, ValidatedPair, Verdict
from macros.knowledge.lifecycle import events_of
from macros.schema.comparisons import Comparison
from macros.schema.conflicts import Conflict
from macros.schema.families import SupportMatrix
from macros.schema.frameworks import Event, Framework, Guide, Hardware, Install, Release, Step, ValidatedExamples
from macros.schema.limitations import Limitation
from macros.views import lifecycles
from macros.views.benchmarks import MeasuredModels, measured_models
from macros.views.cited_sources import cited_sources, once
from macros.views.code_blocks import fenced
from macros.views.components import ComponentLine, lines
from macros.views.configurations import Coverage, coverage
from macros.views.heads import PageHead, names_of
from macros.views.lifecycles import ByNotices, Replacement, State, Timeline
from macros.views.listings import ListedTogether, together
from macros.views.paging import Pager, pager

MOST_MODELS = 40
"""Models listed on a framework's page; the explorer has all of them."""


def head(knowledge: Knowledge, record: str) -> PageHead:
    """What its page is called."""
    framework = knowledge.records.frameworks[record]
    description = f"{framework.name}: lifecycle, supported hardware, install lines, and which models run with it."
    names = [framework.name, record, *names_of(framework.other_names), *_calls(knowledge, record)]
    return PageHead(framework.name, description, names)


def _calls(knowledge: Knowledge, framework: str) -> Iterator[str]:
    """The functions that comparisons name as the framework's own, such as library.trace()."""
    for comparison in knowledge.records.comparisons.values():
        values = (feature.values.get(framework, "") for feature in comparison.features)
        yield from (value for value in values if value.endswith("()"))


@dataclass(frozen=True)
class HardwareLine:
    """An accelerator a framework runs on, the instance series that carry it, and what was tested there."""

    accelerator: str
    hardware: Hardware | None
    """What sources state; None where only the package lists name it."""
    listed: tuple[str, str] | None
    """The first and the last SDK release that lists a package of it for the accelerator."""
    series: Sequence[str]
    tested: int


@dataclass(frozen=True)
class InstallLine:
    """A line to install with, ready for the page."""

    install: Install
    block: Markup


@dataclass(frozen=True)
class GuideStep:
    """A step with its code, ready for the page."""

    step: Step
    block: Markup


@dataclass(frozen=True)
class GuideSection:
    """A guide with its steps."""

    guide: Guide
    steps: Sequence[GuideStep]


@dataclass(frozen=True)
class VerdictColumn:
    """What one matrix says of one workload on one core architecture."""

    core_architecture: str | None
    accelerators: Sequence[str]
    """Those for which this is the newest matrix."""
    workload: str
    workload_inferred: str | None
    as_of: datetime.date
    source: str


@dataclass(frozen=True)
class VerdictTable:
    """The newest verdicts on families for a framework, per core architecture and workload."""

    columns: Sequence[VerdictColumn]
    rows: Sequence[tuple[str, Sequence[Verdict | None]]]
    """A family and its verdict in each column."""
    matrices: Sequence[SupportMatrix]
    """The matrices they stand in, each with its own definition of supported."""


@dataclass(frozen=True)
class ReleaseLine:
    """A release in the list of a framework's releases."""

    id: str
    release: Release
    tested: int


@dataclass(frozen=True)
class TestedModel:
    """A model that was tested with a framework, and on which accelerators."""

    model: str
    coverage: Coverage
    accelerators: Sequence[str]


@dataclass(frozen=True)
class FrameworkPage:
    """What a framework's page says."""

    id: str
    framework: Framework
    state: State
    over: Sequence[Event]
    """The turns after which nothing more was released, the first one first."""
    replacement: Replacement
    by_notices: ByNotices | None
    """What the notices say, where that is something else."""
    replaced: Sequence[str]
    """The frameworks whose place it took."""
    timeline: Timeline
    events: Sequence[Event]
    """Newest first."""
    components: Sequence[ComponentLine]
    """Its own notices, and its packages."""
    parts: Sequence[ComponentLine]
    """Parts of it that have notices of their own."""
    hardware: Sequence[HardwareLine]
    workloads: Sequence[str]
    install: Sequence[InstallLine]
    guides: Sequence[GuideSection]
    verdicts: VerdictTable | None
    coverage: Coverage | None
    models: Sequence[TestedModel]
    models_total: int
    measured: MeasuredModels
    listed: Sequence[ListedTogether]
    releases: Sequence[ReleaseLine]
    validated: Sequence[ValidatedPair]
    validated_tables: Sequence[ValidatedExamples]
    comparisons: Sequence[tuple[str, Comparison]]
    limitations: Sequence[tuple[str, Limitation]]
    conflicts: Sequence[tuple[str, Conflict]]
    sources: Sequence[str]


def page(knowledge: Knowledge, record: str) -> FrameworkPage:
    """The page of one framework."""
    records = knowledge.records
    framework = records.frameworks[record]
    tests = knowledge.configurations_of("frameworks", record)
    releases = knowledge.releases_of(record)
    models = _tested_models(tests)
    components = lines(knowledge, knowledge.lifecycle.of_framework(record))
    verdicts = _verdict_table(knowledge.newest_verdicts(knowledge.verdicts_of("frameworks", record)))
    validated_tables = [table for table in records.validated.values() if table.framework == record]
    subjects = (("frameworks", record), *(("releases", release) for release in releases))
    return FrameworkPage(
        id=record,
        framework=framework,
        state=lifecycles.state_of(framework),
        over=lifecycles.turns_over(framework),
        replacement=lifecycles.replacement(knowledge, record),
        by_notices=lifecycles.by_notices(knowledge, record),
        replaced=[key for key, other in records.frameworks.items() if other.successor == record],
        timeline=lifecycles.timeline(framework, lifecycles.axis(knowledge, [framework])),
        events=events_of(framework)[::-1],
        components=[found for found in components if _own(found, record)],
        parts=[found for found in components if not _own(found, record)],
        hardware=_hardware(knowledge, record, tests),
        workloads=workloads(framework),
        install=[InstallLine(line, fenced(line.command, "bash")) for line in framework.install],
        guides=[_guide(guide) for guide in framework.guides],
        verdicts=verdicts,
        coverage=coverage(tests),
        models=models[:MOST_MODELS],
        models_total=len(models),
        measured=measured_models(knowledge, knowledge.benchmarks_of("frameworks", record)),
        listed=together(knowledge.listed_of("frameworks", record)),
        releases=[_release_line(knowledge, release) for release in releases],
        validated=knowledge.validated_of("frameworks", record),
        validated_tables=validated_tables,
        comparisons=[(key, found) for key, found in records.comparisons.items() if record in found.frameworks],
        limitations=knowledge.limitations_of(*subjects),
        conflicts=knowledge.conflicts_of(*subjects),
        sources=once((*cited_sources(framework), *_sources_beside(verdicts, tests, validated_tables))),
    )


def _sources_beside(
    verdicts: VerdictTable | None, tests: Iterable[TestedConfiguration], validated: Iterable[ValidatedExamples]
) -> Iterable[str]:
    yield from (column.source for column in verdicts.columns) if verdicts else ()
    yield from (test.source for test in tests)
    yield from (table.source for table in validated)


def _own(component: ComponentLine, record: str) -> bool:
    return component.id == record or component.package is not None


def workloads(framework: Framework) -> Sequence[str]:
    """What a framework runs models for, on any accelerator."""
    return once(workload for hardware in framework.hardware for workload in hardware.workloads)


def _hardware(knowledge: Knowledge, record: str, tests: Sequence[TestedConfiguration]) -> Sequence[HardwareLine]:
    instances = knowledge.records.instances
    stated = {hardware.accelerator: hardware for hardware in knowledge.records.frameworks[record].hardware}
    listed = _listed_for(knowledge, record)
    return [
        HardwareLine(
            accelerator,
            stated.get(accelerator),
            listed.get(accelerator),
            once(instances[instance].series for instance in knowledge.instances_of(accelerator)),
            sum(test.accelerator == accelerator for test in tests),
        )
        for accelerator in once((*stated, *listed))
    ]


def _listed_for(knowledge: Knowledge, record: str) -> Mapping[str, tuple[str, str]]:
    """Per accelerator the first and the last SDK release that lists the framework's package for it, slips left out."""
    component = knowledge.records.components.get(record)
    if component is None or component.framework != record:
        return {}
    carried = {instance.series: instance.accelerator for instance in knowledge.records.instances.values()}
    found: dict[str, list[str]] = {}
    for sdk in knowledge.packages.releases_of(record):
        for shipped in knowledge.packages.in_release(sdk, record):
            for series in () if shipped.row.note else shipped.row.series:
                if series in carried:
                    found.setdefault(carried[series], []).append(sdk)
    return {accelerator: (sdks[0], sdks[-1]) for accelerator, sdks in found.items()}


def _guide(guide: Guide) -> GuideSection:
    return GuideSection(guide, [GuideStep(step, fenced(step.code, step.language)) for step in guide.steps])


def _verdict_table(verdicts: Sequence[Verdict]) -> VerdictTable | None:
    if not verdicts:
        return None
    columns: dict[tuple[int, str], list[Verdict]] = {}
    families: dict[str, dict[tuple[int, str], Verdict]] = {}
    for verdict in verdicts:
        # A matrix speaks of a core architecture: its accelerators share one verdict.
        key = (id(verdict.matrix), verdict.workload)
        columns.setdefault(key, []).append(verdict)
        families.setdefault(verdict.family, {})[key] = verdict
    rows = [(family, [found.get(key) for key in columns]) for family, found in families.items()]
    matrices = {id(verdict.matrix): verdict.matrix for verdict in verdicts}
    return VerdictTable([_column(found) for found in columns.values()], rows, list(matrices.values()))


def _column(verdicts: Sequence[Verdict]) -> VerdictColumn:
    first = verdicts[0]
    return VerdictColumn(
        first.core_architecture,
        once(verdict.accelerator for verdict in verdicts),
        first.workload,
        first.workload_inferred,
        first.as_of,
        first.source,
    )


def _release_line(knowledge: Knowledge, record: str) -> ReleaseLine:
    tested = knowledge.tests_of("releases", record)
    return ReleaseLine(record, knowledge.records.releases[record], tested)


def _tested_models(tests: Sequence[TestedConfiguration]) -> Sequence[TestedModel]:
    by_model: dict[str, list[TestedConfiguration]] = {}
    for test in tests:
        by_model.setdefault(test.model, []).append(test)
    return [
        TestedModel(model, found, sorted({test.accelerator for test in group}))
        for model, group in sorted(by_model.items())
        if (found := coverage(group))
    ]


@dataclass(frozen=True)
class FrameworkLine:
    """A framework in a list or beside others."""

    id: str
    framework: Framework
    state: State
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


@dataclass(frozen=True)
class FrameworkIndex:
    """One page of the list of frameworks."""

    pager: Pager
    lines: Sequence[FrameworkLine]


def index(knowledge: Knowledge, number: str = "1") -> FrameworkIndex:
    """One page of the list: first frameworks still developed, last those that are gone, newest news first."""
    frameworks = knowledge.records.frameworks
    order = list(knowledge.records.vocabularies["lifecycle"].values)
    states = {key: lifecycles.state_of(framework) for key, framework in frameworks.items()}
    newest_first = sorted(states, key=lambda key: states[key].newest.date, reverse=True)
    pages = pager(knowledge, "frameworks", number)
    members = pages.cut(sorted(newest_first, key=lambda key: order.index(states[key].id)))
    return FrameworkIndex(pages, [line(knowledge, key) for key in members])


def line(knowledge: Knowledge, record: str) -> FrameworkLine:
    """A framework as a line of a list."""
    frameworks = knowledge.records.frameworks
    framework = frameworks[record]
    return FrameworkLine(
        id=record,
        framework=framework,
        state=lifecycles.state_of(framework),
        replacement=lifecycles.replacement(knowledge, record),
        workloads=workloads(framework),
        releases=len(knowledge.releases_of(record)),
        tested=knowledge.tests_of("frameworks", record),
        verdicts=len(knowledge.newest_verdicts(knowledge.verdicts_of("frameworks", record))),
        validated=len(knowledge.validated_of("frameworks", record)),
        timeline=lifecycles.timeline(framework, lifecycles.axis(knowledge, list(frameworks.values()))),
    )
