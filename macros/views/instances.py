"""Instance types: their facts, and what runs on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge
from macros.knowledge.memory import share_percent
from macros.knowledge.prices import InstancePrice, on_demand_prices
from macros.schema.hardware import Accelerator, Instance
from macros.views.benchmark_summary import BenchmarkSummary, benchmark_summary
from macros.views.configurations import MOST_ROWS, ConfigurationListing, listing
from macros.views.facets import facets, plain_facet, record_facet
from macros.views.hardware_support import HardwareSupport, hardware_support, software_ended
from macros.views.paging import PagedList, pager, shown
from macros.views.record_pages import PageHead, PageIssues, names_of, page_issues, sources_of
from macros.views.support_today import SupportLines, support_on_accelerator
from macros.views.vendor_lists import ListedTogether, together
from macros.views.verdicts import FamilyVerdict, newest_family_verdicts
from macros.words import plural


def head(knowledge: Knowledge, record: str) -> PageHead:
    instance = knowledge.records.instances[record]
    accelerator = knowledge.records.accelerators[instance.accelerator]
    tests = knowledge.configurations.of("instances", record)
    hardware = f"{instance.accelerator_count} × {accelerator.name}"
    tested = plural(len(tests), "tested configuration")
    description = f"{record}: {hardware}, {instance.memory_gib:,} GiB of accelerator memory, {tested}."
    _, _, size = record.partition(".")
    return PageHead(record, description, [record, *names_of(instance.other_names), f"{instance.series} {size}".strip()])


@dataclass(frozen=True)
class InstancePage:
    id: str
    instance: Instance
    accelerator: Accelerator
    price: InstancePrice | None
    """On demand."""
    verdicts: Sequence[FamilyVerdict]
    configurations: ConfigurationListing
    measured: BenchmarkSummary
    support: HardwareSupport | None
    """Its support timeline; None where no notice and no package list names it."""
    listed: Sequence[ListedTogether]
    """What vendors' lists name for this very type."""
    ran_on_other_sizes: Sequence[tuple[str, Sequence[str], float | None]]
    """Models that ran on the accelerator and not on this type: on which types, and the share of this type's memory, in
    percent, that the weights take in bf16; None where their number is not published."""
    listed_for_accelerator: Sequence[ListedTogether]
    """What vendors' lists name for the accelerator, whatever the size."""
    siblings: Sequence[str]
    """The other instance types with the same accelerator."""
    issues: PageIssues
    support_today: SupportLines | None
    sources: Sequence[str]


def page(knowledge: Knowledge, record: str) -> InstancePage:
    instance = knowledge.records.instances[record]
    tests = knowledge.configurations.of("instances", record)
    verdicts = newest_family_verdicts(knowledge, "accelerators", instance.accelerator)
    siblings = [other for other in knowledge.instances.of("accelerators", instance.accelerator) if other != record]
    measured = benchmark_summary(knowledge, knowledge.benchmarks.of("instances", record))
    listed = knowledge.listed.of("accelerators", instance.accelerator)
    support_today = support_on_accelerator(knowledge, instance.accelerator)
    statuses = len(shown(support_today.lines, "support of a record")) if support_today else 0
    rows = MOST_ROWS - len(measured.lines) - 2 * statuses
    return InstancePage(
        id=record,
        instance=instance,
        accelerator=knowledge.records.accelerators[instance.accelerator],
        price=on_demand_prices(knowledge).get(record),
        verdicts=verdicts,
        configurations=listing(knowledge, tests, "model", f"instance={record}", rows),
        measured=measured,
        support=hardware_support(knowledge, instance.accelerator, record),
        listed=together(knowledge.listed.of("instances", record)),
        ran_on_other_sizes=_ran_on_other_sizes(knowledge, record, instance),
        listed_for_accelerator=together(line for line in listed if line.row.instance is None),
        siblings=siblings,
        issues=page_issues(knowledge, ("instances", record), ("accelerators", instance.accelerator)),
        support_today=support_today,
        sources=sources_of(instance.citations, tests, *verdicts),
    )


def _ran_on_other_sizes(
    knowledge: Knowledge, record: str, instance: Instance
) -> Sequence[tuple[str, Sequence[str], float | None]]:
    found = []
    for model, instances in knowledge.runs_on(instance.accelerator).items():
        parameters = knowledge.records.models[model].parameters
        share = share_percent(parameters.billions, "bf16", instance.memory_gib) if parameters else None
        found.append((model, instances, share))
    return [line for line in found if record not in line[1]]


def by_accelerator(knowledge: Knowledge) -> Sequence[str]:
    """All instance types in the order of their accelerators; later those without current software, last the ended."""
    chips = sorted(knowledge.records.accelerators, key=lambda chip: software_ended(knowledge, chip))
    keys = [key for chip in chips for key in knowledge.instances.of("accelerators", chip)]
    return sorted(keys, key=lambda key: knowledge.lifecycle.ended_state("instances", key) is not None)


def index(knowledge: Knowledge, number: str = "1") -> PagedList[str]:
    pages, instances = pager(knowledge, "instances", number), knowledge.records.instances.values()
    return PagedList(
        pages,
        pages.cut(by_accelerator(knowledge)),
        facets=facets(
            pages.total,
            record_facet(knowledge, "accelerator", "accelerators", (one.accelerator for one in instances)),
            plain_facet("provider", (one.provider for one in instances)),
        ),
    )
