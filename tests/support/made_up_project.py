"""The made-up data as a project of its own, which the command builds in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree

from tests.support.places import MADE_UP, PROJECT, TESTS

NAME = "site_name: Accelerator Atlas\n"
PLAIN = ("-m", "mkdocs")
"""How Python runs MkDocs; the others want arguments of their own."""
INTERRUPTED = (str(TESTS / "interrupting.py"),)
ELSEWHERE = (str(TESTS / "other_machine.py"),)


@dataclass(frozen=True)
class Project:
    """A folder with everything that a build reads."""

    folder: Path

    @property
    def site(self) -> Path:
        """Where its site is built."""
        return self.folder / "site"

    @property
    def left_over(self) -> list[str]:
        """Folders beside the site that only builds make."""
        return sorted(path.name for path in self.folder.glob(".site.*"))

    def rename(self, name: str) -> None:
        """Gives the site another name, which stands on every page."""
        self.edit("mkdocs.yml", NAME, f"site_name: {name}\n")

    def edit(self, file: str, before: str, after: str) -> None:
        """Replaces a text that stands once in a file."""
        text = (self.folder / file).read_text("utf-8")
        assert text.count(before) == 1, f"{before!r} must stand once in {file}"
        (self.folder / file).write_text(text.replace(before, after), "utf-8")

    def append(self, file: str, text: str) -> None:
        """Adds a text to the end of a file."""
        with (self.folder / file).open("a", encoding="utf-8") as opened:
            opened.write(text)

    def start(
        self, *arguments: str, script: Sequence[str] = PLAIN, umask: int = -1, **environment: str
    ) -> subprocess.Popen[str]:
        """Starts to build it; `script` and its arguments stand before those of the command."""
        known = {name: os.environ[name] for name in ("PATH", "HOME", "SYSTEMROOT") if name in os.environ}
        known |= {"NO_MKDOCS_2_WARNING": "1", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8"}
        return subprocess.Popen(
            [sys.executable, *script, "build", "--strict", *arguments],
            cwd=self.folder,
            env={**known, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            umask=umask,
        )

    def build(self, *arguments: str, script: Sequence[str] = PLAIN, umask: int = -1, **environment: str) -> Outcome:
        """Builds it, and waits for the end."""
        return ended(self.start(*arguments, script=script, umask=umask, **environment))


@dataclass(frozen=True)
class Outcome:
    """How a build ended."""

    code: int
    said: str


def ended(process: subprocess.Popen[str]) -> Outcome:
    """Waits for a build to end."""
    said, _ = process.communicate()
    return Outcome(process.returncode, said)


def make_project(folder: Path) -> Project:
    """the made-up data's data with this project's pages and code, in a folder that does not exist yet."""
    for name in ("docs", "macros", "overrides"):
        copytree(PROJECT / name, folder / name)
    copytree(MADE_UP / "data", folder / "data")
    for name in ("mkdocs.yml", "requirements.txt"):
        (folder / name).write_bytes((PROJECT / name).read_bytes())
    return Project(folder)


def content(folder: Path) -> Mapping[str, bytes]:
    """Every file of a folder, by its path below it."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
