"""States of components follow from their notices, and of packages from the newest list of their SDK.

`lifecycle.yml` has notices and package lists, and the states that follow. Each case has a component of its own.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from macros.facts import Knowledge
from macros.facts.notices import STAGES, LifecycleStatus
from macros.loading import load
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.changes import made_up_with
from tests.support.elements import read
from tests.support.lifecycle_data import (
    ENDED,
    ENDED_ON_ONE,
    RELEASED,
    SECOND_CHIP,
    days,
    frame,
    listed_in,
    package,
    sdk,
    shipped,
    state_line,
    with_thing,
)

CASES: Sequence[Mapping[str, Any]] = yaml.safe_load(Path(__file__).with_name("lifecycle.yml").read_text("utf-8"))
CITATION = {"source": "plain-paper", "locator": "page 9"}
"""What all notices and lists cite."""
BEFORE, FIRST = datetime.date(2016, 1, 1), 8
"""The day of an early release of an SDK, and the month of 2018 of the first of the others."""


def component_of(number: int, case: Mapping[str, Any]) -> Mapping[str, Any]:
    """The record of a case's component."""
    notices = [{**notice, "citation": CITATION} for notice in case.get("notices", ())]
    optional = {"notices": notices, "framework": case.get("framework")}
    stated = {name: value for name, value in optional.items() if value}
    return {"name": f"Case {number}", "kind": case.get("kind", "library"), "package": f"case-{number}", **stated}


def release_of(number: int, day: datetime.date, listed: Any) -> Mapping[str, Any]:
    """A release of a case's SDK."""
    partial = {"partial": "The list for one series."} if isinstance(listed, dict) else {}
    versions = listed["part"] if isinstance(listed, dict) else listed
    rows = [{"package": f"case-{number}", "version": one, "series": ["box"]} for one in versions]
    other = {"package": "loom_lib", "version": "1", "series": ["box"]}
    head = {"platform": f"case-{number}", "date": day, "citations": [CITATION], "manifest": CITATION}
    return {**head, **partial, "packages": rows or [other]}


def files_of(number: int, case: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The data files of a case, by their names below data/."""
    yield f"components/case-{number}", component_of(number, case)
    yield f"platforms/case-{number}", {"name": f"Kit {number}", "short_name": f"Kit {number}", "vendor": "The Mill"}
    releases = {f"2.{place}": one for place, one in enumerate(case.get("lists", ()))}
    for place, (name, listed) in enumerate(releases.items(), FIRST):
        release = release_of(number, datetime.date(2018, place, 1), listed)
        yield f"sdks/case-{number}/{name}", release
    if "before" in case:
        yield f"sdks/case-{number}/0.9", release_of(number, BEFORE, case["before"])


@pytest.fixture(scope="module")
def of_cases(tmp_path_factory: pytest.TempPathFactory) -> Knowledge:
    """The made-up data with the files of all cases and a second accelerator."""
    data = tmp_path_factory.mktemp("lifecycle") / "data"
    made_up_with(data, (file for number, case in enumerate(CASES) for file in files_of(number, case)))
    for name, text in SECOND_CHIP.items():
        (data / name).write_text(text, "utf-8")
    return Knowledge(load(data))


def said(status: LifecycleStatus) -> Mapping[str, Any]:
    """A status in the words of a case."""
    return {
        "state": status.state,
        "since": status.since,
        "listed": status.listed and status.listed.rpartition("/")[2],
        "last_notice": status.last_notice,
        "pending": [found.announced_for for found in status.pending],
        "pin": status.pin and (status.pin.sdk or status.pin.version),
        "successor": status.successor and status.successor.notice.successor,
        "dropped": status.dropped and status.dropped.without.rpartition("/")[2],
    }


@pytest.mark.parametrize("number", range(len(CASES)), ids=[case["case"] for case in CASES])
def test_the_state_is_the_one_worked_out_by_hand(of_cases: Knowledge, number: int) -> None:
    case, lifecycle = CASES[number], of_cases.lifecycle
    found = said(lifecycle.status_of(f"case-{number}"))
    assert {name: found[name] for name in found if name in case} == {name: case[name] for name in found if name in case}
    versions = {one.version: said(one) for one in lifecycle.versions_of(f"case-{number}")}
    for version, wanted in case.get("versions", {}).items():
        assert {name: versions[version][name] for name in wanted} == wanted
    assert list(versions) == list(case.get("versions", versions))


def test_the_state_line_names_days_what_is_announced_and_the_framework_that_ended(edited_made_up: EditSite) -> None:
    announced = 'event: announced, announces: end_of_support, date: 2019-03-01, sdk: "2.0", sdk_date: 2019-06-01'
    for notices, named in (
        ([RELEASED], ["2017-01-01"]),
        ([RELEASED, announced], ["2017-01-01", "2019-06-01"]),
        ([RELEASED, "event: end_of_support"], []),
    ):
        assert days(state_line(with_thing(edited_made_up, *notices), "component_page", "thing")) == named
    site = with_thing(edited_made_up, RELEASED, "event: announced, announces: removed, date: 2019-03-01")
    assert "no date given" in state_line(site, "component_page", "thing").text
    site = with_thing(edited_made_up, RELEASED, more="framework: tongs\n")
    assert "../../frameworks/tongs/" in state_line(site, "component_page", "thing").links


def test_every_state_of_the_vocabulary_has_its_stage(any_site: Site) -> None:
    assert STAGES.keys() == any_site.knowledge.records.vocabularies["lifecycle"].values.keys()


def test_a_new_name_stands_in_the_head_of_the_page(edited_made_up: EditSite) -> None:
    site = with_thing(edited_made_up, RELEASED, "event: renamed, date: 2018-01-01, successor: Gadget")
    assert "Gadget" in read(site, "component_page", "thing").one("header").text


def test_a_notice_that_was_put_right_says_so(edited_made_up: EditSite) -> None:
    kept = 'event: end_of_support, date: 2017-02-01, version: above 5, successor: "5"'
    wrong = 'event: announced, announces: end_of_support, date: 2017-06-01, version: "3"'
    right = "event: corrected, announces: end_of_support, date: 2018-01-01, version: 5.*"
    page = read(with_thing(edited_made_up, kept, wrong, right), "component_page", "thing")
    rows = {row["Version"]: row["Event"] for row in frame(page, "Notices").rows}
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


def confined(edited_made_up: EditSite, *notices: str) -> Site:
    """A package with notices, listed for two series by the newest release."""
    releases = listed_in([shipped("thing", series="box, loft")])
    return edited_made_up({}, {**SECOND_CHIP, "components/thing.yml": package("thing", "driver", *notices), **releases})


def test_an_end_on_some_hardware_is_not_the_state(edited_made_up: EditSite) -> None:
    site = confined(edited_made_up, ENDED_ON_ONE)
    status = site.knowledge.lifecycle.status_of("thing")
    assert (status.state, status.listed) == ("current", "2.0")
    line = state_line(site, "component_page", "thing").text
    assert "2.0" in line
    assert "Box ended since 2018-05-01" in line
    [row] = [row for row in read(site, "component_list").all("tr") if row.text.startswith("Thing")]
    assert "Ended" not in row.text


def test_a_version_to_pin_on_some_hardware_is_shown_beside_it(edited_made_up: EditSite) -> None:
    pinned = "event: corrected, announces: end_of_support, date: 2018-06-01, version: 5.*, applies_to: Box"
    wrong = f"{ENDED_ON_ONE}, version: above 5"
    later = "event: end_of_support, date: 2018-06-02, accelerators: [chip-one], applies_to: Box"
    site = confined(edited_made_up, wrong, pinned, later)
    assert "version 5.* on Box" in read(site, "component_page", "thing").one("header").text


def test_the_table_of_versions_names_the_last_build(edited_made_up: EditSite) -> None:
    notices = [f'event: announced, announces: removed, date: 2018-01-01, version: "{one}"' for one in ("1.5", "0.1")]
    releases = listed_in([shipped("thing", "1.5.7")], [shipped("thing", "1.6.0")])
    site = edited_made_up({}, {"components/thing.yml": package("thing", "library", *notices), **releases})
    first, second = frame(read(site, "component_page", "thing"), "Versions that notices name").rows
    assert first["Version"] == "1.5"
    assert re.findall(r"[\d.]+", first["Last shipped"]) == ["1.5.7", "2.0"]
    assert (second["Version"], second["Last shipped"]) == ("0.1", "–")


def partial_list(date: str, *packages: str) -> str:
    """An SDK release of whose package list a part is known."""
    return sdk(date, *packages, more="partial: The list for the series box.\n")


def test_a_partial_list_shows_no_package_to_be_gone(edited_made_up: EditSite) -> None:
    whole = listed_in([shipped("thing"), shipped("loom_lib")])
    part = {"sdks/2.1.yml": partial_list("2018-09-01", shipped("loom_lib", "2"))}
    site = edited_made_up({}, {"components/thing.yml": package("thing"), **whole, **part})
    changes = frame(read(site, "sdk_page", "2.1"), "What changed").rows
    assert [row["Change"] for row in changes] == ["other versions"]


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
