"""Runs one build in a fresh process and says what it cost."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

LAUNCH = Path(__file__).with_name("launch.py")
KIB_PER_MIB = 1024
RSS_UNITS_PER_MIB = KIB_PER_MIB**2 if sys.platform == "darwin" else KIB_PER_MIB
"""The kernel reports the peak in KiB, macOS in bytes."""


class BenchError(Exception):
    """The benchmark cannot go on; the message says why."""


@dataclass(frozen=True)
class Build:
    """What one build cost."""

    seconds: float
    """Wall time of the process, its start included."""
    processor_seconds: float
    """Time its threads and children were at work, which a busy machine changes less."""
    peak_memory_mib: float
    """Largest resident size of the process, or of its largest child process."""


def run(arguments: Sequence[str], folder: Path) -> Build:
    """Runs a Python module in a folder, in a process of its own."""
    log = folder.with_suffix(".log")
    command = [sys.executable, str(LAUNCH), str(log), sys.executable, "-m", *arguments]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, check=True)
    cost = json.loads(done.stdout)
    if cost["code"] != 0:
        last = log.read_text(encoding="utf-8", errors="replace").splitlines()[-20:]
        raise BenchError("\n".join((f"{' '.join(arguments)} failed in {folder.name}:", *last)))
    return Build(cost["seconds"], cost["processor_seconds"], cost["peak_memory"] / RSS_UNITS_PER_MIB)


@dataclass(frozen=True)
class Project:
    """A project to build, with nothing in it yet that a build leaves behind."""

    folder: Path
    sources: frozenset[str]
    """The names at its top that are there before any build."""

    @classmethod
    def at(cls, folder: Path) -> Project:
        """The project in a folder that was just written."""
        return cls(folder, frozenset(path.name for path in folder.iterdir()))

    @property
    def site(self) -> Path:
        """Where a build writes."""
        return self.folder / "site"

    def build(self) -> Build:
        """Builds it from nothing: site and caches of the build before are gone."""
        for path in self.folder.iterdir():
            if path.name not in self.sources:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        return run(["mkdocs", "build", "--strict"], self.folder)
