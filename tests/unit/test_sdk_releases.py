"""Package versions of SDK releases, SDK by SDK."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping, Sequence

from macros.columns.files import compact
from macros.outputs.stack import row
from macros.site.state import Site
from macros.stack.judging import findings
from tests.conftest import EditSite
from tests.support.elements import read
from tests.support.lifecycle_data import ENDED, LIBRARY, component, frame, key_fact, listed_in, package, sdk, shipped

FORGE = {"6.4.0": "2019-06-01", "6.10.0": "2020-02-10"}
"""Releases of one of both made-up SDKs, which are newer than those of the other."""


def rows_of(site: Site, record: str, table: str) -> Sequence[Mapping[str, str]]:
    return frame(read(site, "sdk_page", record), table).rows


def releases_listed(site: Site) -> Mapping[str, Mapping[str, str]]:
    """The rows of the list of SDK releases, by name."""
    return {row["SDK release"]: row for row in frame(read(site, "sdk_list"), "SDK releases").rows}


def test_the_versions_of_a_package_stand_with_the_releases_that_have_them(edited_made_up: EditSite) -> None:
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
    rows = frame(read(site, "component_page", "thing"), "Versions in SDK releases").rows
    assert [(row["Version"], row["In SDK releases"]) for row in rows] == [
        ("3", "Mill Kit 1.11.0"),
        ("1", "Mill Kit 1.9.0 , Mill Kit 1.11.0"),
        ("2", "Mill Kit 1.10.0"),
    ]
    assert key_fact(read(site, "sdk_page", "1.10.0"), "Release before") == "Mill Kit 1.10.0-beta"


def test_a_package_under_the_name_of_another_product_counts_as_what_it_is(edited_made_up: EditSite) -> None:
    named = "{package: hammer-lib, version: 6.10.2"
    other = f"{{package: hammer-lib, component: loom-lib, version: 7.1.0, series: [hearth]}}\n  - {named}"
    site = edited_made_up({"sdks/forge/6.10.0.yml": {named: other}})
    assert key_fact(read(site, "component_page", "hammer-lib"), "Package").startswith("6.10.2 in Forge Kit 6.10.0")
    same_name = key_fact(read(site, "component_page", "hammer-lib"), "Another product of this name")
    assert same_name.startswith("loom-lib 7.1.0 in Forge Kit 6.10.0")
    checked = json.loads(compact(row(site.knowledge)))
    [found] = findings("hammer-lib==7.1.0", checked, datetime.date(2020, 6, 15))
    assert (found.level, found.page) == ("announced", "lifecycle/loom-lib/")


def test_a_package_that_is_gone_says_where_it_was_last(edited_made_up: EditSite) -> None:
    listed = listed_in([shipped("thing"), shipped("loom_lib")], [shipped("loom_lib")])
    site = edited_made_up({}, {"components/thing.yml": package("thing"), **listed})
    assert key_fact(read(site, "component_page", "thing"), "Package") == "1 until Mill Kit 2.0"


def test_a_release_lists_what_changed_since_the_last_list(edited_made_up: EditSite) -> None:
    first = [shipped("aa"), shipped("bb"), shipped("cc", "1"), shipped("cc", "2")]
    second = [shipped("aa"), shipped("cc", "2"), shipped("cc", "3"), shipped("dd")]
    things = {f"components/{name}.yml": package(name) for name in ("aa", "bb", "cc", "dd")}
    site = edited_made_up({}, {**things, **listed_in(first, [], second)})
    assert rows_of(site, "2.2", "What changed") == [
        {"Change": "added", "Package": "Dd", "Now": "1", "Before": "–"},
        {"Change": "gone", "Package": "Bb", "Now": "–", "Before": "1"},
        {"Change": "other versions", "Package": "Cc", "Now": "3, 2", "Before": "2, 1"},
    ]
    page = read(site, "sdk_page", "2.2")
    assert [key_fact(page, f"{label}") for label in ("Release before", "Compared with")] == [
        "Mill Kit 2.1",
        "Mill Kit 2.0",
    ]


def test_a_release_without_a_list_or_without_one_before_is_compared_with_none(edited_made_up: EditSite) -> None:
    site = edited_made_up({}, listed_in([]))
    for record in ("1.0", "2.0"):
        page = read(site, "sdk_page", record)
        assert not page.all("h2", id="changes")
        assert key_fact(page, "Compared with") == ""
    assert "2018-08-01" in page.one("p", class_="lede").text
    assert not page.all("table")


def test_package_rows_name_what_a_version_is_built_for(edited_made_up: EditSite) -> None:
    versions = [shipped("thing", version) for version in ("1.1.4", "2.1.4", "NA")]
    listed = listed_in([*versions, shipped("loom_lib", "7")])
    site = edited_made_up({}, {"components/thing.yml": package("thing", more="built_on: Yarn\n"), **listed})
    rows = rows_of(site, "2.0", "Packages")
    assert [row["Version"] for row in rows] == ["7", "2.1.4 Yarn 2.1", "1.1.4 Yarn 1.1", "none given"]


def test_what_is_copied_goes_with_one_python_and_what_has_ended_is_a_comment(edited_made_up: EditSite) -> None:
    def built(name: str, version: str, python: str) -> str:
        return shipped(name, version, more=f", python: [{python}]")

    listed = listed_in(
        [built("aa", "1", '"3.9", "3.10"'), built("aa", "2", '"3.10"'), built("bb", "7", '"3.9"'), shipped("cc")]
    )
    things = {"aa": [f"{ENDED}, version: '1'"], "bb": [ENDED], "cc": []}
    components = {f"components/{name}.yml": package(name, "library", *found) for name, found in things.items()}
    page = read(edited_made_up({}, {**components, **listed}), "sdk_page", "2.0")
    assert [one.text for one in page.all("pre")] == ["aa==1 # ended: bb==7", "aa==2", "cc 1"]
    rows = frame(page, "Packages").rows
    assert [(row["Package"], row["Version"]) for row in rows] == [
        ("aa", "2"),
        ("aa", "1 ended"),
        ("bb ended", "7"),
        ("cc", "1"),
    ]
    assert "3 packages in 4 rows" in page.one("p", class_="lede").text


def test_first_packages_stand_first_the_others_by_kind(edited_made_up: EditSite) -> None:
    edits = {"platforms/mill.yml": {"first_packages: [loom_lib]": "first_packages: [loom_lib, bb]"}}
    kinds = {"aa": "driver", "bb": "compiler", "cc": "framework"}
    things = {f"components/{name}.yml": package(name, kind) for name, kind in kinds.items()}
    listed = listed_in([shipped("aa"), shipped("bb"), shipped("loom_lib"), shipped("cc")])
    rows = rows_of(edited_made_up(edits, {**things, **listed}), "2.0", "Packages")
    assert [row["Kind"] for row in rows] == ["Library", "Compiler", "Framework", "Driver"]


def test_a_list_of_releases_names_the_versions_of_the_main_packages(edited_made_up: EditSite) -> None:
    listed = listed_in([shipped("loom_lib", "1.9"), shipped("loom_lib", "1.10")], [shipped("thing")], [])
    rows = releases_listed(edited_made_up({}, {"components/thing.yml": package("thing"), **listed}))
    assert {name: row["Main packages"] for name, row in rows.items()} == {
        "Forge Kit 6.10.0": "hammer-lib 6.10.2",
        "Forge Kit 6.4.0": "hammer-lib 6.4.1",
        "Mill Kit 2.2": "not recorded",
        "Mill Kit 2.1": "loom_lib none",
        "Mill Kit 2.0": "loom_lib 1.10 , 1.9",
        "Mill Kit 1.1": "loom_lib 0.2",
        "Mill Kit 1.0": "loom_lib 0.1",
    }
    # The newest of its SDK, but nothing is known of its packages.
    assert list(rows)[-1] == "Mill Kit 2.2"


def test_an_older_release_says_which_releases_get_fixes(edited_made_up: EditSite) -> None:
    rule = "updates: {text: Only the newest is mended., citations: [{source: plain-paper, locator: page 9}]}"
    told = {"platforms/mill.yml": {"vendor: The Mill": f"vendor: The Mill\n{rule}"}}
    unknown, known = (read(edited_made_up(edits, {}), "sdk_page", "1.0") for edits in ({}, told))
    assert "whether this one is still supported is not recorded" in unknown.one("p", class_="lede").text
    assert "not recorded" not in known.one("p", class_="lede").text
    assert key_fact(known, "Fixes").startswith("Only the newest is mended.")


def test_a_list_of_releases_names_what_ended_with_each(edited_made_up: EditSite) -> None:
    over = "event: removed, date: 2018-05-01, sdk: '1.1'"
    added = {
        "components/thing.yml": component(over, f'{over}, version: "2"', f"{ENDED}, sdk: '1.0'"),
        "components/page.yml": component(over, kind="documentation").replace("Thing", "Page"),
    }
    rows = releases_listed(edited_made_up({}, added))
    assert {row["Ended or removed with it"] for row in rows.values()} >= {"Thing , Thing 2", "none on record"}
    assert rows["Mill Kit 1.0"]["Ended or removed with it"] == "Thing"


def test_releases_stand_by_sdk_the_newest_number_first(edited_made_up: EditSite) -> None:
    names = ("6.9.1", "6.10.0-beta", "6.5")
    added = {f"sdks/forge/{name}.yml": sdk("2019-09-01", LIBRARY, platform="forge") for name in names}
    between = {"sdks/6.9.yml": sdk("2019-01-01", shipped("loom_lib", "6.9"))}
    site = edited_made_up({}, {**added, **between})
    forge = [f"Forge Kit {version}" for version in ("6.10.0", "6.10.0-beta", "6.9.1", "6.5", "6.4.0")]
    assert list(releases_listed(site)) == [*forge, "Mill Kit 6.9", "Mill Kit 1.1", "Mill Kit 1.0"]
    page = read(site, "sdk_page", "6.9")
    assert [key_fact(page, f"Release {place}") for place in ("before", "after")] == ["Mill Kit 1.1", ""]


def test_an_sdk_without_dates_stands_behind_those_with_dates(made_up: Site, edited_made_up: EditSite) -> None:
    undated = {f"sdks/forge/{name}.yml": {f"date: {day}\n": ""} for name, day in FORGE.items()}
    for site, first in ((made_up, "Forge"), (edited_made_up(undated), "Mill")):
        assert next(iter(releases_listed(site))).startswith(first)


def last_sdk(site: Site, accelerator: str) -> str:
    return key_fact(read(site, "accelerator_page", accelerator), "Last SDK with packages for it")


def test_hardware_belongs_to_the_sdk_that_listed_it_last_and_others_change_nothing(edited_made_up: EditSite) -> None:
    series = {"sdks/1.0.yml": {"series: [box]": "series: [box, hearth]"}}
    assert last_sdk(edited_made_up(series), "anvil") == "Forge Kit 6.10.0 of 2020-02-10"
    site = edited_made_up({}, listed_in([LIBRARY], platform="forge"))
    assert [last_sdk(site, chip) for chip in ("chip-one", "anvil")] == [
        "Mill Kit 1.1 of 2018-06-01",
        "Forge Kit 7.0 of 2019-08-01",
    ]
