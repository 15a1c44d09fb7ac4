"""MkDocs' events, in the order in which MkDocs fires them."""

from __future__ import annotations

import calendar
import logging
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

# MkDocs loads a hook by its path; the package it belongs to must be importable by name.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import rcssmin
import rjsmin
from mkdocs.exceptions import Abort
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, InclusionLevel
from mkdocs.utils import CountHandler

from macros.loading import DataError
from macros.outputs import search, write
from macros.outputs.page_sections import PageSection, page_sections, without_marks
from macros.site.about import about
from macros.site.finished import POLICY, with_policy, without_blanks
from macros.site.output import Background, OutputError, OutputFolder, full_disk
from macros.site.state import Site, open_site, page_address, project_of, site_of

if TYPE_CHECKING:
    from jinja2 import Environment
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer
    from mkdocs.structure.files import Files
    from mkdocs.structure.nav import Navigation, Section
    from mkdocs.structure.pages import Page
    from mkdocs.utils.templates import TemplateContext

    from macros.columns.files import ApiFile

_LOG = logging.getLogger("mkdocs")
DOWNLOADS = "data/"
"""The page that lists the exported files with their sizes."""
STYLES = "assets/styles.css"
"""The style sheets of every page, joined."""


@dataclass
class _Build:
    """The build under way."""

    site: Site
    output: OutputFolder
    exports: Background[Sequence[ApiFile]] | None = None
    searched: list[PageSection] = field(default_factory=list)
    """What the search finds of the pages rendered so far."""
    sections: Mapping[str, Section | None] = field(default_factory=dict)
    """By the first part of an address: the navigation section that holds the list of such pages."""


_BUILDS: list[_Build] = []
"""At most one: the build under way."""


def on_startup(command: str, dirty: bool) -> None:
    """Refuses partial builds: each page is made of many data files, whose changes MkDocs does not see."""
    if dirty and command != "serve":
        raise Abort("--dirty leaves out pages whose data changed. Build without it.")


@event_priority(100)
def on_config(config: MkDocsConfig) -> None:
    """Loads the data, before mkdocs-macros binds the macros to it (hence the priority)."""
    open_site.cache_clear()
    try:
        knowledge = site_of(config).knowledge
    except DataError as error:
        raise Abort(f"{error}\n\n{error.summary}: nothing was built.") from None
    # MkDocs dates the sitemap with the day of the build, or of its caller; the same data shall give the same bytes.
    os.environ["SOURCE_DATE_EPOCH"] = str(calendar.timegm(knowledge.edition.timetuple()))
    config.extra["old_after_months"] = knowledge.records.atlas.age_rule.old_after_months


def on_pre_build(config: MkDocsConfig) -> None:
    """Builds into a temporary folder, which replaces the site once it is complete."""
    output = OutputFolder(Path(config.site_dir))
    _BUILDS.append(_Build(site_of(config), output))
    config.site_dir = str(output.folder)


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Adds the generated pages, minifies our styles and scripts, leaves out the files of the theme, starts exports."""
    build = _BUILDS[-1]
    for file in list(files):
        if file.src_dir in config.theme.dirs:
            files.remove(file)
        elif file.src_uri.endswith(".js"):
            file.content_string = rjsmin.jsmin(file.content_string)
        elif file.src_uri.endswith(".css") and file.src_dir == config.docs_dir:
            file.content_string = rcssmin.cssmin(file.content_string)
    _join_styles(files, config)
    for page in (*build.site.pages, *build.site.list_pages):
        # Thousands of pages in the navigation tree would be rendered into each other: they stay out of it.
        path, out_of_it = f"{page.address}index.md", InclusionLevel.NOT_IN_NAV
        added = File.generated(config, path, content=page.text, inclusion=out_of_it)
        added.edit_uri = f"../{page.file}"
        files.append(added)
    if downloads := files.get_file_from_path(f"{DOWNLOADS}index.md"):
        # It waits for the exports, so it is finished last.
        files.remove(downloads)
        files.append(downloads)
    folder = build.output.folder
    build.exports = Background(lambda: build.site.write_exports(folder))


def _join_styles(files: Files, config: MkDocsConfig) -> None:
    """Makes one file of the style sheets of every page: one request, and a fifth less than in several, compressed."""
    parts = [file for path in config.extra_css if (file := files.get_file_from_path(path))]
    joined = "".join(part.content_string for part in parts)
    for part in parts:
        files.remove(part)
    files.append(File.generated(config, STYLES, content=joined))
    config.extra_css = [STYLES]


def on_nav(nav: Navigation, files: Files, config: MkDocsConfig) -> None:
    """Remembers the sections of lists, for breadcrumbs and the highlighted tab of generated pages."""
    sections = {_first_part(page): page.parent for page in nav.pages if page.file.name == "index"}
    _BUILDS[-1].sections = sections


def on_pre_page(page: Page, config: MkDocsConfig, files: Files) -> None:
    """Gives pages outside the navigation their parent."""
    if page.parent is None:
        page.parent = _BUILDS[-1].sections.get(_first_part(page))


def _first_part(page: Page) -> str:
    return page.file.src_uri.partition("/")[0]


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> None:
    """Tells the templates the policy of pages."""
    env.globals["page_policy"] = "" if _is_preview(config) else POLICY


def on_page_context(context: TemplateContext, page: Page, config: MkDocsConfig, nav: Navigation) -> None:
    """Tells the theme's templates about the page, and collects what the search finds of it."""
    build, content = _BUILDS[-1], page.content or ""
    title = str(page.meta.get("title", page.title))
    build.searched += page_sections(content, page.url, title, page.meta)
    page.content = without_marks(content)
    context["about"] = about(build.site, config, page_address(page.file.url))  # type: ignore[typeddict-unknown-key]


@event_priority(100)
def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Fills in the deferred parts, before other plugins see the finished page (hence the priority)."""
    build, address = _BUILDS[-1], page_address(page.file.url)
    finished = with_policy(without_blanks(output))
    deferred = build.site.deferred.pop(address, None)
    if address == DOWNLOADS and build.exports:
        build.site.renderer.api_files = build.exports.result
    return deferred.fill(finished) if deferred else finished


def on_post_template(output: str, template_name: str, config: MkDocsConfig) -> str:
    """Applies the policy to the page for unknown addresses, which the theme has as a template."""
    return with_policy(output) if template_name.endswith(".html") else output


@event_priority(-100)
def on_post_build(config: MkDocsConfig) -> None:
    """Writes what needs all pages, after all other plugins, and puts the site in place."""
    build = _BUILDS[-1]
    for path, content in search.files(build.site.knowledge, build.searched):
        write(build.output.folder / path, [content])
    if build.exports:
        _ = build.exports.result
    if _will_abort():
        return
    build.output.publish()
    _BUILDS.pop()
    config.site_dir = str(build.output.site)


def _will_abort() -> bool:
    """Whether MkDocs will fail this strict build for its warnings, which it does only after its last event."""
    return any(handler.get_counts() for handler in _LOG.handlers if isinstance(handler, CountHandler))


def on_build_error(error: Exception) -> None:
    """Leaves the site as it was. Where it could not be written, says why."""
    site = _BUILDS[-1].output.site if _BUILDS else None
    on_shutdown()
    if isinstance(error, OutputError):
        raise Abort(f"{error}\n\nNothing was published.") from error
    message = full_disk(error, site) if site and isinstance(error, OSError) else None
    if message:
        raise Abort(f"{message}\n\nNothing was published: the site is as it was.") from error


def on_shutdown() -> None:
    """Removes what an interrupted build wrote."""
    while _BUILDS:
        build = _BUILDS.pop()
        if build.exports:
            build.exports.cancel()
        build.output.discard()


def on_serve(server: LiveReloadServer, config: MkDocsConfig, builder: Any) -> None:
    """Rebuilds the preview when a data file or a template changes."""
    server.watch(str(project_of(config) / "data"))
    server.watch(str(project_of(config) / "macros" / "templates"))


def _is_preview(config: MkDocsConfig) -> bool:
    """Whether MkDocs itself serves the site: it then adds a script to each page that no policy knows."""
    host, port = config.dev_addr
    return (config.site_url or "").startswith(f"http://{host}:{port}/")
