"""Instance types: their facts, and what runs on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge
from macros.knowledge.weights import share_percent
from macros.schema.hardware import Accelerator, Instance
from macros.views.benchmark_summary import BenchmarkSummary, benchmark_summary
from macros.views.cited_sources import sources_of
from macros.views.configurations import MOST_ROWS, ConfigurationListing, Coverage, coverage, listing
from macros.views.hardware_support import HardwareSupport, hardware_support
from macros.views.heads import PageHead, names_of
from macros.views.page_issues import PageIssues, page_issues
from macros.views.paging import PagedList, pager, shown
from macros.views.support_today import SupportLines, on_instance
from macros.views.vendor_lists import ListedTogether, together
from macros.views.verdicts import FamilyVerdict, newest_family_verdicts
from macros.words import plural

MOST_ELSEWHERE = 40
"""Models that ran on another size, on an instance type's page at most."""


def head(knowledge: Knowledge, record: str) -> PageHead:
    """The title, description and search names of its page."""
    instance = knowledge.records.instances[record]
    accelerator = knowledge.records.accelerators[instance.accelerator]
    tests = knowledge.configurations.of("instances", record)
    hardware = f"{instance.accelerator_count} × {accelerator.name}"
    tested = plural(len(tests), "tested configuration")
    description = f"{record}: {hardware}, {instance.memory_gib:,} GiB of accelerator memory in all, {tested}."
    _, _, size = record.partition(".")
    return PageHead(record, description, [record, *names_of(instance.other_names), f"{instance.series} {size}".strip()])


@dataclass(frozen=True)
class ModelOnOtherSize:
    """A model that ran on another size of the same accelerator."""

    model: str
    instances: Sequence[str]
    share: float | None
    """Of this type's memory, in percent, that the weights take in bf16; None where their number is not published."""


@dataclass(frozen=True)
class OtherSizes:
    """Results and list entries for other sizes of the same accelerator."""

    ran: Sequence[ModelOnOtherSize]
    """As many as the page names."""
    ran_total: int
    listed: Sequence[ListedTogether]
    """What vendors' lists name for the accelerator, whatever the size."""


def _other_sizes(knowledge: Knowledge, record: str) -> OtherSizes:
    instance, models = knowledge.records.instances[record], knowledge.records.models
    accelerator, lines = instance.accelerator, []
    for model, instances in knowledge.runs_on(accelerator).items():
        if record not in instances:
            parameters = models[model].parameters
            share = share_percent(parameters.billions, "bf16", instance.memory_gib) if parameters else None
            lines.append(ModelOnOtherSize(model, instances, share))
    lists = [line for line in knowledge.listed.of("accelerators", accelerator) if line.row.instance is None]
    return OtherSizes(lines[:MOST_ELSEWHERE], len(lines), together(lists))


@dataclass(frozen=True)
class InstancePage:
    """The content of an instance type's page."""

    id: str
    instance: Instance
    accelerator: Accelerator
    coverage: Coverage | None
    verdicts: Sequence[FamilyVerdict]
    configurations: ConfigurationListing
    measured: BenchmarkSummary
    support: HardwareSupport | None
    """Its support timeline; None where no notice and no package list names it."""
    listed: Sequence[ListedTogether]
    """What vendors' lists name for this very type."""
    other_sizes: OtherSizes
    siblings: Sequence[str]
    """The other instance types with the same accelerator."""
    issues: PageIssues
    support_today: SupportLines | None
    sources: Sequence[str]


def page(knowledge: Knowledge, record: str) -> InstancePage:
    """The page of one instance type."""
    instance = knowledge.records.instances[record]
    tests = knowledge.configurations.of("instances", record)
    verdicts = newest_family_verdicts(knowledge, "accelerators", instance.accelerator)
    siblings = [other for other in knowledge.instances.of("accelerators", instance.accelerator) if other != record]
    measured = benchmark_summary(knowledge, knowledge.benchmarks.of("instances", record))
    support_today = on_instance(knowledge, record)
    statuses = len(shown(support_today.lines, "support of a record")) if support_today else 0
    rows = MOST_ROWS - len(measured.lines) - 2 * statuses
    subjects = (("instances", record), ("accelerators", instance.accelerator))
    return InstancePage(
        id=record,
        instance=instance,
        accelerator=knowledge.records.accelerators[instance.accelerator],
        coverage=coverage(tests),
        verdicts=verdicts,
        configurations=listing(knowledge, tests, "model", f"instance={record}", rows),
        measured=measured,
        support=hardware_support(knowledge, instance.accelerator, record),
        listed=together(knowledge.listed.of("instances", record)),
        other_sizes=_other_sizes(knowledge, record),
        siblings=siblings,
        issues=page_issues(knowledge, *subjects),
        support_today=support_today,
        sources=sources_of(instance.citations, tests, verdicts),
    )


def by_accelerator(knowledge: Knowledge) -> Sequence[str]:
    """Every instance type, by accelerator."""
    return [key for chip in knowledge.records.accelerators for key in knowledge.instances.of("accelerators", chip)]


def index(knowledge: Knowledge, number: str = "1") -> PagedList[str]:
    """One page of the list."""
    pages = pager(knowledge, "instances", number)
    return PagedList(pages, pages.cut(by_accelerator(knowledge)))
