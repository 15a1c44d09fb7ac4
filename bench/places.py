"""Where things are."""

from __future__ import annotations

from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
WORK = PROJECT / "bench" / "work"
FIGURES = PROJECT / "bench.json"
README = PROJECT / "README.md"
