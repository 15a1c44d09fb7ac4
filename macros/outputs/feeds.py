"""News as Atom feeds, of all, of support, of each framework, accelerator and SDK; and ends of support as a calendar."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import quote, urlsplit

from macros.addresses import address, section
from macros.facts import Knowledge
from macros.facts.grouping import group_pairs
from macros.facts.news import News, news, subjects
from macros.outputs import File, Render

NO_HOST = "accelerator-atlas.invalid"
"""The authority of ids where the site has no address."""
FIRST_EDITION = datetime.date(2026, 11, 20)
"""The date in the id of every feed, which stays the same for ever."""
MOST_ENTRIES = 100
"""The newest; all are on the page of news."""

SUPPORT = ("end", "maintenance", "announced", "support")
"""Topics of the feed of support."""

CALENDAR = "lifecycle/ends.ics"
ENDS = ("end", "maintenance")
"""Topics of the calendar, which also has what is announced for a day."""
LONGEST = 75
"""Bytes of a line of a calendar (RFC 5545), its end not counted; a longer one is folded."""


def files(knowledge: Knowledge, render: Render, site_url: str) -> Iterator[File]:
    """Every feed, and the calendar. Links are absolute where the site has an address, else relative to the feed."""
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
    yield CALENDAR, "".join(f"{_folded(line)}\r\n" for line in _calendar(knowledge, every, site_url)).encode()


def pages_with_feed(knowledge: Knowledge) -> frozenset[str]:
    """The addresses of the pages that have a feed of their record beside them."""
    return frozenset(folder for folder, about, _ in _of_records(knowledge, news(knowledge)) if folder == about)


def _of_records(knowledge: Knowledge, every: Sequence[News]) -> Mapping[tuple[str, str, str], Sequence[News]]:
    """By folder, address of the page that it is about, and name."""
    by_subject = group_pairs((subject, one) for one in every for subject in one.subjects)
    named = subjects(knowledge.records)
    return {(*_place(kind, key), named[kind][key].name): found for (kind, key), found in by_subject.items()}


def _place(kind: str, record_id: str) -> tuple[str, str]:
    """The folder of a record's feed, and the page that it is about: of an SDK, which has none, the list of releases."""
    if kind == "platforms":
        return f"{section('sdks')}{record_id}/", section("sdks")
    return address(kind, record_id), address(kind, record_id)


def _tag(site_url: str, day: datetime.date, name: str) -> str:
    """A tag URI (RFC 4151): the same for ever, whatever becomes of the address."""
    site = urlsplit(site_url)
    return f"tag:{site.hostname or NO_HOST},{day}:{site.path or '/'}{name}"


def _calendar(knowledge: Knowledge, every: Sequence[News], site_url: str) -> Iterator[str]:
    """The lines of the calendar: a whole day for each end."""
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Accelerator Atlas//Ends of support//EN", "METHOD:PUBLISH")
    yield "X-WR-CALNAME:Accelerator Atlas: ends of support"
    for one in every:
        if one.topic in ENDS or isinstance(one.due, datetime.date):
            day = one.due if isinstance(one.due, datetime.date) else one.date
            yield "BEGIN:VEVENT"
            yield f"UID:{one.date}/{quote(one.key)}@{urlsplit(site_url).hostname or NO_HOST}"
            yield f"DTSTAMP:{one.date:%Y%m%d}T000000Z"
            yield f"DTSTART;VALUE=DATE:{day:%Y%m%d}"
            yield f"SUMMARY:{_escaped(one.text)}"
            yield f"DESCRIPTION:{_escaped(knowledge.records.sources[one.sources[0]].title)}"
            yield from [f"URL:{site_url}{one.page}"] if site_url else []
            yield "TRANSP:TRANSPARENT"
            yield "END:VEVENT"
    yield "END:VCALENDAR"


def _escaped(text: str) -> str:
    text = text.replace("\\", "\\\\").replace("\n", "\\n")
    return text.replace(";", "\\;").replace(",", "\\,")


def _folded(line: str) -> str:
    """The line in pieces of at most LONGEST bytes, between characters; each further one begins with a blank."""
    pieces, piece = [], ""
    for character in line:
        if len(f"{piece}{character}".encode()) > LONGEST:
            pieces.append(piece)
            piece = " "
        piece += character
    return "\r\n".join([*pieces, piece])
