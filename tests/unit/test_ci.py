"""Every make target that CI, the README or a page names exists."""

from __future__ import annotations

import re

from tests.support.project import PROJECT

SCRIPTS = [PROJECT / ".ci" / "run", PROJECT / ".gitlab-ci.yml", *(PROJECT / ".github" / "workflows").glob("*.yml")]


def test_every_make_target_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (PROJECT / "Makefile").read_text("utf-8"), re.MULTILINE))
    called = "\n".join(file.read_text("utf-8") for file in SCRIPTS)
    in_scripts = set(re.findall(r"^[^#\n]*\bmake (?:--\S+ )*([a-z]+)", called, re.MULTILINE))
    pages = [(PROJECT / "README.md"), *(PROJECT / "docs").rglob("*.md")]
    in_prose = {found for page in pages for found in re.findall(r"`make ([a-z]+)", page.read_text("utf-8"))}
    assert {"build", "test", "check"} <= in_scripts
    assert in_scripts | in_prose <= targets
