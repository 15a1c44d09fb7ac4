"""The page of the explorer without scripts, and the file that its scripts fetch."""

from __future__ import annotations

import json
from collections.abc import Mapping
from shutil import copytree
from typing import Any

import pytest

from macros.addresses import address
from macros.exports.explorer import NAMED, PATH, files
from macros.knowledge import Knowledge
from macros.site.state import Site
from macros.tables.tested_configurations import TESTED_CONFIGURATIONS
from macros.views.configurations import MOST_ROWS_OF_THE_EXPLORER
from tests.conftest import EditSite
from tests.support.html_tree import Element, read_html
from tests.support.places import MADE_UP
from tests.support.render_page import rendered

HEAVIEST_TABLE = 200_000
"""Bytes of HTML."""

API = "api/v1/tested-configurations.json"
AS_IN_THE_API = ("model", "framework", "instance", "dataset", "as_of", "batch_size_compiled")
"""Columns that hold the same values in the file and in the API."""

TABLE = "configurations/plain-paper/loom-1.0.yml"
ROW = (
    "      - {{model: shuttle-large, instance: box.small, dataset: threads, precision: float16, sequence_length: 8192,"
    " instance_count: 16, native: 1024, compiled: 2048, lower_bound: true, withdrawn: In 2019., variant: run {number}}}"
)


def _html(site: Site) -> str:
    return rendered(site, "explore_table", address="explore/")


def _page(site: Site) -> Element:
    return read_html(_html(site))


def _rows(page: Element) -> list[Element]:
    return [line for line in page.all("tr") if line.all("td")]


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The made-up site with more tested configurations than the page shows."""
    project = tmp_path_factory.mktemp("crowded")
    copytree(MADE_UP / "data", project / "data")
    with (project / "data" / TABLE).open("a", encoding="utf-8") as file:
        file.writelines(f"{ROW.format(number=number)}\n" for number in range(MOST_ROWS_OF_THE_EXPLORER))
    return Site(project)


def test_each_row_stands_under_its_release_source_and_date(made_up: Site) -> None:
    bodies = _page(made_up).one("table").all("tbody")
    heads = [[link.attributes["href"] for link in body.one("tr", class_="group").all("a")] for body in bodies]
    assert heads == [
        ["../frameworks/hammer/2.0/", "../frameworks/hammer/", "../sources/forge-report/"],
        ["../frameworks/hammer/2.0/", "../frameworks/hammer/", "../sources/forge-report/"],
        ["../frameworks/loom/loom-1.0/", "../frameworks/loom/", "../sources/plain-paper/"],
    ]
    assert [body.one("time").text for body in bodies] == ["2019-11-05", "2019-11-05", "2019-03-01"]
    assert [[row.one("th").text for row in _rows(body)] for body in bodies] == [
        ["smith/anvil-7b"],
        ["smith/anvil-70b"],
        ["maker/shuttle-small", "shuttle-large"],
    ]


def test_a_row_shows_its_batch_sizes(made_up: Site) -> None:
    cells = {row.one("th").text: [cell.text for cell in row.all("td")] for row in _rows(_page(made_up))}
    assert cells["maker/shuttle-small"][:4] == ["box.small", "2 × Chip One", "8", "12"]
    assert cells["smith/anvil-7b"][:3] == ["hearth.small", "1 × Forge Anvil", "16"]
    assert "2,048" in cells["smith/anvil-7b"]


def test_a_withdrawn_row_is_marked(edited_made_up: EditSite) -> None:
    site = edited_made_up({TABLE: {"native: 4, compiled: 2": "native: 4, compiled: 2, withdrawn: In 2019."}})
    withdrawn = [row.one("th").one("a").text for row in _page(site).all("tr", class_="withdrawn")]
    assert withdrawn == ["shuttle-large"]


def test_the_page_has_every_row_as_far_as_it_has_room(site: Site) -> None:
    assert len(_rows(_page(site))) == min(len(site.knowledge.configurations), MOST_ROWS_OF_THE_EXPLORER)


def test_the_page_stays_light(site: Site, crowded: Site) -> None:
    for one in (site, crowded):
        assert len(_html(one).encode()) < HEAVIEST_TABLE


def test_rows_beyond_the_limit_are_counted_with_links_to_where_they_are(crowded: Site) -> None:
    page, every = _page(crowded), len(crowded.knowledge.configurations)
    (more,) = page.all("p", class_="more")
    assert len(_rows(page)) == MOST_ROWS_OF_THE_EXPLORER < every
    assert f"{MOST_ROWS_OF_THE_EXPLORER} rows" in more.text
    assert f"{every - MOST_ROWS_OF_THE_EXPLORER} further rows" in more.text
    assert [link.attributes["href"] for link in more.all("a")] == [
        "../api/v1/tested-configurations.csv",
        "../api/v1/tested-configurations.json",
        "../models/",
    ]
    assert page.one("caption").text.startswith(f"{every} ")


def test_nothing_is_counted_as_left_out_where_every_row_has_room(made_up: Site) -> None:
    assert _page(made_up).all("p", class_="more") == []


def decoded(document: Mapping[str, Any], name: str) -> list[Any]:
    """A column of the file, its codes looked up."""
    column = document["columns"][name]
    return [column["values"][code] for code in column["codes"]]


def test_each_row_of_the_file_reads_as_in_the_api(made_up_exports: Mapping[str, bytes]) -> None:
    document = json.loads(made_up_exports[PATH])
    api = json.loads(made_up_exports[API])["result"]
    assert document["count"] == len(api)
    for name in AS_IN_THE_API:
        assert decoded(document, name) == [row[name] for row in api], name


def test_every_row_of_the_file_reads_as_in_the_api(knowledge: Knowledge) -> None:
    ((_, content),) = files(knowledge)
    document = json.loads(content)
    api = json.loads(json.dumps([TESTED_CONFIGURATIONS.row(test) for test in knowledge.configurations], default=str))
    for name in AS_IN_THE_API:
        assert decoded(document, name) == [row[name] for row in api], name


def release_pages(knowledge: Knowledge) -> list[str]:
    """Where the file leads from the release of each row."""
    ((_, content),) = files(knowledge)
    document = json.loads(content)
    return [document["records"]["release"][release]["page"] for release in decoded(document, "release")]


def test_every_row_of_the_file_leads_to_the_page_of_its_release(knowledge: Knowledge) -> None:
    assert release_pages(knowledge) == [address("releases", test.release) for test in knowledge.configurations]


def test_releases_of_two_frameworks_may_have_the_same_version(edited_made_up: EditSite) -> None:
    release = (MADE_UP / "data/releases/loom/loom-1.0.yml").read_text("utf-8").replace("1.0", "2.0")
    site = edited_made_up({TABLE: {"release: loom/loom-1.0": "release: loom/2.0"}}, {"releases/loom/2.0.yml": release})
    assert set(release_pages(site.knowledge)) == {"frameworks/hammer/2.0/", "frameworks/loom/2.0/"}


def test_the_file_holds_each_value_of_a_column_once(knowledge: Knowledge) -> None:
    ((_, content),) = files(knowledge)
    for name, column in json.loads(content)["columns"].items():
        assert len({json.dumps(value) for value in column["values"]}) == len(column["values"]), name


def test_the_file_has_the_name_and_the_page_of_each_record(made_up_exports: Mapping[str, bytes]) -> None:
    document = json.loads(made_up_exports[PATH])
    for column in NAMED:
        assert set(decoded(document, column)) - {None} <= document["records"][column].keys(), column
    small = document["records"]["model"]["maker/shuttle-small"]
    assert (small["name"], small["page"], small["names"]) == (
        "Shuttle-Small",
        "models/maker/shuttle-small/",
        ["shuttle_small"],
    )


def test_the_starter_of_a_framework_is_filled_with_the_versions_of_the_release(
    made_up_exports: Mapping[str, bytes],
) -> None:
    document = json.loads(made_up_exports[PATH])
    snippets = {
        framework: document["snippets"][release]
        for framework, release in zip(decoded(document, "framework"), decoded(document, "release"), strict=True)
    }
    assert snippets == {"hammer": "# Hammer 2.0 in {image}\nhammer run {model} --on {instance}", "loom": None}
