"""States of components follow from their notices, and of packages from the newest list of their SDK."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping

import pytest

from macros.facts.notices import STAGES, LifecycleStatus
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.elements import read
from tests.support.lifecycle_data import (
    CITED,
    ENDED,
    ENDED_ON_ONE,
    LATELY_RELEASED,
    RELEASED,
    SECOND_CHIP,
    cells,
    component,
    days,
    frame,
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


def test_nothing_is_known_without_a_notice(edited_made_up: EditSite) -> None:
    limit = f"title: A limit\nsummary: Made up.\naffects: {{components: [thing]}}\nstate: open\ncitations: [{CITED}]\n"
    site = edited_made_up({}, {"components/thing.yml": component(), "limitations/a-limit.yml": limit})
    status = site.knowledge.lifecycle.status_of("thing")
    assert (status.state, status.since, status.over) == (None, None, False)


@pytest.mark.parametrize(
    ("event", "state"),
    [
        ("released", "current"),
        ("maintenance", "maintenance"),
        ("end_of_support", "ended"),
        ("archived", "ended"),
        ("removed", "removed"),
        ("renamed", "current"),
    ],
)
def test_an_event_brings_its_state(edited_made_up: EditSite, event: str, state: str) -> None:
    status = status_of_thing(edited_made_up, RELEASED, f"event: {event}, date: 2019-02-12, successor: Other")
    assert status.state == state


def test_a_state_is_counted_from_the_first_notice_that_brought_it(edited_made_up: EditSite) -> None:
    status = status_of_thing(edited_made_up, RELEASED, ENDED, "event: archived, date: 2018-06-01")
    assert (status.state, status.since) == ("ended", datetime.date(2018, 5, 1))


def test_what_is_announced_has_not_happened(edited_made_up: EditSite) -> None:
    announced = 'event: announced, announces: end_of_support, date: 2019-03-01, sdk: "2.0", sdk_date: 2019-06-01'
    site = with_thing(edited_made_up, RELEASED, announced)
    status = site.knowledge.lifecycle.status_of("thing")
    assert status.state == "current"
    assert [found.day for found in status.pending] == [datetime.date(2019, 6, 1)]
    assert days(state_line(site, "component_page", "thing")) == ["2017-01-01", "2019-06-01"]


def test_an_announcement_without_a_day_says_so(edited_made_up: EditSite) -> None:
    site = with_thing(edited_made_up, RELEASED, "event: announced, announces: removed, date: 2019-03-01")
    assert [found.day for found in site.knowledge.lifecycle.status_of("thing").pending] == [None]
    assert "no date given" in state_line(site, "component_page", "thing").text


def test_every_state_of_the_vocabulary_has_its_stage(any_site: Site) -> None:
    assert STAGES.keys() == any_site.knowledge.records.vocabularies["lifecycle"].values.keys()


@pytest.mark.parametrize("event", ["maintenance", "end_of_support", "removed"])
def test_an_announcement_that_came_true_is_no_longer_pending(edited_made_up: EditSite, event: str) -> None:
    announced = f"event: announced, announces: {event}, date: 2018-01-01"
    assert status_of_thing(edited_made_up, RELEASED, announced, "event: removed, date: 2018-05-01").pending == []


@pytest.mark.parametrize(
    ("announced_for", "ended_on", "pending"),
    [
        ("accelerators: [anvil]", "accelerators: [chip-one]", True),
        ("accelerators: [anvil, chip-one]", "accelerators: [chip-one]", True),
        ("accelerators: [anvil]", "instances: [box.small]", True),
        ("accelerators: [anvil]", "accelerators: [anvil, chip-one]", False),
        ("instances: [box.small]", "instances: [box.small]", False),
        ("accelerators: [anvil]", "applies_to: everything", False),
        ("applies_to: everything", "accelerators: [chip-one]", False),
    ],
)
@pytest.mark.parametrize("event", ["end_of_support", "removed"])
def test_an_announcement_is_confirmed_by_notices_about_its_hardware(
    edited_made_up: EditSite, event: str, announced_for: str, ended_on: str, pending: bool
) -> None:
    announced = f"event: announced, announces: end_of_support, date: 2018-01-01, {announced_for}"
    ended = f"event: {event}, date: 2018-05-01, {ended_on}"
    assert bool(status_of_thing(edited_made_up, RELEASED, announced, ended).pending) is pending


def test_notices_about_single_chips_confirm_an_announcement_for_all_of_them(edited_made_up: EditSite) -> None:
    announced = "event: announced, announces: end_of_support, date: 2018-01-01, accelerators: [anvil, chip-one]"
    ends = [f"event: end_of_support, date: 2018-05-01, accelerators: [{chip}]" for chip in ("anvil", "chip-one")]
    assert status_of_thing(edited_made_up, RELEASED, announced, *ends).pending == []


def test_an_end_names_what_to_pin_and_what_to_use_instead(edited_made_up: EditSite) -> None:
    status = status_of_thing(edited_made_up, RELEASED, f'{ENDED}, last_sdk: "1.9", successor: Other')
    assert status.pin
    assert status.pin.sdk == "1.9"
    assert status.successor
    assert status.successor.notice.successor == "Other"


def test_a_name_that_was_changed_is_no_successor(edited_made_up: EditSite) -> None:
    site = with_thing(edited_made_up, RELEASED, "event: renamed, date: 2018-01-01, successor: Gadget")
    assert site.knowledge.lifecycle.status_of("thing").successor is None
    assert "Gadget" in read(site, "component_page", "thing").one("header").text


@pytest.mark.parametrize(
    ("named", "day"),
    [
        ('sdk: "1.1"', datetime.date(2018, 6, 1)),
        ("sdk: forge/6.4.0", datetime.date(2019, 6, 1)),
        ("sdk: forge/6.4", datetime.date(2019, 6, 1)),
        ('sdk: "6.4"', datetime.date(2018, 5, 1)),
        ('sdk: "9.9"', datetime.date(2018, 5, 1)),
        ('sdk: "9.9", sdk_date: 2018-07-01', datetime.date(2018, 7, 1)),
    ],
)
def test_a_notice_takes_effect_with_the_sdk_release_it_names(
    edited_made_up: EditSite, named: str, day: datetime.date
) -> None:
    assert status_of_thing(edited_made_up, RELEASED, f"{ENDED}, {named}").since == day


def test_a_notice_with_a_version_is_about_that_version(edited_made_up: EditSite) -> None:
    lifecycle = with_thing(edited_made_up, f'{ENDED}, version: "1"', LATELY_RELEASED).knowledge.lifecycle
    assert lifecycle.status_of("thing").state == "current"
    assert [(found.version, found.state) for found in lifecycle.versions_of("thing")] == [("1", "ended")]


def test_numbered_versions_stand_in_the_order_of_their_numbers(edited_made_up: EditSite) -> None:
    notices = [f'event: released, date: 2017-0{month}-01, version: "{one}"' for month, one in ((1, "1.10"), (2, "1.9"))]
    assert list(versions_of_thing(edited_made_up, *notices)) == ["1.10", "1.9"]


def test_named_versions_stand_in_the_order_of_their_notices(edited_made_up: EditSite) -> None:
    notices = [f"event: released, date: 2017-0{month}-01, version: {one}" for month, one in ((1, "zinc"), (2, "ash"))]
    assert list(versions_of_thing(edited_made_up, *notices)) == ["ash", "zinc"]


def test_a_version_is_not_current_in_what_has_ended(edited_made_up: EditSite) -> None:
    version = 'event: released, date: 2017-05-01, version: "2"'
    found = versions_of_thing(edited_made_up, RELEASED, version, "event: removed, date: 2019-01-01")["2"]
    assert (found.state, found.since) == ("removed", datetime.date(2019, 1, 1))


def test_a_new_version_does_not_bring_back_what_has_ended(edited_made_up: EditSite) -> None:
    late = 'event: released, date: 2019-01-01, version: "9"'
    assert status_of_thing(edited_made_up, RELEASED, ENDED, late).state == "ended"


def test_versions_that_have_all_ended_say_nothing_of_the_whole(edited_made_up: EditSite) -> None:
    started = 'event: released, date: 2017-05-01, version: "2"'
    assert status_of_thing(edited_made_up, started, f'{ENDED}, version: "2"').state is None


def test_a_beta_is_a_preview_until_a_release(edited_made_up: EditSite) -> None:
    beta = "event: released, date: 2017-01-01, version: 0.1 (beta)"
    assert status_of_thing(edited_made_up, beta).state == "preview"


def test_a_release_ends_the_preview(edited_made_up: EditSite) -> None:
    beta = "event: released, date: 2017-01-01, version: 0.1 (beta)"
    full = 'event: released, date: 2019-02-12, version: "1"'
    later_beta = "event: released, date: 2019-02-20, version: 2 beta"
    status = status_of_thing(edited_made_up, beta, full, later_beta)
    assert (status.state, status.since) == ("current", datetime.date(2019, 2, 12))


def test_an_end_without_a_date_is_an_end(edited_made_up: EditSite) -> None:
    site = with_thing(edited_made_up, RELEASED, "event: end_of_support")
    status = site.knowledge.lifecycle.status_of("thing")
    assert (status.state, status.since) == ("ended", None)
    assert days(state_line(site, "component_page", "thing")) == []


def test_a_correction_replaces_the_newest_notice_before_it(edited_made_up: EditSite) -> None:
    kept = 'event: end_of_support, date: 2017-02-01, version: above 5, successor: "5"'
    wrong = 'event: announced, announces: end_of_support, date: 2017-06-01, version: "3"'
    right = "event: corrected, announces: end_of_support, date: 2018-01-01, version: 5.*"
    site = with_thing(edited_made_up, kept, wrong, right)
    lifecycle = site.knowledge.lifecycle
    assert [step.notice.version for step in lifecycle.notices.of("components", "thing") if step.corrected_by] == ["3"]
    assert [found.version for found in lifecycle.versions_of("thing")] == ["above 5"]
    pin = lifecycle.status_of("thing").pin
    assert pin
    assert pin.version == "5.*"
    rows = {row["Version"]: row["Event"] for row in cells(frame(read(site, "component_page", "thing"), "Notices"))}
    assert "put right on 2018-01-01: 5.*" in rows["3"]
    assert "put right" not in rows["above 5"]


def test_a_correction_leaves_notices_about_other_hardware(edited_made_up: EditSite) -> None:
    about_one = f"{ENDED}, accelerators: [chip-one]"
    correction = "event: corrected, announces: end_of_support, date: 2018-06-01, accelerators: [anvil]"
    steps = with_thing(edited_made_up, RELEASED, about_one, correction).knowledge.lifecycle.notices.of(
        "components", "thing"
    )
    assert not [step for step in steps if step.corrected_by]


def test_every_list_of_notices_is_the_newest_first(any_site: Site) -> None:
    notices = any_site.knowledge.lifecycle.notices
    dates = [step.notice.date or step.effective or datetime.date.min for step in notices]
    assert dates == sorted(dates, reverse=True)


def test_a_package_that_was_lately_renewed_is_current_by_its_list(edited_made_up: EditSite) -> None:
    added = {"components/thing.yml": package("thing"), **listed_in([shipped("thing")])}
    site = edited_made_up({}, added)
    status = site.knowledge.lifecycle.status_of("thing")
    assert (status.state, status.listed, status.since) == ("current", "2.0", None)
    assert "2.0" in state_line(site, "component_page", "thing").text


def test_a_package_that_was_long_not_renewed_has_no_state(edited_made_up: EditSite) -> None:
    old = {"sdks/0.9.yml": sdk("2016-01-01", shipped("thing")), **listed_in([shipped("thing")])}
    site = edited_made_up({}, {"components/thing.yml": package("thing"), **old})
    assert site.knowledge.lifecycle.status_of("thing").state is None


def test_a_package_that_the_newest_list_lacks_has_no_state(edited_made_up: EditSite) -> None:
    added = {"components/thing.yml": package("thing"), **listed_in([shipped("thing")], [shipped("loom_lib")])}
    assert edited_made_up({}, added).knowledge.lifecycle.status_of("thing").state is None


def test_the_newest_list_of_another_sdk_ends_no_package(edited_made_up: EditSite) -> None:
    added = {"components/thing.yml": package("thing"), **listed_in([shipped("thing")])}
    later = listed_in([shipped("hammer-lib", series="hearth")], platform="forge")
    knowledge = edited_made_up({}, {**added, **later}).knowledge
    assert knowledge.lifecycle.status_of("thing").listed == "2.0"
    assert knowledge.packages.listed_by("thing") is not None


def confined(edited_made_up: EditSite, *notices: str, series: str = "box, loft") -> Site:
    """A package with notices, listed for some series by the newest release."""
    releases = listed_in([shipped("thing", series=series)])
    return edited_made_up({}, {**SECOND_CHIP, "components/thing.yml": package("thing", "driver", *notices), **releases})


def test_an_end_on_some_hardware_is_not_the_state(edited_made_up: EditSite) -> None:
    site = confined(edited_made_up, ENDED_ON_ONE)
    status = site.knowledge.lifecycle.status_of("thing")
    assert (status.state, status.listed) == ("current", "2.0")
    assert "Box ended since 2018-05-01" in state_line(site, "component_page", "thing").text
    [row] = [row for row in read(site, "component_list").all("tr") if row.text.startswith("Thing")]
    assert "Ended" not in row.text


def test_an_end_on_all_hardware_that_is_listed_is_the_state(edited_made_up: EditSite) -> None:
    site = confined(edited_made_up, ENDED_ON_ONE, series="box")
    assert site.knowledge.lifecycle.status_of("thing").state == "ended"


def test_a_version_to_pin_on_some_hardware_is_shown_beside_it(edited_made_up: EditSite) -> None:
    pinned = "event: corrected, announces: end_of_support, date: 2018-06-01, version: 5.*, applies_to: Box"
    wrong = f"{ENDED_ON_ONE}, version: above 5"
    later = "event: end_of_support, date: 2018-06-02, accelerators: [chip-one], applies_to: Box"
    site = confined(edited_made_up, wrong, pinned, later)
    assert "version 5.* on Box" in read(site, "component_page", "thing").one("header").text


def builds(edited_made_up: EditSite, *notices: str) -> Mapping[str | None, LifecycleStatus]:
    """The versions of a package of which 2.0 lists 1.5 and 2.5, 2.1 only 2.5, 2.2 neither."""
    both = [shipped("thing", "1.5.7"), shipped("thing", "2.5.7")]
    releases = listed_in(both, [shipped("thing", "2.5.7")], [shipped("loom_lib")])
    site = edited_made_up({}, {"components/thing.yml": package("thing", "library", *notices), **releases})
    return {found.version: found for found in site.knowledge.lifecycle.versions_of("thing")}


@pytest.mark.parametrize("version", ["1.5", "1.5.x", "1.5.*", "1.5.7", "1.5 (old)"])
def test_a_version_of_which_no_notice_says_the_end_ends_with_its_builds(edited_made_up: EditSite, version: str) -> None:
    announced = f'event: announced, announces: end_of_support, date: 2018-01-01, version: "{version}"'
    found = builds(edited_made_up, announced)[version]
    assert found.dropped
    assert (found.state, found.dropped.without) == ("removed", "2.1")
    assert (found.since, found.pending) == (datetime.date(2018, 9, 1), ())


def test_a_version_does_not_end_with_builds_of_another(edited_made_up: EditSite) -> None:
    announced = 'event: announced, announces: end_of_support, date: 2018-01-01, version: "1.5"'
    releases = listed_in([shipped("thing", "1.50.7")], [shipped("loom_lib")])
    site = edited_made_up({}, {"components/thing.yml": package("thing", "library", announced), **releases})
    assert [found.state for found in site.knowledge.lifecycle.versions_of("thing")] == [None]


def test_a_version_ends_with_its_last_build_where_that_is_before_the_whole(edited_made_up: EditSite) -> None:
    started = [f'event: released, date: 2017-0{place}-01, version: "{place}.5"' for place in (1, 2)]
    removed = "event: removed, date: 2018-09-15, successor: Other"
    found = builds(edited_made_up, *started, removed)
    assert {version: one.since for version, one in found.items()} == {
        "2.5": datetime.date(2018, 9, 15),
        "1.5": datetime.date(2018, 9, 1),
    }
    assert found["1.5"].successor
    assert found["1.5"].successor.notice.successor == "Other"


def test_a_version_that_is_announced_has_not_ended_with_the_whole(edited_made_up: EditSite) -> None:
    announced = "event: announced, announces: released, date: 2018-01-01, version: v2"
    versions = versions_of_thing(edited_made_up, RELEASED, announced, "event: removed, date: 2019-01-01")
    assert versions["v2"].state is None


def test_the_table_of_versions_names_the_last_build(edited_made_up: EditSite) -> None:
    notices = [f'event: announced, announces: removed, date: 2018-01-01, version: "{one}"' for one in ("1.5", "0.1")]
    releases = listed_in([shipped("thing", "1.5.7")], [shipped("thing", "1.6.0")])
    site = edited_made_up({}, {"components/thing.yml": package("thing", "library", *notices), **releases})
    first, second = cells(frame(read(site, "component_page", "thing"), "Versions that notices name"))
    assert first["Version"] == "1.5"
    assert re.findall(r"[\d.]+", first["Last shipped"]) == ["1.5.7", "2.0"]
    assert (second["Version"], second["Last shipped"]) == ("0.1", "–")
