"""Build the site with the newest dependencies and with other site builders, each in a copy with its own packages.

This runs unreviewed versions of other people's code, so it may run only where nothing can be written.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from macros.addresses import read_list
from upkeep.github import preformatted

LAST_LINES = 40
NOT_COPIED = {".venv", ".bench", "site", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis"}
"""Folders at the root of the project."""
UNSET = ("SITE_URL", "REPO_URL", "ATLAS_SITE", "VIRTUAL_ENV")

TRIALS = {
    "Newest dependencies": (
        ["-r", "requirements/dev.in"],
        [["mkdocs", "build", "--strict"], ["pytest", "-q", "tests/unit", "tests/exports", "tests/site"]],
    ),
    "ProperDocs": (["-r", "requirements/runtime.in", "properdocs"], [["properdocs", "build", "--strict"]]),
    "Zensical": (["-r", "requirements/runtime.in", "zensical"], [["zensical", "build", "--strict"]]),
}
"""By name: what pip installs, and the modules to run until one fails."""


def report(project: Path) -> str:
    """The result of every trial in Markdown; empty if all built the whole site."""
    results = [attempt(name, *trial, project) for name, trial in TRIALS.items()]
    return "" if all(works for works, _ in results) else "\n".join(text for _, text in results)


def attempt(name: str, packages: Sequence[str], modules: Sequence[Sequence[str]], project: Path) -> tuple[bool, str]:
    """Whether a trial builds every published page, and its part of the report."""
    with tempfile.TemporaryDirectory(prefix="canary-") as folder:
        copy, environment = Path(folder, "project"), Path(folder, "packages")
        shutil.copytree(
            project,
            copy,
            symlinks=True,
            ignore=lambda at, names: NOT_COPIED & {*names} if at == str(project) else set(),
        )
        python = str(environment / "bin" / "python")
        commands = [
            [sys.executable, "-m", "venv", str(environment)],
            [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages],
            *([python, "-m", *module] for module in modules),
        ]
        failure = [line.replace(folder, "…") for line in run(commands, copy)]
        published = read_list(copy) or ()
        pages = sum((copy / "site" / address.strip("/") / "index.html").is_file() for address in published)
    works = not failure and pages == len(published)
    head = f"### {name}: {'works' if works else 'does not work'}\n\n"
    count = f"{pages:,} of {len(published):,} published addresses have a page.\n"
    return works, head + count + (f"\n{preformatted(failure)}\n" if failure else "")


def run(commands: Sequence[Sequence[str]], folder: Path) -> list[str]:
    """Run commands until one fails: that command and the last lines of its output; empty if none fails."""
    environment = {name: value for name, value in os.environ.items() if name not in UNSET}
    environment |= {"PYTHONPATH": str(folder), "NO_MKDOCS_2_WARNING": "1"}
    for command in commands:
        done = subprocess.run(
            command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        if done.returncode:
            return [f"$ {' '.join(command)}", *done.stdout.decode(errors="replace").splitlines()[-LAST_LINES:]]
    return []
