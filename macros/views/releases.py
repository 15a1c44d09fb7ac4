"""A release's page: its image, where that is served, and what was tested with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge
from macros.knowledge.grouping import group_pairs, unique
from macros.schema.configurations import ConfigurationFile
from macros.schema.conflicts import Conflict
from macros.schema.frameworks import Framework, Image, Release
from macros.schema.limitations import Limitation
from macros.views import lifecycles
from macros.views.cited_sources import cited_sources, sources_of
from macros.views.configurations import ConfigurationListing, Coverage, coverage, listing
from macros.views.heads import PageHead
from macros.views.lifecycles import State
from macros.words import plural


def head(knowledge: Knowledge, record: str) -> PageHead:
    """The title, description and search names of its page."""
    release = knowledge.records.releases[record]
    framework = knowledge.records.frameworks[record.partition("/")[0]]
    tests = knowledge.configurations.of("releases", record)
    title = f"{release.name} ({framework.name})"
    tested = plural(len(tests), "tested configuration")
    description = f"{framework.name} with {release.name}: image, regions and {tested}."
    return PageHead(title, description, [release.name, record.partition("/")[2]])


@dataclass(frozen=True)
class Registry:
    """An account that serves the image, and in which regions."""

    account: str
    regions: Sequence[str]


@dataclass(frozen=True)
class ReleasePage:
    """The content of a release's page."""

    id: str
    release: Release
    framework_id: str
    framework: Framework
    state: State
    """Of the framework."""
    registries: Sequence[Registry]
    """The account that serves the most regions first."""
    image_name: str
    """What to pull, with `<account>` and `<region>` where each region has its own registry; empty without an image."""
    image_example: str
    """The same for the first region of the first registry; empty where all regions share one."""
    files: Sequence[ConfigurationFile]
    """The tested configurations as published, with the conditions that their tables state."""
    coverage: Coverage | None
    configurations: ConfigurationListing
    siblings: Sequence[tuple[str, Release]]
    """The framework's releases, newest first."""
    limitations: Sequence[tuple[str, Limitation]]
    conflicts: Sequence[tuple[str, Conflict]]
    sources: Sequence[str]


def page(knowledge: Knowledge, record: str) -> ReleasePage:
    """The page of one release."""
    records = knowledge.records
    release, framework = records.releases[record], record.partition("/")[0]
    tests = knowledge.configurations.of("releases", record)
    registries = _registries(release)
    first = registries[0] if registries and release.image and release.image.registry else None
    files = [records.configurations[key] for key in knowledge.configuration_files.of("releases", record)]
    return ReleasePage(
        id=record,
        release=release,
        framework_id=framework,
        framework=records.frameworks[framework],
        state=lifecycles.state_of(records.frameworks[framework]),
        registries=registries,
        image_name=_image_name(release.image, "<account>", "<region>"),
        image_example=_image_name(release.image, first.account, first.regions[0]) if first else "",
        files=files,
        coverage=coverage(tests),
        configurations=listing(knowledge, tests, "model", f"release={record}"),
        siblings=[(key, records.releases[key]) for key in knowledge.releases.of("frameworks", framework)],
        limitations=knowledge.limitations.of(("releases", record), ("frameworks", framework)),
        conflicts=knowledge.conflicts.of(("releases", record)),
        sources=unique((*cited_sources(release), *sources_of(files), *cited_sources(*files))),
    )


def _image_name(image: Image | None, account: str, region: str) -> str:
    if image is None:
        return ""
    registry = (image.registry or "").replace("{account}", account).replace("{region}", region)
    return f"{registry}/{image.repository}:{image.tag}".removeprefix("/")


def _registries(release: Release) -> Sequence[Registry]:
    regions = group_pairs((account, region) for region, account in sorted(release.regions.items()))
    registries = (Registry(account, members) for account, members in regions.items())
    return sorted(registries, key=lambda registry: (-len(registry.regions), registry.account))
