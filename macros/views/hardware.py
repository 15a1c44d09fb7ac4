"""Accelerators and instances: their facts, and what runs on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge, TestedConfiguration, Verdict
from macros.knowledge.weights import share_percent
from macros.schema.doubts import Conflict, Limitation
from macros.schema.hardware import Accelerator, Instance
from macros.views.benchmarks import MeasuredModels, measured_models
from macros.views.components import AboutHardware, about_hardware
from macros.views.configurations import MOST_ROWS, ConfigurationListing, Coverage, coverage, listing
from macros.views.listings import ListedTogether, together
from macros.views.paging import Pager, pager
from macros.views.verdicts import FamilyVerdict, family_verdict

MOST_MODELS = 50
"""Models listed on an accelerator's page; the explorer has all of them."""

MOST_ELSEWHERE = 40
"""Models named on an instance type's page because they ran on another size."""


@dataclass(frozen=True)
class TestedModel:
    """A model that was tested on an accelerator, and on which of its instances."""

    model: str
    coverage: Coverage
    instances: Sequence[str]


@dataclass(frozen=True)
class InstanceLine:
    """An instance type in a list."""

    id: str
    instance: Instance
    tested: int

    @property
    def memory_gib(self) -> int:
        """Memory of all its accelerators together."""
        return self.instance.memory_gib


@dataclass(frozen=True)
class AcceleratorPage:
    """What an accelerator's page says."""

    id: str
    accelerator: Accelerator
    coverage: Coverage | None
    verdicts: Sequence[FamilyVerdict]
    """One a family: the newest published."""
    models: Sequence[TestedModel]
    models_total: int
    measured: MeasuredModels
    life: AboutHardware | None
    """Since, until, instead; None where no notice and no package list names it."""
    listed: Sequence[ListedTogether]
    """What vendors' lists name for it."""
    instances: Sequence[InstanceLine]
    frameworks: Sequence[str]
    limitations: Sequence[tuple[str, Limitation]]
    conflicts: Sequence[tuple[str, Conflict]]
    sources: Sequence[str]


def accelerator_page(knowledge: Knowledge, record: str) -> AcceleratorPage:
    """The page of one accelerator."""
    accelerator = knowledge.records.accelerators[record]
    tests = knowledge.configurations_of("accelerators", record)
    models = _tested_models(tests)
    verdicts = _verdicts_by_family(knowledge, record)
    sources = [cited.source for cited in accelerator.citations] + [test.source for test in tests]
    sources += [verdict.source for verdict in verdicts]
    frameworks = knowledge.records.frameworks
    return AcceleratorPage(
        id=record,
        accelerator=accelerator,
        coverage=coverage(tests),
        verdicts=verdicts,
        models=models[:MOST_MODELS],
        models_total=len(models),
        measured=measured_models(knowledge, knowledge.benchmarks_of("accelerators", record)),
        life=about_hardware(knowledge, record),
        listed=together(knowledge.listed_of("accelerators", record)),
        instances=instance_lines(knowledge, knowledge.instances_of(record)),
        frameworks=[key for key, found in frameworks.items() if record in {h.accelerator for h in found.hardware}],
        limitations=knowledge.limitations_of(("accelerators", record)),
        conflicts=knowledge.conflicts_of(("accelerators", record)),
        sources=list(dict.fromkeys(sources)),
    )


def _tested_models(tests: Sequence[TestedConfiguration]) -> Sequence[TestedModel]:
    by_model: dict[str, list[TestedConfiguration]] = {}
    for test in tests:
        by_model.setdefault(test.model, []).append(test)
    return [
        TestedModel(model, found, sorted({test.instance for test in group}))
        for model, group in sorted(by_model.items())
        if (found := coverage(group))
    ]


def _verdicts_by_family(knowledge: Knowledge, accelerator: str) -> Sequence[FamilyVerdict]:
    by_family: dict[str, list[Verdict]] = {}
    for verdict in knowledge.newest_verdicts(knowledge.verdicts_of("accelerators", accelerator)):
        by_family.setdefault(verdict.family, []).append(verdict)
    return list(map(family_verdict, by_family.values()))


def instance_lines(knowledge: Knowledge, instances: Sequence[str]) -> Sequence[InstanceLine]:
    """Instance types as lines of a list."""
    return [
        InstanceLine(record, knowledge.records.instances[record], knowledge.tests_of("instances", record))
        for record in instances
    ]


@dataclass(frozen=True)
class ElsewhereLine:
    """A model that ran on another size of the same accelerator."""

    model: str
    instances: Sequence[str]
    share: float | None
    """Of this type's memory, in percent, that the weights take in bf16; None where their number is not published."""


@dataclass(frozen=True)
class OtherSizes:
    """What is known of the accelerator and not of this very type."""

    ran: Sequence[ElsewhereLine]
    """As many as the page names."""
    ran_total: int
    listed: Sequence[ListedTogether]
    """What vendors' lists name for the accelerator, whatever the size."""


def _other_sizes(knowledge: Knowledge, record: str) -> OtherSizes:
    accelerator = knowledge.records.instances[record].accelerator
    lines = [
        ElsewhereLine(model, instances, _share(knowledge, model, record))
        for model, instances in knowledge.runs_on(accelerator).items()
        if record not in instances
    ]
    lists = [line for line in knowledge.listed_of("accelerators", accelerator) if line.row.instance is None]
    return OtherSizes(lines[:MOST_ELSEWHERE], len(lines), together(lists))


def _share(knowledge: Knowledge, model: str, instance: str) -> float | None:
    parameters = knowledge.records.models[model].parameters
    memory = knowledge.records.instances[instance].memory_gib
    return share_percent(parameters.billions, "bf16", memory) if parameters else None


@dataclass(frozen=True)
class InstancePage:
    """What an instance type's page says."""

    id: str
    line: InstanceLine
    accelerator: Accelerator
    coverage: Coverage | None
    verdicts: Sequence[FamilyVerdict]
    configurations: ConfigurationListing
    measured: MeasuredModels
    life: AboutHardware | None
    """Since, until, instead; None where no notice and no package list names it."""
    listed: Sequence[ListedTogether]
    """What vendors' lists name for this very type."""
    other_sizes: OtherSizes
    siblings: Sequence[InstanceLine]
    """The other instance types with the same accelerator."""
    limitations: Sequence[tuple[str, Limitation]]
    conflicts: Sequence[tuple[str, Conflict]]
    sources: Sequence[str]


def instance_page(knowledge: Knowledge, record: str) -> InstancePage:
    """The page of one instance type."""
    instance = knowledge.records.instances[record]
    tests = knowledge.configurations_of("instances", record)
    verdicts = _verdicts_by_family(knowledge, instance.accelerator)
    siblings = [other for other in knowledge.instances_of(instance.accelerator) if other != record]
    measured = measured_models(knowledge, knowledge.benchmarks_of("instances", record))
    sources = [cited.source for cited in instance.citations] + [test.source for test in tests]
    subjects = (("instances", record), ("accelerators", instance.accelerator))
    return InstancePage(
        id=record,
        line=instance_lines(knowledge, [record])[0],
        accelerator=knowledge.records.accelerators[instance.accelerator],
        coverage=coverage(tests),
        verdicts=verdicts,
        configurations=listing(knowledge, tests, "model", f"instance={record}", MOST_ROWS - len(measured.lines)),
        measured=measured,
        life=about_hardware(knowledge, instance.accelerator, record),
        listed=together(knowledge.listed_of("instances", record)),
        other_sizes=_other_sizes(knowledge, record),
        siblings=instance_lines(knowledge, siblings),
        limitations=knowledge.limitations_of(*subjects),
        conflicts=knowledge.conflicts_of(*subjects),
        sources=list(dict.fromkeys([*sources, *(verdict.source for verdict in verdicts)])),
    )


@dataclass(frozen=True)
class AcceleratorLine:
    """An accelerator in the list."""

    id: str
    accelerator: Accelerator
    instances: Sequence[str]
    tested: int


@dataclass(frozen=True)
class CoreGroup:
    """The accelerators of one core architecture."""

    core_architecture: str
    lines: Sequence[AcceleratorLine]


def accelerator_index(knowledge: Knowledge) -> Sequence[CoreGroup]:
    """Every accelerator, by core architecture in the order of the vocabulary."""
    groups: dict[str, list[AcceleratorLine]] = {}
    for record, accelerator in knowledge.records.accelerators.items():
        tested = knowledge.tests_of("accelerators", record)
        line = AcceleratorLine(record, accelerator, knowledge.instances_of(record), tested)
        groups.setdefault(accelerator.core_architecture, []).append(line)
    order = knowledge.records.vocabularies["core_architecture"].values
    return [CoreGroup(core, groups[core]) for core in order if core in groups]


def by_accelerator(knowledge: Knowledge) -> Sequence[str]:
    """Every instance type, by accelerator."""
    groups = map(knowledge.instances_of, knowledge.records.accelerators)
    return [record for group in groups for record in group]


@dataclass(frozen=True)
class InstanceIndex:
    """One page of the list of instance types, by accelerator."""

    pager: Pager
    lines: Sequence[InstanceLine]

    @property
    def any_efa(self) -> bool:
        """Whether anything is known of an Elastic Fabric Adapter."""
        return any(line.instance.efa is not None for line in self.lines)


def instance_index(knowledge: Knowledge, number: str = "1") -> InstanceIndex:
    """One page of the list."""
    pages = pager(knowledge, "instances", number)
    return InstanceIndex(pages, instance_lines(knowledge, pages.cut(by_accelerator(knowledge))))
