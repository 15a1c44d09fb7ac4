"""Charts of batch sizes."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from macros.pages.pictures import SIZES_FROM, SIZES_TO
from tests.conftest import EditSite
from tests.support.elements import Element, read

ROWS = """\
      - {model: shuttle-large, instance: box.small, native: 4, compiled: 10, variant: gain}
      - {model: shuttle-large, instance: box.small, native: 8, compiled: 2, variant: loss}
      - {model: shuttle-large, instance: box.small, native: 5, compiled: 5, variant: same}
      - {model: shuttle-large, instance: box.small, compiled: 3, variant: unknown}
      - {model: shuttle-large, instance: box.small, native: 1, compiled: 6, lower_bound: true, variant: bound}
"""


@pytest.fixture
def lines(edited_made_up: EditSite) -> Mapping[str, Element]:
    """The lines of a chart of batch sizes, by their labels."""
    before = "      - {model: shuttle-large,       instance: ml.box.small, native: 4, compiled: 2}\n"
    site = edited_made_up({"configurations/plain-paper/loom-1.0.yml": {before: ROWS}})
    page = read(site, "model_page", "shuttle-large")
    found = page.one("ol", class_="dumbbells").all("li")
    return {line.all("svg", role="img")[0].attributes["aria-label"]: line for line in found}


def drawn(line: Element, tag: str, *names: str) -> list[list[float]]:
    """Where the elements with a tag stand, in percent."""
    return [[float(one.attributes[name].removesuffix("%")) for name in names] for one in line.all(tag)]


def place(value: int) -> float:
    """On a scale that ends at the largest value, 10."""
    return round(SIZES_FROM + (SIZES_TO - SIZES_FROM) * value / 10, 1)


LINES: Mapping[str, tuple[int | None, int, str, list[str]]] = {
    "native 4, compiled 10": (4, 10, "gain", ["4", "10"]),
    "native 8, compiled 2": (8, 2, "loss", ["8", "2"]),
    "native 5, compiled 5": (5, 5, "same", ["5"]),
    "native not published, compiled 3": (None, 3, "unknown", ["3"]),
    "native 1, compiled at least 6": (1, 6, "gain", ["1", "≥ 6"]),
}
"""By label: both batch sizes, what the compiler brought, and the figures beside the line."""


def test_a_line_is_drawn_between_the_two_batch_sizes(lines: Mapping[str, Element]) -> None:
    assert lines.keys() == LINES.keys()
    for label, (native, compiled, direction, shown) in LINES.items():
        line, at = lines[label], place(compiled)
        assert line.has(class_=direction), label
        assert [text.text for text in line.all("text")] == shown
        assert drawn(line, "use", "x") == [[at]], label
        assert drawn(line, "circle", "cx") == ([] if native is None else [[place(native)]]), label
        assert drawn(line, "line", "x1", "x2") == ([] if native is None else [[place(native), at]]), label


def test_gains_losses_and_equal_sizes_have_different_shapes(lines: Mapping[str, Element]) -> None:
    shapes = {label: line.one("use").attributes["href"] for label, line in lines.items()}
    gain, loss = shapes["native 4, compiled 10"], shapes["native 8, compiled 2"]
    same, unknown = shapes["native 5, compiled 5"], shapes["native not published, compiled 3"]
    assert len({gain, loss, same}) == 3
    assert same == unknown


def test_batch_sizes_that_count_differently_are_in_separate_charts(edited_made_up: EditSite) -> None:
    row = "      - {model: shuttle-large,       instance: ml.box.small, native: 4, compiled: 2}\n"
    other = "{model: shuttle-large, instance: box.small, native: 3, scope: per-node, scope_inferred: Why, variant: b}"
    site = edited_made_up({"configurations/plain-paper/loom-1.0.yml": {row: f"{row}      - {other}\n"}})
    charts = read(site, "model_page", "shuttle-large").all("figure", class_="batch-sizes")
    labels = [[line.attributes["aria-label"] for line in chart.all("svg", role="img")] for chart in charts]
    assert labels == [["native 4, compiled 2"], ["native 3, not compiled"]]
    assert ["per node" in chart.one("figcaption").text for chart in charts] == [False, True]
