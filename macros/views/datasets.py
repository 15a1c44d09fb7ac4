"""The list of datasets, and a dataset's page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge, ValidatedPair
from macros.schema.models import Dataset
from macros.views.cited_sources import sources_of
from macros.views.configurations import ConfigurationListing, Coverage, coverage, listing
from macros.views.heads import PageHead, names_of
from macros.views.page_issues import PageIssues, page_issues
from macros.views.paging import PagedList, pager
from macros.words import plural


def head(knowledge: Knowledge, record: str) -> PageHead:
    """The title, description and search names of its page."""
    dataset = knowledge.records.datasets[record]
    tests = knowledge.configurations.of("datasets", record)
    tested = plural(len(tests), "tested configuration")
    description = f"{dataset.name} ({dataset.task}): {tested} that used it, by model."
    return PageHead(dataset.name, description, [dataset.name, record, *names_of(dataset.other_names)])


@dataclass(frozen=True)
class DatasetPage:
    """The content of a dataset's page."""

    id: str
    dataset: Dataset
    coverage: Coverage | None
    configurations: ConfigurationListing
    validated: Sequence[ValidatedPair]
    issues: PageIssues
    sources: Sequence[str]


def page(knowledge: Knowledge, record: str) -> DatasetPage:
    """The page of one dataset."""
    dataset = knowledge.records.datasets[record]
    tests = knowledge.configurations.of("datasets", record)
    return DatasetPage(
        id=record,
        dataset=dataset,
        coverage=coverage(tests),
        configurations=listing(knowledge, tests, "model", f"dataset={record}"),
        validated=knowledge.validated.of("datasets", record),
        issues=page_issues(knowledge, ("datasets", record)),
        sources=sources_of(dataset.citations, tests),
    )


@dataclass(frozen=True)
class DatasetLine:
    """A dataset in the list."""

    id: str
    dataset: Dataset
    coverage: Coverage | None


@dataclass(frozen=True)
class DatasetIndex(PagedList[DatasetLine]):
    """One page of the list of datasets, and how many tests name none."""

    unnamed: int
    """Tested configurations whose source names no dataset."""


def index(knowledge: Knowledge, number: str = "1") -> DatasetIndex:
    """One page of the list, the most used first."""
    lines = [
        DatasetLine(record, dataset, coverage(knowledge.configurations.of("datasets", record)))
        for record, dataset in knowledge.records.datasets.items()
    ]
    lines.sort(key=lambda line: (-(line.coverage.configurations if line.coverage else 0), line.id))
    pages = pager(knowledge, "datasets", number)
    return DatasetIndex(pages, pages.cut(lines), sum(test.dataset is None for test in knowledge.configurations))
