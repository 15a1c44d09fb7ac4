"""Measured figures and their limits: as a text table, as JSON, and as the table in README.md."""

from __future__ import annotations

import json
import os
import platform
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
FIGURES = PROJECT / "bench" / "figures.json"
README = PROJECT / "README.md"
README_TABLE = re.compile(r"(?<=<!-- bench/figures\.json -->\n).*?(?=<!-- end of bench/figures\.json -->)", re.DOTALL)

FORMATS = {"ratio": "{:.2f}", "MiB": "{:,.0f} MiB", "": "{:,.0f}"}
"""How a value is written, by its unit; others have one decimal. KB are 1,000 bytes, MB a million."""


@dataclass(frozen=True)
class Figure:
    """A measured value with its limit."""

    name: str
    value: float
    unit: str = ""
    limit: float | None = None
    """The largest allowed value."""
    note: str = ""
    in_readme: bool = False

    @property
    def too_large(self) -> bool:
        return self.limit is not None and self.value > self.limit

    @property
    def cells(self) -> tuple[str, str, str]:
        form = FORMATS.get(self.unit, f"{{:,.1f}} {self.unit}")
        return self.name, form.format(self.value), "" if self.limit is None else form.format(self.limit)


def text_table(figures: Sequence[Figure]) -> str:
    rows = [("", "measured", "at most", "")]
    rows += [(*figure.cells, "TOO LARGE" if figure.too_large else "") for figure in figures]
    lines = [f"{name:<70} {value:>10} {limit:>10} {verdict}".rstrip() for name, value, limit, verdict in rows]
    return "\n".join([*lines, "", *(f"{figure.name}: {figure.note}" for figure in figures if figure.note)])


def write(figures: Sequence[Figure]) -> None:
    """Write all figures to figures.json and some to README.md."""
    made_on = (
        f"Medians of one run of `make bench` on {os.cpu_count()} processors ({platform.machine()}) with Python "
        f"{platform.python_version()} and mkdocs-material {version('mkdocs-material')}."
    )
    stated = [{name: said for name, said in asdict(figure).items() if said or name == "value"} for figure in figures]
    document = {"made_on": made_on, "figures": stated}
    FIGURES.write_text(json.dumps(document, indent=2) + "\n", "utf-8")
    README.write_text(README_TABLE.sub(lambda _: readme_table(), README.read_text("utf-8")), "utf-8")


def readme_table() -> str:
    """The figures of the last whole run that concern users, as Markdown."""
    document = json.loads(FIGURES.read_text("utf-8"))
    figures = [Figure(**entry) for entry in document["figures"]]
    rows = "".join(f"| {' | '.join(figure.cells)} |\n" for figure in figures if figure.in_readme)
    return f"| what | measured | at most |\n|---|---:|---:|\n{rows}\n{document['made_on']}\n"
