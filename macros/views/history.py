"""The history of the data for the page of changes, the feed, and the pages of records."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from macros.addresses import address
from macros.history import ChangeGroup, History, LogEntry, RecordLogEntry, group_changes
from macros.history.diff_text import from_to, printable, record_names
from macros.kinds import KINDS, WITH_PAGES
from macros.knowledge import Knowledge
from macros.knowledge.grouping import group_pairs, unique
from macros.words import plural

MAX_COMMITS = 40
MAX_LINES = 150
"""On the page of changes, which has to stay small."""
MAX_LINES_OF_COMMIT = 16
MAX_COMMITS_OF_RECORD = 5
MAX_FIELDS = 6
ANCHOR_DIGITS = 7
MOST_PARTS = 3
"""Groups of records in the title of a commit."""
WHOLE_ACTIONS = ("added", "removed", "renamed", "changed")

ADDRESSES_OF_FILES = {
    "atlas": "changes/#here",
    "intake": None,
    "redirects": None,
    "vocabularies": "contribute/#vocabularies",
}
"""By file that is no record of a kind: the address that shows it."""


@dataclass(frozen=True)
class CommitSummary:
    entry: LogEntry
    groups: Sequence[tuple[str, Sequence[tuple[str, str | None]]]]
    """What changed, as many as the page holds: each with the names of the records, and the addresses of the pages that
    show them, from the site's root; None where no page does."""
    more: int
    """Groups that are left out."""

    @property
    def anchor(self) -> str:
        """Its fragment identifier on the page of changes."""
        return f"c-{self.entry.commit[:ANCHOR_DIGITS]}"

    @property
    def title(self) -> str:
        """What changed: the kinds of records with their numbers, those with most records first."""
        parts = [_counted(action, kind, records) for (action, kind), records in _by_action(self.entry).items()]
        more = [f"{len(parts) - MOST_PARTS} more"] if len(parts) > MOST_PARTS else []
        title = ", ".join([*parts[:MOST_PARTS], *more])
        return title[:1].upper() + title[1:]

    @property
    def author(self) -> str:
        return printable(self.entry.author).strip() or "Unknown"


class HistoryViews:
    """The history for pages, with links to the records that exist now."""

    def __init__(self, knowledge: Knowledge, history: History) -> None:
        self._knowledge = knowledge
        self._history = history
        self._entries = [entry for entry in history.entries if _by_action(entry)]
        """Commits that changed a record: a file in a folder. Vocabularies and settings alone tell readers nothing."""

    @property
    def gaps(self) -> Sequence[str]:
        return self._history.gaps

    @property
    def total(self) -> int:
        return len(self._entries)

    @cached_property
    def commits(self) -> Sequence[CommitSummary]:
        """The newest commits, as many as the page of changes holds."""
        commits: list[CommitSummary] = []
        room = MAX_LINES
        for entry in self._entries[:MAX_COMMITS]:
            groups = [group for group in group_changes(entry.changes) if "/" in group.records[0]]
            shown = groups[:MAX_LINES_OF_COMMIT]
            room -= len(shown)
            if room < 0:
                break
            commits.append(CommitSummary(entry, [self._group(group) for group in shown], len(groups) - len(shown)))
        return commits

    @property
    def days(self) -> Sequence[tuple[datetime.date, Sequence[CommitSummary]]]:
        """The same by date, the newest first."""
        ordered = sorted(self.commits, key=lambda commit: commit.entry.day, reverse=True)
        return [(day, list(commits)) for day, commits in groupby(ordered, key=lambda commit: commit.entry.day)]

    def _group(self, group: ChangeGroup) -> tuple[str, Sequence[tuple[str, str | None]]]:
        addresses = map(self._address, group.records)
        return _group_words(group), list(zip(record_names(group), addresses, strict=True))

    def _address(self, record: str) -> str | None:
        kind, _, key = record.partition("/")
        if not key:
            return ADDRESSES_OF_FILES.get(kind)
        if kind == "configurations":
            # A file of tested configurations is shown on the page of its source.
            kind, key = "sources", key.partition("/")[0]
        return address(kind, key) if kind in WITH_PAGES and key in self._knowledge.records.of(kind) else None

    def of(self, kind: str, record: str) -> Sequence[tuple[datetime.date, str, str | None]]:
        """The newest changes of a record: day, words, and the anchor of the commit if the page of changes has it."""
        anchors = {commit.entry.commit: commit.anchor for commit in self.commits}
        commits = self._history.of(f"{kind}/{record}")[:MAX_COMMITS_OF_RECORD]
        return [(commit.entry.day, _words(commit), anchors.get(commit.entry.commit)) for commit in commits]


def _by_action(entry: LogEntry) -> Mapping[tuple[str, str], Sequence[str]]:
    """Records by what happened to them and by their kind, the largest groups first."""
    found = []
    for record, changes in entry.by_record.items():
        whole = next((change.action for change in changes if not change.field), None)
        action = whole if whole in WHOLE_ACTIONS else "changed"
        if "/" in record:
            found.append(((action, changes[0].kind), record))
    groups = group_pairs(found)
    return dict(sorted(groups.items(), key=lambda item: (WHOLE_ACTIONS.index(item[0][0]), -len(item[1]))))


def _counted(action: str, kind: str, records: Sequence[str]) -> str:
    """Words such as `3 models added`; a single record is named."""
    label = KINDS[kind].label_of(len(records)) if kind in KINDS else kind
    return (
        f"{label} {records[0].partition('/')[2]} {action}" if len(records) == 1 else f"{len(records)} {label} {action}"
    )


def _group_words(group: ChangeGroup) -> str:
    """What changed in the records of a group, without their names: `Support lists, note of 133 rows changed`."""
    label = KINDS[group.kind].label_of(len(group.records)) if group.kind in KINDS else group.kind
    label = label[:1].upper() + label[1:]
    if not group.field:
        return f"{label} {group.action}"
    *containers, field = group.field.replace("[]", "").replace("_", " ").split(".")
    of = f" of {plural(len(group.changes), containers[-1].removesuffix('s'))}" if containers else ""
    return f"{label}, {field}{of} {group.action}{from_to(group)}"


def _words(commit: RecordLogEntry) -> str:
    """The action, or the changed fields."""
    whole = next((change for change in commit.changes if not change.field), None)
    if whole is not None and whole.action in {"added", "removed"}:
        return whole.action.capitalize()
    fields = unique(
        change.field.partition(".")[0].removesuffix("[]").replace("_", " ") for change in commit.changes if change.field
    )
    more = f" and {len(fields) - MAX_FIELDS} more" if len(fields) > MAX_FIELDS else ""
    changed = f"Changed: {', '.join(fields[:MAX_FIELDS])}{more}" if fields else "Changed"
    if whole is not None and whole.action == "renamed":
        former = f"Renamed from {str(whole.before).partition('/')[2]}"
        return f"{former}. {changed}" if fields else former
    return changed
