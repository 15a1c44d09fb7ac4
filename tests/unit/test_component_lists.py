"""Components: their list, and what their pages name."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.elements import read
from tests.support.lifecycle_data import RELEASED, component, frame


def listed(site: Site) -> Sequence[Mapping[str, str]]:
    return frame(read(site, "component_list"), "Components").rows


def named(name: str, kind: str = "library", more: str = "") -> dict[str, str]:
    """The file of a component."""
    text = component(RELEASED, kind=kind, more=more).replace("Thing", name)
    return {f"components/{name.lower()}.yml": text}


def test_kinds_that_few_look_for_stand_at_the_end_of_the_list(edited_made_up: EditSite) -> None:
    page = read(edited_made_up({}, {**named("Aa", "python"), **named("Bb", "model")}), "component_list")
    assert [body.attributes["id"] for body in page.all("tbody")] == ["library", "tool", "model", "python"]


def test_components_of_one_framework_stand_together(edited_made_up: EditSite) -> None:
    frameworks = {"Aa": "hammer", "Bb": "loom", "Cc": "hammer"}
    files = [named(name, more=f"framework: {framework}\n") for name, framework in frameworks.items()]
    rows = listed(edited_made_up({}, files[0] | files[1] | files[2]))
    assert [row["Component"] for row in rows][:5] == ["Aa", "Cc", "hammer-lib", "Bb", "loom-lib"]


def test_a_component_is_found_by_its_other_names(made_up: Site) -> None:
    [row] = [row for row in read(made_up, "component_list").all("tr") if "data-names" in row.attributes]
    assert (row.all("th")[0].text, row.attributes["data-names"]) == ("loom-lib", "loom_lib")


def test_the_api_has_the_day_and_the_state_of_a_notice(made_up_exports: Mapping[str, bytes]) -> None:
    rows = {row["id"]: row for row in json.loads(made_up_exports["api/v1/lifecycle.json"])["result"]}
    ended, announced = rows["old-tongs/3"], rows["loom-lib/2"]
    assert (ended["event"], ended["effective"], ended["state"]) == ("end_of_support", "2019-06-01", "ended")
    assert (ended["sdk"], ended["last_sdk"], ended["component_state"]) == ("forge/6.4", "6.3", "ended")
    assert (announced["date"], announced["effective"], announced["state"]) == ("2019-01-01", None, None)
