"""Files of measurements for tests, and the tables of the pages that show them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Protocol

from macros.knowledge import Knowledge
from macros.pages import benchmark_groups
from macros.site.state import Site
from tests.support.html_tree import Element, read_html
from tests.support.render_page import read

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
Cells = Mapping[str, str]
"""The texts of a row by the titles of their columns."""


class WithResults(Protocol):
    """Opens the made-up site with further files of results, and the model under further names."""

    def __call__(self, *files: str, names: Sequence[str] = ()) -> Site: ...


ROW: Row = {
    "model": MODEL,
    "instances": ["hearth.small"],
    "throughput": 50,
    "throughput_unit": "inferences-per-second",
}
LATENCY_ONLY: Row = {
    "throughput": None,
    "throughput_unit": None,
    "latency_p50_ms": 20,
    "latency_basis": "per-request",
}


def results(*rows: Row, **head: str) -> str:
    """A file of results; each row says what it says otherwise than ROW, None for nothing."""
    said = "".join(f"{name}: {words}\n" for name, words in {**HEAD, **head}.items())
    lines = ({"line": line, **ROW, **row} for line, row in enumerate(rows, 2))
    stated = ({name: found for name, found in line.items() if found is not None} for line in lines)
    return f"{said}rows:\n" + "".join(f"  - {json.dumps(line)}\n" for line in stated)


def titled(text: str, title: str) -> str:
    """A file of results with a title, where it has none."""
    return text if "title: " in text else f"title: {title}\n{text}"


def tables(site: Site, model: str = MODEL) -> Sequence[Element]:
    """The tables of measurements on the page of a model."""
    return read(site, "model_page", model).all("section", class_="measured")


def titles(table: Element) -> Sequence[str]:
    return [cell.text for cell in table.one("thead").all("th")]


def cells(table: Element) -> Sequence[Cells]:
    """The rows of a table."""
    found = [[cell.text for cell in row.all("th", "td")] for row in table.all("tr") if row.all("td")]
    return [dict(zip(titles(table), row, strict=True)) for row in found]


def column(table: Element, title: str) -> Sequence[str]:
    return [row[title] for row in cells(table)]


def headings(site: Site) -> Sequence[str]:
    return [table.one("h3").text for table in tables(site)]


def shared_settings(part: Element) -> Cells:
    """What all rows of a table share, by its name."""
    pairs = [found for shared in part.all("dl", class_="settings") for found in shared.all("div")]
    return {pair.one("dt").text: pair.one("dd").text for pair in pairs}


def figures_part(site: Site, file_id: str) -> Element:
    """The rows on the page of a file of results."""
    return read(site, "benchmark_page", file_id).one("div", aria_label="Figures")


def benchmarks_of(knowledge: Knowledge, model: str) -> benchmark_groups.ModelBenchmarks:
    return benchmark_groups.model_benchmarks(knowledge, knowledge.benchmarks.of("models", model))


def measured_models(knowledge: Knowledge) -> Sequence[str]:
    return sorted({fact.model for fact in knowledge.benchmarks})


def section(site: Site, model: str) -> Element:
    """Only the section about measurements of a model's page."""
    found = benchmarks_of(site.knowledge, model)
    return read_html(site.renderer.render("parts/benchmarks.html", f"models/{model}/", measured=found))
