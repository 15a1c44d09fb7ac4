"""SDK releases: which package versions go together, and what changed."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from macros.addresses import section
from macros.columns.column import Column, column_of
from macros.columns.phrase import Code, Marked, PageLink, Phrase, RecordLink, TermOf, joined, phrase
from macros.facts import Knowledge
from macros.facts.grouping import group_by, group_pairs, unique
from macros.facts.knowledge import once
from macros.facts.news import BREAKS_NOTHING
from macros.facts.notices import ENDED_STATES
from macros.facts.packages import Shipped, newest_version_first, version_of
from macros.pages.components import TAGS, BuiltVersion
from macros.pages.entries import Entry, fact, own
from macros.pages.records import RecordPages, names_of
from macros.pages.section import Section
from macros.schema.components import Component, PackageVersion, Platform, SdkRelease
from macros.words import plural, version_order

NO_VERSION = "na"
"""What lists print for packages without a version of their own."""


SdkEntry = Entry[SdkRelease]


def _platform(one: SdkEntry) -> Platform:
    return one.records.platforms[one.record.platform]


def _packages(knowledge: Knowledge, record_id: str) -> Mapping[str, Sequence[Shipped]]:
    """By component."""
    return group_by(knowledge.packages.of_release(record_id), lambda build: build.component)


def _versions(shipped: Iterable[Shipped]) -> Sequence[str]:
    return unique(build.row.version for build in newest_version_first(shipped))


class Build(NamedTuple):
    shipped: Shipped
    component: Component
    package_ended: str | None
    """The state of a package that has ended."""
    version_ended: str | None
    """The state of its version, where that has ended and the package has not."""

    @property
    def package(self) -> RecordLink:
        """Its component, under the name that the list has."""
        return RecordLink("components", self.shipped.component, self.shipped.row.package)

    @property
    def version(self) -> Phrase | None:
        words, state = self.shipped.row.version, self.version_ended
        ended = phrase(" ", Marked("ended", phrase(TermOf("lifecycle", state, within=True)))) if state else None
        return None if words.lower() == NO_VERSION else phrase(Code(words), ended)

    @property
    def line(self) -> str:
        """Its line of a requirements file; of a package that has ended, as a comment."""
        row = self.shipped.row
        pin = f"{row.package}{'==' if row.python else ' '}{row.version}"
        return f"# {self.package_ended}: {pin}" if self.package_ended else pin

    @property
    def built_for(self) -> str | None:
        """The framework version it is built for: the first two numbers of its own."""
        numbers = ".".join(map(str, version_order(self.shipped.row.version)[:2]))
        return f"{self.component.built_on} {numbers}" if self.component.built_on and numbers else None


def _builds(one: SdkEntry) -> Sequence[Build]:
    """The packages that readers look for first, then by kind; of each the newest version first."""
    components, shipped = one.records.components, _packages(one.knowledge, one.id)
    first = [one.records.names.ids_by_name["components"][name] for name in _platform(one).first_packages]

    def place(key: str) -> tuple[int, int]:
        return [*first, key].index(key), one.place("component_kind", components[key].kind)

    def build(found: Shipped) -> Build:
        ended = one.knowledge.lifecycle.ended_state("components", found.component)
        version = one.knowledge.lifecycle.version_of_build(found)
        is_over = version and version.over and not version.partial_ends and not ended
        return Build(found, components[found.component], ended, version.state if version and is_over else None)

    return [build(found) for key in sorted(shipped, key=place) for found in newest_version_first(shipped[key])]


Lines = tuple[str, ...]


class PackageLines(NamedTuple):
    """What to copy: packages with their versions, a line each."""

    python: tuple[tuple[Lines, Lines], ...]
    """Versions of Python that have the same packages, with the newest version of each as a line of requirements."""
    others: Lines
    """The others, with their versions: whether they come by apt, dnf or else is not on record."""


def _package_lists(one: SdkEntry) -> Mapping[str, Any]:
    """What to copy, each with the accelerators that have just that in the release; none where no series is named."""
    builds = [build for build in _builds(one) if build.version]
    series = {found for build in builds for found in build.shipped.row.series}
    carried = group_pairs((found.accelerator, found.series) for found in one.records.instances.values())
    of_chips = {chip: set(found) & series for chip, found in carried.items()}
    lists = group_pairs((_lines(builds, found), chip) for chip, found in of_chips.items() if found)
    return {"lists": lists or ({_lines(builds, set()): []} if builds else {})}


def _lines(builds: Iterable[Build], series: set[str]) -> PackageLines:
    """The Python packages and the others of some instance series; builds that name no series are for all."""
    here = [build for build in builds if not build.shipped.row.series or series & {*build.shipped.row.series}]
    versions = sorted({python for build in here for python in build.shipped.row.python}, key=version_order)
    of_python = ((_newest(build for build in here if one in build.shipped.row.python), one) for one in versions)
    python = tuple((tuple(same), lines) for lines, same in group_pairs(of_python).items())
    return PackageLines(python, _newest(build for build in here if not build.shipped.row.python))


def _newest(builds: Iterable[Build]) -> Lines:
    """The newest version of each package, as a line.

    Of a dependency with several versions nobody says which goes with the others: it is left out.
    """
    by_package = group_by(builds, lambda build: build.shipped.row.package).values()
    return tuple(same[0].line for same in by_package if same[0].component.kind != "dependency" or len(same) == 1)


class Change(NamedTuple):
    change: str
    component: str
    now: Sequence[str]
    before: Sequence[str]


def _list_before(one: SdkEntry) -> str | None:
    """The release with whose packages those of a release are compared; None where one of both is not known."""
    return one.knowledge.packages.before(one.id, whole=True) if one.record.packages else None


def _changes(one: SdkEntry) -> Sequence[Change]:
    """What was added, what is gone, what has other versions. A partial list does not show that a package is gone."""
    before, partial_list = _list_before(one), one.record.partial
    if before is None:
        return []
    now, then = (_packages(one.knowledge, sdk) for sdk in (one.id, before))
    versions = {key: (_versions(now.get(key, ())), _versions(then.get(key, ()))) for key in (*now, *then)}
    return [
        *(Change("added", key, new, old) for key, (new, old) in versions.items() if not old),
        *(Change("gone", key, new, old) for key, (new, old) in versions.items() if not new and not partial_list),
        *(
            Change("other versions", key, *both)
            for key, both in versions.items()
            if all(both) and {*both[0]} != {*both[1]}
        ),
    ]


def _tags(one: SdkEntry) -> Sequence[BuiltVersion]:
    return [
        BuiltVersion(key, tag)
        for key, component in one.records.components.items()
        for tag in component.tags
        if any(words and one.knowledge.sdk_named(words) == one.id for words in (tag.sdk, *tag.sdks))
    ]


def _lede(one: SdkEntry) -> str:
    count, rows = len(_packages(one.knowledge, one.id)), len(one.record.packages)
    several = f" in {rows} rows" if rows > count else ""
    packages = f" with {plural(count, 'package')}{several}" if count else "; its package list is not recorded here"
    watch, updates = _platform(one).watch, _platform(one).updates
    looked = f"; last looked for on {watch.read}" if watch else ""
    newest = one.knowledge.packages.releases_on(one.record.platform)[-1]
    # What its maker says of fixes stands among the facts below, with its source.
    unknown = "" if updates else "; whether this one is still supported is not recorded"
    older = f"The newest known here is {version_of(newest)}{unknown}."
    place = f"The newest release known here{looked}." if newest == one.id else older
    released = f"Released on {one.record.date}" if one.record.date else "Released on a day that is not published"
    return f"{released}{packages}. {place}"


def _names(one: SdkEntry) -> Sequence[str]:
    version, platform = version_of(one.id), _platform(one)
    called = ("SDK", platform.short_name, platform.name, *names_of(platform))
    return [f"{name} {number}" for name in called for number in (version, version.removesuffix(".0"))]


def _main_packages(one: SdkEntry) -> Phrase:
    """The packages whose versions readers compare, with those of the release; other products of their names first."""
    ids, listed = one.records.names.ids_by_name["components"], _packages(one.knowledge, one.id)
    absent = "not recorded" if one.record.partial else "none"
    names = _platform(one).main_packages if listed else ()
    others = (other for name in names for other in one.knowledge.packages.others_named_like(ids[name]))
    namesakes = unique(other.component for other in others)
    versions = {one.records.components[key].name: _versions(listed[key]) for key in namesakes if key in listed}
    versions |= {name: _versions(listed.get(ids[name], ())) for name in names}
    return joined((phrase(name, " ", joined(map(Code, found)) or absent) for name, found in versions.items()), " · ")


def _ended(one: SdkEntry) -> Sequence[RecordLink]:
    """What software ended or was removed with the release, with its version."""
    notices = one.knowledge.lifecycle.notices.of("sdks", one.id)
    components = one.records.components
    over = {
        (step.component, step.notice.version): None
        for step in notices
        if step.state in ENDED_STATES and components[step.component].kind not in BREAKS_NOTHING
    }
    titles = ((key, " ".join(filter(None, (components[key].name, version)))) for key, version in over)
    return [RecordLink("components", key, title, says_end=False) for key, title in titles]


@once
def _platforms(knowledge: Knowledge) -> Sequence[str]:
    """That of the newest release with a date first; those whose releases have none last."""

    def newest(platform_id: str) -> datetime.date:
        days = (knowledge.records.sdks[sdk].date for sdk in knowledge.packages.releases_on(platform_id))
        return max(filter(None, days), default=datetime.date.min)

    return sorted(knowledge.records.platforms, key=newest, reverse=True)


def _order(one: SdkEntry) -> tuple[bool, int, int]:
    """Those whose packages are recorded first, the newest first.

    Those without a day come by their place among the releases of their SDK, at the end.
    """
    releases = one.knowledge.packages.releases_on(one.record.platform)
    day = -one.record.date.toordinal() if one.record.date else 0
    return not one.record.packages, day, -releases.index(one.id)


def _newest_and_feeds(knowledge: Knowledge, _: Sequence[SdkEntry]) -> Phrase:
    platforms = _platforms(knowledge)
    newest = [RecordLink("sdks", sdk) for key in platforms for sdk in knowledge.packages.releases_on(key)[-1:]]
    names = ((key, knowledge.records.platforms[key].short_name) for key in platforms)
    feeds = [PageLink(name, f"{section('sdks')}{key}/feed.xml") for key, name in names]
    return phrase("The newest known of each SDK: ", joined(newest), ". Feed of ", joined(feeds), ".")


COMPONENT: Column[Any] = Column("component", "The package.", label="Package", kind="components")

PAGES = RecordPages[SdkEntry](
    "sdks",
    order=_order,
    lede=_lede,
    names=_names,
    columns=(
        own(SdkRelease, "date", label="Released", absent="not published"),
        fact("ended", _ended, label="Ended or removed with it", absent="none on record"),
        fact("main_packages", _main_packages, absent="not recorded"),
        fact("release_before", lambda one: one.knowledge.packages.before(one.id), kind="sdks"),
        fact("release_after", lambda one: one.knowledge.packages.after(one.id), kind="sdks"),
        fact("compared_with", _list_before, kind="sdks"),
        own(SdkRelease, "manifest", label="Packages listed in"),
        own(SdkRelease, "partial", label="Part of the list only"),
        own(SdkRelease, "platform", label="SDK"),
        fact("updates", lambda one: _platform(one).updates, label="Fixes"),
    ),
    listed="date main_packages ended",
    facts="updates main_packages release_before release_after compared_with manifest partial",
    facets="platform",
    sections=(
        Section("To copy", anchor="copy", template="parts/package_lists.html", context=_package_lists),
        Section(
            "Packages",
            _builds,
            (
                Column("package", "As the list of the release spells it."),
                fact("version", absent="none given"),
                fact("built_for", beside="version"),
                column_of(Component, "kind", "component."),
                column_of(PackageVersion, "series", "shipped.row.", label="Instance series"),
                column_of(PackageVersion, "note", "shipped.row.", beside="series"),
                column_of(PackageVersion, "citation", "shipped.row.", beside="series"),
                column_of(PackageVersion, "python", "shipped.row.", absent="none named"),
            ),
            whole="api/v1/package-versions.csv",
            is_open=True,
            note="A row for each version of a package, and for hardware that a list names apart.",
        ),
        Section(
            "What changed",
            _changes,
            (COMPONENT, fact("change"), fact("now"), fact("before")),
            anchor="changes",
            whole="api/v1/package-versions.csv",
            is_open=True,
        ),
    ),
    last_sections=(Section("Releases built for it", _tags, (COMPONENT, *TAGS), anchor="tags"),),
    searched={"packages": "package version"},
    folds=True,
    former_anchors={"notices": "lifecycle"},
    counts=_newest_and_feeds,
    caption="Releases whose packages are recorded stand first, then the others; of both the newest first. Several "
    "versions of one package are for different frameworks or hardware.",
)
