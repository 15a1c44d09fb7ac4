"""What CI runs: every script is valid shell, and every make target that is named anywhere exists."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator

import pytest
import yaml

from tests.support.project import PROJECT

WORKFLOWS = sorted((PROJECT / ".github" / "workflows").glob("*.yml"))


def scripts() -> Iterator[tuple[str, str]]:
    """Each shell script with its name."""
    yield ".ci/run", (PROJECT / ".ci" / "run").read_text("utf-8")
    for file in WORKFLOWS:
        for job in yaml.safe_load(file.read_text("utf-8"))["jobs"].values():
            yield from ((f"{file.name}: {step['name']}", step["run"]) for step in job["steps"] if "run" in step)
    for name, job in yaml.safe_load((PROJECT / ".gitlab-ci.yml").read_text("utf-8")).items():
        if "script" in job:
            yield f".gitlab-ci.yml: {name}", "\n".join(job["script"])


SCRIPTS = dict(scripts())


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_is_valid_shell(name: str) -> None:
    subprocess.run(["bash", "-n"], input=SCRIPTS[name], text=True, check=True)


def test_every_make_target_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (PROJECT / "Makefile").read_text("utf-8"), re.MULTILINE))
    in_scripts = {found for script in SCRIPTS.values() for found in re.findall(r"\bmake (?:--\S+ )*([a-z]+)", script)}
    pages = [(PROJECT / "README.md"), *(PROJECT / "docs").rglob("*.md")]
    in_prose = {found for page in pages for found in re.findall(r"`make ([a-z]+)", page.read_text("utf-8"))}
    assert {"build", "test", "check"} <= in_scripts
    assert in_scripts | in_prose <= targets
