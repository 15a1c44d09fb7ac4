"""Rules on releases of frameworks: their folder, their regions, and their image."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from macros.checks.rule import Finding, rule
from macros.loading import Records
from macros.loading.problems import did_you_mean
from macros.schema.walk import Path

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
"""Number words; the index of each is its value."""
NUMBER_OF_REGIONS = re.compile(rf"\b(\d+|{'|'.join(WORDS)}) regions\b")


@rule("of-a-framework")
def of_a_framework(records: Records) -> Iterator[Finding]:
    """The folder of a release has the id of a framework."""
    for record_id in records.releases:
        framework, _, name = record_id.partition("/")
        if framework not in records.frameworks or not name:
            message = f"expected a file in a folder named for a framework, got {record_id}.yml"
            yield Finding(f"releases/{record_id}", (), message, did_you_mean(framework, tuple(records.frameworks)))


@rule("regions-as-told", per_record=True)
def regions_as_counted(records: Records) -> Iterator[Finding]:
    """A release lists as many regions as its `regions_note` says."""
    for record_id, release in records.releases.items():
        match = NUMBER_OF_REGIONS.search(release.regions_note or "")
        if match is None:
            continue
        number = int(match[1]) if match[1].isdecimal() else WORDS.index(match[1])
        if number != len(release.regions):
            message = f"expected {number} regions, as regions_note counts them, got {len(release.regions)}"
            hint = "add what is missing, remove what is too much, or correct the note, as the source has it"
            yield Finding(f"releases/{record_id}", ("regions",), message, hint)


@rule("known-regions", exceptable=True)
def known_regions(records: Records) -> Iterator[Finding]:
    """A region code occurs in more than one record: one that does not is probably misspelt."""
    users = Counter(code for _, code in {(record, code) for record, _, code in _regions(records)})
    confirmed = tuple(code for code, count in users.items() if count > 1)
    for record, path, code in _regions(records):
        if confirmed and users[code] == 1:
            message = f"expected the code of a region that another record has too, got '{code}'"
            swapped = tuple(other for other in confirmed if sorted(other) == sorted(code))
            yield Finding(record, path, message, did_you_mean(code, swapped or confirmed), code)


def _regions(records: Records) -> Iterator[tuple[str, Path, str]]:
    """Every region that a release or an instance type lists: record, path, code."""
    for record_id, release in records.releases.items():
        for code in release.regions:
            yield f"releases/{record_id}", ("regions", code), code
    for record_id, instance in records.instances.items():
        for index, code in enumerate(instance.regions.codes if instance.regions else ()):
            yield f"instances/{record_id}", ("regions", "codes", index), code


@rule("one-account-per-region", exceptable=True)
def one_account_per_region(records: Records) -> Iterator[Finding]:
    """All releases of a vendor's frameworks have the same registry account for a region."""
    users: defaultdict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for record_id, release in records.releases.items():
        if framework := records.frameworks.get(record_id.partition("/")[0]):
            for region, account in release.regions.items():
                users[framework.vendor, region][record_id] = account
    for (_, region), accounts in users.items():
        usual, releases = Counter(accounts.values()).most_common(1)[0]
        for record_id, account in accounts.items():
            if account != usual:
                others = f"{releases} other release{'s' if releases > 1 else ''}"
                message = f"expected the account {usual}, which serves {region} for {others}, got {account}"
                path, about = ("regions", region), f"{region} {account}"
                yield Finding(f"releases/{record_id}", path, message, "correct the account", about)


@rule("image-of-the-release", exceptable=True)
def image_of_the_release(records: Records) -> Iterator[Finding]:
    """The name of a release and the tag of its image contain the versions of its components.

    The name of the image contains the names of exactly these components.
    """
    hint = "correct the one that is wrong"
    all_components = {name for release in records.releases.values() for name in release.components}
    for record_id, release in records.releases.items():
        record, image = f"releases/{record_id}", release.image
        if image is None:
            continue
        for path, text in ((("name",), release.name), (("image", "tag"), image.tag)):
            if missing := _versions_not_in(text, release.components):
                message = f"expected the versions that components states, {missing} among them, got '{text}'"
                yield Finding(record, path, message, hint, ".".join(path))
        whole = f"{image.repository}:{image.tag}"
        named = {name for name in all_components if name.lower() in whole.lower()}
        if named != release.components.keys():
            message = f"expected an image of {' and '.join(release.components)}, got {whole}"
            yield Finding(record, ("image", "repository"), message, hint, "image.repository")


def _versions_not_in(text: str, components: Mapping[str, str]) -> str:
    """Components whose version a text does not contain, as words; empty if it contains all."""
    absent = [
        f"{name} {version}"
        for name, version in components.items()
        if not re.search(rf"(?<![\d.]){re.escape(version)}(?![\d]|\.\d)", text)
    ]
    return " and ".join(absent)
