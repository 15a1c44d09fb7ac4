"""The one file that knows MkDocs: its events, in the order in which MkDocs fires them."""

from __future__ import annotations

import calendar
import html
import logging
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
from mkdocs.utils import CountHandler

from macros import metadata
from macros.exports import exports
from macros.exports.headers import with_headers
from macros.exports.twins.alternates import EVERYTHING, data_of_pages
from macros.loading import DataError
from macros.page_macros import page_address
from macros.pages import GeneratedPage, generated_pages
from macros.policy import guarded, policy
from macros.publishing import PublishingError, Staging, full_disk
from macros.site import Site, open_site
from macros.squeezing import squeezed

if TYPE_CHECKING:
    from jinja2 import Environment
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer
    from mkdocs.structure.files import Files
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page


_LOG = logging.getLogger("mkdocs")
OTHER_LANGUAGES = "assets/javascripts/lunr/"
"""What the theme's search takes apart words of languages other than English with."""
_STAGED: list[Staging] = []
"""The folder of the build under way, if there is one."""


def on_startup(command: str, dirty: bool) -> None:
    """Refuses to build a part of the site, as each page is made of many files of data."""
    if dirty and command != "serve":
        raise Abort("--dirty leaves pages out whose data changed. Build without it: what did not change is kept.")


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
    # MkDocs dates the sitemap with the day of the build, or of its caller; the same data shall give the same bytes.
    edition = site.knowledge.records.atlas.edition
    os.environ["SOURCE_DATE_EPOCH"] = str(calendar.timegm(edition.timetuple()))
    config.extra["old_after_months"] = site.knowledge.records.atlas.age_rule.old_after_months


def on_pre_build(config: MkDocsConfig) -> None:
    """Builds into a folder of its own, which takes the place of the site once it is complete."""
    staging = Staging(Path(config.site_dir))
    _STAGED.append(staging)
    config.site_dir = str(staging.folder)


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Adds the stub of every generated page, whose edit button opens the data file; shrinks our scripts.

    Leaves out what the theme has for other languages: a megabyte, partly under licences with conditions of their own.
    """
    for page in generated_pages(_site(config).knowledge):
        files.append(_stub(page, config))
    for file in list(files):
        if file.src_uri.startswith(OTHER_LANGUAGES):
            files.remove(file)
        elif file.src_dir == config.docs_dir and file.src_uri.endswith(".js"):
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
    env.globals["page_policy"] = "" if _is_preview(config) else policy()
    env.globals["data_of"] = lambda page: data_files.get(page_address(page.file.url), EVERYTHING)


def _facts(page: Page) -> metadata.PageFacts:
    # Titles and descriptions in front matter are HTML, because themes print them as they are.
    title, description = (html.unescape(str(page.meta.get(key, ""))) for key in ("title", "description"))
    return metadata.PageFacts(page_address(page.file.url), title, description, page.canonical_url)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Puts the parts that were left for last into the finished page, which it relieves of blank space."""
    parts = _site(config).parts.pop(page_address(page.file.url), None)
    page_without_parts = squeezed(output)
    return _guarded(parts.fill(page_without_parts) if parts else page_without_parts, config)


def on_post_template(output: str, template_name: str, config: MkDocsConfig) -> str:
    """Treats the page for unknown addresses as any other: the theme has it as a template."""
    return _guarded(output, config) if template_name.endswith(".html") else output


def _guarded(page: str, config: MkDocsConfig) -> str:
    _site(config).policy.learn(page)
    return guarded(page)


def _is_preview(config: MkDocsConfig) -> bool:
    # It reloads pages by a script that it puts into them when it sends them, which no hash can allow.
    host, port = config.dev_addr
    return (config.site_url or "").startswith(f"http://{host}:{port}/")


@event_priority(-100)
def on_post_build(config: MkDocsConfig) -> None:
    """Writes what is published besides the pages, and puts the site in place: last, after all plugins."""
    site, staging = _site(config), _STAGED[-1]
    published = exports(site.knowledge, site.renderer, site.url, site.written)
    assets = [file.relative_to(staging.folder).as_posix() for file in staging.folder.glob("assets/**/*.min.*")]
    staging.write(with_headers(published, site.renderer, site.policy, assets))
    if _about_to_abort():
        return
    done = staging.publish()
    _STAGED.remove(staging)
    config.site_dir = str(done.site)
    _LOG.info(f"In place: {done.site}, {done.changed} of {done.files} files changed")


def _about_to_abort() -> bool:
    """Whether MkDocs will fail this build for its warnings: if strict, it counts them, and looks after all events."""
    return any(handler.get_counts() for handler in _LOG.handlers if isinstance(handler, CountHandler))


def on_build_error(error: Exception) -> None:
    """Leaves the site as it was. Where it could not be written, says why."""
    site = _STAGED[-1].site if _STAGED else None
    on_shutdown()
    if isinstance(error, PublishingError):
        raise Abort(f"{error}\n\nNothing was published.") from error
    told = full_disk(error, site) if site and isinstance(error, OSError) else None
    if told:
        raise Abort(f"{told}\n\nNothing was published: the site is as it was.") from error


def on_shutdown() -> None:
    """Removes what an interrupted build wrote."""
    while _STAGED:
        _STAGED.pop().discard()


def on_serve(server: LiveReloadServer, config: MkDocsConfig, builder: Any) -> None:
    """Rebuilds the preview when a data file or a template changes."""
    project = _project(config)
    server.watch(str(project / "data"))
    server.watch(str(project / "macros" / "templates"))
