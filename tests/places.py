"""Where things are."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).resolve().parent
PROJECT = TESTS.parent
GOLDEN = TESTS / "golden"
MINIATURE = TESTS
"""A project whose `data/` is a whole knowledge base in miniature, all of it made up."""
