"""Build the site with the newest dependencies and with other site builders, each in a copy with its own packages.

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

from macros.addresses import read_list
from upkeep.browser_proof import problems
from upkeep.github import preformatted

LAST_LINES = 40
NOT_COPIED = {".venv", ".bench", "site", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis"}
"""Folders at the root of the project."""
UNSET = ("SITE_URL", "REPO_URL", "ATLAS_SITE", "ATLAS_THEME", "VIRTUAL_ENV")

BUILDERS = re.compile(r"(mkdocs|mkdocs-\w+|properdocs|zensical|jinja2|markdown|pymdown-extensions)==", re.IGNORECASE)
"""Lines of `pip freeze` that a report names."""


@dataclass(frozen=True)
class Trial:
    """A way to build the site."""

    packages: Sequence[str]
    """What pip installs."""
    modules: Sequence[Sequence[str]]
    """The modules to run until one fails, with their arguments."""
    site: str = "site"
    """Where the built site then is."""
    beside: str = ""
    """A folder of files to lay beside its pages, where the builder does not make them."""
    theme: str = ""
    """A theme in place of that of mkdocs.yml."""


PRERENDERED = ("macros", "prerender", "plain")
TRIALS: Mapping[str, Trial] = {
    "Newest dependencies": Trial(
        ("-r", "requirements/dev.in"),
        (("mkdocs", "build", "--strict"), ("pytest", "-q", "tests/unit", "tests/exports", "tests/site")),
    ),
    "ProperDocs": Trial(("-r", "requirements/runtime.in", "properdocs"), (("properdocs", "build", "--strict"),)),
    "ProperDocs with MaterialX": Trial(
        ("-r", "requirements/runtime.in", "properdocs", "mkdocs-materialx"),
        (("properdocs", "build", "--strict"),),
        theme="materialx",
    ),
    "Zensical, prerendered": Trial(
        ("-r", "requirements/runtime.in", "zensical"),
        (PRERENDERED, ("zensical", "build", "--config-file", "plain/mkdocs.yml")),
        "plain/site",
        "plain/beside",
    ),
    "MkDocs with its own theme, prerendered": Trial(
        ("-r", "requirements/runtime.in"),
        (PRERENDERED, ("mkdocs", "build", "--config-file", "plain/mkdocs.yml")),
        "plain/site",
        "plain/beside",
        theme="mkdocs",
    ),
}
"""By name."""


def report(project: Path) -> str:
    """The result of every trial in Markdown; empty if all built the whole site and it works."""
    results = [attempt(name, trial, project) for name, trial in TRIALS.items()]
    return "" if all(works for works, _ in results) else "\n".join(text for _, text in results)


def attempt(name: str, trial: Trial, project: Path) -> tuple[bool, str]:
    """Whether a trial builds every published page and a browser can use them, and its part of the report."""
    with tempfile.TemporaryDirectory(prefix="canary-") as folder:
        copy, environment = Path(folder, "project"), Path(folder, "packages")
        shutil.copytree(
            project,
            copy,
            symlinks=True,
            ignore=lambda at, names: NOT_COPIED & {*names} if at == str(project) else set(),
        )
        python = str(environment / "bin" / "python")
        install = [
            [sys.executable, "-m", "venv", str(environment)],
            [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *trial.packages],
        ]
        failure = run([*install, *([python, "-m", *module] for module in trial.modules)], copy, trial.theme)
        site = copy / trial.site
        if trial.beside and not failure:
            shutil.copytree(copy / trial.beside, site, dirs_exist_ok=True)
        published = read_list(copy) or ()
        missing = [address for address in published if not (site / address.strip("/") / "index.html").is_file()]
        if not failure:
            failure = [*(f"no page at {address}" for address in missing[:LAST_LINES]), *problems(site)]
        failure = [line.replace(folder, "…") for line in failure]
        tried = versions(python)
    works = not failure
    head = f"### {name}: {'works' if works else 'does not work'}\n\n"
    counts = (
        f"Tried: {tried}. {len(published) - len(missing):,} of {len(published):,} published addresses have a page.\n"
    )
    return works, head + counts + (f"\n{preformatted(failure)}\n" if failure else "")


def versions(python: str) -> str:
    """The builders that an environment has, with their versions."""
    try:
        done = subprocess.run([python, "-m", "pip", "freeze"], capture_output=True, text=True, check=False)
    except OSError:
        return "nothing, for no environment was made"
    found = [line.replace("==", " ") for line in done.stdout.splitlines() if BUILDERS.match(line)]
    return ", ".join(found) or "nothing, for no builder was installed"


def run(commands: Sequence[Sequence[str]], folder: Path, theme: str = "") -> list[str]:
    """Run commands until one fails: that command and the last lines of its output; empty if none fails."""
    environment = {name: value for name, value in os.environ.items() if name not in UNSET}
    environment |= {"PYTHONPATH": str(folder), "NO_MKDOCS_2_WARNING": "1"}
    environment |= {"ATLAS_THEME": theme} if theme else {}
    for command in commands:
        done = subprocess.run(
            command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        if done.returncode:
            return [f"$ {' '.join(command)}", *done.stdout.decode(errors="replace").splitlines()[-LAST_LINES:]]
    return []
