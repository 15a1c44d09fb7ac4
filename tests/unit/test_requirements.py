"""Locked requirements: one version of each package, from no registry that is named."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.project import PROJECT

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
