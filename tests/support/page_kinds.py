"""Chooses one page of each kind of a built site: the one with the largest file."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path, PurePosixPath

from playwright.sync_api import Page, expect

from tests.support.built_site import REDIRECT

SOURCE = re.compile(r'href="[^"]*/edit/[^/"]+/([^"]+)"')
"""The link of a page to the file to edit, which tells what kind of page it is. The home page has none."""
HOME = "docs/index.md"
NOT_FOUND = "not found"
"""The kind of the page that a host sends for an address without a page."""

DRAWN = {
    "docs/explore/index.md": ".explorer .results table",
    "docs/memory/index.md": ".memory-result :is(.memory-answer, .nothing)",
    "docs/compare/index.md": "[data-comparing] [role=status]:not(:empty)",
}
"""What is there once the scripts of a page are done."""


def fullest(site: Path) -> Mapping[str, str]:
    """By kind the address of its page with the largest file, from the site's root.

    Pages of records are one kind for each folder of `data/`; every other page is a kind of its own.
    """
    largest: dict[str, tuple[int, str]] = {}
    addresses = []
    for address, text in pages(site):
        source = SOURCE.search(text)
        kind = kind_of(source[1]) if source else HOME
        largest[kind] = max(largest.get(kind, (0, "")), (len(text), address))
        addresses.append(address)
    return {**{kind: address for kind, (_, address) in sorted(largest.items())}, NOT_FOUND: near_miss(addresses)}


def pages(site: Path) -> Iterator[tuple[str, str]]:
    """The address and the text of every page, redirects left out."""
    for file in site.rglob("index.html"):
        text = file.read_text("utf-8")
        if not REDIRECT.search(text):
            yield file.relative_to(site).as_posix().removesuffix("index.html"), text


def kind_of(source: str) -> str:
    """The kind of page that is made from a file of the project."""
    folder, *inner = PurePosixPath(source).parts
    return f"data/{inner[0]}" if folder == "data" else source


def longest(addresses: Collection[str]) -> str:
    """The longest address, which no other is likely to resemble."""
    return max(addresses, key=lambda address: (len(address), address))


def near_miss(addresses: Collection[str]) -> str:
    """An address that has no page: the longest one, with a letter of its name doubled."""
    address = longest(addresses)
    middle = (address.index("/") + len(address)) // 2
    wrong = address[:middle] + address[middle - 1] + address[middle:]
    assert wrong not in addresses
    return wrong


def visit(page: Page, base: str, kind: str, address: str) -> None:
    """Goes to a page of a kind, and waits until its scripts have drawn what they draw."""
    page.goto(base + address)
    expect(page.locator("h1").first).to_be_visible()
    if kind in DRAWN:
        expect(page.locator(DRAWN[kind]).first).to_be_attached()
