"""Accelerators: their facts, and what runs on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge
from macros.knowledge.coverage import Coverage, coverage
from macros.knowledge.grouping import group_by
from macros.pages.page_head import PageHead, PageIssues, names_of, page_issues, sources_of
from macros.schema.hardware import Accelerator
from macros.views.benchmark_summary import BenchmarkSummary, benchmark_summary
from macros.views.configurations import tested_models
from macros.views.frameworks import on_accelerator
from macros.views.hardware_support import HardwareSupport, hardware_support, software_ended
from macros.views.support_today import SupportLines, support_on_accelerator
from macros.views.vendor_lists import ListedTogether, together
from macros.views.verdicts import FamilyVerdict, newest_family_verdicts


def head(knowledge: Knowledge, record: str) -> PageHead:
    accelerator = knowledge.records.accelerators[record]
    core = knowledge.term("core_architecture", accelerator.core_architecture).label
    description = f"{accelerator.name}: memory, cores, instance types, families that fit, and what was tested on it."
    names = [accelerator.name, record, *names_of(accelerator.other_names), core]
    return PageHead(accelerator.name, description, names)


@dataclass(frozen=True)
class AcceleratorPage:
    id: str
    accelerator: Accelerator
    coverage: Coverage | None
    verdicts: Sequence[FamilyVerdict]
    """One a family: the newest published."""
    models: Sequence[tuple[str, Coverage | None, Sequence[str]]]
    """Models tested on it, each with the instance types."""
    measured: BenchmarkSummary
    support: HardwareSupport | None
    """Its support timeline; None where no notice and no package list names it."""
    listed: Sequence[ListedTogether]
    """What vendors' lists name for it."""
    instances: Sequence[str]
    frameworks: Sequence[str]
    issues: PageIssues
    support_today: SupportLines | None
    sources: Sequence[str]


def page(knowledge: Knowledge, record: str) -> AcceleratorPage:
    accelerator = knowledge.records.accelerators[record]
    tests = knowledge.configurations.of("accelerators", record)
    verdicts = newest_family_verdicts(knowledge, "accelerators", record)
    return AcceleratorPage(
        id=record,
        accelerator=accelerator,
        coverage=coverage(tests),
        verdicts=verdicts,
        models=tested_models(tests, lambda test: test.instance),
        measured=benchmark_summary(knowledge, knowledge.benchmarks.of("accelerators", record)),
        support=hardware_support(knowledge, record),
        listed=together(knowledge.listed.of("accelerators", record)),
        instances=knowledge.instances.of("accelerators", record),
        frameworks=on_accelerator(knowledge, record),
        issues=page_issues(knowledge, ("accelerators", record)),
        support_today=support_on_accelerator(knowledge, record),
        sources=sources_of(accelerator.citations, tests, *verdicts),
    )


def index(knowledge: Knowledge) -> Mapping[str, Sequence[str]]:
    """Every accelerator, by core architecture in the order of the vocabulary; last those whose software has ended."""
    accelerators = knowledge.records.accelerators
    groups = group_by(accelerators, lambda key: accelerators[key].core_architecture)
    order = [core for core in knowledge.records.vocabularies["core_architecture"].values if core in groups]
    order.sort(key=lambda core: all(software_ended(knowledge, key) for key in groups[core]))
    return {core: groups[core] for core in order}
