"""Text from the data stays text, pictures point where the numbers do, and parts find their places."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import pytest

from macros.rendering import Deferred
from macros.site.page_macros import PAGE_MACROS
from macros.site.pages import MACROS
from macros.site.state import Site
from macros.views.batch_sizes import LEFT, RIGHT
from tests.conftest import EditSite
from tests.support.hostile_text import PAYLOAD, came_alive, data_with_every_text, folded, write_poisoned
from tests.support.html_tree import Element, read_html
from tests.support.render_page import read, rendered


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Site:
    project = tmp_path_factory.mktemp("hostile")
    write_poisoned(data_with_every_text(), project / "data")
    return Site(project)


CALLS = [(kind, macro) for kind, macro in MACROS.items()] + [
    ("", macro) for macro in PAGE_MACROS if not macro.endswith("_page") and macro != "column_table"
]


@pytest.mark.parametrize(("kind", "macro"), CALLS, ids=[macro for _, macro in CALLS])
def test_hostile_text_stays_text(hostile: Site, kind: str, macro: str) -> None:
    records = hostile.knowledge.records.of(kind) if kind else {"": None}
    for record in records:
        page = read(hostile, macro, *((record,) if record else ()))
        # Code stands between fences there, which only Markdown reads: the built site is looked at elsewhere.
        assert kind in {"frameworks", "comparisons"} or came_alive(page) == []


def test_hostile_text_is_shown_as_it_stands(hostile: Site) -> None:
    page = read(hostile, "model_page", "shuttle-large")
    assert f"A large model, made up. {folded(PAYLOAD)}" in page.text


def parts_of(*parts: str) -> tuple[Deferred, list[str]]:
    found = Deferred()
    return found, [found.add(partial(str, part)) for part in parts]


def test_parts_come_into_their_places() -> None:
    parts, (one, two) = parts_of("first", "second")
    assert parts.fill(f"<p>{two} and {one}</p>") == "<p>second and first</p>"


def test_parts_are_not_looked_for_in_parts() -> None:
    parts, (one, two) = parts_of("<!--atlas:1-->", "second")
    assert parts.fill(f"{one} {two}") == "<!--atlas:1--> second"


def test_a_part_is_rendered_only_once_the_page_is_finished() -> None:
    numbers = iter(("first", "second"))
    parts = Deferred()
    place = parts.add(lambda: next(numbers))
    assert next(numbers) == "first"
    assert parts.fill(place) == "second"


def test_links_count_from_the_page_they_stand_on(site: Site) -> None:
    for address, root in (("", "./"), ("models/gpt2/", "../../"), ("models/facebook/bart-base/", "../../../")):
        page = rendered(site, "model_list", address=address)
        assert f'href="{root}models/gpt2/"' in page


ROWS = """\
      - {model: shuttle-large, instance: box.small, native: 4, compiled: 10, variant: gain}
      - {model: shuttle-large, instance: box.small, native: 8, compiled: 2, variant: loss}
      - {model: shuttle-large, instance: box.small, native: 5, compiled: 5, variant: same}
      - {model: shuttle-large, instance: box.small, compiled: 3, variant: unknown}
      - {model: shuttle-large, instance: box.small, native: 1, compiled: 6, lower_bound: true, variant: bound}
"""


@pytest.fixture
def lines(edited_made_up: EditSite) -> dict[str, Element]:
    """The lines of a picture of batch sizes, by what a reader is told of each."""
    before = "      - {model: shuttle-large,       instance: ml.box.small, native: 4, compiled: 2}\n"
    site = edited_made_up({"configurations/plain-paper/loom-1.0.yml": {before: ROWS}})
    page = read(site, "model_page", "shuttle-large")
    found = page.one("ol", class_="dumbbells").all("li")
    return {line.all("svg", role="img")[0].attributes["aria-label"]: line for line in found}


def percent(line: Element, tag: str, name: str) -> float:
    return float(line.one(tag).attributes[name].removesuffix("%"))


def place(value: int) -> float:
    """On a scale that ends at the largest value, 10."""
    return round(LEFT + (RIGHT - LEFT) * value / 10, 1)


class Line(NamedTuple):
    told: str
    native: int | None
    compiled: int
    direction: str
    shown: tuple[str, ...]


LINES = (
    Line("native 4, compiled 10", 4, 10, "gain", ("4", "10")),
    Line("native 8, compiled 2", 8, 2, "loss", ("8", "2")),
    Line("native 5, compiled 5", 5, 5, "same", ("5",)),
    Line("native not published, compiled 3", None, 3, "unknown", ("3",)),
    Line("native 1, compiled at least 6", 1, 6, "gain", ("1", "≥ 6")),
)


@pytest.mark.parametrize("wanted", LINES, ids=lambda line: line.told)
def test_a_line_points_where_the_numbers_do(lines: dict[str, Element], wanted: Line) -> None:
    line = lines[wanted.told]
    assert wanted.direction in line.attributes["class"].split()
    assert percent(line, "use", "x") == place(wanted.compiled)
    assert tuple(text.text for text in line.all("text")) == wanted.shown
    if wanted.native is None:
        assert not line.all("circle")
        assert not line.all("line")
    else:
        native, compiled = place(wanted.native), place(wanted.compiled)
        assert percent(line, "circle", "cx") == native
        assert (percent(line, "line", "x1"), percent(line, "line", "x2")) == (native, compiled)


def test_gains_losses_and_the_rest_differ_in_shape(lines: dict[str, Element]) -> None:
    shapes = {label: line.one("use").attributes["href"] for label, line in lines.items()}
    gain, loss = shapes["native 4, compiled 10"], shapes["native 8, compiled 2"]
    same, unknown = shapes["native 5, compiled 5"], shapes["native not published, compiled 3"]
    assert len({gain, loss, same}) == 3
    assert same == unknown


def test_rows_that_count_otherwise_stand_on_a_scale_of_their_own(site: Site) -> None:
    pictures = read(site, "model_page", "resnet101").all("figure", class_="batch-sizes")
    assert [picture.one("figcaption").text.split(" ○")[0] for picture in pictures] == [
        "No sequence length, batch size per accelerator.",
        "No sequence length, batch size per node.",
    ]


def test_no_cell_is_empty_and_nothing_is_said_in_a_program_s_words(site: Site) -> None:
    for kind, macro in MACROS.items():
        for record in site.knowledge.records.of(kind):
            page = read_html(rendered(site, macro, record))
            assert [cell for cell in page.all("td", "th") if not cell.text and not cell.all("svg")] == [], record
            told = {element.text for element in page.all("td", "th", "dd", "time", "code", "text")}
            assert not {"None", "nan", "True", "False", "[]", "{}", "()"} & told, record
