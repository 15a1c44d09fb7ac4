"""What a macro call puts on a page, the parts that are rendered last included."""

from __future__ import annotations

from macros.page_macros import PAGE_MACROS, run
from macros.site import Site
from tests.html_reading import Element, read_html


def rendered(site: Site, macro: str, *arguments: str, address: str = "somewhere/deep/") -> str:
    """The Markdown and HTML that a macro call on the page at an address stands for."""
    skeleton = run(PAGE_MACROS[macro], site, lambda: address, *arguments)
    return site.parts.pop(address).fill(skeleton) if address in site.parts else skeleton


def read(site: Site, macro: str, *arguments: str) -> Element:
    """The same as a tree of elements."""
    return read_html(rendered(site, macro, *arguments))
