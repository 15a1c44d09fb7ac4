"""Feeds of news and the calendar of ends, read as a feed reader and a calendar program read them."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

import feedparser
import pytest
from icalendar import Calendar

from macros.facts.news import news
from macros.outputs import feeds
from macros.site.state import Site
from tests.conftest import EditSite

URL = "https://example.org/atlas/"


@pytest.fixture(scope="module")
def found(made_up: Site) -> Mapping[str, Any]:
    """Every feed as a feed reader has it, by path."""
    files = feeds.files(made_up.knowledge, made_up.renderer.render, URL)
    return {path: feedparser.parse(content) for path, content in files if path != feeds.CALENDAR}


def events_of(site: Site) -> Sequence[Any]:
    content = dict(feeds.files(site.knowledge, site.renderer.render, URL))[feeds.CALENDAR]
    assert all(len(line) <= feeds.LONGEST for line in content.split(b"\r\n"))
    events: Sequence[Any] = Calendar.from_ical(content).walk("VEVENT")
    return events


def test_a_feed_reader_accepts_every_feed(found: Mapping[str, Any]) -> None:
    for path, feed in found.items():
        assert not feed.bozo, (path, feed.get("bozo_exception"))
        assert feed.entries, path
        ids = [entry.id for entry in feed.entries]
        assert len(ids) == len(set(ids)), path
        assert all(one.startswith("tag:example.org,") and " " not in one for one in (feed.feed.id, *ids)), path
        assert all(entry.link.startswith(URL) for entry in feed.entries), path
        days = [entry.updated for entry in feed.entries]
        assert days == sorted(days, reverse=True), path
        assert feed.feed.updated == days[0], path


def test_the_site_support_and_each_subject_of_news_have_a_feed(found: Mapping[str, Any]) -> None:
    of_frameworks = {f"frameworks/{key}/feed.xml" for key in ("hammer", "loom", "tongs")}
    of_others = {f"accelerators/{key}/feed.xml" for key in ("anvil", "chip-one")} | {"sdks/forge/feed.xml"}
    assert set(found) == {"changes/feed.xml", "support/feed.xml", "sdks/mill/feed.xml"} | of_frameworks | of_others
    titles = [entry.title for entry in found["frameworks/tongs/feed.xml"].entries]
    assert titles == ["Tongs for inference on Forge Anvil: ended (before: supported)"]
    assert {entry.title for entry in found["support/feed.xml"].entries} > set(titles)
    assert "Benchmark table: Speed of looms" in [
        entry.title for entry in found["accelerators/chip-one/feed.xml"].entries
    ]


def test_an_entry_is_in_every_feed_under_the_same_id(found: Mapping[str, Any]) -> None:
    ids = {entry.title: entry.id for entry in found["changes/feed.xml"].entries}
    assert all(ids[entry.title] == entry.id for feed in found.values() for entry in feed.entries)


def test_a_new_fact_changes_no_id(made_up: Site, edited_made_up: EditSite) -> None:
    site = edited_made_up({"sources/forge-notes.yml": {"as_of: 2020-02-10": "as_of: 2020-09-10"}})
    one, other = (
        dict(feeds.files(known, made_up.renderer.render, URL)) for known in (made_up.knowledge, site.knowledge)
    )
    assert one == other


def test_pages_with_a_feed_are_those_whose_feed_is_written(made_up: Site, found: Mapping[str, Any]) -> None:
    beside_pages = {
        path.removesuffix("feed.xml") for path in found if path.startswith(("frameworks/", "accelerators/"))
    }
    assert feeds.pages_with_feed(made_up.knowledge) == beside_pages


def test_a_feed_has_the_newest_hundred_entries(made_up: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "MOST_ENTRIES", 2)
    content = dict(feeds.files(made_up.knowledge, made_up.renderer.render, URL))["changes/feed.xml"]
    assert [one.title for one in feedparser.parse(content).entries] == [one.text for one in news(made_up.knowledge)[:2]]


def test_without_an_address_the_links_of_a_feed_are_relative(made_up: Site) -> None:
    content = dict(feeds.files(made_up.knowledge, made_up.renderer.render, ""))
    assert 'href="../../frameworks/tongs/#runs-today"' in content["frameworks/tongs/feed.xml"].decode()


def test_a_calendar_program_reads_every_end(made_up: Site) -> None:
    events = events_of(made_up)
    assert [str(event["SUMMARY"]) for event in events] == [
        one.text for one in news(made_up.knowledge) if one.topic in ("end", "maintenance")
    ]
    uids = [str(event["UID"]) for event in events]
    assert len(uids) == len(set(uids))
    for event in events:
        assert isinstance(event["DTSTART"].dt, datetime.date)
        assert str(event["URL"]).startswith(URL)


def test_what_is_announced_for_a_day_stands_on_that_day(edited_made_up: EditSite) -> None:
    notice = (
        "notices:\n  - {date: 2016-01-05, event: announced, announces: end_of_support, version: '3, 4; 5',"
        " sdk_date: 2031-01-05, citation: {source: forge-notes, locator: page 1}}\n"
    )
    site = edited_made_up({"components/hammer-lib.yml": {"notices:\n": notice}})
    (event,) = (event for event in events_of(site) if "3, 4; 5" in str(event["SUMMARY"]))
    assert str(event["SUMMARY"]) == "hammer-lib 3, 4; 5: end of support announced for 2031-01-05"
    assert event["DTSTART"].dt == datetime.date(2031, 1, 5)
