"""Images: those of lists and of releases, the newest first; what readers copy; the panel on how to install."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from macros.facts.pins import pinned_command
from macros.pages.install_panel import InstallPanel
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.elements import Element, read
from tests.support.lifecycle_data import package, statement, stating

COMMANDS = yaml.safe_load(Path(__file__).with_name("pinned_commands.yml").read_text("utf-8"))
HAMMER = ("hammer", "anvil", "inference")
LIST = "images/hammer-containers.yml"


def test_the_api_has_every_image(made_up: Site, made_up_exports: Mapping[str, bytes]) -> None:
    rows = json.loads(made_up_exports["api/v1/images.json"])["result"]
    assert len(rows) == len(made_up.knowledge.images)
    by_id: Mapping[str, Mapping[str, Any]] = {row["id"]: row for row in rows}
    torn, loom = by_id["hammer-containers/4"], by_id["loom/loom-1.0"]
    assert (torn["copy"], torn["frameworks"], torn["source"]) == (None, ["tongs", "hammer"], "forge-report")
    assert (loom["release"], loom["copy"]) == ("loom/loom-1.0", "loom:1.0")
    assert (loom["accelerators"], loom["workload"]) == (["chip-one"], "training")
    assert b"/mill/room/newest" in made_up_exports["api/v1/images.csv"]


def test_a_parameter_is_given_only_for_the_newest_image_it_leads_to(made_up: Site) -> None:
    images = [image for image in made_up.knowledge.images if image.name == "Weaving Room"]
    assert {(image.row.sdk, image.copy) for image in images} == {("1.1", "/mill/room/newest"), ("1.0", None)}


def copied(panel: InstallPanel, label: str) -> list[str]:
    """What readers copy from the parts of a panel with a label."""
    return [block.code for block in panel.blocks if block.label == label]


def package_versions(panel: InstallPanel) -> list[str]:
    """The versions of packages that are built for no version of Python."""
    packages = [block.about for block in panel.blocks if block.label == "Packages"]
    return re.findall(r"Code\(text='(.*?)'\)", str(packages))


def test_the_panel_holds_what_is_recorded_and_nothing_twice(made_up: Site) -> None:
    panel = InstallPanel(made_up.knowledge, *HAMMER)
    assert panel
    assert [(block.label, block.code) for block in (*panel.blocks, *panel.commands)] == [
        ("Version to pin", "iron==3.1"),  # the other pin names an image that is shown
        ("Packages", ""),
        ("Container image", "<account>.<region>.forge.example.com/hammer:6.10.0-iron3"),
        ("Command", "pip install hammer-lib==6.10.2"),
    ]
    assert package_versions(panel) == ["6.10.2"]
    for nothing in (("hammer", "chip-one", "training"), ("loom", "anvil", "inference")):
        assert not InstallPanel(made_up.knowledge, *nothing)


def test_the_panel_names_machine_images_with_their_environments(made_up: Site) -> None:
    panel = InstallPanel(made_up.knowledge, "loom", "chip-one", "training")
    assert copied(panel, "Machine image") == ["/mill/room/newest"]
    assert copied(panel, "Container image") == ["loom:1.0"]
    assert "In it, virtual environment /opt/loom" in read(made_up, "framework_page", "loom").text


def rows_of(page: Element) -> list[str]:
    """The images of a list, in words."""
    return [row.text for row in page.all("tr") if "id" in row.attributes]


def test_a_pin_older_than_the_newest_version_names_that_with_the_day_it_was_seen(edited_made_up: EditSite) -> None:
    def said(earlier: str, pin: str) -> str:
        site = edited_made_up({"frameworks/hammer.yml": {earlier: pin}})
        return str(InstallPanel(site.knowledge, *HAMMER).blocks[0].about)

    assert "Newest" not in said("iron==3.1 (wrought)", "hammer==2.1")
    assert "Newest in the Python Package Index" in said("hammer==2.1", "hammer==2.0")


def test_every_row_of_a_discontinued_list_says_so(edited_made_up: EditSite) -> None:
    gone = "discontinued: {date: 2020-05-01, text: No more., citations: [{source: forge-notes, locator: end}]}"
    page = read(edited_made_up({LIST: {"rows:\n": f"{gone}\nrows:\n"}}), "image_page", "hammer-containers")
    assert rows_of(page)
    assert all("list discontinued on 2020-05-01" in row for row in rows_of(page))


def test_the_newest_image_is_the_newest_on_record_with_the_day_of_its_source(edited_made_up: EditSite) -> None:
    """No reader takes the newest of an old list for the newest that is published."""
    iron3 = "\n  - {name: 6.10.0-iron3"
    one_newest = {
        f"{iron3}, sdk: forge/6.10.0": f"{iron3}, sdk: forge/6.4.0",
        "  - {sdk: forge/6.10.0": "  - {sdk: forge/6.4.0",
    }
    page = read(edited_made_up({LIST: one_newest}), "image_page", "hammer-containers")
    said = next(row for row in rows_of(page) if "6.10.0-iron2" in row.split()[0])
    assert "newest on record as of 2020-02-10" in said
    assert page.one("p", class_="lede").text.endswith("newest on record as of 2020-02-10: 6.10.0-iron2.")


def test_an_image_leads_to_the_newest_of_a_repository_of_another_version(edited_made_up: EditSite) -> None:
    def image(sdk: str) -> str:
        return (
            f"title: Images of {sdk}\nkind: container\nregistry: forge.test\nrepository: box/{sdk}/linux\n"
            f"citation: {{source: forge-notes, locator: end}}\nrows:\n  - {{name: latest, sdk: forge/{sdk}}}\n"
        )

    site = edited_made_up({}, {"images/old-box.yml": image("6.4.0"), "images/new-box.yml": image("6.10.0")})
    old, new = (rows_of(read(site, "image_page", f"{age}-box"))[0] for age in ("old", "new"))
    assert "older; newest: forge.test/box/6.10.0/linux:latest" in old
    assert "newest on record" in new


def test_an_image_is_over_with_the_version_of_any_of_its_frameworks(edited_made_up: EditSite) -> None:
    """Its version may be that of a framework which it does not name first. Beside a newer image stands its state."""
    notice = 'event: end_of_support, version: "2", date: 2019-02-10'
    built = "  - {package: hammer-lib, version: 6.10.2, series: [hearth]}\n"
    site = edited_made_up(
        {
            LIST: {"frameworks: [hammer]\n": "frameworks: [loom, hammer]\n"},
            "sdks/forge/6.10.0.yml": {built: f"{built}  - {{package: hammer, version: 2.0.1, series: [hearth]}}\n"},
        },
        {"components/hammer.yml": package("hammer", "framework", notice, more="framework: hammer\n")},
    )
    page = read(site, "image_page", "hammer-containers")
    said = {row.split()[0]: row for row in rows_of(page)}
    ended = "Hammer 2: Ended since 2019-02-10"
    assert (ended in said["6.10.0-iron2"], ended in said["6.10.0-iron3"]) == (True, False)
    assert f"newest with the same version: 6.10.0-iron2 ({ended} )" in said["6.4.0-iron2"]


def test_images_are_over_where_their_framework_has_ended_for_what_they_are_made_for(edited_made_up: EditSite) -> None:
    over = stating(statement("ended", workload="training", date="2020-01-10")) | {
        "vendor: The Forge\n": "vendor: The Forge\nsuccessor: tongs\n"
    }
    still = rows_of(read(edited_made_up({"frameworks/hammer.yml": over}), "image_page", "hammer-containers"))[0]
    assert "for training" not in still
    site = edited_made_up({LIST: {"workload: inference": "workload: training"}})
    page = read(site, "image_page", "hammer-containers")
    assert "Ended for training, by 2020-01-10" in rows_of(page)[0]
    assert "Replacement Hammer : Tongs" in page.text


def test_a_list_whose_newest_image_names_no_hardware_is_left_out(edited_made_up: EditSite) -> None:
    changes = {"series: [hearth]\n": "", "first_listed: 2019-06-01": "series: [hearth], first_listed: 2019-06-01"}
    site = edited_made_up({LIST: {**changes, "accelerators: [anvil], ": ""}})
    assert copied(InstallPanel(site.knowledge, *HAMMER), "Container image") == []


HAMMER_FILE = "frameworks/hammer.yml"
PINNED = 'pin: [iron==3.1 (wrought), "6.10.0-iron3 of the containers"]'


def panel_of_pin(edited: EditSite, pin: str, rows: Mapping[str, str] | None = None) -> InstallPanel:
    """The panel of an answer with this pin, after edits of the list of containers."""
    site = edited({HAMMER_FILE: {PINNED: f"pin: [{pin}]"}, LIST: rows or {}})
    statement = site.knowledge.support.status_of(*HAMMER)
    assert statement
    panel = InstallPanel(site.knowledge, *HAMMER, statement.statement.pin)
    assert panel
    return panel


@pytest.mark.parametrize(
    ("pin", "packages", "images"),
    [
        ("hammer-lib==6.4.1", [], ["6.4.0-iron2"]),
        ("hammer-lib 6.10.2 (SDK 6.10)", [], ["6.10.0-iron2", "6.10.0-iron3"]),
        ("SDK 6.4 (notice)", ["6.4.1"], ["6.4.0-iron2"]),
        ("SDK 6.10.0 with Iron 3", ["6.10.2"], ["6.10.0-iron3"]),
        ("hammer-lib==7.1", [], []),
    ],
)
def test_versions_are_those_pinned(edited_made_up: EditSite, pin: str, packages: list[str], images: list[str]) -> None:
    panel = panel_of_pin(edited_made_up, pin)
    assert package_versions(panel) == packages
    assert [address.partition(":")[2] for address in copied(panel, "Container image")] == images


def test_pins_say_of_which_release_they_are_and_are_copied_as_requirements(edited_made_up: EditSite) -> None:
    """One pin names the release, which has the version of the other too; so has the newer one with the packages."""
    kept = "{package: old-tongs, version: 1.5.0, series: [hearth], python: ['3.9']}"
    of_both = "{package: loom_lib, version: 0.3.1, series: [hearth], python: ['3.9']}"
    listed = f"packages:\n  - {kept}\n  - {of_both}\n"
    site = edited_made_up(
        {
            HAMMER_FILE: {PINNED: "pin: [old-tongs 1.5.0, loom_lib 0.3.1 (Forge Kit 6.4.0)]", "pip install": "kit add"},
            "components/old-tongs.yml": {"kind:": "package: old-tongs\nkind:"},
            **{f"sdks/forge/{version}.yml": {"packages:\n": listed} for version in ("6.4.0", "6.10.0")},
        }
    )
    panel = read(site, "framework_page", "hammer").all("div", class_="install-panel")[0]
    assert "old-tongs==1.5.0 loom_lib==0.3.1" in [code.text for code in panel.all("code")]
    for text in ("Versions to pin : Forge Kit 6.4.0", "Packages of Forge Kit 6.10.0 , with the same versions"):
        assert text in panel.text


def test_of_images_with_one_sdk_release_that_with_the_pinned_version_is_offered(edited_made_up: EditSite) -> None:
    """A library that the SDK does not have: what the image says that it contains counts."""
    rows = {
        "libraries: [hammer-lib 6.10.2]": "libraries: [handle 0.4.4]",
        'version: "3", ': 'version: "3", libraries: [handle 0.4.5], ',
    }
    panel = panel_of_pin(edited_made_up, "'handle 0.4.5 (SDK 6.10.0)'", rows)
    assert copied(panel, "Container image") == ["<account>.<region>.forge.example.com/hammer:6.10.0-iron3"]


def test_an_image_that_serves_other_families_is_not_offered(edited_made_up: EditSite) -> None:
    rows = {"workload: inference\n": "workload: inference\nfamilies: [weavers]\nfamilies_inferred: It weaves.\n"}
    site = edited_made_up({LIST: rows})
    found = {
        family: InstallPanel(site.knowledge, *HAMMER, ["hammer-lib==6.10.2"], family)
        for family in ("weavers", "potters", None)
    }
    assert {family: bool(copied(panel, "Container image")) for family, panel in found.items()} == {
        "weavers": True,
        "potters": False,
        None: True,
    }
    assert "for Weavers only" in read(site, "framework_page", "hammer").text


def test_packages_of_another_list_than_that_for_the_hardware_say_so(edited_made_up: EditSite, made_up: Site) -> None:
    sdk = "sdks/forge/6.10.0.yml"
    elsewhere = {
        "series: [hearth]}": "series: [hearth], citation: {source: forge-report, locator: page 4}}",
        "manifest:": "partial: The list for hearth could not be read.\nmanifest:",
    }
    site = edited_made_up({sdk: elsewhere})
    page = read(site, "framework_page", "hammer")
    panel = page.all("div", class_="install-panel")[0]
    assert "The list for hearth could not be read." in panel.text
    assert "The list for hearth" not in read(made_up, "framework_page", "hammer").text
    assert "sources/forge-report/" in panel.targets


def test_a_pinned_image_comes_with_the_command_that_fetches_it(edited_made_up: EditSite) -> None:
    site = edited_made_up({HAMMER_FILE: {"command: pip install hammer-lib": "command: docker pull forge/hammer:1"}})
    for image, commands in {"forge/hammer:1": ["docker pull forge/hammer:1"], "forge/hammer:2": []}.items():
        assert [one.code for one in InstallPanel(site.knowledge, *HAMMER, [image], None).commands] == commands


@pytest.mark.parametrize("case", COMMANDS, ids=lambda case: case["command"])
def test_a_command_has_the_pinned_version_and_one_that_takes_none_is_left_out(case: Mapping[str, str]) -> None:
    assert pinned_command(case["command"], {"iron-lib": "3.1"}) == case["pinned"]


def test_the_panel_of_a_model_is_that_of_the_pin_in_its_answer(made_up: Site) -> None:
    line = read(made_up, "model_page", "smith/anvil-7b").one("details", id="on-anvil")
    panel = line.one("details", class_="install").text
    assert "Hammer 2.0" in [code.text for code in line.all("code")], "the newest release that was tested with it"
    assert "Hammer 2.0" in panel
    for other in ("iron==3.1", "6.10.0", "pip install"):
        assert other not in panel
