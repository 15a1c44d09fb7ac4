"""The list of datasets, and a dataset's page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge, ValidatedPair
from macros.schema.models import Dataset
from macros.views.configurations import ConfigurationListing, Coverage, coverage, listing
from macros.views.paging import PagedList, pager
from macros.views.record_pages import PageHead, PageIssues, names_of, page_issues, sources_of
from macros.words import plural


def head(knowledge: Knowledge, record: str) -> PageHead:
    dataset = knowledge.records.datasets[record]
    tested = plural(len(knowledge.configurations.of("datasets", record)), "tested configuration")
    description = f"{dataset.name} ({dataset.task}): {tested} that used it, by model."
    return PageHead(dataset.name, description, [dataset.name, record, *names_of(dataset.other_names)])


@dataclass(frozen=True)
class DatasetPage:
    dataset: Dataset
    configurations: ConfigurationListing
    validated: Sequence[ValidatedPair]
    issues: PageIssues
    sources: Sequence[str]


def page(knowledge: Knowledge, record: str) -> DatasetPage:
    dataset = knowledge.records.datasets[record]
    tests = knowledge.configurations.of("datasets", record)
    return DatasetPage(
        dataset=dataset,
        configurations=listing(knowledge, tests, "model", f"dataset={record}"),
        validated=knowledge.validated.of("datasets", record),
        issues=page_issues(knowledge, ("datasets", record)),
        sources=sources_of(dataset.citations, tests),
    )


@dataclass(frozen=True)
class DatasetIndex(PagedList[tuple[str, Dataset, Coverage | None]]):
    unnamed: int
    """Tested configurations whose source names no dataset."""


def index(knowledge: Knowledge, number: str = "1") -> DatasetIndex:
    """One page of the list, the most used first."""
    tests = {record: knowledge.configurations.of("datasets", record) for record in knowledge.records.datasets}
    pages = pager(knowledge, "datasets", number)
    members = pages.cut(sorted(tests, key=lambda record: (-len(tests[record]), record)))
    rows = [(record, knowledge.records.datasets[record], coverage(tests[record])) for record in members]
    return DatasetIndex(pages, rows, sum(test.dataset is None for test in knowledge.configurations))
