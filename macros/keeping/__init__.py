"""Pieces of the site that are made one by one, and kept: what earlier builds made, and what of it still holds."""

from macros.keeping.maker import Maker
from macros.keeping.pieces import STAMP, Content, Made, Piece, PieceError, Write, digest, stamped

__all__ = ["STAMP", "Content", "Made", "Maker", "Piece", "PieceError", "Write", "digest", "stamped"]
