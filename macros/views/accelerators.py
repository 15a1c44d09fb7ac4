"""Accelerators: their facts, and what runs on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge, TestedConfiguration
from macros.schema.conflicts import Conflict
from macros.schema.hardware import Accelerator
from macros.schema.limitations import Limitation
from macros.views.benchmarks import MeasuredModels, measured_models
from macros.views.components import AboutHardware, about_hardware
from macros.views.configurations import Coverage, coverage
from macros.views.heads import PageHead, names_of
from macros.views.instances import InstanceLine, instance_lines
from macros.views.listings import ListedTogether, together
from macros.views.verdicts import FamilyVerdict, verdicts_by_family

MOST_MODELS = 50
"""Models listed on an accelerator's page; the explorer has all of them."""


def head(knowledge: Knowledge, record: str) -> PageHead:
    """What its page is called."""
    accelerator = knowledge.records.accelerators[record]
    core = knowledge.term("core_architecture", accelerator.core_architecture).label
    description = f"{accelerator.name}: memory, cores, instance types, families that fit, and what was tested on it."
    names = [accelerator.name, record, *names_of(accelerator.other_names), core]
    return PageHead(accelerator.name, description, names)


@dataclass(frozen=True)
class TestedModel:
    """A model that was tested on an accelerator, and on which of its instances."""

    model: str
    coverage: Coverage
    instances: Sequence[str]


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


def page(knowledge: Knowledge, record: str) -> AcceleratorPage:
    """The page of one accelerator."""
    accelerator = knowledge.records.accelerators[record]
    tests = knowledge.configurations_of("accelerators", record)
    models = _tested_models(tests)
    verdicts = verdicts_by_family(knowledge, record)
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


def index(knowledge: Knowledge) -> Sequence[CoreGroup]:
    """Every accelerator, by core architecture in the order of the vocabulary."""
    groups: dict[str, list[AcceleratorLine]] = {}
    for record, accelerator in knowledge.records.accelerators.items():
        tested = knowledge.tests_of("accelerators", record)
        line = AcceleratorLine(record, accelerator, knowledge.instances_of(record), tested)
        groups.setdefault(accelerator.core_architecture, []).append(line)
    order = knowledge.records.vocabularies["core_architecture"].values
    return [CoreGroup(core, groups[core]) for core in order if core in groups]
