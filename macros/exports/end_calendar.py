"""Announced and dated ends of maintenance and support as a calendar (RFC 5545) to subscribe to."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from urllib.parse import urlsplit

from macros.addresses import address
from macros.exports.feed import NO_HOST
from macros.exports.writing import File
from macros.knowledge import Knowledge
from macros.knowledge.dated_notices import DatedNotice

CALENDAR = "lifecycle/ends.ics"
ENDS = frozenset({"maintenance", "end_of_support", "removed"})
LONGEST = 75
"""Bytes of a line, its end not counted; a longer one is folded."""


def files(knowledge: Knowledge, site_url: str) -> Iterator[File]:
    """The calendar: a whole day for each dated end, whether announced or in effect."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Accelerator Atlas//Ends of support//EN", "METHOD:PUBLISH"]
    lines.append("X-WR-CALNAME:Accelerator Atlas: ends of support")
    for dated in knowledge.lifecycle.notices:
        day = dated.effective or dated.notice.date
        event = dated.notice.announces or dated.notice.event
        if day and event in ENDS and not dated.corrected_by:
            lines += _event(knowledge, dated, event, day, site_url)
    lines.append("END:VCALENDAR")
    yield CALENDAR, "".join(f"{_folded(line)}\r\n" for line in lines).encode()


def _event(knowledge: Knowledge, dated: DatedNotice, event: str, day: datetime.date, site_url: str) -> Iterator[str]:
    notice, component = dated.notice, knowledge.records.components[dated.component]
    what = knowledge.term("lifecycle_event", event).label
    announced = "announced: " if notice.event == "announced" else ""
    version = f" {notice.version}" if notice.version else ""
    source = knowledge.records.sources[notice.citation.source]
    host = urlsplit(site_url).hostname or NO_HOST
    yield "BEGIN:VEVENT"
    yield f"UID:{dated.component}-{dated.index}@{host}"
    yield f"DTSTAMP:{notice.date or day:%Y%m%d}T000000Z"
    yield f"DTSTART;VALUE=DATE:{day:%Y%m%d}"
    yield f"SUMMARY:{_escaped(f'{component.name}{version}: {announced}{what}')}"
    yield f"DESCRIPTION:{_escaped(f'{source.title}, {notice.citation.locator}')}"
    if site_url:
        yield f"URL:{site_url}{address('components', dated.component)}"
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
