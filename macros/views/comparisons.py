"""Curated comparisons: the list of them, and a comparison's page."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from macros.knowledge import Knowledge
from macros.schema.comparisons import Comparison, Compatibility, Correction, Difference, Feature
from macros.schema.conflicts import Conflict
from macros.schema.limitations import Limitation
from macros.views import frameworks
from macros.views.cited_sources import cited_sources, once
from macros.views.code_blocks import fenced
from macros.views.frameworks import FrameworkLine
from macros.views.heads import PageHead

TAB_INDENT = 4
"""Blanks before what belongs to a tab."""


def head(knowledge: Knowledge, record: str) -> PageHead:
    """What its page is called."""
    comparison = knowledge.records.comparisons[record]
    description = f"{comparison.title}: features, differences, what became of them, and which to choose."
    frameworks = [knowledge.records.frameworks[framework].name for framework in comparison.frameworks]
    return PageHead(comparison.title, description, [record, f"Compare {', '.join(frameworks)}"])


@dataclass(frozen=True)
class LaterValue:
    """What became true of a cell, and from which release on."""

    value: str
    as_of: datetime.date
    since: str | None


@dataclass(frozen=True)
class FeatureCell:
    """A cell of the published table, and what became of it."""

    published: str
    later: Sequence[LaterValue]
    """Oldest first; only where the words changed."""


@dataclass(frozen=True)
class FeatureRow:
    """A row of the published table."""

    feature: Feature
    cells: Sequence[FeatureCell]
    """One a framework, in the order of the comparison."""
    corrections: Sequence[Correction]
    """Oldest first."""


@dataclass(frozen=True)
class CompatibilityRow:
    """What one framework compiles, and on which core architectures it runs."""

    framework: str
    cells: Sequence[Compatibility | None]


@dataclass(frozen=True)
class Tab:
    """The example in one framework, ready for the page."""

    name: str
    block: Markup


@dataclass(frozen=True)
class ComparisonPage:
    """What a comparison's page says."""

    id: str
    comparison: Comparison
    lines: Sequence[FrameworkLine]
    """The frameworks as they stand now."""
    published: datetime.date | None
    corrected: datetime.date | None
    """The newest correction."""
    rows: Sequence[FeatureRow]
    hardware: Sequence[Difference]
    software: Sequence[Difference]
    targets: Sequence[str]
    compatibility: Sequence[CompatibilityRow]
    tabs: Sequence[Tab]
    limitations: Sequence[tuple[str, Limitation]]
    conflicts: Sequence[tuple[str, Conflict]]
    sources: Sequence[str]


def page(knowledge: Knowledge, record: str) -> ComparisonPage:
    """The page of one comparison."""
    comparison = knowledge.records.comparisons[record]
    subjects = tuple(("frameworks", framework) for framework in comparison.frameworks)
    targets = once(found.target for found in comparison.compatibility)
    return ComparisonPage(
        id=record,
        comparison=comparison,
        lines=[frameworks.line(knowledge, framework) for framework in comparison.frameworks],
        published=knowledge.as_of(comparison.features_citation),
        corrected=_corrected(comparison),
        rows=[_row(comparison, feature) for feature in comparison.features],
        hardware=[difference for difference in comparison.differences if difference.area == "hardware"],
        software=[difference for difference in comparison.differences if difference.area == "software"],
        targets=targets,
        compatibility=_compatibility(comparison, targets),
        tabs=_tabs(knowledge, comparison),
        limitations=knowledge.limitations_of(*subjects),
        conflicts=knowledge.conflicts_of(*subjects),
        sources=once(cited_sources(comparison.citations, comparison)),
    )


def _corrected(comparison: Comparison) -> datetime.date | None:
    dates = (correction.as_of for feature in comparison.features for correction in feature.corrections)
    return max(dates, default=None)


def _row(comparison: Comparison, feature: Feature) -> FeatureRow:
    corrections = sorted(feature.corrections, key=lambda correction: correction.as_of)
    cells = [_cell(feature.values[framework], framework, corrections) for framework in comparison.frameworks]
    return FeatureRow(feature, cells, corrections)


def _cell(published: str, framework: str, corrections: Sequence[Correction]) -> FeatureCell:
    later: list[LaterValue] = []
    current = published
    for correction in corrections:
        # A correction repeats the values it leaves as they are.
        value = correction.values.get(framework, current)
        if value != current:
            later.append(LaterValue(value, correction.as_of, correction.since))
            current = value
    return FeatureCell(published, later)


def _compatibility(comparison: Comparison, targets: Sequence[str]) -> Sequence[CompatibilityRow]:
    known = {(found.framework, found.target): found for found in comparison.compatibility}
    compiled_with = once(found.framework for found in comparison.compatibility)
    return [CompatibilityRow(key, [known.get((key, target)) for target in targets]) for key in compiled_with]


def _tabs(knowledge: Knowledge, comparison: Comparison) -> Sequence[Tab]:
    if comparison.example is None:
        return []
    return [
        Tab(
            knowledge.records.frameworks[variant.framework].name,
            fenced(variant.code, variant.language, variant.differing_lines, TAB_INDENT),
        )
        for variant in comparison.example.variants
    ]


@dataclass(frozen=True)
class ComparisonLine:
    """A comparison in a list."""

    id: str
    comparison: Comparison
    lines: Sequence[FrameworkLine]
    published: datetime.date | None
    corrected: datetime.date | None


def index(knowledge: Knowledge) -> Sequence[ComparisonLine]:
    """Every comparison."""
    return [
        ComparisonLine(
            record,
            comparison,
            [frameworks.line(knowledge, framework) for framework in comparison.frameworks],
            knowledge.as_of(comparison.features_citation),
            _corrected(comparison),
        )
        for record, comparison in knowledge.records.comparisons.items()
    ]
