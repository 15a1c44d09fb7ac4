"""Curated comparisons: features side by side with what became of them, differences, and which to choose."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from macros.columns.column import Column
from macros.columns.phrase import Phrase, RecordLink, TermOf, joined, phrase
from macros.facts import Knowledge
from macros.facts.grouping import group_by
from macros.facts.lifecycle import FrameworkState, state_of
from macros.pages.page_head import cited_sources
from macros.pages.records import RecordPages
from macros.pages.section import Section, TemplateSection
from macros.schema.base import Statement
from macros.schema.comparisons import Choice, Comparison, Compatibility, Correction, Difference, Feature, Place
from macros.schema.ids import FrameworkId
from macros.schema.sources import SourceLink


@dataclass(frozen=True)
class ComparisonLine:
    """A comparison with the dates of its table."""

    id: str
    record: Comparison
    names: Sequence[str]
    """Of the frameworks."""
    states: Mapping[str, FrameworkState]
    """By framework, as it stands now."""
    published: datetime.date | None
    """When the table of features was."""
    corrected: datetime.date | None
    """The newest correction."""

    @property
    def features(self) -> int:
        """Rows of the table."""
        return len(self.record.features)


def line(knowledge: Knowledge, record: str) -> ComparisonLine:
    """What is known of a comparison."""
    comparison = knowledge.records.comparisons[record]
    frameworks = {key: knowledge.records.frameworks[key] for key in comparison.frameworks}
    corrections = (correction.as_of for feature in comparison.features for correction in feature.corrections)
    return ComparisonLine(
        id=record,
        record=comparison,
        names=[framework.name for framework in frameworks.values()],
        states={key: state_of(framework) for key, framework in frameworks.items()},
        published=knowledge.as_of(comparison.features_citation),
        corrected=max(corrections, default=None),
    )


def _states(one: ComparisonLine) -> Phrase:
    return joined((_state(framework, state) for framework, state in one.states.items()), "; ")


def _state(framework: str, state: FrameworkState) -> Phrase:
    name = RecordLink("frameworks", framework, says_end=False)
    return phrase(name, ": ", TermOf("lifecycle", state.id), " since ", state.turn.date)


@dataclass(frozen=True)
class Advice:
    """What to choose when, and how that framework stands now."""

    choice: Choice
    now: FrameworkState | None
    """None: the sources advise none of them."""


def _choices(knowledge: Knowledge, record: str) -> Sequence[Advice]:
    choices = knowledge.records.comparisons[record].choices
    frameworks = knowledge.records.frameworks
    return [Advice(one, state_of(frameworks[one.choose]) if one.choose else None) for one in choices]


LaterValues = Sequence[tuple[str, Correction]]
"""Values of a cell later than the published one, with the correction that brought each, oldest first."""


def _features(knowledge: Knowledge, record: str) -> Mapping[str, Any]:
    found = line(knowledge, record)
    comparison = found.record
    return {
        "comparison": comparison,
        "line": found,
        "rows": [_row(comparison, feature) for feature in comparison.features],
        "sources": list(cited_sources(comparison.features_citation, comparison.features)),
    }


def _row(comparison: Comparison, feature: Feature) -> tuple[Feature, Sequence[LaterValues], Sequence[Correction]]:
    """A feature, what changed in the cell of each framework, and all corrections, oldest first."""
    corrections = sorted(feature.corrections, key=lambda correction: correction.as_of)
    cells = [_later(feature.values[framework], framework, corrections) for framework in comparison.frameworks]
    return feature, cells, corrections


def _later(published: str, framework: FrameworkId, corrections: Sequence[Correction]) -> LaterValues:
    """The corrected values of a cell. A correction repeats the values it leaves as they are."""
    stated = [(one.values[framework], one) for one in corrections if framework in one.values]
    before = [published, *(value for value, _ in stated)]
    return [(value, one) for former, (value, one) in zip(before, stated, strict=False) if value != former]


def _differences(area: str) -> Section[Difference]:
    return Section(
        f"Differences in {area}",
        area,
        lambda known, record: [one for one in known.records.comparisons[record].differences if one.area == area],
        (
            Column("topic", "What differs."),
            Column("statement", "How, and who says so.", label="What the sources say"),
        ),
    )


@dataclass(frozen=True)
class CompiledWith:
    """On which core architectures runs what a framework compiled, with who says so."""

    framework: str
    runs_on: Sequence[Statement]
    fails_on: Sequence[Statement]


def _compiled(knowledge: Knowledge, record: str) -> Sequence[CompiledWith]:
    groups = group_by(knowledge.records.comparisons[record].compatibility, lambda one: one.framework)
    return [_compiled_with(framework, group) for framework, group in groups.items()]


def _compiled_with(framework: str, compatibility: Sequence[Compatibility]) -> CompiledWith:
    said = [(one.runs, Statement(text=one.target, citations=one.citations)) for one in compatibility]
    runs_on = [target for runs, target in said if runs]
    return CompiledWith(framework, runs_on, fails_on=[target for runs, target in said if not runs])


def _example(knowledge: Knowledge, record: str) -> Mapping[str, Any] | None:
    example = knowledge.records.comparisons[record].example
    return {"example": example} if example else None


def _tells(place: Place) -> Statement:
    return Statement(text=place.tells, citations=place.citations)


def _name(place: Place) -> SourceLink | str:
    return SourceLink(label=place.name, url=place.url) if place.url else place.name


PAGES = RecordPages[ComparisonLine](
    "comparisons",
    line,
    order=lambda one: one.id,
    title=lambda one: one.record.title,
    description=lambda one: f"{one.record.title}: features, differences, what became of them, and which to choose.",
    names=lambda one: [one.id, f"Compare {', '.join(one.names)}"],
    columns=(
        Column("state", "What is compared, and where it stands.", _states, label="Frameworks"),
        Column("features", "Rows of the table."),
        Column("published", "When the table was published."),
        Column("corrected", "The newest correction of the table.", label="Corrected up to", absent="no correction"),
    ),
    state=Column("state", "Where the frameworks stand.", _states),
    facts=(),
    sections=(
        Section(
            "Which to choose",
            "which-to-choose",
            _choices,
            (
                Column("situation", "When.", "choice.situation"),
                Column("choose", "What the sources advise.", "choice.choose", kind="frameworks", absent="none of them"),
                Column("state", "Of that framework today.", "now.id", vocabulary="lifecycle", absent="–"),
                Column("statement", "Why, and who says so.", "choice.statement", label="What the sources say"),
            ),
            note="Dates stand with the sources: advice ages, and so do the frameworks.",
        ),
        TemplateSection("Features", "features", "parts/features_compared.html", _features),
        _differences("hardware"),
        _differences("software"),
        Section(
            "What compiled models run on",
            "compatibility",
            _compiled,
            (
                Column("framework", "What the model was compiled with.", label="Compiled with", kind="frameworks"),
                Column("runs_on", "Core architectures, with who says so.", label="Runs on", absent="none"),
                Column("fails_on", "Core architectures, with who says so.", label="Does not run on", absent="none"),
            ),
        ),
        TemplateSection("Example", "example", "parts/example_in_each.md", _example),
        Section(
            "Where to look for a model",
            "places",
            lambda known, record: known.records.comparisons[record].places,
            (
                Column("name", "The place.", _name, label="Place"),
                Column("tells", "What it tells, and who says so.", _tells, label="What it tells"),
                Column("state", "What became of it.", label="What became of it", absent="–"),
            ),
            note="In this order:",
        ),
        Section(
            "About this order",
            "places-note",
            lambda known, record: [note] if (note := known.records.comparisons[record].places_note) else [],
            (Column("note", "What the sources say.", lambda note: note),),
        ),
    ),
    folded=True,
)
