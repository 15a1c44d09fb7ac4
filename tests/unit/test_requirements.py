"""Locked requirements: one version of each package, from no registry that is named; and accepted licences."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from email import message_from_string
from importlib.metadata import PackageMetadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from macros.outputs.licences import UnknownLicenceError, accepted, licence_of, parts, text, tools
from tests.support.places import PROJECT

REQUIREMENTS = PROJECT / "requirements"
LOCKED = re.compile(r"^([a-z0-9][a-z0-9._-]*)==([^\s;\\]+)", re.MULTILINE)
REGISTRY = re.compile(r"--(?:extra-)?index-url|--trusted-host|--find-links|PIP_INDEX|/simple\b|//registry\.")


def locked(name: str) -> Mapping[str, str]:
    return dict(LOCKED.findall((REQUIREMENTS / f"{name}.txt").read_text("utf-8")))


@pytest.mark.parametrize("name", ["runtime", "dev", "bench"])
def test_every_requirement_is_locked_within_its_bounds(name: str) -> None:
    asked = (REQUIREMENTS / f"{name}.in").read_text("utf-8")
    for requirement in map(Requirement, re.findall(r"^[A-Za-z].*", asked, re.MULTILINE)):
        version = locked(name)[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version, prereleases=True), requirement


@pytest.mark.parametrize("name", ["runtime", "bench"])
def test_all_locks_have_the_same_versions(name: str) -> None:
    tooling, other = locked("dev"), locked(name)
    both = tooling.keys() & other.keys()
    assert both
    assert {package: other[package] for package in both} == {package: tooling[package] for package in both}


def test_no_package_registry_is_configured() -> None:
    files = [*REQUIREMENTS.iterdir(), PROJECT / "Makefile", PROJECT / ".gitlab-ci.yml", *(PROJECT / ".ci").iterdir()]
    for file in [*files, *(PROJECT / ".github").rglob("*.yml")]:
        named = [line for line in file.read_text("utf-8").splitlines() if REGISTRY.search(line)]
        assert [line for line in named if "--no-emit-" not in line] == [], file


def acceptable(expression: str, licences: frozenset[str]) -> bool:
    """Whether an SPDX expression can be met by these licences: all that AND joins, one that OR joins."""
    return any(licences.issuperset(needed.split(" AND ")) for needed in expression.split(" OR "))


def test_every_requirement_and_everything_shipped_has_an_accepted_licence() -> None:
    assert [tool.name for tool in tools()] == sorted(locked("runtime"))
    assert [tool for tool in tools() if not acceptable(tool.licence, accepted().built_with)] == []
    assert [part.name for part in parts() if not acceptable(part.licence, accepted().shipped)] == []
    assert not {"MPL-2.0", "LGPL-3.0-only", "GPL-3.0-only"} & accepted().shipped


def test_licences_txt_names_every_part_its_owners_and_its_licence(made_up_exports: Mapping[str, bytes]) -> None:
    told = made_up_exports["licences.txt"].decode()
    for part in parts():
        assert part.copyright
        assert all(line in told for line in (part.name, part.address, *part.copyright, text(part.licence)))
    for tool in tools():
        assert re.search(rf"^{re.escape(tool.name)} +{re.escape(tool.version)} +\S", told, re.MULTILINE), tool


def described(*lines: str) -> PackageMetadata:
    """What the metadata of a package with these lines says."""
    message: PackageMetadata = message_from_string("\n".join(("Name: loom", *lines)))  # type: ignore[assignment]
    return message


@pytest.mark.parametrize(
    ("lines", "licence"),
    [
        (["License-Expression: MIT", "License: other"], "MIT"),
        (["License: MIT License"], "MIT"),
        (["License: UNKNOWN", "Classifier: License :: OSI Approved :: BSD License"], "BSD"),
        (["Classifier: Programming Language :: Python", "License: GPLv3"], "GPLv3"),
    ],
)
def test_a_licence_is_read_from_three_metadata_fields(lines: Sequence[str], licence: str) -> None:
    assert licence_of(described(*lines)) == licence


def test_a_package_without_a_licence_is_refused() -> None:
    with pytest.raises(UnknownLicenceError, match="loom names no licence"):
        licence_of(described("Classifier: Programming Language :: Python"))


def test_without_a_lock_file_no_tools_are_listed(tmp_path: Path) -> None:
    assert tools(tmp_path / "requirements.txt") == ()
