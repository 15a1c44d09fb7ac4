"""What changed: in the data for readers, and in the facts themselves, by date."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from macros.knowledge import Knowledge, TestedConfiguration
from macros.schema.atlas import Change
from macros.schema.comparisons import Correction, Feature
from macros.schema.frameworks import Event
from macros.schema.limitations import Fix
from macros.views import families
from macros.views.families import VerdictChange

MOST_ENTRIES = 130
"""Changes of facts on one page."""


@dataclass(frozen=True)
class Launch:
    """A release came out."""

    release: str


@dataclass(frozen=True)
class Step:
    """A framework took a step in its life."""

    framework: str
    event: Event


@dataclass(frozen=True)
class Corrected:
    """A row of a comparison was no longer true."""

    comparison: str
    feature: str
    correction: Correction
    changed: Mapping[str, tuple[str, str]]
    """By framework: what was said before, and what became true."""


@dataclass(frozen=True)
class Fixed:
    """A version lifted a limitation."""

    limitation: str
    fix: Fix


@dataclass(frozen=True)
class Entry:
    """A dated change in the facts."""

    date: datetime.date
    what: str
    """`launch`, `step`, `verdict`, `correction` or `fix`: which of the five `fact` is."""
    fact: Launch | Step | VerdictChange | Corrected | Fixed


@dataclass(frozen=True)
class Year:
    """The changes of one year, newest first."""

    year: int
    days: Sequence[tuple[datetime.date, Sequence[Entry]]]

    @property
    def count(self) -> int:
        """How many changes there are."""
        return sum(len(entries) for _, entries in self.days)


@dataclass(frozen=True)
class Withdrawal:
    """Rows that their source no longer shows, on a day that nobody published."""

    source: str
    release: str
    words: str
    tests: Sequence[TestedConfiguration]


@dataclass(frozen=True)
class ChangeIndex:
    """What changed, newest first."""

    edition: datetime.date
    here: Sequence[Change]
    """Changes of the data."""
    years: Sequence[Year]
    """Changes of what the data describes, the newest of them."""
    older: int
    """How many changes are left out. Each stands on the page of its record too."""
    withdrawn: Sequence[Withdrawal]


def index(knowledge: Knowledge) -> ChangeIndex:
    """The page of changes."""
    atlas = knowledge.records.atlas
    # Sorting keeps the order in which entries of one day were found.
    entries = sorted(_entries(knowledge), key=lambda entry: entry.date, reverse=True)
    return ChangeIndex(
        edition=knowledge.edition,
        here=sorted(atlas.changes, key=lambda change: change.date, reverse=True),
        years=_years(entries[:MOST_ENTRIES]),
        older=max(0, len(entries) - MOST_ENTRIES),
        withdrawn=_withdrawn(knowledge),
    )


def _years(entries: Sequence[Entry]) -> Sequence[Year]:
    return [Year(year, _days(list(found))) for year, found in groupby(entries, key=lambda entry: entry.date.year)]


def _days(entries: Sequence[Entry]) -> Sequence[tuple[datetime.date, Sequence[Entry]]]:
    return [(day, list(found)) for day, found in groupby(entries, key=lambda entry: entry.date)]


def _entries(knowledge: Knowledge) -> Iterator[Entry]:
    records = knowledge.records
    for change in families.changes(knowledge.verdicts):
        yield Entry(change.after_date, "verdict", change)
    for key, framework in records.frameworks.items():
        for event in framework.lifecycle:
            yield Entry(event.date, "step", Step(key, event))
    launched = ((key, release.launched) for key, release in records.releases.items() if release.launched)
    yield from (Entry(day, "launch", Launch(key)) for key, day in launched)
    for key, comparison in records.comparisons.items():
        for feature in comparison.features:
            yield from _corrections(key, feature)
    for key, limitation in records.limitations.items():
        for fix in limitation.fixes:
            if fix.date is not None:
                yield Entry(fix.date, "fix", Fixed(key, fix))


def _corrections(comparison: str, feature: Feature) -> Iterator[Entry]:
    said = dict(feature.values)
    for correction in sorted(feature.corrections, key=lambda correction: correction.as_of):
        changed = {
            framework: (said[framework], value)
            for framework, value in correction.values.items()
            if said.get(framework, value) != value
        }
        said |= correction.values
        yield Entry(correction.as_of, "correction", Corrected(comparison, feature.feature, correction, changed))


def _withdrawn(knowledge: Knowledge) -> Sequence[Withdrawal]:
    groups: dict[tuple[str, str, str], list[TestedConfiguration]] = {}
    for test in knowledge.configurations:
        if test.row.withdrawn is not None:
            groups.setdefault((test.source, test.release, test.row.withdrawn), []).append(test)
    return [Withdrawal(*key, tests) for key, tests in groups.items()]
