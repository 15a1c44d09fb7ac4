"""Package lists of which only a part is known, and what old notices show."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

import pytest

from macros.facts.notices import LifecycleStatus
from tests.conftest import EditSite
from tests.support.elements import read
from tests.support.lifecycle_data import (
    LATELY_RELEASED,
    RELEASED,
    SECOND_CHIP,
    cells,
    component,
    days,
    frame,
    links,
    listed_in,
    package,
    sdk,
    shipped,
    state_line,
    with_thing,
)


def status_of_thing(edited_made_up: EditSite, *notices: str) -> LifecycleStatus:
    return with_thing(edited_made_up, *notices).knowledge.lifecycle.status_of("thing")


def versions_of_thing(edited_made_up: EditSite, *notices: str) -> Mapping[str | None, LifecycleStatus]:
    versions = with_thing(edited_made_up, *notices).knowledge.lifecycle.versions_of("thing")
    return {found.version: found for found in versions}


def test_an_old_release_does_not_show_that_something_is_current(edited_made_up: EditSite) -> None:
    site = with_thing(edited_made_up, RELEASED)
    status = site.knowledge.lifecycle.status_of("thing")
    assert (status.state, status.last_notice, status.since) == (None, datetime.date(2017, 1, 1), None)
    assert days(state_line(site, "component_page", "thing")) == ["2017-01-01"]


def test_any_later_notice_keeps_it_current(edited_made_up: EditSite) -> None:
    status = status_of_thing(edited_made_up, RELEASED, "event: renamed, date: 2019-02-12, successor: Other")
    assert (status.state, status.since) == ("current", datetime.date(2017, 1, 1))


def test_a_package_list_keeps_an_old_release_current(edited_made_up: EditSite) -> None:
    added = {"components/thing.yml": package("thing", "library", RELEASED), **listed_in([shipped("thing")])}
    assert edited_made_up({}, added).knowledge.lifecycle.status_of("thing").state == "current"


def test_a_version_of_which_only_an_old_notice_says_something_has_no_state(edited_made_up: EditSite) -> None:
    found = versions_of_thing(edited_made_up, f'{RELEASED}, version: "1"', LATELY_RELEASED)["1"]
    assert (found.state, found.last_notice) == (None, datetime.date(2017, 1, 1))


@pytest.mark.parametrize(("chip", "state"), [("chip-one", "current"), ("chip-two", None)])
def test_hardware_of_an_old_notice_is_current_while_packages_are_listed_for_it(
    edited_made_up: EditSite, chip: str, state: str | None
) -> None:
    thing = component(f"{RELEASED}, accelerators: [{chip}]", kind="instance")
    site = edited_made_up({}, {"components/thing.yml": thing, **SECOND_CHIP, **listed_in([shipped("loom_lib")])})
    assert site.knowledge.lifecycle.status_of("thing").state == state


@pytest.mark.parametrize("notice", [RELEASED, LATELY_RELEASED, "event: maintenance, date: 2019-02-12"])
def test_a_part_of_a_framework_that_ended_has_ended(edited_made_up: EditSite, notice: str) -> None:
    site = with_thing(edited_made_up, f'{RELEASED}, version: "1"', notice, more="framework: tongs\n")
    lifecycle = site.knowledge.lifecycle
    status, [version] = lifecycle.status_of("thing"), lifecycle.versions_of("thing")
    assert (status.over, status.part_of) == (True, "tongs")
    assert version.over
    assert "../../frameworks/tongs/" in links(state_line(site, "component_page", "thing"))


def test_a_part_of_a_framework_without_notices_has_no_state(edited_made_up: EditSite) -> None:
    listed = sdk("2016-01-01", shipped("thing"))
    thing = package("thing", more="framework: tongs\n")
    site = edited_made_up({}, {"components/thing.yml": thing, "sdks/0.9.yml": listed})
    assert site.knowledge.lifecycle.status_of("thing").state is None


def partial_list(date: str, *packages: str) -> str:
    """An SDK release of whose package list a part is known."""
    return sdk(date, *packages, more="partial: The list for the series box.\n")


def test_a_partial_list_shows_no_package_to_be_gone(edited_made_up: EditSite) -> None:
    whole = listed_in([shipped("thing"), shipped("loom_lib")])
    part = {"sdks/2.1.yml": partial_list("2018-09-01", shipped("loom_lib", "2"))}
    site = edited_made_up({}, {"components/thing.yml": package("thing"), **whole, **part})
    packages = site.knowledge.packages
    assert packages.listed_by("thing") is not None
    assert (packages.newest_on("mill"), packages.last_for(("box",))) == ("2.0", "2.0")
    assert site.knowledge.lifecycle.status_of("thing").listed == "2.0"
    changes = cells(frame(read(site, "sdk_page", "2.1"), "What changed"))
    assert [row["Change"] for row in changes] == ["other versions"]


def test_a_partial_list_shows_a_package_to_be_back(edited_made_up: EditSite) -> None:
    whole = listed_in([shipped("thing")], [shipped("loom_lib")])
    part = {"sdks/2.2.yml": partial_list("2018-10-01", shipped("thing"))}
    site = edited_made_up({}, {"components/thing.yml": package("thing"), **whole, **part})
    packages = site.knowledge.packages
    assert packages.listed_by("thing") == "2.2"
    [span] = packages.versions_of("thing")
    assert span.runs == [("2.0", "2.0"), ("2.2", "2.2")]
    assert "../../sdks/2.2/" in links(read(site, "component_page", "thing").one("header"))


def test_a_partial_list_does_not_interrupt_a_version(edited_made_up: EditSite) -> None:
    whole = listed_in([shipped("thing")])
    parts = {
        "sdks/2.1.yml": partial_list("2018-09-01", shipped("loom_lib")),
        "sdks/2.2.yml": partial_list("2018-10-01", shipped("thing")),
    }
    site = edited_made_up({}, {"components/thing.yml": package("thing"), **whole, **parts})
    [span] = site.knowledge.packages.versions_of("thing")
    assert span.runs == [("2.0", "2.2")]


def test_a_partial_list_leaves_other_series_open(edited_made_up: EditSite) -> None:
    whole = listed_in([shipped("thing", series="box, loft")])
    part = {"sdks/2.1.yml": partial_list("2018-09-01", shipped("thing"))}
    site = edited_made_up({}, {"components/thing.yml": package("thing"), **SECOND_CHIP, **whole, **part})
    assert [(one.series, one.in_newest) for one in site.knowledge.packages.series_of("thing")] == [
        ("box", True),
        ("loft", None),
    ]


def test_a_version_can_be_cited_apart_from_the_list(edited_made_up: EditSite) -> None:
    elsewhere = "citation: {source: plain-paper, locator: page 4}"
    whole = listed_in([shipped("thing"), shipped("loom_lib", more=f", {elsewhere}")])
    site = edited_made_up({}, {"components/thing.yml": package("thing"), **whole})
    facts = site.knowledge.packages.of_release("2.0")
    assert [fact.citation and fact.citation.locator for fact in facts][-1] == "page 4"
    assert facts[0].citation == site.knowledge.records.sdks["2.0"].manifest
