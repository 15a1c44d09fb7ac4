"""What changed, as an Atom feed: the changes told by hand, and every commit that the page of changes shows."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from macros.knowledge import Knowledge
from macros.rendering import Renderer
from macros.schema.atlas import Change
from macros.views.history import CommitSummary, HistoryViews

PATH = "changes/feed.xml"
NO_HOST = "accelerator-atlas.invalid"
"""The authority of ids where the site has no address."""
NOT_IN_A_SLUG = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True)
class FeedEntry:
    """An entry: a change told by hand, or a commit."""

    id: str
    title: str
    moment: datetime.datetime
    author: str
    anchor: str
    """Its place on the page of changes."""
    change: Change | None = None
    commit: CommitSummary | None = None

    @property
    def updated(self) -> str:
        """When, as Atom wants it."""
        return _stamp(self.moment)


@dataclass(frozen=True)
class Feed:
    """The feed as a whole."""

    id: str
    updated: str
    entries: Sequence[FeedEntry]


def files(knowledge: Knowledge, renderer: Renderer, site_url: str) -> Iterator[tuple[str, bytes]]:
    """The feed. Its links are absolute where the site has an address, else relative to the feed."""
    base = site_url or "../"
    feed = _feed(knowledge, renderer.history, site_url)
    yield PATH, renderer.render("feed.xml", "changes/", base=base, feed=feed).encode()


def _feed(knowledge: Knowledge, history: HistoryViews, site_url: str) -> Feed:
    changes = knowledge.records.atlas.changes
    entries = [*_by_hand(changes, site_url), *_commits(history.commits, site_url)]
    entries.sort(key=lambda entry: entry.moment, reverse=True)
    begun = min(change.date for change in changes)
    return Feed(_tag(site_url, begun, "changes/"), entries[0].updated, entries)


def _by_hand(changes: Sequence[Change], site_url: str) -> Iterator[FeedEntry]:
    for change in changes:
        slug = NOT_IN_A_SLUG.sub("-", change.title.lower()).strip("-")
        moment = datetime.datetime.combine(change.date, datetime.time(), datetime.UTC)
        key = _tag(site_url, change.date, f"changes/here/{slug}")
        yield FeedEntry(key, change.title, moment, "Accelerator Atlas", "here", change=change)


def _commits(commits: Sequence[CommitSummary], site_url: str) -> Iterator[FeedEntry]:
    for commit in commits:
        key = _tag(site_url, commit.entry.day, f"changes/{commit.entry.commit}")
        yield FeedEntry(key, commit.subject, commit.entry.moment, commit.author, commit.anchor, commit=commit)


def _tag(site_url: str, day: datetime.date, name: str) -> str:
    """A tag URI (RFC 4151): the same for ever, whatever becomes of the address."""
    site = urlsplit(site_url)
    return f"tag:{site.hostname or NO_HOST},{day}:{site.path or '/'}{name}"


def _stamp(moment: datetime.datetime) -> str:
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}"
