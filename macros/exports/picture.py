"""The site's mark as a PNG, for link previews, which take no SVG: drawn line by line with what Python brings along."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import sqrt

PATH = "assets/mark.png"
SIZE = 240
"""Pixels on each side; previews take pictures from 200 on."""
UNITS = 16
"""The mark's own size, as in assets/mark.svg."""
LINES = 4
"""Lines that are drawn for each row of pixels, so that edges are smooth."""

GROUND = (0x4A, 0x3F, 0x9F)
SHADES = 255
"""From the ground to white."""

Span = tuple[float, float]
"""From where to where a line is white, in units of the mark."""


def files() -> Iterator[tuple[str, bytes]]:
    """The picture: its path from the site's root, and its content."""
    yield PATH, png([_row(number) for number in range(SIZE)])


def _row(number: int) -> bytes:
    """One row of pixels as shades from the ground to white."""
    scale = SIZE / UNITS
    edges = [0.0] * (SIZE + 2)
    for line in range(LINES):
        y = (number + (line + 0.5) / LINES) / scale
        for start, end in _spans(y):
            _cover(edges, start * scale, 1.0)
            _cover(edges, end * scale, -1.0)
    return bytes(min(SHADES, round(shade * SHADES / LINES)) for shade in accumulate(edges[:SIZE]))


def _cover(edges: list[float], x: float, change: float) -> None:
    """Marks where white begins or ends: the pixel at that place is white in part."""
    pixel = int(x)
    edges[pixel] += change * (pixel + 1 - x)
    edges[pixel + 1] += change * (x - pixel)


def _spans(y: float) -> Iterator[Span]:
    """The four cells of the mark: known, partly known, planned, unknown."""
    yield from _disc(5, 5, 2.4, y)
    yield from ((11, end) for _, end in _disc(11, 5, 2.4, y))
    yield from ((start, min(end, 11)) for start, end in _ring(11, 5, y) if start < 11)  # noqa: PLR2004 - its middle
    if abs(y - 11) < 2.8:  # noqa: PLR2004 - half the diamond's height
        yield 5 - (2.8 - abs(y - 11)), 5 + (2.8 - abs(y - 11))
    yield from _ring(11, 11, y)


def _disc(x: float, middle: float, radius: float, y: float) -> Sequence[Span]:
    half = radius**2 - (y - middle) ** 2
    return [(x - sqrt(half), x + sqrt(half))] if half > 0 else []


def _ring(x: float, middle: float, y: float) -> Iterator[Span]:
    for left, right in _disc(x, middle, 2.4, y):
        hole = _disc(x, middle, 1.2, y) or [(x, x)]
        yield left, hole[0][0]
        yield hole[0][1], right


def png(rows: Sequence[bytes]) -> bytes:
    """Rows of shades as a PNG whose palette goes from the ground to white."""
    palette = bytes(channel + (255 - channel) * shade // SHADES for shade in range(SHADES + 1) for channel in GROUND)
    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 3, 0, 0, 0)
    # Each row begins with the number of its filter: none.
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    chunks = ((b"IHDR", head), (b"PLTE", palette), (b"IDAT", pixels), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, content) for kind, content in chunks)


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
