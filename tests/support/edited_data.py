"""Changes files of a project for one test, and puts them back: copying all of them for each test takes longer."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Self


class EditedData:
    """A project's data. `with EditedData(project) as data` puts back what was changed."""

    def __init__(self, project: Path) -> None:
        self.project = project
        self.folder = project / "data"
        self._former: dict[Path, bytes | None] = {}
        """What was in each file that was changed; None where there was no file."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for file, content in self._former.items():
            if content is not None:
                file.write_bytes(content)
        for file, content in self._former.items():
            if content is None and file.exists():
                file.unlink()
                self._remove_empty(file.parent)
        self._former.clear()

    def write(self, file: Path, text: str, encoding: str = "utf-8") -> None:
        """Writes a file of the project; an escaped surrogate is a byte that no encoding has."""
        self._remember(file)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding, "surrogateescape", newline="")

    def replace(self, file: Path, changes: Mapping[str, str]) -> None:
        """Replaces texts of a file, each of which must stand in it once."""
        text = file.read_text("utf-8")
        for before, after in changes.items():
            assert text.count(before) == 1, f"{before!r} must stand once in {file.name}"
            text = text.replace(before, after)
        self.write(file, text)

    def remove(self, file: Path) -> None:
        """Removes a file."""
        self._remember(file)
        file.unlink()

    def _remember(self, file: Path) -> None:
        self._former.setdefault(file, file.read_bytes() if file.exists() else None)

    def _remove_empty(self, folder: Path) -> None:
        """Removes a folder, and those above it, where nothing is left in them."""
        while folder != self.project and not any(folder.iterdir()):
            folder.rmdir()
            folder = folder.parent
