"""Repositories made for a test."""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest


class Repo:
    """A repository in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *arguments: str) -> str:
        identity = {f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER") for what, value in _WHO.items()}
        apart = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
        done = subprocess.run(
            ["git", *arguments],
            cwd=self.folder,
            env=os.environ | identity | apart,
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

    def commit(self, message: str) -> Repo:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", message)
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
