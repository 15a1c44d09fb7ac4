"""Curated comparisons: the list of them, and a comparison's page."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge
from macros.knowledge.grouping import group_pairs, unique
from macros.schema.comparisons import Comparison, Compatibility, Correction, Difference, Feature, Variant
from macros.views.frameworks import FrameworkLine, line
from macros.views.record_pages import PageHead, PageIssues, cited_sources, page_issues


def head(knowledge: Knowledge, record: str) -> PageHead:
    comparison = knowledge.records.comparisons[record]
    description = f"{comparison.title}: features, differences, what became of them, and which to choose."
    frameworks = [knowledge.records.frameworks[framework].name for framework in comparison.frameworks]
    return PageHead(comparison.title, description, [record, f"Compare {', '.join(frameworks)}"])


@dataclass(frozen=True)
class CorrectedValue:
    value: str
    as_of: datetime.date
    since: str | None
    """The release from which on it holds."""


@dataclass(frozen=True)
class FeatureCell:
    """A cell of the published table with its corrections."""

    published: str
    later: Sequence[CorrectedValue]
    """Oldest first; only where the words changed."""


@dataclass(frozen=True)
class FeatureRow:
    feature: Feature
    cells: Sequence[FeatureCell]
    """One a framework, in the order of the comparison."""
    corrections: Sequence[Correction]
    """Oldest first."""


@dataclass(frozen=True)
class ComparisonPage:
    id: str
    comparison: Comparison
    lines: Sequence[FrameworkLine]
    """The frameworks as they stand now."""
    published: datetime.date | None
    corrected: datetime.date | None
    """The newest correction."""
    rows: Sequence[FeatureRow]
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
    differences = sorted(comparison.differences, key=lambda difference: difference.area)
    variants = comparison.example.variants if comparison.example else ()
    subjects = tuple(("frameworks", framework) for framework in comparison.frameworks)
    targets = unique(compatibility.target for compatibility in comparison.compatibility)
    corrections = (correction.as_of for feature in comparison.features for correction in feature.corrections)
    return ComparisonPage(
        id=record,
        comparison=comparison,
        lines=[line(knowledge, framework) for framework in comparison.frameworks],
        published=knowledge.as_of(comparison.features_citation),
        corrected=max(corrections, default=None),
        rows=[_row(comparison, feature) for feature in comparison.features],
        differences=group_pairs((difference.area, difference) for difference in differences),
        targets=targets,
        compatibility=_compatibility(comparison, targets),
        tabs=[(frameworks[variant.framework].name, variant) for variant in variants],
        issues=page_issues(knowledge, *subjects),
        sources=unique(cited_sources(comparison.citations, comparison)),
    )


def _row(comparison: Comparison, feature: Feature) -> FeatureRow:
    corrections = sorted(feature.corrections, key=lambda correction: correction.as_of)
    cells = [_cell(feature.values[framework], framework, corrections) for framework in comparison.frameworks]
    return FeatureRow(feature, cells, corrections)


def _cell(published: str, framework: str, corrections: Sequence[Correction]) -> FeatureCell:
    later: list[CorrectedValue] = []
    current = published
    for correction in corrections:
        # A correction repeats the values it leaves as they are.
        value = correction.values.get(framework, current)
        if value != current:
            later.append(CorrectedValue(value, correction.as_of, correction.since))
            current = value
    return FeatureCell(published, later)


def _compatibility(comparison: Comparison, targets: Sequence[str]) -> Mapping[str, Sequence[Compatibility | None]]:
    by_framework: dict[str, dict[str, Compatibility]] = {}
    for compatibility in comparison.compatibility:
        by_framework.setdefault(compatibility.framework, {})[compatibility.target] = compatibility
    return {key: [by_target.get(target) for target in targets] for key, by_target in by_framework.items()}


def index(knowledge: Knowledge) -> Sequence[ComparisonPage]:
    """Every comparison; the list shows the head of each page."""
    return [page(knowledge, record) for record in knowledge.records.comparisons]
