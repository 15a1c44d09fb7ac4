"""Every address of the contract has a page, and every link, anchor and asset arrives."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

import pytest

from macros.addresses import OWN_PAGE, address
from macros.knowledge import Knowledge
from macros.published import LIST, moves
from macros.site.pages import generated_pages
from tests.support.built_site import NOT_FOUND, REPOSITORY, SITE_URL, SUB_PATH, BuiltSite
from tests.support.places import PROJECT

LISTS = (
    "",
    "models/",
    "families/",
    "accelerators/",
    "instances/",
    "frameworks/",
    "compare/",
    "explore/",
    "datasets/",
    "limitations/",
    "conflicts/",
    "sources/",
    "changes/",
    "changes/facts/",
    "data/",
    "contribute/",
    "contribute/records/",
    "contribute/maintain/",
    "architectures/",
    "benchmarks/",
    "catalogues/",
    "lifecycle/",
    "memory/",
    "sdks/",
)
"""Addresses that are not those of records: first those of the contract, then what came to them."""

IN_CSS = re.compile(r"""url\(\s*["']?(?!data:)([^"')]+)|@import\s+["']([^"']+)""")
IN_SCRIPT = re.compile(
    r"""^(?:import|export)\b[^'"]*?\bfrom\s*["']([^"']+)|^import\s*["']([^"']+)|\bimport\(["']([^"']+)""", re.MULTILINE
)


def test_every_address_of_the_contract_has_a_page(built: BuiltSite, knowledge: Knowledge) -> None:
    records = [address(kind, record) for kind in OWN_PAGE for record in knowledge.records.of(kind)]
    assert [wanted for wanted in (*LISTS, *records) if wanted not in built.pages] == []


def test_there_is_no_page_that_nothing_accounts_for(built: BuiltSite, knowledge: Knowledge) -> None:
    records = {address(kind, record) for kind in OWN_PAGE for record in knowledge.records.of(kind)}
    assert sorted(built.pages.keys() - records - set(LISTS)) == []


def test_every_link_anchor_and_asset_arrives(built: BuiltSite) -> None:
    inside = [link for page in built.everything.values() for link in page.links if not link.is_outside]
    assert len(inside) > 10_000
    assert [why for link in inside if (why := built.broken(link))] == []


def test_links_are_relative_so_that_any_path_will_do(built: BuiltSite) -> None:
    rooted = [str(link) for page in built.everything.values() for link in page.links if link.value.startswith("/")]
    assert [link for link in rooted if not link.startswith(NOT_FOUND)] == []


def test_the_page_for_unknown_addresses_works_from_anywhere(built: BuiltSite) -> None:
    links = [
        link for link in built.everything[NOT_FOUND].links if not link.is_outside and not link.value.startswith("#")
    ]
    assert links
    assert [str(link) for link in links if not link.value.startswith(SUB_PATH)] == []


def test_other_hosts_are_only_linked_to(built: BuiltSite) -> None:
    outside = [link for page in built.everything.values() for link in page.links if link.is_outside]
    assert [
        str(link)
        for link in outside
        if not (link.tag == "a" and link.attribute == "href")
        and not (link.tag == "link" and link.relation in {"canonical", "edit", "prev", "next"})
    ] == []
    schemes = {urlsplit(link.value).scheme for link in outside if link.value != "javascript:void(0)"}
    assert schemes <= {"https", "http"}


def test_canonical_addresses_are_the_pages_own(built: BuiltSite) -> None:
    for key, page in built.pages.items():
        found = [link.value for link in page.links if link.relation == "canonical"]
        assert found == [SITE_URL + key], key


def test_every_page_is_linked_to_by_another_one(built: BuiltSite) -> None:
    reached = {
        link.target.partition("#")[0].partition("?")[0]
        for key, page in built.pages.items()
        for link in page.links
        if link.tag == "a" and link.target.partition("#")[0] != SITE_URL + key
    }
    assert [key for key in built.pages if SITE_URL + key not in reached] == []


def test_every_record_is_linked_to_from_its_list(built: BuiltSite, knowledge: Knowledge) -> None:
    lists = {
        "comparisons": "compare/",
        "components": "lifecycle/",
        "releases": "frameworks/sagemaker-training-compiler/",
    }
    for kind in OWN_PAGE:
        listed = {link.target.partition("#")[0] for link in built.pages[lists.get(kind, f"{kind}/")].links}
        assert [record for record in knowledge.records.of(kind) if SITE_URL + address(kind, record) not in listed] == []


def test_redirects_stand_at_former_addresses(built: BuiltSite, knowledge: Knowledge) -> None:
    redirects = {page.address for page in built.everything.values() if page.is_redirect}
    assert redirects == {move.moved_from.removeprefix("/") for move in moves(knowledge.records)}
    assert [address for address in redirects if not built.file(f"{address}index.md").is_file()] == []


def test_the_sitemap_lists_every_page_and_no_other(built: BuiltSite) -> None:
    tree = ET.fromstring(built.file("sitemap.xml").read_text("utf-8"))  # noqa: S314 - we wrote it
    listed = [found.text for found in tree.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    assert sorted(listed, key=str) == sorted(SITE_URL + key for key in built.pages)


def test_every_page_is_in_the_list_of_published_addresses(built: BuiltSite) -> None:
    published = (PROJECT / LIST).read_text("utf-8").splitlines()
    assert sorted(f"/{key}" for key in built.pages if f"/{key}" not in published) == [], "run: make addresses"


def test_assets_load_nothing_that_is_not_there_and_nothing_from_elsewhere(built: BuiltSite) -> None:
    for asset in sorted(built.root.rglob("*")):
        pattern = {".css": IN_CSS, ".js": IN_SCRIPT}.get(asset.suffix)
        # The theme's own scripts are bundles: they import nothing.
        if pattern is None or ".min." in asset.name:
            continue
        for found in pattern.finditer(asset.read_text("utf-8")):
            named = next(filter(None, found.groups()))
            assert (asset.parent / named.partition("?")[0].partition("#")[0]).resolve().is_file(), (asset, named)


def test_the_edit_button_opens_the_data_file(built: BuiltSite, knowledge: Knowledge) -> None:
    for page in generated_pages(knowledge):
        (link,) = built.pages[page.address].document.one("article").all("a", rel="edit")
        assert link.attributes["href"] == f"{REPOSITORY}/edit/main/{page.data_file}"


@pytest.mark.parametrize("key", [key for key in LISTS if key])
def test_the_edit_button_of_a_hand_written_page_opens_it(built: BuiltSite, key: str) -> None:
    (link,) = built.pages[key].document.all("a", rel="edit")
    assert link.attributes["href"] == f"{REPOSITORY}/edit/main/docs/{key}index.md"
    assert (PROJECT / "docs" / key / "index.md").is_file()


def test_every_file_of_the_api_is_published_and_linked(built: BuiltSite) -> None:
    index = json.loads(built.file("api/v1/index.json").read_text("utf-8"))
    paths = {entry["url"] for entry in index["result"]} | {"api/v1/index.json", "api/v1/openapi.json"}
    described = json.loads(built.file("api/v1/openapi.json").read_text("utf-8"))["paths"]
    paths |= {f"api/v1{path}" for path in described if "{" not in path}
    files = (path for path in Path(built.root, "api").rglob("*") if path.is_file())
    published = {file.relative_to(built.root).as_posix() for file in files}
    one_each = [
        re.compile(re.sub(r"\\\{\w+\\\}", "[a-z0-9._/-]+", re.escape(f"api/v1{path}")))
        for path in described
        if "{" in path
    ]
    assert paths <= published
    assert [path for path in published - paths if not any(pattern.fullmatch(path) for pattern in one_each)] == []
    linked = {link.target for link in built.pages["data/"].links}
    assert [path for path in sorted(paths) if SITE_URL + path not in linked] == []
