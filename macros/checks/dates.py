"""Rules on dates: order of entries, dates that contradict each other or their source, missing and future dates."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from macros.checks.rule import CORRECT, Finding, entries, every, rule, support_statements
from macros.facts.citations import as_of, citations, dated_facts
from macros.facts.grouping import group_pairs, unique
from macros.facts.notices import ENDED_STATES
from macros.facts.packages import sdk_named
from macros.loading import Records
from macros.schema.base import Part
from macros.schema.benchmarks import BenchmarkRow
from macros.schema.comparisons import Correction
from macros.schema.components import ImageRow, Notice, Tag
from macros.schema.frameworks import Event, SupportEntry
from macros.schema.kinds import Kind
from macros.schema.walk import Location, Steps, walk

ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
SDK_RELEASE = re.compile(r"SDK ((?:[\w-]+/)?\d+(?:\.\d+)+)")
"""A mention of an SDK release in prose; the group is its id."""
SENTENCE_END = re.compile(r"\.\s+")
READ = re.compile(r"\bread\b")
OLDEST_FIRST: Sequence[tuple[Kind[Any], type[Part], str]] = (
    (Records.frameworks, Event, "date"),
    (Records.components, Notice, "date"),
    (Records.comparisons, Correction, "as_of"),
)
"""Entries of lists that are sorted oldest first, and the field that holds their date."""
EASTERNMOST = datetime.timezone(datetime.timedelta(hours=14))
"""The time zone in which a day begins first: a date that is today somewhere is not in the future."""
LEAVE_OUT = "give the date that is published, else leave it out: as_of_basis may say when it was read"


@rule("correct the date", per_record=True)
def not_in_the_future(records: Records) -> Iterator[Finding]:
    """No date is after the day of the check, except those that announcements give for a later release."""
    today = datetime.datetime.now(tz=EASTERNMOST).date()
    for record, path, date in dated_facts(records):
        if date > today:
            yield Finding(Location(record, path), "a date that is not in the future", date)


@rule()
def matrix_is_dated(records: Records) -> Iterator[Finding]:
    """A support matrix has a date: its own `as_of` or that of its source."""
    for _, at, matrix in every(records, Records.support):
        if as_of(records, matrix.citation) is None:
            yield Finding(at.field("citation"), f"as_of, for no date of {matrix.citation.source} is known")


@rule("correct the date, or put the entries in their order", per_record=True)
def in_order(records: Records) -> Iterator[Finding]:
    """Events, notices and corrections are sorted oldest first."""
    for kind, entry_type, name in OLDEST_FIRST:
        dated = ((at.field(name), getattr(entry, name)) for at, _, entry in entries(records, kind, entry_type))
        for dates in group_pairs(((at.record, at.path[:-2]), (at, date)) for at, date in dated if date).values():
            for (_, before), (at, date) in pairwise(dates):
                yield from _not_before(at, date, before, "that of the entry above")


@rule(CORRECT, exceptable=True)
def within_its_time(records: Records) -> Iterator[Finding]:
    """Dates of related facts do not contradict each other.

    A release is launched between the first event and the end of its framework, tests are not older than the tested
    release, measurements not older than the SDK release that they name, a fix is not older than the limitation it
    fixes, a vendor's list is newer than its `earlier` list, and a benchmark file is not removed before its own date.
    """
    yield from _launches(records)
    for _, at, limitation in every(records, Records.limitations):
        first_seen = _earliest_date_in(limitation.first_seen or "", records)
        for index, fix in enumerate(limitation.fixes):
            place = at.field("fixes", index, "date")
            yield from _not_before(place, fix.date, first_seen, "which first_seen names", fix.version)
    for _, at, file in every(records, Records.configurations):
        launched, why = records.releases[file.release].launched, f"when {file.release} was launched"
        yield from _not_before(at.field("as_of"), file.as_of, launched, why, "as_of")
    for at, results, row in entries(records, Records.benchmarks, BenchmarkRow):
        place = at.field("as_of") if row.as_of else Location(at.record, ("as_of",))
        yield from _not_before_sdk(records, place, row.as_of or results.as_of, row.sdk)
    for _, at, results in every(records, Records.benchmarks):
        yield from _not_before(at.field("removed"), results.removed, results.as_of, "its as_of", "removed")
    for _, at, catalogue in every(records, Records.catalogues):
        earlier = records.catalogues[catalogue.earlier] if catalogue.earlier else None
        if earlier and earlier.as_of >= catalogue.as_of:
            got = f"{catalogue.earlier}, of {earlier.as_of}"
            yield Finding(at.field("earlier"), f"a list from before {catalogue.as_of}", got, "earlier")


def _launches(records: Records) -> Iterator[Finding]:
    for record_id, record, release in every(records, Records.releases):
        if (framework := records.frameworks.get(record_id.partition("/")[0])) is None or release.launched is None:
            continue
        at, about = record.field("launched"), "launched"
        first = min(event.date for event in framework.lifecycle)
        yield from _not_before(at, release.launched, first, "when its framework began", about)
        end = min((event.date for event in framework.lifecycle if event.state in ENDED_STATES), default=None)
        if end and release.launched > end:
            yield Finding(at, f"a date not after {end}, when its framework was over", release.launched, about)


def _earliest_date_in(text: str, records: Records) -> datetime.date | None:
    """The earliest date in a text: ISO dates, and the dates of the SDK releases that it mentions."""
    sdks = (records.sdks.get(version) for version in SDK_RELEASE.findall(text))
    dates = [datetime.date.fromisoformat(date) for date in ISO_DATE.findall(text)]
    return min([*dates, *(sdk.date for sdk in sdks if sdk and sdk.date)], default=None)


def _not_before(
    at: Location, date: datetime.date | None, bound: datetime.date | None, why: str, about: str = ""
) -> Iterator[Finding]:
    """A finding if a date is before another one; `why`: what the other one is."""
    if date and bound and date < bound:
        yield Finding(at, f"a date not before {bound}, {why}", date, about)


def _not_before_sdk(
    records: Records, at: Location, date: datetime.date | None, words: str | None, about: str = ""
) -> Iterator[Finding]:
    """A finding if a date is before the SDK release that some words name."""
    if sdk := sdk_named(records, words):
        why = f"when SDK {sdk} was released"
        yield from _not_before(at, date, records.sdks[sdk].date, why, f"{about} SDK {sdk}".strip())


@rule(exceptable=True)
def image_after_its_release(records: Records) -> Iterator[Finding]:
    """An image is not older than the SDK release in it: neither its first listing nor the source that lists it."""
    for at, images, row in entries(records, Records.images, ImageRow):
        citation = row.citation or images.citation
        place = at.field("first_listed") if row.first_listed else at
        date = row.first_listed or as_of(records, citation)
        for found in _not_before_sdk(records, place, date, row.sdk, str(row.name)):
            yield replace(found, hint=f"correct first_listed, or the date of {citation.source}")


@rule(CORRECT, per_record=True)
def image_listed_in_order(records: Records) -> Iterator[Finding]:
    """An image is not listed last before it is listed first."""
    for at, _, row in entries(records, Records.images, ImageRow):
        yield from _not_before(at.field("last_listed"), row.last_listed, row.first_listed, "the first")


@rule("give the date of the source that speaks of the release, or after where it has none", exceptable=True)
def status_after_its_release(records: Records) -> Iterator[Finding]:
    """A support statement is not older than the SDK releases that the words of its source name.

    `last_sdk` is no such word: it moves on with every release while the statement stands.
    """
    for at, said in support_statements(records):
        for words in unique(SDK_RELEASE.findall(said.as_published or "")):
            about = f"{said.accelerator} {said.workload}"
            yield from _not_before_sdk(records, at.field("date"), said.date, words, about)


@rule("correct the date, or that of the source", exceptable=True)
def not_after_source(records: Records) -> Iterator[Finding]:
    """No fact, no notice and no citation has a date after the date of its source."""
    for at, source, date in _sourced_dates(records):
        source_date = records.sources[source].as_of
        if date and source_date and date > source_date:
            expected = f"a date up to {source_date}, that of its source {source}"
            yield Finding(at, expected, date, f"{source} {date}")


def _sourced_dates(records: Records) -> Iterator[tuple[Location, str, datetime.date | None]]:
    """Every date that must not be after the date of its source: its place, source, date."""
    for one in citations(records):
        yield Location(f"{one.kind}/{one.record_id}", (*one.path, "as_of")), one.source, one.as_of
    for at, _, notice in entries(records, Records.components, Notice):
        yield at.field("date"), notice.citation.source, notice.date
    for at, _, tag in entries(records, Records.components, Tag):
        yield at.field("date"), tag.citation.source, tag.date
    for _, at, catalogue in every(records, Records.catalogues):
        yield at.field("as_of"), catalogue.citation.source, catalogue.as_of
    for _, at, results in every(records, Records.benchmarks):
        yield at.field("as_of"), results.citation.source, results.as_of
    for _, at, tests in every(records, Records.configurations):
        yield at.field("as_of"), tests.source, tests.as_of
    for _, at, examples in every(records, Records.validated):
        yield at.field("as_of"), examples.source, examples.as_of


@rule(exceptable=True)
def sdk_dates_agree(records: Records) -> Iterator[Finding]:
    """The `sdk_date` of a notice is the date of the SDK release.

    Where several notices agree on another date, the finding is about the SDK release instead.
    """
    with_sdk_date = (
        (sdk_named(records, notice.sdk), (at, notice))
        for at, _, notice in entries(records, Records.components, Notice)
        if notice.sdk_date
    )
    for sdk_id, found in group_pairs(with_sdk_date).items():
        date, notice_dates = records.sdks[sdk_id].date, {notice.sdk_date for _, notice in found}
        if len(found) > 1 and len(notice_dates) == 1 and date not in notice_dates:
            at, hint = Location(f"sdks/{sdk_id}", ("date",)), "correct it, or the notices in data/components/"
            expected = f"{notice_dates.pop()}, the date that all {len(found)} notices of this release have"
            yield Finding(at, expected, date, sdk_id, hint)
            continue
        for at, notice in found:
            if notice.sdk_date != date:
                expected, about = f"{date}, the date of SDK release {notice.sdk}", f"{notice.event} {notice.sdk}"
                hint = f"correct it here or in data/sdks/{sdk_id}.yml"
                yield Finding(at.field("sdk_date"), expected, notice.sdk_date, about, hint)


@rule(LEAVE_OUT, exceptable=True, per_record=True)
def source_dated_by_reading(records: Records) -> Iterator[Finding]:
    """The date of a source is not the day on which it, or the revision that holds it, was read.

    That it is shows in `as_of_basis`: a sentence that speaks of reading and names no other day.
    """
    for _, at, source in every(records, Records.sources):
        sentences = SENTENCE_END.split(source.as_of_basis) if source.as_of else ()
        if any(READ.search(sentence) and not ISO_DATE.search(sentence) for sentence in sentences):
            got = f"{source.as_of}, on which as_of_basis says it was read"
            yield Finding(at.field("as_of"), "a date of the document", got)


@rule(LEAVE_OUT, exceptable=True)
def fact_dated_by_reading(records: Records) -> Iterator[Finding]:
    """No event and no statement of support of a framework has the day on which somebody looked for news of it.

    Nor is one later than everything cited for it, unless on the day of an SDK release: a notice may come before it.
    """
    releases = {release.date for release in records.sdks.values()}
    for _, record, framework in every(records, Records.frameworks):
        dated: Sequence[tuple[Steps, Event | SupportEntry]] = (*walk(framework, Event), *walk(framework, SupportEntry))
        for path, entry in dated:
            at, date = record.field(*path, "date"), entry.date
            known = [day for day in (as_of(records, citation) for citation in entry.citations) if day]
            if framework.watch and date == framework.watch.read:
                got = f"{date}, the day on which watch says it was read"
                yield Finding(at, "a published date", got, str(date))
            elif date and len(known) == len(entry.citations) and date > max(known) and date not in releases:
                yield Finding(at, f"a date up to {max(known)}, that of the newest source cited", date, str(date))
