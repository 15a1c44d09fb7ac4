"""Lists of components and of SDK releases; notices and package versions in the API."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from macros.columns import Table
from macros.columns.software import LIFECYCLE, PACKAGE_VERSIONS
from macros.facts import Knowledge
from macros.pages.lists import pager
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.html_tree import Element
from tests.support.lifecycle_data import (
    CITED,
    RELEASED,
    cells,
    component,
    frame,
    links,
)
from tests.support.render_page import read


def pages_of(site: Site, kind: str, macro: str) -> Mapping[int, Element]:
    """Every page of a list, by its number."""
    count = pager(site.knowledge, kind, "1").pages
    return {number: read(site, macro, str(number)) for number in range(1, count + 1)}


def test_the_components_of_a_kind_stand_together(any_site: Site) -> None:
    pages = pages_of(any_site, "components", "component_list").values()
    kinds = [body.attributes["id"] for page in pages for body in page.all("tbody")]
    assert {*kinds} == {one.kind for one in any_site.knowledge.records.components.values()}
    # A kind may go on on the next page.
    assert len(kinds) < len({*kinds}) + len(pages)


def test_the_list_of_components_has_each_once(any_site: Site) -> None:
    pages = pages_of(any_site, "components", "component_list").values()
    named = [links(row)[0] for page in pages for row in page.all("tr") if row.all("td")]
    assert sorted(named) == sorted(f"../../lifecycle/{key}/" for key in any_site.knowledge.records.components)


def test_the_list_of_sdk_releases_has_each_once(any_site: Site) -> None:
    tables = [page.all("table") for page in pages_of(any_site, "sdks", "sdk_list").values()]
    named = [
        links(row.all("th")[0])[0] for page in tables for table in page for row in table.all("tr") if row.all("td")
    ]
    assert sorted(named) == sorted(f"../../sdks/{key}/" for key in any_site.knowledge.records.sdks)


def test_kinds_that_few_look_for_stand_at_the_end_of_the_list(edited_made_up: EditSite) -> None:
    added = {
        f"components/{name.lower()}.yml": component(RELEASED, kind=kind).replace("Thing", name)
        for name, kind in (("Aa", "python"), ("Bb", "model"))
    }
    page = read(edited_made_up({}, added), "component_list")
    assert [body.attributes["id"] for body in page.all("tbody")] == ["library", "tool", "model", "python"]


def test_components_of_one_framework_stand_together(edited_made_up: EditSite) -> None:
    added = {
        f"components/{name.lower()}.yml": component(RELEASED, more=f"framework: {framework}\n").replace("Thing", name)
        for name, framework in (("Aa", "hammer"), ("Bb", "loom"), ("Cc", "hammer"))
    }
    rows = cells(frame(read(edited_made_up({}, added), "component_list"), "Components"))
    assert [row["Component"] for row in rows][:5] == ["Aa", "Cc", "hammer-lib", "Bb", "loom-lib"]


def test_components_are_counted_by_state(made_up: Site) -> None:
    table = frame(read(made_up, "component_list"), "Components")
    assert table.one("caption").text.startswith("3 components. 2 current, 1 ended")


def test_a_component_is_found_by_its_other_names(made_up: Site) -> None:
    [row] = [row for row in read(made_up, "component_list").all("tr") if "data-names" in row.attributes]
    assert (row.all("th")[0].text, row.attributes["data-names"]) == ("loom-lib", "loom_lib")


def test_what_a_component_replaced_is_named_on_its_page(made_up: Site) -> None:
    assert "../../lifecycle/old-tongs/" in links(read(made_up, "component_page", "hammer-lib").one("header"))
    assert "../../lifecycle/hammer-lib/" in links(read(made_up, "component_page", "old-tongs").one("header"))


def test_the_releases_of_a_component_are_listed_with_what_they_pin(made_up: Site) -> None:
    [row] = cells(frame(read(made_up, "component_page", "loom-lib"), "Releases and what they pin"))
    assert (row["Version"], row["Date"], row["Requires"]) == ("0.1", "2018-01-01", "spindle==2.0")
    assert "1.0" in row["SDK"]


def test_a_state_of_development_is_no_release(edited_made_up: EditSite) -> None:
    tag = f'  - {{version: "0.2.dev0", date: 2018-02-01, released: false, citation: {CITED}}}\n'
    page = read(edited_made_up({"components/loom-lib.yml": {"tags:\n": f"tags:\n{tag}"}}), "component_page", "loom-lib")
    rows = cells(frame(page, "Releases and what they pin"))
    assert [row["Version"] for row in rows] == ["0.2.dev0 not released", "0.1"]


def rows_of(table: Table[Any], knowledge: Knowledge) -> Sequence[Mapping[str, Any]]:
    """Every row of a table."""
    assert table.facts
    return list(map(table.row, table.facts(knowledge)))


def test_notices_have_an_id_each(any_site: Site) -> None:
    notices = rows_of(LIFECYCLE, any_site.knowledge)
    assert len({row["id"] for row in notices}) == len(notices)


def test_the_api_has_every_notice_and_package_version_once(any_site: Site) -> None:
    records = any_site.knowledge.records
    notices = [row["component"] for row in rows_of(LIFECYCLE, any_site.knowledge)]
    assert {key: notices.count(key) for key in records.components} == {
        key: len(found.notices) for key, found in records.components.items()
    }
    versions = [row["sdk"] for row in rows_of(PACKAGE_VERSIONS, any_site.knowledge)]
    assert {key: versions.count(key) for key in records.sdks} == {
        key: len(found.packages) for key, found in records.sdks.items()
    }


def api_rows(exports: Mapping[str, bytes], name: str) -> Sequence[Mapping[str, object]]:
    found: Sequence[Mapping[str, object]] = json.loads(exports[f"api/v1/{name}.json"])["result"]
    return found


def test_the_api_has_the_day_and_the_state_of_a_notice(made_up_exports: Mapping[str, bytes]) -> None:
    [row] = [row for row in api_rows(made_up_exports, "lifecycle") if row["id"] == "old-tongs/3"]
    assert (row["event"], row["effective"], row["state"]) == ("end_of_support", "2019-06-01", "ended")
    assert (row["sdk"], row["last_sdk"], row["component_state"]) == ("forge/6.4", "forge/6.3", "ended")


def test_the_api_has_no_day_for_an_announcement_without_a_release(made_up_exports: Mapping[str, bytes]) -> None:
    [row] = [row for row in api_rows(made_up_exports, "lifecycle") if row["id"] == "loom-lib/2"]
    assert (row["date"], row["effective"], row["state"]) == ("2019-01-01", None, None)


def test_the_api_has_package_versions_sdk_by_sdk(made_up_exports: Mapping[str, bytes]) -> None:
    rows = [(row["sdk"], row["package"], row["version"]) for row in api_rows(made_up_exports, "package-versions")]
    assert rows == [
        ("forge/6.4.0", "hammer-lib", "6.4.1"),
        ("forge/6.10.0", "hammer-lib", "6.10.2"),
        ("1.0", "loom_lib", "0.1"),
        ("1.1", "loom_lib", "0.2"),
    ]
