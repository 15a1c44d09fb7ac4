"""Dated ends, removals and beginnings of maintenance, and what is announced for a day, as a calendar (RFC 5545)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from urllib.parse import quote, urlsplit

from macros.facts import Knowledge
from macros.facts.news import News, news
from macros.outputs.feeds import NO_HOST
from macros.outputs.writing import File

CALENDAR = "lifecycle/ends.ics"
ENDS = ("end", "maintenance")
LONGEST = 75
"""Bytes of a line, its end not counted; a longer one is folded."""


def files(knowledge: Knowledge, site_url: str) -> Iterator[File]:
    """The calendar: a whole day for each end."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Accelerator Atlas//Ends of support//EN", "METHOD:PUBLISH"]
    lines.append("X-WR-CALNAME:Accelerator Atlas: ends of support")
    for one in news(knowledge):
        if one.topic in ENDS or isinstance(one.due, date):
            lines += _event(one, knowledge.records.sources[one.sources[0]].title, site_url)
    lines.append("END:VCALENDAR")
    yield CALENDAR, "".join(f"{_folded(line)}\r\n" for line in lines).encode()


def _event(one: News, source: str, site_url: str) -> Iterator[str]:
    day = one.due if isinstance(one.due, date) else one.date
    yield "BEGIN:VEVENT"
    yield f"UID:{one.date}/{quote(one.key)}@{urlsplit(site_url).hostname or NO_HOST}"
    yield f"DTSTAMP:{one.date:%Y%m%d}T000000Z"
    yield f"DTSTART;VALUE=DATE:{day:%Y%m%d}"
    yield f"SUMMARY:{_escaped(one.text)}"
    yield f"DESCRIPTION:{_escaped(source)}"
    if site_url:
        yield f"URL:{site_url}{one.page}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


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
