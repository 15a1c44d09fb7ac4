"""The explorer's page without scripts, and the file that it fetches."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from macros.exports.explorer import PATH
from macros.site.state import Site
from macros.views import explore
from tests.support.html_tree import Element, read_html
from tests.support.render_page import rendered

HEAVIEST_TABLE = 160_000
"""Bytes of HTML."""


def _html(site: Site) -> str:
    return rendered(site, "explore_table", address="explore/")


def _page(site: Site) -> Element:
    return read_html(_html(site))


def test_every_row_stands_in_the_page_under_its_release_source_and_date(site: Site) -> None:
    table = _page(site).one("table")
    rows = [line for line in table.all("tr") if line.all("td")]
    assert len(rows) == len(site.knowledge.configurations)
    groups = [line.text for line in table.all("tr", class_="group")]
    assert any("PyTorch 1.12.0" in words and "2022-12-09" in words and "SageMaker" in words for words in groups)


def test_the_page_stays_light(site: Site) -> None:
    assert len(_html(site).encode()) < HEAVIEST_TABLE


def test_rows_beyond_the_bound_are_counted_and_said_where_to_find(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explore, "MOST_ROWS", 5)
    page = _page(site)
    assert len([line for line in page.all("tr") if line.all("td")]) == 5
    (said,) = page.all("p", class_="more")
    assert "first 5 rows" in said.text
    assert f"{len(site.knowledge.configurations) - 5} further rows" in said.text
    assert [link.attributes["href"] for link in said.all("a")] == [
        "../api/v1/tested-configurations.csv",
        "../api/v1/tested-configurations.json",
        "../models/",
    ]
    assert f"{len(site.knowledge.configurations)} tested configurations" in page.text


def test_every_row_of_the_file_reads_as_in_the_api(published: Mapping[str, bytes]) -> None:
    document = json.loads(published[PATH])
    api = json.loads(published["api/v1/tested-configurations.json"])["result"]
    assert document["count"] == len(api)
    for name in ("model", "instance", "release", "dataset", "as_of", "batch_size_compiled"):
        column = document["columns"][name]
        assert [column["values"][code] for code in column["codes"]] == [row[name] for row in api]
        assert len(set(map(str, column["values"]))) == len(column["values"])
