"""What pages say of themselves: only what is true, and nothing that could end the element it stands in."""

from __future__ import annotations

import json
from typing import Any

import pytest

from macros.site.head import Metadata, PageFacts, SiteFacts, as_script, dataset, of_page
from macros.site.state import Site
from tests.support.export_files import exported

HOSTILE = "</script><script>alert(1)</script><!-- & \u2028"


def page(address: str, title: str, root: str | None = "https://example.org/atlas/") -> PageFacts:
    return PageFacts(address, title, f"About {title}.", None if root is None else root + address)


SITE = SiteFacts("An Atlas", "https://example.org/atlas/", "https://example.org/licence")
PAGES = {
    found.address: found
    for found in (
        page("", "Home"),
        page("models/", "Models"),
        page("models/maker/", "A model called like an owner"),
        page("models/maker/shuttle/", "maker/shuttle"),
        page("frameworks/", "Frameworks"),
        page("frameworks/loom/", "Loom"),
        page("frameworks/loom/2.0/", "Loom 2.0"),
    )
}


def names(metadata: Metadata) -> list[Any]:
    return [step["name"] for step in json.loads(metadata.linked_data[0])["itemListElement"]]


@pytest.mark.parametrize(
    ("address", "trail"),
    [
        ("models/", ["Home", "Models"]),
        ("models/maker/shuttle/", ["Home", "Models", "maker/shuttle"]),
        ("frameworks/loom/", ["Home", "Frameworks", "Loom"]),
        ("frameworks/loom/2.0/", ["Home", "Frameworks", "Loom", "Loom 2.0"]),
    ],
)
def test_breadcrumbs_lead_through_what_a_page_belongs_to(address: str, trail: list[str]) -> None:
    assert names(of_page(PAGES[address], PAGES, SITE)) == trail


def test_the_home_page_has_no_breadcrumbs() -> None:
    assert of_page(PAGES[""], PAGES, SITE).linked_data == []


def test_without_an_address_of_the_site_nothing_is_claimed_that_needs_one(made_up: Site) -> None:
    pages = {address: page(address, found.title, None) for address, found in PAGES.items()}
    nowhere = SiteFacts("An Atlas", "", "https://example.org/licence")
    found = of_page(pages["models/"], pages, nowhere)
    assert found.linked_data == []
    assert {name for name, _ in found.properties}.isdisjoint({"og:url", "og:image"})
    assert dataset(made_up.knowledge, pages["models/"], nowhere) is None
    files = exported(made_up)
    assert b"Sitemap" not in files["robots.txt"]


def test_linked_data_cannot_end_its_script_and_reads_back_as_it_was() -> None:
    written = as_script({"name": HOSTILE})
    assert set("<>&\u2028").isdisjoint(written)
    assert json.loads(written) == {"name": HOSTILE}


def test_crawlers_may_fetch_everything_and_learn_where_the_list_is(made_up: Site) -> None:
    files = exported(made_up)
    assert files["robots.txt"].decode().split("\n") == [
        "User-agent: *",
        "Allow: /",
        "",
        "Sitemap: https://example.org/atlas/sitemap.xml",
        "",
    ]
