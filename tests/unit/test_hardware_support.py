"""Support of hardware follows from package lists and notices."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from macros.pages.hardware_support import MOST_IN_TABLE, hardware_support
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.lifecycle_data import (
    ENDED,
    ENDED_ON_ONE,
    LIBRARY,
    RELEASED,
    SECOND_CHIP,
    cells,
    component,
    frame,
    lifecycle_of,
    links,
    listed_in,
    package,
    shipped,
)
from tests.support.render_page import read

DRIVER, RUNTIME = shipped("drv", series="hearth"), shipped("run", series="hearth")
DRIVER_AND_RUNTIME = {"components/drv.yml": package("drv", "driver"), "components/run.yml": package("run", "runtime")}
NOTHING_FOR_IT = shipped("hammer-lib", series="attic")


@pytest.mark.parametrize(
    ("newest", "lacks"),
    [
        ([LIBRARY, DRIVER, RUNTIME], []),
        ([LIBRARY, RUNTIME], [("driver", "forge/7.0")]),
        ([LIBRARY], [("driver", "forge/7.0"), ("runtime", "forge/7.0")]),
        ([NOTHING_FOR_IT], [("driver", "forge/7.0"), ("runtime", "forge/7.0")]),
    ],
)
def test_the_kinds_of_package_that_the_newest_list_lacks_are_named(
    edited_made_up: EditSite, newest: Sequence[str], lacks: Sequence[tuple[str, str]]
) -> None:
    releases = listed_in([LIBRARY, DRIVER, RUNTIME], newest, platform="forge")
    site = edited_made_up({}, {**DRIVER_AND_RUNTIME, **releases})
    assert list(lifecycle_of(site, "anvil").missing_kinds.items()) == lacks
    page = links(read(site, "accelerator_page", "anvil"))
    assert "../../sdks/forge/7.1/" in page
    assert ("../../sdks/forge/7.0/" in page) == bool(lacks)


def test_hardware_of_which_no_list_ever_had_a_driver_lacks_none(made_up: Site) -> None:
    assert lifecycle_of(made_up, "anvil").missing_kinds == {}


def test_hardware_that_only_notices_name_has_their_table(edited_made_up: EditSite) -> None:
    named = component(f"{RELEASED}, accelerators: [chip-two]")
    site = edited_made_up({}, {**SECOND_CHIP, "components/thing.yml": named})
    page = read(site, "accelerator_page", "chip-two")
    assert not page.all("p", class_="state")
    assert "../../lifecycle/thing/" in links(frame(page, "Support timeline"))


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


def test_a_successor_that_does_not_run_here_is_marked_as_elsewhere(edited_made_up: EditSite) -> None:
    hammer = component(RELEASED, more="framework: hammer\n").replace("Thing", "Hammer component")
    thing = component(ENDED_ON_ONE, more="successor: hammer\n")
    site = edited_made_up({}, {"components/hammer.yml": hammer, "components/thing.yml": thing})
    [found] = [found for found in lifecycle_of(site, "chip-one").components if found.id == "thing"]
    assert not found.successor_runs_here
    rows = cells(frame(read(site, "accelerator_page", "chip-one"), "Support timeline"))
    [instead] = [row["Replacement"] for row in rows if row["Component"] == "Thing"]
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
    table = frame(page, "Support timeline")
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
    assert site.knowledge.lifecycle.ended_state("instances", "box.small") == "retired"
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
    page = read(made_up, "framework_page", "hammer")
    assert {tag.text for tag in page.all("span", class_="ended")} >= {"ended"}
    over = made_up.knowledge.lifecycle.ended_state
    assert (over("frameworks", "tongs"), over("frameworks", "hammer")) == ("ended", None)
    assert (over("components", "old-tongs"), over("components", "hammer-lib")) == ("ended", None)
