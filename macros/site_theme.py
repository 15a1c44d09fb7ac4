"""What MkDocs, Markdown and the theme make of a generated page. With the hooks, all that knows MkDocs.

A generated page is made as MkDocs makes a page of docs/, but one at a time and with what all of them share made once:
the Markdown converter, the compiled templates, and the navigation, in which no generated page stands.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import BaseLoader, ChoiceLoader, FileSystemLoader, PrefixLoader
from markdown import Markdown
from mkdocs.commands.build import get_context
from mkdocs.structure.files import File, InclusionLevel
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc

from macros.assembling import Shell
from macros.keeping import digest
from macros.pages import GeneratedPage
from macros.policy import guarded, inline_scripts
from macros.squeezing import squeezed

if TYPE_CHECKING:
    from jinja2 import Environment
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.nav import Navigation, Section


def project_of(config: MkDocsConfig) -> Path:
    """The folder of the project."""
    return Path(config.config_file_path).resolve().parent


def is_preview(config: MkDocsConfig) -> bool:
    """Whether the site is built to be served by MkDocs itself."""
    # It reloads pages by a script that it puts into them when it sends them, which no hash can allow.
    host, port = config.dev_addr
    return (config.site_url or "").startswith(f"http://{host}:{port}/")


def search_index(config: MkDocsConfig) -> Any:
    """The index of the search plugin: its `entries` are what the site search knows."""
    plugin: Any = next(plugin for plugin in config.plugins.values() if hasattr(plugin, "search_index"))
    return plugin.search_index


def sections_of(nav: Navigation) -> Mapping[str, Section | None]:
    """By the first part of an address: what holds the list of such pages in the navigation, for breadcrumbs."""
    return {page.file.src_uri.partition("/")[0]: page.parent for page in nav.pages if page.file.name == "index"}


def furnish(env: Environment, config: MkDocsConfig) -> None:
    """Gives an environment what the project's templates need of it besides what they ask of a page."""
    env.globals["remembered"] = _remembering()
    loaders: list[BaseLoader] = [env.loader] if env.loader else []
    env.loader = ChoiceLoader([*loaders, PrefixLoader({"theme": FileSystemLoader(config.theme.dirs[1:])})])


class Theme:
    """Makes shells of generated pages. Its environment must know what the project's templates ask."""

    def __init__(self, config: MkDocsConfig, files: Files, env: Environment, nav: Navigation) -> None:
        self._config, self._env, self._nav = config, env, nav
        self._documents = files.documentation_pages()
        self._markdown = Markdown(extensions=config.markdown_extensions, extension_configs=config.mdx_configs or {})
        self._index = search_index(config)
        self._sections = sections_of(nav)

    def shell(self, generated: GeneratedPage, skeleton: str) -> Shell:
        """The page with everything but the parts that are rendered last."""
        page = self._page(generated)
        page.markdown = skeleton
        page.content = self._markdown.reset().convert(skeleton)
        page.toc = get_toc(getattr(self._markdown, "toc_tokens", []))
        page.active = True
        context = get_context(self._nav, self._documents, self._config, page)
        known = len(self._index.entries)
        context = self._config.plugins.on_page_context(context, page=page, config=self._config, nav=self._nav)
        entries = self._index.entries[known:]
        del self._index.entries[known:]
        output = squeezed(self._env.get_template("main.html").render(context))
        page.active = False
        scripts = inline_scripts(output)
        return Shell(guarded(output, scripts), entries, scripts)

    def _page(self, generated: GeneratedPage) -> Page:
        # Thousands of pages in the navigation tree would be rendered into each other: they stay out of it.
        inclusion = InclusionLevel.NOT_IN_NAV
        file = File.generated(self._config, generated.source_path, content=generated.stub, inclusion=inclusion)
        file.edit_uri = f"../{generated.data_file}"
        page = Page(generated.meta["title"], file, self._config)
        page.meta = dict(generated.meta)
        page.parent = self._sections.get(generated.source_path.partition("/")[0])
        return page


def _remembering() -> Callable[..., str]:
    known: dict[tuple[Any, ...], str] = {}

    def remembered(*key: Any, caller: Callable[[], str]) -> str:
        if key not in known:
            known[key] = caller()
        return known[key]

    return remembered


def made_with(config: MkDocsConfig) -> str:
    """Stands for all that the site is made with, besides the data: settings, templates, code, and libraries."""
    return digest(*_made_with(config))


def _made_with(config: MkDocsConfig) -> Iterator[str]:
    project = project_of(config)
    yield from (str(config.site_url), str(config.repo_url), str(config.extra), str(is_preview(config)), sys.version)
    folders = (project / "overrides", project / "macros")
    found = (file for folder in folders for file in folder.rglob("*") if file.parent.name != "__pycache__")
    for file in (project / "mkdocs.yml", *sorted(file for file in found if file.is_file())):
        yield file.relative_to(project).as_posix()
        yield file.read_text("utf-8")
    # Named by their folders, in which each has its version.
    yield from sorted(found.name for path in sys.path for found in Path(path).glob("*.dist-info"))
