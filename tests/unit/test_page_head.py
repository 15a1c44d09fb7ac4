"""Metadata in the head of a page: breadcrumbs, link previews, and the data set."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from macros.facts import Knowledge
from macros.site.head import SiteMetadata
from macros.site.state import Site
from macros.stubs import WrittenPage

PAGES = {
    "": "Home",
    "models/": "Models",
    "models/maker/": "A model called like an owner",
    "models/maker/shuttle/": "maker/shuttle",
    "frameworks/": "Frameworks",
    "frameworks/loom/": "Loom",
    "frameworks/loom/2.0/": "Loom 2.0",
    "data/": "Data",
}
"""Titles by address."""
URL = "https://example.org/atlas/"


def metadata(knowledge: Knowledge) -> SiteMetadata:
    pages = {address: WrittenPage(address, title, f"About {title}.", "") for address, title in PAGES.items()}
    return SiteMetadata(knowledge, pages, "An Atlas", URL, "https://example.org/licence")


@pytest.mark.parametrize(
    ("address", "trail"),
    [
        ("models/", ["Home", "Models"]),
        ("models/maker/shuttle/", ["Home", "Models", "maker/shuttle"]),
        ("frameworks/loom/", ["Home", "Frameworks", "Loom"]),
        ("frameworks/loom/2.0/", ["Home", "Frameworks", "Loom", "Loom 2.0"]),
    ],
)
def test_breadcrumbs_name_every_page_above(address: str, trail: list[str], made_up: Site) -> None:
    (document,) = map(json.loads, metadata(made_up.knowledge).linked_data(address))
    assert [step["name"] for step in document["itemListElement"]] == trail


def test_a_site_without_an_address_has_no_linked_data(made_up: Site) -> None:
    nowhere = replace(metadata(made_up.knowledge), url="")
    assert (nowhere.linked_data("models/"), nowhere.linked_data("data/")) == ([], [])
