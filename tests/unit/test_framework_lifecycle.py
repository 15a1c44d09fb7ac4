"""What follows from notices and package lists: where a framework stands, its components, the support of hardware."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from macros.facts.framework_states import Replacement, replacement_of
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.elements import read
from tests.support.lifecycle_data import (
    ENDED,
    ENDED_ON_ONE,
    LIBRARY,
    RELEASED,
    SECOND_CHIP,
    component,
    frame,
    key_fact,
    listed_in,
    package,
    shipped,
    state_line,
    statement,
    stating,
    tongs,
)

UNLIKE = "note: The notice came first."
"""Says why a notice and the framework may differ."""


@pytest.mark.parametrize("macro", ["framework_page", "component_page"])
def test_notices_that_say_otherwise_stand_beside_the_framework(edited_made_up: EditSite, macro: str) -> None:
    added = tongs(RELEASED, f"event: maintenance, date: 2018-05-21, {UNLIKE}", more="package: tongs\n")
    releases = listed_in([shipped("tongs")], [shipped("loom_lib")])
    site = edited_made_up({}, {**added, **releases})
    assert site.knowledge.lifecycle.status_of("tongs").state == "ended"
    line = state_line(site, macro, "tongs")
    assert line.text.startswith("Ended")
    assert "Maintenance since 2018-05-21" in line.text
    assert "../../sdks/2.1/" in line.links


def test_what_was_announced_of_a_framework_that_is_over_is_no_longer_pending(edited_made_up: EditSite) -> None:
    announced = f"event: announced, announces: end_of_support, date: 2018-05-21, {UNLIKE}"
    lifecycle = edited_made_up({}, tongs(f"{RELEASED}, {UNLIKE}", announced)).knowledge.lifecycle
    assert lifecycle.status_by_notices("tongs").pending
    assert not lifecycle.status_of("tongs").pending


def test_notices_that_agree_are_not_repeated_beside_the_framework(edited_made_up: EditSite) -> None:
    site = edited_made_up({}, tongs(RELEASED, ENDED))
    assert site.knowledge.lifecycle.by_notices("tongs") is None


def test_a_version_that_a_notice_keeps_outlives_the_framework(edited_made_up: EditSite) -> None:
    kept = f'event: maintenance, date: 2018-05-21, version: "1", {UNLIKE}'
    other = f'event: released, date: 2018-05-20, version: "2", {UNLIKE}'
    lifecycle = edited_made_up({}, tongs(other, kept)).knowledge.lifecycle
    states = {found.version: found.state for found in lifecycle.versions_of("tongs")}
    assert states == {"2": "ended", "1": "maintenance"}


def test_the_page_of_a_framework_leads_to_its_packages_and_parts(edited_made_up: EditSite) -> None:
    part = component(RELEASED, more="framework: hammer\n")
    page = read(edited_made_up({}, {"components/thing.yml": part}), "framework_page", "hammer")
    found = frame(page, "Notices and versions").links
    assert {"../../lifecycle/hammer-lib/", "../../lifecycle/thing/"} <= set(found)


HAMMER_HAS_ENDED = {
    "  - date: 2019-06-01\n    state: current\n    text: First release.": "  - date: 2019-06-01\n    state: ended\n"
    "    text: The end.",
    "status: current": "status: ended",
}


def replacement_of_tongs(site: Site) -> Replacement:
    found = replacement_of(site.knowledge.records, "tongs")
    assert found
    return found


def test_a_successor_is_given_by_hardware(edited_made_up: EditSite) -> None:
    on_chip_one = statement("ended", accelerator="chip-one", workload="inference", date="2019-06-01")
    site = edited_made_up({"frameworks/tongs.yml": stating(on_chip_one)})
    found = replacement_of_tongs(site)
    assert [(one.id, one.state.id, one.on) for one in found.successors] == [("hammer", "current", ["anvil"])]
    assert (found.none_on, found.over_on) == (["chip-one"], [])
    assert {"../../frameworks/hammer/", "../../accelerators/chip-one/"} <= set(
        state_line(site, "framework_page", "tongs").links
    )


def test_where_a_statement_names_a_replacement_none_is_missing(edited_made_up: EditSite) -> None:
    named = {"accelerator": "chip-one", "workload": "inference", "date": "2019-06-01", "replacement": "[loom]"}
    site = edited_made_up({"frameworks/tongs.yml": stating(statement("ended", **named))})
    assert replacement_of_tongs(site).none_on == []
    assert "also named: Loom" in state_line(site, "framework_page", "tongs").text


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


DRIVER, RUNTIME = shipped("drv", series="hearth"), shipped("run", series="hearth")
DRIVER_AND_RUNTIME = {"components/drv.yml": package("drv", "driver"), "components/run.yml": package("run", "runtime")}
NOTHING_FOR_IT = shipped("hammer-lib", series="attic")


@pytest.mark.parametrize(
    ("newest", "last", "gone"),
    [
        ([LIBRARY, DRIVER, RUNTIME], "Forge Kit 7.1 of 2019-09-01", []),
        ([LIBRARY, RUNTIME], "Forge Kit 7.1 of 2019-09-01", ["Driver"]),
        ([LIBRARY], "Forge Kit 7.1 of 2019-09-01", ["Driver", "Runtime"]),
        (
            [NOTHING_FOR_IT],
            "Forge Kit 7.0 of 2019-08-01 ; the newest, Forge Kit 7.1 , lists none",
            ["Driver", "Runtime"],
        ),
    ],
)
def test_the_last_sdk_is_named_and_which_needed_packages_the_newest_lacks(
    edited_made_up: EditSite, newest: Sequence[str], last: str, gone: Sequence[str]
) -> None:
    releases = listed_in([LIBRARY, DRIVER, RUNTIME], newest, platform="forge")
    page = read(edited_made_up({}, {**DRIVER_AND_RUNTIME, **releases}), "accelerator_page", "anvil")
    assert key_fact(page, "Last SDK with packages for it") == last
    missing = " ".join(f"{kind}, last in Forge Kit 7.0 of 2019-08-01" for kind in gone)
    assert key_fact(page, "No longer listed").split() == missing.split()


def test_hardware_that_only_notices_name_has_their_table(edited_made_up: EditSite) -> None:
    named = component(f"{RELEASED}, accelerators: [chip-two]")
    page = read(edited_made_up({}, {**SECOND_CHIP, "components/thing.yml": named}), "accelerator_page", "chip-two")
    assert key_fact(page, "Last SDK with packages for it") == ""
    assert "../../lifecycle/thing/" in frame(page, "Notices").links


def test_a_notice_about_one_chip_does_not_stand_on_the_page_of_another(edited_made_up: EditSite) -> None:
    last, announced = f'{ENDED_ON_ONE}, last_sdk: "1.1"', "event: announced, announces: removed, date: 2018-06-01"
    both = f"{announced}, accelerators: [chip-one, chip-two]"
    added = {"components/thing.yml": package("thing", "driver", RELEASED, last, both)}
    site = edited_made_up({}, {**SECOND_CHIP, **added, **listed_in([shipped("loom_lib")])})
    one, two = (
        read(site, "accelerator_page", chip).one("div", aria_label="Notices") for chip in ("chip-one", "chip-two")
    )
    assert "Mill Kit 1.1" in [row.get("Last SDK") for row in one.rows]
    assert not two.all("a", href="../../sdks/1.1/")


NOT_LISTED = {"instances/box.small.yml": {"  listed: true\n": "  listed: false\n"}}
BOX_REMOVED = component("event: removed, date: 2018-05-01, instances: [box.small]", kind="instance")


def test_an_instance_type_that_is_gone_says_so_first(edited_made_up: EditSite) -> None:
    site = edited_made_up(NOT_LISTED, {"components/thing.yml": BOX_REMOVED})
    assert site.knowledge.lifecycle.ended_state("instances", "box.small") == "retired"
    line = read(site, "instance_page", "box.small").all("p", class_="state")[0]
    assert "2018-05-01" in line.text
    assert line.links == ["../../lifecycle/thing/"]


SOFTWARE_ENDED = component(f"{ENDED}, instances: [box.small]")


@pytest.mark.parametrize(
    "data",
    [
        (NOT_LISTED, {}),
        ({}, {"components/thing.yml": BOX_REMOVED}),
        (NOT_LISTED, {"components/thing.yml": SOFTWARE_ENDED}),
    ],
)
def test_an_instance_type_has_ended_only_where_both_list_and_notice_about_it_say_so(
    edited_made_up: EditSite, data: tuple[Mapping[str, Mapping[str, str]], Mapping[str, str]]
) -> None:
    site = edited_made_up(*data)
    assert site.knowledge.lifecycle.ended_state("instances", "box.small") is None
    assert not read(site, "instance_page", "box.small").all("p", class_="state")


def test_notices_about_an_instance_type_stand_on_its_page_only(edited_made_up: EditSite) -> None:
    notice = f"{ENDED}, instances: [hearth.small]"
    site = edited_made_up({}, {"components/thing.yml": component(RELEASED, notice)})
    small, large = (read(site, "instance_page", record).links for record in ("hearth.small", "hearth.large"))
    assert "../../lifecycle/thing/" in small
    assert "../../lifecycle/thing/" not in large
