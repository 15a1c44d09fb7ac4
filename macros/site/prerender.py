"""The site as plain Markdown files, without macros and hooks, for builders that have neither."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from shutil import copytree
from typing import Any

import yaml
from jinja2 import Environment, StrictUndefined
from mkdocs.utils.yaml import yaml_load

from macros.addresses import root_of
from macros.outputs import write
from macros.site import redirects
from macros.site.forge import edits_of_data
from macros.site.page_macros import PAGE_MACROS, call
from macros.site.state import Site
from macros.stubs import GeneratedPage, ListPage

PAGES, BESIDE, CONFIG = "pages", "beside", "mkdocs.yml"
"""What is written: the pages with their assets; files to lay beside the built site as they are; a configuration."""
KEPT = ("site_name", "site_description", "site_url", "nav", "not_in_nav", "extra_css")
SEARCH = "assets/search.js"
"""Needs the dialog in the theme's templates: another builder has a search of its own."""
THEME = {"font": False, "highlightjs": False}
"""Themes fetch fonts or a highlighter from other hosts otherwise."""
ASSET = re.compile(r"'(assets/[\w./-]+)' \| url")
EXTENSIONS = ["attr_list", "md_in_html", {"toc": {"permalink": True, "toc_depth": 3}}, "admonition", "tables"]


def prerender(project: Path, folder: Path) -> int:
    """Writes the site into a folder. Returns the number of pages; raises DataError where the data is not sound."""
    config = yaml_load((project / "mkdocs.yml").read_text("utf-8"))
    site = Site(project, config["site_url"])
    count = 0
    for address, text in _pages(project, site, config):
        write(folder / PAGES / address / "index.md", [text.encode()])
        count += 1
    copytree(project / "docs" / "assets", folder / PAGES / "assets", dirs_exist_ok=True)
    site.renderer.api_files = site.write_exports(folder / BESIDE)
    for path, content in redirects.files(site.knowledge, site.renderer):
        write(folder / BESIDE / path, [content])
    plain = {
        **{key: config[key] for key in KEPT},
        "extra_javascript": [script for script in config["extra_javascript"] if script["path"] != SEARCH],
        "docs_dir": PAGES,
        "theme": {**THEME, "name": config["theme"]["name"], "palette": config["theme"]["palette"]},
        "markdown_extensions": EXTENSIONS,
    }
    (folder / CONFIG).write_text(yaml.safe_dump(plain, sort_keys=False, allow_unicode=True), "utf-8")
    return count


def _pages(project: Path, site: Site, config: Any) -> Iterator[tuple[str, str]]:
    """Address and Markdown of every page, front matter included."""
    for page in site.written:
        front = {"title": page.title, "description": page.description}
        lines = "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in front.items())
        tools = _assets(project / "overrides" / page.template, root_of(page.address)) if page.template else ""
        yield page.address, f"---\n{lines}---\n{_rendered(site, config, page.address, page.source)}{tools}"
    pages: tuple[GeneratedPage | ListPage, ...] = (*site.pages, *site.list_pages)
    for generated in pages:
        _, head, body = generated.stub.split("---\n", 2)
        yield generated.address, f"---\n{head}---\n{_rendered(site, config, generated.address, body)}"


def _assets(template: Path, root: str) -> str:
    """The styles and scripts that a template of the theme adds, as HTML at the end of the page."""
    elements = {
        ".css": '\n\n<link rel="stylesheet" href="{}">',
        ".js": '\n\n<script type="module" src="{}"></script>',
    }
    assets = ASSET.findall(template.read_text("utf-8"))
    return "".join(elements[Path(asset).suffix].format(root + asset) for asset in assets) + "\n"


def _rendered(site: Site, config: Any, address: str, source: str) -> str:
    """The source of a page with its macro calls and deferred parts filled in."""
    environment = Environment(undefined=StrictUndefined, autoescape=False)  # noqa: S701 - it is Markdown, and ours
    macros = {name: partial(call, name, site, lambda: address) for name in PAGE_MACROS}
    edits = partial(edits_of_data, config["repo_url"] or "")
    text = environment.from_string(source).render(config=config, edits_of_data=edits, **macros)
    return site.deferred.pop(address).fill(text) if address in site.deferred else text
