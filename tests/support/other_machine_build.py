"""Runs MkDocs as if on another machine: `python other_machine_build.py DIFFERENCES [arguments of mkdocs]`.

DIFFERENCES are names of functions of this module, joined by commas.
"""

from __future__ import annotations

import os
import runpy
import sys
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Self
from unittest.mock import patch

YEAR = 366 * 24 * 60 * 60


class _Entries(Iterator[Any]):
    """The entries of a folder, as os.scandir gives them."""

    def __init__(self, entries: Iterable[Any]) -> None:
        self._entries = iter(entries)

    def __next__(self) -> Any:
        return next(self._entries)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes nothing: the entries are in memory."""


def files_in_reverse() -> None:
    """Folders list their entries in reverse order."""
    scandir, listdir = os.scandir, os.listdir

    def reversed_scandir(path: Any = ".") -> _Entries:
        with scandir(path) as entries:
            return _Entries(list(entries)[::-1])

    patch.object(os, "scandir", reversed_scandir).start()
    patch.object(os, "listdir", lambda path=".": listdir(path)[::-1]).start()


def one_processor() -> None:
    """There is one processor."""
    if sys.platform == "linux":
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    patch.object(os, "cpu_count", lambda: 1).start()


def a_year_later() -> None:
    """The clock is a year ahead: time.time, for datetime.now cannot be patched."""
    now = time.time
    patch.object(time, "time", lambda: now() + YEAR).start()


def other_zlib() -> None:
    """zlib compresses the same content to other bytes."""
    compressobj = zlib.compressobj
    patch.object(zlib, "compressobj", lambda _level=1, *others: compressobj(1, *others)).start()


DIFFERENCES: Mapping[str, Callable[[], None]] = {
    difference.__name__: difference for difference in (files_in_reverse, one_processor, a_year_later, other_zlib)
}


if __name__ == "__main__":
    for name in sys.argv.pop(1).split(","):
        DIFFERENCES[name]()
    runpy.run_module("mkdocs", run_name="__main__")
