"""Pages as the site search reads them: their sections, as plain text.

A heading with an id begins a section. `data-search-exclude` keeps the element that has it out of the text, and on such
a heading its section out of the search.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from lxml.html import fragment_fromstring  # type: ignore[import-untyped]

EXCLUDE = "data-search-exclude"
EXCLUDE_ATTRIBUTE = re.compile(rf'\s{EXCLUDE}(="[^"]*")?(?=[\s>])')

HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
INLINE = frozenset({"a", "abbr", "b", "cite", "code", "em", "i", "small", "span", "strong", "sub", "sup", "time"})
"""Elements within a word or sentence. All others stand between blanks."""
NEVER_TEXT = frozenset({"script", "style", "svg", "template"})
NEVER_READ = ("headerlink", "citations")
"""Classes of elements that say nothing of the page's subject."""

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
    sections = [_Section()]
    _read(fragment_fromstring(html, create_parent=True), sections, sections[0])
    for section in sections:
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

    def add(self, words: str, *, in_heading: bool) -> None:
        (self.title if in_heading else self.text).append(words)


def _read(element: Any, sections: list[_Section], outer: _Section, *, in_heading: bool = False) -> _Section:
    """Adds what an element says to the sections. Returns the one that goes on behind it.

    That is the one in which it begins, but behind a heading that which the heading begins. Text before the first
    heading with an id, or below an h1, is the page's own.
    """
    tag, attributes, section = element.tag, element.attrib, outer
    if tag == "h1" and "id" in attributes and len(sections) == 1:
        section.excluded = EXCLUDE in attributes
    elif tag in HEADINGS and "id" in attributes:
        section = _Section(attributes["id"], EXCLUDE in attributes)
        sections.append(section)
    behind = section if tag in HEADINGS else outer
    if tag in NEVER_TEXT or EXCLUDE in attributes or attributes.get("class") in NEVER_READ:
        return behind
    in_heading = in_heading or tag in HEADINGS
    before, after = (" ", " ")
    if tag in INLINE:
        before, after = ("", "")
    elif tag == "p":
        before, after = ("<p>", "</p>")
    section.add(before + (element.text or ""), in_heading=in_heading)
    for child in element:
        if isinstance(child.tag, str):  # not a comment
            section = _read(child, sections, section, in_heading=in_heading)
        section.add(child.tail or "", in_heading=in_heading)
    section.add(after, in_heading=in_heading)
    return behind
