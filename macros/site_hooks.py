"""MkDocs' events, in the order in which MkDocs fires them. With `site_theme`, all that knows MkDocs."""

from __future__ import annotations

import calendar
import gc
import html
import json
import logging
import os
import sys
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

# MkDocs loads a hook by its path; the package it belongs to must be importable by name.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import rjsmin
from mkdocs.exceptions import Abort
from mkdocs.plugins import CombinedEvent, event_priority
from mkdocs.structure.pages import Page
from mkdocs.utils import CountHandler, get_build_date

from macros import metadata
from macros.assembling import name_of, page_piece
from macros.exports import REDIRECTS, search_entries
from macros.exports.headers import header_files
from macros.keeping import Maker, PieceError, digest
from macros.loading import DataError
from macros.making import Making
from macros.page_macros import page_address
from macros.pages import GeneratedPage
from macros.policy import guarded, inline_scripts, policy
from macros.publishing import PublishingError, Staging, full_disk
from macros.rendering import CompiledTemplates, PageParts
from macros.site import Site, open_site, remember_files
from macros.site_theme import Theme, furnish, is_preview, made_with, project_of, search_index, sections_of
from macros.squeezing import squeezed
from macros.workers import WorkError

if TYPE_CHECKING:
    from jinja2 import Environment
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer
    from mkdocs.structure.files import Files
    from mkdocs.structure.nav import Navigation


_LOG = logging.getLogger("mkdocs")
OTHER_SEARCH = ("assets/javascripts/lunr/", "assets/javascripts/workers/")
"""What the theme searches with, and takes apart words of other languages with: ours answers in its place."""


@dataclass
class _Build:
    """What one build has to remember from event to event."""

    staging: Staging
    metadata: metadata.SiteMetadata
    """What its pages say of themselves."""
    making: Making | None = None
    written: list[tuple[str, str, PageParts]] = field(default_factory=list)
    """Pages that people write: paths, what the theme made of them, and the parts that are put into that last."""


_BUILDS: list[_Build] = []
"""The build under way, if there is one."""


def on_startup(command: str, dirty: bool) -> None:
    """Refuses to build a part of the site, as each page is made of many data files."""
    if dirty and command != "serve":
        raise Abort("--dirty leaves pages out whose data changed. Build without it: what did not change is kept.")


def _site(config: MkDocsConfig) -> Site:
    return open_site(project_of(config), config.site_url or "")


@event_priority(100)
def on_config(config: MkDocsConfig) -> None:
    """Loads the data anew for each build, before the macros are bound to it (hence the priority)."""
    open_site.cache_clear()
    gc.unfreeze()
    kept = _kept(config)
    try:
        kept.mkdir(exist_ok=True)
    except OSError as error:
        raise Abort(f"{kept}: expected a folder to keep things in for later builds: {error.strerror}") from None
    remember_files(project_of(config), kept / "data.pickle")
    try:
        site = _site(config)
    except DataError as error:
        raise Abort(f"{error}\n\n{error.summary}: nothing was built.") from None
    except WorkError as error:
        raise Abort(f"The data could not be checked: {error}. Nothing was built.") from error
    site.renderer.keep_compiled(_compiled(config, "ours"))
    # MkDocs dates the sitemap with the day of the build, or of its caller; the same data shall give the same bytes.
    edition = site.knowledge.records.atlas.edition
    os.environ["SOURCE_DATE_EPOCH"] = str(calendar.timegm(edition.timetuple()))
    config.extra["old_after_months"] = site.knowledge.records.atlas.age_rule.old_after_months


def on_pre_build(config: MkDocsConfig) -> None:
    """Builds into a folder of its own, which takes the place of the site once it is complete."""
    told = _metadata(config)
    staging = Staging(Path(config.site_dir))
    _BUILDS.append(_Build(staging, told))
    config.site_dir = str(staging.folder)


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Shrinks our scripts.

    Leaves out what the theme searches with: a megabyte, partly under licences with conditions of their own.
    """
    for file in list(files):
        if file.src_uri.startswith(OTHER_SEARCH):
            files.remove(file)
        elif file.src_dir == config.docs_dir and file.src_uri.endswith(".js"):
            # A quarter of our scripts is comments and indentation, which readers need not fetch.
            file.content_string = rjsmin.jsmin(file.content_string)


def on_nav(nav: Navigation, config: MkDocsConfig, files: Files) -> None:
    """Gives pages outside the navigation the section of their list, and sets to work on all that is made of records."""
    sections = sections_of(nav)
    for file in files.documentation_pages():
        if file.page is not None and file.page.parent is None:
            file.page.parent = sections.get(file.src_uri.partition("/")[0])
    site, build = _site(config), _BUILDS[-1]
    env = config.theme.get_env()
    on_env(env, config, files)
    # A preview has other addresses: neither is to forget what the other keeps.
    folder = _kept(config) / ("preview" if is_preview(config) else "site")
    known = site.knowledge
    maker = Maker(known.notebook, build.staging, folder, made_with(config), known.revision)
    site.maker = maker
    piece_of = partial(page_piece, site, Theme(config, files, env, nav).shell, partial(_frame, build.metadata))
    # What was loaded stays, and processes that do not look through it share its memory.
    gc.freeze()
    build.making = Making(site, maker, build.staging.folder, piece_of)


def _frame(told: metadata.SiteMetadata, page: GeneratedPage) -> str:
    return digest(repr(page), repr(told.at(page.address)), told.data_at(page.address))


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> None:
    """Lets the theme's templates ask what a page says of itself."""
    furnish(env, config)
    told = _BUILDS[-1].metadata
    env.globals["metadata_of"] = lambda page: told.at(page_address(page.file.url))
    env.globals["data_of"] = lambda page: told.data_at(page_address(page.file.url))
    env.globals["page_policy"] = "" if is_preview(config) else policy()
    env.bytecode_cache = _compiled(config, "theme")


def _metadata(config: MkDocsConfig) -> metadata.SiteMetadata:
    site = _site(config)
    # Titles and descriptions in front matter are HTML, because themes print them as they are.
    written = [(page.address, html.unescape(page.title), html.unescape(page.description)) for page in site.written]
    generated = [(page.address, page.title, page.description) for page in site.pages]
    pages = [metadata.PageFacts(*told, _url(told[0], config)) for told in (*written, *generated)]
    about = metadata.SiteFacts(config.site_name, site.url, f"{config.repo_url}/blob/main/LICENSE")
    return metadata.SiteMetadata(site.knowledge, about, pages)


def _url(address: str, config: MkDocsConfig) -> str | None:
    return f"{config.site_url}{address}" if config.site_url else None


def on_template_context(context: dict[str, Any], template_name: str, config: MkDocsConfig) -> None:
    """Names the generated pages in the list for search engines."""
    if template_name == "sitemap.xml":
        context["pages"] = [*context["pages"], *(_in_sitemap(page, config) for page in _site(config).pages)]


def _in_sitemap(page: GeneratedPage, config: MkDocsConfig) -> SimpleNamespace:
    url = _url(page.address, config)
    return SimpleNamespace(
        page=SimpleNamespace(is_link=False, canonical_url=url, abs_url=None, update_date=get_build_date())
    )


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Relieves the finished page of blank space, and leaves the parts that are still to be put into it for the end."""
    finished = _guarded(squeezed(output), config)
    parts = _site(config).parts.pop(page_address(page.file.url), None)
    if parts:
        _BUILDS[-1].written.append((page.file.dest_uri, finished, parts))
    return finished


def on_post_template(output: str, template_name: str, config: MkDocsConfig) -> str:
    """Treats the page for unknown addresses as any other: the theme has it as a template."""
    return _guarded(output, config) if template_name.endswith(".html") else output


def _guarded(page: str, config: MkDocsConfig) -> str:
    scripts = inline_scripts(page)
    _site(config).policy.learn(scripts)
    return guarded(page, scripts)


@event_priority(100)
def _before_plugins(config: MkDocsConfig) -> None:
    """Waits for what is made of records, tells the search of it, and completes the pages that people write."""
    site, build = _site(config), _BUILDS[-1]
    if build.making is None:
        return
    try:
        finished = build.making.finish()
    except (PieceError, WorkError) as error:
        raise Abort(f"{error}\n\nNothing was published.") from error
    for page in site.pages:
        told = finished.told[name_of(page)]
        search_index(config).entries += told["entries"]
        site.policy.learn(told["scripts"])
    site.policy.learn(finished.told[REDIRECTS])
    site.renderer.tell_of_api(lambda: finished.api)
    for path, page_without_parts, parts in build.written:
        build.staging.write(path, [parts.filled(page_without_parts)])


@event_priority(-100)
def _after_plugins(config: MkDocsConfig) -> None:
    """Puts the site in place, with the headers that allow what is on its pages, and the search's entries apart."""
    site, staging = _site(config), _BUILDS[-1].staging
    assets = [file.relative_to(staging.folder).as_posix() for file in staging.folder.glob("assets/**/*.min.*")]
    index = json.loads((staging.folder / search_entries.INDEX).read_bytes())
    headers = header_files(site.renderer, site.policy.text, assets)
    for path, content in chain(headers, search_entries.files(index["config"], index["docs"])):
        staging.write(path, [content])
    if _about_to_abort():
        return
    done = staging.publish()
    _BUILDS.pop()
    config.site_dir = str(done.site)
    _LOG.info(f"In place: {done.site}, {done.changed} of {done.files} files changed")


on_post_build = CombinedEvent(_before_plugins, _after_plugins)


def _compiled(config: MkDocsConfig, of: str) -> CompiledTemplates:
    folder = _kept(config) / "templates" / of
    folder.mkdir(parents=True, exist_ok=True)
    return CompiledTemplates(str(folder))


def _kept(config: MkDocsConfig) -> Path:
    """Where a build keeps what later ones need not make again. May be removed at any time."""
    return project_of(config) / ".cache"


def _about_to_abort() -> bool:
    """Whether MkDocs will fail this build for its warnings: if strict, it counts them, and looks after all events."""
    return any(handler.get_counts() for handler in _LOG.handlers if isinstance(handler, CountHandler))


def on_build_error(error: Exception) -> None:
    """Leaves the site as it was. Where it could not be written, says why."""
    site = _BUILDS[-1].staging.site if _BUILDS else None
    on_shutdown()
    if isinstance(error, PublishingError):
        raise Abort(f"{error}\n\nNothing was published.") from error
    told = full_disk(error, site) if site and isinstance(error, OSError) else None
    if told:
        raise Abort(f"{told}\n\nNothing was published: the site is as it was.") from error


def on_shutdown() -> None:
    """Removes what an interrupted build wrote."""
    while _BUILDS:
        build = _BUILDS.pop()
        if build.making:
            build.making.stop()
        build.staging.discard()


def on_serve(server: LiveReloadServer, config: MkDocsConfig, builder: Any) -> None:
    """Rebuilds the preview when a data file or a template changes."""
    project = project_of(config)
    server.watch(str(project / "data"))
    server.watch(str(project / "macros" / "templates"))
