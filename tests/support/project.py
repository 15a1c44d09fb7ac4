"""This project, and copies of it with other data, which MkDocs builds in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

from macros.site.state import Site

TESTS = Path(__file__).resolve().parents[1]
PROJECT = TESTS.parent
GOLDEN = TESTS / "golden"
MADE_UP = TESTS / "made_up"
"""A project whose `data/` is a whole knowledge base, all of it made up."""
FURTHER = TESTS / "further"
"""Data files, made up too, that single tests add to it."""
MKDOCS = ("-m", "mkdocs")
KNOWN = ("PATH", "HOME", "SYSTEMROOT")
"""What a build sees of the environment of the tests."""


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
        return self.folder / "site"

    @property
    def left_over(self) -> list[str]:
        """The temporary folders of builds."""
        return sorted(path.name for path in self.folder.glob(".site.*"))

    def add_hooks(self, text: str) -> None:
        """Adds MkDocs hooks after those of the site."""
        (self.folder / "added_hooks.py").write_text(text, "utf-8")
        self.edit("mkdocs.yml", "hooks: [macros/site/hooks.py", "hooks: [macros/site/hooks.py, added_hooks.py")

    def edit(self, file: str, before: str, after: str) -> None:
        """Replaces a text that a file holds once."""
        text = (self.folder / file).read_text("utf-8")
        assert text.count(before) == 1, f"{before!r} must stand once in {file}"
        (self.folder / file).write_text(text.replace(before, after), "utf-8")

    def append(self, file: str, text: str) -> None:
        with (self.folder / file).open("a", encoding="utf-8") as opened:
            opened.write(text)

    def build(self, *arguments: str, script: Sequence[str] = MKDOCS, umask: int = -1, **environment: str) -> Outcome:
        """Builds the site strictly. `script` is what Python runs before the arguments of MkDocs."""
        known = {name: os.environ[name] for name in KNOWN if name in os.environ}
        own = {"NO_MKDOCS_2_WARNING": "1", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8"}
        done = subprocess.run(
            [sys.executable, *script, "build", "--strict", *arguments],
            cwd=self.folder,
            env={**known, **own, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            umask=umask,
            check=False,
        )
        return Outcome(done.returncode, done.stdout)

    def built(self, **environment: str) -> Path:
        """The folder of the site after a build that must succeed."""
        done = self.build("--quiet", script=MKDOCS, umask=-1, **environment)
        assert done.code == 0, done.said
        return self.site


def make_project(folder: Path, data: Path = MADE_UP / "data") -> Project:
    """A copy of this project with some data, in a folder that does not exist yet."""
    for name in ("docs", "macros", "overrides", "requirements"):
        copytree(PROJECT / name, folder / name)
    copytree(data, folder / "data")
    (folder / "mkdocs.yml").write_bytes((PROJECT / "mkdocs.yml").read_bytes())
    return Project(folder)


def further(*names: str) -> Mapping[str, str]:
    """Files that are added to the made-up data."""
    return {name: (FURTHER / name).read_text("utf-8") for name in names}


def content(folder: Path) -> Mapping[str, bytes]:
    """Every file of a folder, by its path below it."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def exported(site: Site) -> Mapping[str, bytes]:
    """Every file of a site that is written besides its pages, by its path from the site's root."""
    with TemporaryDirectory() as folder:
        site.write_exports(Path(folder))
        return content(Path(folder))
