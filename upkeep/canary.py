"""Build the site with the newest dependencies and with ProperDocs, each in a clone with its own packages, and test it.

This runs unreviewed versions of other people's code, so it may run only where nothing can be written.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from upkeep.github import preformatted

LAST_LINES = 40
UNSET = ("SITE_URL", "REPO_URL", "VIRTUAL_ENV")
BUILDERS = re.compile(r"(mkdocs|mkdocs-\w+|properdocs|jinja2|markdown|pymdown-extensions)==", re.IGNORECASE)
"""Lines of `pip freeze` that a report names."""

IN_A_BROWSER = "tests/browser/test_explore.py tests/browser/test_search.py"
TRIALS: Mapping[str, Sequence[str]] = {
    "Newest dependencies": (
        "pip install --quiet --disable-pip-version-check -r requirements/dev.in",
        "mkdocs build --strict",
        f"pytest -q tests/unit tests/outputs tests/site {IN_A_BROWSER}",
    ),
    "ProperDocs": (
        "pip install --quiet --disable-pip-version-check -r requirements/dev.in properdocs",
        "properdocs build --strict",
        f"pytest -q tests/site/test_rules.py {IN_A_BROWSER}",
    ),
}
"""By name: the modules to run, with their arguments, until one fails."""


def report(project: Path) -> str:
    """The result of every trial in Markdown; empty if all built a site that passes the tests."""
    results = [attempt(name, modules, project) for name, modules in TRIALS.items()]
    return "" if all(works for works, _ in results) else "\n".join(text for _, text in results)


def attempt(name: str, modules: Sequence[str], project: Path) -> tuple[bool, str]:
    """Whether a trial of the last commit builds a site that passes the tests, and its part of the report."""
    with tempfile.TemporaryDirectory(prefix="canary-") as folder:
        clone, packages = Path(folder, "project"), Path(folder, "packages")
        python = str(packages / "bin" / "python")
        clone.mkdir()
        commands = [
            ["git", "clone", "--quiet", str(project), "."],
            [sys.executable, "-m", "venv", str(packages)],
            *([python, "-m", *module.split()] for module in modules),
        ]
        failure = run(commands, clone)
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
