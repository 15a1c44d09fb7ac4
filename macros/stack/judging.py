"""What is known of each thing that a text names, the worst first, by the file `api/v1/stack.json`."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from macros.stack.reading import Item, Known, read, sdk_pattern

Data = Mapping[str, Any]
"""The content of `stack.json`."""

NEAR = datetime.timedelta(days=90)

LEVELS = ("ended", "mismatch", "ending", "announced", "maintenance", "older", "unpinned", "fine", "unknown")
"""The worst first; what is not known stands apart."""
EXIT_CODES = {"ended": 2, "mismatch": 2, "ending": 1, "announced": 1}
NOTHING_KNOWN = 4
SAYS_NOTHING = ("fine", "no-notice")


@dataclass(frozen=True)
class Finding:
    """What is known of a thing that a text names."""

    level: str
    item: Item
    state: str
    until: datetime.date | None = None
    """The day for which an end is announced."""
    instead: str | None = None
    together: str | None = None
    """The SDK releases that it belongs to, and whether others belong to other ones."""
    page: str | None = None
    """From the site's root."""
    sdks: tuple[str, ...] = ()
    """Ids of the releases with which everything else has to agree; none where that does not matter."""

    @property
    def name(self) -> str:
        return f"{self.item.name} {self.item.version}" if self.item.version else self.item.name


def findings(text: str, data: Data, today: datetime.date) -> Sequence[Finding]:
    known = Known(data["packages"], data["instances"], data["machine_images"], sdk_pattern(data["sdk_names"]))
    found = [_finding(item, data, today) for item in read(text, known)]
    pinned = {one.item.name for one in found if one.item.version}
    # A command that names a package whose version stands elsewhere says nothing of its own.
    told = [one for one in found if one.item.kind != "package" or one.item.version or one.item.name not in pinned]
    return sorted(_with_mismatches(told, data), key=lambda one: (LEVELS.index(one.level), one.item.line))


def exit_code(found: Iterable[Finding]) -> int:
    levels = {one.level for one in found}
    if levels <= {"unknown"}:
        return NOTHING_KNOWN
    return max(EXIT_CODES.get(level, 0) for level in levels)


def _finding(item: Item, data: Data, today: datetime.date) -> Finding:
    if item.kind == "package":
        return _of_package(item, data, today)
    known = {
        "image": _image_named(item.name, data["images"]),
        "instance": data["instances"].get(item.name),
        "machine-image": data["machine_images"].get(item.name),
        "sdk": next((one for one in data["sdks"] if _is_named(one["name"].lower(), item.name.lower())), None),
    }[item.kind]
    if known is None:
        return Finding("unknown", item, "not known here")
    if item.kind == "sdk":
        newer = f"; the newest known here is {known['instead']}" if "instead" in known else ""
        dated = f"of {known['date']}" if "date" in known else "date not published"
        return Finding("fine", item, f"{dated}{newer}", page=known["page"], sdks=(known["id"],))
    return _stated(item, known, today, sdks=tuple(filter(None, [known.get("sdk")])))


def _is_named(name: str, typed: str) -> bool:
    """Whether an SDK release is meant by a name, which may leave out the last zero."""
    return name in (typed, f"{typed}.0")


def _stated(item: Item, known: Data, today: datetime.date, **more: Any) -> Finding:
    """With the state of the record, or of the version that a notice names."""
    more = {"page": known.get("page"), **more}
    level = "fine" if known["level"] in SAYS_NOTHING else known["level"]
    ends = datetime.date.fromisoformat(known["ends"]) if "ends" in known else None
    if level == "announced" and ends:
        level = "ending" if ends <= today + NEAR else "fine"
    return Finding(level, item, known.get("words", "no notice known"), ends, known.get("instead"), **more)


def _of_package(item: Item, data: Data, today: datetime.date) -> Finding:
    known = data["packages"].get(item.name)
    if known is None:
        return Finding("unknown", item, "not known here")
    whole = _stated(item, known, today)
    if item.version is None:
        return whole if whole.level != "fine" else replace(whole, level="unpinned", state=f"{whole.state}; not pinned")
    builds = known.get("builds", {})
    same = [version for version in builds if _is(version, item)]
    named = [version for version in known.get("named", {}) if f"{item.version}.".startswith(f"{version}.")]
    found = whole
    if named:
        found = _stated(item, known["named"][max(named, key=len)], today, page=known["page"])
        found = min(found, whole, key=lambda one: LEVELS.index(one.level))
    elif not same and whole.level == "fine":
        newest = f"; the newest is {known['newest']}" if "newest" in known else ""
        return Finding("unknown", item, f"this version is not known here{newest}", page=known["page"])
    sdks = tuple(dict.fromkeys(sdk for version in same for sdk in builds[version]))
    names = {one["id"]: one["name"] for one in data["sdks"]}
    together = f"belongs to {_listed([names[sdk] for sdk in sdks])}" if sdks else None
    return replace(found, together=together, sdks=sdks if known.get("fits") else ())


def _is(version: str, item: Item) -> bool:
    """Whether a build is meant: 2.8 means 2.8.0.2.10.16998. What follows a plus is no part of a version here."""
    build, wanted = version.partition("+")[0], (item.version or "").partition("+")[0]
    return f"{build}.".startswith(f"{wanted}.")


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"


def _image_named(address: str, images: Mapping[str, Data]) -> Data | None:
    """An image by its repository and tag. One that stands alone behind a registry may be a copy from any account."""
    host, slash, path = address.partition("@")[0].partition("/")
    path = path if slash and ("." in host or ":" in host) else f"{host}{slash}{path}"
    if path in images or "/" in path:
        return images.get(path)
    return next((image for key, image in images.items() if key.endswith(f"/{path}")), None)


def _with_mismatches(found: Sequence[Finding], data: Data) -> Iterator[Finding]:
    """Where no SDK release has everything, what is not of the one that it should be is a mismatch."""
    releases = {one["id"]: one for one in data["sdks"]}
    wanted = {platform: _wanted(found, platform, releases) for platform in {one["platform"] for one in data["sdks"]}}
    for one in found:
        others = {wanted[releases[sdk]["platform"]] for sdk in one.sdks} - {None}
        if others and not others.intersection(one.sdks):
            own, other = (
                _listed([releases[sdk]["name"] for sdk in sdks]) for sdks in (one.sdks, sorted(filter(None, others)))
            )
            level = min(one.level, "mismatch", key=LEVELS.index)
            yield replace(one, level=level, together=f"belongs to {own}, other parts to {other}")
        else:
            yield one


def _wanted(found: Sequence[Finding], platform: str, releases: Mapping[str, Data]) -> str | None:
    """The release of an SDK that a text is for: that of an image or named itself, else the one that has most of it.

    None where everything agrees.
    """
    having = [[sdk for sdk in one.sdks if releases[sdk]["platform"] == platform] for one in found]
    stated = [sdks for one, sdks in zip(found, having, strict=True) if sdks and one.item.kind != "package"]
    counts = Counter(sdk for sdks in having for sdk in sdks)
    if not counts or max(counts.values()) == sum(map(bool, having)):
        return None
    if stated:
        return stated[0][0]
    order = list(releases)
    return max(counts, key=lambda sdk: (counts[sdk], order.index(sdk)))
