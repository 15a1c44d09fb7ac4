"""The pages of changes, and the feeds."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from tests.support.built_site import SITE_URL, BuiltSite

ATOM = "{http://www.w3.org/2005/Atom}"
FEEDS = ("changes", "support")
YEAR = re.compile(r"y\d{4}")


def test_every_page_names_the_feeds(built: BuiltSite) -> None:
    for page in built.pages.values():
        found = [link for link in page.links if link.tag == "link" and link.value.endswith("feed.xml")]
        of_site, of_record = found[: len(FEEDS)], found[len(FEEDS) :]
        assert [link.target for link in of_site] == [f"{SITE_URL}{name}/feed.xml" for name in FEEDS], page.address
        assert [link.value for link in of_record] in ([], ["feed.xml"]), page.address
        assert [built.broken(link) for link in found] == [None] * len(found)


@pytest.mark.parametrize("name", FEEDS)
def test_the_entries_of_a_feed_link_to_anchors_of_its_page(built: BuiltSite, name: str) -> None:
    feed = ET.fromstring(built.file(f"{name}/feed.xml").read_bytes())  # noqa: S314 - it is ours
    links = [link.get("href", "") for link in feed.iter(f"{ATOM}link") if link.get("rel") == "alternate"]
    ids = built.pages[f"{name}/"].ids
    assert links
    assert [link for link in links if link.startswith(f"{SITE_URL}{name}/")] == links
    assert [link for link in links if "#" in link and link.partition("#")[2] not in ids] == []


@pytest.mark.parametrize("name", FEEDS)
def test_links_inside_a_feed_arrive(built: BuiltSite, name: str) -> None:
    feed = ET.fromstring(built.file(f"{name}/feed.xml").read_bytes())  # noqa: S314 - it is ours
    addresses = {anchor.get("href", "") for anchor in feed.iter("{http://www.w3.org/1999/xhtml}a")}
    pages = {address.removeprefix(SITE_URL).partition("#")[0] for address in addresses}
    assert sorted(pages - set(built.pages)) == []


def test_the_anchors_of_years_are_on_both_pages_of_changes(built: BuiltSite) -> None:
    """The timeline was once part of the page of changes, and links to its years still work."""
    years = {place for place in built.pages["changes/"].ids if YEAR.fullmatch(place)}
    assert years
    assert years <= set(built.pages["changes/facts/"].ids)
