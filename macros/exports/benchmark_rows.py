"""Stub."""

from macros.exports.columns import Column, Row
from macros.knowledge import Benchmark

COLUMNS: dict[str, Column] = {}


def benchmark(found: Benchmark) -> Row:
    """Stub."""
    return {"id": found.id}
