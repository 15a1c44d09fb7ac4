"""A copy of this project with other data, which MkDocs builds in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree

from tests.support.places import MADE_UP, PROJECT

NAME = "site_name: Accelerator Atlas\n"
HOOKS = "hooks: [macros/site/hooks.py"
MKDOCS = ("-m", "mkdocs")
"""Runs MkDocs."""


@dataclass(frozen=True)
class Outcome:
    """How a build ended."""

    code: int
    said: str


@dataclass(frozen=True)
class Project:
    """A folder with everything that a build reads."""

    folder: Path

    @property
    def site(self) -> Path:
        """Where the site is built."""
        return self.folder / "site"

    @property
    def left_over(self) -> list[str]:
        """The temporary folders of builds."""
        return sorted(path.name for path in self.folder.glob(".site.*"))

    def copy(self, folder: Path) -> Project:
        """A copy in a folder that does not exist yet, its site included."""
        return Project(copytree(self.folder, folder))

    def rename(self, name: str) -> None:
        """Changes the name of the site, which is printed on every page."""
        self.edit("mkdocs.yml", NAME, f"site_name: {name}\n")

    def add_hook(self, file: Path) -> None:
        """Adds a file of MkDocs hooks after those of the site."""
        self.edit("mkdocs.yml", HOOKS, f"{HOOKS}, '{file}'")

    def edit(self, file: str, before: str, after: str) -> None:
        """Replaces a text that a file holds once."""
        text = (self.folder / file).read_text("utf-8")
        assert text.count(before) == 1, f"{before!r} must stand once in {file}"
        (self.folder / file).write_text(text.replace(before, after), "utf-8")

    def append(self, file: str, text: str) -> None:
        """Adds a text to the end of a file."""
        with (self.folder / file).open("a", encoding="utf-8") as opened:
            opened.write(text)

    def build(self, *arguments: str, script: Sequence[str] = MKDOCS, umask: int = -1, **environment: str) -> Outcome:
        """Builds the site strictly. `script` is what Python runs before the arguments of MkDocs."""
        done = subprocess.run(
            [sys.executable, *script, "build", "--strict", *arguments],
            cwd=self.folder,
            env={**build_environment(), **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            umask=umask,
            check=False,
        )
        return Outcome(done.returncode, done.stdout)


def build_environment() -> dict[str, str]:
    """The environment of a build: little of what surrounds the tests."""
    known = {name: os.environ[name] for name in ("PATH", "HOME", "SYSTEMROOT") if name in os.environ}
    return {**known, "NO_MKDOCS_2_WARNING": "1", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8"}


def make_project(folder: Path, data: Path = MADE_UP / "data") -> Project:
    """A copy of this project with some data, in a folder that does not exist yet."""
    for name in ("docs", "macros", "overrides", "requirements"):
        copytree(PROJECT / name, folder / name)
    copytree(data, folder / "data")
    (folder / "mkdocs.yml").write_bytes((PROJECT / "mkdocs.yml").read_bytes())
    return Project(folder)


def content(folder: Path) -> Mapping[str, bytes]:
    """Every file of a folder, by its path below it."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def differing(one: Mapping[str, bytes], other: Mapping[str, bytes]) -> list[str]:
    """The files that are not the same in two folders, or only in one of them."""
    return sorted(name for name in {*one, *other} if one.get(name) != other.get(name))
