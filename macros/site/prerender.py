"""The site as plain Markdown files, without macros and hooks, for builders that have neither."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from shutil import copy, copytree

import yaml
from jinja2 import Environment, StrictUndefined
from mkdocs.utils.yaml import yaml_load

from macros.addresses import root_of
from macros.outputs import write
from macros.pages.page_source import PageSource
from macros.pages.registry import PAGE_MACROS
from macros.rendering import TEMPLATES
from macros.site.about import edits_of_data
from macros.site.state import Site

PAGES, BESIDE, CONFIG = "pages", "beside", "mkdocs.yml"
"""What is written: the pages with their assets; files to lay beside the built site as they are; a configuration."""
KEPT = ("site_name", "site_description", "site_url", "nav", "not_in_nav")
STYLES = "prerendered.css"
"""Comes before our style sheets: they expect no theme's."""
SEARCH = "assets/search.js"
"""Needs the dialog in the theme's templates: another builder has a search of its own."""
THEME = {"font": False, "highlightjs": False}
"""Themes fetch fonts or a highlighter from other hosts otherwise."""
TOOL = """

<link rel="stylesheet" href="{0}/style.css">

<script type="module" src="{0}/main.js"></script>
"""
"""What a page with a tool has besides others; `{0}` is the tool's folder."""
EXTENSIONS = ["attr_list", "md_in_html", {"toc": {"permalink": True, "toc_depth": 3}}, "admonition", "tables"]


def prerender(project: Path, folder: Path) -> int:
    """Writes the site into a folder. Returns the number of pages; raises DataError where the data is not sound."""
    config = yaml_load((project / "mkdocs.yml").read_text("utf-8"))
    site = Site(project, config["site_url"])
    site.renderer.api_files = site.write_exports(folder / BESIDE)
    environment = Environment(undefined=StrictUndefined, autoescape=False)  # noqa: S701 - it is Markdown, and ours
    environment.globals |= {"config": config, "edits_of_data": partial(edits_of_data, config["repo_url"] or "")}
    for page in site.by_address.values():
        macros = {name: partial(site.call, name, page.address) for name in PAGE_MACROS}
        text = environment.from_string(page.text).render(macros)
        filled = site.deferred.pop(page.address).fill(text) if page.address in site.deferred else text
        write(folder / PAGES / page.address / "index.md", [f"{filled}{_tool(page)}".encode()])
    copytree(project / "docs" / "assets", folder / PAGES / "assets", dirs_exist_ok=True)
    copy(TEMPLATES / STYLES, folder / PAGES / "assets")
    copy(project / "docs" / "licences.txt", folder / BESIDE)
    plain = {
        **{key: config[key] for key in KEPT},
        "extra_css": [f"assets/{STYLES}", *config["extra_css"]],
        "extra_javascript": [script for script in config["extra_javascript"] if script["path"] != SEARCH],
        "docs_dir": PAGES,
        "theme": {**THEME, "name": config["theme"]["name"], "palette": config["theme"]["palette"]},
        "markdown_extensions": EXTENSIONS,
    }
    (folder / CONFIG).write_text(yaml.safe_dump(plain, sort_keys=False, allow_unicode=True), "utf-8")
    return len(site.by_address)


def _tool(page: PageSource) -> str:
    """The style sheet and the script of the tool on a page, as HTML at its end."""
    tool = page.meta.get("tool")
    return TOOL.format(f"{root_of(page.address)}assets/{tool}") if tool else ""
