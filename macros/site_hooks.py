"""MkDocs' events, in the order in which MkDocs fires them. With `site_theme`, all that knows MkDocs."""

from __future__ import annotations

import calendar
import gc
import html
import json
import logging
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

# MkDocs loads a hook by its path; the package it belongs to must be importable by name.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import rjsmin
from mkdocs.exceptions import Abort
from mkdocs.plugins import CombinedEvent, event_priority
from mkdocs.structure.pages import Page
from mkdocs.utils import CountHandler, get_build_date

from macros import metadata
from macros.assembling import Assembled, Assembler, PageError
from macros.exports import exports, search_entries
from macros.exports.headers import header_files, learnt_from
from macros.exports.twins.alternates import EVERYTHING, data_of_pages
from macros.loading import DataError
from macros.page_macros import page_address
from macros.pages import GeneratedPage, generated_pages
from macros.policy import guarded, inline_scripts, policy
from macros.progress import Progress
from macros.publishing import PublishingError, Staging, full_disk
from macros.rendering import CompiledTemplates
from macros.shells import KeptShells, digest
from macros.site import Site, open_site, remember_files
from macros.site_theme import Theme, is_preview, project_of, search_index, sections_of
from macros.squeezing import squeezed
from macros.workers import WorkError, Workers, processors

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
    generated: Sequence[GeneratedPage] = ()
    nav: Navigation | None = None
    workers: Workers[GeneratedPage, Assembled] | None = None


_BUILDS: list[_Build] = []
"""The build under way, if there is one."""


def on_startup(command: str, dirty: bool) -> None:
    """Remembers files for a preview; refuses to build a part of the site, as each page is made of many data files."""
    if command == "serve":
        remember_files()
    elif dirty:
        raise Abort("--dirty leaves pages out whose data changed. Build without it: what did not change is kept.")


def _site(config: MkDocsConfig) -> Site:
    return open_site(project_of(config), config.site_url or "")


@event_priority(100)
def on_config(config: MkDocsConfig) -> None:
    """Loads the data anew for each build, before the macros are bound to it (hence the priority)."""
    open_site.cache_clear()
    gc.unfreeze()
    try:
        site = _site(config)
    except DataError as error:
        raise Abort(f"{error}\n\n{error.summary}: nothing was built.") from None
    site.renderer.keep_compiled(_compiled(config, "ours"))
    # MkDocs dates the sitemap with the day of the build, or of its caller; the same data shall give the same bytes.
    edition = site.knowledge.records.atlas.edition
    os.environ["SOURCE_DATE_EPOCH"] = str(calendar.timegm(edition.timetuple()))
    config.extra["old_after_months"] = site.knowledge.records.atlas.age_rule.old_after_months


def on_pre_build(config: MkDocsConfig) -> None:
    """Builds into a folder of its own, which takes the place of the site once it is complete."""
    staging = Staging(Path(config.site_dir))
    _BUILDS.append(_Build(staging))
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
    """Gives pages outside the navigation the section of their list, and keeps it for the generated ones."""
    _BUILDS[-1].nav = nav
    sections = sections_of(nav)
    for file in files.documentation_pages():
        if file.page is not None and file.page.parent is None:
            file.page.parent = sections.get(file.src_uri.partition("/")[0])


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> None:
    """Lets the theme's templates ask what a page says of itself, and sets to work on the generated pages."""
    site, build = _site(config), _BUILDS[-1]
    build.generated = tuple(generated_pages(site.knowledge))
    written = [_facts(file.page) for file in files.documentation_pages() if file.page]
    generated = [_facts_of_generated(page, config) for page in build.generated]
    by_address = {page.address: page for page in (*written, *generated)}
    about = metadata.SiteFacts(config.site_name, site.url, f"{config.repo_url}/blob/main/LICENSE")

    def metadata_at(address: str) -> metadata.Metadata:
        facts = by_address[address]
        data = metadata.dataset(site.knowledge, facts, about) if facts.address == metadata.DATA_PAGE else None
        return metadata.of_page(facts, by_address, about, data)

    data_files = data_of_pages(site.knowledge)
    env.globals["metadata_of"] = lambda page: metadata_at(page_address(page.file.url))
    env.globals["page_policy"] = "" if is_preview(config) else policy()
    env.globals["data_of"] = lambda page: data_files.get(page_address(page.file.url), EVERYTHING)
    env.bytecode_cache = _compiled(config, "theme")
    if build.nav is not None:
        theme = Theme(config, files, env, build.nav)

        def frame(page: GeneratedPage) -> str:
            head = metadata_at(page.address), data_files.get(page.address, EVERYTHING)
            return digest(theme.made_with, repr(page), repr(head))

        assembler = Assembler(site, theme.shell, frame, _kept_shells(config), build.staging.write_one)
        # What was loaded stays, and processes that do not look through it share its memory.
        gc.freeze()
        build.workers = Workers(assembler.assemble, build.generated, processors())


def _facts_of_generated(page: GeneratedPage, config: MkDocsConfig) -> metadata.PageFacts:
    url = urljoin(config.site_url, page.address) if config.site_url else None
    return metadata.PageFacts(page.address, page.title, page.description, url)


def _facts(page: Page) -> metadata.PageFacts:
    # Titles and descriptions in front matter are HTML, because themes print them as they are.
    title, description = (html.unescape(str(page.meta.get(key, ""))) for key in ("title", "description"))
    return metadata.PageFacts(page_address(page.file.url), title, description, page.canonical_url)


def on_template_context(context: dict[str, Any], template_name: str, config: MkDocsConfig) -> None:
    """Names the generated pages in the list for search engines."""
    if template_name == "sitemap.xml":
        context["pages"] = [*context["pages"], *(_in_sitemap(page, config) for page in _BUILDS[-1].generated)]


def _in_sitemap(page: GeneratedPage, config: MkDocsConfig) -> SimpleNamespace:
    url = _facts_of_generated(page, config).url
    return SimpleNamespace(
        page=SimpleNamespace(is_link=False, canonical_url=url, abs_url=None, update_date=get_build_date())
    )


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Puts the parts that were left for last into the finished page, which it relieves of blank space."""
    parts = _site(config).parts.pop(page_address(page.file.url), None)
    page_without_parts = squeezed(output)
    return _guarded(parts.fill(page_without_parts) if parts else page_without_parts, config)


def on_post_template(output: str, template_name: str, config: MkDocsConfig) -> str:
    """Treats the page for unknown addresses as any other: the theme has it as a template."""
    return _guarded(output, config) if template_name.endswith(".html") else output


def _guarded(page: str, config: MkDocsConfig) -> str:
    scripts = inline_scripts(page)
    _site(config).policy.learn(scripts)
    return guarded(page, scripts)


@event_priority(100)
def _before_plugins(config: MkDocsConfig) -> None:
    """Writes what is published besides the pages, and tells the search what to know of the generated pages."""
    site, build = _site(config), _BUILDS[-1]
    published = exports(site.knowledge, site.renderer, site.url, site.written)
    build.staging.write(learnt_from(published, site.policy))
    if build.workers is None:
        return
    try:
        made = build.workers.results(Progress("Generated pages", len(build.generated)).advance)
    except (PageError, WorkError) as error:
        raise Abort(f"{error}\n\nNothing was published.") from error
    for page in made:
        search_index(config).entries += page.entries
        site.policy.learn(page.scripts)
    _kept_shells(config).forget_all_but(page.key for page in made)


@event_priority(-100)
def _after_plugins(config: MkDocsConfig) -> None:
    """Puts the site in place, with the headers that allow what is on its pages, and the search's entries apart."""
    site, staging = _site(config), _BUILDS[-1].staging
    assets = [file.relative_to(staging.folder).as_posix() for file in staging.folder.glob("assets/**/*.min.*")]
    staging.write(header_files(site.renderer, site.policy.text, assets))
    index = json.loads((staging.folder / search_entries.INDEX).read_bytes())
    staging.write(search_entries.files(index["config"], index["docs"]))
    if _about_to_abort():
        return
    done = staging.publish()
    _BUILDS.pop()
    config.site_dir = str(done.site)
    _LOG.info(f"In place: {done.site}, {done.changed} of {done.files} files changed")


on_post_build = CombinedEvent(_before_plugins, _after_plugins)


def _kept_shells(config: MkDocsConfig) -> KeptShells:
    # A preview has other addresses: neither is to remove what the other keeps.
    return KeptShells(_kept(config) / ("preview" if is_preview(config) else "pages"))


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
        if build.workers:
            build.workers.stop()
        build.staging.discard()


def on_serve(server: LiveReloadServer, config: MkDocsConfig, builder: Any) -> None:
    """Rebuilds the preview when a data file or a template changes."""
    project = project_of(config)
    server.watch(str(project / "data"))
    server.watch(str(project / "macros" / "templates"))
