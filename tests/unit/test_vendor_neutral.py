"""Code and templates name no vendor's products, and pages about one vendor's hardware name no other vendor."""

from __future__ import annotations

import re

from macros.addresses import with_page
from macros.schema.kinds import WITH_PAGES
from macros.site.state import Site
from tests.support.elements import Element, read
from tests.support.project import PROJECT

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
