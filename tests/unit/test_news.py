"""News: what is told of dated facts, once and in words, and the page that shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
import yaml

from macros.facts import Knowledge
from macros.facts.news import News, news
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.elements import read
from tests.support.lifecycle_data import statement, stating

CASES: Sequence[Mapping[str, str]] = yaml.safe_load(Path(__file__).with_name("news.yml").read_text("utf-8"))
CITED = "citation: {source: forge-notes, locator: page 1}"
LIB = "components/hammer-lib.yml"
HAMMER = "frameworks/hammer.yml"
ANNOUNCED = "date: 2018-02-03, event: announced, announces: end_of_support"


def told(site: Site) -> Mapping[str, News]:
    """The news by their text."""
    return {one.text: one for one in news(site.knowledge)}


def with_notice(edited: EditSite, notice: str) -> Mapping[str, News]:
    """The news with a first notice about hammer-lib."""
    return told(edited({LIB: {"notices:\n": f"notices:\n  - {{{notice}, {CITED}}}\n"}}))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["notice"])
def test_what_the_news_say_of_a_notice(edited_made_up: EditSite, case: Mapping[str, str]) -> None:
    found = with_notice(edited_made_up, f"date: 2018-02-03, {case['notice']}")[case["text"]]
    assert found.topic == case["topic"]
    assert found.is_breaking == (found.topic == "end")
    assert found.page == "lifecycle/hammer-lib/#notices"
    assert ("frameworks", "hammer") in found.subjects


@pytest.mark.parametrize(
    ("notice", "words"),
    [
        ("event: removed, sdk: forge/6.4.0", "removed (with Forge Kit 6.4.0"),
        ("event: removed, last_sdk: forge/6.4.0", "removed (last: Forge Kit 6.4.0"),
        ("event: announced, announces: removed, sdk: forge/6.4.0", "removal announced for Forge Kit 6.4.0"),
    ],
)
def test_a_line_names_its_sdk_release_once(edited_made_up: EditSite, notice: str, words: str) -> None:
    day = f"notices:\n  - {{date: 2018-02-03, {notice}, {CITED}}}\n"
    lines = read(edited_made_up({LIB: {"notices:\n": day}}), "news_list").all("th", scope="row")
    (line,) = (one.text for one in lines if f"hammer-lib : {words}" in one.text)
    assert line.count("Forge Kit") == 1


def test_a_release_that_is_not_out_is_of_the_sdk_whose_releases_are_written_like_it(edited_made_up: EditSite) -> None:
    notice = {"framework: hammer\n": "", "notices:\n": f"notices:\n  - {{{ANNOUNCED}, sdk: '1.2', {CITED}}}\n"}
    found = told(edited_made_up({LIB: notice}))["hammer-lib: end of support announced for Mill Kit 1.2"]
    assert (found.due, found.ids("platforms")) == ("Mill Kit 1.2", ["mill"])


def test_the_end_of_documentation_breaks_nothing(edited_made_up: EditSite) -> None:
    notice = f"notices:\n  - {{date: 2018-02-03, event: removed, {CITED}}}\n"
    site = edited_made_up({LIB: {"kind: library": "kind: documentation", "notices:\n": notice}})
    assert not told(site)["hammer-lib: removed"].is_breaking


def test_a_corrected_notice_is_no_news(edited_made_up: EditSite) -> None:
    notices = (
        f"date: 2018-02-03, event: removed, {CITED}}}\n  - {{date: 2018-03-03, event: corrected, announces: removed"
    )
    found = with_notice(edited_made_up, notices)
    assert "hammer-lib: removal corrected" in found
    assert "hammer-lib: removed" not in found


def test_news_of_a_day_begin_with_what_is_breaking(edited_made_up: EditSite) -> None:
    day = "date: 2018-02-03, event"
    found = [*with_notice(edited_made_up, f"{day}: maintenance, {CITED}}}\n  - {{{day}: removed")]
    assert found.index("hammer-lib: removed") < found.index("hammer-lib: in maintenance")


def test_what_is_said_again_in_the_same_words_is_told_on_its_first_day(edited_made_up: EditSite) -> None:
    event = "event: announced, announces: removed"
    again = f"date: 2018-02-03, {event}, {CITED}}}\n  - {{date: 2018-05-03, {event}"
    assert str(with_notice(edited_made_up, again)["hammer-lib: removal announced"].date) == "2018-02-03"


def test_a_change_of_status_tells_the_status_before_and_what_is_offered_instead(edited_made_up: EditSite) -> None:
    ended = statement("ended", date="2020-01-02", replacement="[tongs]")
    found = told(edited_made_up({HAMMER: stating(statement("public-beta", date="2019-07-01"), ended)}))
    one = found["Hammer for training on Forge Anvil: ended (before: public beta); instead Tongs"]
    assert (str(one.date), one.is_breaking, one.page) == ("2020-01-02", True, "frameworks/hammer/#runs-today")
    assert not any("training" in text and "public beta" in text and "before" not in text for text in found)


@pytest.mark.parametrize(("status", "is_news"), [("current", False), ("never", False), ("ended", True)])
def test_a_first_statement_is_news_only_of_an_end(edited_made_up: EditSite, status: str, is_news: bool) -> None:
    found = told(edited_made_up({HAMMER: stating(statement(status, date="2020-01-02"))}))
    assert any(text.startswith("Hammer for training") for text in found) == is_news


def test_a_notice_of_the_same_source_does_not_repeat_a_status(edited_made_up: EditSite) -> None:
    assert "hammer-lib: no longer supported" in with_notice(edited_made_up, "date: 2019-05-05, event: end_of_support")
    found = told(edited_made_up({HAMMER: stating(statement("ended", date="2019-05-02"))}))
    assert "Hammer for training on Forge Anvil: ended" in found
    assert "hammer-lib: no longer supported" not in found


@pytest.mark.parametrize(
    ("sdk", "is_due"), [("forge/6.11", True), ("forge/6.4.0", False), ("forge/6.3", False), ("7", True)]
)
def test_an_end_with_a_release_that_is_not_out_is_coming_up(edited_made_up: EditSite, sdk: str, is_due: bool) -> None:
    site = edited_made_up(
        {HAMMER: {"    last_sdk: forge/6.10.0\n": f"    last_sdk: forge/6.10.0\n    ends_with: '{sdk}'\n"}}
    )
    (one,) = (one for one in news(site.knowledge) if one.name == "Hammer" and one.topic == "announced")
    assert bool(one.due) == is_due
    coming = read(site, "news_list").all("div", aria_label="Coming up")
    assert [one.text in " ".join(part.text.split()) for part in coming] == [True] * is_due
    assert [part.all("td")[0].text for part in coming] == [one.due] * is_due


def test_the_page_has_all_news_once_by_month(made_up: Site) -> None:
    part = read(made_up, "news_list").one("div", aria_label="News")
    assert [time.text for time in part.all("time")] == [str(one.date) for one in news(made_up.knowledge)]
    months = [(row.attributes["id"], row.text) for row in part.all("tr", class_="group")]
    assert months[:2] == [("2020-02", "February 2020"), ("2019-11", "November 2019")]


def test_the_home_page_has_the_newest_of_each_vendor(made_up: Site) -> None:
    text = " ".join(read(made_up, "home_page").text.split())
    chips = [("accelerators", key) for key in made_up.knowledge.records.accelerators]
    newest = [next(one for one in news(made_up.knowledge) if chip in one.subjects) for chip in chips]
    assert [one.text for one in newest if f"{one.date} {one.text}" not in text] == []


def test_news_of_the_real_data_differ_and_lead_to_records(knowledge: Knowledge) -> None:
    every = news(knowledge)
    assert len({(one.date, one.key) for one in every}) == len(every)
    assert all(one.sources and one.date <= knowledge.edition for one in every)
    assert not [one.text for one in every if "None" in one.text or "  " in one.text]
