"""Places in the data that state a value of the same subject. Each detector yields such places with their subject.

A value that a newer revision of the same document replaced is no disagreement: of each document only the newest
revision counts. Lines of vendors' lists are compared only where they have the same date.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from macros.checks import rows
from macros.facts.benchmarks import Benchmark, counted_runs, facts_of_benchmarks
from macros.facts.citations import as_of
from macros.facts.fact_types import accelerators_of_row, framework_of_row
from macros.facts.field_paths import FieldPath
from macros.facts.grouping import group_pairs
from macros.facts.packages import sdk_named
from macros.loading import Records
from macros.schema.benchmarks import RUN_SETTINGS, fields_with_role
from macros.schema.components import Notice

NO_VERDICT = "unknown"
"""The status of what is only mentioned, which agrees with everything."""

SETTINGS = tuple(name for name in RUN_SETTINGS if name != "sdk")
"""How a measurement was made; the SDK is compared by its record."""


@dataclass(frozen=True)
class StatedValue:
    """A place in the data that states a value of a subject."""

    subject: Hashable
    """Key: equal for places that state a value of the same subject."""
    description: str
    """The subject in words, for messages and exceptions; without row numbers, which change when rows are added."""
    place: FieldPath


Detector = Callable[[Records], Iterator[StatedValue]]


def _document(records: Records, source: str) -> str:
    """The document of a source, the same for all its revisions: its path in a repository, or else the source's id."""
    record = records.sources[source]
    return f"{record.repository}/{record.path}" if record.repository and record.path else source


def _newest(dated: Iterable[tuple[Hashable, datetime.date]]) -> Mapping[Hashable, datetime.date]:
    return {document: max(dates) for document, dates in group_pairs(dated).items()}


def verdicts(records: Records) -> Iterator[StatedValue]:
    """Verdicts on families. Those of the newest revisions are compared with each other, older ones by date."""
    newest = _newest(
        ((chip, _document(records, matrix.citation.source)), date)
        for matrix in records.support.values()
        if (date := as_of(records, matrix.citation))
        for chip in matrix.accelerators
    )
    # A source that states a verdict twice is reported by the rule one-verdict.
    seen: set[tuple[str, str]] = set()
    for record, path, matrix, row, column, word in rows.cells(records):
        source, date = matrix.citation.source, as_of(records, matrix.citation)
        if date is None or matrix.wording.status.get(word) == NO_VERDICT:
            continue
        for chip in matrix.accelerators:
            older = "" if date == newest[chip, _document(records, source)] else f", {date}"
            description = f"{column.workload} of {row.family} on {chip} with {column.framework}{older}"
            if (description, source) not in seen:
                seen.add((description, source))
                yield StatedValue(description, description, FieldPath(record, path))


def configurations(records: Records) -> Iterator[StatedValue]:
    """Batch sizes of one configuration in several documents, from the newest revision of each."""
    groups = group_pairs((_configuration(records, tested), tested) for tested in rows.tested_rows(records))
    for key, group in groups.items():
        newest = _newest((_document(records, tested.file.source), tested.file.as_of) for tested in group)
        if len(newest) == 1:
            continue
        for record, path, file, _, row in group:
            model, _, instance = rows.tested_subject(records, row)
            current = file.as_of == newest[_document(records, file.source)]
            for name in ("native", "compiled"):
                if current and getattr(row, name) is not None:
                    description = f"{name} batch size of {model} on {instance}, {file.release}"
                    yield StatedValue((key, name), description, FieldPath(record, (*path, name)))


def _configuration(records: Records, tested: rows.TestedRow) -> Hashable:
    file, row = tested.file, tested.row
    subject = rows.tested_subject(records, row)
    return file.release, subject, file.workload, row.instance_count or 1, row.precision, tested.sequence_length


def measurements(records: Records) -> Iterator[StatedValue]:
    """Figures of different files for the same settings. Rows of one file that differ are different runs."""
    places = {
        f"{record.removeprefix('benchmarks/')}/{row.line}": (record, path)
        for record, path, _, row in rows.benchmark_rows(records)
    }
    facts = counted_runs(facts_of_benchmarks(records))
    for key, group in group_pairs((_set_up(records, fact), fact) for fact in facts).items():
        if len({fact.file_id for fact in group}) == 1:
            continue
        for fact, name in product(group, fields_with_role("figure")):
            if getattr(fact.row, name) is not None:
                record, path = places[fact.id]
                description = (
                    f"{name} of {fact.model} on {'+'.join(fact.named_instances) or 'no instance'}, {group[0].id}"
                )
                yield StatedValue((key, name), description, FieldPath(record, (*path, name)))


def _set_up(records: Records, fact: Benchmark) -> Hashable:
    """The subject of a measurement: hardware, software and settings. Without an SDK release, its date is used."""
    software = sdk_named(records, fact.row.sdk) or fact.row.sdk or fact.as_of
    settings = tuple(getattr(fact.row, name) for name in SETTINGS)
    return fact.model, fact.work, fact.named_instances, fact.workload, fact.framework, software, settings


def lists(records: Records) -> Iterator[StatedValue]:
    """Statuses of a model or architecture on an accelerator in vendors' lists of the same date."""
    models = records.names.ids_by_name["models"]
    for record, path, catalogue, row in rows.listed_rows(records):
        if catalogue.wording.get(row.wording) == NO_VERDICT:
            continue
        subjects = [f"model {models[row.model]}"] if row.model else [f"architecture {a}" for a in row.architectures]
        framework = framework_of_row(catalogue, row) or "no framework"
        for subject, chip in product(subjects, accelerators_of_row(records, catalogue, row)):
            description = f"{row.workload or catalogue.workload} of {subject} on {chip} with {framework}"
            description = f"{description}, {row.as_of or catalogue.as_of}"
            yield StatedValue(description, description, FieldPath(record, (*path, "wording")))


def notices(records: Records) -> Iterator[StatedValue]:
    """Dates and SDK releases of the events of components. An announcement and the announced event are one subject."""
    for record, path, notice in rows.notices(records):
        event = _event(notice)
        if event is None:
            continue
        parts = (record.removeprefix("components/"), notice.version, notice.applies_to, event)
        names = [name for name in ("sdk", "last_sdk") if getattr(notice, name)]
        if notice.date and not notice.sdk and notice.announces is None:
            names.append("date")
        for name in names:
            description = f"{name} of {', '.join(filter(None, parts))}"
            yield StatedValue(description, description, FieldPath(record, (*path, name)))


def _event(notice: Notice) -> str | None:
    """The event that a notice is about; None for one that can happen repeatedly, as a release without a version."""
    event = notice.announces or notice.event
    if event == "renamed":
        return f"renamed {notice.successor}" if notice.successor else None
    return None if event == "released" and not notice.version else event


def prices(records: Records) -> Iterator[StatedValue]:
    for instance_id, instance in records.instances.items():
        for index, price in enumerate(instance.prices):
            parts = (f"{price.purchase} price of {instance_id}", price.service, price.region, price.operating_system)
            description = ", ".join(filter(None, parts))
            place = FieldPath(f"instances/{instance_id}", ("prices", index, "usd_per_hour"))
            yield StatedValue(description, description, place)


def images(records: Records) -> Iterator[StatedValue]:
    """The image of a release: its repository and tag, and the name that the vendor's page prints."""
    for release_id, release in records.releases.items():
        if release.image and release.image.as_published:
            description = f"image of {release_id}"
            for name in ("repository", "tag", "as_published"):
                yield StatedValue(description, description, FieldPath(f"releases/{release_id}", ("image", name)))


DETECTORS: tuple[Detector, ...] = (verdicts, configurations, measurements, lists, notices, prices, images)
"""Every detector there is."""
