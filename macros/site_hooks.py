"""The one file that knows MkDocs: its events, in the order in which MkDocs fires them."""

from __future__ import annotations

import calendar
import html
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

# MkDocs loads a hook by its path; the package it belongs to must be importable by name.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import rjsmin
from mkdocs.exceptions import Abort
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, InclusionLevel

from macros import metadata
from macros.exports import exports
from macros.exports.twins.alternates import EVERYTHING, data_of_pages
from macros.loading import DataError
from macros.page_macros import page_address
from macros.pages import GeneratedPage, generated_pages
from macros.publishing import PUBLISHER
from macros.site import Site, open_site
from macros.squeezing import squeezed

if TYPE_CHECKING:
    from jinja2 import Environment
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer
    from mkdocs.structure.files import Files
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page


def _project(config: MkDocsConfig) -> Path:
    return Path(config.config_file_path).resolve().parent


def _site(config: MkDocsConfig) -> Site:
    return open_site(_project(config), config.site_url or "")


@event_priority(100)
def on_config(config: MkDocsConfig) -> None:
    """Loads the data anew for each build, before the macros are bound to it (hence the priority)."""
    open_site.cache_clear()
    try:
        site = _site(config)
    except DataError as error:
        raise Abort(f"{error}\n\n{error.summary}: nothing was built.") from None
    # MkDocs dates the sitemap with the day of the build; the same data shall give the same bytes.
    edition = site.knowledge.records.atlas.edition
    os.environ.setdefault("SOURCE_DATE_EPOCH", str(calendar.timegm(edition.timetuple())))
    config.extra["old_after_months"] = site.knowledge.records.atlas.age_rule.old_after_months


def on_pre_build(config: MkDocsConfig) -> None:
    """Saves what a preview published before from being removed with the rest of the folder."""
    PUBLISHER.set_aside(Path(config.site_dir))


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Adds the stub of every generated page, whose edit button opens the data file; shrinks our scripts."""
    for page in generated_pages(_site(config).knowledge):
        files.append(_stub(page, config))
    for file in files:
        if file.src_dir == config.docs_dir and file.src_uri.endswith(".js"):
            # A quarter of our scripts is comments and indentation, which readers need not fetch.
            file.content_string = rjsmin.jsmin(file.content_string)


def _stub(page: GeneratedPage, config: MkDocsConfig) -> File:
    # Thousands of pages in the navigation tree would be rendered into each other: they stay out of it.
    file = File.generated(config, page.source_path, content=page.stub, inclusion=InclusionLevel.NOT_IN_NAV)
    file.edit_uri = f"../{page.data_file}"
    return file


def on_nav(nav: Navigation, config: MkDocsConfig, files: Files) -> None:
    """Gives each generated page the section of its list as parent, for tabs and breadcrumbs."""
    parents = {page.file.src_uri.partition("/")[0]: page.parent for page in nav.pages if page.file.name == "index"}
    for file in files.documentation_pages():
        page = file.page
        if page is not None and page.parent is None:
            page.parent = parents.get(file.src_uri.partition("/")[0])


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> None:
    """Lets the theme's templates ask what a page says of itself to search engines, and which data is behind it."""
    site = _site(config)
    pages = [_facts(file.page) for file in files.documentation_pages() if file.page]
    by_address = {page.address: page for page in pages}
    about = metadata.SiteFacts(config.site_name, site.url, f"{config.repo_url}/blob/main/LICENSE")

    def metadata_of(page: Page) -> metadata.Metadata:
        facts = by_address[page_address(page.file.url)]
        data = metadata.dataset(site.knowledge, facts, about) if facts.address == metadata.DATA_PAGE else None
        return metadata.of_page(facts, by_address, about, data)

    data_files = data_of_pages(site.knowledge)
    env.globals["metadata_of"] = metadata_of
    env.globals["data_of"] = lambda page: data_files.get(page_address(page.file.url), EVERYTHING)


def _facts(page: Page) -> metadata.PageFacts:
    # Titles and descriptions in front matter are HTML, because themes print them as they are.
    title, description = (html.unescape(str(page.meta.get(key, ""))) for key in ("title", "description"))
    return metadata.PageFacts(page_address(page.file.url), title, description, page.canonical_url)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Puts the parts that were left for last into the finished page, which it relieves of blank space."""
    parts = _site(config).parts.pop(page_address(page.file.url), None)
    page_without_parts = squeezed(output)
    return parts.fill(page_without_parts) if parts else page_without_parts


def on_post_build(config: MkDocsConfig) -> None:
    """Writes what is published besides the pages: the API, its tables, twins, badges, redirects."""
    site = _site(config)
    PUBLISHER.publish(Path(config.site_dir), exports(site.knowledge, site.renderer, site.url, site.written))


def on_serve(server: LiveReloadServer, config: MkDocsConfig, builder: Any) -> None:
    """Rebuilds the preview when a data file or a template changes."""
    project = _project(config)
    server.watch(str(project / "data"))
    server.watch(str(project / "macros" / "templates"))
