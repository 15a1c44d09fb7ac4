"""States of components follow from their notices, and package versions from the lists of SDK releases, SDK by SDK."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from macros.knowledge import Knowledge
from macros.knowledge.dated_notices import STAGES
from macros.knowledge.lifecycle import framework_state
from macros.knowledge.lifecycle_status import LifecycleStatus
from macros.site.state import Site
from macros.tables import Table
from macros.tables.lifecycle import LIFECYCLE
from macros.tables.package_versions import PACKAGE_VERSIONS, package_facts
from macros.views import components, framework_lifecycle, sdks, timelines
from macros.views.hardware_support import MOST_IN_TABLE, HardwareSupport, hardware_support
from macros.views.paging import pager
from tests.conftest import EditSite
from tests.support.html_tree import Element
from tests.support.render_page import read

CITED = "{source: plain-paper, locator: page 9}"
CITED_BY_FORGE = '{source: forge-notes, locator: "6.10.0"}'
RELEASED = "event: released, date: 2017-01-01"
LATELY_RELEASED = "event: released, date: 2019-02-12"
"""Within a year of the newest SDK release."""
ENDED = "event: end_of_support, date: 2018-05-01"


@pytest.fixture(params=["site", "made_up"])
def any_site(request: pytest.FixtureRequest) -> Site:
    """The real site, then the made-up one: what is tested with it holds for any sound data."""
    found: Site = request.getfixturevalue(request.param)
    return found


def component(*notices: str, more: str = "", kind: str = "library") -> str:
    """A component with some notices, each given as the inside of a mapping."""
    lines = "".join(f"  - {{{notice}, citation: {CITED}}}\n" for notice in notices)
    return f"name: Thing\nkind: {kind}\n{more}" + (f"notices:\n{lines}" if lines else "")


def package(name: str, kind: str = "library", *notices: str, more: str = "") -> str:
    """A component that SDK releases can list under a name of its own."""
    return component(*notices, more=f"package: {name}\n{more}", kind=kind).replace("Thing", name.title())


def sdk(date: str, *packages: str, platform: str = "mill", more: str = "") -> str:
    """An SDK release with some packages, each given as the inside of a mapping."""
    cited = CITED if platform == "mill" else CITED_BY_FORGE
    lines = "".join(f"  - {{{found}}}\n" for found in packages)
    listed = f"packages:\n{lines}manifest: {cited}\n" if lines else ""
    return f"platform: {platform}\ndate: {date}\n{listed}{more}citations: [{cited}]\n"


def shipped(name: str, version: str = "1", series: str = "box", more: str = "") -> str:
    return f'package: {name}, version: "{version}", series: [{series}]{more}'


def listed_in(*releases: Sequence[str], platform: str = "mill") -> Mapping[str, str]:
    """Files of releases a month apart, each with some packages: 2.0, 2.1 ... of the Mill, 7.0, 7.1 ... of the Forge."""
    first, year = ("2", 2018) if platform == "mill" else ("forge/7", 2019)
    return {
        f"sdks/{first}.{place}.yml": sdk(f"{year}-{8 + place:02}-01", *packages, platform=platform)
        for place, packages in enumerate(releases)
    }


CHIP_TWO = """name: Chip Two
vendor: The Mill
kind: gpu
core_architecture: core-a
memory:
  - {gib: 16}
summary: Another chip, made up.
citations:
  - {source: plain-paper, locator: page 1}
"""
LOFT = """provider: Mill Rooms
series: loft
kind: instance
accelerator: chip-two
accelerator_count: 1
accelerator_memory_gib: 16
vcpus: 8
host_memory_gib: 32
citations:
  - {source: plain-paper, locator: page 1}
"""
SECOND_CHIP = {"accelerators/chip-two.yml": CHIP_TWO, "instances/loft.small.yml": LOFT}
"""A second accelerator of the Mill, carried by the series loft."""


def with_thing(edited_made_up: EditSite, *notices: str, more: str = "") -> Site:
    return edited_made_up({}, {"components/thing.yml": component(*notices, more=more)})


def status_of_thing(edited_made_up: EditSite, *notices: str) -> LifecycleStatus:
    return with_thing(edited_made_up, *notices).knowledge.lifecycle.status_of("thing")


def versions_of_thing(edited_made_up: EditSite, *notices: str) -> Mapping[str | None, LifecycleStatus]:
    versions = with_thing(edited_made_up, *notices).knowledge.lifecycle.versions_of("thing")
    return {found.version: found for found in versions}


def state_line(site: Site, macro: str, record: str) -> Element:
    """What the head of a page says of the state."""
    return read(site, macro, record).one("p", class_="state")


def days(element: Element) -> Sequence[str]:
    """The days that it names."""
    return [day.text for day in element.all("time")]


def links(element: Element) -> Sequence[str]:
    return [link.attributes["href"] for link in element.all("a")]


def cells(table: Element) -> Sequence[Mapping[str, str]]:
    """The rows of a table, by the titles of their columns."""
    titles = [cell.text for cell in table.one("thead").all("th")]
    found = [[cell.text for cell in row.all("th", "td")] for row in table.all("tr") if row.all("td")]
    return [dict(zip(titles, row, strict=False)) for row in found]


def frame(page: Element, label: str) -> Element:
    """The table with a label."""
    return page.one("div", aria_label=label)


# The state of a component


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
    assert days(state_line(site, "component_page", "thing")) == ["2017-01-01", "2019-06-01", "2019-03-01"]


def test_an_announcement_without_a_day_says_so(edited_made_up: EditSite) -> None:
    site = with_thing(edited_made_up, RELEASED, "event: announced, announces: removed, date: 2019-03-01")
    assert [found.day for found in site.knowledge.lifecycle.status_of("thing").pending] == [None]
    assert days(state_line(site, "component_page", "thing")) == ["2017-01-01", "2019-03-01"]


def test_every_state_of_the_vocabulary_has_its_stage(any_site: Site) -> None:
    assert list(STAGES) == list(any_site.knowledge.records.vocabularies["lifecycle"].values)


@pytest.mark.parametrize("event", ["maintenance", "end_of_support", "removed"])
def test_an_announcement_that_came_true_is_no_longer_pending(edited_made_up: EditSite, event: str) -> None:
    announced = f"event: announced, announces: {event}, date: 2018-01-01"
    assert status_of_thing(edited_made_up, RELEASED, announced, "event: removed, date: 2018-05-01").pending == []


def test_an_end_names_what_to_pin_and_what_to_use_instead(edited_made_up: EditSite) -> None:
    status = status_of_thing(edited_made_up, RELEASED, f'{ENDED}, last_sdk: "1.9", successor: Other')
    assert status.pin
    assert status.pin.sdk == "1.9"
    assert status.successor
    assert status.successor.notice.successor == "Other"


def test_a_name_that_was_changed_is_no_successor(edited_made_up: EditSite) -> None:
    site = with_thing(edited_made_up, RELEASED, "event: renamed, date: 2018-01-01, successor: Gadget")
    assert site.knowledge.lifecycle.status_of("thing").successor is None
    assert "Gadget since 2018-01-01" in read(site, "component_page", "thing").one("p", class_="other-names").text


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
    assert [step.notice.version for step in lifecycle.notices_of("thing") if step.corrected_by] == ["3"]
    assert [found.version for found in lifecycle.versions_of("thing")] == ["above 5"]
    pin = lifecycle.status_of("thing").pin
    assert pin
    assert pin.version == "5.*"
    [withdrawn] = read(site, "component_page", "thing").all("tr", class_="withdrawn")
    assert "5.*" in withdrawn.text
    assert "2018-01-01" in days(withdrawn)


def test_a_correction_leaves_notices_about_other_hardware(edited_made_up: EditSite) -> None:
    about_one = f"{ENDED}, accelerators: [chip-one]"
    correction = "event: corrected, announces: end_of_support, date: 2018-06-01, accelerators: [anvil]"
    steps = with_thing(edited_made_up, RELEASED, about_one, correction).knowledge.lifecycle.notices_of("thing")
    assert not [step for step in steps if step.corrected_by]


def test_every_list_of_notices_is_the_newest_first(any_site: Site) -> None:
    lifecycle = any_site.knowledge.lifecycle
    for record in any_site.knowledge.records.components:
        dates = [step.notice.date or step.effective or datetime.date.min for step in lifecycle.notices_of(record)]
        assert dates == sorted(dates, reverse=True)


# What an old notice shows


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


# States that package lists tell


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
    assert knowledge.packages.in_newest("thing")


def confined(edited_made_up: EditSite, *notices: str, series: str = "box, loft") -> Site:
    """A package with notices, listed for some series by the newest release."""
    releases = listed_in([shipped("thing", series=series)])
    return edited_made_up({}, {**SECOND_CHIP, "components/thing.yml": package("thing", "driver", *notices), **releases})


ENDED_ON_ONE = f"{ENDED}, accelerators: [chip-one], applies_to: Box"


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
    assert "Box only up to 5.*" in state_line(site, "component_page", "thing").text


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
    assert (found.state, found.dropped.last.sdk, found.dropped.without) == ("removed", "2.0", "2.1")
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
    assert re.findall(r"[\d.-]+", first["Last shipped"]) == ["2.0", "2018-08-01", "1.5.7"]
    assert (second["Version"], second["Last shipped"]) == ("0.1", "–")


# Frameworks and their components


def tongs(*notices: str, more: str = "") -> Mapping[str, str]:
    """The component of the framework that has ended, with notices of its own."""
    return {"components/tongs.yml": component(*notices, more=f"framework: tongs\n{more}").replace("Thing", "Tongs")}


UNLIKE = "note: The notice came first."
"""Says why a notice and the framework may differ."""


def test_a_component_stands_where_its_framework_stands(any_site: Site) -> None:
    records = any_site.knowledge.records
    for key, framework in records.frameworks.items():
        if key in records.components and records.components[key].framework == key:
            assert any_site.knowledge.lifecycle.status_of(key).state == framework_state(framework)


@pytest.mark.parametrize("macro", ["framework_page", "component_page"])
def test_notices_that_say_otherwise_stand_beside_the_framework(edited_made_up: EditSite, macro: str) -> None:
    added = tongs(RELEASED, f"event: maintenance, date: 2018-05-21, {UNLIKE}", more="package: tongs\n")
    releases = listed_in([shipped("tongs")], [shipped("loom_lib")])
    site = edited_made_up({}, {**added, **releases})
    assert site.knowledge.lifecycle.status_of("tongs").state == "ended"
    line = state_line(site, macro, "tongs")
    assert line.text.startswith("Ended")
    assert "Maintenance since 2018-05-21" in line.text
    assert "../../sdks/2.1/" in links(line)


def test_what_was_announced_of_a_framework_that_is_over_is_no_longer_pending(edited_made_up: EditSite) -> None:
    announced = f"event: announced, announces: end_of_support, date: 2018-05-21, {UNLIKE}"
    lifecycle = edited_made_up({}, tongs(f"{RELEASED}, {UNLIKE}", announced)).knowledge.lifecycle
    assert lifecycle.status_by_notices("tongs").pending
    assert not lifecycle.status_of("tongs").pending


def test_notices_that_agree_are_not_repeated_beside_the_framework(edited_made_up: EditSite) -> None:
    site = edited_made_up({}, tongs(RELEASED, ENDED))
    assert framework_lifecycle.by_notices(site.knowledge, "tongs") is None


@pytest.mark.parametrize("macro", ["framework_page", "component_page"])
def test_an_end_whose_day_is_not_published_has_no_day(edited_made_up: EditSite, macro: str) -> None:
    line = state_line(edited_made_up({}, tongs(RELEASED, ENDED)), macro, "tongs")
    assert "No further fixes." in line.text
    assert days(line) == []


def test_a_version_that_a_notice_keeps_outlives_the_framework(edited_made_up: EditSite) -> None:
    kept = f'event: maintenance, date: 2018-05-21, version: "1", {UNLIKE}'
    other = f'event: released, date: 2018-05-20, version: "2", {UNLIKE}'
    lifecycle = edited_made_up({}, tongs(other, kept)).knowledge.lifecycle
    states = {found.version: found.state for found in lifecycle.versions_of("tongs")}
    assert states == {"2": "ended", "1": "maintenance"}


def test_the_page_of_a_framework_leads_to_its_notices(edited_made_up: EditSite) -> None:
    page = read(edited_made_up({}, tongs(RELEASED, ENDED)), "framework_page", "tongs")
    assert "../../lifecycle/tongs/" in links(frame(page, "Notices and versions"))


def test_the_page_of_a_framework_has_its_packages_and_names_its_parts(edited_made_up: EditSite) -> None:
    part = component(RELEASED, more="framework: hammer\n")
    page = read(edited_made_up({}, {"components/thing.yml": part}), "framework_page", "hammer")
    assert links(frame(page, "Notices and versions"))[0] == "../../lifecycle/hammer-lib/"
    assert "../../lifecycle/thing/" not in links(frame(page, "Notices and versions"))
    assert "../../lifecycle/thing/" in links(page)


ON_CHIP_ONE = f"  - accelerator: chip-one\n    workloads: [inference]\n    citations:\n      - {CITED}\n"
TONGS_ON_BOTH = {"frameworks/tongs.yml": {"hardware:\n": f"hardware:\n{ON_CHIP_ONE}"}}
HAMMER_HAS_ENDED = {
    "  - date: 2019-06-01\n    state: current\n    text: First release.": "  - date: 2019-06-01\n    state: ended\n"
    "    text: The end.",
}


def replacement_of_tongs(site: Site) -> framework_lifecycle.Replacement:
    return framework_lifecycle.replacement(site.knowledge, "tongs")


def test_a_successor_is_given_by_hardware(edited_made_up: EditSite) -> None:
    site = edited_made_up(TONGS_ON_BOTH)
    found = replacement_of_tongs(site)
    assert [(one.id, one.state.id, one.on) for one in found.successors] == [("hammer", "current", ["anvil"])]
    assert (found.none_on, found.over_on, found.pin) == (["chip-one"], [], None)
    assert {"../../frameworks/hammer/", "../../accelerators/chip-one/"} <= set(
        links(state_line(site, "framework_page", "tongs"))
    )


def test_successors_of_successors_are_listed_too(edited_made_up: EditSite) -> None:
    site = edited_made_up({"frameworks/hammer.yml": {"vendor: The Forge\n": "vendor: The Forge\nsuccessor: spindle\n"}})
    found = [(one.id, one.on) for one in replacement_of_tongs(site).successors]
    assert found == [("hammer", ["anvil"]), ("spindle", [])]


def test_frameworks_that_replace_each_other_are_listed_once(edited_made_up: EditSite) -> None:
    site = edited_made_up({"frameworks/hammer.yml": {"vendor: The Forge\n": "vendor: The Forge\nsuccessor: tongs\n"}})
    assert [one.id for one in replacement_of_tongs(site).successors] == ["hammer"]


def test_hardware_whose_replacement_is_over_too_is_named(edited_made_up: EditSite) -> None:
    site = edited_made_up({"frameworks/hammer.yml": HAMMER_HAS_ENDED})
    found = replacement_of_tongs(site)
    assert (found.none_on, found.over_on) == ([], ["anvil"])


@pytest.mark.parametrize(
    ("about", "pin"), [("accelerators: [chip-one]", "1.1"), ("accelerators: [anvil]", None), ("version: v2", None)]
)
def test_where_nothing_replaced_it_the_notice_about_that_hardware_is_pinned(
    edited_made_up: EditSite, about: str, pin: str | None
) -> None:
    site = edited_made_up(TONGS_ON_BOTH, tongs(f"{RELEASED}, {UNLIKE}", f'{ENDED}, last_sdk: "1.1", {about}'))
    found = replacement_of_tongs(site).pin
    assert (found.sdk if found else None) == pin


def test_the_pin_of_a_part_counts_where_it_is_about_just_that_hardware(edited_made_up: EditSite) -> None:
    part = component(f'{ENDED}, last_sdk: "1.0", accelerators: [chip-one]', more="framework: tongs\n")
    found = replacement_of_tongs(edited_made_up(TONGS_ON_BOTH, {"components/thing.yml": part})).pin
    assert found
    assert found.sdk == "1.0"


def test_package_lists_stand_beside_stated_hardware(edited_made_up: EditSite) -> None:
    slip = shipped("tongs", series="hearth", more=", note: A slip.")
    listed = listed_in([shipped("tongs", series="box"), slip], [shipped("tongs", series="box")])
    site = edited_made_up({}, {**tongs(RELEASED, ENDED, more="package: tongs\n"), **listed})
    rows = cells(frame(read(site, "framework_page", "tongs"), "Hardware"))
    assert [(row["Accelerator"], row["Workloads"], row["Package listed in SDK"]) for row in rows] == [
        ("Forge Anvil", "Inference", "–"),
        ("Chip One", "no workload stated", "2.0 to 2.1"),
    ]


# Timelines


def lines_of(site: Site, record: str) -> Mapping[str | None, timelines.Timeline]:
    return dict(components.page(site.knowledge, record).timelines)


def test_a_line_has_a_phase_for_each_state_up_to_the_edition(made_up: Site) -> None:
    line = lines_of(made_up, "old-tongs")[None]
    assert [(turn.state, turn.date.isoformat()) for turn in line.turns] == [
        ("current", "2018-03-01"),
        ("maintenance", "2018-09-01"),
        ("ended", "2019-06-01"),
    ]
    assert [(phase.state, phase.recorded) for phase in line.phases] == [
        ("current", False),
        ("maintenance", False),
        ("ended", False),
    ]
    assert line.phases[-1].end == timelines.RIGHT


def test_a_stretch_between_notices_of_one_state_is_recorded(edited_made_up: EditSite) -> None:
    line = lines_of(with_thing(edited_made_up, RELEASED, "event: released, date: 2018-01-01"), "thing")[None]
    assert sorted(phase.recorded for phase in line.phases) == [False, True]
    assert [mark.turn for mark in line.marks] == [True, False]


def test_marks_that_are_near_stand_one_above_the_other(edited_made_up: EditSite) -> None:
    site = with_thing(edited_made_up, RELEASED, "event: maintenance, date: 2017-01-08", ENDED)
    assert [mark.level for mark in lines_of(site, "thing")[None].marks] == [0, 1, 0]


def test_a_scale_names_the_years_that_begin_on_it(edited_made_up: EditSite) -> None:
    site = with_thing(edited_made_up, "event: released, date: 2017-03-01")
    assert [year for year, _ in lines_of(site, "thing")[None].axis.years] == [2017, 2018, 2019, 2020]


def test_a_long_scale_names_some_years_only(edited_made_up: EditSite) -> None:
    site = with_thing(edited_made_up, "event: released, date: 2001-03-01")
    years = [year for year, _ in lines_of(site, "thing")[None].axis.years]
    assert years[0] == 2001
    assert len(years) <= timelines.MOST_YEARS


def test_everything_on_a_line_stands_inside_the_picture(made_up: Site) -> None:
    for record in made_up.knowledge.records.components:
        for line in lines_of(made_up, record).values():
            ends = [end for phase in line.phases for end in (phase.start, phase.end)]
            places = [*ends, *(mark.x for mark in line.marks)]
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


# What pages about hardware say


def lifecycle_of(site: Site, accelerator: str, instance: str | None = None) -> HardwareSupport:
    found = hardware_support(site.knowledge, accelerator, instance)
    assert found is not None
    return found


DRIVER, RUNTIME = shipped("drv", series="hearth"), shipped("run", series="hearth")
DRIVER_AND_RUNTIME = {"components/drv.yml": package("drv", "driver"), "components/run.yml": package("run", "runtime")}
LIBRARY = shipped("hammer-lib", series="hearth")
NOTHING_FOR_IT = shipped("hammer-lib", series="attic")


@pytest.mark.parametrize(
    ("newest", "answer", "lacks"),
    [
        ([LIBRARY, DRIVER, RUNTIME], "yes", []),
        ([LIBRARY, RUNTIME], "part", [("driver", "forge/7.0")]),
        ([LIBRARY], "barely", [("driver", "forge/7.0"), ("runtime", "forge/7.0")]),
        ([NOTHING_FOR_IT], "no", [("driver", "forge/7.0"), ("runtime", "forge/7.0")]),
    ],
)
def test_hardware_is_supported_as_far_as_driver_and_runtime_are_listed(
    edited_made_up: EditSite, newest: Sequence[str], answer: str, lacks: Sequence[tuple[str, str]]
) -> None:
    releases = listed_in([LIBRARY, DRIVER, RUNTIME], newest, platform="forge")
    site = edited_made_up({}, {**DRIVER_AND_RUNTIME, **releases})
    found = lifecycle_of(site, "anvil")
    assert (found.status, list(found.missing_kinds.items())) == (answer, lacks)
    line = links(state_line(site, "accelerator_page", "anvil"))
    assert "../../sdks/forge/7.1/" in line
    assert ("../../sdks/forge/7.0/" in line) == (answer != "yes")


def test_hardware_of_which_no_list_ever_had_a_driver_lacks_none(made_up: Site) -> None:
    assert (lifecycle_of(made_up, "anvil").status, lifecycle_of(made_up, "anvil").missing_kinds) == ("yes", {})


def test_hardware_that_only_notices_name_has_no_answer(edited_made_up: EditSite) -> None:
    named = component(f"{RELEASED}, accelerators: [chip-two]")
    site = edited_made_up({}, {**SECOND_CHIP, "components/thing.yml": named})
    assert lifecycle_of(site, "chip-two").status == "unknown"
    page = read(site, "accelerator_page", "chip-two")
    assert not page.all("p", class_="state")
    assert "../../lifecycle/thing/" in links(frame(page, "Since, until, instead"))


def test_hardware_that_nothing_names_has_no_lifecycle(edited_made_up: EditSite) -> None:
    site = edited_made_up({}, SECOND_CHIP)
    assert hardware_support(site.knowledge, "chip-two") is None
    assert hardware_support(site.knowledge, "chip-one") is not None


def test_a_pin_for_one_chip_does_not_apply_to_another(edited_made_up: EditSite) -> None:
    notices = (f'{ENDED_ON_ONE}, last_sdk: "1.1"', "event: announced, announces: removed, date: 2018-06-01")
    both = notices[1] + ", accelerators: [chip-one, chip-two]"
    added = {"components/thing.yml": package("thing", "driver", RELEASED, notices[0], both)}
    site = edited_made_up({}, {**SECOND_CHIP, **added, **listed_in([shipped("loom_lib")])})
    assert [found.id for found in lifecycle_of(site, "chip-one").pins] == ["thing"]
    assert [found.id for found in lifecycle_of(site, "chip-two").pins] == []


def test_a_pin_of_a_version_is_not_that_of_the_whole(edited_made_up: EditSite) -> None:
    notice = f'{ENDED}, version: "1", accelerators: [chip-one], last_sdk: "1.0"'
    site = edited_made_up({}, {"components/thing.yml": component(RELEASED, notice, kind="driver")})
    assert {found.id: found.pin for found in lifecycle_of(site, "chip-one").components}["thing"] is None


def test_what_is_over_on_hardware_is_listed_the_newest_end_first(edited_made_up: EditSite) -> None:
    ends = (("aa", "driver", "2017-01-01"), ("bb", "runtime", "2018-01-01"), ("cc", "tool", "2018-02-01"))
    added = {
        f"components/{name}.yml": package(name, kind, f"event: removed, date: {day}, accelerators: [chip-one]")
        for name, kind, day in ends
    }
    releases = listed_in([shipped(name) for name in ("aa", "bb", "cc")], [shipped("loom_lib")])
    site = edited_made_up({}, {**added, **releases})
    assert [found.id for found in lifecycle_of(site, "chip-one").over] == ["bb", "aa"]
    line = links(state_line(site, "accelerator_page", "chip-one"))
    assert [link for link in line if "lifecycle/" in link][-2:] == ["../../lifecycle/bb/", "../../lifecycle/aa/"]


def test_a_successor_that_does_not_run_here_is_marked_as_elsewhere(edited_made_up: EditSite) -> None:
    hammer = component(RELEASED, more="framework: hammer\n").replace("Thing", "Hammer component")
    thing = component(ENDED_ON_ONE, more="successor: hammer\n")
    site = edited_made_up({}, {"components/hammer.yml": hammer, "components/thing.yml": thing})
    [found] = [found for found in lifecycle_of(site, "chip-one").components if found.id == "thing"]
    assert not found.successor_runs_here
    rows = cells(frame(read(site, "accelerator_page", "chip-one"), "Since, until, instead"))
    [instead] = [row["Instead"] for row in rows if row["Component"] == "Thing"]
    assert not instead.startswith("Hammer component")


def test_only_so_many_components_stand_in_the_table_and_the_rest_below(edited_made_up: EditSite) -> None:
    count = MOST_IN_TABLE + 1
    added = {
        f"components/thing-{number}.yml": component(
            f"event: released, date: 2016-01-0{number}, accelerators: [anvil]"
        ).replace("Thing", f"Thing {number}")
        for number in range(1, count + 1)
    }
    page = read(edited_made_up({}, added), "accelerator_page", "anvil")
    table = frame(page, "Since, until, instead")
    assert [row["Component"] for row in cells(table)] == ["old-tongs", "Thing 6", "Thing 5", "Thing 4", "Thing 3"]
    below = {f"../../lifecycle/thing-{number}/" for number in (1, 2)}
    assert below <= set(links(page))
    assert not below & set(links(table))


def test_conflicts_that_rest_on_the_same_sources_are_about_support(edited_made_up: EditSite) -> None:
    also_anvil = {"{instances: [box.small]}": "{accelerators: [anvil]}"}
    site = edited_made_up({"conflicts/width-of-box.yml": also_anvil})
    assert [key for key, _ in lifecycle_of(site, "anvil").conflicts] == ["speed-of-anvil-7b"]


NOT_LISTED = {"instances/box.small.yml": {"  listed: true\n": "  listed: false\n"}}
BOX_REMOVED = component("event: removed, date: 2018-05-01, instances: [box.small]", kind="instance")


def test_an_instance_type_that_is_gone_says_so_first(edited_made_up: EditSite) -> None:
    site = edited_made_up(NOT_LISTED, {"components/thing.yml": BOX_REMOVED})
    assert site.knowledge.lifecycle.ended_state("instances", "box.small") == "unlisted"
    line = read(site, "instance_page", "box.small").all("p", class_="state")[0]
    assert "2018-05-01" in line.text
    assert links(line) == ["../../lifecycle/thing/"]


def test_an_instance_type_that_a_list_lacks_without_a_notice_has_not_ended(edited_made_up: EditSite) -> None:
    site = edited_made_up(NOT_LISTED)
    assert site.knowledge.lifecycle.ended_state("instances", "box.small") is None
    assert not read(site, "instance_page", "box.small").all("p", class_="is-over")


def test_an_instance_type_that_is_still_listed_has_not_ended(edited_made_up: EditSite) -> None:
    site = edited_made_up({}, {"components/thing.yml": BOX_REMOVED})
    assert site.knowledge.lifecycle.ended_state("instances", "box.small") is None


def test_notices_about_an_instance_type_stand_on_its_page_only(edited_made_up: EditSite) -> None:
    notice = f"{ENDED}, instances: [hearth.small]"
    site = edited_made_up({}, {"components/thing.yml": component(RELEASED, notice)})
    on_small, on_large = (lifecycle_of(site, "anvil", record).components for record in ("hearth.small", "hearth.large"))
    assert "thing" in {found.id for found in on_small}
    assert "thing" not in {found.id for found in on_large}


def test_what_is_over_says_so_beside_its_name(made_up: Site) -> None:
    page = read(made_up, "accelerator_page", "anvil")
    assert [tag.text for tag in page.all("span", class_="ended")] == ["ended"]
    over = made_up.knowledge.lifecycle.ended_state
    assert (over("frameworks", "tongs"), over("frameworks", "hammer")) == ("ended", None)
    assert (over("components", "old-tongs"), over("components", "hammer-lib")) == ("ended", None)


# SDK releases and their packages


def test_packages_are_found_both_ways(edited_made_up: EditSite) -> None:
    site = edited_made_up(
        {},
        {
            "components/thing.yml": package("thing"),
            "sdks/1.9.0.yml": sdk("2018-07-01", shipped("thing", "1")),
            "sdks/1.10.0-beta.yml": sdk("2018-08-01"),
            "sdks/1.10.0.yml": sdk("2018-09-01", shipped("thing", "2")),
            "sdks/1.11.0.yml": sdk("2018-10-01", shipped("thing", "1"), shipped("thing", "3")),
        },
    )
    packages = site.knowledge.packages
    assert [(span.version, span.runs) for span in packages.versions_of("thing")] == [
        ("3", [("1.11.0", "1.11.0")]),
        ("1", [("1.9.0", "1.9.0"), ("1.11.0", "1.11.0")]),
        ("2", [("1.10.0", "1.10.0")]),
    ]
    assert packages.in_newest("thing")
    assert packages.last_for(("box",), "mill") == "1.11.0"
    assert list(packages.releases_on("mill"))[-4:] == ["1.9.0", "1.10.0-beta", "1.10.0", "1.11.0"]


def test_a_package_that_is_gone_says_where_it_was_last(edited_made_up: EditSite) -> None:
    listed = listed_in([shipped("thing"), shipped("loom_lib")], [shipped("loom_lib")])
    site = edited_made_up({}, {"components/thing.yml": package("thing"), **listed})
    [fact] = read(site, "component_page", "thing").one("header").all("dd")
    assert links(fact) == ["../../sdks/2.1/", "../../sdks/2.0/"]
    [gone] = read(site, "sdk_page", "2.1").one("ul", class_="changes").all("li")
    assert (links(gone), [version.text for version in gone.all("code")]) == (["../../lifecycle/thing/"], ["1"])


def test_a_release_lists_what_changed_since_the_last_list(edited_made_up: EditSite) -> None:
    first = [shipped("aa"), shipped("bb"), shipped("cc", "1"), shipped("cc", "2")]
    second = [shipped("aa"), shipped("cc", "2"), shipped("cc", "3"), shipped("dd")]
    things = {f"components/{name}.yml": package(name) for name in ("aa", "bb", "cc", "dd")}
    site = edited_made_up({}, {**things, **listed_in(first, [], second)})
    page = sdks.page(site.knowledge, "2.2")
    assert (page.previous, page.compared_with) == ("2.1", "2.0")
    found = [[line.component for line in lines] for lines in (page.added, page.changed, page.removed)]
    assert found == [["dd"], ["cc"], ["bb"]]
    changes = read(site, "sdk_page", "2.2").one("ul", class_="changes").all("li")
    assert [re.findall(r"\d", line.text) for line in changes] == [["1"], ["1"], ["3", "2", "2", "1"]]


def partial_list(date: str, *packages: str) -> str:
    """An SDK release of whose package list a part is known."""
    return sdk(date, *packages, more="partial: The list for the series box.\n")


def test_a_partial_list_shows_no_package_to_be_gone(edited_made_up: EditSite) -> None:
    whole = listed_in([shipped("thing"), shipped("loom_lib")])
    part = {"sdks/2.1.yml": partial_list("2018-09-01", shipped("loom_lib", "2"))}
    site = edited_made_up({}, {"components/thing.yml": package("thing"), **whole, **part})
    packages = site.knowledge.packages
    assert packages.in_newest("thing")
    assert (packages.newest_on("mill"), packages.last_for(("box",), "mill")) == ("2.0", "2.0")
    assert site.knowledge.lifecycle.status_of("thing").listed == "2.0"
    page = sdks.page(site.knowledge, "2.1")
    assert (page.compared_with, len(page.changed), page.removed) == ("2.0", 1, [])


def test_a_partial_list_shows_a_package_to_be_back(edited_made_up: EditSite) -> None:
    whole = listed_in([shipped("thing")], [shipped("loom_lib")])
    part = {"sdks/2.2.yml": partial_list("2018-10-01", shipped("thing"))}
    site = edited_made_up({}, {"components/thing.yml": package("thing"), **whole, **part})
    packages = site.knowledge.packages
    assert packages.listed_by("thing") == "2.2"
    [span] = packages.versions_of("thing")
    assert span.runs == [("2.0", "2.0"), ("2.2", "2.2")]
    [fact] = read(site, "component_page", "thing").one("header").all("dd")
    assert links(fact) == ["../../sdks/2.2/"]


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
    history = components.page(site.knowledge, "thing").line.package
    assert history is not None
    assert history.series_in_newest == {"box": True, "loft": None}


def test_a_version_can_be_cited_apart_from_the_list(edited_made_up: EditSite) -> None:
    elsewhere = "citation: {source: plain-paper, locator: page 4}"
    whole = listed_in([shipped("thing"), shipped("loom_lib", more=f", {elsewhere}")])
    site = edited_made_up({}, {"components/thing.yml": package("thing"), **whole})
    facts = package_facts(site.knowledge, site.knowledge.packages.of_release("2.0"))
    assert [fact.citation and fact.citation.locator for fact in facts][-1] == "page 4"
    assert facts[0].citation == site.knowledge.records.sdks["2.0"].manifest


def test_a_release_without_changes_counts_none(edited_made_up: EditSite) -> None:
    listed = listed_in([shipped("loom_lib")], [shipped("loom_lib")])
    page = read(edited_made_up({}, listed), "sdk_page", "2.1")
    assert not page.all("ul", class_="changes")
    assert "2.0" in page.text


def test_the_first_release_is_compared_with_none(made_up: Site) -> None:
    page = sdks.page(made_up.knowledge, "1.0")
    assert (page.previous, page.compared_with, page.added, page.changed, page.removed) == (None, None, [], [], [])


def test_a_release_without_a_package_list_has_no_table(edited_made_up: EditSite) -> None:
    page = read(edited_made_up({}, listed_in([])), "sdk_page", "2.0")
    assert "2018-08-01" in page.one("p", class_="lede").text
    assert not page.all("table")


def test_package_rows_name_what_was_there_before(edited_made_up: EditSite) -> None:
    listed = listed_in(
        [shipped("thing", "1.1.3"), shipped("thing", "2.1.3"), shipped("loom_lib", "7")],
        [shipped("thing", "1.1.4"), shipped("thing", "2.1.4"), shipped("thing", "NA"), shipped("loom_lib", "7")],
    )
    site = edited_made_up({}, {"components/thing.yml": package("thing", more="built_on: Yarn\n"), **listed})
    rows = cells(frame(read(site, "sdk_page", "2.1"), "Packages"))
    assert [(row["Package"], row["Version"], row["In 2.0"]) for row in rows] == [
        ("thing", "2.1.4 for Yarn 2.1", "2.1.3"),
        ("thing", "1.1.4 for Yarn 1.1", "1.1.3"),
        ("thing", "no version given “NA”", "2.1.3 , 1.1.3"),
        ("loom_lib", "7", "the same"),
    ]


def test_a_package_that_was_not_there_before_is_new(edited_made_up: EditSite) -> None:
    listed = listed_in([shipped("loom_lib")], [shipped("loom_lib"), shipped("thing")])
    site = edited_made_up({}, {"components/thing.yml": package("thing"), **listed})
    rows = cells(frame(read(site, "sdk_page", "2.1"), "Packages"))
    assert {row["Package"]: row["In 2.0"] for row in rows} == {"loom_lib": "the same", "thing": "not there"}


def test_packages_stand_by_kind_in_the_order_of_the_vocabulary(edited_made_up: EditSite) -> None:
    things = {"components/aa.yml": package("aa", "driver"), "components/bb.yml": package("bb", "framework")}
    site = edited_made_up({}, {**things, **listed_in([shipped("aa"), shipped("loom_lib"), shipped("bb")])})
    assert [kind for kind, _ in sdks.page(site.knowledge, "2.0").groups] == ["framework", "library", "driver"]


def test_a_release_names_its_first_packages_by_the_hardware_they_are_for(edited_made_up: EditSite) -> None:
    edits = {"platforms/mill.yml": {"first_packages: [loom_lib]": "first_packages: [loom_lib, aa, bb]"}}
    listed = listed_in([shipped("loom_lib", "2.1"), shipped("aa", series="loft"), shipped("bb", "3", "loft, attic")])
    things = {f"components/{name}.yml": package(name) for name in ("aa", "bb")}
    site = edited_made_up(edits, {**things, **listed})
    groups = sdks.page(site.knowledge, "2.0").main
    assert [(group.series, [line.component for line in group.packages]) for group in groups] == [
        (["box"], ["loom-lib"]),
        (["attic", "loft"], ["aa", "bb"]),
    ]
    assert "box: loom_lib 2.1" in read(site, "sdk_page", "2.0").one("p", class_="lede").text


def test_a_release_names_every_version_of_its_first_packages(edited_made_up: EditSite) -> None:
    listed = listed_in([shipped("loom_lib", "1.9.1"), shipped("loom_lib", "2.1.1")])
    edits = {"components/loom-lib.yml": {"package: loom_lib\n": "package: loom_lib\nbuilt_on: Yarn\n"}}
    lede = read(edited_made_up(edits, listed), "sdk_page", "2.0").one("p", class_="lede").text
    assert re.findall(r"\d+\.\d+\.\d+|Yarn [\d.]+", lede) == ["2.1.1", "Yarn 2.1", "1.9.1", "Yarn 1.9"]


def test_a_release_names_what_was_built_and_measured_with_it(made_up: Site) -> None:
    page = sdks.page(made_up.knowledge, "1.0")
    assert [(key, tag.version) for key, tag in page.tags] == [("loom-lib", "0.1")]
    assert [(found.facts[0].file_id, len(found.facts), list(found.models)) for found in page.measured] == [
        ("loom-speed", 3, ["maker/shuttle-small"])
    ]
    found = links(read(made_up, "sdk_page", "1.0"))
    assert {"../../lifecycle/loom-lib/", "../../benchmarks/loom-speed/", "../../models/maker/shuttle-small/"} <= set(
        found
    )


def test_a_release_names_the_notices_that_take_effect_with_it(made_up: Site) -> None:
    rows = cells(frame(read(made_up, "sdk_page", "forge/6.4.0"), "Takes effect with it"))
    assert [(row["Component"], row["Event"], row["Instead"]) for row in rows] == [
        ("old-tongs", "Support ended", "hammer-lib"),
        ("hammer-lib", "Released", "none named"),
    ]


def test_a_list_of_releases_names_some_versions_and_counts_the_rest(edited_made_up: EditSite) -> None:
    count = sdks.MOST_IN_CELL + 2
    site = edited_made_up({}, listed_in([shipped("loom_lib", f"1.{number}") for number in range(count)]))
    [row] = [row for row in cells(frame(read(site, "sdk_list"), "Mill Kit releases")) if row["SDK"] == "2.0"]
    assert re.findall(r"[\d.]+", row["loom_lib"]) == ["1.4", "1.3", "1.2", "2"]


def test_a_list_of_releases_says_where_no_package_list_is_on_record(edited_made_up: EditSite) -> None:
    table = frame(read(edited_made_up({}, listed_in([])), "sdk_list"), "Mill Kit releases")
    assert [len(row.all("td")) for row in table.all("tr") if row.all("td")] == [2, 3, 3]
    assert re.findall(r"\d+", table.one("caption").text) == ["3", "2"]


# One SDK beside another


def test_releases_of_two_sdks_stand_in_lists_of_their_own(edited_made_up: EditSite) -> None:
    between = {"sdks/6.9.yml": sdk("2019-01-01", shipped("loom_lib", "6.9"))}
    page = read(edited_made_up({}, between), "sdk_list")
    assert [row["SDK"] for row in cells(frame(page, "Mill Kit releases"))] == ["6.9", "1.1", "1.0"]
    assert [row["SDK"] for row in cells(frame(page, "Forge Kit releases"))] == ["6.10.0", "6.4.0"]


def test_versions_are_ordered_by_number_within_their_sdk(edited_made_up: EditSite) -> None:
    names = ("6.9.1", "6.10.0-beta", "6.5")
    added = {f"sdks/forge/{name}.yml": sdk("2019-09-01", LIBRARY, platform="forge") for name in names}
    packages = edited_made_up({}, added).knowledge.packages
    order = ["6.4.0", "6.5", "6.9.1", "6.10.0-beta", "6.10.0"]
    assert packages.releases_on("forge") == [f"forge/{version}" for version in order]


def test_neighbours_of_a_release_are_of_its_own_sdk(edited_made_up: EditSite) -> None:
    between = {"sdks/6.9.yml": sdk("2019-01-01", shipped("loom_lib", "6.9"))}
    knowledge = edited_made_up({}, between).knowledge
    pages = {name: sdks.page(knowledge, name) for name in ("6.9", "forge/6.4.0", "forge/6.10.0")}
    assert {name: (page.previous, page.following, page.compared_with) for name, page in pages.items()} == {
        "6.9": ("1.1", None, "1.1"),
        "forge/6.4.0": (None, "forge/6.10.0", None),
        "forge/6.10.0": ("forge/6.4.0", None, "forge/6.4.0"),
    }


def test_each_sdk_has_a_newest_release_of_its_own(any_site: Site) -> None:
    knowledge = any_site.knowledge
    newest = [record for record in knowledge.records.sdks if sdks.page(knowledge, record).newest]
    platforms = [knowledge.records.sdks[record].platform for record in newest]
    assert sorted(platforms) == sorted({found.platform for found in knowledge.records.sdks.values()})


@pytest.mark.parametrize(
    ("record", "newest"), [("1.0", False), ("1.1", True), ("forge/6.4.0", False), ("forge/6.10.0", True)]
)
def test_the_page_of_the_newest_release_of_an_sdk_says_so(made_up: Site, record: str, newest: bool) -> None:
    assert ("newest" in read(made_up, "sdk_page", record).one("p", class_="lede").text) == newest


def test_a_package_counts_as_listed_by_the_newest_release_of_its_own_sdk(made_up: Site) -> None:
    packages = made_up.knowledge.packages
    assert (packages.newest_for("loom-lib"), packages.newest_for("hammer-lib")) == ("1.1", "forge/6.10.0")
    assert [row["In SDK"] for row in cells(frame(read(made_up, "component_list"), "Components"))] == ["yes", "yes", "–"]


def test_packages_stand_in_the_list_of_their_sdk(made_up: Site) -> None:
    page = read(made_up, "sdk_list")
    assert [row["Package"] for row in cells(frame(page, "Packages of Mill Kit"))] == ["loom_lib"]
    assert [row["Package"] for row in cells(frame(page, "Packages of Forge Kit"))] == ["hammer-lib"]


FORGE_PAGES = (
    ("sdk_page", "forge/6.4.0"),
    ("sdk_page", "forge/6.10.0"),
    ("accelerator_page", "anvil"),
    ("instance_page", "hearth.small"),
    ("instance_page", "hearth.large"),
    ("component_page", "hammer-lib"),
    ("component_page", "old-tongs"),
    ("framework_page", "hammer"),
)


@pytest.mark.parametrize(("macro", "record"), FORGE_PAGES)
def test_pages_about_one_vendor_say_nothing_of_the_sdk_of_another(made_up: Site, macro: str, record: str) -> None:
    page = read(made_up, macro, record)
    releases = {link for link in links(page) if "/sdks/" in link} - {"../../sdks/"}
    assert releases
    assert all(link.startswith("../../sdks/forge/") for link in releases)
    assert "Mill Kit" not in page.text
    assert "loom_lib" not in page.text


@pytest.mark.parametrize(("macro", "record"), [("accelerator_page", "chip-one"), ("instance_page", "box.small")])
def test_support_of_hardware_is_decided_by_the_sdk_that_lists_packages_for_it(
    made_up: Site, macro: str, record: str
) -> None:
    line = state_line(made_up, macro, record)
    assert "Mill Kit 1.1" in line.text
    assert "../../sdks/1.1/" in links(line)
    assert not [link for link in links(read(made_up, macro, record)) if "sdks/forge" in link]


def test_a_newer_release_of_another_sdk_changes_nothing_for_hardware(edited_made_up: EditSite) -> None:
    site = edited_made_up({}, listed_in([LIBRARY], platform="forge"))
    assert (lifecycle_of(site, "chip-one").newest, lifecycle_of(site, "anvil").newest) == ("1.1", "forge/7.0")
    assert lifecycle_of(site, "chip-one").status == "yes"


def test_hardware_that_two_sdks_listed_belongs_to_the_one_that_did_last(edited_made_up: EditSite) -> None:
    series = {"sdks/1.0.yml": {"series: [box]": "series: [box, hearth]"}}
    assert lifecycle_of(edited_made_up(series), "anvil").newest == "forge/6.10.0"


def test_pages_of_releases_link_releases_of_their_own_sdk_only(any_site: Site) -> None:
    knowledge = any_site.knowledge
    for record, release in knowledge.records.sdks.items():
        page = sdks.page(knowledge, record)
        for other in filter(None, (page.previous, page.following, page.compared_with)):
            assert knowledge.records.sdks[other].platform == release.platform


# Lists and the API


def pages_of(site: Site, kind: str, macro: str) -> Mapping[int, Element]:
    """Every page of a list, by its number."""
    count = pager(site.knowledge, kind, "1").pages
    return {number: read(site, macro, str(number)) for number in range(1, count + 1)}


def test_every_kind_of_component_is_linked_to_the_place_where_it_begins(any_site: Site) -> None:
    pages = pages_of(any_site, "components", "component_list")
    anchors = {number: {body.attributes.get("id") for body in page.all("tbody")} for number, page in pages.items()}
    found = set()
    for link in links(pages[1].one("p", class_="kinds")):
        place, _, kind = link.partition("#")
        number = re.search(r"page-(\d+)/$", place)
        assert kind in anchors[int(number[1]) if number else 1]
        found.add(kind)
    assert found == {one.kind for one in any_site.knowledge.records.components.values()}


def test_the_list_of_components_has_each_once(any_site: Site) -> None:
    pages = pages_of(any_site, "components", "component_list").values()
    named = [links(row)[0] for page in pages for row in page.all("tr") if row.all("td")]
    assert sorted(named) == sorted(f"../../lifecycle/{key}/" for key in any_site.knowledge.records.components)


def test_the_list_of_sdk_releases_has_each_once(any_site: Site) -> None:
    tables = [page.all("table") for page in pages_of(any_site, "sdks", "sdk_list").values()]
    firsts = [
        links(row.all("th")[0])[0] for page in tables for table in page for row in table.all("tr") if row.all("td")
    ]
    named = [link for link in firsts if "/sdks/" in link]
    assert sorted(named) == sorted(f"../../sdks/{key}/" for key in any_site.knowledge.records.sdks)


def test_kinds_that_few_look_for_stand_at_the_end_of_the_list(edited_made_up: EditSite) -> None:
    added = {
        f"components/{name.lower()}.yml": component(RELEASED, kind=kind).replace("Thing", name)
        for name, kind in (("Aa", "python"), ("Bb", "model"))
    }
    page = read(edited_made_up({}, added), "component_list")
    assert [body.attributes["id"] for body in page.all("tbody")] == ["library", "tool", "model", "python"]


def test_components_of_one_framework_stand_together(edited_made_up: EditSite) -> None:
    added = {
        f"components/{name.lower()}.yml": component(RELEASED, more=f"framework: {framework}\n").replace("Thing", name)
        for name, framework in (("Aa", "hammer"), ("Bb", "loom"), ("Cc", "hammer"))
    }
    rows = cells(frame(read(edited_made_up({}, added), "component_list"), "Components"))
    assert [row["Component"] for row in rows][:5] == ["Aa", "Cc", "hammer-lib", "Bb", "loom-lib"]


def test_components_are_counted_by_state(made_up: Site) -> None:
    assert components.index(made_up.knowledge).states == [("current", 2), ("ended", 1)]


def test_what_a_component_replaced_is_named_on_its_page(made_up: Site) -> None:
    assert "../../lifecycle/old-tongs/" in links(read(made_up, "component_page", "hammer-lib").one("header"))
    assert "../../lifecycle/hammer-lib/" in links(state_line(made_up, "component_page", "old-tongs"))


def test_the_releases_of_a_component_are_listed_with_what_they_pin(made_up: Site) -> None:
    [row] = cells(frame(read(made_up, "component_page", "loom-lib"), "Releases and what they pin"))
    assert (row["Version"], row["Date"], row["Requires"]) == ("0.1", "2018-01-01", "spindle==2.0")
    assert "1.0" in row["SDK"]


def test_a_state_of_development_is_not_counted_as_a_release(edited_made_up: EditSite) -> None:
    tag = f'  - {{version: "0.2.dev0", date: 2018-02-01, released: false, citation: {CITED}}}\n'
    page = read(edited_made_up({"components/loom-lib.yml": {"tags:\n": f"tags:\n{tag}"}}), "component_page", "loom-lib")
    table = frame(page, "Releases and what they pin")
    assert table.one("caption").text.startswith("1 release and 1 state of development")
    assert cells(table)[0]["Version"] == "0.2.dev0 not released"


def rows_of(table: Table[Any], knowledge: Knowledge) -> Sequence[Mapping[str, Any]]:
    """Every row of a table."""
    assert table.facts
    return list(map(table.row, table.facts(knowledge)))


def test_notices_have_an_id_each(any_site: Site) -> None:
    notices = rows_of(LIFECYCLE, any_site.knowledge)
    assert len({row["id"] for row in notices}) == len(notices)


def test_the_api_has_every_notice_and_package_version_once(any_site: Site) -> None:
    records = any_site.knowledge.records
    notices = [row["component"] for row in rows_of(LIFECYCLE, any_site.knowledge)]
    assert {key: notices.count(key) for key in records.components} == {
        key: len(found.notices) for key, found in records.components.items()
    }
    versions = [row["sdk"] for row in rows_of(PACKAGE_VERSIONS, any_site.knowledge)]
    assert {key: versions.count(key) for key in records.sdks} == {
        key: len(found.packages) for key, found in records.sdks.items()
    }


def api_rows(exports: Mapping[str, bytes], name: str) -> Sequence[Mapping[str, object]]:
    found: Sequence[Mapping[str, object]] = json.loads(exports[f"api/v1/{name}.json"])["result"]
    return found


def test_the_api_has_the_day_and_the_state_of_a_notice(made_up_exports: Mapping[str, bytes]) -> None:
    [row] = [row for row in api_rows(made_up_exports, "lifecycle") if row["id"] == "old-tongs/3"]
    assert (row["event"], row["effective"], row["state"]) == ("end_of_support", "2019-06-01", "ended")
    assert (row["sdk"], row["last_sdk"], row["component_state"]) == ("forge/6.4", "forge/6.3", "ended")


def test_the_api_has_no_day_for_an_announcement_without_a_release(made_up_exports: Mapping[str, bytes]) -> None:
    [row] = [row for row in api_rows(made_up_exports, "lifecycle") if row["id"] == "loom-lib/2"]
    assert (row["date"], row["effective"], row["state"]) == ("2019-01-01", None, None)


def test_the_api_has_package_versions_sdk_by_sdk(made_up_exports: Mapping[str, bytes]) -> None:
    rows = [(row["sdk"], row["package"], row["version"]) for row in api_rows(made_up_exports, "package-versions")]
    assert rows == [
        ("forge/6.4.0", "hammer-lib", "6.4.1"),
        ("forge/6.10.0", "hammer-lib", "6.10.2"),
        ("1.0", "loom_lib", "0.1"),
        ("1.1", "loom_lib", "0.2"),
    ]
