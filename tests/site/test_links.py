"""Every record and every published address has a page, and every link, anchor and asset arrives."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

from macros.addresses import LIST, address, moves, section
from macros.facts import Knowledge
from macros.schema.kinds import WITH_PAGES
from macros.site.state import Site
from tests.support.built_site import NOT_FOUND, REPOSITORY, SITE_URL, SUB_PATH, BuiltSite
from tests.support.places import PROJECT

DOCS = PROJECT / "docs"
IN_CSS = re.compile(r"""url\(\s*["']?(?!data:)([^"')]+)|@import\s+["']([^"']+)""")
IN_SCRIPT = re.compile(
    r"""^(?:import|export)\b[^'"]*?\bfrom\s*["']([^"']+)|^import\s*["']([^"']+)|\bimport\(["']([^"']+)""", re.MULTILINE
)


def further_pages(site: Site) -> set[str]:
    """The addresses of the further pages of long lists."""
    return {page.address for page in site.list_pages}


def test_the_pages_are_those_of_records_those_in_docs_and_further_pages_of_lists(built: BuiltSite, site: Site) -> None:
    records = {address(kind, record) for kind in WITH_PAGES for record in site.knowledge.records.of(kind)}
    written = {f"{file.parent.relative_to(DOCS).as_posix()}/".removeprefix("./") for file in DOCS.rglob("index.md")}
    assert set(built.pages) == records | written | further_pages(site)


def test_every_published_address_still_works(built: BuiltSite) -> None:
    published = (PROJECT / LIST).read_text("utf-8").splitlines()
    assert [line for line in published if line.removeprefix("/") not in built.everything] == []


def test_every_link_anchor_and_asset_arrives(built: BuiltSite) -> None:
    inside = [link for page in built.everything.values() for link in page.links if not link.is_outside]
    assert inside
    assert [why for link in inside if (why := built.broken(link))] == []


def test_links_are_relative_so_that_the_site_works_under_any_path(built: BuiltSite) -> None:
    rooted = [str(link) for page in built.everything.values() for link in page.links if link.value.startswith("/")]
    assert [link for link in rooted if not link.startswith(NOT_FOUND)] == []


def test_links_of_the_404_page_work_from_any_address(built: BuiltSite) -> None:
    links = [
        link for link in built.everything[NOT_FOUND].links if not link.is_outside and not link.value.startswith("#")
    ]
    assert links
    assert [str(link) for link in links if not link.value.startswith(SUB_PATH)] == []


def test_nothing_is_loaded_from_other_hosts(built: BuiltSite) -> None:
    outside = [link for page in built.everything.values() for link in page.links if link.is_outside]
    assert [
        str(link)
        for link in outside
        if not (link.tag == "a" and link.attribute == "href")
        and not (link.tag == "link" and link.relation in {"canonical", "edit", "prev", "next"})
    ] == []
    schemes = {urlsplit(link.value).scheme for link in outside if link.value != "javascript:void(0)"}
    assert schemes <= {"https", "http"}


def test_every_page_is_linked_to_from_another_one(built: BuiltSite) -> None:
    reached = {
        link.target.partition("#")[0].partition("?")[0]
        for key, page in built.pages.items()
        for link in page.links
        if link.tag == "a" and link.target.partition("#")[0] != SITE_URL + key
    }
    assert [key for key in built.pages if SITE_URL + key not in reached] == []


def listed_on(site: Site, kind: str, record: str) -> set[str]:
    """The addresses of the pages of the list that a record is in."""
    if kind == "releases":
        return {address("frameworks", record.partition("/")[0])}
    return {section(kind), *(page.address for page in site.list_pages if page.address.startswith(section(kind)))}


def test_every_record_is_linked_to_from_its_list(built: BuiltSite, site: Site) -> None:
    linked = {key: {link.target.partition("#")[0] for link in page.links} for key, page in built.pages.items()}
    for kind in WITH_PAGES:
        for record in site.knowledge.records.of(kind):
            pages = listed_on(site, kind, record)
            assert any(SITE_URL + address(kind, record) in linked[page] for page in pages), (kind, record)


def test_former_addresses_redirect(built: BuiltSite, knowledge: Knowledge) -> None:
    redirects = {page.address for page in built.everything.values() if page.is_redirect}
    assert redirects == {move.moved_from.removeprefix("/") for move in moves(knowledge.records)}
    assert [address for address in redirects if not built.file(f"{address}index.md").is_file()] == []


def test_the_sitemap_lists_every_page_and_no_other(built: BuiltSite) -> None:
    tree = ET.fromstring(built.file("sitemap.xml").read_text("utf-8"))  # noqa: S314 - we wrote it
    listed = [found.text for found in tree.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    assert sorted(listed, key=str) == sorted(SITE_URL + key for key in built.pages)


def test_every_page_is_in_the_list_of_published_addresses(built: BuiltSite, site: Site) -> None:
    published = (PROJECT / LIST).read_text("utf-8").splitlines()
    pages = set(built.pages) - further_pages(site)
    assert sorted(f"/{key}" for key in pages if f"/{key}" not in published) == [], "run: make fix"


def test_style_sheets_and_scripts_load_only_files_of_the_site(built: BuiltSite) -> None:
    for asset in sorted(built.root.rglob("*")):
        pattern = {".css": IN_CSS, ".js": IN_SCRIPT}.get(asset.suffix)
        # The theme's own scripts are bundles: they import nothing.
        if pattern is None or ".min." in asset.name:
            continue
        for found in pattern.finditer(asset.read_text("utf-8")):
            named = next(filter(None, found.groups()))
            assert (asset.parent / named.partition("?")[0].partition("#")[0]).resolve().is_file(), (asset, named)


def test_the_edit_button_of_a_generated_page_opens_its_data_file(built: BuiltSite, site: Site) -> None:
    files = {page.address: page.file for page in site.pages}
    files |= {page.address: page.file for page in site.list_pages}
    for key, file in files.items():
        (link,) = built.pages[key].document.one("article").all("a", rel="edit")
        assert link.attributes["href"] == f"{REPOSITORY}/edit/main/{file}"
        assert (PROJECT / file).is_file()


def test_the_edit_button_of_a_written_page_opens_its_file(built: BuiltSite, site: Site) -> None:
    generated = {page.address for page in site.pages} | further_pages(site)
    for key in set(built.pages) - generated - {""}:
        (link,) = built.pages[key].document.all("a", rel="edit")
        assert link.attributes["href"] == f"{REPOSITORY}/edit/main/docs/{key}index.md"
        assert (DOCS / key / "index.md").is_file()


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
