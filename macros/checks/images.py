"""Rules on images: the SDK releases and hardware that they name are on record, and each can be named."""

from __future__ import annotations

from collections.abc import Iterator

from macros.checks.rows import image_rows
from macros.checks.rule import Finding, rule
from macros.facts.citations import as_of
from macros.facts.images import MACHINE
from macros.facts.packages import sdk_named
from macros.loading import Records
from macros.loading.problems import did_you_mean
from macros.schema.walk import Path


@rule("image-of-a-release", exceptable=True)
def image_of_a_release(records: Records) -> Iterator[Finding]:
    """The SDK release in an image is on record."""
    for record, path, _, row in image_rows(records):
        if row.sdk and sdk_named(records, row.sdk) is None:
            message = f"expected an SDK release on record, got '{row.sdk}'"
            yield Finding(record, (*path, "sdk"), message, did_you_mean(row.sdk, tuple(records.sdks)), row.sdk)


@rule("image-after-its-release", exceptable=True)
def image_after_its_release(records: Records) -> Iterator[Finding]:
    """An image is not older than the SDK release in it: neither its first listing nor the source that lists it."""
    findings: dict[Finding, None] = {}
    for record, path, images, row in image_rows(records):
        sdk = sdk_named(records, row.sdk)
        citation = row.citation or images.citation
        date = row.first_listed or as_of(records, citation)
        if sdk and date and date < (released := records.sdks[sdk].date):
            message = f"expected a date not before {released}, when SDK {sdk} was released, got {date}"
            place: Path = (*path, "first_listed") if row.first_listed else path
            hint = f"correct first_listed, or the date of {citation.source}"
            findings[Finding(record, place, message, hint, f"{row.name} SDK {sdk}")] = None
    yield from findings


@rule("image-for-known-series")
def image_for_known_series(records: Records) -> Iterator[Finding]:
    """The instance series of an image are those of instance types on record."""
    known = tuple(dict.fromkeys(instance.series for instance in records.instances.values()))
    named = [
        *((f"images/{key}", ("series",), images.series) for key, images in records.images.items()),
        *((record, (*path, "series"), row.series) for record, path, _, row in image_rows(records)),
    ]
    for record, path, every in named:
        for index, series in enumerate(every):
            if series not in known:
                message = f"expected the series of an instance type on record, got '{series}'"
                yield Finding(record, (*path, index), message, did_you_mean(series, known))


@rule("image-can-be-named", per_record=True)
def image_can_be_named(records: Records) -> Iterator[Finding]:
    """A container image has a repository and a tag, a machine image a name; `parameter` is of machine images alone.

    A row without a name has a note that says why.
    """
    for key, images in records.images.items():
        if images.kind == MACHINE and images.repository:
            yield Finding(f"images/{key}", ("repository",), "expected no repository of machine images, got one")
        if images.parameter and (images.kind != MACHINE or "{parameter}" not in images.parameter):
            message = f"expected {{parameter}} in the parameter of machine images, got '{images.parameter}'"
            yield Finding(f"images/{key}", ("parameter",), message)
    for record, path, images, row in image_rows(records):
        if row.parameter and not images.parameter:
            message = "expected a parameter of the list, in which this one stands, got none"
            yield Finding(record, (*path, "parameter"), message, "add parameter to the head of the file")
        if row.note is None and (row.name is None or not (images.repository or images.kind == MACHINE)):
            wanted = "a name" if row.name is None else "a repository in the head of the file"
            yield Finding(record, path, f"expected {wanted}, got none", "add it, or a note that says why it is missing")


@rule("image-listed-in-order", per_record=True)
def image_listed_in_order(records: Records) -> Iterator[Finding]:
    """An image is not listed last before it is listed first."""
    for record, path, _, row in image_rows(records):
        if row.first_listed and row.last_listed and row.last_listed < row.first_listed:
            message = f"expected a date not before {row.first_listed}, the first, got {row.last_listed}"
            yield Finding(record, (*path, "last_listed"), message, "correct the one that is wrong")
