"""Pages as the theme shows them, before their heavy parts are filled in; kept from build to build.

What the theme and Markdown make of a page costs far more than what the data says on it, and changes with far less of
the data: the same skeleton in the same frame gives the same shell, so a later build need not make it again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import Any


@dataclass(frozen=True)
class Shell:
    """A page with places for the parts that are rendered last."""

    html: str
    entries: Sequence[Mapping[str, Any]]
    """What the site search is to know of it."""
    scripts: frozenset[str]
    """The hashes of the scripts it has in itself."""


def digest(*made_of: str) -> str:
    """A key for what is made of these texts."""
    found = sha256()
    for text in made_of:
        encoded = text.encode()
        found.update(f"{len(encoded)}\0".encode())
        found.update(encoded)
    return found.hexdigest()


class KeptShells:
    """A folder of shells, each under the key of what it was made of. What cannot be read there counts as not kept."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find(self, key: str) -> Shell | None:
        """The shell of a key, if it was kept."""
        try:
            found = json.loads(self._file(key).read_bytes())
            return Shell(found["html"], found["entries"], frozenset(found["scripts"]))
        except (OSError, ValueError, LookupError, TypeError):
            return None

    def keep(self, key: str, shell: Shell) -> None:
        """Keeps a shell for later builds; a build that is killed while it does so leaves nothing half written."""
        file = self._file(key)
        file.parent.mkdir(parents=True, exist_ok=True)
        content = {"html": shell.html, "entries": list(shell.entries), "scripts": sorted(shell.scripts)}
        half = file.with_suffix(f".{token_hex(4)}")
        half.write_text(json.dumps(content, ensure_ascii=False), "utf-8")
        half.replace(file)

    def forget_all_but(self, keys: Iterable[str]) -> None:
        """Removes what no page of this build was made from."""
        used = {self._file(key) for key in keys}
        for file in self._folder.glob("*/*"):
            if file not in used:
                file.unlink(missing_ok=True)

    def _file(self, key: str) -> Path:
        return self._folder / key[:2] / f"{key[2:]}.json"
