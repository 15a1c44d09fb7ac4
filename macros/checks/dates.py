"""Rules on dates: order of entries, dates that contradict each other or their source, missing and future dates."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from macros.checks.rows import benchmark_rows, notices
from macros.checks.rule import Finding, rule
from macros.facts.citations import as_of, dated_facts
from macros.facts.grouping import group_pairs
from macros.facts.notices import ENDED_STATES
from macros.facts.packages import sdk_named
from macros.loading import Records
from macros.schema.base import Part, SourceReference
from macros.schema.comparisons import Correction
from macros.schema.components import Notice, Tag
from macros.schema.frameworks import Event
from macros.schema.walk import Path, walk

ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
SDK_RELEASE = re.compile(r"SDK ((?:[\w-]+/)?\d+(?:\.\d+)+)")
"""A mention of an SDK release in prose; the group is its id."""
OLDEST_FIRST: Mapping[str, tuple[type[Part], str]] = {
    "frameworks": (Event, "date"),
    "components": (Notice, "date"),
    "comparisons": (Correction, "as_of"),
}
"""By kind: the entries of its lists that are sorted oldest first, and the field that holds their date."""
CORRECT = "correct the one that is wrong"
EASTERNMOST = datetime.timezone(datetime.timedelta(hours=14))
"""The time zone in which a day begins first: a date that is today somewhere is not in the future."""


@rule("not-in-the-future", per_record=True)
def not_in_the_future(records: Records) -> Iterator[Finding]:
    """No date is after the day of the check, except those that announcements give for a later release."""
    today = datetime.datetime.now(tz=EASTERNMOST).date()
    for record, path, date in dated_facts(records):
        if date > today:
            message = f"expected a date that is not in the future, got {date}"
            yield Finding(record, path, message, "correct the date")


@rule("matrix-is-dated")
def matrix_has_date(records: Records) -> Iterator[Finding]:
    """A support matrix has a date: its own `as_of` or that of its source."""
    for record_id, matrix in records.support.items():
        if as_of(records, matrix.citation) is None:
            message = f"expected as_of, for no date of {matrix.citation.source} is known, got none"
            yield Finding(f"support/{record_id}", ("citation",), message)


@rule("in-order", per_record=True)
def dates_in_order(records: Records) -> Iterator[Finding]:
    """Events, notices and corrections are sorted oldest first."""
    for record, dates in _oldest_first_lists(records):
        for (_, before), (path, date) in pairwise(dates):
            if date < before:
                message = f"expected a date not before {before}, that of the entry above, got {date}"
                yield Finding(record, path, message, "correct the date, or put the entries in their order")


def _oldest_first_lists(records: Records) -> Iterator[tuple[str, Sequence[tuple[Path, datetime.date]]]]:
    """Every list whose entries must be sorted oldest first: its record, and path and date of each entry with a date."""
    for kind, (entry_type, field) in OLDEST_FIRST.items():
        for record_id, record in records.of(kind).items():
            entries = ((path, getattr(entry, field)) for path, entry in walk(record, entry_type))
            for dates in group_pairs((path[:-1], ((*path, field), date)) for path, date in entries if date).values():
                yield f"{kind}/{record_id}", dates


@rule("within-its-time", exceptable=True)
def related_dates_consistent(records: Records) -> Iterator[Finding]:
    """Dates of related facts do not contradict each other.

    A release is launched between the first event and the end of its framework, tests are not older than the tested
    release, measurements not older than the SDK release that they name, a fix is not older than the limitation it
    fixes, a vendor's list is newer than its `earlier` list, and a benchmark file is not removed before its own date.
    """
    yield from _launches_outside_framework(records)
    yield from _fixes_before_first_seen(records)
    for record_id, file in records.configurations.items():
        launched = records.releases[file.release].launched
        if launched and file.as_of < launched:
            message = f"expected a date not before {launched}, when {file.release} was launched, got {file.as_of}"
            yield Finding(f"configurations/{record_id}", ("as_of",), message, CORRECT, "as_of")
    yield from _measurements_before_sdk(records)
    for record_id, results in records.benchmarks.items():
        if results.removed and results.removed < results.as_of:
            message = f"expected a day not before as_of, {results.as_of}, got {results.removed}"
            yield Finding(f"benchmarks/{record_id}", ("removed",), message, CORRECT, "removed")
    for record_id, catalogue in records.catalogues.items():
        earlier = records.catalogues[catalogue.earlier] if catalogue.earlier else None
        if earlier and earlier.as_of >= catalogue.as_of:
            message = f"expected a list from before {catalogue.as_of}, got {catalogue.earlier}, of {earlier.as_of}"
            yield Finding(f"catalogues/{record_id}", ("earlier",), message, CORRECT, "earlier")


def _launches_outside_framework(records: Records) -> Iterator[Finding]:
    for record_id, release in records.releases.items():
        framework = records.frameworks.get(record_id.partition("/")[0])
        if framework is None or release.launched is None:
            continue
        first = min(event.date for event in framework.lifecycle)
        end = min((event.date for event in framework.lifecycle if event.state in ENDED_STATES), default=None)
        if release.launched < first:
            bound = f"not before {first}, when its framework began"
        elif end and release.launched > end:
            bound = f"not after {end}, when its framework was over"
        else:
            continue
        message = f"expected a day {bound}, got {release.launched}"
        yield Finding(f"releases/{record_id}", ("launched",), message, CORRECT, "launched")


def _measurements_before_sdk(records: Records) -> Iterator[Finding]:
    """One finding for each date and SDK release, however many rows share them."""
    findings: dict[Finding, None] = {}
    for record, path, file, row in benchmark_rows(records):
        sdk = sdk_named(records, row.sdk)
        date = row.as_of or file.as_of
        if sdk and date < (released := records.sdks[sdk].date):
            message = f"expected a date not before {released}, when SDK {sdk} was released, got {date}"
            place: Path = (*path, "as_of") if row.as_of else ("as_of",)
            findings[Finding(record, place, message, CORRECT, f"SDK {sdk}")] = None
    yield from findings


def _fixes_before_first_seen(records: Records) -> Iterator[Finding]:
    for record_id, limitation in records.limitations.items():
        first_seen = _earliest_date_in(limitation.first_seen or "", records)
        for index, fix in enumerate(limitation.fixes):
            if first_seen and fix.date and fix.date < first_seen:
                message = f"expected a day not before {first_seen}, which first_seen names, got {fix.date}"
                yield Finding(f"limitations/{record_id}", ("fixes", index, "date"), message, CORRECT, fix.version)


def _earliest_date_in(text: str, records: Records) -> datetime.date | None:
    """The earliest date in a text: ISO dates, and the dates of the SDK releases that it mentions."""
    sdks = (records.sdks.get(version) for version in SDK_RELEASE.findall(text))
    dates = [datetime.date.fromisoformat(date) for date in ISO_DATE.findall(text)]
    return min([*dates, *(sdk.date for sdk in sdks if sdk)], default=None)


@rule("not-after-source", exceptable=True)
def not_after_source(records: Records) -> Iterator[Finding]:
    """No fact, no notice and no citation has a date after the date of its source."""
    for record, path, source, date in _sourced_dates(records):
        source_date = records.sources[source].as_of
        if source_date and date > source_date:
            message = f"expected a date up to {source_date}, that of its source {source}, got {date}"
            yield Finding(record, path, message, "correct the date, or that of the source", f"{source} {date}")


def _sourced_dates(records: Records) -> Iterator[tuple[str, Path, str, datetime.date]]:
    """Every date that must not be after the date of its source: record, path, source, date."""
    for kind, record_id, record in records.walk():
        for path, citation in walk(record, SourceReference):
            if citation.as_of:
                yield f"{kind}/{record_id}", (*path, "as_of"), citation.source, citation.as_of
    for record_id, component in records.components.items():
        for path, entry in walk(component, Part):
            if isinstance(entry, Notice | Tag) and entry.date:
                yield f"components/{record_id}", (*path, "date"), entry.citation.source, entry.date
    for kind in ("catalogues", "benchmarks", "configurations", "validated"):
        for record_id, file in records.by_kind[kind].items():
            source = file.source if hasattr(file, "source") else file.citation.source
            yield f"{kind}/{record_id}", ("as_of",), source, file.as_of


@rule("sdk-dates-agree", exceptable=True)
def sdk_dates_agree(records: Records) -> Iterator[Finding]:
    """The `sdk_date` of a notice is the date of the SDK release.

    Where several notices agree on another date, the finding is about the SDK release instead.
    """
    with_sdk_date = ((sdk_named(records, entry[2].sdk), entry) for entry in notices(records) if entry[2].sdk_date)
    for sdk_id, entries in group_pairs(with_sdk_date).items():
        date = records.sdks[sdk_id].date
        notice_dates = {notice.sdk_date for _, _, notice in entries}
        if len(entries) > 1 and len(notice_dates) == 1 and date not in notice_dates:
            expected = f"{notice_dates.pop()}, the date that all {len(entries)} notices of this release have"
            message = f"expected {expected}, got {date}"
            hint = "correct it, or the notices in data/components/"
            yield Finding(f"sdks/{sdk_id}", ("date",), message, hint, sdk_id)
            continue
        for record, path, notice in entries:
            if notice.sdk_date != date:
                message = f"expected {date}, the date of SDK release {notice.sdk}, got {notice.sdk_date}"
                hint = f"correct it here or in data/sdks/{sdk_id}.yml"
                yield Finding(record, (*path, "sdk_date"), message, hint, f"{notice.event} {notice.sdk}")
