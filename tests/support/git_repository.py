"""Repositories made for a test."""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

DAY = 86_400
FIRST = 1_700_000_000
"""2023-11-14 22:13:20 UTC: when the first commit was made; each later one a day after."""


class Repo:
    """A repository in a folder, with commits on days that are always the same."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._commits = 0
        folder.mkdir(parents=True, exist_ok=True)
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *arguments: str) -> str:
        moment = f"{FIRST + self._commits * DAY} +0200"
        identity = {f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER") for what, value in _WHO.items()}
        dates = {"GIT_AUTHOR_DATE": moment, "GIT_COMMITTER_DATE": moment}
        apart = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
        done = subprocess.run(
            ["git", *arguments],
            cwd=self.folder,
            env=os.environ | identity | dates | apart,
            capture_output=True,
            check=True,
            text=True,
        )
        return done.stdout.strip()

    def write(self, files: Mapping[str, str]) -> Repo:
        for name, text in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return self

    def remove(self, name: str) -> Repo:
        (self.folder / name).unlink()
        return self

    def commit(self, message: str) -> Repo:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", message)
        self._commits += 1
        return self

    def state(self) -> Mapping[str, str]:
        """Every file, those of git included."""
        files = sorted(path for path in self.folder.rglob("*") if path.is_file())
        return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


_WHO = {"NAME": "A. <Editor> & Co", "EMAIL": "editor@example.org"}


def without_git(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """No program is found from here on."""
    nowhere = folder / "nowhere"
    nowhere.mkdir()
    monkeypatch.setenv("PATH", str(nowhere))
