"""Build the site with the newest dependencies and with ProperDocs, each in a copy with its own packages, and test it.

This runs unreviewed versions of other people's code, so it may run only where nothing can be written.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from upkeep.github import preformatted

LAST_LINES = 40
NOT_COPIED = {".venv", ".bench", "site", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis"}
"""Folders at the root of the project."""
UNSET = ("SITE_URL", "REPO_URL", "VIRTUAL_ENV")

BUILDERS = re.compile(r"(mkdocs|mkdocs-\w+|properdocs|jinja2|markdown|pymdown-extensions)==", re.IGNORECASE)
"""Lines of `pip freeze` that a report names."""

TOOLS = ("tests/browser/test_explore.py", "tests/browser/test_search.py")


@dataclass(frozen=True)
class Trial:
    """A way to build and test the site."""

    packages: Sequence[str]
    """What pip installs besides the newest versions of ours."""
    modules: Sequence[Sequence[str]]
    """The modules to run until one fails, with their arguments."""


TRIALS: Mapping[str, Trial] = {
    "Newest dependencies": Trial(
        (), (("mkdocs", "build", "--strict"), ("pytest", "-q", "tests/unit", "tests/outputs", "tests/site", *TOOLS))
    ),
    "ProperDocs": Trial(
        ("properdocs",), (("properdocs", "build", "--strict"), ("pytest", "-q", "tests/site/test_links.py", *TOOLS))
    ),
}
"""By name."""


def report(project: Path) -> str:
    """The result of every trial in Markdown; empty if all built a site that passes the tests."""
    results = [attempt(name, trial, project) for name, trial in TRIALS.items()]
    return "" if all(works for works, _ in results) else "\n".join(text for _, text in results)


def attempt(name: str, trial: Trial, project: Path) -> tuple[bool, str]:
    """Whether a trial builds a site that passes the tests, and its part of the report."""
    with tempfile.TemporaryDirectory(prefix="canary-") as folder:
        copy, environment = Path(folder, "project"), Path(folder, "packages")
        shutil.copytree(
            project,
            copy,
            symlinks=True,
            ignore=lambda at, names: NOT_COPIED & {*names} if at == str(project) else set(),
        )
        python = str(environment / "bin" / "python")
        packages = ("-r", "requirements/dev.in", *trial.packages)
        install = [
            [sys.executable, "-m", "venv", str(environment)],
            [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages],
        ]
        failure = run([*install, *([python, "-m", *module] for module in trial.modules)], copy)
        tried = versions(python)
    text = f"### {name}: {'does not work' if failure else 'works'}\n\nTried: {tried}.\n"
    if failure:
        text += f"\n{preformatted(line.replace(folder, '…') for line in failure)}\n"
    return not failure, text


def versions(python: str) -> str:
    """The builders that an environment has, with their versions."""
    try:
        done = subprocess.run([python, "-m", "pip", "freeze"], capture_output=True, text=True, check=False)
    except OSError:
        return "nothing, for no environment was made"
    found = [line.replace("==", " ") for line in done.stdout.splitlines() if BUILDERS.match(line)]
    return ", ".join(found) or "nothing, for no builder was installed"


def run(commands: Sequence[Sequence[str]], folder: Path) -> list[str]:
    """Run commands until one fails: that command and the last lines of its output; empty if none fails."""
    environment = {name: value for name, value in os.environ.items() if name not in UNSET}
    environment |= {"PYTHONPATH": str(folder), "NO_MKDOCS_2_WARNING": "1", "ATLAS_SITE": "site"}
    for command in commands:
        done = subprocess.run(
            command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        if done.returncode:
            return [f"$ {' '.join(command)}", *done.stdout.decode(errors="replace").splitlines()[-LAST_LINES:]]
    return []
