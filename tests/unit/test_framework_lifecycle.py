"""Components stand where their framework stands, and what replaced a framework is given by hardware."""

from __future__ import annotations

import pytest

from macros.facts.framework_states import Replacement, replacement_of
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.elements import read
from tests.support.lifecycle_data import (
    ENDED,
    RELEASED,
    component,
    frame,
    listed_in,
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


def test_a_replacement_that_is_named_but_not_recorded_on_some_hardware_is_told(edited_made_up: EditSite) -> None:
    named = {"accelerator": "chip-one", "workload": "inference", "date": "2019-06-01", "replacement": "[hammer]"}
    site = edited_made_up({"frameworks/tongs.yml": stating(statement("ended", **named))})
    assert "what is named for Chip One is not recorded there" in state_line(site, "framework_page", "tongs").text


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
