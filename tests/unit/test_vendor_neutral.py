"""Code and templates name no vendor's products, and pages about one vendor's hardware name no other vendor."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import pytest

from macros.schema.kinds import WITH_PAGES
from macros.site.state import Site
from tests.support.elements import Element, read
from tests.support.project import PROJECT

PRODUCTS = ("Neuron SDK", "EC2", "SageMaker")
IMPORTERS = PROJECT / "macros" / "importing"
"""Each of its modules is about the files of one upstream."""
CODE = sorted(file for file in (PROJECT / "macros").rglob("*.py") if not file.is_relative_to(IMPORTERS))
TEMPLATES = sorted(file for file in (PROJECT / "macros" / "templates").rglob("*") if file.is_file())


@pytest.mark.parametrize("product", PRODUCTS)
def test_no_code_and_no_template_names_a_product(product: str) -> None:
    assert CODE
    assert TEMPLATES
    naming = [file for file in (*CODE, *TEMPLATES) if product in file.read_text("utf-8")]
    assert [str(file.relative_to(PROJECT)) for file in naming] == []


VENDORS = ("The Forge", "The Mill")
RECORDS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "The Forge": {
        "accelerators": ["anvil"],
        "instances": ["hearth.small", "hearth.large"],
        "frameworks": ["hammer", "tongs"],
        "releases": ["hammer/2.0"],
        "models": ["smith/anvil-7b", "smith/anvil-70b"],
        "architectures": ["anvilnet"],
        "sdks": ["forge/6.4.0", "forge/6.10.0"],
        "components": ["hammer-lib", "old-tongs"],
        "sources": ["forge-notes", "forge-report"],
        "benchmarks": ["hammer-archive", "hammer-latency"],
        "catalogues": ["hammer-models"],
        "comparisons": ["tongs-vs-hammer"],
        "limitations": ["hot-iron"],
        "conflicts": ["speed-of-anvil-7b"],
    },
    "The Mill": {
        "accelerators": ["chip-one"],
        "instances": ["box.small"],
        "frameworks": ["loom", "spindle"],
        "releases": ["loom/loom-1.0"],
        "sdks": ["1.0", "1.1"],
        "components": ["loom-lib"],
        "sources": ["plain-paper"],
        "benchmarks": ["loom-speed"],
        "catalogues": ["loom-models-2018", "loom-models-2019"],
        "comparisons": ["loom-vs-spindle"],
        "conflicts": ["width-of-box"],
    },
}
"""By vendor: the made-up records about its products alone. The Forge also judges the models that the Mill runs."""
NAMES = {
    "The Forge": re.compile(r"forge|anvil|hammer|tongs|hearth|smith", re.IGNORECASE),
    "The Mill": re.compile(r"\bmill\b|loom|spindle|chip[ -]one|\bC1\b|box\.small|plain[ -]paper", re.IGNORECASE),
}
"""By vendor: its name and those of its products, in texts and in addresses."""

PAGES = [
    pytest.param(vendor, kind, record, id=f"{kind}/{record}")
    for vendor, kinds in RECORDS.items()
    for kind, records in kinds.items()
    for record in records
]


def without_lists_of_everything(page: Element) -> Element:
    """A page without the accelerators about which nothing is known: a list of all that there are."""
    for element in (*page.all(class_="no-data"), *page.all(class_="nothing")):
        element.node.drop_tree()
    return page


def named(page: Element, vendor: str) -> set[str]:
    """What a page shows, explains or links to that belongs to a vendor."""
    texts = [page.text, *(value for element in page.walk() for value in element.attributes.values())]
    return {found[0] for text in texts for found in NAMES[vendor].finditer(text)}


@pytest.mark.parametrize(("vendor", "kind", "record"), PAGES)
def test_a_page_names_its_own_vendor_and_no_other(made_up: Site, vendor: str, kind: str, record: str) -> None:
    page = without_lists_of_everything(read(made_up, WITH_PAGES[kind].page_macro, record))
    (other,) = set(VENDORS) - {vendor}
    assert named(page, vendor)
    assert named(page, other) == set()


@pytest.mark.parametrize(
    ("kind", "record", "sdk"),
    [
        ("models", "smith/anvil-7b", "6.4.0"),
        ("catalogues", "hammer-models", "6.4.0"),
        ("components", "hammer-lib", "6.10.0"),
        ("components", "old-tongs", "6.4"),
        ("sources", "forge-notes", "6.10.0"),
    ],
)
def test_an_sdk_release_is_shown_by_its_version_and_not_by_its_id(
    made_up: Site, kind: str, record: str, sdk: str
) -> None:
    text = read(made_up, WITH_PAGES[kind].page_macro, record).text
    assert sdk in text
    assert "forge/6" not in text
