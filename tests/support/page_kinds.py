"""Chooses one page of each kind of a built site: the one with the largest file."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
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
    texts = ((file.relative_to(site).as_posix(), file.read_text("utf-8")) for file in site.rglob("index.html"))
    pages = sorted(
        (len(text), path.removesuffix("index.html"), kind_of(text)) for path, text in texts if not REDIRECT.search(text)
    )
    largest = {kind: address for _, address, kind in pages}
    return {**dict(sorted(largest.items())), NOT_FOUND: near_miss([address for _, address, _ in pages])}


def kind_of(text: str) -> str:
    """The kind of a page."""
    source = SOURCE.search(text)
    if not source:
        return HOME
    folder, *inner = PurePosixPath(source[1]).parts
    return f"data/{inner[0]}" if folder == "data" else source[1]


def near_miss(addresses: Collection[str]) -> str:
    """An address that has no page: the longest one, which no other is likely to resemble, with a letter doubled."""
    address = max(addresses, key=lambda address: (len(address), address))
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
