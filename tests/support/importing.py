"""Imports into a copy of the made-up data."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
import yaml

from macros.cli import main
from tests.support.project import MADE_UP, further

SOURCE, DAY = "forge-notes", "2020-01-20"


class Importing:
    """An import into a copy of the made-up data from a folder of files."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.project, self.upstream, self._capsys = folder / "project", folder / "upstream", capsys
        copytree(MADE_UP / "data", self.project / "data")
        self.upstream.mkdir()

    def run(self, upstream: str, *options: str, path: Path | None = None, source: str = SOURCE) -> tuple[int, str]:
        """The exit code and all that was printed; without a source, only the options say what is cited."""
        call = ["--project", str(self.project), "import", upstream, str(path or self.upstream)]
        code = main([*call, *(["--source", source, "--as-of", DAY] if source else []), *options])
        printed = self._capsys.readouterr()
        return code, printed.out + printed.err

    def hand_over(self, files: Mapping[str, str]) -> None:
        for name, text in files.items():
            (self.upstream / name).parent.mkdir(parents=True, exist_ok=True)
            (self.upstream / name).write_text(text, "utf-8")

    def file(self, name: str) -> Path:
        return self.project / "data" / name

    def write(self, name: str, text: str) -> None:
        self.file(name).parent.mkdir(parents=True, exist_ok=True)
        self.file(name).write_text(text, "utf-8")

    def add(self, *names: str) -> None:
        """Adds further files to the made-up data."""
        for name, text in further(*names).items():
            self.write(name, text)

    def read(self, name: str) -> Any:
        return yaml.safe_load(self.file(name).read_text("utf-8"))

    def state(self) -> Mapping[str, str]:
        """The text of every data file."""
        return {str(file): file.read_text("utf-8") for file in sorted((self.project / "data").rglob("*.yml"))}
