"""Changes files of the made-up data for one test, and puts them back: copying all of them for each takes longer."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from tests.support.places import MADE_UP


class EditedData:
    """The made-up data in a project of its own. `with EditedData(project) as data` puts back what was changed."""

    def __init__(self, project: Path) -> None:
        self.project = project
        self.folder = project / "data"
        self._changed: set[Path] = set()
        shutil.copytree(MADE_UP / "data", self.folder)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._changed:
            former = MADE_UP / file.relative_to(self.project)
            if former.exists():
                shutil.copyfile(former, file)
            else:
                file.unlink()
                self._remove_empty(file.parent)
        self._changed.clear()

    def write(self, file: Path, text: str, encoding: str = "utf-8") -> None:
        """Writes a file of the project."""
        self._changed.add(file)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding, newline="")

    def replace(self, file: Path, changes: Mapping[str, str]) -> None:
        """Replaces texts of a file, each of which must stand in it once."""
        text = file.read_text("utf-8")
        for before, after in changes.items():
            assert text.count(before) == 1, f"{before!r} must stand once in {file.name}"
            text = text.replace(before, after)
        self.write(file, text)

    def remove(self, file: Path) -> None:
        """Removes a file."""
        self._changed.add(file)
        file.unlink()

    def _remove_empty(self, folder: Path) -> None:
        """Removes a folder, and those above it, where nothing is left in them."""
        while folder != self.project and not any(folder.iterdir()):
            folder.rmdir()
            folder = folder.parent
