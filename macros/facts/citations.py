"""Citations and dates in all records, and the age of a fact, counted to the newest date instead of the day of build."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass

from macros.loading import Records
from macros.schema.atlas import AgeRule
from macros.schema.base import Part, Record, SourceReference
from macros.schema.components import Component
from macros.schema.walk import Steps, at_path, walk

IN_MONTHS_UP_TO = 24
"""From this age on, ages are given in whole years."""


@dataclass(frozen=True)
class Age:
    months: int
    old: bool

    @property
    def words(self) -> str:
        """In the unit a reader would use: months under two years, then whole years."""
        if self.months < 1:
            return "this month"
        if self.months < IN_MONTHS_UP_TO:
            return f"{self.months} month{'s' if self.months > 1 else ''} old"
        return f"{self.months // 12} years old"


@dataclass(frozen=True)
class AgeRuler:
    rule: AgeRule
    edition: datetime.date

    def age(self, as_of: datetime.date) -> Age:
        months = (self.edition.year - as_of.year) * 12 + self.edition.month - as_of.month
        months -= self.edition.day < as_of.day
        return Age(months, months > self.rule.old_after_months)


@dataclass(frozen=True, slots=True)
class PlacedCitation:
    source: str
    kind: str
    record_id: str
    path: Steps
    holder: Part
    """The record, statement or claim that the citation belongs to."""
    locator: str | None
    as_of: datetime.date | None
    """The citation's own date, or else that of its source."""


def as_of(records: Records, citation: SourceReference) -> datetime.date | None:
    """The date of a citation: its own, or else that of its source. None where neither is known."""
    return citation.as_of or records.sources[citation.source].as_of


def document_of(records: Records, source_id: str) -> str:
    """The document of a source, the same for all its revisions: its path in a repository, or else the source's id."""
    source = records.sources[source_id]
    return f"{source.repository}/{source.path}" if source.repository and source.path else source_id


def citations(records: Records) -> Iterator[PlacedCitation]:
    for kind, record_id, record in records.walk():
        for path, citation in walk(record, SourceReference):
            # A citation is a field of its holder, or an entry of a list that is one.
            holder = at_path(record, path[:-1] if isinstance(path[-1], str) else path[:-2])
            date = as_of(records, citation)
            yield PlacedCitation(citation.source, kind, record_id, path, holder, citation.locator, date)


def dated_facts(records: Records) -> Iterator[tuple[str, Steps, datetime.date]]:
    """Every date of a fact: record (kind and id), path, date.

    Left out are planned dates of announcements, and the days on which somebody looked for newer versions.
    """
    for kind, record_id, record in records.walk():
        for path, date in walk(record, datetime.date):
            if path[0] != "watch" and not _is_announced(record, path):
                yield f"{kind}/{record_id}", path, date


def _is_announced(record: Record, path: Steps) -> bool:
    """Whether a path leads to the planned date of an announcement, which may lie in the future."""
    if not isinstance(record, Component) or path[0] != "notices" or path[-1] != "sdk_date":
        return False
    return record.notices[int(path[1])].announces is not None
