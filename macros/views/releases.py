"""A release's page: its image, where that is served, and what was tested with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from macros.knowledge import Knowledge, framework_lifecycle
from macros.knowledge.framework_lifecycle import FrameworkState
from macros.knowledge.grouping import group_pairs, unique
from macros.knowledge.images import address_of_release
from macros.pages.page_head import PageHead, PageIssues, cited_sources, sources_of
from macros.schema.configurations import ConfigurationFile
from macros.schema.frameworks import Framework, Release
from macros.views.configurations import ConfigurationListing, listing
from macros.words import plural


def head(knowledge: Knowledge, record: str) -> PageHead:
    release = knowledge.records.releases[record]
    framework = knowledge.records.frameworks[record.partition("/")[0]]
    tests = knowledge.configurations.of("releases", record)
    title = f"{release.name} ({framework.name})"
    tested = plural(len(tests), "tested configuration")
    description = f"{framework.name} with {release.name}: image, regions and {tested}."
    return PageHead(title, description, [release.name, record.partition("/")[2]])


@dataclass(frozen=True)
class ReleasePage:
    id: str
    release: Release
    framework_id: str
    framework: Framework
    state: FrameworkState
    """Of the framework."""
    registries: Sequence[tuple[str, Sequence[str]]]
    """Accounts that serve the image and their regions, the account with the most regions first."""
    image_name: str
    """What to pull, with `<account>` and `<region>` where each region has its own registry; empty without an image."""
    image_example: str
    """The same for the first region of the first registry; empty where all regions share one."""
    files: Sequence[ConfigurationFile]
    """The tested configurations as published, with the conditions that their tables state."""
    configurations: ConfigurationListing
    siblings: Sequence[str]
    """The framework's releases, newest first."""
    issues: PageIssues
    sources: Sequence[str]


def page(knowledge: Knowledge, record: str) -> ReleasePage:
    records = knowledge.records
    release, framework = records.releases[record], record.partition("/")[0]
    tests = knowledge.configurations.of("releases", record)
    registries = _registries(release)
    example = ""
    if registries and release.image and release.image.registry:
        account, regions = registries[0]
        example = address_of_release(release.image, account, regions[0])
    files = [records.configurations[key] for key in knowledge.configuration_files.of("releases", record)]
    return ReleasePage(
        id=record,
        release=release,
        framework_id=framework,
        framework=records.frameworks[framework],
        state=framework_lifecycle.state_of(records.frameworks[framework]),
        registries=registries,
        image_name=address_of_release(release.image) if release.image else "",
        image_example=example,
        files=files,
        configurations=listing(knowledge, tests, "model", f"release={record}"),
        siblings=knowledge.releases.of("frameworks", framework),
        issues=PageIssues(
            limitations=knowledge.limitations.of(("releases", record), ("frameworks", framework)),
            conflicts=knowledge.conflicts.of(("releases", record)),
        ),
        sources=unique((*cited_sources(release), *sources_of(files), *cited_sources(*files))),
    )


def _registries(release: Release) -> Sequence[tuple[str, Sequence[str]]]:
    regions = group_pairs((account, region) for region, account in sorted(release.regions.items()))
    return sorted(regions.items(), key=lambda registry: (-len(registry[1]), registry[0]))
