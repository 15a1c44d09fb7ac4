"""SDK releases: which package versions go together, and what changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from macros.addresses import section
from macros.columns.column import Column
from macros.columns.phrase import Code, PageLink, Phrase, RecordLink, Sdk, joined, phrase
from macros.facts import Knowledge
from macros.facts.grouping import group_pairs, unique
from macros.facts.packages import Shipped, by_component, newest_version_first, version_of, version_order
from macros.pages.components import TAGS, BuiltVersion
from macros.pages.page_head import names_of
from macros.pages.records import RecordPages
from macros.pages.section import Section, TemplateSection
from macros.schema.components import Platform, SdkRelease
from macros.words import plural

NO_VERSION = "na"
"""What lists print for packages without a version of their own."""


@dataclass(frozen=True)
class SdkLine:
    """An SDK release with its packages."""

    id: str
    name: str
    """Platform and version."""
    record: SdkRelease
    platform: Platform
    place: tuple[int, int]
    """In the list: by platform, the newest first."""
    packages: Mapping[str, Sequence[Shipped]]
    """By component."""
    versions: Mapping[str, Sequence[str]]
    """Of the main packages, by their names."""
    main: Sequence[tuple[Sequence[str], Sequence[Build]]]
    """The builds for the head, by the instance series they are for."""
    previous: str | None
    following: str | None
    compared: Phrase | None
    """With the release before whose packages are known."""

    @property
    def patch(self) -> str | None:
        """The release that follows, where only the last number differs."""
        same = self.following and self.following.rpartition(".")[0] == self.id.rpartition(".")[0]
        return self.following if same else None

    @property
    def listed(self) -> str | int | None:
        """How many packages it has."""
        count = len(self.packages)
        return f"{count} (part of the list)" if self.record.partial else count or None


@dataclass(frozen=True)
class Build:
    """A version of a package in a release."""

    shipped: Shipped
    kind: str
    name: str
    """Of its package."""
    built_for: str | None
    """The framework version it is built for, read off its own version."""

    @property
    def package(self) -> RecordLink:
        """Its component, under the name that the list has."""
        return RecordLink("components", self.shipped.component, self.shipped.row.package)

    @property
    def version(self) -> Phrase:
        """As the list has it."""
        words = self.shipped.row.version
        return phrase(f"no version given (“{words}”)") if words.lower() == NO_VERSION else phrase(Code(words))

    @property
    def words(self) -> Phrase:
        """Its version, and what that is built for."""
        return phrase(self.shipped.row.version, f" (for {self.built_for})" if self.built_for else None)


@dataclass(frozen=True)
class Change:
    """A package that is another one than in the release before."""

    component: str
    now: Sequence[str]
    before: Sequence[str]

    @property
    def change(self) -> str:
        """What happened to it."""
        return "other versions" if self.now and self.before else "added" if self.now else "gone"


def line(knowledge: Knowledge, record: str) -> SdkLine:
    """What is known of an SDK release."""
    packages, sdk = knowledge.packages, knowledge.records.sdks[record]
    platform = knowledge.records.platforms[sdk.platform]
    ids = knowledge.records.names.ids_by_name["components"]
    shipped = by_component(packages.of_release(record))
    place = list(knowledge.records.platforms).index(sdk.platform), -packages.releases_on(sdk.platform).index(record)
    return SdkLine(
        id=record,
        name=knowledge.sdk_name(record),
        record=sdk,
        platform=platform,
        place=place,
        packages=shipped,
        versions={name: _versions(shipped.get(ids[name], ())) for name in platform.main_packages},
        main=_by_hardware(_builds(knowledge, record), [ids[name] for name in platform.first_packages]),
        previous=packages.before(record),
        following=packages.after(record),
        compared=_comparison(knowledge, record),
    )


def _versions(shipped: Iterable[Shipped]) -> Sequence[str]:
    return unique(build.row.version for build in newest_version_first(shipped))


def _builds(knowledge: Knowledge, record: str) -> Sequence[Build]:
    """By kind of package, the newest version of each first."""
    kinds = list(knowledge.records.vocabularies["component_kind"].values)
    shipped = by_component(knowledge.packages.of_release(record))
    ordered = sorted(shipped, key=lambda key: kinds.index(knowledge.records.components[key].kind))
    return [_build(knowledge, build) for key in ordered for build in newest_version_first(shipped[key])]


def _build(knowledge: Knowledge, shipped: Shipped) -> Build:
    component = knowledge.records.components[shipped.component]
    numbers = version_order(shipped.row.version)[:2]
    built_for = f"{component.built_on} {'.'.join(map(str, numbers))}" if component.built_on and numbers else None
    return Build(shipped, component.kind, component.package or shipped.component, built_for)


def _by_hardware(builds: Sequence[Build], first: Sequence[str]) -> Sequence[tuple[Sequence[str], Sequence[Build]]]:
    """The builds of the first packages by instance series; series that have the same builds stand together."""
    own = [build for component in first for build in builds if build.shipped.component == component]
    series = unique(one for build in own for one in build.shipped.row.series)
    of_series = {one: [build for build in own if one in build.shipped.row.series] for one in series}
    groups = group_pairs((tuple(map(id, found)), one) for one, found in of_series.items())
    named = [(sorted(together), of_series[together[0]]) for together in groups.values()]
    unnamed = [build for build in own if not build.shipped.row.series]
    return [*named, ((), unnamed)] if unnamed else named


def _changes(knowledge: Knowledge, record: str) -> Sequence[Change]:
    """What was added, what is gone, what has other versions. A partial list does not show that a package is gone."""
    sdk = knowledge.records.sdks[record]
    before = knowledge.packages.before(record, whole=True) if sdk.packages else None
    if before is None:
        return []
    now, then = (by_component(knowledge.packages.of_release(one)) for one in (record, before))
    every = [Change(key, _versions(now.get(key, ())), _versions(then.get(key, ()))) for key in unique((*now, *then))]
    changed = [one for one in every if set(one.now) != set(one.before) and (one.now or not sdk.partial)]
    return sorted(changed, key=lambda one: ("added", "gone", "other versions").index(one.change))


def _comparison(knowledge: Knowledge, record: str) -> Phrase | None:
    sdk, changes = knowledge.records.sdks[record], [one.change for one in _changes(knowledge, record)]
    before = knowledge.packages.before(record, whole=True) if sdk.packages else None
    if before is None:
        return None
    gone = "what is gone is not known" if sdk.partial else f"{changes.count('gone')} gone"
    others = f"{changes.count('other versions')} with other versions"
    return phrase(Sdk(before), f": {plural(changes.count('added'), 'package')} added, {gone}, {others}")


def _copied(knowledge: Knowledge, record: str) -> Mapping[str, Any] | None:
    """The packages as lines of a requirements file, by the instance series that share a list."""
    builds = [one for one in _builds(knowledge, record) if one.shipped.row.version.lower() != NO_VERSION]
    by_series = group_pairs((series, _requirement(one)) for one in builds for series in one.shipped.row.series or ("",))
    alike = group_pairs((tuple(lines), series) for series, lines in by_series.items())
    return {"lists": sorted((", ".join(sorted(series)), lines) for lines, series in alike.items())} if alike else None


def _requirement(build: Build) -> str:
    return f"{build.shipped.row.package}=={build.shipped.row.version}"


def _tags(knowledge: Knowledge, record: str) -> Sequence[BuiltVersion]:
    return [
        BuiltVersion(key, tag)
        for key, component in knowledge.records.components.items()
        for tag in component.tags
        if tag.sdk and knowledge.sdk_named(tag.sdk) == record
    ]


def _lede(one: SdkLine) -> Phrase:
    count = plural(len(one.packages), "package")
    part = " in the part of its package list that is known here" if one.record.partial else ""
    packages = f" with {count}{part}." if one.packages else ". Its package list is not recorded here."
    read = one.platform.watch.read if one.platform.watch else None
    newest = phrase(" The newest release known here", phrase("; last looked for on ", read) if read else None, ".")
    return phrase(
        "Released on ",
        one.record.date,
        packages,
        *(_for_hardware(*group) for group in one.main),
        None if one.following else newest,
        phrase(" Followed by the patch release ", Sdk(one.patch), ".") if one.patch else None,
    )


def _for_hardware(series: Sequence[str], builds: Sequence[Build]) -> Phrase:
    by_package = group_pairs((RecordLink("components", one.shipped.component, one.name), one.words) for one in builds)
    packages = joined((phrase(link, " ", joined(versions)) for link, versions in by_package.items()), "; ")
    return phrase(f" For {', '.join(series) or 'hardware that is not named'}: ", packages, ".")


def _names(one: SdkLine) -> Sequence[str]:
    version = version_of(one.id)
    versions = (version, version.removesuffix(".0"))
    called = ("SDK", one.platform.short_name, one.platform.name, *names_of(one.platform.other_names))
    return [one.name, one.id, *(f"{name} {number}" for name in called for number in versions)]


def _main_packages(knowledge: Knowledge) -> Sequence[Column[SdkLine]]:
    return [
        Column(name, f"Versions of {name}.", partial(_main, name), label=name, absent="–")
        for name in unique(name for one in knowledge.records.platforms.values() for name in one.main_packages)
    ]


def _main(name: str, one: SdkLine) -> Sequence[str] | None:
    return one.versions.get(name) or (["none"] if one.packages and name in one.versions else None)


def _counts(knowledge: Knowledge, lines: Sequence[SdkLine]) -> Phrase:
    whole = sum(1 for one in lines if one.packages and not one.record.partial)
    feeds = [
        PageLink(one.short_name, f"{section('sdks')}{key}/feed.xml") for key, one in knowledge.records.platforms.items()
    ]
    return phrase(f"The whole list of packages is published for {whole}. Feed of ", joined(feeds), ".")


COMPONENT: Column[Any] = Column("component", "The package.", label="Package", kind="components")

PAGES = RecordPages[SdkLine](
    "sdks",
    line,
    order=lambda one: one.place,
    title=lambda one: one.name,
    lede=_lede,
    description=lambda one: (
        f"{one.name} of {one.record.date:%Y-%m-%d}: {plural(len(one.record.packages), 'package version')} listed, "
        "and what changed with it."
    ),
    names=_names,
    columns=(
        Column("date", "When it was released.", "record.date", label="Released"),
        Column("listed", "How many packages it has.", label="Packages", absent="not published"),
    ),
    more_columns=_main_packages,
    facts=(
        Column("previous", "The release before.", label="Release before", kind="sdks", absent=""),
        Column("following", "The release after.", label="Release after", kind="sdks", absent=""),
        Column("compared", "With the release before whose packages are known.", label="Compared with", absent=""),
        Column("manifest", "Where its packages are listed.", "record.manifest", label="Packages listed in", absent=""),
        Column(
            "partial", "What of the list could be read.", "record.partial", label="Part of the list only", absent=""
        ),
    ),
    sections=(
        Section(
            "Packages",
            "packages",
            _builds,
            (
                Column("package", "As the list of the release spells it."),
                Column("version", "Its version."),
                Column("built_for", "As the first two numbers of the version say.", beside="version"),
                Column("kind", "What kind of package.", vocabulary="component_kind"),
                Column("series", "What it is listed for.", "shipped.row.series", label="Instance series"),
                Column("note", "A slip of the list.", "shipped.row.note", beside="series"),
                Column("citation", "Where it is stated, if not in the list.", "shipped.row.citation", beside="series"),
                Column("python", "Versions it is built for.", "shipped.row.python", absent="none named"),
            ),
            whole="api/v1/package-versions.csv",
        ),
        TemplateSection("All packages as text, to copy", "copy", "parts/copied_packages.html", _copied),
        Section(
            "What changed",
            "changes",
            _changes,
            (
                COMPONENT,
                Column("change", "What happened to it."),
                Column("now", "Its versions.", absent="–"),
                Column("before", "Its versions in the list before.", absent="–"),
            ),
            whole="api/v1/package-versions.csv",
        ),
    ),
    last_sections=(Section("Releases built for it", "tags", _tags, (COMPONENT, *TAGS)),),
    left_out=("packages",),
    folded_sections=("benchmarks", "images"),
    former_anchors={"notices": "lifecycle"},
    facets=(Column("platform", "The SDK.", "record.platform", kind="platforms", label="SDK"),),
    counts=_counts,
    caption="The newest first. Several versions of one package are for different frameworks or instance series.",
)
