"""Images: those of lists and of releases, the newest first; what readers copy; the panel on how to install."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from macros.site.state import Site
from macros.views.install_panel import Pin, install_panel, offered_panels
from tests.conftest import EditSite
from tests.support.render_page import read

HAMMER = ("hammer", "anvil", "inference")
LIST = "images/hammer-containers.yml"


def copied(site: Site, framework: str, accelerator: str, workload: str) -> list[str | None]:
    return [image.copy for image in site.knowledge.images.images_for(framework, accelerator, workload)]


def test_images_are_found_by_framework_hardware_and_workload_the_newest_first(made_up: Site) -> None:
    repository = "<account>.<region>.forge.example.com/hammer"
    assert copied(made_up, *HAMMER) == [
        f"{repository}:6.10.0-iron2",
        f"{repository}:6.10.0-iron3",
        None,
        f"{repository}:6.4.0-iron2",
    ]
    assert copied(made_up, "hammer", "anvil", "training") == []
    assert copied(made_up, "hammer", "chip-one", "inference") == []


def test_a_parameter_is_given_only_for_the_newest_image_it_leads_to(made_up: Site) -> None:
    images = [image for image in made_up.knowledge.images if image.name == "Weaving Room"]
    assert {(image.sdk, image.copy) for image in images} == {("1.1", "/mill/room/newest"), ("1.0", None)}
    assert {image.parameter for image in images} == {"/mill/room/newest"}


def test_the_image_of_a_release_is_for_the_hardware_it_was_tested_on(made_up: Site) -> None:
    (image,) = made_up.knowledge.images.of("releases", "loom/loom-1.0")
    assert (image.copy, image.accelerators, image.workload) == ("loom:1.0", ("chip-one",), "training")
    assert image in made_up.knowledge.images.images_for("loom", "chip-one", "training")


def test_the_newest_of_a_repository_and_of_a_version_are_computed(made_up: Site) -> None:
    images = made_up.knowledge.images.of("images", "hammer-containers")
    newest = {image.name: (image.newest, image.newest_of_version) for image in images}
    assert newest["6.4.0-iron2"] == (False, False)
    assert newest["6.10.0-iron2"] == newest["6.10.0-iron3"] == (True, True)


def test_hardware_of_series_and_of_single_rows(made_up: Site) -> None:
    images = {image.name: image for image in made_up.knowledge.images}
    assert (images["6.4.0-iron2"].series, images["6.4.0-iron2"].accelerators) == (("hearth",), ("anvil",))
    assert (images["6.10.0-iron3"].series, images["6.10.0-iron3"].accelerators) == ((), ("anvil",))
    assert images["Empty Room"].accelerators == ("chip-one",)


def test_the_api_has_every_image(made_up: Site, made_up_exports: Mapping[str, bytes]) -> None:
    rows = json.loads(made_up_exports["api/v1/images.json"])["result"]
    assert len(rows) == len(made_up.knowledge.images)
    by_id: Mapping[str, Mapping[str, Any]] = {row["id"]: row for row in rows}
    torn = by_id["hammer-containers/4"]
    assert (torn["copy"], torn["frameworks"], torn["source"]) == (None, ["tongs", "hammer"], "forge-report")
    assert by_id["loom/loom-1.0"]["release"] == "loom/loom-1.0"
    assert b"/mill/room/newest" in made_up_exports["api/v1/images.csv"]
    assert "/images.json" in json.loads(made_up_exports["api/v1/openapi.json"])["paths"]


def test_the_panel_holds_what_is_recorded_and_nothing_twice(made_up: Site) -> None:
    panel = install_panel(made_up.knowledge, *HAMMER)
    assert panel
    assert panel.pins == [Pin("iron==3.1", "wrought")], "the other pin names an image that is shown"
    assert panel.sdk == "forge/6.10.0"
    assert [(one.row.package, one.row.version) for one in panel.packages] == [("hammer-lib", "6.10.2")]
    assert [image.name for image in panel.containers] == ["6.10.0-iron2", "6.10.0-iron3"]
    assert panel.machine_images == []
    assert [install.command for install in panel.commands] == ["pip install hammer-lib"]


def test_the_panel_names_machine_images_with_their_environments(made_up: Site) -> None:
    panel = install_panel(made_up.knowledge, "loom", "chip-one", "training")
    assert panel
    (machine,) = panel.machine_images
    assert (machine.image.copy, list(machine.environments)) == ("/mill/room/newest", ["/opt/loom"])
    assert [image.copy for image in panel.containers] == ["loom:1.0"]


def test_a_list_whose_newest_image_names_no_hardware_is_left_out(edited_made_up: EditSite) -> None:
    changes = {"series: [hearth]\n": "", "first_listed: 2019-06-01": "series: [hearth], first_listed: 2019-06-01"}
    site = edited_made_up({LIST: {**changes, "accelerators: [anvil], ": ""}})
    panel = install_panel(site.knowledge, *HAMMER)
    assert panel
    assert panel.containers == []


@pytest.mark.parametrize("stack", [("hammer", "chip-one", "training"), ("loom", "anvil", "inference")])
def test_there_is_no_panel_where_nothing_is_recorded(made_up: Site, stack: tuple[str, str, str]) -> None:
    assert install_panel(made_up.knowledge, *stack) is None


def test_a_framework_page_has_a_panel_for_hardware_it_is_offered_on(made_up: Site) -> None:
    offered = offered_panels(made_up.knowledge, "hammer")
    assert [[panel.accelerator for panel in panels] for panels in offered] == [["anvil"]]
    page = read(made_up, "framework_page", "hammer")
    for text in ("iron==3.1", "forge.example.com/hammer:6.10.0-iron3", "hammer --strike-once", "Nobody ran it"):
        assert text in page.text
    assert page.text.count("pip install hammer-lib") == 1


def test_the_page_of_an_sdk_release_lists_its_images(made_up: Site) -> None:
    text = read(made_up, "sdk_page", "forge/6.10.0").text
    assert "6.10.0-iron2" in text
    assert "6.4.0-iron2" not in text
