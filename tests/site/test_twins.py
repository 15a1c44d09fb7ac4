"""Each page links to its JSON and its Markdown twin, and both exist."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Mapping
from urllib.parse import urljoin

from macros.site.state import Site
from tests.support.built_site import SITE_URL, BuiltSite, Page
from tests.support.markdown_twins import targets, words


def alternates(built: BuiltSite, key: str) -> dict[str, str]:
    """The alternate forms that a page names, by type, as paths from the site's root."""
    found = built.pages[key].document.all("link", rel="alternate")
    return {
        link.attributes["type"]: urljoin(SITE_URL + key, link.attributes["href"]).removeprefix(SITE_URL)
        for link in found
        if link.attributes.get("type") in {"application/json", "text/markdown"}
    }


def with_twins(site: Site, built: BuiltSite) -> Mapping[str, Page]:
    """The pages without the further pages of long lists, whose twin is that of the whole list."""
    further = {page.address for page in site.list_pages}
    return {key: page for key, page in built.pages.items() if key not in further}


def test_every_page_names_its_data_and_its_twin(site: Site, built: BuiltSite) -> None:
    for key in with_twins(site, built):
        found = alternates(built, key)
        assert found["text/markdown"] == f"{key}index.md"
        json.loads(built.file(found["application/json"]).read_bytes())


def test_every_page_shows_links_to_its_data_and_its_twin(site: Site, built: BuiltSite) -> None:
    for key, page in with_twins(site, built).items():
        links = page.document.one("article").one("p", class_="page-end").all("a")[:2]
        reached = [urljoin(SITE_URL + key, link.attributes["href"]).removeprefix(SITE_URL) for link in links]
        assert reached == [f"{key}index.md", alternates(built, key)["application/json"]], key


def test_every_twin_belongs_to_a_page_and_names_the_same_data(site: Site, built: BuiltSite) -> None:
    pages = with_twins(site, built)
    twins = {file.relative_to(built.root).as_posix() for file in built.root.rglob("index.md")}
    moved = {key for key, page in built.everything.items() if page.is_redirect}
    assert {path.removesuffix("index.md") for path in twins} - moved == pages.keys()
    for key in pages:
        text = built.file(f"{key}index.md").read_text("utf-8")
        (line,) = (line for line in text.splitlines() if line.startswith("- Data: "))
        assert posixpath.normpath(key + targets(line)[0]) == alternates(built, key)["application/json"]


def test_a_twin_has_the_title_of_its_page(site: Site, built: BuiltSite) -> None:
    for key, page in with_twins(site, built).items():
        title = words(built.file(f"{key}index.md").read_text("utf-8").splitlines()[0].removeprefix("# "))
        assert page.title.startswith(title), key


def test_every_link_of_llms_txt_arrives(built: BuiltSite) -> None:
    for name in ("llms.txt", "llms-full.txt"):
        linked = [target for target in targets(built.file(name).read_text("utf-8")) if "://" not in target]
        assert linked
        assert [target for target in linked if not built.file(target).is_file()] == []
