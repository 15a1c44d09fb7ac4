"""HTML as a tree of elements, what a macro call puts on a page, and the rows of a table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lxml import html  # type: ignore[import-untyped]

from macros.site.state import Site

UNSHOWN = frozenset({"script", "style", "template"})
LISTS = ("class", "rel")
"""Attributes that hold several words."""
UPWARDS = re.compile(r"^(\.\./)+")


@dataclass(frozen=True, slots=True)
class Element:
    node: Any
    """The element of lxml."""

    @property
    def tag(self) -> str:
        tag: str = self.node.tag
        return tag

    @property
    def attributes(self) -> Mapping[str, str]:
        attributes: Mapping[str, str] = self.node.attrib
        return attributes

    def walk(self, *tags: str) -> Iterator[Element]:
        """This element and every one inside it, in the order of the document; those with one of the tags, if any."""
        return (Element(node) for node in self.node.iter(*(tags or "*")))

    def all(self, *tags: str, **attributes: str) -> list[Element]:
        """This element and those inside with these tags and attributes; a class or relation may be one of several."""
        named = " or ".join(f"self::{tag}" for tag in tags) or "true()"
        path = f"descendant-or-self::*[{named}]{_conditions(attributes)}"
        return [Element(node) for node in self.node.xpath(path, **attributes)]

    def one(self, *tags: str, **attributes: str) -> Element:
        """The only such element."""
        (element,) = self.all(*tags, **attributes)
        return element

    def has(self, **attributes: str) -> bool:
        """Whether this element itself has these attributes."""
        return bool(self.node.xpath(f"self::*{_conditions(attributes)}", **attributes))

    @property
    def children(self) -> Sequence[Element | str]:
        """Elements and texts directly inside."""
        inside = [self.node.text]
        for child in self.node:
            # A comment has no tag.
            inside += [Element(child) if isinstance(child.tag, str) else None, child.tail]
        return [part for part in inside if part]

    @property
    def text(self) -> str:
        """What a reader sees of it, blanks folded."""
        found: list[str] = []
        _collect(self.node, found)
        return folded("".join(found))

    @property
    def code(self) -> str:
        """The text inside as it is copied, every blank kept."""
        return "".join(self.node.xpath(".//text()"))

    @property
    def links(self) -> Sequence[str]:
        """Where the links inside lead, as written."""
        return [link.attributes["href"] for link in self.walk("a") if "href" in link.attributes]

    @property
    def targets(self) -> Sequence[str]:
        """Where the links inside lead, from the site's root."""
        return [UPWARDS.sub("", href) for href in self.links]

    @property
    def rows(self) -> Sequence[Mapping[str, str]]:
        """The texts of the rows of a table, by the titles of their columns."""
        titles = [cell.text for cell in self.one("thead").all("th")]
        found = [[cell.text for cell in row.all("th", "td")] for row in self.all("tr") if row.all("td")]
        return [dict(zip(titles, row, strict=False)) for row in found]


def _conditions(attributes: Iterable[str]) -> str:
    """The conditions of XPath that attributes have the values of variables of the same names."""
    conditions = []
    for variable in attributes:
        name = variable.rstrip("_").replace("_", "-")
        is_list = f"contains(concat(' ', normalize-space(@{name}), ' '), concat(' ', ${variable}, ' '))"
        conditions.append(f"[{is_list if name in LISTS else f'@{name}=${variable}'}]")
    return "".join(conditions)


def _collect(node: Any, found: list[str]) -> None:
    found.append(node.text or "")
    for child in node:
        if isinstance(child.tag, str) and child.tag not in UNSHOWN:
            _collect(child, found)
            found.append(" ")
        found.append(child.tail or "")


def folded(text: str) -> str:
    """A text as pages and Markdown show it, runs of blanks as one."""
    return " ".join(text.split())


def read_html(text: str) -> Element:
    """The document; a part of one stands in an `html` element."""
    return Element(html.document_fromstring(text or "<html></html>"))


def rendered(site: Site, macro: str, *arguments: str, address: str = "somewhere/deep/") -> str:
    """The Markdown and HTML of a macro call on the page at an address, the parts that are rendered last included."""
    markdown = site.call(macro, address, *arguments)
    return site.deferred.pop(address).fill(markdown) if address in site.deferred else markdown


def read(site: Site, macro: str, *arguments: str) -> Element:
    """The same as a tree of elements."""
    return read_html(rendered(site, macro, *arguments))
