"""What data files said when they were read before, kept from build to build: each state of a file is read once."""

from __future__ import annotations

import pickle
import sys
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import Any

import yaml

from macros.loading.files import Content

Values = dict[bytes, dict[str, Any] | None]
"""By a digest of a file's content: what it says."""


class RememberedFiles:
    """Remembers what is written as it should be; files with a mistake are read each time."""

    def __init__(self, file: Path) -> None:
        """`file` is where it is kept. What cannot be read there, or was read by other code, is not remembered."""
        self._file = file
        self._reader = _reader()
        self._known = _kept(file, self._reader)
        self._used: Values = {}

    def get(self, key: tuple[str, bytes]) -> Content | None:
        """What a file says, by its name and its content; None where that is not remembered."""
        content = sha256(key[1]).digest()
        if content not in self._known:
            return None
        value = self._used[content] = self._known[content]
        return value, ()

    def __setitem__(self, key: tuple[str, bytes], content: Content) -> None:
        """Remembers what a file says."""
        value, problems = content
        if not problems:
            self._used[sha256(key[1]).digest()] = value

    def keep(self) -> None:
        """Keeps what was asked for since the last time, and forgets the rest."""
        if self._used.keys() != self._known.keys():
            self._write()
        self._known, self._used = self._used, {}

    def _write(self) -> None:
        half = self._file.with_name(f"{self._file.name}-{token_hex(4)}")
        try:
            half.parent.mkdir(parents=True, exist_ok=True)
            with half.open("xb") as opened:
                pickle.dump((self._reader, self._used), opened, protocol=pickle.HIGHEST_PROTOCOL)
            half.replace(self._file)
        except OSError:
            # The next build reads them again. If it is the disk that is full, whoever writes the site will tell.
            with suppress(OSError):
                half.unlink()


def _reader() -> str:
    """Stands for the code that reads files."""
    code = [file.read_text("utf-8") for file in sorted(Path(__file__).parent.glob("*.py"))]
    return sha256("\0".join([*code, yaml.__version__, sys.version]).encode()).hexdigest()


def _kept(file: Path, reader: str) -> Values:
    try:
        # Whoever can write here can as well write the compiled code and templates that lie beside it.
        kept_by, values = pickle.loads(file.read_bytes())  # noqa: S301
    except Exception:  # noqa: BLE001 - a file that was cut off or is another's can fail in any way
        return {}
    return values if kept_by == reader else {}
