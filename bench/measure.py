"""Runs one command in a fresh process and says what it cost."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

LAUNCH = Path(__file__).with_name("launch.py")
KIB_PER_MIB = 1024
RSS_UNITS_PER_MIB = KIB_PER_MIB**2 if sys.platform == "darwin" else KIB_PER_MIB
"""The kernel reports the peak in KiB, macOS in bytes."""

MKDOCS = ("mkdocs", "build", "--strict")


def compressed(file: Path) -> int:
    """The bytes of a file as hosts send it."""
    return len(gzip.compress(file.read_bytes(), 6))


class BenchError(Exception):
    """The benchmark cannot go on; the message says why."""


@dataclass(frozen=True)
class Cost:
    """What a command cost."""

    seconds: float
    """Wall time of the process, its start included."""
    processor_seconds: float
    """Time its threads and children were at work, which a busy machine changes less."""
    peak_process_mib: float
    """Largest resident size of the process, or of its largest child process."""
    peak_together_mib: float | None = None
    """Most memory that the process and all below it had at a time, each shared page counted once.

    The sum of their proportional set sizes, looked at five times a second. None where the system does not tell it.
    """

    @classmethod
    def middle(cls, costs: Sequence[Cost]) -> Cost:
        """The middle of some costs, and the largest of their peaks."""
        together = [cost.peak_together_mib for cost in costs if cost.peak_together_mib is not None]
        return cls(
            median(cost.seconds for cost in costs),
            median(cost.processor_seconds for cost in costs),
            max(cost.peak_process_mib for cost in costs),
            max(together, default=None),
        )


def run(arguments: Sequence[str], folder: Path, log: Path | None = None) -> Cost:
    """Runs a Python module in a folder, in a process of its own. What it says is in the log, beside the folder."""
    log = log or folder.with_suffix(".log")
    command = [sys.executable, str(LAUNCH), str(log), sys.executable, "-m", *arguments]
    done = subprocess.run(command, cwd=folder, env=environment(), stdout=subprocess.PIPE, check=True)
    told = json.loads(done.stdout)
    if told["code"] != 0:
        last = log.read_text(encoding="utf-8", errors="replace").splitlines()[-20:]
        raise BenchError("\n".join((f"{' '.join(arguments)} failed in {folder.name}:", *last)))
    together = told["peak_of_all"]
    return Cost(
        told["seconds"],
        told["processor_seconds"],
        told["peak_memory"] / RSS_UNITS_PER_MIB,
        None if together is None else together / KIB_PER_MIB,
    )


def environment() -> dict[str, str]:
    """This process's, without what would change how a site is built."""
    changing = ("SITE_URL", "REPO_URL", "SOURCE_DATE_EPOCH")
    kept = {name: value for name, value in os.environ.items() if name not in changing}
    return {**kept, "NO_MKDOCS_2_WARNING": "1"}


@dataclass(frozen=True)
class Project:
    """A project to build, with nothing in it yet that a build leaves behind."""

    folder: Path
    sources: frozenset[str]
    """The names at its top that are there before any build."""
    command: Sequence[str] = MKDOCS
    """The Python module that builds it, with its arguments."""

    @classmethod
    def at(cls, folder: Path, command: Sequence[str] = MKDOCS) -> Project:
        """The project in a folder that was just written."""
        return cls(folder, frozenset(path.name for path in folder.iterdir()), command)

    @property
    def site(self) -> Path:
        """Where a build writes."""
        return self.folder / "site"

    @property
    def log(self) -> Path:
        """What the last build said."""
        return self.folder.with_suffix(".log")

    def build(self) -> Cost:
        """Builds it from nothing: site and caches of the build before are gone."""
        for path in self.folder.iterdir():
            if path.name not in self.sources:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        return self.build_again()

    def build_again(self) -> Cost:
        """Builds it beside what the build before left."""
        return run(self.command, self.folder, self.log)
