"""The feeds in the built site."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from tests.support.built_site import SITE_URL, BuiltSite

ATOM = "{http://www.w3.org/2005/Atom}"
XHTML = "{http://www.w3.org/1999/xhtml}"
FEEDS = ("changes", "support")


def test_every_page_names_the_feeds(built: BuiltSite) -> None:
    for page in built.pages.values():
        found = [link for link in page.links if link.tag == "link" and link.value.endswith("feed.xml")]
        of_site, of_record = found[: len(FEEDS)], found[len(FEEDS) :]
        assert [link.target for link in of_site] == [f"{SITE_URL}{name}/feed.xml" for name in FEEDS], page.address
        assert [link.value for link in of_record] in ([], ["feed.xml"]), page.address
        assert [built.broken(link) for link in found] == [None] * len(found)


def test_every_link_in_a_feed_arrives_at_its_page_and_place(built: BuiltSite) -> None:
    links: set[str] = set()
    for path in built.root.rglob("feed.xml"):
        feed = ET.fromstring(path.read_bytes())  # noqa: S314 - it is ours
        links |= {link.get("href", "") for link in feed.iter(f"{ATOM}link") if link.get("rel") == "alternate"}
        links |= {link.get("href", "") for link in feed.iter(f"{XHTML}a")}
    for link in links:
        address, _, place = link.removeprefix(SITE_URL).partition("#")
        assert address in built.pages, link
        assert not place or place in built.pages[address].ids, link
