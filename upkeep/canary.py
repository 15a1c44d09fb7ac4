"""What becomes of the site with tomorrow's builders: each is tried in a copy of the project, with packages of its own.

The packages are the newest, not the locked ones, so this code of others runs where nothing may be written.
"""

from __future__ import annotations

import html
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from macros.published import read_list

LAST_LINES = 40
"""Of what a failed command printed."""
LONGEST = 3_600
"""Seconds for one command."""
LEFT_OUT = frozenset((".venv", "site", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis"))
"""What commands made in the project's root."""


@dataclass(frozen=True)
class Trial:
    """A way to build the site that is not today's."""

    name: str
    why: str
    packages: Sequence[str]
    """As pip is told."""
    commands: Sequence[Sequence[str]]
    """Modules of its own packages with their arguments, one after the other until one fails."""


TRIALS = (
    Trial(
        "The newest dependencies",
        "What `make lock` would bring.",
        ("-r", "requirements/dev.in"),
        (("mkdocs", "build", "--strict"), ("pytest", "-q", "tests/unit", "tests/site")),
    ),
    Trial(
        "ProperDocs",
        "A continuation of MkDocs 1 that keeps its plugins, hooks and themes.",
        ("-r", "requirements/runtime.in", "properdocs"),
        (("properdocs", "build", "--strict"),),
    ),
    Trial(
        "Zensical",
        "The builder by the authors of Material for MkDocs. It reads `mkdocs.yml` and has macros of its own; it runs no"
        " hooks, from which the generated pages and files come.",
        ("-r", "requirements/runtime.in", "zensical"),
        (("zensical", "build", "--strict"),),
    ),
)


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    said: str


Start = Callable[[Sequence[str], Path], Ended]
"""Runs a command in a folder and waits for its end."""


@dataclass(frozen=True)
class Outcome:
    """What came of a trial."""

    trial: Trial
    failed: str
    """The command that failed; empty where none did."""
    said: str
    """The last lines of what it printed."""
    pages: int
    """How many of the published addresses have a page."""
    published: int

    @property
    def worked(self) -> bool:
        """Whether the whole site came out."""
        return not self.failed and self.pages == self.published


def start(command: Sequence[str], folder: Path) -> Ended:
    """Runs a command with the project importable, as `mkdocs` and its hooks make it."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "NO_MKDOCS_2_WARNING": "1"}
    for name in ("SITE_URL", "REPO_URL", "ATLAS_SITE", "VIRTUAL_ENV"):
        environment.pop(name, None)
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        return Ended(1, f"{(error.output or b'').decode(errors='replace')}\nstopped after {LONGEST} s")
    except OSError as error:
        return Ended(1, str(error))
    return Ended(done.returncode, done.stdout.decode(errors="replace"))


def attempt(trial: Trial, project: Path, run: Start = start) -> Outcome:
    """Tries one, in a copy that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="canary-") as folder:
        copy = Path(folder, "project")
        shutil.copytree(project, copy, symlinks=True, ignore=_left_out(project))
        environment = Path(folder, "packages")
        python = str(environment / "bin" / "python")
        commands = [
            [sys.executable, "-m", "venv", str(environment)],
            [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *trial.packages],
            *([python, "-m", *command] for command in trial.commands),
        ]
        failed, said = _first_failure(commands, copy, run)
        addresses = read_list(copy) or ()
        pages = sum(copy.joinpath("site", address.strip("/"), "index.html").is_file() for address in addresses)
        return Outcome(trial, failed.replace(folder, "…"), said.replace(folder, "…"), pages, len(addresses))


def _left_out(project: Path) -> Callable[[str, list[str]], set[str]]:
    return lambda folder, names: set(LEFT_OUT.intersection(names)) if Path(folder) == project else set()


def _first_failure(commands: Sequence[Sequence[str]], folder: Path, run: Start) -> tuple[str, str]:
    for command in commands:
        ended = run(command, folder)
        if ended.code:
            return " ".join(command), "\n".join(ended.said.splitlines()[-LAST_LINES:])
    return "", ""


def report(outcomes: Sequence[Outcome]) -> str:
    """The findings in Markdown; empty where every trial worked."""
    if all(outcome.worked for outcome in outcomes):
        return ""
    return "\n".join(_part(outcome) for outcome in outcomes)


def _part(outcome: Outcome) -> str:
    word = "works" if outcome.worked else "does not work"
    pages = f"{outcome.pages:,} of {outcome.published:,} published addresses have a page."
    lines = [f"### {outcome.trial.name}: {word}", "", f"{outcome.trial.why} {pages}", ""]
    if outcome.failed:
        # One block of HTML: `pre` shows text as it is, blank lines included.
        said = html.escape(f"$ {outcome.failed}\n{outcome.said}")
        lines += [f"<pre>{said}</pre>", ""]
    return "\n".join(lines)
