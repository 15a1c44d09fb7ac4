"""What the commits of the repository say about the data: read once a build, given to the pages as data."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from macros.history.diff import Change, differences
from macros.history.repository import Commit, GitError, NoRepositoryError, Repository, Touch
from macros.history.snapshots import record_of, value_of

MOST_COMMITS = 500
"""So many commits are read, the newest."""
MOST_BLOBS = 4_000
MOST_BYTES = 1_000_000
"""So much text is compared field by field, of the newest commits; YAML takes 0.2 s to read it."""


@dataclass(frozen=True)
class Entry:
    """A commit that changed the data."""

    commit: str
    moment: datetime.datetime
    """When it was committed, UTC."""
    author: str
    subject: str
    changes: Sequence[Change]

    @property
    def day(self) -> datetime.date:
        """The date of the commit, UTC."""
        return self.moment.date()


@dataclass(frozen=True)
class RecordEntry:
    """What a commit did to one record."""

    entry: Entry
    changes: Sequence[Change]


@dataclass(frozen=True)
class History:
    """The commits that changed the data, newest first."""

    entries: Sequence[Entry] = ()
    gaps: Sequence[str] = field(default=("This build was given no history.",))
    """Sentences that say what is missing, and why. Empty where nothing is."""

    @property
    def newest_day(self) -> datetime.date | None:
        """The day of the newest change of the data; None where no commit can be read."""
        return max((entry.day for entry in self.entries), default=None)

    @cached_property
    def _by_record(self) -> Mapping[str, Sequence[RecordEntry]]:
        found: defaultdict[str, list[RecordEntry]] = defaultdict(list)
        for entry in self.entries:
            changes: defaultdict[str, list[Change]] = defaultdict(list)
            for change in entry.changes:
                changes[change.record].append(change)
            for record, own in changes.items():
                found[record].append(RecordEntry(entry, own))
        return found

    def of(self, record: str) -> Sequence[RecordEntry]:
        """The history of a record such as `models/gpt2`, under its former names too; newest first."""
        return list(self._of(record))

    def _of(self, record: str) -> Iterator[RecordEntry]:
        known = self.entries
        while True:
            before = None
            positions = {entry.commit: position for position, entry in enumerate(known)}
            for found in self._by_record.get(record, ()):
                if found.entry.commit not in positions:
                    continue
                yield found
                before = next((str(change.before) for change in found.changes if change.what == "renamed"), None)
                if before is not None:
                    known = known[positions[found.entry.commit] + 1 :]
                    record = before
                    break
            if before is None:
                return


def history(repository: Repository) -> History:
    """The history of the data in a repository. Never fails: what cannot be read is a gap that the history names."""
    try:
        return _read(repository)
    except NoRepositoryError as error:
        return History((), (f"The history of the data is missing from this build: {error}.",))
    except GitError:
        # What git says names folders of the machine, which is nothing for a page.
        return History((), ("The history of the data is missing from this build: git could not read the repository.",))


def _read(repository: Repository) -> History:
    shallow = repository.shallow_commits()
    if not repository.has_commits():
        return History((), ("The repository has no commit yet, so there is no history of the data.",))
    commits = repository.log(MOST_COMMITS)
    # The oldest commits of a shallow copy seem to add everything there is.
    whole = [commit for commit in commits if commit.id not in shallow and commit.touched]
    return History(tuple(_entries(whole, _Texts(repository, whole))), tuple(_gaps(commits, whole, shallow)))


def _gaps(commits: Sequence[Commit], whole: Sequence[Commit], shallow: frozenset[str]) -> Iterator[str]:
    if shallow:
        since = f" before {_moment(whole[-1]).date()}" if whole else ""
        yield f"This build read a shallow copy of the repository: the history{since} is missing."
    elif len(commits) == MOST_COMMITS:
        yield f"Only the newest {MOST_COMMITS} commits that touch the data were read."
    elif not commits:
        yield "No commit of the repository touches the data, so there is no history of it."


def _moment(commit: Commit) -> datetime.datetime:
    return datetime.datetime.fromtimestamp(commit.seconds, datetime.UTC)


class _Texts:
    """The values of the files whose change is told field by field."""

    def __init__(self, repository: Repository, commits: Iterable[Commit]) -> None:
        wanted = [touch for commit in commits for touch in _compared(commit)]
        blobs = dict.fromkeys(blob for touch in wanted for blob in (touch.before, touch.after) if blob)
        self._contents = repository.contents(list(blobs)[:MOST_BLOBS])
        self._left = MOST_BYTES

    def of(self, commit: Commit) -> Mapping[str, object]:
        """By blob, what it says. Without those that are too many, or that the repository lacks."""
        values: dict[str, object] = {}
        for touch in _compared(commit):
            blobs = [blob for blob in (touch.before, touch.after) if blob]
            size = sum(len(self._contents.get(blob, b"")) for blob in blobs)
            if size <= self._left and all(blob in self._contents for blob in blobs):
                self._left -= size
                values |= {blob: value_of(self._contents[blob]) for blob in blobs if blob not in values}
        return values


def _compared(commit: Commit) -> Iterator[Touch]:
    """Changed files; and where a kind lost a record, those it gained, because one may be the other."""
    lost = {_kind(touch) for touch in commit.touched if touch.after is None}
    for touch in commit.touched:
        if record_of(touch.path) and ((touch.before and touch.after) or _kind(touch) in lost):
            yield touch


def _kind(touch: Touch) -> str:
    return touch.path.partition("/")[0]


def _entries(commits: Iterable[Commit], texts: _Texts) -> Iterator[Entry]:
    for commit in commits:
        values = texts.of(commit)
        old, new = {}, {}
        for touch in commit.touched:
            if record := record_of(touch.path):
                # What was not read differs from what it was, and is the same as itself: more need not be known.
                if touch.before:
                    old[record] = values.get(touch.before, touch.before)
                if touch.after:
                    new[record] = values.get(touch.after, touch.after)
        if changes := differences(old, new):
            yield Entry(commit.id, _moment(commit), commit.author, commit.subject, changes)
