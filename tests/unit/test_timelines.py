"""Timelines of components: phases, marks and scale."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

from macros.pages import components, timelines
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.lifecycle_data import (
    ENDED,
    RELEASED,
    with_thing,
)
from tests.support.render_page import read

WHOLE = "As a whole"


def lines_of(site: Site, record: str) -> Mapping[str, timelines.Timeline]:
    return timelines.component_timelines(site.knowledge, record)


def test_a_line_has_a_phase_for_each_state_up_to_the_edition(made_up: Site) -> None:
    line = lines_of(made_up, "old-tongs")[WHOLE]
    assert [(turn.state, turn.date.isoformat()) for turn in line.turns] == [
        ("current", "2018-03-01"),
        ("maintenance", "2018-09-01"),
        ("ended", "2019-06-01"),
    ]
    assert [(phase.state, phase.recorded) for phase in line.phases if phase.start < phase.end] == [
        ("current", True),
        ("maintenance", True),
        ("ended", False),
    ]
    assert line.phases[-1].end == timelines.RIGHT


def test_everything_on_a_line_stands_inside_the_picture(made_up: Site) -> None:
    for record in made_up.knowledge.records.components:
        for line in lines_of(made_up, record).values():
            ends = [end for phase in line.phases for end in (phase.start, phase.end)]
            places = [*ends, *(line.place(moment.date) for moment in line.moments)]
            assert all(timelines.LEFT <= place <= timelines.RIGHT for place in places), record


def test_the_line_of_a_version_ends_with_the_whole(edited_made_up: EditSite) -> None:
    version = 'event: released, date: 2017-05-01, version: "2"'
    site = with_thing(edited_made_up, RELEASED, version, "event: removed, date: 2019-01-01")
    turns = lines_of(site, "thing")["2"].turns
    assert [(turn.state, turn.date) for turn in turns][1:] == [("removed", datetime.date(2019, 1, 1))]
    assert [turn.state for turn in turns] == ["current", "removed"]


def test_the_line_of_a_version_has_no_notice_after_the_end_of_the_whole(edited_made_up: EditSite) -> None:
    late = 'event: released, date: 2019-01-01, version: "9"'
    turns = lines_of(with_thing(edited_made_up, RELEASED, ENDED, late), "thing")["9"].turns
    assert [(turn.state, turn.date) for turn in turns] == [("ended", datetime.date(2018, 5, 1))]


def test_further_versions_have_no_line_and_are_counted(edited_made_up: EditSite) -> None:
    count = components.MOST_TIMELINES + 2
    notices = [f'event: released, date: 2017-05-01, version: "{number}"' for number in range(count)]
    page = read(with_thing(edited_made_up, *notices), "component_page", "thing")
    assert len(page.one("ul", class_="lifelines").all("li")) == components.MOST_TIMELINES + 1
    assert page.one("p", class_="more").text.startswith("2 further versions ")


def test_announcements_alone_make_no_line(edited_made_up: EditSite) -> None:
    site = with_thing(edited_made_up, "event: announced, announces: removed, date: 2017-05-01")
    assert not lines_of(site, "thing")
