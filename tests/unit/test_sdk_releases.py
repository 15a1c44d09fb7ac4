"""Package versions of SDK releases, SDK by SDK."""

from __future__ import annotations

import re

import pytest

from macros.site.state import Site
from macros.views import sdks
from tests.conftest import EditSite
from tests.support.lifecycle_data import (
    LIBRARY,
    cells,
    frame,
    lifecycle_of,
    links,
    listed_in,
    package,
    sdk,
    shipped,
)
from tests.support.render_page import read


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
    [fact] = [fact for fact in read(site, "component_page", "thing").one("header").all("dd") if links(fact)]
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
    assert [[line.component for line in lines] for lines in (page.added, page.changed)] == [["dd"], ["cc"]]
    assert [(component, list(versions)) for component, versions in page.removed] == [("bb", ["1"])]
    changes = read(site, "sdk_page", "2.2").one("ul", class_="changes").all("li")
    assert [re.findall(r"\d", line.text) for line in changes] == [["1"], ["1"], ["3", "2", "2", "1"]]


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
    assert [(list(series), [line.component for line in lines]) for series, lines in groups] == [
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
    assert [(row["Component"], row["Event"], row["Replacement"]) for row in rows] == [
        ("old-tongs", "Support ended", "hammer-lib"),
        ("hammer-lib", "Released", "none named"),
    ]


def test_a_list_of_releases_names_some_versions_and_counts_the_rest(edited_made_up: EditSite) -> None:
    count = 5
    site = edited_made_up({}, listed_in([shipped("loom_lib", f"1.{number}") for number in range(count)]))
    [row] = [row for row in cells(frame(read(site, "sdk_list"), "Mill Kit releases")) if row["SDK"] == "2.0"]
    assert re.findall(r"[\d.]+", row["loom_lib"]) == ["1.4", "1.3", "1.2", "2"]


def test_a_list_of_releases_says_where_no_package_list_is_on_record(edited_made_up: EditSite) -> None:
    table = frame(read(edited_made_up({}, listed_in([])), "sdk_list"), "Mill Kit releases")
    assert [len(row.all("td")) for row in table.all("tr") if row.all("td")] == [2, 3, 3]
    assert re.findall(r"\d+", table.one("caption").text) == ["3", "2"]


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


@pytest.mark.parametrize(
    ("record", "newest"), [("1.0", False), ("1.1", True), ("forge/6.4.0", False), ("forge/6.10.0", True)]
)
def test_the_page_of_the_newest_release_of_an_sdk_says_so(made_up: Site, record: str, newest: bool) -> None:
    assert ("newest" in read(made_up, "sdk_page", record).one("p", class_="lede").text) == newest


def test_a_package_counts_as_listed_by_the_newest_release_of_its_own_sdk(made_up: Site) -> None:
    packages = made_up.knowledge.packages
    assert (packages.newest_for("loom-lib"), packages.newest_for("hammer-lib")) == ("1.1", "forge/6.10.0")
    rows = cells(frame(read(made_up, "component_list"), "Components"))
    assert [row["Package"] for row in rows] == ["6.10.2 in SDK 6.10.0", "0.2 in SDK 1.1", "–"]


def test_packages_stand_in_the_list_of_their_sdk(made_up: Site) -> None:
    page = read(made_up, "sdk_list")
    assert [row["Package"] for row in cells(frame(page, "Packages of Mill Kit"))] == ["loom_lib"]
    assert [row["Package"] for row in cells(frame(page, "Packages of Forge Kit"))] == ["hammer-lib"]


@pytest.mark.parametrize(("macro", "record"), [("accelerator_page", "chip-one"), ("instance_page", "box.small")])
def test_support_of_hardware_is_decided_by_the_sdk_that_lists_packages_for_it(
    made_up: Site, macro: str, record: str
) -> None:
    page = read(made_up, macro, record)
    assert "../../sdks/1.1/" in links(page)
    assert not [link for link in links(page) if "sdks/forge" in link]


def test_a_newer_release_of_another_sdk_changes_nothing_for_hardware(edited_made_up: EditSite) -> None:
    site = edited_made_up({}, listed_in([LIBRARY], platform="forge"))
    assert (lifecycle_of(site, "chip-one").newest, lifecycle_of(site, "anvil").newest) == ("1.1", "forge/7.0")


def test_hardware_that_two_sdks_listed_belongs_to_the_one_that_did_last(edited_made_up: EditSite) -> None:
    series = {"sdks/1.0.yml": {"series: [box]": "series: [box, hearth]"}}
    assert lifecycle_of(edited_made_up(series), "anvil").newest == "forge/6.10.0"
