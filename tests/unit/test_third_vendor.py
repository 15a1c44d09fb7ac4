"""A vendor whose accelerators no cloud offers, added beside two others: what its pages say, and what they do not."""

from __future__ import annotations

import pytest

from macros.columns.answers import model_today
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.elements import read

CITED = "{source: plain-paper, locator: page 2}"
SICKLE = f"""name: Smithy Sickle
vendor: The Smithy
kind: gpu
core_architecture: core-b
memory: [{{gib: 24}}]
summary: A card, made up.
citations: [{CITED}]
"""
GRINDER = f"""name: Grinder
vendor: The Smithy
platform: smithy
summary: A framework of a third vendor, made up.
lifecycle: [{{date: 2018-06-01, state: current, text: First release., citations: [{CITED}]}}]
support:
  - accelerator: sickle
    workload: inference
    status: current
    date: 2019-01-01
    last_sdk: smithy/1.23.0
    pin: [sharpener 0.22]
    citations: [{CITED}]
install:
  - {{label: From a branch, command: COMMAND, works: true, citations: [{CITED}]}}
citations: [{CITED}]
"""
SMITHY = f"""name: Smithy Development Kit
short_name: Smithy Kit
vendor: The Smithy
main_packages: [whetstone, smithy-driver]
support:
  - {{accelerator: old-sickle, workload: inference, status: ended, date: 2019-01-01, last_sdk: smithy/1.22.0,
     citations: [{CITED}]}}
"""
RESULTS = f"""title: Speed of sickles
citation: {CITED}
as_of: 2019-01-01
as_of_basis: Printed on it.
table: latency
workload: inference
framework: grinder
published: true
published_note: The paper shows it.
basis: Throughput is that of all cards.
rows:
  - {{line: 2, model: shuttle-large, accelerators: [sickle], accelerator_count: 1, throughput: 12,
     throughput_unit: sequences-per-second, sdk: smithy/1.23.0}}
  - {{line: 3, model: shuttle-large, accelerators: [sickle], accelerator_count: 8, throughput: 82,
     throughput_unit: sequences-per-second, sdk: smithy/1.23.0}}
  - {{line: 4, model: shuttle-large, accelerators: [old-sickle], throughput: 9, throughput_unit: sequences-per-second}}
"""
LISTED = f"""title: Models for the Sickle
summary: What the Smithy lists, made up.
citation: {CITED}
as_of: 2019-01-01
as_of_basis: Printed on it.
framework: grinder
workload: inference
accelerators: [sickle]
wording: {{"with limits": limited}}
reading: {{reason: The paper explains its words.}}
rows:
  - {{as_published: Anvil-7B, model: smith/anvil-7b, wording: with limits, distribution: [one card only]}}
"""
RELEASE = f"platform: smithy\ndate: 2018-10-01\nmanifest: {CITED}\ncitations: [{CITED}]\npackages:\n"
WHETSTONE = '  - {package: whetstone, version: "1.2", python: ["3.11"]}\n'
DRIVER = '  - {package: smithy-driver, version: "7-5"}\n'
PART = "partial: Only the front page was read.\n"
ADDED = {
    "accelerators/sickle.yml": SICKLE,
    "accelerators/old-sickle.yml": SICKLE.replace("Sickle", "Old Sickle"),
    "platforms/smithy.yml": SMITHY,
    "sdks/smithy/1.22.0.yml": RELEASE + WHETSTONE + DRIVER,
    "sdks/smithy/1.23.0.yml": PART + RELEASE + WHETSTONE,
    "components/whetstone.yml": "name: whetstone\nkind: library\nframework: grinder\npackage: whetstone\n",
    "components/smithy-driver.yml": "name: smithy-driver\nkind: driver\npackage: smithy-driver\n",
    "frameworks/grinder.yml": GRINDER.replace("COMMAND", '"docker run grinder"'),
    "benchmarks/smithy-speed.yml": RESULTS,
    "catalogues/smithy-models.yml": LISTED,
}


@pytest.fixture
def site(edited_made_up: EditSite) -> Site:
    return edited_made_up({}, ADDED)


@pytest.mark.parametrize(
    ("macro", "record"),
    [("accelerator_page", "sickle"), ("framework_page", "grinder"), ("sdk_page", "smithy/1.23.0")],
)
def test_nothing_is_said_of_instance_types_or_of_other_vendors(site: Site, macro: str, record: str) -> None:
    text = read(site, macro, record).text
    for word in ("nstance", "smithy/1.2", "The Mill", "The Forge", "Mill Kit", "Forge Kit"):
        assert word not in text


def test_a_result_table_tells_how_many_cards_ran(site: Site) -> None:
    text = read(site, "benchmark_page", "smithy-speed").text
    for hardware in ("1 × Smithy Sickle", "8 × Smithy Sickle", "Smithy Old Sickle , number not published"):
        assert hardware in text


def test_a_package_that_a_part_of_a_list_leaves_out_is_not_said_to_be_gone(site: Site) -> None:
    text = read(site, "sdk_list").text
    assert "whetstone 1.2 smithy-driver not in the part that was read" in text
    assert "whetstone 1.2 smithy-driver 7-5" in text


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("docker run grinder", ["sharpener 0.22", "docker run grinder"]),
        ("pip install sharpener", ["sharpener==0.22", "pip install sharpener==0.22"]),
        ("pip install https://example.com/branch", ["sharpener==0.22"]),
    ],
)
def test_a_pin_is_a_requirement_beside_a_command_that_takes_such(
    edited_made_up: EditSite, command: str, shown: list[str]
) -> None:
    site = edited_made_up({}, {**ADDED, "frameworks/grinder.yml": GRINDER.replace("COMMAND", f'"{command}"')})
    page = read(site, "model_page", "smith/anvil-7b").one("details", id="on-sickle")
    assert [code.text for code in page.one("details", class_="install").all("pre")] == shown


def test_the_answer_names_the_limit_in_the_words_of_the_list(site: Site) -> None:
    (found,) = [one for one in model_today(site.knowledge, "smith/anvil-7b") if one.answer.accelerator == "sickle"]
    assert found.short.words == "Supported for inference with Grinder, “with limits”, “one card only”"
    assert "“with limits”, “one card only”" in found.best.because


def test_the_end_of_an_sdk_ends_what_runs_on_it_there(site: Site) -> None:
    answers = {one.answer.accelerator: one.short.words for one in model_today(site.knowledge, "shuttle-large")}
    assert answers["sickle"] == "Supported for inference with Grinder"
    assert answers["old-sickle"] == "Ended for inference with Grinder, last Smithy Kit 1.22.0"


def test_an_issue_of_other_software_does_not_come_through_the_family(edited_made_up: EditSite) -> None:
    issue = (
        "title: Frames must be oiled\nsummary: Dry frames break.\nstate: open\n"
        f"affects: {{families: [weavers], frameworks: [FRAMEWORK]}}\ncitations: [{CITED}]\n"
    )
    for framework, is_shown in (("tongs", False), ("grinder", True)):
        added = {"limitations/dry-frames.yml": issue.replace("FRAMEWORK", framework)}
        page = read(edited_made_up({}, {**ADDED, **added}), "model_page", "shuttle-large")
        assert ("Frames must be oiled" in page.text) == is_shown


@pytest.mark.parametrize(("kind", "state"), [("library", None), ("instance", "retired")])
def test_the_end_of_software_on_an_instance_type_is_not_the_end_of_the_type(
    edited_made_up: EditSite, kind: str, state: str | None
) -> None:
    ended = f"event: end_of_support, date: 2018-05-01, instances: [box.small], citation: {CITED}"
    component = f"name: Thing\nkind: {kind}\nnotices: [{{{ended}}}]\n"
    unlisted = {"instances/box.small.yml": {"  listed: true\n": "  listed: false\n"}}
    site = edited_made_up(unlisted, {"components/thing.yml": component})
    assert site.knowledge.lifecycle.ended_state("instances", "box.small") == state


def test_home_names_each_vendor_before_any_comes_again(site: Site) -> None:
    text = read(site, "home_page").one("input", id="question-hardware").attributes["placeholder"]
    assert text == "Forge Anvil, Chip One, Smithy Sickle …"
