"""Curated comparisons: features side by side with what became of them, differences, and which to choose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from macros.columns.column import Column, column_of
from macros.columns.phrase import Cited, Code, Phrase, RecordLink, joined, phrase
from macros.columns.sentences import turn_of
from macros.facts.framework_states import state_of
from macros.pages.entries import ITSELF, Entry, columns_of, fact
from macros.pages.records import RecordPages
from macros.pages.section import Section
from macros.schema.base import Citation
from macros.schema.comparisons import Choice, Comparison, Compatibility, Correction, Difference, Feature, Place
from macros.schema.ids import FrameworkId
from macros.schema.sources import SourceLink
from macros.schema.walk import walk

ComparisonEntry = Entry[Comparison]


def _states(one: ComparisonEntry) -> Phrase:
    frameworks = one.records.frameworks
    links = ((RecordLink("frameworks", key, says_end=False), frameworks[key]) for key in one.record.frameworks)
    return joined((phrase(link, ": ", turn_of(state_of(framework).turn)) for link, framework in links), "; ")


def _names(one: ComparisonEntry) -> Sequence[str]:
    frameworks = one.records.frameworks
    return [f"Compare {', '.join(frameworks[key].name for key in one.record.frameworks)}"]


LaterValues = Sequence[tuple[str, Correction]]
"""Values of a cell later than the published one, with the correction that brought each, oldest first."""


def _oldest_first(feature: Feature) -> Sequence[Correction]:
    return sorted(feature.corrections, key=lambda correction: correction.as_of)


def _features(one: ComparisonEntry) -> Mapping[str, Any]:
    """Each feature with what changed in the cell of each framework, and all corrections, oldest first."""
    comparison, rows = one.record, []
    for feature in comparison.features:
        corrections = _oldest_first(feature)
        rows.append((feature, [_later(feature, key, corrections) for key in comparison.frameworks], corrections))
    return {
        "comparison": comparison,
        "published": one.knowledge.as_of(comparison.features_citation),
        "rows": rows,
        "sources": [cited.source for _, cited in walk((comparison.features_citation, comparison.features), Citation)],
    }


def _later(feature: Feature, framework: FrameworkId, corrections: Sequence[Correction]) -> LaterValues:
    """The corrected values of a cell. A correction repeats the values it leaves as they are."""
    stated = [(one.values[framework], one) for one in corrections if framework in one.values]
    before = [feature.values[framework], *(value for value, _ in stated)]
    return [(value, one) for former, (value, one) in zip(before, stated, strict=False) if value != former]


def _differences(area: str) -> Section[Difference]:
    return Section(
        f"Differences in {area}",
        lambda one: [difference for difference in one.record.differences if difference.area == area],
        (column_of(Difference, "topic"), column_of(Difference, "statement", label="What the sources say")),
        anchor=area,
    )


def _values(found: Feature | Correction) -> Phrase:
    return joined((phrase(RecordLink("frameworks", key), f": {value}") for key, value in found.values.items()), "; ")


def _correction(found: Correction) -> Phrase:
    since, note = f", {found.since}" if found.since else None, f". {found.note}" if found.note else None
    return phrase(found.as_of, ": ", _values(found), since, note, " ", Cited(found.citations))


PAGES = RecordPages[ComparisonEntry](
    "comparisons",
    names=_names,
    columns=(
        fact("state", _states, label="Frameworks"),
        fact("features", lambda one: len(one.record.features)),
        Column("published", "That table.", lambda one: one.knowledge.as_of(one.record.features_citation)),
    ),
    listed="state features published",
    state="state",
    sections=(
        Section(
            "Which to choose",
            "record.choices",
            (
                column_of(Choice, "situation"),
                column_of(Choice, "choose", absent="none of them"),
                column_of(Choice, "statement", label="What the sources say"),
            ),
            note="Dates stand with the sources: advice ages, and so do the frameworks.",
        ),
        Section(
            "Features",
            "record.features",
            (
                column_of(Feature, "feature"),
                fact("published", _values, label="As published"),
                fact(
                    "corrections",
                    lambda one: list(map(_correction, _oldest_first(one))),
                    label="What changed",
                    absent="nothing recorded",
                ),
            ),
            "parts/features_compared.html",
            _features,
        ),
        _differences("hardware"),
        _differences("software"),
        Section(
            "What compiled models run on",
            lambda one: sorted(one.record.compatibility, key=lambda found: found.framework),
            (
                column_of(Compatibility, "framework", label="Compiled with"),
                column_of(Compatibility, "target", label="Core architecture"),
                *columns_of(Compatibility, "runs citations"),
            ),
            anchor="compatibility",
        ),
        Section(
            "Example",
            "record.example.variants",
            [fact("code", lambda one: phrase(RecordLink("frameworks", one.framework), ": ", Code(one.code)))],
            "parts/example_in_each.md",
            lambda one: {"example": one.record.example},
        ),
        Section(
            "Where to look for a model",
            "record.places",
            (
                fact("place", lambda it: SourceLink(label=it.name, url=it.url) if it.url else it.name),
                column_of(Place, "tells", label="What it tells"),
                column_of(Place, "state", label="What became of it"),
                column_of(Place, "citations"),
            ),
            anchor="places",
            note="In this order:",
        ),
        Section(
            "About this order",
            lambda one: [one.record.places_note] if one.record.places_note else [],
            (ITSELF,),
            anchor="places-note",
        ),
    ),
    folds=True,
    searched={
        "features": "feature published corrections",
        "hardware": "topic statement",
        "software": "topic statement",
    },
)
