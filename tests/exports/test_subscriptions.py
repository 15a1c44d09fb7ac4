"""Feeds of records and the calendar of ends, read as a feed reader and a calendar program read them."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

import feedparser
import pytest
from icalendar import Calendar

from macros.addresses import address
from macros.exports import end_calendar, record_feeds
from macros.knowledge import Knowledge
from macros.site.state import Site
from tests.conftest import EditSite

URL = "https://example.org/atlas/"


def feeds_of(site: Site) -> Mapping[str, Any]:
    """Every feed of a record as a feed reader has it, by path."""
    files = record_feeds.files(site.knowledge, site.renderer.render, URL)
    return {path: feedparser.parse(content) for path, content in files}


@pytest.fixture(scope="module")
def feeds(made_up: Site) -> Mapping[str, Any]:
    return feeds_of(made_up)


def events_of(knowledge: Knowledge, url: str = URL) -> Sequence[Any]:
    ((path, content),) = end_calendar.files(knowledge, url)
    assert path == end_calendar.CALENDAR
    assert all(len(line) <= end_calendar.LONGEST for line in content.split(b"\r\n"))
    events: Sequence[Any] = Calendar.from_ical(content).walk("VEVENT")
    return events


def test_a_feed_reader_accepts_every_feed(feeds: Mapping[str, Any]) -> None:
    assert feeds
    for path, feed in feeds.items():
        assert not feed.bozo, (path, feed.get("bozo_exception"))
        assert feed.entries, path
        ids = [entry.id for entry in feed.entries]
        assert len(ids) == len(set(ids)), path
        assert all(entry.link.startswith(URL) for entry in feed.entries), path


def test_the_newest_entry_comes_first(feeds: Mapping[str, Any]) -> None:
    for path, feed in feeds.items():
        days = [entry.updated for entry in feed.entries]
        assert days == sorted(days, reverse=True), path
        assert feed.feed.updated == days[0], path


def test_a_framework_tells_its_events_and_a_component_its_notices(made_up: Site, feeds: Mapping[str, Any]) -> None:
    records = made_up.knowledge.records
    hammer = feeds[f"{address('frameworks', 'hammer')}feed.xml"]
    said = [entry.summary for entry in hammer.entries]
    assert all(any(event.text in text for text in said) for event in records.frameworks["hammer"].lifecycle)
    dated = [notice for notice in records.components["hammer-lib"].notices if notice.date]
    assert len(feeds[f"{address('components', 'hammer-lib')}feed.xml"].entries) == len(dated)


def test_an_sdk_tells_its_releases_and_a_model_its_results(made_up: Site, feeds: Mapping[str, Any]) -> None:
    releases = [key for key, sdk in made_up.knowledge.records.sdks.items() if sdk.platform == "forge"]
    assert len(feeds["sdks/forge/feed.xml"].entries) == len(releases)
    titles = [entry.title for entry in feeds[f"{address('models', 'smith/anvil-7b')}feed.xml"].entries]
    assert any(title.endswith("benchmarks") for title in titles)


def test_pages_with_a_feed_are_those_whose_feed_is_written(made_up: Site, feeds: Mapping[str, Any]) -> None:
    beside_pages = {path.removesuffix("feed.xml") for path in feeds if not path.startswith("sdks/")}
    assert record_feeds.pages_with_feed(made_up.knowledge) == beside_pages


def test_without_an_address_the_links_of_a_feed_are_relative(made_up: Site) -> None:
    content = dict(record_feeds.files(made_up.knowledge, made_up.renderer.render, ""))
    text = content[f"{address('models', 'smith/anvil-7b')}feed.xml"].decode()
    assert 'href="../../../models/smith/anvil-7b/#benchmarks"' in text


def test_a_calendar_program_reads_every_dated_end(made_up: Site) -> None:
    events = events_of(made_up.knowledge)
    assert events
    uids = [str(event["UID"]) for event in events]
    assert len(uids) == len(set(uids))
    for event in events:
        assert isinstance(event["DTSTART"].dt, datetime.date)
        assert str(event["SUMMARY"])
        assert str(event["URL"]).startswith(f"{URL}lifecycle/")


def test_an_announced_end_is_called_announced_and_text_is_escaped(edited_made_up: EditSite) -> None:
    notice = (
        "notices:\n  - {date: 2016-01-05, event: announced, announces: end_of_support, version: '3, 4; 5',"
        " citation: {source: forge-notes, locator: 'a\\b, c; ü'}}\n"
    )
    site = edited_made_up({"components/hammer-lib.yml": {"notices:\n": notice}})
    (event,) = (event for event in events_of(site.knowledge) if "3, 4; 5" in str(event["SUMMARY"]))
    assert "announced: Support ended" in str(event["SUMMARY"])
    assert str(event["DESCRIPTION"]).endswith("a\\b, c; ü")
