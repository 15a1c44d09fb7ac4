"""Metadata in the head of a page: breadcrumbs, link previews, the data set, and `robots.txt`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
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
def test_breadcrumbs_name_every_page_above(address: str, trail: list[str]) -> None:
    assert names(of_page(PAGES[address], PAGES, SITE)) == trail


def test_the_home_page_has_no_breadcrumbs() -> None:
    assert of_page(PAGES[""], PAGES, SITE).linked_data == []


def test_a_link_preview_names_title_description_address_and_site() -> None:
    properties = dict(of_page(PAGES["models/maker/shuttle/"], PAGES, SITE).properties)
    assert properties["og:title"] == "maker/shuttle"
    assert properties["og:description"] == "About maker/shuttle."
    assert properties["og:url"] == "https://example.org/atlas/models/maker/shuttle/"
    assert properties["og:image"].startswith(SITE.url)
    assert properties["og:site_name"] == SITE.name


def test_the_data_set_has_its_date_revision_licence_files_and_founding_sources(made_up: Site) -> None:
    found = dataset(made_up.knowledge, PAGES["models/"], SITE)
    assert found is not None
    assert found["dateModified"] == made_up.knowledge.edition.isoformat() == "2020-06-15"
    assert (found["version"], found["license"]) == (made_up.knowledge.revision, SITE.licence)
    assert [work["url"] for work in found["isBasedOn"]] == ["https://example.org/plain-paper"]
    files = {file["contentUrl"]: file["encodingFormat"] for file in found["distribution"]}
    assert files[f"{SITE.url}api/v1/tested-configurations.csv"] == "text/csv"
    assert files[f"{SITE.url}api/v1/benchmarks.json"] == "application/json"
    assert f"{SITE.url}api/v1/models.json" not in files


def test_every_file_of_the_data_set_is_exported(made_up: Site, made_up_exports: Mapping[str, bytes]) -> None:
    found = dataset(made_up.knowledge, PAGES["models/"], SITE)
    assert found is not None
    assert {file["contentUrl"].removeprefix(SITE.url) for file in found["distribution"]} <= made_up_exports.keys()


def test_a_site_without_an_address_has_no_metadata_that_needs_one(made_up: Site) -> None:
    pages = {address: page(address, found.title, None) for address, found in PAGES.items()}
    nowhere = SiteFacts("An Atlas", "", "https://example.org/licence")
    found = of_page(pages["models/"], pages, nowhere)
    assert found.linked_data == []
    assert {name for name, _ in found.properties}.isdisjoint({"og:url", "og:image"})
    assert dataset(made_up.knowledge, pages["models/"], nowhere) is None


def test_linked_data_cannot_end_its_script_element() -> None:
    written = as_script({"name": HOSTILE})
    assert set("<>&\u2028").isdisjoint(written)
    assert json.loads(written) == {"name": HOSTILE}


@pytest.mark.parametrize("url", ["", "https://example.org/atlas/"])
def test_robots_txt_allows_everything_and_names_the_sitemap_of_a_site_with_an_address(
    url: str, made_up_project: Path
) -> None:
    lines = exported(Site(made_up_project, url))["robots.txt"].decode().split("\n")
    assert lines[:2] == ["User-agent: *", "Allow: /"]
    assert [line for line in lines if "Sitemap" in line] == ([f"Sitemap: {url}sitemap.xml"] if url else [])
