"""The history of the data, as a page, a feed and the records' own pages tell it."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from macros.addresses import address
from macros.history import Entry, Group, History, RecordEntry, grouped
from macros.history.diff_text import head, names, plain
from macros.kinds import WITH_PAGES
from macros.knowledge import Knowledge

MOST_ENTRIES = 40
MOST_LINES = 150
"""On the page of changes, which shall stay small."""
LINES_OF_AN_ENTRY = 16
NAMES_OF_A_LINE = 6
ENTRIES_OF_A_RECORD = 5
FIELDS_OF_AN_ENTRY = 6
ANCHOR_DIGITS = 7

ELSEWHERE = {
    "atlas": "changes/#here",
    "intake": None,
    "redirects": None,
    "vocabularies": "contribute/#vocabularies",
}
"""Where the files that are no records of a kind are shown."""


@dataclass(frozen=True)
class Named:
    """A record that was touched."""

    name: str
    address: str | None
    """Of the page that shows it, from the site's root; None where there is none, or none any more."""


@dataclass(frozen=True)
class Line:
    """What one edit did."""

    head: str
    named: Sequence[Named]
    more: int
    """Records that are not named."""


@dataclass(frozen=True)
class Told:
    """A commit."""

    entry: Entry
    lines: Sequence[Line]
    more: int
    """Lines that are left out."""

    @property
    def anchor(self) -> str:
        """Its place on the page of changes."""
        return f"c-{self.entry.commit[:ANCHOR_DIGITS]}"

    @property
    def subject(self) -> str:
        """The first line of its message."""
        return plain(self.entry.subject) or "Without a message"

    @property
    def author(self) -> str:
        """Who wrote it."""
        return plain(self.entry.author).strip() or "Unknown"


@dataclass(frozen=True)
class RecordLine:
    """What a commit did to one record."""

    day: datetime.date
    words: str
    anchor: str | None
    """The commit's place on the page of changes; None where it is too old for that."""


class HistoryViews:
    """One history, seen from the pages of one state of the knowledge."""

    def __init__(self, knowledge: Knowledge, history: History) -> None:
        self._knowledge = knowledge
        self._history = history

    @property
    def gaps(self) -> Sequence[str]:
        """What is missing, in sentences."""
        return self._history.gaps

    @property
    def total(self) -> int:
        """How many commits there are."""
        return len(self._history.entries)

    @property
    def told(self) -> Sequence[Told]:
        """The newest commits, as many as the page of changes holds."""
        return self._newest

    @cached_property
    def _newest(self) -> Sequence[Told]:
        return list(self._told())

    def _told(self) -> Iterator[Told]:
        left = MOST_LINES
        for entry in self._history.entries[:MOST_ENTRIES]:
            groups = grouped(entry.changes)
            shown = groups[:LINES_OF_AN_ENTRY]
            left -= len(shown)
            if left < 0:
                return
            yield Told(entry, [self._line(group) for group in shown], len(groups) - len(shown))

    @property
    def days(self) -> Sequence[tuple[datetime.date, Sequence[Told]]]:
        """The same by date, the newest first."""
        ordered = sorted(self.told, key=lambda told: told.entry.day, reverse=True)
        return [(day, list(told)) for day, told in groupby(ordered, key=lambda told: told.entry.day)]

    def _line(self, group: Group) -> Line:
        pairs = list(zip(names(group), group.records, strict=True))
        named = [Named(name, self._address(record)) for name, record in pairs[:NAMES_OF_A_LINE]]
        return Line(head(group), named, len(pairs) - len(named))

    def _address(self, record: str) -> str | None:
        kind, _, key = record.partition("/")
        if not key:
            return ELSEWHERE.get(kind)
        if kind == "configurations":
            # A file of tested configurations is shown on the page of its source.
            kind, key = "sources", key.partition("/")[0]
        return address(kind, key) if kind in WITH_PAGES and key in self._knowledge.records.of(kind) else None

    @cached_property
    def _anchors(self) -> dict[str, str]:
        return {told.entry.commit: told.anchor for told in self._newest}

    def of(self, kind: str, record: str) -> Sequence[RecordLine]:
        """The newest entries of a record's history."""
        found = self._history.of(f"{kind}/{record}")[:ENTRIES_OF_A_RECORD]
        return [RecordLine(own.entry.day, _words(own), self._anchors.get(own.entry.commit)) for own in found]


def _words(own: RecordEntry) -> str:
    """Added, or what of it changed."""
    whole = next((change for change in own.changes if not change.field), None)
    if whole is not None and whole.what in {"added", "removed"}:
        return whole.what.capitalize()
    fields = list(dict.fromkeys(_field(change.field) for change in own.changes if change.field))
    more = f" and {len(fields) - FIELDS_OF_AN_ENTRY} more" if len(fields) > FIELDS_OF_AN_ENTRY else ""
    changed = f"Changed: {', '.join(fields[:FIELDS_OF_AN_ENTRY])}{more}" if fields else "Changed"
    if whole is not None and whole.what == "renamed":
        former = f"Renamed from {str(whole.before).partition('/')[2]}"
        return f"{former}. {changed}" if fields else former
    return changed


def _field(path: str) -> str:
    """The field of the record that a path leads into, in words."""
    return path.partition(".")[0].removesuffix("[]").replace("_", " ")
