"""What is known of each thing that a text names, the worst first, by the file `api/v1/stack.json`."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from macros.stack.reading import Data, Item, read
from macros.words import version_order

NEAR = datetime.timedelta(days=90)
MOST_NAMED = 3
"""Releases that are named; of more, the number with the first and the last."""

NOTHING_KNOWN = 4
"""The exit code where nothing has a state."""
WITHOUT_STATE = frozenset({"model", "unknown", "unread"})
SAYS_NOTHING = ("fine", "no-notice")
OF_NEW_VERSIONS = ("fine", "preview")
"""Levels of a package that say nothing against a version that is not known, or that a newer one replaced."""


class Level(NamedTuple):
    """How bad a finding is: how pages show it, and what a command makes of it."""

    label: str
    symbol: str
    tone: str
    exit_code: int = 0
    sarif: str = "note"
    is_told: bool = True
    """Whether its findings are told one by one; others are counted."""


LEVELS: Mapping[str, Level] = {
    "ended": Level("Ended", "✕", "bad", 2, "error"),
    "mismatch": Level("Mismatch", "✕", "bad", 2, "error"),
    "pins-ended": Level("Requires what has ended", "◐", "partial", 1, "warning"),
    "ending": Level("Ends soon", "◐", "partial", 1, "warning"),
    "announced": Level("End announced", "◐", "partial", 1, "warning"),
    "discontinued": Level("Discontinued", "◐", "partial", 1, "warning"),
    "maintenance": Level("In maintenance", "◐", "partial"),
    "preview": Level("Beta or preview", "◔", "partial"),
    "older": Level("Older", "◔", "partial"),
    "unpinned": Level("Not pinned", "○", "unknown"),
    "fine": Level("Fine", "●", "good", is_told=False),
    "model": Level("Models, see their pages", "○", "unknown", is_told=False),
    "unknown": Level("Not known here", "○", "unknown", is_told=False),
    "unread": Level("Lines with nothing to check", "○", "unknown", is_told=False),
}
"""The worst first; what has no state stands apart."""


def _rank(level: str) -> int:
    return list(LEVELS).index(level)


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
    judge = Judge(data, today, tuple(read(text, data)))
    found = list(map(judge.finding, judge.items))
    pinned = {one.item.name for one in found if one.item.version}
    # A command that names a package whose version stands elsewhere says nothing of its own.
    told = [one for one in found if one.item.kind != "package" or one.item.version or one.item.name not in pinned]
    agreeing = judge.with_bases(list(judge.with_mismatches(told)))
    return sorted(agreeing, key=lambda one: (_rank(one.level), one.item.line))


def exit_code(found: Iterable[Finding]) -> int:
    levels = {one.level for one in found}
    return NOTHING_KNOWN if levels <= WITHOUT_STATE else max(LEVELS[level].exit_code for level in levels)


@dataclass(frozen=True)
class Judge:
    """Says what is known of the items of a text on a day."""

    data: Data
    today: datetime.date
    items: Sequence[Item]

    @cached_property
    def releases(self) -> Mapping[str, Data]:
        """Every SDK release by its id, those of one SDK from the oldest on."""
        return {one["id"]: one for one in self.data["sdks"]}

    @cached_property
    def order(self) -> Sequence[str]:
        """The ids of all releases, in the same order."""
        return list(self.releases)

    def finding(self, item: Item) -> Finding:
        if item.kind == "package":
            return self._of_package(item)
        if item.kind == "sdk":
            return self._of_sdk(item)
        if item.kind == "line":
            return Finding("unread", item, "nothing to check")
        if item.kind == "model":
            # It has no state of its own: its page has one for each hardware.
            return Finding("model", item, "its page says where it runs", page=self.data["models"][item.name.lower()])
        if item.kind == "image":
            known = _image_named(item.name, self.data["images"])
        else:
            known = self.data["instances" if item.kind == "instance" else "machine_images"].get(item.name)
        return self._stated(item, known, sdks=tuple(filter(None, [known.get("sdk")]))) if known else _unknown(item)

    def _stated(self, item: Item, known: Data, **more: Any) -> Finding:
        """With the state of the record, or of the version that a notice names."""
        more = {"page": known.get("page"), **more}
        level = "fine" if known["level"] in SAYS_NOTHING else known["level"]
        ends = datetime.date.fromisoformat(known["ends"]) if "ends" in known else None
        if level == "announced" and ends:
            level = "ending" if ends <= self.today + NEAR else "fine"
        return Finding(level, item, known.get("words", "no notice known"), ends, known.get("instead"), **more)

    def _of_sdk(self, item: Item) -> Finding:
        """An SDK release; its name may leave out the last zero of the version."""
        typed = item.name.lower()
        known = next((one for one in self.data["sdks"] if one["name"].lower() in (typed, f"{typed}.0")), None)
        if known is None:
            return _unknown(item)
        dated = f"of {known['date']}" if "date" in known else "date not published"
        level = "older" if "instead" in known else "fine"
        return Finding(level, item, dated, instead=known.get("instead"), page=known["page"], sdks=(known["id"],))

    def _of_package(self, item: Item) -> Finding:
        known = self.data["packages"].get(item.name)
        if known is None:
            return _unknown(item)
        found = self._stated(item, known)
        if item.version is None:
            is_fine = found.level == "fine"
            return replace(found, level="unpinned", state=f"{found.state}; not pinned") if is_fine else found
        builds = known.get("builds", {})
        same = [version for version in builds if _is(version, item)]
        # What a notice says of a version holds if every build that may be meant is of it.
        meant = same or [item.version]
        named = [one for one in known.get("named", {}) if all(f"{version}.".startswith(f"{one}.") for version in meant)]
        if named:
            said = known["named"][max(named, key=len)]
            version = self._stated(item, {"page": known["page"], **said})
            # What has a page of its own is another product of this name.
            found = version if "page" in said else min(version, found, key=lambda one: _rank(one.level))
        elif not same and found.level in OF_NEW_VERSIONS:
            return _not_built(found, known)
        sdks = tuple(sdk for sdk in self.releases if any(sdk in builds[version] for version in same))
        together = f"belongs to {self._listed(sdks)}" if sdks else None
        if sdks and "newest" in known and found.page == known["page"]:
            found = self._with_newer(found, sdks, known)
        return replace(found, together=together, sdks=sdks if known.get("fits") else ())

    def _with_newer(self, found: Finding, sdks: Sequence[str], known: Data) -> Finding:
        """A version that is fine or a beta, with the newer one that goes with the other packages of the text.

        Only where the newest is of a release that has not this one.
        """
        newest_in = known["builds"][known["newest"]][-1]
        if found.level not in OF_NEW_VERSIONS or newest_in in sdks:
            return found
        together = self.newest_with_all[self.releases[newest_in]["platform"]] if known.get("fits") else newest_in
        if together and self.order.index(together) < self.order.index(sdks[-1]):
            # Nobody is sent back to an older release.
            together = None
        day = self.releases[sdks[0]].get("date")
        said = (
            found.state if found.level == "preview" else None,
            f"of {day}, no longer the newest" if day else "no longer the newest",
            "the newest that goes with the other packages" if together in sdks else None,
        )
        offered = ", ".join(self._builds_in({together} - {*sdks}, found))
        instead = f"{offered} with {self.releases[together]['name']}" if together and offered else None
        state = "; ".join(filter(None, said))
        return replace(found, level=min(found.level, "older", key=_rank), state=state, instead=instead)

    @cached_property
    def newest_with_all(self) -> Mapping[str, str | None]:
        """By SDK: its newest release that has every package of it that the text names; None where none has all."""
        named = [self._releases_with(item.name) for item in self.items if item.kind == "package"]
        newest = {}
        for platform in {one["platform"] for one in self.releases.values()}:
            own = [sdk for sdk, one in self.releases.items() if one["platform"] == platform]
            having = [sdks for sdks in named if not sdks.isdisjoint(own)]
            newest[platform] = next((sdk for sdk in reversed(own) if all(sdk in sdks for sdks in having)), None)
        return newest

    def _releases_with(self, name: str) -> AbstractSet[str]:
        """The SDK releases that have a package, up to that of its newest version: what comes later is not out."""
        known = self.data["packages"].get(name, {})
        builds = known.get("builds", {})
        last = self.order.index(builds[known["newest"]][-1]) if "newest" in known else len(self.order)
        every = {sdk for of in builds.values() for sdk in of} if known.get("fits") else set()
        return every.intersection(self.order[: last + 1])

    def _listed(self, sdks: Sequence[str]) -> str:
        names = [self.releases[sdk]["name"] for sdk in sdks]
        named = ", ".join(names)
        return named if len(names) <= MOST_NAMED else f"{len(names)} releases from {names[0]} to {names[-1]}"

    def with_mismatches(self, found: Sequence[Finding]) -> Iterator[Finding]:
        """Where no SDK release has everything, what is not of the one that it should be is a mismatch."""
        platforms = {sdk: one["platform"] for sdk, one in self.releases.items()}
        wanted = {platform: self._wanted(found, platform) for platform in set(platforms.values())}
        for one in found:
            others = {other for sdk in one.sdks if (other := wanted[platforms[sdk]])}
            if others and not others.intersection(one.sdks):
                level = min(one.level, "mismatch", key=_rank)
                together = f"belongs to {self._listed(one.sdks)}, other parts to {self._listed(sorted(others))}"
                fitting = ", ".join(self._builds_in(others, one))
                # The version that fits is told, and not the newest one as well.
                instead = None if fitting and one.level in ("preview", "older") else one.instead
                together += f", which has {fitting}" if fitting else ""
                yield replace(one, level=level, together=together, instead=instead)
            else:
                yield one

    def with_bases(self, found: Sequence[Finding]) -> Iterator[Finding]:
        """What other packages of the text are built on says so; in another version than theirs it is a mismatch."""
        for one in found:
            built = [other for other in found if self._base_of(other) == one.item.name and one.item.version]
            lines = {other.name: self._lines(other) for other in built}
            said = [f"{name} is built on {one.item.name} {' or '.join(of)}" for name, of in lines.items() if of]
            together = "; ".join(filter(None, (one.together, *said))) or None
            fits = all(any(_is_of_line(one.item.version or "", line) for line in of) for of in lines.values() if of)
            yield replace(one, level=one.level if fits else min(one.level, "mismatch", key=_rank), together=together)

    def _base_of(self, found: Finding) -> str | None:
        """The package whose version the versions of a package begin with."""
        known = self._known(found)
        # Another product of its name has another page.
        return known.get("built_on") if found.page == known.get("page") else None

    def _known(self, found: Finding) -> Data:
        known: Data = self.data["packages"].get(found.item.name, {}) if found.item.kind == "package" else {}
        return known

    def _lines(self, found: Finding) -> Sequence[str]:
        """The first two numbers of the versions that may be meant: 2.8 of 2.8.0.2.10.16998."""
        builds = (one for one in self._builds_in(self.order, found) if found.item.version and _is(one, found.item))
        return list(dict.fromkeys(".".join(one.split(".")[:2]) for one in builds))

    def _builds_in(self, sdks: Collection[str | None], found: Finding) -> Iterator[str]:
        """The versions of a package in some releases, without other products of its name."""
        known = self._known(found)
        for version, of in known.get("builds", {}).items():
            page = known.get("named", {}).get(version, known).get("page", known["page"])
            if page == found.page and not set(of).isdisjoint(sdks):
                yield version

    def _wanted(self, found: Sequence[Finding], platform: str) -> str | None:
        """The release of an SDK that a text is for: that of an image or named itself, else the one that has most of it.

        None where everything agrees.
        """
        having = [[sdk for sdk in one.sdks if self.releases[sdk]["platform"] == platform] for one in found]
        stated = [sdks for one, sdks in zip(found, having, strict=True) if sdks and one.item.kind != "package"]
        counts = Counter(sdk for sdks in having for sdk in sdks)
        if not counts or max(counts.values()) == sum(map(bool, having)):
            return None
        return stated[0][0] if stated else max(counts, key=lambda sdk: (counts[sdk], self.order.index(sdk)))


def _unknown(item: Item) -> Finding:
    return Finding("unknown", item, "not known here")


def _not_built(found: Finding, known: Data) -> Finding:
    """A version that is in no SDK release, by what the package index has."""
    item, indexed = found.item, known.get("indexed")
    unknown = replace(_unknown(item), state="this version is not known here", page=known["page"])
    if indexed is None:
        newest = f"; the newest is {known['newest']}" if "newest" in known else ""
        return replace(unknown, state=f"{unknown.state}{newest}")
    seen = f"the newest in the package index on {indexed['read']}"
    if _is(indexed["version"], item):
        return replace(found, state=f"{found.state}; {seen}")
    if version_order((item.version or "").partition("+")[0]) < version_order(indexed["version"]):
        level = min(found.level, "older", key=_rank)
        return replace(found, level=level, state=f"older than {indexed['version']}, {seen}")
    return replace(unknown, state=f"{unknown.state}; {seen} is {indexed['version']}")


def _is(version: str, item: Item) -> bool:
    """Whether a build is meant: 2.8 means 2.8.0.2.10.16998. What follows a plus is no part of a version here."""
    build, wanted = version.partition("+")[0], (item.version or "").partition("+")[0]
    return f"{build}.".startswith(f"{wanted}.")


def _is_of_line(version: str, line: str) -> bool:
    """Whether a version, or the beginning of one, may be of a line such as 2.8."""
    wanted = f"{version.partition('+')[0]}."
    return wanted.startswith(f"{line}.") or f"{line}.".startswith(wanted)


def _image_named(address: str, images: Mapping[str, Data]) -> Data | None:
    """An image by its repository and tag. One that stands alone behind a registry may be a copy from any account."""
    host, slash, path = address.partition("@")[0].partition("/")
    path = path if slash and ("." in host or ":" in host) else f"{host}{slash}{path}"
    if path in images or "/" in path:
        return images.get(path)
    return next((image for key, image in images.items() if key.endswith(f"/{path}")), None)
