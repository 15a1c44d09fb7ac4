"""Where things are."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
PROJECT = TESTS.parent
GOLDEN = TESTS / "golden"
MADE_UP = TESTS / "made_up"
"""A project whose `data/` is a whole knowledge base in made_up, all of it made up."""
