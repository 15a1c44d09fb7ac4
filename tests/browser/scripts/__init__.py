"""Scripts that tests run on pages."""

from __future__ import annotations

from pathlib import Path


def script(name: str) -> str:
    return (Path(__file__).parent / f"{name}.js").read_text("utf-8")
