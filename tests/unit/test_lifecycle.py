"""Since, until, instead: what follows from notices, and which package versions go together."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from shutil import copytree

import pytest

from macros.exports import lifecycle_rows
from macros.knowledge import Knowledge
from macros.knowledge.lifecycle import STAGES, framework_state
from macros.knowledge.packages import release_order
from macros.site.state import Site
from macros.views import components
from macros.views.components import about_hardware
from tests.support.html_tree import Element
from tests.support.places import MADE_UP
from tests.support.render_page import read, rendered

Make = Callable[[Mapping[str, str]], Site]
CITED = "citation: {source: plain-paper, locator: page 9}"
CITED_BY_LIST = "citations: [{source: plain-paper, locator: page 9}]\n"


@pytest.fixture
def made(tmp_path: Path) -> Make:
    """Makes the made-up site with further data files."""

    def make(files: Mapping[str, str]) -> Site:
        copytree(MADE_UP / "data", tmp_path / "data")
        for name, text in files.items():
            file = tmp_path / "data" / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
        return Site(tmp_path)

    return make


def said(element: Element) -> str:
    """What it says, without the blanks that the reader of tests puts between a link and the mark after it."""
    return re.sub(r"\s+(?=[.,;:)])", "", element.text)


def component(*notices: str, more: str = "") -> str:
    """A component with some notices, each given as the inside of a mapping."""
    lines = "".join(f"  - {{{notice}, {CITED}}}\n" for notice in notices)
    return f"name: Thing\nkind: library\n{more}" + (f"notices:\n{lines}" if lines else "")


def sdk(date: str, *packages: str) -> str:
    lines = "".join(f"  - {{{package}}}\n" for package in packages)
    cited = "{source: plain-paper, locator: page 9}"
    return f"date: {date}\n" + (f"packages:\n{lines}manifest: {cited}\n" if lines else "") + f"citations: [{cited}]\n"


def of_thing(make: Make, *notices: str) -> Knowledge:
    return make({"components/thing.yml": component(*notices)}).knowledge


RELEASED = "event: released, date: 2017-01-01"


def test_nothing_is_known_without_a_notice(made: Make) -> None:
    limit = f"title: A limit\nsummary: Made up.\naffects: {{components: [thing]}}\nstate: open\n{CITED_BY_LIST}"
    site = made({"components/thing.yml": component(), "limitations/a-limit.yml": limit})
    standing = site.knowledge.lifecycle.standing_of("thing")
    assert (standing.state, standing.since, standing.over) == (None, None, False)


def test_what_is_announced_has_not_happened(made: Make) -> None:
    announced = 'event: announced, announces: end_of_support, date: 2018-01-01, sdk: "2.0", sdk_date: 2018-06-01'
    site = made({"components/thing.yml": component(RELEASED, announced)})
    standing = site.knowledge.lifecycle.standing_of("thing")
    assert standing.state == "current"
    assert [found.day for found in standing.pending] == [datetime.date(2018, 6, 1)]
    assert "that day has passed and no later notice on record says it happened" in said(
        read(site, "component_page", "thing")
    )


def test_every_state_of_the_vocabulary_has_its_stage(knowledge: Knowledge) -> None:
    assert list(STAGES) == list(knowledge.records.vocabularies["lifecycle"].values)


def test_an_announcement_that_came_true_is_no_longer_pending(made: Make) -> None:
    announced = "event: announced, announces: maintenance, date: 2018-01-01"
    ended = 'event: end_of_support, date: 2018-05-01, sdk: "2.0", sdk_date: 2018-06-01, last_sdk: "1.9"'
    ended += ", successor: Other"
    standing = of_thing(made, RELEASED, announced, ended).lifecycle.standing_of("thing")
    assert (standing.state, standing.since, standing.pending) == ("ended", datetime.date(2018, 6, 1), [])
    assert standing.pin
    assert standing.pin.sdk == "1.9"
    assert standing.successor
    assert standing.successor.notice.successor == "Other"


def test_a_notice_takes_effect_with_the_sdk_release_it_names(made: Make) -> None:
    ended = 'event: end_of_support, date: 2019-02-01, sdk: "2.0"'
    site = made({"components/thing.yml": component(RELEASED, ended), "sdks/2.0.yml": sdk("2019-02-10")})
    assert site.knowledge.lifecycle.standing_of("thing").since == datetime.date(2019, 2, 10)


def test_a_notice_with_a_version_speaks_of_that_version(made: Make) -> None:
    ended = 'event: end_of_support, date: 2018-01-01, version: "1"'
    lifecycle = of_thing(made, RELEASED, ended).lifecycle
    assert lifecycle.standing_of("thing").state == "current"
    assert [(found.version, found.state) for found in lifecycle.versions_of("thing")] == [("1", "ended")]


def test_a_version_is_not_current_in_what_has_ended(made: Make) -> None:
    version = 'event: released, date: 2017-05-01, version: "2"'
    lifecycle = of_thing(made, RELEASED, version, "event: removed, date: 2019-01-01").lifecycle
    [found] = lifecycle.versions_of("thing")
    assert (found.state, found.since) == ("removed", datetime.date(2019, 1, 1))


def test_a_new_version_does_not_bring_back_what_has_ended(made: Make) -> None:
    late = 'event: released, date: 2019-01-01, version: "9"'
    lifecycle = of_thing(made, RELEASED, "event: end_of_support, date: 2018-01-01", late).lifecycle
    assert lifecycle.standing_of("thing").state == "ended"


def test_versions_that_have_all_ended_say_nothing_of_the_whole(made: Make) -> None:
    started = 'event: released, date: 2017-05-01, version: "2"'
    ended = 'event: end_of_support, date: 2018-01-01, version: "2"'
    lifecycle = of_thing(made, started, ended).lifecycle
    assert lifecycle.standing_of("thing").state is None


def test_a_beta_is_a_preview_until_a_release(made: Make) -> None:
    beta = "event: released, date: 2017-01-01, version: 0.1 (beta)"
    assert of_thing(made, beta).lifecycle.standing_of("thing").state == "preview"


def test_a_release_ends_the_preview(made: Make) -> None:
    beta = "event: released, date: 2017-01-01, version: 0.1 (beta)"
    full = 'event: released, date: 2018-01-01, version: "1"'
    standing = of_thing(made, beta, full).lifecycle.standing_of("thing")
    assert (standing.state, standing.since) == ("current", datetime.date(2018, 1, 1))


def test_an_end_without_a_date_is_an_end(made: Make) -> None:
    site = made({"components/thing.yml": component(RELEASED, "event: end_of_support")})
    standing = site.knowledge.lifecycle.standing_of("thing")
    assert (standing.state, standing.since) == ("ended", None)
    assert "This is over; date not published" in said(read(site, "component_page", "thing"))


def test_a_correction_replaces_the_newest_notice_before_it(made: Make) -> None:
    kept = 'event: end_of_support, date: 2017-02-01, version: above 5, successor: "5"'
    wrong = 'event: announced, announces: end_of_support, date: 2017-06-01, version: "3"'
    right = "event: corrected, announces: end_of_support, date: 2018-01-01, version: 5.*"
    site = made({"components/thing.yml": component(kept, wrong, right)})
    lifecycle = site.knowledge.lifecycle
    corrected = [step.notice.version for step in lifecycle.steps_of("thing") if step.corrected_by]
    assert corrected == ["3"]
    assert [found.version for found in lifecycle.versions_of("thing")] == ["above 5"]
    pin = lifecycle.standing_of("thing").pin
    assert pin
    assert pin.version == "5.*"
    assert "put right on 2018-01-01: 5.*" in said(read(site, "component_page", "thing"))


def test_packages_are_found_both_ways(made: Make) -> None:
    thing = component(more="package: thing\n")
    row = 'package: thing, version: "{}", series: [box]'
    site = made(
        {
            "components/thing.yml": thing,
            "sdks/1.9.0.yml": sdk("2018-01-01", row.format(1)),
            "sdks/1.10.0-beta.yml": sdk("2018-02-01"),
            "sdks/1.10.0.yml": sdk("2018-03-01", row.format(2)),
            "sdks/1.11.0.yml": sdk("2018-04-01", row.format(1), row.format(3)),
        }
    )
    packages = site.knowledge.packages
    assert packages.releases[-4:] == ["1.9.0", "1.10.0-beta", "1.10.0", "1.11.0"]
    assert [(span.version, span.runs) for span in packages.versions_of("thing")] == [
        ("3", [("1.11.0", "1.11.0")]),
        ("1", [("1.9.0", "1.9.0"), ("1.11.0", "1.11.0")]),
        ("2", [("1.10.0", "1.10.0")]),
    ]
    assert packages.in_newest("thing")
    assert packages.last_for(("box",)) == "1.11.0"
    page = read(site, "sdk_page", "1.11.0").text
    assert "What changed since 1.10.0" in page
    assert "0 with other versions" not in page


def test_a_package_that_is_gone_says_where_it_was_last(made: Make) -> None:
    site = made(
        {
            "components/thing.yml": component(more="package: thing\n"),
            "components/rest.yml": "name: Rest\nkind: tool\npackage: rest\n",
            "sdks/1.0.yml": sdk("2018-01-01", 'package: thing, version: "1"', 'package: rest, version: "1"'),
            "sdks/1.1.yml": sdk("2018-02-01", 'package: rest, version: "1"'),
        }
    )
    assert "no longer in SDK 1.1; last listed in SDK 1.0" in said(read(site, "component_page", "thing"))
    assert "Gone Thing, was 1" in said(read(site, "sdk_page", "1.1"))


def test_releases_are_sorted_by_their_numbers() -> None:
    assert sorted(("2.10.0", "2.9.1", "2.10.0-beta"), key=release_order) == ["2.9.1", "2.10.0-beta", "2.10.0"]


def test_what_replaced_transformers_neuronx_and_when(site: Site) -> None:
    head = read(site, "component_page", "transformers-neuronx").one("header")
    assert "This is over since 2025-12-19. Replaced by NxD Inference" in said(head)
    assert "By its notices: Ended since 2025-09-18; not in SDK 2.32.0." in said(head)
    assert head.all("a", href="../../frameworks/nxd-inference/")


def test_is_inf1_still_supported(site: Site) -> None:
    head = said(read(site, "accelerator_page", "inferentia").one("header"))
    assert "Still supported? Barely." in head
    assert "among them no driver and no runtime; last SDK with a driver for it: 2.26.1 of 2025-10-29" in head
    assert "Neuron SDK 2.32.0 of 2016-08-17, the newest on record, lists 7 packages for inf1" in head
    assert "torch-neuron (ended 2016-03-11)" in head
    assert "Pin Neuron Driver (aws-neuronx-dkms) to version 2.24.* on Inf1" in head
    assert "Which driver and runtime are left for Inf1?" in head


def test_a_pin_for_one_chip_is_not_told_of_another(knowledge: Knowledge) -> None:
    about = about_hardware(knowledge, "trainium")
    assert about
    assert [found.id for found in about.pins] == []


def test_what_nobody_speaks_of_has_no_life(made: Make) -> None:
    silent = (
        (MADE_UP / "data" / "accelerators" / "chip-one.yml")
        .read_text("utf-8")
        .replace("C1", "C2")
        .replace("Chip One", "Chip Two")
    )
    site = made({"accelerators/chip-two.yml": silent})
    assert about_hardware(site.knowledge, "chip-two") is None
    assert about_hardware(site.knowledge, "chip-one") is not None


def test_which_torch_neuronx_goes_with_sdk_2_20(site: Site) -> None:
    head = said(read(site, "sdk_page", "2.20.0").one("header"))
    assert "For inf2, trn1: torch-neuronx 2.1.2.2.3.0 (for PyTorch 2.1), 1.13.1.1.16.0 (for PyTorch 1.13)" in head
    page = read(site, "component_page", "torch-neuronx")
    assert page.all("a", href="../../sdks/2.20.0/")
    assert "no longer in SDK 2.32.0; last listed in SDK 2.31.1" in said(page)


def test_sdk_release_names_what_was_measured_and_built_with_it(site: Site) -> None:
    text = said(read(site, "sdk_page", "2.20.0"))
    assert "Optimum Neuron 0.0.25" in text
    assert "Measurements that name this release" in text


def test_what_is_over_says_so_beside_its_name(site: Site) -> None:
    tags = read(site, "family_page", "transformer-encoders").all("span", class_="ended")
    assert {"ended", "removed"} <= {tag.text for tag in tags}
    over = site.knowledge.lifecycle.over
    assert over("instances", "p3.2xlarge") == "unlisted"
    # EC2's data names none of these at all, which ends nothing.
    assert over("instances", "trn2u.48xlarge") is None
    assert over("frameworks", "optimum-neuron") is None


def test_an_instance_that_is_gone_says_so_first(site: Site) -> None:
    head = read(site, "instance_page", "p3.2xlarge").one("header")
    assert "Not in EC2’s list of types since 2016-05-01 (EC2 p3.2xlarge); that it was withdrawn is inferred" in said(
        head
    )


def test_framework_page_leads_to_its_notices(site: Site) -> None:
    page = read(site, "framework_page", "torch-neuron")
    assert page.all("a", href="../../lifecycle/torch-neuron/")
    assert "1.13.1.2.11.13.0, SDK 2.32.0, the newest on record, still lists it" in said(page)


def test_lists_stay_light(site: Site) -> None:
    assert len(rendered(site, "component_list").encode()) < 75_000
    assert len(rendered(site, "sdk_list").encode()) < 75_000


def test_every_kind_in_the_list_has_an_anchor(site: Site) -> None:
    page = read(site, "component_list")
    kinds = {component.kind for component in site.knowledge.records.components.values()}
    assert {body.attributes["id"] for body in page.all("tbody")} == kinds


def test_rows_of_the_api_have_the_columns_they_promise(knowledge: Knowledge) -> None:
    notices = list(lifecycle_rows.notices(knowledge))
    versions = list(lifecycle_rows.package_versions(knowledge))
    assert all(list(row) == list(lifecycle_rows.NOTICE_COLUMNS) for row in notices)
    assert all(list(row) == list(lifecycle_rows.PACKAGE_COLUMNS) for row in versions)
    assert len({row["id"] for row in notices}) == len(notices) == 261
    assert len(versions) == 2016


def test_a_version_ends_with_its_last_build(knowledge: Knowledge) -> None:
    versions = {found.version: found for found in knowledge.lifecycle.versions_of("torch-neuronx")}
    assert list(versions)[:3] == ["2.9", "2.8", "2.7"]
    gone = versions["2.5"]
    assert gone.gone
    assert (gone.state, gone.gone.last.sdk, gone.since) == ("removed", "2.24.1", datetime.date(2025, 7, 31))


def test_a_line_of_a_version_ends_with_the_whole(knowledge: Knowledge) -> None:
    page = components.page(knowledge, "torch-neuronx")
    [line] = [life for life in page.lifelines if life.version == "2.9"]
    assert [turn.state for turn in line.timeline.turns] == ["current", "removed"]


def test_a_version_that_a_notice_keeps_outlives_the_whole(knowledge: Knowledge) -> None:
    standing = knowledge.lifecycle.standing_of("nxd-inference")
    states = {found.version: found.state for found in knowledge.lifecycle.versions_of("nxd-inference")}
    assert (standing.state, states["0.10.18399"], states["v2"]) == ("removed", "maintenance", None)


def test_a_component_stands_where_its_framework_stands(site: Site) -> None:
    for key, framework in site.knowledge.records.frameworks.items():
        if key in site.knowledge.records.components:
            assert site.knowledge.lifecycle.standing_of(key).state == framework_state(framework)
    for macro in ("framework_page", "component_page"):
        head = said(read(site, macro, "nxd-inference").one("header"))
        assert "Removed" in head
        assert "By its notices: Maintenance since 2016-05-21; not in SDK 2.32.0." in head


def test_an_end_that_is_not_dated_has_no_day(site: Site) -> None:
    for macro in ("framework_page", "component_page"):
        head = said(read(site, macro, "sagemaker-training-compiler").one("header"))
        assert "date not published" in head
        assert "Gone from version 3 of the SageMaker Python SDK, of 2025-11-20" in head
        assert "since 2016-08-21" not in head


def test_a_successor_is_told_by_hardware(site: Site) -> None:
    head = said(read(site, "framework_page", "torch-neuronx").one("header"))
    assert "TorchNeuron Preview on AWS Trainium2 and AWS Trainium3; no replacement is recorded for" in head
    assert "AWS Trainium and AWS Inferentia2: pin SDK 2.31.1" in head
    assert "none recorded here" in said(read(site, "accelerator_page", "inferentia2"))


def test_a_pin_of_a_version_is_not_that_of_the_whole(knowledge: Knowledge) -> None:
    about = about_hardware(knowledge, "inferentia")
    assert about
    assert {found.id: found.pin for found in about.components}["torch-neuron"] is None


def test_an_end_on_some_hardware_is_not_the_state(site: Site) -> None:
    head = said(read(site, "component_page", "aws-neuronx-dkms").one("header"))
    assert "Current by the package list of SDK 2.32.0" in head
    assert "on Inf1 only up to 2.24.*" in head
    row = next(row for row in read(site, "component_list").all("tr") if "aws-neuronx-dkms" in row.text)
    assert "Ended" not in row.text


def test_a_chip_that_has_driver_and_runtime_is_supported(site: Site) -> None:
    head = said(read(site, "accelerator_page", "trainium2").one("header"))
    assert "Still supported? Yes." in head
    assert "Older stacks have ended: torch-neuronx (removed 2016-08-17)" in head


def test_package_lists_stand_beside_stated_hardware(site: Site) -> None:
    page = read(site, "framework_page", "jax-neuronx")
    rows = [row for row in page.all("tr") if "no workload stated" in row.text]
    assert len(rows) == 3
    assert "2.29.0 to 2.32.0" in said(rows[-1])


def test_package_rows_name_what_was_there_before(site: Site) -> None:
    page = said(read(site, "sdk_page", "2.20.0"))
    assert "another version" not in page
    assert "no version given “na”" in page
