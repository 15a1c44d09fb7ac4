"""News as Atom feeds: all of it, that of support, and that of each framework, accelerator and SDK."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import quote, urlsplit

from macros.addresses import address, section
from macros.facts import Knowledge
from macros.facts.grouping import group_pairs
from macros.facts.news import News, news, subjects
from macros.outputs.writing import File, Render

NO_HOST = "accelerator-atlas.invalid"
"""The authority of ids where the site has no address."""
FIRST_EDITION = datetime.date(2026, 11, 20)
"""The date in the id of every feed, which stays the same for ever."""
MOST_ENTRIES = 100
"""The newest; all are on the page of news."""

SUPPORT = ("end", "maintenance", "announced", "support")
"""Topics of the feed of support."""


def files(knowledge: Knowledge, render: Render, site_url: str) -> Iterator[File]:
    """Every feed. Links are absolute where the site has an address, else relative to the feed."""
    every = news(knowledge)
    found = {
        ("changes/", "changes/", "news"): every,
        ("support/", "support/", "support"): [one for one in every if one.topic in SUPPORT],
        **_of_records(knowledge, every),
    }
    for (folder, about, name), entries in found.items():
        content = render(
            "feed.xml",
            folder,
            base=site_url or "../" * folder.count("/"),
            self_address=f"{folder}feed.xml",
            about=about,
            name=name,
            id=_tag(site_url, FIRST_EDITION, folder),
            entries=[(_tag(site_url, one.date, f"news/{quote(one.key)}"), one) for one in entries[:MOST_ENTRIES]],
            updated=max((one.date for one in entries), default=FIRST_EDITION),
        )
        yield f"{folder}feed.xml", content.encode()


def pages_with_feed(knowledge: Knowledge) -> frozenset[str]:
    """The addresses of the pages that have a feed of their record beside them."""
    return frozenset(folder for folder, about, _ in _of_records(knowledge, news(knowledge)) if folder == about)


def _of_records(knowledge: Knowledge, every: Sequence[News]) -> Mapping[tuple[str, str, str], Sequence[News]]:
    """By folder, address of the page that it is about, and name."""
    by_subject = group_pairs((subject, one) for one in every for subject in one.subjects)
    named = subjects(knowledge.records)
    return {(*_place(kind, key), named[kind][key].name): found for (kind, key), found in by_subject.items()}


def _place(kind: str, key: str) -> tuple[str, str]:
    """The folder of a record's feed, and the page that it is about: of an SDK, which has none, the list of releases."""
    if kind == "platforms":
        return f"{section('sdks')}{key}/", section("sdks")
    return address(kind, key), address(kind, key)


def _tag(site_url: str, day: datetime.date, name: str) -> str:
    """A tag URI (RFC 4151): the same for ever, whatever becomes of the address."""
    site = urlsplit(site_url)
    return f"tag:{site.hostname or NO_HOST},{day}:{site.path or '/'}{name}"
