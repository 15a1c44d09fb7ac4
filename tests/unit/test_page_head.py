"""Metadata in the head of a page: breadcrumbs, link previews, and the data set."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

import pytest

from macros.knowledge import Knowledge
from macros.site.head import SiteMetadata, as_script
from macros.site.state import Site
from macros.stubs import WrittenPage

HOSTILE = "</script><script>alert(1)</script><!-- & \u2028"

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


def test_the_home_page_has_no_breadcrumbs(made_up: Site) -> None:
    assert metadata(made_up.knowledge).linked_data("") == []


def test_the_data_set_has_its_date_revision_licence_files_and_founding_sources(made_up: Site) -> None:
    found = metadata(made_up.knowledge).dataset("data/")
    assert found["dateModified"] == made_up.knowledge.edition.isoformat() == "2020-06-15"
    assert (found["version"], found["license"]) == (made_up.knowledge.revision, "https://example.org/licence")
    assert [work["url"] for work in found["isBasedOn"]] == ["https://example.org/plain-paper"]
    files = {file["contentUrl"]: file["encodingFormat"] for file in found["distribution"]}
    assert files[f"{URL}api/v1/tested-configurations.csv"] == "text/csv"
    assert files[f"{URL}api/v1/benchmarks.json"] == "application/json"
    assert f"{URL}api/v1/models.json" not in files


def test_every_file_of_the_data_set_is_exported(made_up: Site, made_up_exports: Mapping[str, bytes]) -> None:
    found = metadata(made_up.knowledge).dataset("data/")
    assert {file["contentUrl"].removeprefix(URL) for file in found["distribution"]} <= made_up_exports.keys()


def test_a_site_without_an_address_has_no_linked_data(made_up: Site) -> None:
    nowhere = replace(metadata(made_up.knowledge), url="")
    assert (nowhere.linked_data("models/"), nowhere.linked_data("data/")) == ([], [])


def test_linked_data_cannot_end_its_script_element() -> None:
    written = as_script({"name": HOSTILE})
    assert set("<>&\u2028").isdisjoint(written)
    assert json.loads(written) == {"name": HOSTILE}
