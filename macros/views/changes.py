"""What changed: in the data for readers, and in the facts themselves, by date."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge, TestedConfiguration
from macros.knowledge.grouping import group_by
from macros.knowledge.upstreams import WatchedUpstream, watched_upstreams
from macros.pages.paging import consecutive
from macros.schema.atlas import Change
from macros.schema.comparisons import Correction, Feature
from macros.schema.frameworks import Event, Release
from macros.schema.limitations import Fix
from macros.views import families
from macros.views.families import VerdictChange

MAX_CHANGES = 130
"""Changes of facts on one page."""


@dataclass(frozen=True)
class FeatureCorrection:
    feature: str
    correction: Correction
    changed: Mapping[str, tuple[str, str]]
    """By framework: the value before and the value from then on."""


@dataclass(frozen=True)
class FactChange:
    date: datetime.date
    what: str
    """`launch`, `step`, `verdict`, `correction` or `fix`: which of the five `fact` is."""
    record: str
    """The release, framework, family, comparison or limitation that changed."""
    fact: Release | Event | VerdictChange | FeatureCorrection | Fix


@dataclass(frozen=True)
class ChangeIndex:
    here: Sequence[Change]
    """Changes of the data."""
    years: Sequence[tuple[int, int, Sequence[tuple[datetime.date, Sequence[FactChange]]]]]
    """Changes of what the data describes, the newest of them: by year, with their number, and by day."""
    older: int
    """How many changes are left out. Each is on the page of its record too."""
    upstreams: Sequence[WatchedUpstream]
    withdrawn: Sequence[Sequence[TestedConfiguration]]
    """Rows that a source has withdrawn, on a day that was not published; those together with one source, release and
    reason."""


def index(knowledge: Knowledge) -> ChangeIndex:
    atlas = knowledge.records.atlas
    # Sorting keeps the order in which entries of one day were found.
    entries = sorted(_entries(knowledge), key=lambda entry: entry.date, reverse=True)
    return ChangeIndex(
        here=sorted(atlas.changes, key=lambda change: change.date, reverse=True),
        years=[
            (year, len(changes), consecutive(changes, lambda change: change.date))
            for year, changes in consecutive(entries[:MAX_CHANGES], lambda change: change.date.year)
        ],
        older=max(0, len(entries) - MAX_CHANGES),
        upstreams=list(watched_upstreams(knowledge)),
        withdrawn=_withdrawn(knowledge),
    )


def _entries(knowledge: Knowledge) -> Iterator[FactChange]:
    records = knowledge.records
    for change in families.changes(knowledge.verdicts):
        yield FactChange(change.after.as_of, "verdict", change.after.family, change)
    for key, framework in records.frameworks.items():
        for event in framework.lifecycle:
            yield FactChange(event.date, "step", key, event)
    launches = ((release.launched, key, release) for key, release in records.releases.items() if release.launched)
    yield from (FactChange(day, "launch", key, release) for day, key, release in launches)
    for key, comparison in records.comparisons.items():
        for feature in comparison.features:
            yield from _corrections(key, feature)
    fixes = ((key, fix) for key, limitation in records.limitations.items() for fix in limitation.fixes)
    yield from (FactChange(fix.date, "fix", key, fix) for key, fix in fixes if fix.date is not None)


def _corrections(comparison: str, feature: Feature) -> Iterator[FactChange]:
    values = dict(feature.values)
    for correction in sorted(feature.corrections, key=lambda correction: correction.as_of):
        changed = {
            framework: (values[framework], value)
            for framework, value in correction.values.items()
            if values.get(framework, value) != value
        }
        values |= correction.values
        fact = FeatureCorrection(feature.feature, correction, changed)
        yield FactChange(correction.as_of, "correction", comparison, fact)


def _withdrawn(knowledge: Knowledge) -> Sequence[Sequence[TestedConfiguration]]:
    withdrawn = (test for test in knowledge.configurations if test.row.withdrawn is not None)
    return list(group_by(withdrawn, lambda test: (test.source, test.release, test.row.withdrawn)).values())
