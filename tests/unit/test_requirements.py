"""Locked requirements are from no registry that is named."""

from __future__ import annotations

import re

from tests.support.project import PROJECT

REQUIREMENTS = PROJECT / "requirements"
REGISTRY = re.compile(r"--(?:extra-)?index-url|--trusted-host|--find-links|PIP_INDEX|/simple\b|//registry\.")


def test_no_package_registry_is_configured() -> None:
    files = [*REQUIREMENTS.iterdir(), PROJECT / "Makefile", PROJECT / ".gitlab-ci.yml", *(PROJECT / ".ci").iterdir()]
    for file in [*files, *(PROJECT / ".github").rglob("*.yml")]:
        named = [line for line in file.read_text("utf-8").splitlines() if REGISTRY.search(line)]
        assert [line for line in named if "--no-emit-" not in line] == [], file
