"""A vendor whose accelerators no cloud offers, added beside two others: what its pages say, and what they do not."""

from __future__ import annotations

from collections.abc import Mapping
from shutil import copytree

import pytest

from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.elements import read
from tests.support.project import MADE_UP, TESTS

DATA = TESTS / "third_vendor" / "data"
"""What is added to the made-up data."""
CITED = "{source: plain-paper, locator: page 2}"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    folder = tmp_path_factory.mktemp("third-vendor")
    for data in (MADE_UP / "data", DATA):
        copytree(data, folder / "data", dirs_exist_ok=True)
    return Site(folder)


@pytest.fixture(scope="module")
def added() -> Mapping[str, str]:
    """The added files, for a test that changes one of them."""
    return {file.relative_to(DATA).as_posix(): file.read_text("utf-8") for file in DATA.rglob("*.yml")}


@pytest.mark.parametrize(
    ("macro", "record"),
    [("accelerator_page", "sickle"), ("framework_page", "grinder"), ("sdk_page", "smithy/1.23.0")],
)
def test_nothing_is_said_of_instance_types_or_of_other_vendors(site: Site, macro: str, record: str) -> None:
    text = read(site, macro, record).text
    for word in ("nstance", "smithy/1.2", "The Mill", "The Forge", "Mill Kit", "Forge Kit"):
        assert word not in text


def test_a_package_that_a_part_of_a_list_leaves_out_is_not_said_to_be_gone(site: Site) -> None:
    text = read(site, "sdk_list").text
    assert "whetstone 1.2 · smithy-driver not in the part that was read" in text
    assert "whetstone 1.2 · smithy-driver 7-5" in text


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("docker run grinder", ["docker run grinder", "sharpener 0.22"]),
        ("pip install sharpener", ["pip install sharpener==0.22", "sharpener==0.22"]),
        ("pip install https://example.com/branch", ["sharpener==0.22"]),
    ],
)
def test_a_pin_is_a_requirement_beside_a_command_that_takes_such(
    edited_made_up: EditSite, added: Mapping[str, str], command: str, shown: list[str]
) -> None:
    grinder = added["frameworks/grinder.yml"].replace("docker run grinder", command)
    site = edited_made_up({}, {**added, "frameworks/grinder.yml": grinder})
    page = read(site, "model_page", "smith/anvil-7b").one("details", id="on-sickle")
    assert [code.text for code in page.one("details", class_="install").all("pre")] == shown


def test_an_issue_of_other_software_does_not_come_through_the_family(
    edited_made_up: EditSite, added: Mapping[str, str]
) -> None:
    issue = (
        "title: Frames must be oiled\nsummary: Dry frames break.\nstate: open\n"
        f"affects: {{families: [weavers], frameworks: [FRAMEWORK]}}\ncitations: [{CITED}]\n"
    )
    for framework, is_shown in (("tongs", False), ("grinder", True)):
        with_issue = {**added, "limitations/dry-frames.yml": issue.replace("FRAMEWORK", framework)}
        page = read(edited_made_up({}, with_issue), "model_page", "shuttle-large")
        assert ("Frames must be oiled" in page.text) == is_shown


def test_home_names_each_vendor_before_any_comes_again(site: Site) -> None:
    text = read(site, "home_page").one("input", id="question-hardware").attributes["placeholder"]
    assert text == "Forge Anvil, Chip One, Smithy Sickle …"
