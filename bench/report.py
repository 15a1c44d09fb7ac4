"""What the benchmark found: as a table for people, as JSON for programs, against the bounds."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from statistics import median

from bench.measure import Build
from bench.project import CONFIGURATIONS
from bench.stock import LEAST_AGREEMENT, Agreement

MOST_TIME = 1.0
"""Our time against that of stock mkdocs-material, at any size."""
MOST_GROWTH = 1.2
"""Cost per page at the largest size against that at the reference size."""
REFERENCE = 1_000
"""Models at the size that growth is counted from."""

PACKAGES = ("mkdocs", "mkdocs-material", "mkdocs-macros-plugin", "Markdown", "pydantic", "PyYAML")


@dataclass(frozen=True)
class Cost:
    """What building one project cost: the middle of its runs."""

    pages: int
    seconds: float
    processor_seconds: float
    peak_memory_mib: float

    @classmethod
    def of(cls, pages: int, builds: Sequence[Build]) -> Cost:
        """The cost over all builds of a project."""
        return cls(
            pages,
            median(build.seconds for build in builds),
            median(build.processor_seconds for build in builds),
            median(build.peak_memory_mib for build in builds),
        )

    @property
    def pages_per_second(self) -> float:
        """The speed."""
        return self.pages / self.seconds

    @property
    def milliseconds_per_page(self) -> float:
        """The same as a cost."""
        return 1_000 * self.seconds / self.pages


@dataclass(frozen=True)
class Size:
    """Both projects at one number of models."""

    models: int
    runs: int
    ours: Cost
    stock: Cost
    text: Agreement

    @property
    def ratio(self) -> float:
        """Our time against that of stock mkdocs-material."""
        return self.ours.seconds / self.stock.seconds

    @property
    def processor_ratio(self) -> float:
        """The same in processor time: where the two differ much, the machine was busy or the work was shared out."""
        return self.ours.processor_seconds / self.stock.processor_seconds


@dataclass(frozen=True)
class Figure:
    """A figure that has a bound."""

    name: str
    value: float
    bound: float

    @property
    def holds(self) -> bool:
        """Whether it is within its bound."""
        return self.value <= self.bound

    def __str__(self) -> str:
        verdict = "holds" if self.holds else "DOES NOT HOLD"
        return f"{self.name}: {self.value:.2f} (at most {self.bound:.2f}: {verdict})"


def figures(sizes: Sequence[Size]) -> Iterator[Figure]:
    """Every figure that has a bound."""
    for size in sizes:
        yield Figure(f"time at {size.models:,} models against stock mkdocs-material", size.ratio, MOST_TIME)
    largest = max(sizes, key=lambda size: size.models)
    reference = min(sizes, key=lambda size: abs(size.models - REFERENCE))
    if largest is not reference:
        growth = largest.ours.milliseconds_per_page / reference.ours.milliseconds_per_page
        yield Figure(f"cost per page at {largest.models:,} models against {reference.models:,}", growth, MOST_GROWTH)


COLUMNS = (
    *("models", "pages", "ours p/s", "stock p/s", "ratio", "CPU ratio"),
    *("ours ms/p", "stock ms/p", "ours MiB", "stock MiB"),
)


def table(sizes: Sequence[Size]) -> str:
    """The sizes as a table, then the figures with their bounds, then what was compared."""
    lines = [COLUMNS, *(_cells(size) for size in sizes)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    text = ["  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)) for line in lines]
    text += ["", *map(str, figures(sizes)), ""]
    text += [
        f"Same text at {size.models:,} models: {size.text.share:.2%} of {size.text.words:,} words on {size.text.pages}"
        f" pages compared; {size.text.words_of_pictures:,} words of pictures left out."
        for size in sizes
    ]
    return "\n".join(text)


def _cells(size: Size) -> tuple[str, ...]:
    ours, stock = size.ours, size.stock
    counts = (f"{size.models:,}", f"{ours.pages:,}")
    speeds = (f"{ours.pages_per_second:.0f}", f"{stock.pages_per_second:.0f}")
    ratios = (f"{size.ratio:.2f}", f"{size.processor_ratio:.2f}")
    costs = (f"{ours.milliseconds_per_page:.2f}", f"{stock.milliseconds_per_page:.2f}")
    return *counts, *speeds, *ratios, *costs, f"{ours.peak_memory_mib:.0f}", f"{stock.peak_memory_mib:.0f}"


def write(sizes: Sequence[Size], path: Path) -> None:
    """Everything as JSON."""
    document = {
        "figures": [{**asdict(figure), "holds": figure.holds} for figure in figures(sizes)],
        "sizes": [
            {
                "models": size.models,
                "configurations": size.models * CONFIGURATIONS,
                "runs": size.runs,
                "ratio": size.ratio,
                "processor_ratio": size.processor_ratio,
                "ours": _cost(size.ours),
                "stock": _cost(size.stock),
                "text": {**asdict(size.text), "least_share": LEAST_AGREEMENT},
            }
            for size in sizes
        ],
        "machine": {"system": platform.system(), "architecture": platform.machine(), "cores": os.cpu_count()},
        "versions": {"python": platform.python_version(), **{name: version(name) for name in PACKAGES}},
    }
    path.write_text(json.dumps(_rounded(document), indent=2) + "\n", encoding="utf-8")


def _cost(cost: Cost) -> dict[str, float]:
    speeds = {"pages_per_second": cost.pages_per_second, "milliseconds_per_page": cost.milliseconds_per_page}
    return {**asdict(cost), **speeds}


def _rounded(value: object) -> object:
    if isinstance(value, dict):
        return {key: _rounded(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [_rounded(entry) for entry in value]
    return round(value, 4) if isinstance(value, float) else value
