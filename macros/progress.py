"""How far long work is, for whoever watches it."""

from __future__ import annotations

import sys
from typing import TextIO


class Progress:
    """One line that tells what is done, how many of how many; nothing where nobody watches."""

    def __init__(self, what: str, total: int, stream: TextIO | None = None) -> None:
        self._what = what
        self._total = total
        self._done = 0
        self._stream = stream or sys.stderr

    def advance(self, count: int) -> None:
        """So many more are done."""
        self._done += count
        if not self._stream.isatty():
            return
        end = "\n" if self._done >= self._total else ""
        self._stream.write(f"\r{self._what}: {self._done:,} of {self._total:,}{end}")
        self._stream.flush()
