"""Support of hardware follows from package lists and notices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

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
)

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


def test_hardware_whose_software_has_ended_says_first_what_ended_and_when(edited_made_up: EditSite) -> None:
    ended = {"status: current\n    date: 2019-06-01": "status: ended\n    date: 2019-07-02\n    last_sdk: forge/6.4.0"}
    over = {"status: current": "status: ended", "state: current": "state: ended"}
    site = edited_made_up({"platforms/forge.yml": ended, "frameworks/hammer.yml": over})
    for page in (read(site, "accelerator_page", "anvil"), read(site, "instance_page", "hearth.large")):
        (line,) = page.all("p", class_="state")
        assert "Forge Development Kit" in line.text
        assert "2019-07-02" in line.text
        assert line.links == ["../../sdks/forge/6.4.0/"]
    assert not read(site, "accelerator_page", "chip-one").all("p", class_="state")


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
