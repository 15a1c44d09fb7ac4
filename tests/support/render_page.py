"""What a macro call puts on a page, the parts that are rendered last included."""

from __future__ import annotations

from macros.site.state import Site
from tests.support.html_tree import Element, read_html


def rendered(site: Site, macro: str, *arguments: str, address: str = "somewhere/deep/") -> str:
    """The Markdown and HTML that a macro call on the page at an address stands for."""
    markdown = site.call(macro, address, *arguments)
    return site.deferred.pop(address).fill(markdown) if address in site.deferred else markdown


def read(site: Site, macro: str, *arguments: str) -> Element:
    """The same as a tree of elements."""
    return read_html(rendered(site, macro, *arguments))
