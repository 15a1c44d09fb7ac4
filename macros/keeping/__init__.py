"""Pieces of the site that are made one by one, and kept: what earlier builds made, and what of it still holds."""

from macros.keeping.maker import Maker
from macros.keeping.pieces import (
    STAMP,
    Content,
    Files,
    Made,
    Piece,
    PieceError,
    Write,
    digest,
    piece_of,
    read_in_parts,
    stamped,
    write_all,
)

__all__ = [
    "STAMP",
    "Content",
    "Files",
    "Made",
    "Maker",
    "Piece",
    "PieceError",
    "Write",
    "digest",
    "piece_of",
    "read_in_parts",
    "stamped",
    "write_all",
]
