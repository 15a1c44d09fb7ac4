"""What the benchmark finds: figures with their bounds, as lines for people and as JSON for programs."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

PACKAGES = ("mkdocs", "mkdocs-material", "mkdocs-macros-plugin", "zensical", "Markdown", "pydantic", "PyYAML")

FORMATS: Mapping[str, str] = {
    "ratio": "{:.2f}",
    "s": "{:.2f} s",
    "ms": "{:.0f} ms",
    "MiB": "{:,.0f} MiB",
    "KB": "{:,.1f} KB",
    "files": "{:,.0f}",
}
"""By unit: how a value is written. KB are 1,000 bytes."""


@dataclass(frozen=True)
class Figure:
    """A figure that has a bound."""

    name: str
    value: float
    bound: float
    """The most it may be."""
    unit: str
    note: str = ""
    """How it was found, and what stands beside it without a bound."""

    @property
    def holds(self) -> bool:
        """Whether it is within its bound."""
        return self.value <= self.bound

    @property
    def measured(self) -> str:
        """The value as text."""
        return FORMATS[self.unit].format(self.value)

    @property
    def most(self) -> str:
        """The bound as text."""
        return FORMATS[self.unit].format(self.bound)


def table(figures: Sequence[Figure]) -> str:
    """Every figure beside its bound, and below them the notes."""
    lines = [("", "measured", "at most", "")]
    lines += [(figure.name, figure.measured, figure.most, verdict(figure)) for figure in figures]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    rows = [
        f"{name:<{widths[0]}}  {value:>{widths[1]}}  {bound:>{widths[2]}}  {says}".rstrip()
        for name, value, bound, says in lines
    ]
    return "\n".join([*rows, "", *(f"{figure.name}: {figure.note}" for figure in figures if figure.note)])


def verdict(figure: Figure) -> str:
    """Whether a figure holds, in words."""
    return "holds" if figure.holds else "DOES NOT HOLD"


def write(figures: Sequence[Figure], path: Path) -> None:
    """Everything as JSON, with what it was measured on."""
    document = {
        "figures": [{**_rounded(asdict(figure)), "holds": figure.holds} for figure in figures],
        "machine": {"system": platform.system(), "architecture": platform.machine(), "processors": os.cpu_count()},
        "versions": {"python": platform.python_version(), **{name: version(name) for name in PACKAGES}},
    }
    path.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


def _rounded(entries: Mapping[str, Any]) -> Mapping[str, Any]:
    return {key: round(value, 4) if isinstance(value, float) else value for key, value in entries.items()}


def read(document: Mapping[str, Any]) -> Sequence[Figure]:
    """The figures of what `write` wrote."""
    return [Figure(**{key: value for key, value in entry.items() if key != "holds"}) for entry in document["figures"]]
