"""Contents of files, each under a digest of itself: what was made once is put in place again by a link to it.

A file of the site and the file of the store are one and the same, so that keeping costs no space, and what did not
change stays the very file that it was. Several builds may use a store at once.

Paths are texts here: a build in which little changed does not much else than put thousands of files in place.
"""

from __future__ import annotations

import filecmp
import os
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from secrets import token_hex

from macros.keeping.pieces import LENGTH, STAMP, Content, read_in_parts

HALF = "half-"
"""Begins the name of a content that is being written."""
DAY = 24 * 60 * 60
"""Seconds after which nobody is still writing it."""

Place = Callable[[str, bool], object]
"""Puts the file with a content in place, given whether it has a stamp. Raises FileNotFoundError where it is gone."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A content in the store, and how its file was when it was stored."""

    key: str
    size: int
    seconds: int
    """When it was written: who edits the site's file edits the store's, and these tell."""
    has_stamp: bool


class Store:
    """A folder of contents."""

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)

    def file(self, key: str) -> str:
        """Where a content is, if it is stored."""
        return f"{self._folder}/{key[:2]}/{key[2:]}"

    def put(self, content: Content, place: Place) -> Stored:
        """Puts a content in place, and keeps it. A build that is killed before leaves nothing that counts as kept."""
        half = f"{self._folder}/{HALF}{token_hex(8)}"
        key, has_stamp = _write(content, half)
        kept = self.file(key)
        try:
            if filecmp.cmp(half, kept, shallow=False):
                place(kept, has_stamp)
                os.unlink(half)
                return _stored(key, kept, has_stamp)
        except FileNotFoundError:
            # Not kept yet, or another build has just removed it.
            pass
        place(half, has_stamp)
        stored = _stored(key, half, has_stamp)
        os.makedirs(os.path.dirname(kept), exist_ok=True)
        os.replace(half, kept)
        return stored

    def has(self, stored: Stored) -> bool:
        """Whether a content is still there as it was stored."""
        try:
            return _stored(stored.key, self.file(stored.key), stored.has_stamp) == stored
        except FileNotFoundError:
            return False

    def forget_all_but(self, keys: Collection[str]) -> None:
        """Removes every other content, and what killed builds left."""
        for found in _entries(self._folder):
            if not found.name.startswith(HALF):
                for file in _entries(found.path):
                    if f"{found.name}{file.name}" not in keys:
                        _remove(file.path)
            elif time.time() - found.stat().st_mtime > DAY:
                _remove(found.path)


def parts(file: str) -> Iterator[bytes]:
    """The content of a file."""
    with open(file, "rb") as opened:
        yield from read_in_parts(opened)


def _write(content: Content, file: str) -> tuple[str, bool]:
    """The digest of what was written, and whether it has a stamp."""
    digest, has_stamp = blake2b(digest_size=LENGTH), False
    os.makedirs(os.path.dirname(file), exist_ok=True)
    with open(file, "xb") as opened:
        for number, part in enumerate(content):
            has_stamp = has_stamp or (number == 0 and STAMP.encode() in part)
            digest.update(part)
            opened.write(part)
    return digest.hexdigest(), has_stamp


def _stored(key: str, file: str, has_stamp: bool) -> Stored:
    found = os.stat(file)
    return Stored(key, found.st_size, int(found.st_mtime), has_stamp)


def _entries(folder: str) -> list[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        return list(entries)


def _remove(file: str) -> None:
    # Another build may have removed it.
    Path(file).unlink(missing_ok=True)
