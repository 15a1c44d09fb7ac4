"""What every page has besides its content: head, policy, links to feeds and licences; and the files beside pages."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import distribution
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from macros.outputs.search import ENTRIES
from macros.site.hooks import STYLES
from macros.site.state import Site
from tests.support.built_site import CARDS, NOT_FOUND, SITE_URL, SUB_PATH, BuiltSite, Page
from tests.support.project import PROJECT, content

NUMBERS_IN_A_ROW = re.compile(r"(?<![-.\d])\d+ \d+ \d+(?![-.\d])")


def canonical(page: Page) -> Sequence[str]:
    return [link.value for link in page.links if link.relation == "canonical"]


def properties(page: Page) -> Mapping[str, str]:
    """What link previews are given."""
    metas = page.document.node.xpath("//meta[@property]")
    return {meta.get("property"): meta.get("content") for meta in metas}


def linked_data(page: Page) -> Mapping[str, Mapping[str, Any]]:
    """By type: what search engines are given."""
    found = (json.loads(script.code) for script in page.document.all("script", type="application/ld+json"))
    return {document["@type"]: document for document in found}


def test_a_page_is_described_for_search_engines_and_link_previews(made_up_built: BuiltSite) -> None:
    titles = {SITE_URL + key: properties(page)["og:title"] for key, page in made_up_built.pages.items()}
    for key, page in made_up_built.pages.items():
        assert canonical(page) == [SITE_URL + key], key
        title = page.title.removesuffix(" - Accelerator Atlas")
        assert list(properties(page).items()) == [
            ("og:title", title),
            ("og:description", page.description),
            ("og:type", "website"),
            ("og:url", SITE_URL + key),
            ("og:image", f"{SITE_URL}assets/preview.png"),
            ("og:site_name", "Accelerator Atlas"),
        ], key
        if key:
            steps = linked_data(page)["BreadcrumbList"]["itemListElement"]
            assert [step["position"] for step in steps] == list(range(1, len(steps) + 1)), key
            assert [titles[step["item"]] for step in steps[:-1]] == [step["name"] for step in steps[:-1]], key
            assert (steps[0]["item"], steps[-1]["name"]) == (SITE_URL, title), key
    steps = linked_data(made_up_built.pages["frameworks/loom/loom-1.0/"])["BreadcrumbList"]["itemListElement"]
    assert [step["name"] for step in steps] == ["Accelerator Atlas", "Frameworks", "Loom", "Loom 1.0 (Loom)"]
    assert made_up_built.file("assets/preview.png").read_bytes().startswith(b"\x89PNG")


def test_the_downloads_page_describes_the_data_set(made_up_built: BuiltSite, made_up: Site) -> None:
    knowledge = made_up.knowledge
    described = linked_data(made_up_built.pages["data/"])["Dataset"]
    assert (described["url"], described["version"]) == (f"{SITE_URL}data/", knowledge.revision)
    assert described["dateModified"] == knowledge.edition.isoformat()
    assert 50 <= len(described["description"]) <= 5_000
    assert described["license"].startswith("https://")
    assert knowledge.revision in described["citation"]
    founding = [source.url for source in knowledge.records.sources.values() if source.founding]
    assert [work["url"] for work in described["isBasedOn"]] == founding
    paths = {one["contentUrl"].removeprefix(SITE_URL): one["encodingFormat"] for one in described["distribution"]}
    assert paths["api/v1/tested-configurations.csv"] == "text/csv"
    assert [path for path in paths if not made_up_built.file(path).is_file()] == []


def test_the_404_page_has_no_address_and_links_to_the_lists(made_up_built: BuiltSite) -> None:
    page = made_up_built.everything[NOT_FOUND]
    assert (canonical(page), properties(page), linked_data(page)) == ([], {}, {})
    linked = {href.rpartition(SUB_PATH)[2] for href in page.document.one("article").links}
    assert {"models/", "instances/", "accelerators/", "frameworks/", "families/"} <= linked


def test_robots_txt_names_the_sitemap(made_up_built: BuiltSite) -> None:
    lines = made_up_built.file("robots.txt").read_text("utf-8").splitlines()
    assert lines[0] == "User-agent: *"
    assert f"Sitemap: {SITE_URL}sitemap.xml" in lines


def test_every_page_links_to_the_feeds_and_the_licences(made_up_built: BuiltSite) -> None:
    for key, page in made_up_built.pages.items():
        of_site = [f"{SITE_URL}{name}/feed.xml" for name in ("changes", "support")]
        feeds = [link for link in page.links if link.tag == "link" and link.value.endswith("feed.xml")]
        assert [link.target for link in feeds[:2]] == of_site, key
        assert [link.value for link in feeds[2:]] in ([], ["feed.xml"]), key
        assert [link for link in page.links if link.target.endswith("/licences.txt")], key


POLICY = "Content-Security-Policy"
LONGEST_POLICY = 400
"""Bytes of the element that states it."""


def hashes(page: Page) -> Iterator[str]:
    """Of the scripts inside a page."""
    for script in page.document.all("script"):
        if "src" not in script.attributes and not script.attributes.get("type", "").endswith("json"):
            yield f"'sha256-{b64encode(hashlib.sha256(script.code.encode()).digest()).decode()}'"


def test_the_policy_of_a_page_allows_its_own_scripts_and_no_others(made_up_built: BuiltSite) -> None:
    for key, page in made_up_built.everything.items():
        if key.startswith(CARDS):
            continue
        charset, policy, *_ = page.document.node.xpath("//head/*")
        assert "charset" in charset.attrib, key
        assert policy.get("http-equiv") == POLICY, key
        stated = {name: words for name, *words in map(str.split, policy.get("content").split(";"))}
        assert stated.pop("script-src") == ["'self'", *sorted(hashes(page))], key
        assert set(stated) == {"default-src", "img-src", "object-src", "base-uri", "form-action"}, key
        assert all(words in (["'self'"], ["'none'"]) for words in stated.values()), key
        (element,) = re.findall(rf'<meta http-equiv="{POLICY}"[^>]*>', page.file.read_text("utf-8"))
        assert len(element) <= LONGEST_POLICY, key
    # Two of the theme on every page, one for each depth of addresses, one for the 404 page and one for redirects.
    assert len({one for page in made_up_built.everything.values() for one in hashes(page)}) <= 8


def test_no_template_syntax_is_left_and_facts_say_as_of_when_they_are(made_up_built: BuiltSite, made_up: Site) -> None:
    for key, page in made_up_built.everything.items():
        text = page.document.text
        marks = ("{{", "}}", "{%", "{:", "Undefined", "Macro Rendering Error")
        assert [mark for mark in marks if mark in text] == [], key
    kinds = {"models", "families", "accelerators", "instances", "frameworks", "releases", "comparisons"}
    pages = [page.address for page in made_up.pages if page.kind in kinds]
    assert [key for key in pages if not made_up_built.pages[key].document.all(class_="as-of")] == []


def test_the_search_holds_no_tables(made_up_built: BuiltSite) -> None:
    for entry in made_up_built.search_entries:
        assert not NUMBERS_IN_A_ROW.search(entry["text"]), entry["location"]
        assert "<t" not in entry["text"], entry["location"]


OUR_SCRIPTS_AND_STYLES = 86_000
"""Bytes of all our scripts and style sheets together, compressed."""


def test_scripts_and_style_sheets_are_small_and_bring_no_fonts(made_up_built: BuiltSite) -> None:
    assets = [file.read_bytes() for file in made_up_built.root.rglob("*") if file.suffix in {".css", ".js"}]
    assert not any(b"@font-face" in text for text in assets)
    assert 0 < sum(len(gzip.compress(text)) for text in assets) <= OUR_SCRIPTS_AND_STYLES


WRITTEN_BY_THE_BUILDER = frozenset([ENTRIES, STYLES, "sitemap.xml", "sitemap.xml.gz", "robots.txt", NOT_FOUND])
"""Files that MkDocs and its plugins make of our text."""

PICTURE = re.compile(
    r"""<(?:svg|symbol) [^>]*viewBox=["']0 0 \d+ \d+["'][^>]*>(?:(?!<path|</s).)*<path d=["']([^"']+)"""
)


def test_every_file_is_ours(made_up_built: BuiltSite, made_up_exports: Mapping[str, bytes]) -> None:
    docs = {file.relative_to(PROJECT / "docs").as_posix() for file in (PROJECT / "docs").rglob("*")}
    pages = {f"{address}index.html" for address in made_up_built.pages}
    ours = docs | pages | set(made_up_exports) | WRITTEN_BY_THE_BUILDER
    assert sorted(content(made_up_built.root).keys() - ours) == []


def pictures(built: BuiltSite) -> Iterator[str]:
    """The paths of the theme's icons in style sheets and on pages."""
    for file in (*built.root.rglob("*.css"), *built.root.rglob("*.svg"), built.file(NOT_FOUND)):
        yield from PICTURE.findall(unquote(file.read_text("utf-8")))


def test_every_icon_is_from_a_folder_on_the_list(made_up_built: BuiltSite) -> None:
    icons = Path(str(distribution("mkdocs-material").locate_file("material/templates/.icons")))
    used = set(pictures(made_up_built))
    folders = {
        file.relative_to(icons).parts[0]
        for file in icons.rglob("*.svg")
        if used.intersection(re.findall(r' d="([^"]+)"', file.read_text("utf-8")))
    }
    assert folders == {"material"}
    assert "\nMaterial Design Icons\n" in made_up_built.file("licences.txt").read_text("utf-8")
