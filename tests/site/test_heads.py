"""The head of every page, as search engines and link previews read it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest

from macros.knowledge import Knowledge
from tests.site.test_build import build_elsewhere, copy_project
from tests.support.built_site import NOT_FOUND, SITE_URL, BuiltSite, Page

PROPERTIES = ["og:title", "og:description", "og:type", "og:url", "og:image", "og:site_name", "og:locale"]

HEAVIEST_HEAD = 1_500
"""Bytes of metadata on a page, /data/ aside."""


def canonical(page: Page) -> Sequence[str]:
    return [link.value for link in page.links if link.relation == "canonical"]


def properties(page: Page) -> Mapping[str, str]:
    found = [meta for meta in page.document.all("meta") if "property" in meta.attributes]
    names = [meta.attributes["property"] for meta in found]
    assert len(names) == len(set(names)), page.address
    return {meta.attributes["property"]: meta.attributes["content"] for meta in found}


def linked_data(page: Page) -> Sequence[Mapping[str, Any]]:
    scripts = page.document.all("script", type="application/ld+json")
    return [json.loads("".join(str(child) for child in script.children)) for script in scripts]


def breadcrumbs(page: Page) -> Sequence[Mapping[str, Any]]:
    (found,) = [document for document in linked_data(page) if document["@type"] == "BreadcrumbList"]
    steps: Sequence[Mapping[str, Any]] = found["itemListElement"]
    return steps


def test_every_page_has_one_canonical_address_which_previews_name_too(built: BuiltSite) -> None:
    for key, page in built.pages.items():
        assert canonical(page) == [SITE_URL + key], key
        assert properties(page)["og:url"] == SITE_URL + key, key


def test_previews_say_what_the_page_says(built: BuiltSite) -> None:
    for key, page in built.pages.items():
        found = properties(page)
        assert list(found) == PROPERTIES, key
        assert found["og:description"] == page.description, key
        assert page.title in (f"{found['og:title']} - Accelerator Atlas", found["og:title"]), key
        assert (found["og:type"], found["og:site_name"]) == ("website", "Accelerator Atlas"), key
        assert [meta.attributes["content"] for meta in page.document.all("meta", name="twitter:card")] == ["summary"]


def test_the_picture_of_previews_is_there(built: BuiltSite) -> None:
    pictures = {properties(page)["og:image"] for page in built.pages.values()}
    assert pictures == {f"{SITE_URL}assets/mark.png"}
    assert built.file("assets/mark.png").read_bytes().startswith(b"\x89PNG")


def test_breadcrumbs_name_real_pages_from_the_home_page_down(built: BuiltSite) -> None:
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


def test_breadcrumbs_end_below_the_list_a_record_stands_in(built: BuiltSite, knowledge: Knowledge) -> None:
    for model in knowledge.records.models:
        assert [step.get("item") for step in breadcrumbs(built.pages[f"models/{model}/"])] == [
            SITE_URL,
            f"{SITE_URL}models/",
            None,
        ], model
    for release in knowledge.records.releases:
        framework = release.partition("/")[0]
        steps = breadcrumbs(built.pages[f"frameworks/{release}/"])
        assert steps[2]["item"] == f"{SITE_URL}frameworks/{framework}/", release


def test_metadata_weighs_little(built: BuiltSite) -> None:
    for key, page in built.pages.items():
        scripts = page.document.all("script", type="application/ld+json")
        data = sum(len(str(child).encode()) for script in scripts for child in script.children)
        words = sum(len(value.encode()) for value in properties(page).values())
        assert data + words < HEAVIEST_HEAD or key == "data/", key


@pytest.fixture(scope="module")
def dataset(built: BuiltSite) -> Mapping[str, Any]:
    (found,) = [found for found in linked_data(built.pages["data/"]) if found["@type"] == "Dataset"]
    return found


def test_only_the_page_of_the_downloads_describes_a_data_set(built: BuiltSite) -> None:
    described = [
        key for key, page in built.pages.items() if any(found["@type"] == "Dataset" for found in linked_data(page))
    ]
    assert described == ["data/"]


def test_the_data_set_says_what_it_is_and_of_when(dataset: Mapping[str, Any], knowledge: Knowledge) -> None:
    assert dataset["@context"] == "https://schema.org"
    assert dataset["name"] == "Accelerator Atlas"
    assert 50 <= len(dataset["description"]) <= 5_000
    assert dataset["url"] == f"{SITE_URL}data/"
    assert dataset["license"].startswith("https://")
    assert dataset["creator"] == {"@type": "Organization", "name": "Accelerator Atlas", "url": SITE_URL}
    assert dataset["dateModified"] == knowledge.records.atlas.edition.isoformat()
    assert dataset["version"] == knowledge.revision
    founding = [source.url for source in knowledge.records.sources.values() if source.founding]
    assert founding
    assert [work["url"] for work in dataset["isBasedOn"]] == founding
    units = {found["name"]: found["unitText"] for found in dataset["variableMeasured"]}
    assert units["batch_size_compiled"] == "samples"
    assert "as_of" not in units


def test_every_form_of_the_data_set_is_a_file_of_the_type_it_says(dataset: Mapping[str, Any], built: BuiltSite) -> None:
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


def test_the_page_for_unknown_addresses_claims_no_address(built: BuiltSite) -> None:
    page = built.everything[NOT_FOUND]
    assert canonical(page) == []
    assert properties(page) == {}
    assert linked_data(page) == []


def test_robots_are_told_where_the_sitemap_is(built: BuiltSite) -> None:
    lines = built.file("robots.txt").read_text("utf-8").splitlines()
    assert lines[0] == "User-agent: *"
    (sitemap,) = [line.partition(": ")[2] for line in lines if line.startswith("Sitemap: ")]
    assert sitemap == f"{SITE_URL}sitemap.xml"
    assert built.file("sitemap.xml").is_file()


def test_a_badge_stands_on_each_models_page_with_the_markdown_that_shows_it_elsewhere(
    built: BuiltSite, knowledge: Knowledge
) -> None:
    for model in knowledge.records.models:
        page = built.pages[f"models/{model}/"]
        (shown,) = [
            picture for picture in page.document.one("article").all("img") if "badges/" in picture.attributes["src"]
        ]
        assert urljoin(SITE_URL + page.address, shown.attributes["src"]) == f"{SITE_URL}badges/{model}.svg"
        code = page.document.one("article").all("pre")[-1].text
        alternative = shown.attributes["alt"]
        assert code == f"[![{alternative}]({SITE_URL}badges/{model}.svg)]({SITE_URL}models/{model}/)"


def test_another_address_of_the_site_changes_every_absolute_one(tmp_path: Path) -> None:
    copy_project(tmp_path)
    root = "http://127.0.0.1:4711/quite/elsewhere/"
    site = build_elsewhere(tmp_path, SITE_URL=root.removesuffix("/"))
    old = SITE_URL.encode()
    # Links to the repository of the project name no page of the site.
    with_old = [path for path in site.root.rglob("*") if path.is_file() and old in path.read_bytes()]
    assert [path.relative_to(site.root).as_posix() for path in with_old] == []
    page = site.everything["models/gpt2/"]
    assert canonical(page) == [f"{root}models/gpt2/"]
    assert properties(page)["og:image"] == f"{root}assets/mark.png"
    assert breadcrumbs(page)[0]["item"] == root
