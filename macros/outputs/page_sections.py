"""Pages as the site search reads them: their sections, as plain text.

A heading with an id begins a section. `data-search-exclude` keeps the element that has it out of the text, and on such
a heading its section out of the search.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from typing import Any, NamedTuple

EXCLUDE = "data-search-exclude"
EXCLUDE_ATTRIBUTE = re.compile(rf'\s{EXCLUDE}(="[^"]*")?(?=[\s>])')

HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
INLINE = frozenset({"a", "abbr", "b", "cite", "code", "em", "i", "small", "span", "strong", "sub", "sup", "time"})
"""Elements within a word or sentence. All others stand between blanks."""
NEVER_TEXT = frozenset({"script", "style", "svg", "template"})
VOID = frozenset({"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"})

BETWEEN_PARAGRAPHS = re.compile(r"</p>\s*<p>")


@dataclass(frozen=True)
class PageSection:
    """A part of a page that the search may lead to."""

    location: str
    """Address of the page from the site's root, with the anchor of the section."""
    title: str
    text: str
    names: Sequence[str] = ()
    """Other names of the page's subject: the front matter's `tags`, in which HTML is escaped."""
    weight: float | None = None
    """The front matter's `search.boost`."""


def page_sections(html: str, page: str, title: str, meta: Mapping[str, Any]) -> Iterator[PageSection]:
    """The sections of the page at an address; none if its front matter says `search.exclude`.

    `title` is for text before a heading.
    """
    search = meta.get("search") or {}
    if search.get("exclude"):
        return
    names = [unescape(str(name)) for name in meta.get("tags") or ()]
    parser = _SectionParser()
    parser.feed(html)
    parser.close()
    for section in parser.sections:
        if not section.excluded:
            anchor = f"#{section.anchor}" if section.anchor else ""
            heading = _plain(section.title) or unescape(title)
            yield PageSection(f"{page}{anchor}", heading, _plain(section.text), names, search.get("boost"))


def without_marks(html: str) -> str:
    """The page without the marks that are for the search only."""
    return EXCLUDE_ATTRIBUTE.sub("", html)


def _plain(parts: Sequence[str]) -> str:
    """The text in one line, with a dot between paragraphs."""
    text = BETWEEN_PARAGRAPHS.sub(" · ", "".join(parts))
    return " ".join(text.replace("<p>", " ").replace("</p>", " ").split()).strip(" ·")


@dataclass
class _Section:
    anchor: str | None = None
    excluded: bool = False
    title: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    """Text between the tags of paragraphs, which are kept."""


class _Open(NamedTuple):
    """An element that is open."""

    tag: str
    skipped: bool
    outer: _Section
    """The section in which it begins. It goes on where the element ends."""


class _SectionParser(HTMLParser):
    """Divides HTML into sections. Text before the first heading with an id, or below an h1, is the page's own."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.sections = [_Section()]
        self.section = self.sections[0]
        self.open: list[_Open] = []

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        if tag in VOID:
            self.handle_data(" ")
            return
        attributes, outer = dict(attrs), self.section
        if tag == "h1" and "id" in attributes and len(self.sections) == 1:
            self.section.excluded = EXCLUDE in attributes
        elif tag in HEADINGS and "id" in attributes:
            self.section = _Section(attributes["id"], EXCLUDE in attributes)
            self.sections.append(self.section)
        skipped = tag in NEVER_TEXT or EXCLUDE in attributes or attributes.get("class") == "headerlink"
        self.open.append(_Open(tag, skipped, outer))
        self._append_tag(tag, "<p>")

    def handle_endtag(self, tag: str) -> None:
        if all(element.tag != tag for element in self.open):
            return
        self._append_tag(tag, "</p>")
        closed = None
        while closed != tag:
            closed, _, outer = self.open.pop()
            if closed not in HEADINGS:
                self.section = outer

    def _append_tag(self, tag: str, paragraph: str) -> None:
        if tag not in INLINE:
            self.handle_data(paragraph if tag == "p" else " ")

    def handle_data(self, data: str) -> None:
        if not any(element.skipped for element in self.open):
            in_heading = any(element.tag in HEADINGS for element in self.open)
            (self.section.title if in_heading else self.section.text).append(data)
