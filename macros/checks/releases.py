"""Rules on releases of frameworks and on images: folders, regions, names, and the software that is in an image."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from macros.checks.rule import CORRECT, Finding, entries, every, rule, unknown
from macros.facts.images import MACHINE
from macros.facts.packages import sdk_named
from macros.loading import Records
from macros.loading.problems import did_you_mean
from macros.schema.components import ImageRow
from macros.schema.walk import Location

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
"""Number words; the index of each is its value."""
NUMBER_OF_REGIONS = re.compile(rf"\b(\d+|{'|'.join(WORDS)}) regions\b")


@rule()
def of_a_framework(records: Records) -> Iterator[Finding]:
    """The folder of a release has the id of a framework."""
    for record_id, at, _ in every(records, Records.releases):
        framework, _, name = record_id.partition("/")
        if framework not in records.frameworks or not name:
            hint = did_you_mean(framework, tuple(records.frameworks))
            yield Finding(at, "a file in a folder named for a framework", f"{record_id}.yml", hint=hint)


@rule("add what is missing, remove what is too much, or correct the note, as the source has it", per_record=True)
def regions_as_told(records: Records) -> Iterator[Finding]:
    """A release lists as many regions as its `regions_note` says."""
    for _, at, release in every(records, Records.releases):
        match = NUMBER_OF_REGIONS.search(release.regions_note or "")
        if match is None:
            continue
        number = int(match[1]) if match[1].isdecimal() else WORDS.index(match[1])
        if number != len(release.regions):
            yield Finding(at.field("regions"), f"{number} regions, as regions_note counts them", len(release.regions))


@rule(exceptable=True)
def known_regions(records: Records) -> Iterator[Finding]:
    """A region code occurs in more than one record: one that does not is probably misspelt."""
    users = Counter(code for _, code in {(at.record, code) for at, code in _regions(records)})
    confirmed = tuple(code for code, count in users.items() if count > 1)
    for at, code in _regions(records):
        if confirmed and users[code] == 1:
            swapped = tuple(other for other in confirmed if sorted(other) == sorted(code))
            hint = did_you_mean(code, swapped or confirmed)
            yield Finding(at, "the code of a region that another record has too", f"'{code}'", code, hint)


def _regions(records: Records) -> Iterator[tuple[Location, str]]:
    """Every region that a release or an instance type lists."""
    for _, at, release in every(records, Records.releases):
        for code in release.regions:
            yield at.field("regions", code), code
    for _, at, instance in every(records, Records.instances):
        for index, code in enumerate(instance.regions.codes if instance.regions else ()):
            yield at.field("regions", "codes", index), code


@rule("correct the account", exceptable=True)
def one_account_per_region(records: Records) -> Iterator[Finding]:
    """All releases of a vendor's frameworks have the same registry account for a region."""
    users: defaultdict[tuple[str, str], list[tuple[Location, str]]] = defaultdict(list)
    for record_id, at, release in every(records, Records.releases):
        if framework := records.frameworks.get(record_id.partition("/")[0]):
            for region, account in release.regions.items():
                users[framework.vendor, region].append((at.field("regions", region), account))
    for (_, region), accounts in users.items():
        usual, releases = Counter(account for _, account in accounts).most_common(1)[0]
        for at, account in accounts:
            if account != usual:
                others = f"{releases} other release{'s' if releases > 1 else ''}"
                expected = f"the account {usual}, which serves {region} for {others}"
                yield Finding(at, expected, account, f"{region} {account}")


@rule(CORRECT, exceptable=True)
def image_of_the_release(records: Records) -> Iterator[Finding]:
    """The name of a release and the tag of its image contain the versions of its components.

    The name of the image contains the names of exactly these components.
    """
    all_components = {name for release in records.releases.values() for name in release.components}
    for _, at, release in every(records, Records.releases):
        image = release.image
        if image is None:
            continue
        for path, text in ((("name",), release.name), (("image", "tag"), image.tag)):
            if missing := _versions_not_in(text, release.components):
                expected = f"the versions that components states, {missing} among them"
                yield Finding(at.field(*path), expected, f"'{text}'", ".".join(path))
        whole = f"{image.repository}:{image.tag}"
        named = {name for name in all_components if name.lower() in whole.lower()}
        if named != release.components.keys():
            place, expected = at.field("image", "repository"), f"an image of {' and '.join(release.components)}"
            yield Finding(place, expected, whole, "image.repository")


def _versions_not_in(text: str, components: Mapping[str, str]) -> str:
    """Components whose version a text does not contain, as words; empty if it contains all."""
    absent = [
        f"{name} {version}"
        for name, version in components.items()
        if not re.search(rf"(?<![\d.]){re.escape(version)}(?![\d]|\.\d)", text)
    ]
    return " and ".join(absent)


@rule(exceptable=True)
def image_of_a_release(records: Records) -> Iterator[Finding]:
    """The SDK release in an image is on record."""
    for at, _, row in entries(records, Records.images, ImageRow):
        if row.sdk and sdk_named(records, row.sdk) is None:
            yield from unknown(at.field("sdk"), row.sdk, records.sdks, "an SDK release on record", row.sdk)


@rule()
def image_for_known_series(records: Records) -> Iterator[Finding]:
    """The instance series of an image are those of instance types on record."""
    known = tuple(dict.fromkeys(instance.series for instance in records.instances.values()))
    named = [(at, images.series) for _, at, images in every(records, Records.images)]
    named += [(at, row.series) for at, _, row in entries(records, Records.images, ImageRow)]
    for at, all_series in named:
        for index, series in enumerate(all_series):
            yield from unknown(at.field("series", index), series, known, "the series of an instance type on record")


@rule(per_record=True)
def image_can_be_named(records: Records) -> Iterator[Finding]:
    """A container image has a repository and a tag, a machine image a name; `parameter` is of machine images alone.

    A row without a name has a note that says why.
    """
    for _, at, images in every(records, Records.images):
        if images.kind == MACHINE and images.repository:
            yield Finding(at.field("repository"), "no repository of machine images", "one")
        if images.parameter and (images.kind != MACHINE or "{parameter}" not in images.parameter):
            expected = "{parameter} in the parameter of machine images"
            yield Finding(at.field("parameter"), expected, f"'{images.parameter}'")
    for at, images, row in entries(records, Records.images, ImageRow):
        if row.parameter and not images.parameter:
            expected = "a parameter of the list, in which this one stands"
            yield Finding(at.field("parameter"), expected, hint="add parameter to the head of the file")
        if row.note is None and (row.name is None or not (images.repository or images.kind == MACHINE)):
            expected = "a name" if row.name is None else "a repository in the head of the file"
            yield Finding(at, expected, hint="add it, or a note that says why it is missing")
