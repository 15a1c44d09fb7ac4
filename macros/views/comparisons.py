"""Curated comparisons: the list of them, and a comparison's page."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from macros.knowledge import Knowledge
from macros.knowledge.grouping import group_by, unique
from macros.pages.page_head import PageHead, PageIssues, cited_sources, page_issues
from macros.schema.comparisons import Comparison, Compatibility, Correction, Difference, Feature, Variant
from macros.views.frameworks import FrameworkLine, line


def head(knowledge: Knowledge, record: str) -> PageHead:
    comparison = knowledge.records.comparisons[record]
    description = f"{comparison.title}: features, differences, what became of them, and which to choose."
    frameworks = [knowledge.records.frameworks[framework].name for framework in comparison.frameworks]
    return PageHead(comparison.title, description, [record, f"Compare {', '.join(frameworks)}"])


LaterValues = Sequence[tuple[str, Correction]]
"""Values of a cell later than the published one, with the correction that brought each, oldest first."""


@dataclass(frozen=True)
class ComparisonPage:
    id: str
    comparison: Comparison
    lines: Sequence[FrameworkLine]
    """The frameworks as they stand now."""
    published: datetime.date | None
    corrected: datetime.date | None
    """The newest correction."""
    rows: Sequence[tuple[Feature, Sequence[LaterValues], Sequence[Correction]]]
    """Features, what changed in the cell of each framework, and all corrections, oldest first."""
    differences: Mapping[str, Sequence[Difference]]
    """By area: hardware, then software."""
    targets: Sequence[str]
    """Core architectures: the columns of the next table."""
    compatibility: Mapping[str, Sequence[Compatibility | None]]
    """By framework that compiles: whether the result runs on each target."""
    tabs: Sequence[tuple[str, Variant]]
    """The example in each framework, with the framework's name."""
    issues: PageIssues
    sources: Sequence[str]


def page(knowledge: Knowledge, record: str) -> ComparisonPage:
    comparison = knowledge.records.comparisons[record]
    frameworks = knowledge.records.frameworks
    variants = comparison.example.variants if comparison.example else ()
    targets = unique(compatibility.target for compatibility in comparison.compatibility)
    corrections = (correction.as_of for feature in comparison.features for correction in feature.corrections)
    return ComparisonPage(
        id=record,
        comparison=comparison,
        lines=[line(knowledge, framework) for framework in comparison.frameworks],
        published=knowledge.as_of(comparison.features_citation),
        corrected=max(corrections, default=None),
        rows=[_row(comparison, feature) for feature in comparison.features],
        differences=group_by(sorted(comparison.differences, key=attrgetter("area")), attrgetter("area")),
        targets=targets,
        compatibility=_compatibility(comparison, targets),
        tabs=[(frameworks[variant.framework].name, variant) for variant in variants],
        issues=page_issues(knowledge, *(("frameworks", framework) for framework in comparison.frameworks)),
        sources=unique(cited_sources(comparison.citations, comparison)),
    )


def _row(comparison: Comparison, feature: Feature) -> tuple[Feature, Sequence[LaterValues], Sequence[Correction]]:
    corrections = sorted(feature.corrections, key=lambda correction: correction.as_of)
    cells = [_later(feature.values[framework], framework, corrections) for framework in comparison.frameworks]
    return feature, cells, corrections


def _later(published: str, framework: str, corrections: Sequence[Correction]) -> LaterValues:
    """The corrected values of a cell. A correction repeats the values it leaves as they are."""
    stated = [(one.values[framework], one) for one in corrections if framework in one.values]
    before = [published, *(value for value, _ in stated)]
    return [(value, one) for former, (value, one) in zip(before, stated, strict=False) if value != former]


def _compatibility(comparison: Comparison, targets: Sequence[str]) -> Mapping[str, Sequence[Compatibility | None]]:
    cells = {(one.framework, one.target): one for one in comparison.compatibility}
    return {framework: [cells.get((framework, target)) for target in targets] for framework, _ in cells}


def index(knowledge: Knowledge) -> Sequence[ComparisonPage]:
    """Every comparison; the list shows the head of each page."""
    return [page(knowledge, record) for record in knowledge.records.comparisons]
