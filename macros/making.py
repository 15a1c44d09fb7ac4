"""Makes everything that is not written by hand: what earlier builds made and still holds, and the rest anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from macros.exports.api import ApiFile
from macros.keeping import Made, Maker, Piece
from macros.pages import GeneratedPage
from macros.progress import Progress
from macros.site import Site
from macros.workers import Workers, processors


@dataclass(frozen=True)
class Finished:
    """What a build is to know of all that was made."""

    told: Mapping[str, Any]
    """By the name of a piece: what its making told."""
    api: Sequence[ApiFile]
    """The files of the API that a reader may want to fetch."""


class Making:
    """The pages that are made of records, and everything that is published besides pages."""

    def __init__(self, site: Site, maker: Maker, folder: Path, piece_of: Callable[[GeneratedPage], Piece]) -> None:
        """Sets processes to work. `folder` is where all files are put, and `piece_of` gives the piece for a page."""
        self._exports = site.exports
        self._maker = maker
        self._folder = folder
        self._pieces = list(self._exports.pieces())
        # What is about one record stands together: it asks the same.
        for page, pieces in self._exports.pieces_of_records():
            self._pieces += (*pieces, piece_of(page))
        self._workers = Workers(maker.make, self._pieces, processors())
        self._made: dict[str, Made] = {}

    def finish(self) -> Finished:
        """Waits for all of it, and makes what tells of it. Raises PieceError, WorkError or OSError."""
        results = self._workers.results(Progress("Pages and files", len(self._pieces)).advance)
        self._made |= zip((piece.name for piece in self._pieces), results, strict=True)
        for piece in self._exports.closing_pieces(self._told()):
            self._make(piece)
        files = [file for made in self._made.values() for file in made.files]
        self._make(self._exports.archive(files, lambda path: (self._folder / path).read_bytes()))
        told = self._told()
        api = self._exports.described(told, lambda path: (self._folder / path).stat().st_size)
        self._maker.finish(self._made.values())
        return Finished(told, api)

    def _make(self, piece: Piece) -> None:
        self._made[piece.name] = self._maker.make(piece)

    def _told(self) -> Mapping[str, Any]:
        return {name: made.said for name, made in self._made.items()}

    def stop(self) -> None:
        """Ends the work, done or not."""
        self._workers.stop()
