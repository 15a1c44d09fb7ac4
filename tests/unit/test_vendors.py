"""Vendors: no code names a product, no page about one vendor names another; and a third one, which no cloud offers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from shutil import copytree

import pytest

from macros.addresses import with_page
from macros.schema.kinds import WITH_PAGES
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.elements import Element, read
from tests.support.project import MADE_UP, PROJECT, TESTS

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
    ("macro", "record"), [("accelerator_page", "sickle"), ("framework_page", "grinder"), ("sdk_page", "smithy/1.23.0")]
)
def test_nothing_is_said_of_instance_types_or_of_other_vendors(site: Site, macro: str, record: str) -> None:
    text = read(site, macro, record).text
    for word in ("nstance", "smithy/1.2", "The Mill", "The Forge", "Mill Kit", "Forge Kit"):
        assert word not in text


def test_a_package_that_a_part_of_a_list_leaves_out_is_not_said_to_be_gone(site: Site) -> None:
    text = read(site, "sdk_list").text
    assert "whetstone 1.2 · smithy-driver not recorded" in text
    assert "whetstone 1.2 · smithy-driver 7-5" in text


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("docker run grinder", ["docker run grinder", "sharpener 0.22"]),
        ("pip install sharpener", ["pip install sharpener==0.22"]),
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


def test_a_family_passes_on_no_issue_of_other_software(edited_made_up: EditSite, added: Mapping[str, str]) -> None:
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


PRODUCTS = re.compile("Neuron SDK|EC2|SageMaker")
MACROS = PROJECT / "macros"


def test_no_code_and_no_template_names_a_product() -> None:
    """But for importers: each is about the files of one upstream."""
    files = [*(MACROS / "templates").rglob("*.*"), *MACROS.rglob("*.py")]
    ours = [file for file in files if not file.is_relative_to(MACROS / "importing")]
    assert [str(file) for file in ours if PRODUCTS.search(file.read_text("utf-8"))] == []


NAMES = {
    "The Forge": re.compile(r"forge|anvil|hammer|tongs|hearth|smith", re.IGNORECASE),
    "The Mill": re.compile(r"\bmill\b|loom|spindle|chip[ -]one|\bC1\b|box\.small|plain[ -]paper", re.IGNORECASE),
}
"""By vendor: its name and those of its products, in texts and in addresses."""

OF_ONE_VENDOR = {"hot-iron": "forge", "1.0": "mill", "1.1": "mill", "width-of-box": "mill"}
"""Records about products of one vendor whose ids do not say it, and the vendor."""


def without_lists_of_everything(page: Element) -> Element:
    """A page without the accelerators about which nothing is known: a list of all that there are."""
    for element in (*page.all(class_="no-data"), *page.all(class_="nothing")):
        element.node.drop_tree()
    return page


def named(page: Element, vendor: str) -> set[str]:
    """What a page shows, explains or links to that belongs to a vendor."""
    texts = [page.text, *(value for element in page.walk() for value in element.attributes.values())]
    return {found[0] for text in texts for found in NAMES[vendor].finditer(text)}


def test_a_page_about_products_of_one_vendor_names_no_other(made_up: Site) -> None:
    found = {}
    for kind in WITH_PAGES:
        for record in with_page(made_up.knowledge.records, kind):
            own = [vendor for vendor in NAMES if NAMES[vendor].search(OF_ONE_VENDOR.get(record, record))]
            if len(own) == 1:
                page = without_lists_of_everything(read(made_up, WITH_PAGES[kind].page_macro, record))
                found[kind, record] = [vendor for vendor in NAMES if named(page, vendor)], own
    assert len(found) > 30
    assert {place: said for place, (said, own) in found.items() if said != own} == {}
