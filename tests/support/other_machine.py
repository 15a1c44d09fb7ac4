"""Runs MkDocs as if on another machine: `python other_machine.py [arguments of mkdocs]`."""

from __future__ import annotations

import os
import runpy
import sys
import time
import zlib
from collections.abc import Iterator
from typing import Any, Self
from unittest.mock import patch

YEAR = 366 * 24 * 60 * 60
SCANDIR, LISTDIR, TIME, COMPRESS = os.scandir, os.listdir, time.time, zlib.compressobj


class _Reversed(Iterator[Any]):
    """The entries of a folder in reverse order, as os.scandir gives them."""

    def __init__(self, path: Any = ".") -> None:
        with SCANDIR(path) as entries:
            self._entries = iter(list(entries)[::-1])

    def __next__(self) -> Any:
        return next(self._entries)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def close(self) -> None:
        """Closes nothing: the entries are in memory."""


def start() -> None:
    """One processor, a clock a year ahead, folders in reverse order, and a zlib that packs otherwise."""
    if sys.platform == "linux":
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    patch.object(os, "cpu_count", lambda: 1).start()
    patch.object(os, "scandir", _Reversed).start()
    patch.object(os, "listdir", lambda path=".": LISTDIR(path)[::-1]).start()
    # datetime.now cannot be patched.
    patch.object(time, "time", lambda: TIME() + YEAR).start()
    patch.object(zlib, "compressobj", lambda _level=1, *others: COMPRESS(1, *others)).start()


if __name__ == "__main__":
    start()
    runpy.run_module("mkdocs", run_name="__main__")
