"""Files of measurements for tests, and the tables of pages that show them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Protocol

from macros.site.state import Site
from tests.support.elements import Element, read

HEAD = {
    "as_of": "2019-11-05",
    "table": "throughput",
    "workload": "inference",
    "framework": "hammer",
    "published": "true",
    "published_note": "The report shows it.",
    "citation": "{source: forge-report, locator: page 20}",
    "as_of_basis": "Printed on it.",
    "basis": "Of an instance.",
}
MODEL = "shuttle-large"
"""A model of which only the files that a test adds hold measurements."""
Row = Mapping[str, object]


class WithResults(Protocol):
    """Opens the made-up site with further files of results, and the model under further names."""

    def __call__(self, *files: str, names: Sequence[str] = ()) -> Site: ...


ROW: Row = {"model": MODEL, "instances": ["hearth.small"], "throughput": 50, "throughput_unit": "inferences-per-second"}
LATENCY_ONLY: Row = {"throughput": None, "throughput_unit": None, "latency_p50_ms": 20, "latency_basis": "per-request"}


def results(*rows: Row, **head: str | None) -> str:
    """A file of results; it says what it says otherwise than HEAD, and each row than ROW, None for nothing."""
    said = "".join(f"{name}: {words}\n" for name, words in {**HEAD, **head}.items() if words)
    lines = ({"line": line, **ROW, **row} for line, row in enumerate(rows, 2))
    stated = ({name: found for name, found in line.items() if found is not None} for line in lines)
    return f"{said}rows:\n" + "".join(f"  - {json.dumps(line)}\n" for line in stated)


def titled(text: str, title: str) -> str:
    """A file of results with a title, where it has none."""
    return text if "title: " in text else f"title: {title}\n{text}"


def column(table: Element, title: str) -> Sequence[str]:
    return [row[title] for row in table.rows]


def measured(site: Site, macro: str, record: str) -> Element:
    """The table of measurements on a page."""
    return read(site, macro, record).one("div", aria_label="Benchmarks")


def in_common(page: Element) -> Sequence[str]:
    """What all measurements of a page have in common, each after its name."""
    return [part.text for found in page.all("p", class_="in-common") for part in found.all("span")]
