"""The commits of the repository that changed the data, read once per build."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from macros.history.diff import DataChange, differences
from macros.history.repository import Commit, FileChange, GitError, NoRepositoryError, Repository
from macros.history.snapshots import parse_file, record_of
from macros.knowledge.grouping import group_by

MOST_COMMITS = 500
"""Only the newest commits are read, up to this number."""
MOST_BLOBS = 4_000
MOST_BYTES = 1_000_000
"""How much YAML of the newest commits is compared field by field: parsing this much takes 0.2 s."""


@dataclass(frozen=True)
class LogEntry:
    """A commit that changed the data."""

    commit: str
    moment: datetime.datetime
    """When it was committed, UTC."""
    author: str
    subject: str
    changes: Sequence[DataChange]

    @property
    def day(self) -> datetime.date:
        """The date of the commit, UTC."""
        return self.moment.date()

    @cached_property
    def by_record(self) -> Mapping[str, Sequence[DataChange]]:
        """Its changes by record."""
        return group_by(self.changes, lambda change: change.record)


@dataclass(frozen=True)
class RecordLogEntry:
    """The changes of one record in a commit."""

    entry: LogEntry
    changes: Sequence[DataChange]


@dataclass(frozen=True)
class History:
    """The commits that changed the data, newest first."""

    entries: Sequence[LogEntry] = ()
    gaps: Sequence[str] = field(default=("This build was given no history.",))
    """One sentence for each part of the history that is missing, with the reason."""

    @property
    def newest_day(self) -> datetime.date | None:
        """The day of the newest change of the data; None where no commit can be read."""
        return max((entry.day for entry in self.entries), default=None)

    def of(self, record: str) -> Sequence[RecordLogEntry]:
        """The history of a record such as `models/gpt2`, under its former names too; newest first."""
        log = []
        for entry in self.entries:
            if changes := entry.by_record.get(record):
                log.append(RecordLogEntry(entry, changes))
                record = next((str(change.before) for change in changes if change.action == "renamed"), record)
        return log


def read_history(repository: Repository) -> History:
    """The history of the data in a repository. Raises nothing: what cannot be read is a gap in the history."""
    try:
        shallow = repository.shallow_commits()
        if not repository.has_commits():
            return History((), ("The repository has no commit yet, so there is no history of the data.",))
        commits = repository.log(MOST_COMMITS)
        # The oldest commits of a shallow copy look as if they added all files: leave them out.
        whole = [commit for commit in commits if commit.id not in shallow and commit.files]
        return History(tuple(_entries(repository, whole)), tuple(_gaps(commits, whole, shallow)))
    except NoRepositoryError as error:
        return History((), (f"The history of the data is missing from this build: {error}.",))
    except GitError:
        # Git's own message may contain local paths: not for a public page.
        return History((), ("The history of the data is missing from this build: git could not read the repository.",))


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


def _entries(repository: Repository, commits: Sequence[Commit]) -> Iterator[LogEntry]:
    blobs = dict.fromkeys(blob for commit in commits for file in _compared(commit) for blob in _blobs(file))
    contents = repository.contents(list(blobs)[:MOST_BLOBS])
    bytes_left = MOST_BYTES
    for commit in commits:
        values: dict[str, object] = {}
        for file in _compared(commit):
            texts = {blob: contents[blob] for blob in _blobs(file) if blob in contents}
            size = sum(map(len, texts.values()))
            if size <= bytes_left and len(texts) == len(_blobs(file)):
                bytes_left -= size
                values |= {blob: parse_file(text) for blob, text in texts.items() if blob not in values}
        # A file that is not compared is represented by its blob id: that shows whether it changed.
        records = [(record, file) for file in commit.files if (record := record_of(file.path))]
        old = {record: values.get(file.before, file.before) for record, file in records if file.before}
        new = {record: values.get(file.after, file.after) for record, file in records if file.after}
        if changes := differences(old, new):
            yield LogEntry(commit.id, _moment(commit), commit.author, commit.subject, changes)


def _blobs(file: FileChange) -> Sequence[str]:
    return [blob for blob in (file.before, file.after) if blob]


def _compared(commit: Commit) -> Iterable[FileChange]:
    """Changed files, and added and removed files of kinds that lost a record: these may be renamed records."""
    lost = {_kind(file) for file in commit.files if file.after is None}
    for file in commit.files:
        if record_of(file.path) and ((file.before and file.after) or _kind(file) in lost):
            yield file


def _kind(file: FileChange) -> str:
    return file.path.partition("/")[0]
