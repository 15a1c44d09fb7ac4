"""What a site is made of: pieces, each of which is made by itself from what it asks of the knowledge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from typing import IO, Any

STAMP = "\1revision\1"
"""Stands in a file for the revision of the data, which every change alters and which most files only repeat.

No text of the data can hold it. It stands in the first part of a content, once.
"""

LENGTH = 16
"""Bytes of a digest."""

PART = 2**16
"""Bytes that are read at a time; the stamp stands in the first of them."""

Content = Iterable[bytes]
"""A file's content in parts, so that a large one is never in memory as a whole."""

Write = Callable[[str, Content], None]
"""Takes a file's path from the site's root, and its content."""

Files = Iterable[tuple[str, bytes]]
"""Paths from the site's root, and contents."""


def digest(*made_of: str) -> str:
    """A key for what is made of these texts."""
    found = blake2b(digest_size=LENGTH)
    for text in made_of:
        encoded = text.encode()
        found.update(f"{len(encoded)}\0".encode())
        found.update(encoded)
    return found.hexdigest()


class PieceError(Exception):
    """A piece cannot be made: which, and why."""


@dataclass(frozen=True)
class Piece:
    """A page, a file, or a few that are made together."""

    name: str
    work: Callable[[Write], Any]
    """Writes its files. Gives what else the build is to know of it, in the form of JSON."""
    frame: Callable[[], str] = str
    """Gives what it is made of besides the answers of the knowledge, and besides what all pieces are made with."""
    source: str = "data/"
    """The file or folder that its facts stand in, from the project's root."""


def piece_of(name: str, files: Callable[[], Files], frame: Callable[[], str] = str) -> Piece:
    """A piece that is nothing but files."""
    return Piece(name, lambda write: write_all(files(), write), frame)


def write_all(files: Files, write: Write) -> None:
    """Writes some files."""
    for path, content in files:
        write(path, [content])


def read_in_parts(opened: IO[bytes]) -> Iterator[bytes]:
    """What is left of a file, in parts."""
    while part := opened.read(PART):
        yield part


@dataclass(frozen=True)
class Made:
    """What became of a piece."""

    said: Any
    """What its work gave."""
    files: tuple[tuple[str, str], ...]
    """Its files: paths from the site's root, and the keys under which their contents are stored."""


def stamped(content: Content, stamp: str) -> Iterator[bytes]:
    """A content with the stamp in its place."""
    parts = iter(content)
    yield next(parts, b"").replace(STAMP.encode(), stamp.encode(), 1)
    yield from parts
