"""The text of a built site as Markdown, in a project of stock mkdocs-material.

Stock gets every advantage that the same text allows: its Markdown has no links to resolve and no pictures, its theme no
features, its configuration no macros. It keeps Markdown tables and a search index of all text.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import yaml
from bs4 import BeautifulSoup, Tag
from markdownify import MarkdownConverter
from mkdocs.utils.yaml import yaml_load

ARTICLE = re.compile(r"<article\b.*?>(.*)</article>", re.DOTALL)
NOT_TEXT = "a.headerlink, .page-actions, script, style, template, svg, img"
"""Parts of an article that the theme adds, that no reader sees, or that Markdown cannot hold."""
SAMPLE = 60
"""Pages that are compared."""


def make_project(site: Path, configuration: Path, target: Path) -> None:
    """Write a stock project with a Markdown page for each page of a site that was built with `configuration`."""
    shutil.rmtree(target, ignore_errors=True)
    (target / "docs").mkdir(parents=True)
    with configuration.open(encoding="utf-8") as file:
        ours = yaml_load(file)
    stock = {
        "site_name": ours["site_name"],
        "site_url": "https://example.org/",
        "theme": {"name": "material", "font": False},
        "plugins": ["search"],
        "not_in_nav": "/*/*/",
        **{name: ours[name] for name in ("markdown_extensions", "nav", "validation")},
    }
    (target / "mkdocs.yml").write_text(yaml.dump(stock, sort_keys=False), "utf-8")
    with ProcessPoolExecutor() as workers:
        list(workers.map(partial(_write_page, site, target / "docs"), pages(site), chunksize=50))


def pages(site: Path) -> list[Path]:
    """The pages of a built site that come from Markdown: all but the 404 page and redirects."""
    return [path for path in sorted(site.rglob("index.html")) if "<article" in path.read_text("utf-8")]


def _write_page(site: Path, docs: Path, page: Path) -> None:
    article = _article(page)
    _simplify(article)
    target = docs / page.relative_to(site).with_suffix(".md")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(_Writer().convert_soup(article).strip() + "\n", "utf-8")


def _article(page: Path) -> BeautifulSoup:
    found = ARTICLE.search(page.read_text("utf-8"))
    article = BeautifulSoup(found[1] if found else "", "html.parser")
    for part in article.select(NOT_TEXT):
        part.decompose()
    return article


def _simplify(article: BeautifulSoup) -> None:
    """Replace what Markdown has no syntax for by what is nearest, and links, which would cost stock more, by text."""
    for link in article.find_all("a"):
        link.unwrap()
    for option in article.find_all("option"):
        option.append("; ")
    for cell in article.select("tbody th"):
        cell.name = "td"
    for term in article.find_all("dt"):
        term.name = "strong"
    for part in article.find_all(["dl", "dd"]):
        part.name = "div"


class _Writer(MarkdownConverter):  # type: ignore[misc]  # its types are Any
    """Markdown as a person writes it, escaped only where needed."""

    def __init__(self) -> None:
        super().__init__(heading_style="atx", bullets="-")

    def convert_li(self, tag: Tag, text: str, parent_tags: set[str]) -> str:
        if parent_tags & {"td", "th"}:
            return f"{text.strip()}; "
        return str(super().convert_li(tag, text, parent_tags))

    def escape(self, text: str, parent_tags: set[str]) -> str:
        text = text.replace("&", "&amp;").replace("<", "&lt;")
        text = re.sub(r"([\\`*\[\]{}])|(?<!\w)_|_(?!\w)", r"\\\g<0>", text)
        return text.replace("|", r"\|") if parent_tags & {"td", "th"} else text


def shared_words(site: Path, stock_site: Path) -> float:
    """The share of words that a sample of pages has in both sites, between 0 and 1: 1 if their text is the same."""
    every = [page.relative_to(site) for page in pages(site)]
    shared = total = 0
    for page in every[:: max(1, len(every) // SAMPLE)]:
        ours, theirs = (_words(folder / page) for folder in (site, stock_site))
        shared += (ours & theirs).total()
        total += max(ours.total(), theirs.total())
    return shared / total


def _words(page: Path) -> Counter[str]:
    return Counter(re.findall(r"\w+", _article(page).get_text(" ")))
