"""What changed, as an Atom feed: the changes described by hand, and every commit that the page of changes shows."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlsplit

from macros.exports.writing import File, Render
from macros.history import LogEntry
from macros.knowledge import Knowledge
from macros.schema.atlas import Change

NO_HOST = "accelerator-atlas.invalid"
"""The authority of ids where the site has no address."""
AUTHOR = "Accelerator Atlas"
NOT_IN_A_SLUG = re.compile(r"[^a-z0-9]+")


class FeedCommit(Protocol):
    """A commit as the page of changes shows it; the template also reads its groups."""

    @property
    def entry(self) -> LogEntry: ...
    @property
    def title(self) -> str: ...
    @property
    def author(self) -> str: ...
    @property
    def anchor(self) -> str: ...


@dataclass(frozen=True)
class Entry:
    """An entry of a feed."""

    id: str
    title: str
    moment: datetime.datetime
    author: str
    anchor: str
    """The fragment identifier of its place on the page that the feed is about."""


@dataclass(frozen=True)
class FeedEntry(Entry):
    """A change described by hand, or a commit."""

    change: Change | None = None
    commit: FeedCommit | None = None


def files(knowledge: Knowledge, render: Render, site_url: str, commits: Sequence[FeedCommit] = ()) -> Iterator[File]:
    """The feed. Its links are absolute where the site has an address, else relative to the feed."""
    changes = knowledge.records.atlas.changes
    entries = [_of_change(change, site_url) for change in changes] + [_of_commit(one, site_url) for one in commits]
    entries.sort(key=lambda entry: entry.moment, reverse=True)
    yield write_feed(knowledge, render, site_url, "changes", entries)


def write_feed(knowledge: Knowledge, render: Render, site_url: str, section: str, entries: Sequence[Entry]) -> File:
    """The feed of the page `section`, whose template words its entries, the newest first."""
    first = min(change.date for change in knowledge.records.atlas.changes)
    content = render(
        f"{section}_feed.xml",
        f"{section}/",
        base=site_url or "../",
        about=f"{section}/",
        id=tag(site_url, first, f"{section}/"),
        updated=entries[0].moment if entries else midnight(first),
        entries=entries,
    )
    return f"{section}/feed.xml", content.encode()


def _of_change(change: Change, site_url: str) -> FeedEntry:
    slug = NOT_IN_A_SLUG.sub("-", change.title.lower()).strip("-")
    key = tag(site_url, change.date, f"changes/here/{slug}")
    return FeedEntry(key, change.title, midnight(change.date), AUTHOR, "here", change=change)


def _of_commit(commit: FeedCommit, site_url: str) -> FeedEntry:
    entry = commit.entry
    key = tag(site_url, entry.day, f"changes/{entry.commit}")
    return FeedEntry(key, commit.title, entry.moment, commit.author, commit.anchor, commit=commit)


def midnight(day: datetime.date) -> datetime.datetime:
    """The first moment of a day, UTC."""
    return datetime.datetime.combine(day, datetime.time(), datetime.UTC)


def tag(site_url: str, day: datetime.date, name: str) -> str:
    """A tag URI (RFC 4151): the same for ever, whatever becomes of the address."""
    site = urlsplit(site_url)
    return f"tag:{site.hostname or NO_HOST},{day}:{site.path or '/'}{name}"
