"""What happened is told in the order in which it happened, and nobody speaks of what came later."""

from __future__ import annotations

import datetime
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from macros.checks.rule import Finding, Rule
from macros.knowledge.lifecycle import OVER
from macros.knowledge.packages import sdk_named
from macros.loading import Records
from macros.loading.positions import Path
from macros.schema.base import Citation
from macros.schema.components import Notice
from macros.schema.walk import walk

DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
SDK = re.compile(r"SDK ((?:[\w-]+/)?\d+(?:\.\d+)+)")
CORRECT = "correct the one that is wrong"

Dated = tuple[Path, datetime.date]


def _lists(records: Records) -> Iterator[tuple[str, Sequence[Dated]]]:
    """Every list that tells events from the first to the last, by its record."""
    for record_id, framework in records.frameworks.items():
        events = [(("lifecycle", index, "date"), event.date) for index, event in enumerate(framework.lifecycle)]
        yield f"frameworks/{record_id}", events
    for record_id, component in records.components.items():
        notices = [
            (("notices", index, "date"), notice.date) for index, notice in enumerate(component.notices) if notice.date
        ]
        yield f"components/{record_id}", notices
    for record_id, comparison in records.comparisons.items():
        for row, feature in enumerate(comparison.features):
            corrections = enumerate(feature.corrections)
            yield (
                f"comparisons/{record_id}",
                [(("features", row, "corrections", index, "as_of"), one.as_of) for index, one in corrections],
            )


def _check_order(records: Records) -> Iterator[Finding]:
    for record, dated in _lists(records):
        for (_, before), (path, date) in pairwise(dated):
            if date < before:
                message = f"expected a date not before {before}, that of the entry above, got {date}"
                yield Finding(record, path, message, "correct the date, or put the entries in their order")
    for index, (newer, change) in enumerate(pairwise(records.atlas.changes), start=1):
        if change.date > newer.date:
            message = f"expected a date not after {newer.date}, that of the newer change above, got {change.date}"
            hint = "correct the date, or put the changes in their order, the newest first"
            yield Finding("atlas", ("changes", index, "date"), message, hint)


def _check_spans(records: Records) -> Iterator[Finding]:
    yield from _releases(records)
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
    yield from _fixes(records)


def _releases(records: Records) -> Iterator[Finding]:
    for record_id, release in records.releases.items():
        framework = records.frameworks.get(record_id.partition("/")[0])
        if framework is None or release.launched is None:
            continue
        first = min(event.date for event in framework.lifecycle)
        ends = [event.date for event in framework.lifecycle if event.state in OVER]
        if release.launched < first:
            bound = f"not before {first}, when its framework began"
        elif ends and release.launched > min(ends):
            bound = f"not after {min(ends)}, when its framework was over"
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


def _check_sources(records: Records) -> Iterator[Finding]:
    for record, path, source, date in _sourced(records):
        own = records.sources[source].as_of
        if own and date > own:
            yield Finding(
                record,
                path,
                f"expected a date up to {own}, that of its source {source}, got {date}",
                "correct the date, or that of the source",
                f"{source} {date}",
            )


def _sourced(records: Records) -> Iterator[tuple[str, Path, str, datetime.date]]:
    """Every date that a source must have been there to state: the record, its place, the source."""
    for kind, record_id, record in records.walk():
        for path, citation in walk(record, Citation):
            if citation.as_of:
                yield f"{kind}/{record_id}", (*path, "as_of"), citation.source, citation.as_of
    yield from _of_components(records)
    for record_id, catalogue in records.catalogues.items():
        yield f"catalogues/{record_id}", ("as_of",), catalogue.citation.source, catalogue.as_of
    for record_id, results in records.benchmarks.items():
        yield f"benchmarks/{record_id}", ("as_of",), results.citation.source, results.as_of
    for record_id, file in records.configurations.items():
        yield f"configurations/{record_id}", ("as_of",), file.source, file.as_of
    for record_id, table in records.validated.items():
        yield f"validated/{record_id}", ("as_of",), table.source, table.as_of


def _of_components(records: Records) -> Iterator[tuple[str, Path, str, datetime.date]]:
    for record_id, component in records.components.items():
        for index, notice in enumerate(component.notices):
            if notice.date and notice.citation.as_of is None:
                yield f"components/{record_id}", ("notices", index, "date"), notice.citation.source, notice.date
        for index, tag in enumerate(component.tags):
            if tag.citation.as_of is None:
                yield f"components/{record_id}", ("tags", index, "date"), tag.citation.source, tag.date


def _check_sdks(records: Records) -> Iterator[Finding]:
    told: defaultdict[str, list[tuple[str, int, Notice]]] = defaultdict(list)
    for record_id, component in records.components.items():
        for index, notice in enumerate(component.notices):
            if notice.sdk_date and (sdk_id := sdk_named(records, notice.sdk)):
                told[sdk_id].append((record_id, index, notice))
    for sdk_id, notices in told.items():
        yield from _of_sdk(sdk_id, records.sdks[sdk_id].date, notices)


def _of_sdk(sdk_id: str, date: datetime.date, notices: Sequence[tuple[str, int, Notice]]) -> Iterator[Finding]:
    other = {notice.sdk_date for _, _, notice in notices}
    if len(notices) > 1 and len(other) == 1 and date not in other:
        message = f"expected {other.pop()}, the date that all {len(notices)} notices of this release have, got {date}"
        yield Finding(f"sdks/{sdk_id}", ("date",), message, "correct it, or the notices in data/components/", sdk_id)
        return
    for record_id, index, notice in notices:
        if notice.sdk_date != date:
            yield Finding(
                f"components/{record_id}",
                ("notices", index, "sdk_date"),
                f"expected {date}, the date of SDK release {notice.sdk}, got {notice.sdk_date}",
                f"correct it here or in data/sdks/{sdk_id}.yml",
                f"{notice.event} {notice.sdk}",
            )


IN_ORDER = Rule(
    "in-order",
    "Events, notices and corrections stand from the oldest to the newest, changes of the data from the newest.",
    _check_order,
    alone=True,
)
WITHIN_ITS_TIME = Rule(
    "within-its-time",
    "A release lies within the life of its framework, tests not before their release, a fix not before what it mends,"
    " an earlier list before the later one.",
    _check_spans,
    exceptable=True,
)
NOT_AFTER_SOURCE = Rule(
    "not-after-source",
    "What a source states, and the date it is cited for, is not later than the source's own date.",
    _check_sources,
    exceptable=True,
)
SDK_DATES_AGREE = Rule(
    "sdk-dates-agree",
    "A notice gives an SDK release the date that the release has.",
    _check_sdks,
    exceptable=True,
)
