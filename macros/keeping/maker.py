"""Makes pieces, or puts those in place again that an earlier build made from the same answers."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from macros.keeping.ledger import Entry, Ledger
from macros.keeping.pieces import Content, Made, Piece, PieceError, stamped
from macros.keeping.store import Store, Stored, parts
from macros.knowledge.asking import Notebook

STORE, LEDGER = "store", "ledger"


class Target(Protocol):
    """Takes the files of a site, by their paths from its root."""

    @property
    def folder(self) -> Path:
        """Where they are put."""

    def write(self, path: str, content: Content) -> None:
        """Writes a file."""

    def link(self, path: str, file: str) -> None:
        """Puts a file in place that is somewhere else already."""


class Maker:
    """Makes the pieces of one build. It may be used in copies of its process, each with some of the pieces."""

    def __init__(self, notebook: Notebook, target: Target, folder: Path, made_with: str, stamp: str) -> None:
        """`folder` is where builds keep what they made, and `made_with` all they make it with besides the data."""
        self._notebook = notebook
        self._target = target
        self._stamp = stamp
        self._store = Store(folder / STORE)
        self._ledger = Ledger(folder / LEDGER, target.folder / f".{LEDGER}", made_with, notebook)

    def make(self, piece: Piece) -> Made:
        """A piece, made only if it has to be. Raises PieceError, and OSError where its files cannot be written."""
        frame = piece.frame()
        return self._kept(piece.name, frame) or self._anew(piece, frame)

    def _kept(self, name: str, frame: str) -> Made | None:
        """Puts a piece in place as an earlier build made it, where it would be made alike; else None."""
        entry = self._ledger.find(name, frame)
        if entry is None or not all(self._store.has(stored) for _, stored in entry.files):
            return None
        try:
            for path, stored in entry.files:
                self._place(path, self._store.file(stored.key), has_stamp=stored.has_stamp)
        except OSError:
            # If it is the disk that is full, making it will tell.
            return None
        if self._ledger.is_written_anew:
            self._ledger.write(name, entry)
        return _made(entry)

    def _anew(self, piece: Piece, frame: str) -> Made:
        files: list[tuple[str, Stored]] = []

        def write(path: str, content: Content) -> None:
            stored = self._store.put(content, lambda file, has_stamp: self._place(path, file, has_stamp=has_stamp))
            files.append((path, stored))

        with self._notebook.noting() as noted:
            try:
                said = piece.work(write)
            except OSError:
                raise
            except Exception as error:
                raise PieceError(f"{piece.name} cannot be made from {piece.source}: {error!r}") from error
        entry = Entry(frame, tuple(files), said, self._notebook.few(noted))
        self._ledger.write(piece.name, entry)
        return _made(entry)

    def _place(self, path: str, file: str, *, has_stamp: bool) -> None:
        if has_stamp:
            self._target.write(path, stamped(parts(file), self._stamp))
        else:
            self._target.link(path, file)

    def finish(self, made: Iterable[Made]) -> None:
        """Remembers the pieces of this build, which are all made, and nothing else."""
        self._ledger.finish()
        self._store.forget_all_but({key for one in made for _, key in one.files})


def _made(entry: Entry) -> Made:
    return Made(entry.said, tuple((path, stored.key) for path, stored in entry.files))
