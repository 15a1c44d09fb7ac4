"""A built site: its pages as trees of elements, and their links."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from tests.support.html_tree import Element, read_html

READY = os.environ.get("ATLAS_SITE", "")
"""A folder with a built site, to be tested instead of one that the tests build."""
_SETTINGS = os.environ if READY else {}
"""The environment it was built with; the tests build with the addresses in mkdocs.yml."""

SITE_URL = _SETTINGS.get("SITE_URL") or "https://accelerator-atlas.github.io/accelerator-atlas/"
SUB_PATH = urlsplit(SITE_URL).path
ORIGIN = SITE_URL.removesuffix(SUB_PATH)
REPOSITORY = _SETTINGS.get("REPO_URL") or "https://github.com/accelerator-atlas/accelerator-atlas"

NOT_FOUND = "404.html"

REFERRING = ("href", "src", "action", "data", "poster", "xlink:href")
"""Attributes that hold an address."""


@dataclass(frozen=True)
class Link:
    page: str
    tag: str
    attribute: str
    value: str
    relation: str

    @cached_property
    def target(self) -> str:
        """The absolute address it leads to."""
        return urljoin(SITE_URL + self.page, self.value)

    @property
    def is_outside(self) -> bool:
        """Whether it names another host or scheme."""
        parts = urlsplit(self.value)
        return bool(parts.scheme or parts.netloc)

    def __str__(self) -> str:
        return f'{self.page or "home"}: <{self.tag} {self.attribute}="{self.value}">'


@dataclass
class Page:
    address: str
    """From the site's root; empty for the home page."""
    file: Path

    @cached_property
    def document(self) -> Element:
        return read_html(self.file.read_text("utf-8"))

    @cached_property
    def ids(self) -> Sequence[str]:
        return [found.attributes["id"] for found in self.document.walk() if "id" in found.attributes]

    @cached_property
    def title(self) -> str:
        return next(found.text for found in self.document.all("title"))

    @cached_property
    def description(self) -> str:
        return "".join(found.attributes["content"] for found in self.document.all("meta", name="description"))

    @cached_property
    def is_redirect(self) -> bool:
        return bool(self.document.all("meta", http_equiv="refresh"))

    @cached_property
    def links(self) -> Sequence[Link]:
        return list(self._links())

    def _links(self) -> Iterator[Link]:
        for element in self.document.with_any(*REFERRING, "srcset", "http-equiv"):
            relation = element.attributes.get("rel", "")
            for name in REFERRING:
                if name in element.attributes and not (element.tag == "object" and name == "data"):
                    yield Link(self.address, element.tag, name, element.attributes[name], relation)
            for source in element.attributes.get("srcset", "").split(","):
                if source.strip():
                    yield Link(self.address, element.tag, "srcset", source.split()[0], relation)
            if element.has(http_equiv="refresh"):
                address = element.attributes["content"].partition("url=")[2]
                yield Link(self.address, element.tag, "content", address, relation)


class BuiltSite:
    """The folder of a built site."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @cached_property
    def everything(self) -> Mapping[str, Page]:
        """Every HTML file by its address, redirects and the 404 page included."""
        files = sorted(self.root.rglob("*.html"))
        addresses = (file.relative_to(self.root).as_posix().removesuffix("index.html") for file in files)
        return {address: Page(address, file) for address, file in zip(addresses, files, strict=True)}

    @cached_property
    def pages(self) -> Mapping[str, Page]:
        """Every page by its address, without redirects and the 404 page."""
        return {key: page for key, page in self.everything.items() if key != NOT_FOUND and not page.is_redirect}

    def file(self, path: str) -> Path:
        return self.root / path

    def broken(self, link: Link) -> str | None:
        """Why a link inside the site is broken; None if it is not."""
        parts = urlsplit(link.target)
        if f"{parts.scheme}://{parts.netloc}" != ORIGIN or not parts.path.startswith(SUB_PATH):
            return f"{link} leaves the site"
        path = unquote(parts.path.removeprefix(SUB_PATH))
        if path in self.everything:
            if parts.fragment and unquote(parts.fragment) not in self.everything[path].ids:
                return f"{link}: there is no such place on the page"
            return None
        return None if self.file(path).is_file() and path else f"{link}: there is no such file"
