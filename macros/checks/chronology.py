"""Dates stand in their order, within the life of what they belong to, and not after the source that states them."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from macros.checks.rows import notices
from macros.checks.rule import Finding, rule
from macros.knowledge.dated_notices import ENDED_STATES
from macros.knowledge.grouping import group_pairs
from macros.knowledge.packages import sdk_named
from macros.loading import Records
from macros.schema.base import Citation
from macros.schema.components import Notice, Tag
from macros.schema.walk import Path, walk

DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
SDK = re.compile(r"SDK ((?:[\w-]+/)?\d+(?:\.\d+)+)")
CORRECT = "correct the one that is wrong"


@rule("in-order", per_record=True)
def in_order(records: Records) -> Iterator[Finding]:
    """Events, notices and corrections stand from the oldest to the newest, changes of the data from the newest."""
    for record, dated in _ascending_lists(records):
        for (_, before), (path, date) in pairwise(dated):
            if date < before:
                message = f"expected a date not before {before}, that of the entry above, got {date}"
                yield Finding(record, path, message, "correct the date, or put the entries in their order")
    for index, (newer, change) in enumerate(pairwise(records.atlas.changes), start=1):
        if change.date > newer.date:
            message = f"expected a date not after {newer.date}, that of the newer change above, got {change.date}"
            hint = "correct the date, or put the changes in their order, the newest first"
            yield Finding("atlas", ("changes", index, "date"), message, hint)


def _ascending_lists(records: Records) -> Iterator[tuple[str, Sequence[tuple[Path, datetime.date]]]]:
    """Per list of events, by its record: the date of each entry and its path."""
    for record_id, framework in records.frameworks.items():
        events = enumerate(framework.lifecycle)
        yield f"frameworks/{record_id}", [(("lifecycle", index, "date"), event.date) for index, event in events]
    for record_id, component in records.components.items():
        entries = enumerate(component.notices)
        dated = [(("notices", index, "date"), notice.date) for index, notice in entries if notice.date]
        yield f"components/{record_id}", dated
    for record_id, comparison in records.comparisons.items():
        for row, feature in enumerate(comparison.features):
            path = ("features", row, "corrections")
            corrections = enumerate(feature.corrections)
            yield f"comparisons/{record_id}", [((*path, index, "as_of"), one.as_of) for index, one in corrections]


@rule("within-its-time", exceptable=True)
def within_its_time(records: Records) -> Iterator[Finding]:
    """A release lies within the life of its framework, tests not before their release, a fix not before what it mends.

    A list is newer than the earlier one that it names, and measurements were not removed before their own date.
    """
    yield from _releases(records)
    yield from _fixes(records)
    for record_id, file in records.configurations.items():
        launched = records.releases[file.release].launched
        if launched and file.as_of < launched:
            message = f"expected a date not before {launched}, when {file.release} was launched, got {file.as_of}"
            yield Finding(f"configurations/{record_id}", ("as_of",), message, CORRECT, "as_of")
    for record_id, results in records.benchmarks.items():
        if results.removed and results.removed < results.as_of:
            message = f"expected a day not before as_of, {results.as_of}, got {results.removed}"
            yield Finding(f"benchmarks/{record_id}", ("removed",), message, CORRECT, "removed")
    for record_id, catalogue in records.catalogues.items():
        earlier = records.catalogues[catalogue.earlier] if catalogue.earlier else None
        if earlier and earlier.as_of >= catalogue.as_of:
            message = f"expected a list from before {catalogue.as_of}, got {catalogue.earlier}, of {earlier.as_of}"
            yield Finding(f"catalogues/{record_id}", ("earlier",), message, CORRECT, "earlier")


def _releases(records: Records) -> Iterator[Finding]:
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


def _fixes(records: Records) -> Iterator[Finding]:
    for record_id, limitation in records.limitations.items():
        seen = _first_day(records, limitation.first_seen or "")
        for index, fix in enumerate(limitation.fixes):
            if seen and fix.date and fix.date < seen:
                message = f"expected a day not before {seen}, which first_seen names, got {fix.date}"
                yield Finding(f"limitations/{record_id}", ("fixes", index, "date"), message, CORRECT, fix.version)


def _first_day(records: Records, text: str) -> datetime.date | None:
    """The earliest day that a text names, as a date or by the SDK release of that day."""
    sdks = (records.sdks.get(version) for version in SDK.findall(text))
    days = [datetime.date.fromisoformat(day) for day in DAY.findall(text)]
    return min([*days, *(sdk.date for sdk in sdks if sdk)], default=None)


@rule("not-after-source", exceptable=True)
def not_after_source(records: Records) -> Iterator[Finding]:
    """What a source states, and the date it is cited for, is not later than the source's own date."""
    for record, path, source, date in _sourced_dates(records):
        own = records.sources[source].as_of
        if own and date > own:
            message = f"expected a date up to {own}, that of its source {source}, got {date}"
            yield Finding(record, path, message, "correct the date, or that of the source", f"{source} {date}")


def _sourced_dates(records: Records) -> Iterator[tuple[str, Path, str, datetime.date]]:
    """Every date that a source must have been there to state: record, path, source, date."""
    for kind, record_id, record in records.walk():
        for path, citation in walk(record, Citation):
            if citation.as_of:
                yield f"{kind}/{record_id}", (*path, "as_of"), citation.source, citation.as_of
    yield from _component_dates(records)
    for record_id, catalogue in records.catalogues.items():
        yield f"catalogues/{record_id}", ("as_of",), catalogue.citation.source, catalogue.as_of
    for record_id, results in records.benchmarks.items():
        yield f"benchmarks/{record_id}", ("as_of",), results.citation.source, results.as_of
    for record_id, file in records.configurations.items():
        yield f"configurations/{record_id}", ("as_of",), file.source, file.as_of
    for record_id, examples in records.validated.items():
        yield f"validated/{record_id}", ("as_of",), examples.source, examples.as_of


def _component_dates(records: Records) -> Iterator[tuple[str, Path, str, datetime.date]]:
    for record_id, component in records.components.items():
        lists: Mapping[str, Sequence[Notice | Tag]] = {"notices": component.notices, "tags": component.tags}
        for name, entries in lists.items():
            for index, entry in enumerate(entries):
                if entry.date and entry.citation.as_of is None:
                    yield f"components/{record_id}", (name, index, "date"), entry.citation.source, entry.date


@rule("sdk-dates-agree", exceptable=True)
def sdk_dates_agree(records: Records) -> Iterator[Finding]:
    """A notice gives an SDK release the date that the release has."""
    dated = ((sdk_named(records, entry[2].sdk), entry) for entry in notices(records) if entry[2].sdk_date)
    for sdk_id, entries in group_pairs(dated).items():
        date = records.sdks[sdk_id].date
        others = {notice.sdk_date for _, _, notice in entries}
        if len(entries) > 1 and len(others) == 1 and date not in others:
            all_say = f"the date that all {len(entries)} notices of this release have"
            message = f"expected {others.pop()}, {all_say}, got {date}"
            hint = "correct it, or the notices in data/components/"
            yield Finding(f"sdks/{sdk_id}", ("date",), message, hint, sdk_id)
            continue
        for record, path, notice in entries:
            if notice.sdk_date != date:
                message = f"expected {date}, the date of SDK release {notice.sdk}, got {notice.sdk_date}"
                hint = f"correct it here or in data/sdks/{sdk_id}.yml"
                yield Finding(record, (*path, "sdk_date"), message, hint, f"{notice.event} {notice.sdk}")
