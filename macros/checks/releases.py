"""A release belongs to a framework, and its image and regions are what its own words say."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from macros.checks.rule import Finding, Rule
from macros.loading import Records
from macros.loading.problems import did_you_mean
from macros.schema.frameworks import Release

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
"""Numbers as prose writes them, by their value."""
NUMBER_OF_REGIONS = re.compile(rf"\b(\d+|{'|'.join(WORDS)}) regions\b")


def _check(records: Records) -> Iterator[Finding]:
    for record_id in records.releases:
        framework, _, name = record_id.partition("/")
        if framework not in records.frameworks or not name:
            yield Finding(
                f"releases/{record_id}",
                (),
                f"expected a file in a folder named for a framework, got {record_id}.yml",
                did_you_mean(framework, tuple(records.frameworks)),
            )


def _told_regions(release: Release) -> int | None:
    """The number of regions that the note on them gives; None where it gives none."""
    found = NUMBER_OF_REGIONS.search(release.regions_note or "")
    if found is None:
        return None
    told = found[1]
    return int(told) if told.isdecimal() else WORDS.index(told)


def _check_number(records: Records) -> Iterator[Finding]:
    for record_id, release in records.releases.items():
        told = _told_regions(release)
        if told is not None and told != len(release.regions):
            yield Finding(
                f"releases/{record_id}",
                ("regions",),
                f"expected {told} regions, as regions_note counts them, got {len(release.regions)}",
                "add what is missing, remove what is too much, or correct the note, as the source has it",
            )


def _check_codes(records: Records) -> Iterator[Finding]:
    users: Counter[str] = Counter()
    for release in records.releases.values():
        users.update(release.regions.keys())
    for instance in records.instances.values():
        users.update(set(instance.regions.codes) if instance.regions else ())
    known = tuple(code for code, count in users.items() if count > 1)
    for record_id, release in records.releases.items() if known else ():
        for code in release.regions:
            if users[code] == 1:
                yield _unknown(f"releases/{record_id}", ("regions", code), code, known)
    for record_id, instance in records.instances.items() if known else ():
        for index, code in enumerate(instance.regions.codes if instance.regions else ()):
            if users[code] == 1:
                yield _unknown(f"instances/{record_id}", ("regions", "codes", index), code, known)


def _unknown(record: str, path: tuple[str | int, ...], code: str, known: tuple[str, ...]) -> Finding:
    message = f"expected the code of a region that another record has too, got '{code}'"
    swapped = tuple(other for other in known if sorted(other) == sorted(code))
    return Finding(record, path, message, did_you_mean(code, swapped or known), code)


def _check_accounts(records: Records) -> Iterator[Finding]:
    accounts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for vendor, _, release in _by_vendor(records):
        for region, account in release.regions.items():
            accounts[vendor, region][account] += 1
    for vendor, record_id, release in _by_vendor(records):
        for region, account in release.regions.items():
            counts = accounts[vendor, region]
            usual, releases = counts.most_common(1)[0]
            if account != usual:
                others = f"{releases} other release{'s' if releases > 1 else ''}"
                message = f"expected the account {usual}, which serves {region} for {others}, got {account}"
                place = ("regions", region)
                yield Finding(f"releases/{record_id}", place, message, "correct the account", f"{region} {account}")


def _by_vendor(records: Records) -> Iterator[tuple[str, str, Release]]:
    for record_id, release in records.releases.items():
        framework = records.frameworks.get(record_id.partition("/")[0])
        if framework:
            yield framework.vendor, record_id, release


def _check_images(records: Records) -> Iterator[Finding]:
    every = {name for release in records.releases.values() for name in release.components}
    for record_id, release in records.releases.items():
        record, image = f"releases/{record_id}", release.image
        if image is None:
            continue
        for place, text in ((("name",), release.name), (("image", "tag"), image.tag)):
            missing = _versions_not_in(text, release.components)
            if missing:
                message = f"expected the versions that components states, {missing} among them, got '{text}'"
                yield Finding(record, place, message, "correct the one that is wrong", ".".join(place))
        whole = f"{image.repository}:{image.tag}".lower()
        strange = sorted(name for name in every - release.components.keys() if name.lower() in whole)
        absent = sorted(name for name in release.components if name.lower() not in whole)
        if strange or absent:
            wanted = " and ".join(release.components)
            message = f"expected an image of {wanted}, got {image.repository}:{image.tag}"
            yield Finding(record, ("image", "repository"), message, "correct the one that is wrong", "image.repository")


def _versions_not_in(text: str, components: Mapping[str, str]) -> str:
    """The versions that a text does not name, as words; empty where it names them all."""
    absent = [
        f"{name} {version}"
        for name, version in components.items()
        if not re.search(rf"(?<![\d.]){re.escape(version)}(?![\d]|\.\d)", text)
    ]
    return " and ".join(absent)


OF_A_FRAMEWORK = Rule("of-a-framework", "A release lies in the folder of the framework it is a release of.", _check)
REGIONS_AS_TOLD = Rule(
    "regions-as-told",
    "A release lists as many regions as the note on them counts.",
    _check_number,
    alone=True,
)
KNOWN_REGIONS = Rule(
    "known-regions", "The code of a region is one that another record has too.", _check_codes, exceptable=True
)
ONE_ACCOUNT_PER_REGION = Rule(
    "one-account-per-region",
    "Within the registry of a vendor, a region has one account over all releases.",
    _check_accounts,
    exceptable=True,
)
IMAGE_OF_THE_RELEASE = Rule(
    "image-of-the-release",
    "The name of a release and the tag of its image give the versions of its components, and the image is of these"
    " components and no others.",
    _check_images,
    exceptable=True,
)
