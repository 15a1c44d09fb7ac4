"""Feeds of news, the calendar of ends and the badges of models, read as other programs read them."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Mapping, Sequence
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import feedparser
import pytest
from icalendar import Calendar

from macros.addresses import address
from macros.facts.evidence import subject_of_model
from macros.facts.grouping import group_by
from macros.facts.news import news
from macros.facts.runs_today import runs_today
from macros.facts.short_answers import headline
from macros.outputs import embeds, feeds
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.elements import read

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


def test_the_site_support_and_each_subject_of_news_have_a_feed(made_up: Site, found: Mapping[str, Any]) -> None:
    of_frameworks = {f"frameworks/{key}/feed.xml" for key in ("hammer", "loom", "tongs")}
    of_accelerators = {f"accelerators/{key}/feed.xml" for key in ("anvil", "chip-one")}
    of_site = {"changes/feed.xml", "support/feed.xml", "sdks/mill/feed.xml", "sdks/forge/feed.xml"}
    assert set(found) == of_site | of_frameworks | of_accelerators
    assert {f"{page}feed.xml" for page in feeds.pages_with_feed(made_up.knowledge)} == of_frameworks | of_accelerators
    titles = [entry.title for entry in found["frameworks/tongs/feed.xml"].entries]
    assert titles == ["Tongs for inference on Forge Anvil: ended (before: supported)"]
    assert {entry.title for entry in found["support/feed.xml"].entries} > set(titles)


def test_an_entry_has_one_id_everywhere(made_up: Site, found: Mapping[str, Any], edited_made_up: EditSite) -> None:
    ids = {entry.title: entry.id for entry in found["changes/feed.xml"].entries}
    assert all(ids[entry.title] == entry.id for feed in found.values() for entry in feed.entries)
    site = edited_made_up({"sources/forge-notes.yml": {"as_of: 2020-02-10": "as_of: 2020-09-10"}})
    assert site.knowledge.edition == datetime.date(2020, 9, 10)
    one, other = (
        dict(feeds.files(known, made_up.renderer.render, URL)) for known in (made_up.knowledge, site.knowledge)
    )
    assert one == other


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
    assert all(isinstance(event["DTSTART"].dt, datetime.date) for event in events)
    assert all(str(event["URL"]).startswith(URL) for event in events)


def test_what_is_announced_for_a_day_stands_on_that_day(edited_made_up: EditSite) -> None:
    notice = (
        "notices:\n  - {date: 2016-01-05, event: announced, announces: end_of_support, version: '3, 4; 5',"
        " sdk_date: 2031-01-05, citation: {source: forge-notes, locator: page 1}}\n"
    )
    site = edited_made_up({"components/hammer-lib.yml": {"notices:\n": notice}})
    (event,) = (event for event in events_of(site) if "3, 4; 5" in str(event["SUMMARY"]))
    assert str(event["SUMMARY"]) == "hammer-lib 3, 4; 5: end of support announced for 2031-01-05"
    assert event["DTSTART"].dt == datetime.date(2031, 1, 5)


BARE = {
    "architectures/bobbin.yml": "name: Bobbin\n",
    "models/bare.yml": "name: Bare\narchitecture: bobbin\nsummary: A model that nobody ran, made up.\n",
}


def badges(site: Site) -> Mapping[str, Any]:
    """The badge of each model, by current and former id."""
    files = embeds.files(site.knowledge, site.renderer.render)
    found = {path: json.loads(content) for path, content in files if path.startswith("badges/")}
    return {path.removeprefix("badges/").removesuffix(".json"): badge for path, badge in found.items()}


def test_a_badge_says_the_best_answer_where_it_holds_and_since_when(edited_made_up: EditSite) -> None:
    found = badges(edited_made_up({}, BARE))
    badge = found["smith/anvil-7b"]
    assert (badge.keys(), badge["schemaVersion"]) == ({"schemaVersion", "label", "message", "color"}, 1)
    assert badge["message"] == "supported for inference on Forge Anvil · as of 2019-11"
    assert found["bare"]["message"] == "nothing known"


def test_a_badge_and_the_list_of_models_say_that_software_is_a_beta(edited_made_up: EditSite) -> None:
    beta = {"    status: current\n    date: 2019-06-01\n": "    status: public-beta\n    date: 2019-06-01\n"}
    site = edited_made_up({"frameworks/hammer.yml": {**beta, "    state: current\n": "    state: preview\n"}})
    assert badges(site)["smith/anvil-7b"]["message"].startswith("supported in beta for inference on Forge Anvil")
    assert "Supported in beta Forge Anvil" in read(site, "model_list").text


@pytest.mark.parametrize("url", ["https://example.org/", "http://localhost:8000/deep/down/"])
def test_a_models_page_has_the_markdown_of_its_badge(made_up_project: Path, url: str) -> None:
    site = Site(made_up_project, url)
    for model in site.knowledge.records.models:
        code = read(site, "model_page", model).all("pre")[-2].text
        found = re.fullmatch(r"\[!\[Accelerator Atlas\]\((\S+)\)\]\((\S+)\)", code)
        assert found, code
        assert parse_qs(urlsplit(found[1]).query) == {"url": [f"{url}badges/{model}.json"]}
        assert found[2] == f"{url}models/{model}/"


@pytest.mark.parametrize("data", ["site", "made_up"])
def test_a_card_is_small_names_its_page_and_says_the_date(request: pytest.FixtureRequest, data: str) -> None:
    site: Site = request.getfixturevalue(data)
    cards = {path: text for path, text in embeds.files(site.knowledge, site.renderer.render) if path.endswith(".html")}
    for kind in embeds.CARDS:
        for record in site.knowledge.records.of(kind):
            card = cards[f"cards/{kind}/{record}.html"]
            assert len(card) <= 3000, record
            assert b"default-src 'none'" in card
            assert b"<script" not in card
            assert f'{address(kind, record)}"'.encode() in card
    if data == "made_up":
        assert b"2019-11-05" in cards["cards/models/smith/anvil-7b.html"]


def test_a_card_says_of_each_accelerator_what_the_page_says(made_up: Site) -> None:
    knowledge = made_up.knowledge
    cards = dict(embeds.files(knowledge, made_up.renderer.render))
    for model in knowledge.records.models:
        card = unescape(cards[f"cards/models/{model}.html"].decode())
        answers = group_by(runs_today(knowledge, subject_of_model(knowledge, model)), lambda one: one.accelerator)
        for best in (found[0].best for found in answers.values()):
            if best.outcome != "not-known":
                said = headline(knowledge, best)
                limits = said.rest.removeprefix("for inference").removeprefix(", ")
                assert said.label in card, model
                assert limits in card, model
