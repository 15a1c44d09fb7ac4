"""What pages say of themselves: only what is true, and nothing that could end the element it stands in."""

from __future__ import annotations

import json
import struct
import zlib
from typing import Any

import pytest

from macros.exports import exports, picture
from macros.metadata import Metadata, PageFacts, SiteFacts, as_script, dataset, of_page
from macros.site import Site

HOSTILE = "</script><script>alert(1)</script><!-- & \u2028"


def page(address: str, title: str, root: str | None = "https://example.org/atlas/") -> PageFacts:
    return PageFacts(address, title, f"About {title}.", None if root is None else root + address)


SITE = SiteFacts("An Atlas", "https://example.org/atlas/", "https://example.org/licence")
PAGES = {
    found.address: found
    for found in (
        page("", "Home"),
        page("models/", "Models"),
        page("models/maker/", "A model called like an owner"),
        page("models/maker/shuttle/", "maker/shuttle"),
        page("frameworks/", "Frameworks"),
        page("frameworks/loom/", "Loom"),
        page("frameworks/loom/2.0/", "Loom 2.0"),
    )
}


def names(metadata: Metadata) -> list[Any]:
    return [step["name"] for step in json.loads(metadata.linked_data[0])["itemListElement"]]


@pytest.mark.parametrize(
    ("address", "trail"),
    [
        ("models/", ["Home", "Models"]),
        ("models/maker/shuttle/", ["Home", "Models", "maker/shuttle"]),
        ("frameworks/loom/", ["Home", "Frameworks", "Loom"]),
        ("frameworks/loom/2.0/", ["Home", "Frameworks", "Loom", "Loom 2.0"]),
    ],
)
def test_breadcrumbs_lead_through_what_a_page_belongs_to(address: str, trail: list[str]) -> None:
    assert names(of_page(PAGES[address], PAGES, SITE)) == trail


def test_the_home_page_has_no_breadcrumbs() -> None:
    assert of_page(PAGES[""], PAGES, SITE).linked_data == []


def test_without_an_address_of_the_site_nothing_is_claimed_that_needs_one(miniature: Site) -> None:
    pages = {address: page(address, found.title, None) for address, found in PAGES.items()}
    nowhere = SiteFacts("An Atlas", "", "https://example.org/licence")
    found = of_page(pages["models/"], pages, nowhere)
    assert found.linked_data == []
    assert {name for name, _ in found.properties}.isdisjoint({"og:url", "og:image"})
    assert dataset(miniature.knowledge, pages["models/"], nowhere) is None
    files = dict(exports(miniature.knowledge, miniature.renderer))
    assert b"Sitemap" not in files["robots.txt"]


def test_linked_data_cannot_end_its_script_and_reads_back_as_it_was() -> None:
    written = as_script({"name": HOSTILE})
    assert set("<>&\u2028").isdisjoint(written)
    assert json.loads(written) == {"name": HOSTILE}


def test_crawlers_may_fetch_everything_and_learn_where_the_list_is(miniature: Site) -> None:
    files = dict(exports(miniature.knowledge, miniature.renderer, SITE.url))
    assert files["robots.txt"].decode().split("\n") == [
        "User-agent: *",
        "Allow: /",
        "",
        "Sitemap: https://example.org/atlas/sitemap.xml",
        "",
    ]


def test_the_picture_is_a_png_with_the_four_cells_of_the_mark() -> None:
    content = dict(picture.files())[picture.PATH]
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    chunks = {}
    place = 8
    while place < len(content):
        (length,) = struct.unpack_from(">I", content, place)
        kind, body = content[place + 4 : place + 8], content[place + 8 : place + 8 + length]
        assert struct.unpack_from(">I", content, place + 8 + length) == (zlib.crc32(kind + body),)
        chunks[kind] = body
        place += 12 + length
    assert list(chunks) == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
    width: int
    height: int
    width, height, depth, colour = struct.unpack_from(">IIBB", chunks[b"IHDR"])
    assert (width, height, depth, colour) == (picture.SIZE, picture.SIZE, 8, 3)
    pixels = zlib.decompress(chunks[b"IDAT"])
    assert len(pixels) == (width + 1) * height

    def shade(x: float, y: float) -> int:
        """At a place in the mark, 16 units wide: 0 the ground, 255 white."""
        scale = picture.SIZE / 16
        return pixels[int(y * scale) * (width + 1) + 1 + int(x * scale)]

    white = [(5, 5), (12, 5), (9.2, 5), (5, 11), (5, 9), (9.2, 11), (12.8, 11)]
    ground = [(1, 1), (8, 8), (10.5, 5), (11, 11), (15, 15), (7.5, 13)]
    assert [shade(*place) for place in white] == [255] * len(white)
    assert [shade(*place) for place in ground] == [0] * len(ground)
