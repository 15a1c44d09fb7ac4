"""Accelerators: their facts, and what runs on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge
from macros.knowledge.grouping import group_pairs
from macros.schema.hardware import Accelerator
from macros.views.benchmark_summary import BenchmarkSummary, benchmark_summary
from macros.views.cited_sources import sources_of
from macros.views.configurations import Coverage, TestedModel, coverage, tested_models
from macros.views.hardware_support import HardwareSupport, hardware_support
from macros.views.heads import PageHead, names_of
from macros.views.page_issues import PageIssues, page_issues
from macros.views.support_today import SupportLines, on_accelerator
from macros.views.vendor_lists import ListedTogether, together
from macros.views.verdicts import FamilyVerdict, newest_family_verdicts

MOST_MODELS = 50
"""Models listed on an accelerator's page; the explorer has all of them."""


def head(knowledge: Knowledge, record: str) -> PageHead:
    """The title, description and search names of its page."""
    accelerator = knowledge.records.accelerators[record]
    core = knowledge.term("core_architecture", accelerator.core_architecture).label
    description = f"{accelerator.name}: memory, cores, instance types, families that fit, and what was tested on it."
    names = [accelerator.name, record, *names_of(accelerator.other_names), core]
    return PageHead(accelerator.name, description, names)


@dataclass(frozen=True)
class AcceleratorPage:
    """The content of an accelerator's page."""

    id: str
    accelerator: Accelerator
    coverage: Coverage | None
    verdicts: Sequence[FamilyVerdict]
    """One a family: the newest published."""
    models: Sequence[TestedModel]
    models_total: int
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
    """The page of one accelerator."""
    accelerator = knowledge.records.accelerators[record]
    tests = knowledge.configurations.of("accelerators", record)
    models = tested_models(tests, lambda test: test.instance)
    verdicts = newest_family_verdicts(knowledge, "accelerators", record)
    frameworks = knowledge.records.frameworks
    return AcceleratorPage(
        id=record,
        accelerator=accelerator,
        coverage=coverage(tests),
        verdicts=verdicts,
        models=models[:MOST_MODELS],
        models_total=len(models),
        measured=benchmark_summary(knowledge, knowledge.benchmarks.of("accelerators", record)),
        support=hardware_support(knowledge, record),
        listed=together(knowledge.listed.of("accelerators", record)),
        instances=knowledge.instances.of("accelerators", record),
        frameworks=[
            key for key, framework in frameworks.items() if record in {h.accelerator for h in framework.hardware}
        ],
        issues=page_issues(knowledge, ("accelerators", record)),
        support_today=on_accelerator(knowledge, record),
        sources=sources_of(accelerator.citations, tests, verdicts),
    )


def index(knowledge: Knowledge) -> Mapping[str, Sequence[str]]:
    """Every accelerator, by core architecture in the order of the vocabulary."""
    groups = group_pairs((chip.core_architecture, key) for key, chip in knowledge.records.accelerators.items())
    return {core: groups[core] for core in knowledge.records.vocabularies["core_architecture"].values if core in groups}
