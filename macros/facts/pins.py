"""What pins name: packages with their versions, releases of an SDK, images; and what else fits them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from macros.facts.grouping import group_pairs
from macros.facts.images import CONTAINER, PublishedImage
from macros.facts.knowledge import Knowledge, once
from macros.facts.packages import begins, version_of
from macros.words import normal

PACKAGE = re.compile(
    r"(?<![\w.-])(?P<name>[a-z][\w-]*)(?:==| )(?P<version>\d+(?:\.\w+)+(?:\+[\w.]+)?)(?![\w-]|\.[\w*])"
)
"""A package and its version, as sources write them in running text."""
PACKAGE_INSTALLER = re.compile(r"\bpip3? ")
"""What marks a command that takes packages in the form of requirements: name==version."""


def names_image(pin: str, image: PublishedImage) -> bool:
    """Whether a pin names an image: by its tag, or by its address."""
    if not image.name or not re.search(rf"{re.escape(image.name)}(?![\w.-])", pin):
        return False
    repository = image.header.repository or ""
    return f":{image.name}" not in pin or f"{repository}:{image.name}" in pin


@dataclass(frozen=True)
class Pins:
    """What to install of a framework, as published, and the releases and images that have just that."""

    knowledge: Knowledge
    framework: str
    texts: Sequence[str]
    last_sdk: str | None
    """The last SDK release that supports the framework, as published."""

    @cached_property
    def packages(self) -> Mapping[str, Sequence[str]]:
        """The versions that are named, by package."""
        found = (match for text in self.texts for match in PACKAGE.finditer(text))
        return group_pairs((normal(one["name"]), one["version"]) for one in found if one["name"] != "image")

    @cached_property
    def sdks(self) -> Sequence[str]:
        """The releases of the framework's SDK that are named, by "SDK" or the name of the platform."""
        if not self._releases:
            return ()
        records = self.knowledge.records
        platform = records.platforms[records.sdks[self._releases[0]].platform]
        names = ("SDK", platform.short_name, platform.name)
        release = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))}) (\d+(?:\.\d+)+)")
        versions = [match[1] for text in self.texts for match in release.finditer(text)]
        named = {*versions, *(f"{version}.0" for version in versions)}
        return [sdk for sdk in self._releases if version_of(sdk) in named]

    @property
    def sdk(self) -> str | None:
        """The SDK release with the pinned versions: the last with support, else a named one, else the newest such."""
        likely = [sdk for sdk in (self._last, *self.sdks) if sdk]
        having = (sdk for sdk in (*likely, *reversed(self._releases)) if self.has(sdk))
        return next(having, None) or next(iter(self.sdks), self._last)

    def has(self, sdk: str) -> bool:
        """Whether an SDK release has the pinned versions of the packages that it is known to have."""
        return bool(self._agrees(self._shipped(sdk)))

    def fit(self, image: PublishedImage) -> bool:
        if not self.texts:
            return True
        if image.release:
            return self.knowledge.records.releases[image.release].pin in self.texts
        if any(names_image(text, image) for text in self.texts):
            return True
        if image.kind == CONTAINER and self._names_images:
            return False
        if image.built_on and image.row.version and not self._has_base(image.built_on, image.row.version):
            return False
        agrees = self._agrees({**self._shipped(image.sdk_id), **_versions(image.row.libraries)})
        return image.sdk_id in (self.sdks or (self._last,)) if agrees is None else agrees

    def _has_base(self, software: str, version: str) -> bool:
        """Whether a version of the software that an image is built on is that which is pinned, if any is."""
        base = re.compile(rf"\b{re.escape(software)} (\d+(?:\.\d+)*)")
        pinned = [match[1] for text in self.texts for match in base.finditer(text)]
        return not pinned or any(begins(version, one) for one in pinned)

    @cached_property
    def _names_images(self) -> bool:
        """Whether they name a container by its tag."""
        images = self.knowledge.images.of("frameworks", self.framework)
        return any(names_image(text, image) for image in images for text in self.texts)

    @cached_property
    def _last(self) -> str | None:
        return self.knowledge.sdk_named(self.last_sdk) if self.last_sdk else None

    @cached_property
    def _releases(self) -> Sequence[str]:
        """The releases of the framework's SDK, oldest first."""
        records = self.knowledge.records
        platform = records.sdks[self._last].platform if self._last else records.frameworks[self.framework].platform
        return self.knowledge.packages.releases_on(platform) if platform else ()

    def _shipped(self, sdk_id: str | None) -> Mapping[str, Sequence[str]]:
        return _versions_in(self.knowledge, sdk_id) if sdk_id else {}

    def _agrees(self, versions: Mapping[str, Sequence[str]]) -> bool | None:
        """Whether each pinned package of which versions are known has one that is pinned; None where none is known."""
        known = [
            any(begins(pin, version) for pin in pinned for version in versions[name])
            for name, pinned in self.packages.items()
            if name in versions
        ]
        return all(known) if known else None


@once
def _versions_in(knowledge: Knowledge, sdk_id: str) -> Mapping[str, Sequence[str]]:
    return group_pairs((normal(one.row.package), one.row.version) for one in knowledge.packages.of_release(sdk_id))


def _versions(libraries: Sequence[str]) -> Mapping[str, Sequence[str]]:
    found = (PACKAGE.fullmatch(library) for library in libraries)
    return group_pairs((normal(one["name"]), one["version"]) for one in found if one)


NO_PACKAGE = r"(?<!^)(?<!cd )(?<!activate )(?<!-n )(?<!--name )"
"""Not where a line begins with a program, nor after these words, which a folder, an environment or a container
follows."""
NIGHTLY = "nightly"
"""In the address of an index that has no releases."""


def _agree(one: str, other: str) -> bool:
    """Whether one of two versions is the other, or a beginning of it."""
    return begins(one, other) or begins(other, one)


def pinned_command(command: str, versions: Mapping[str, str]) -> str | None:
    """A command with the versions of its packages; None where it would install another version, or may.

    That is so where it names another version, or a package at a place that takes none, where it installs packages, but
    none with a version, and where it takes them from an index of nightly builds.
    """
    text = command
    for name, version in versions.items():
        spelled = rf"(?<![\w./+-]){NO_PACKAGE}({normal(name).replace('-', '[-_.]')}(?:\[[^\]]*\])?)"
        if any(not _agree(one[2], version) for one in re.finditer(rf"{spelled}==(\d[\w.]*\w)", command, re.MULTILINE)):
            return None
        text = re.sub(rf"{spelled}(?![\w./\[=<>~!-])", rf"\1=={version}", text, flags=re.MULTILINE)
    installs = PACKAGE_INSTALLER.search(command) or any(normal(name) in normal(command) for name in versions)
    is_pinned = "==" in command or (text != command and NIGHTLY not in command)
    return text if is_pinned or not (versions and installs) else None
