"""HTML as a tree of elements, read with what Python brings along."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])
UNSHOWN = frozenset({"script", "style", "template"})
LISTS = ("class_", "rel")
"""Attributes that hold several words."""


@dataclass
class Element:
    tag: str
    attributes: Mapping[str, str]
    children: list[Element | str] = field(default_factory=list)

    def walk(self) -> Iterator[Element]:
        """This element and every one inside it, in the order of the document."""
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.walk()

    def all(self, *tags: str, **attributes: str) -> list[Element]:
        """The elements inside with these tags and attributes; a class or relation may be one of several."""
        return [element for element in self.walk() if element.tag in tags and element.has(**attributes)]

    def one(self, *tags: str, **attributes: str) -> Element:
        """The only such element."""
        (element,) = self.all(*tags, **attributes)
        return element

    def has(self, **attributes: str) -> bool:
        for name, value in attributes.items():
            given = self.attributes.get(name.rstrip("_").replace("_", "-"))
            if given is None or value not in (given, *(given.split() if name in LISTS else ())):
                return False
        return True

    @property
    def text(self) -> str:
        """What a reader sees of it, blanks folded."""
        return " ".join("".join(self._texts()).split())

    @property
    def code(self) -> str:
        """The text inside as it is copied, every blank kept."""
        return "".join(child if isinstance(child, str) else child.code for child in self.children)

    def _texts(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.tag not in UNSHOWN:
                yield from child._texts()  # noqa: SLF001 - of the same class
                yield " "


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open = [Element("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if any(element.tag == tag for element in self.open):
            while self.open.pop().tag != tag:
                pass

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def read_html(text: str) -> Element:
    """The document, as an element without a tag."""
    builder = _Builder()
    builder.feed(text)
    builder.close()
    return builder.open[0]
