"""The text of a built site as ready Markdown, in a project of stock mkdocs-material."""

from __future__ import annotations

import html
import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import yaml
from bs4 import BeautifulSoup, Tag
from markdownify import MarkdownConverter
from mkdocs.utils.yaml import yaml_load

from bench.measure import BenchError, Project

ARTICLE = re.compile(r"<article\b.*?>(.*)</article>", re.DOTALL)
TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
NO_TEXT = ("a.headerlink", ".page-actions", "script", "style", "template")
"""Parts of an article that the theme adds, or that no reader sees."""

LEAST_AGREEMENT = 0.99
"""Share of the words that both sites must have in common."""
ZENSICAL = ("zensical", "build", "--strict")

SAMPLE = 60
"""Pages whose words are compared."""


def write(site: Path, origin: Path, target: Path) -> Project:
    """A stock project with a Markdown page for each page of the site that `origin`'s configuration built."""
    shutil.rmtree(target, ignore_errors=True)
    (target / "docs").mkdir(parents=True)
    (target / "mkdocs.yml").write_text(_configuration(origin / "mkdocs.yml"), encoding="utf-8")
    with ProcessPoolExecutor() as workers:
        # Consumed, so that a page that fails is heard of.
        list(workers.map(partial(_write_page, site, target / "docs"), pages(site), chunksize=50))
    return Project.at(target)


def for_zensical(stock: Project, target: Path) -> Project:
    """The very same project for Zensical, which reads MkDocs' configuration."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    shutil.copytree(stock.folder / "docs", target / "docs")
    shutil.copy(stock.folder / "mkdocs.yml", target / "mkdocs.yml")
    return Project.at(target, ZENSICAL)


def pages(site: Path) -> list[Path]:
    """Every page of a built site that comes from a Markdown page: all but the 404 page and redirects."""
    return [path for path in sorted(site.rglob("index.html")) if "<article" in path.read_text(encoding="utf-8")]


def _configuration(ours: Path) -> str:
    """The theme as it comes, with the same extensions and the same navigation: all else stays out of the tree."""
    with ours.open(encoding="utf-8") as file:
        shared = yaml_load(file)
    stock = {
        "site_name": shared["site_name"],
        "site_url": "https://example.org/",
        "theme": {"name": "material", "font": False},
        "plugins": ["search"],
        "markdown_extensions": shared["markdown_extensions"],
        "nav": shared["nav"],
        "not_in_nav": "/*/*/",
        "validation": shared["validation"],
    }
    return str(yaml.dump(stock, sort_keys=False))


def _write_page(site: Path, docs: Path, page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    article = _article(text)
    for picture in article.find_all(["svg", "img"]):
        picture.decompose()
    _simplify(article)
    found = TITLE.search(text)
    title = html.unescape(found[1]).rpartition(" - ")[0] if found else ""
    head = f"---\ntitle: {json.dumps(title, ensure_ascii=False)}\n---\n\n" if title else ""
    target = docs / page.relative_to(site).with_suffix(".md")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(head + _Writer().convert_soup(article).strip() + "\n", encoding="utf-8")


def _article(text: str) -> BeautifulSoup:
    found = ARTICLE.search(text)
    article = BeautifulSoup(found[1] if found else "", "html.parser")
    for part in article.select(", ".join(NO_TEXT)):
        part.decompose()
    return article


def _simplify(article: BeautifulSoup) -> None:
    """Turns what Markdown cannot say into what comes nearest to it, and links into text: they would cost stock more."""
    for link in article.find_all("a"):
        link.unwrap()
    for option in article.find_all("option"):
        option.append("; ")
    for cell in article.select("tbody th"):
        cell.name = "td"
    for terms in article.find_all("dl"):
        listing, entry = article.new_tag("ul"), None
        for part in terms.find_all(["dt", "dd"]):
            if part.name == "dt" or entry is None:
                entry = article.new_tag("li")
                listing.append(entry)
            if part.name == "dt":
                part.name = "strong"
                entry.append(part.extract())
            else:
                entry.extend([" ", *list(part.children)])
        terms.replace_with(listing)


class _Writer(MarkdownConverter):
    """Markdown as a person writes it: no more escapes than it takes."""

    def __init__(self) -> None:
        super().__init__(heading_style="atx", bullets="-", code_language_callback=_language)

    def convert_li(self, tag: Tag, text: str, parent_tags: set[str]) -> str:
        if parent_tags & {"td", "th"}:
            return f"{text.strip()}; "
        return str(super().convert_li(tag, text, parent_tags))  # type: ignore[misc]  # its types leave it out

    def escape(self, text: str, parent_tags: set[str]) -> str:
        text = text.replace("&", "&amp;").replace("<", "&lt;")
        text = re.sub(r"([\\`*\[\]{}])|(?<!\w)_|_(?!\w)", r"\\\g<0>", text)
        return text.replace("|", r"\|") if parent_tags & {"td", "th"} else text


def _language(block: Tag) -> str:
    holder = block.find_parent(class_=re.compile("^language-"))
    classes = holder.get_attribute_list("class") if holder else []
    return next((name.removeprefix("language-") for name in classes if name and name.startswith("language-")), "")


@dataclass(frozen=True)
class Agreement:
    """How far the text of two sites is the same, over a sample of their pages."""

    pages: int
    words: int
    """In the larger of the two samples."""
    share: float
    """Words that both have."""
    words_of_pictures: int
    """Words inside our pictures, which stand in neither text: the numbers at the ends of their lines."""


SEPARATE = (
    *("p", "div", "li", "dt", "dd", "td", "th", "tr", "caption", "figcaption", "summary", "pre", "br", "blockquote"),
    *("h1", "h2", "h3", "h4", "h5", "h6", "table", "ul", "ol", "dl", "header", "label", "option"),
)
"""Elements that end a word."""


def compare(ours: Path, stock: Path) -> Agreement:
    """Compares the words of both sites. Raises BenchError where they are not the same text."""
    every = [page.relative_to(ours) for page in pages(ours)]
    missing = {page.relative_to(stock) for page in pages(stock)} ^ set(every)
    if missing:
        raise BenchError(f"{len(missing)} pages are not in both sites, such as {min(missing)}")
    sample = every[:: max(1, len(every) // SAMPLE)]
    common, larger, in_pictures = 0, 0, 0
    differing: Counter[str] = Counter()
    for page in sample:
        left, right = _article_at(ours / page), _article_at(stock / page)
        in_pictures += sum(1 for picture in left.find_all("svg") for _ in _words(picture.extract()))
        a, b = Counter(_words(left)), Counter(_words(right))
        common += (a & b).total()
        larger += max(a.total(), b.total())
        differing += (a - b) + (b - a)
    agreement = Agreement(len(sample), larger, common / larger, in_pictures)
    if agreement.share < LEAST_AGREEMENT:
        most = ", ".join(f"{word} ({count})" for word, count in differing.most_common(12))
        raise BenchError(f"only {agreement.share:.1%} of the words are the same; these differ most: {most}")
    return agreement


def _article_at(page: Path) -> BeautifulSoup:
    return _article(page.read_text(encoding="utf-8"))


def _words(element: Tag) -> Iterator[str]:
    for end in element.find_all(SEPARATE):
        end.insert_before(" ")
        end.append(" ")
    return (found[0] for found in re.finditer(r"\w+", element.get_text()))
