"""The head of every page, as search engines and link previews read it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from macros.facts import Knowledge
from tests.support.built_site import NOT_FOUND, SITE_URL, BuiltSite, Page
from tests.support.made_up_project import make_project

PROPERTIES = ["og:title", "og:description", "og:type", "og:url", "og:image", "og:site_name"]

PREVIEW = "http://127.0.0.1:8000/quite/elsewhere/"
"""An address at the host and port of `mkdocs serve`."""


def canonical(page: Page) -> Sequence[str]:
    return [link.value for link in page.links if link.relation == "canonical"]


def properties(page: Page) -> Mapping[str, str]:
    found = [meta for meta in page.document.all("meta") if "property" in meta.attributes]
    names = [meta.attributes["property"] for meta in found]
    assert len(names) == len(set(names)), page.address
    return {meta.attributes["property"]: meta.attributes["content"] for meta in found}


def linked_data(page: Page) -> Sequence[Mapping[str, Any]]:
    scripts = page.document.all("script", type="application/ld+json")
    return [json.loads(script.code) for script in scripts]


def breadcrumbs(page: Page) -> Sequence[Mapping[str, Any]]:
    (found,) = [document for document in linked_data(page) if document["@type"] == "BreadcrumbList"]
    steps: Sequence[Mapping[str, Any]] = found["itemListElement"]
    return steps


def test_every_page_has_one_canonical_address(built: BuiltSite) -> None:
    for key, page in built.pages.items():
        assert canonical(page) == [SITE_URL + key], key
        assert properties(page)["og:url"] == SITE_URL + key, key


def test_link_previews_repeat_title_and_description(built: BuiltSite) -> None:
    for key, page in built.pages.items():
        found = properties(page)
        assert list(found) == PROPERTIES, key
        assert found["og:description"] == page.description, key
        assert page.title in (f"{found['og:title']} - Accelerator Atlas", found["og:title"]), key
        assert (found["og:type"], found["og:site_name"]) == ("website", "Accelerator Atlas"), key
        assert [meta.attributes["content"] for meta in page.document.all("meta", name="twitter:card")] == [
            "summary_large_image"
        ]


def test_link_previews_have_a_picture(built: BuiltSite) -> None:
    pictures = {properties(page)["og:image"] for page in built.pages.values()}
    assert pictures == {f"{SITE_URL}assets/preview.png"}
    assert built.file("assets/preview.png").read_bytes().startswith(b"\x89PNG")


def test_breadcrumbs_lead_from_the_home_page_to_the_page(built: BuiltSite) -> None:
    titles = {SITE_URL + key: properties(page)["og:title"] for key, page in built.pages.items()}
    for key, page in built.pages.items():
        if not key:
            assert linked_data(page) == []
            continue
        steps = breadcrumbs(page)
        assert [step["position"] for step in steps] == list(range(1, len(steps) + 1)), key
        assert {step["@type"] for step in steps} == {"ListItem"}, key
        assert [titles[step["item"]] for step in steps[:-1]] == [step["name"] for step in steps[:-1]], key
        assert steps[0]["item"] == SITE_URL, key
        assert steps[-1] == {"@type": "ListItem", "position": len(steps), "name": titles[SITE_URL + key]}, key


@pytest.fixture(scope="module")
def dataset(built: BuiltSite) -> Mapping[str, Any]:
    (found,) = [found for found in linked_data(built.pages["data/"]) if found["@type"] == "Dataset"]
    return found


def test_only_the_downloads_page_describes_a_data_set(built: BuiltSite) -> None:
    described = [
        key for key, page in built.pages.items() if any(found["@type"] == "Dataset" for found in linked_data(page))
    ]
    assert described == ["data/"]


def test_the_data_set_is_described_with_version_and_date(dataset: Mapping[str, Any], knowledge: Knowledge) -> None:
    assert dataset["@context"] == "https://schema.org"
    assert dataset["name"] == "Accelerator Atlas"
    assert 50 <= len(dataset["description"]) <= 5_000
    assert dataset["url"] == f"{SITE_URL}data/"
    assert dataset["license"].startswith("https://")
    assert dataset["creator"] == {"@type": "Organization", "name": "Accelerator Atlas", "url": SITE_URL}
    assert dataset["dateModified"] == knowledge.edition.isoformat()
    assert dataset["version"] == knowledge.revision
    founding = [source.url for source in knowledge.records.sources.values() if source.founding]
    assert [work["url"] for work in dataset["isBasedOn"]] == founding


def test_every_distribution_of_the_data_set_is_a_file(dataset: Mapping[str, Any], built: BuiltSite) -> None:
    endings = {"application/json": ".json", "text/csv": ".csv", "application/zip": ".zip"}
    found = dataset["distribution"]
    assert {entry["encodingFormat"] for entry in found} >= {"application/json", "text/csv"}
    for entry in found:
        path = entry["contentUrl"].removeprefix(SITE_URL)
        assert built.file(path).is_file(), path
        assert path.endswith(endings[entry["encodingFormat"]]), path
        assert entry["@type"] == "DataDownload"
        assert entry["name"]
    paths = {entry["contentUrl"].removeprefix(SITE_URL) for entry in found}
    assert {"api/v1/tested-configurations.json", "api/v1/tested-configurations.csv"} <= paths


def test_the_404_page_has_no_address(built: BuiltSite) -> None:
    page = built.everything[NOT_FOUND]
    assert canonical(page) == []
    assert properties(page) == {}
    assert linked_data(page) == []


def test_robots_txt_names_the_sitemap(built: BuiltSite) -> None:
    lines = built.file("robots.txt").read_text("utf-8").splitlines()
    assert lines[0] == "User-agent: *"
    (sitemap,) = [line.partition(": ")[2] for line in lines if line.startswith("Sitemap: ")]
    assert sitemap == f"{SITE_URL}sitemap.xml"
    assert built.file("sitemap.xml").is_file()


@pytest.fixture(scope="module")
def preview(tmp_path_factory: pytest.TempPathFactory) -> BuiltSite:
    """The made-up site, built for the address of a preview."""
    project = make_project(tmp_path_factory.mktemp("preview") / "project")
    done = project.build("--quiet", SITE_URL=PREVIEW.removesuffix("/"))
    assert done.code == 0, done.said
    return BuiltSite(project.site)


def test_another_address_of_the_site_changes_every_absolute_link(preview: BuiltSite) -> None:
    old = SITE_URL.encode()
    assert [path for path in preview.root.rglob("*") if path.is_file() and old in path.read_bytes()] == []
    page = preview.everything["models/smith/anvil-7b/"]
    assert canonical(page) == [f"{PREVIEW}models/smith/anvil-7b/"]
    assert properties(page)["og:image"] == f"{PREVIEW}assets/preview.png"
    assert breadcrumbs(page)[0]["item"] == PREVIEW


def test_a_preview_has_no_content_security_policy(preview: BuiltSite) -> None:
    """MkDocs adds a script to the pages of a preview, to reload them."""
    for key, page in preview.pages.items():
        assert page.document.all("meta", http_equiv="Content-Security-Policy") == [], key
        assert len(page.document.all("meta", charset="utf-8")) == 1, key
