"""HTML as a tree of elements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lxml import html  # type: ignore[import-untyped]

UNSHOWN = frozenset({"script", "style", "template"})
LISTS = ("class_", "rel")
"""Attributes that hold several words."""


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
        """The elements inside with these tags and attributes; a class or relation may be one of several."""
        return [element for element in self.walk(*tags) if element.has(**attributes)]

    def one(self, *tags: str, **attributes: str) -> Element:
        """The only such element."""
        (element,) = self.all(*tags, **attributes)
        return element

    def with_any(self, *attributes: str) -> list[Element]:
        """The elements inside with at least one of the attributes."""
        wanted = " or ".join(f"@*[name()='{name}']" for name in attributes)
        return [Element(node) for node in self.node.xpath(f".//*[{wanted}]")]

    def has(self, **attributes: str) -> bool:
        for name, value in attributes.items():
            given = self.attributes.get(name.rstrip("_").replace("_", "-"))
            if given is None or value not in (given, *(given.split() if name in LISTS else ())):
                return False
        return True

    @property
    def children(self) -> Sequence[Element | str]:
        """Elements and texts directly inside."""
        inside = [self.node.text, *(part for child in self.node for part in (_element(child), child.tail))]
        return [part for part in inside if part]

    @property
    def text(self) -> str:
        """What a reader sees of it, blanks folded."""
        return " ".join("".join(_texts(self.node)).split())

    @property
    def code(self) -> str:
        """The text inside as it is copied, every blank kept."""
        return "".join(self.node.xpath(".//text()"))


def _element(node: Any) -> Element | None:
    """None for a comment."""
    return Element(node) if isinstance(node.tag, str) else None


def _texts(node: Any) -> Iterator[str]:
    yield node.text or ""
    for child in node:
        if isinstance(child.tag, str) and child.tag not in UNSHOWN:
            yield from _texts(child)
            yield " "
        yield child.tail or ""


def read_html(text: str) -> Element:
    """The document; a part of one stands in an `html` element."""
    return Element(html.document_fromstring(text or "<html></html>"))
