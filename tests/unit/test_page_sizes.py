"""No page grows without end: of a long list it shows a part, says how much more there is, and leads to it."""

from __future__ import annotations

from collections.abc import Mapping
from shutil import copytree

import pytest

from macros.site.state import Site
from tests.support.places import MADE_UP
from tests.support.render_page import read, rendered

MODELS = 600
ROWS_OF_ONE = 300
ONE = "bulk-0000"

FRAME = 20_000
"""What the theme puts around a page, in bytes of HTML."""
HEAVIEST_PAGE = 100_000 - FRAME
HEAVIEST_MODEL = 60_000 - FRAME

ROW = (
    "      - {{model: {model}, instance: box.small, dataset: threads, native: 4, compiled: 6, variant: run {number}}}\n"
)


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The made-up site with many more models, one of which was tested very often."""
    project = tmp_path_factory.mktemp("crowded")
    copytree(MADE_UP / "data", project / "data")
    names = [f"bulk-{number:04}" for number in range(MODELS)]
    for name in names:
        record = f"name: {name.title()}\narchitecture: shuttle\nsummary: One of many, made up.\n"
        (project / "data" / "models" / f"{name}.yml").write_text(record, encoding="utf-8")
    tests = [(name, 1) for name in names] + [(ONE, 2 + number) for number in range(ROWS_OF_ONE)]
    table = project / "data" / "configurations" / "plain-paper" / "loom-1.0.yml"
    with table.open("a", encoding="utf-8") as file:
        file.writelines(ROW.format(model=name, number=number) for name, number in tests)
    return Site(project)


PAGES: Mapping[str, tuple[str, ...]] = {
    "model_list": (),
    "family_page": ("weavers",),
    "architecture_page": ("shuttle",),
    "accelerator_page": ("chip-one",),
    "instance_page": ("box.small",),
    "framework_page": ("loom",),
    "release_page": ("loom/loom-1.0",),
    "dataset_page": ("threads",),
    "source_page": ("plain-paper",),
    "memory_tables": (),
    "home_page": (),
}


@pytest.mark.parametrize("macro", PAGES)
def test_a_page_about_many_models_stays_light(crowded: Site, macro: str) -> None:
    assert len(rendered(crowded, macro, *PAGES[macro]).encode()) < HEAVIEST_PAGE


def test_the_page_of_a_model_tested_very_often_stays_light(crowded: Site) -> None:
    assert len(rendered(crowded, "model_page", ONE).encode()) < HEAVIEST_MODEL


def test_what_is_left_out_of_the_list_of_models_is_counted_and_reachable(crowded: Site) -> None:
    page = read(crowded, "model_list")
    shown = page.one("table").all("th", scope="row")
    (more,) = page.all("p", class_="more")
    left_out = len(crowded.knowledge.records.models) - len(shown)
    assert left_out > 0
    assert more.text.startswith(f"{left_out} more models")
    assert [link.attributes["href"].removeprefix("../../") for link in more.all("a")] == [
        "explore/",
        "api/v1/models.csv",
    ]


def test_a_list_that_is_cut_keeps_the_models_with_most_runs(crowded: Site) -> None:
    for macro, arguments in (("model_list", ()), ("family_page", ("weavers",)), ("architecture_page", ("shuttle",))):
        assert ONE in {head.text for head in read(crowded, macro, *arguments).all("th", scope="row")}, macro


def test_every_test_of_a_model_is_counted_where_not_all_have_room(crowded: Site) -> None:
    page = read(crowded, "model_page", ONE)
    rows = page.one("table", class_="configurations").all("th", scope="row")
    (more,) = (found for found in page.all("p", class_="more") if "further configurations" in found.text)
    assert f"{ROWS_OF_ONE + 1 - len(rows)} further configurations" in more.text
    assert more.one("a").attributes["href"].endswith(f"explore/?model={ONE}")


def test_a_picture_shows_the_newest_and_says_how_many_more_there_are(crowded: Site) -> None:
    picture = read(crowded, "model_page", ONE).one("figure", class_="batch-sizes")
    lines = picture.one("ol").all("li")
    assert 0 < len(lines) < ROWS_OF_ONE
    assert f"the table below has {ROWS_OF_ONE + 1 - len(lines)} more" in picture.one("figcaption").text
