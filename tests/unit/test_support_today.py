"""What runs today: the page, and the first section of the pages of accelerators, instances and frameworks."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.export_files import exported
from tests.support.html_tree import Element
from tests.support.render_page import read

CITED = "    citations: [{source: forge-notes, locator: page 1}]\n"
HAMMER = "frameworks/hammer.yml"
MILL = "platforms/mill.yml"
TONGS = "frameworks/tongs.yml"

ON_CHIP_ONE = "  - accelerator: chip-one\n    workload: inference\n"
NEVER = f"{ON_CHIP_ONE}    status: never\n    date: 2019-01-01\n{CITED}"
TRAINING = "  - accelerator: anvil\n    workload: training\n"
GRIPS = "  - accelerator: anvil\n    workload: inference\n    package: Grips\n"
SDK_ENDED = (
    "support:\n  - accelerator: chip-one\n    workload: training\n    status: ended\n    date: 2020-02-01\n"
    '    last_sdk: "1.1"\n    as_published: chip one is over\n'
    "    citations: [{source: plain-paper, locator: page 1}]\n"
)


def with_statements(edited: EditSite, statements: Mapping[str, str], state_of_tongs: str = "ended") -> Site:
    """The made-up site with statements added, by data file; the newest event of Tongs must agree with its own."""
    edits = {name: {"support:\n": f"support:\n{text}"} for name, text in statements.items()}
    if TONGS in edits:
        edits[TONGS]["state: ended"] = f"state: {state_of_tongs}"
    return edited(edits)


def said(status: str, about: str = TRAINING, **more: str) -> str:
    """A statement as YAML."""
    lines = "".join(f"    {name}: {value}\n" for name, value in {"status": status, **more}.items())
    return f"{about}{lines}{CITED}"


def ids_of(part: Element) -> list[str]:
    """The ids of statuses in a part of the page."""
    return [found.attributes["id"] for found in part.walk() if "/" in found.attributes.get("id", "")]


def row(page: Element, status: str) -> Element:
    """The row of a status on the page of all statuses."""
    return page.one("tr", id=status)


def test_a_row_tells_status_words_sdk_pin_replacement_date_and_source(edited_made_up: EditSite) -> None:
    ended = said(
        "ended",
        date="2020-01-02",
        as_published="Training has ended",
        last_sdk='"6.4.0"',
        pin="[tongs==1.2]",
        replacement="[hammer]",
    )
    site = with_statements(edited_made_up, {TONGS: ended, HAMMER: said("public-beta", date="2020-01-02")})
    text = row(read(site, "support_table"), "tongs/anvil/training").text
    for word in ("Tongs", "Training", "Ended", "“Training has ended”", "6.4.0", "tongs==1.2", "Hammer", "2020-01-02"):
        assert word in text


def test_earlier_statements_are_the_history_of_a_row(made_up: Site) -> None:
    found = row(read(made_up, "support_table"), "tongs/anvil/inference")
    (details,) = found.all("details")
    assert "Ended" in found.all("td")[1].text
    assert "Supported 2018-03-01" in details.text


def test_what_sources_say_otherwise_and_notes_are_one_click_away(edited_made_up: EditSite) -> None:
    doubted = said("current", date="2020-01-02", disputed="Another page says beta.", note="Since the winter.")
    found = row(read(with_statements(edited_made_up, {HAMMER: doubted}), "support_table"), "hammer/anvil/training")
    (details,) = found.all("details")
    assert details.one("summary").text == "Sources differ"
    assert "Another page says beta." in details.text
    assert "Since the winter." in details.text


def test_the_best_status_comes_first_then_the_name(edited_made_up: EditSite) -> None:
    site = with_statements(
        edited_made_up,
        {TONGS: said("public-beta", date="2020-01-02"), HAMMER: said("public-beta", date="2020-01-02")},
        "preview",
    )
    assert [found for found in ids_of(read(site, "support_table")) if "/anvil/" in found] == [
        *("forge/anvil/inference", "hammer/anvil/inference", "hammer/anvil/training"),
        *("tongs/anvil/training", "tongs/anvil/inference"),
    ]


def test_a_part_of_a_framework_has_a_row_of_its_own(edited_made_up: EditSite) -> None:
    site = with_statements(edited_made_up, {TONGS: said("maintenance", GRIPS, date="2020-01-02")}, "maintenance")
    found = row(read(site, "support_table"), "tongs/grips/anvil/inference")
    assert found.one("th").text == "Tongs Grips"
    assert "Maintenance" in found.text


def test_workloads_of_which_the_same_is_said_share_a_row(edited_made_up: EditSite) -> None:
    alike = {"date": "2020-01-02", "package": "Grips"}
    both = said("public-beta", **alike) + said(
        "public-beta", "  - accelerator: anvil\n    workload: inference\n", **alike
    )
    page = read(with_statements(edited_made_up, {HAMMER: both}), "support_table")
    (found,) = [one for one in page.all("tr") if "hammer/grips/anvil/training" in ids_of(one)]
    assert sorted(ids_of(found)) == ["hammer/grips/anvil/inference", "hammer/grips/anvil/training"]
    assert set(found.all("td")[0].text.replace(",", "").split()) == {"Training", "Inference"}


def test_a_status_without_a_date_says_after_which_day_it_was_written(edited_made_up: EditSite) -> None:
    site = with_statements(edited_made_up, {HAMMER: said("current", after="2020-01-02")})
    assert "no date published, after 2020-01-02" in row(read(site, "support_table"), "hammer/anvil/training").text


def grid_cell(page: Element, status: str) -> str:
    """What the cell of the grid says that leads to the row of a status."""
    grids = page.all("table", class_="support-grid")
    (found,) = [link for grid in grids for link in grid.all("a") if link.attributes["href"] == f"#{status}"]
    return found.text


def test_an_old_statement_of_support_keeps_its_status_and_says_when(made_up: Site) -> None:
    page = read(made_up, "support_table")
    assert row(page, "loom/chip-one/training").all("td")[1].text == "Supported last said 2018-01"
    assert grid_cell(page, "loom/chip-one/training") == "Supported training; last said 2018-01"
    assert "last said" not in grid_cell(page, "hammer/anvil/inference")


def test_an_announced_end_is_said_wherever_the_status_stands(edited_made_up: EditSite) -> None:
    site = with_statements(edited_made_up, {HAMMER: said("current", date="2020-01-02", ends_with="forge/6.11.0")})
    page = read(site, "support_table")
    assert "no longer from SDK 6.11.0" in row(page, "hammer/anvil/training").all("td")[1].text
    assert grid_cell(page, "hammer/anvil/training") == "Supported training; no longer from SDK 6.11.0"
    assert "no longer from SDK 6.11.0" in read(site, "home_page").text
    assert "no longer from SDK 6.11.0" in read(site, "accelerator_page", "anvil").text
    assert "no longer from SDK 6.11.0" in read(site, "framework_page", "hammer").text
    rows = json.loads(exported(site)["api/v1/support-status.json"])["result"]
    assert {one["id"]: one["ends_with_sdk"] for one in rows if one["framework"] == "hammer"} == {
        "hammer/anvil/inference": None,
        "hammer/anvil/training": "forge/6.11.0",
    }


def test_a_status_that_other_sources_dispute_reads_contested(edited_made_up: EditSite) -> None:
    doubted = said("current", date="2020-01-02", disputed="Another page says beta.")
    site = with_statements(edited_made_up, {HAMMER: doubted})
    page = read(site, "support_table")
    assert grid_cell(page, "hammer/anvil/training") == "Supported training; contested"
    assert grid_cell(page, "hammer/anvil/inference") == "Supported inference"
    assert "contested" in row(page, "hammer/anvil/training").all("td")[1].text


COLD_IRON = "limitations/hot-iron.yml"
EXCLUDED = (
    "state: open\nexcludes: {framework: hammer, accelerators: [anvil], last_sdk: forge/6.4.0, pin: [iron==2.9]}\n"
)
ALL_MODELS = {"state: fixed\n": EXCLUDED, "architectures: [anvilnet]": "families: []"}
RESTS_ON_HAMMER = said("maintenance", ON_CHIP_ONE.replace("chip-one", "anvil"), after="2020-01-02")


def both_of(edited: EditSite, statement_day: str) -> tuple[str, str]:
    """What the grid says of Hammer and of Tongs, which runs its models, where an issue rules Hammer out for all."""
    tongs = {
        "state: ended": "state: maintenance",
        "successor: hammer": "successor: hammer\nruns_models_of: hammer",
        "support:\n": f"support:\n{RESTS_ON_HAMMER.replace('2020-01-02', statement_day)}",
    }
    current = "    status: current\n    date: 2019-06-01\n    last_sdk"
    hammer = {
        current: f"    status: current\n    date: {statement_day}\n    last_sdk",
        "source: forge-report, locator: page 1": "source: forge-notes, locator: page 1",
    }
    page = read(edited({COLD_IRON: ALL_MODELS, TONGS: tongs, HAMMER: hammer}), "support_table")
    return grid_cell(page, "hammer/anvil/inference"), grid_cell(page, "tongs/anvil/inference")


def test_a_newer_statement_than_an_issue_is_contested_also_for_software_that_runs_its_models(
    edited_made_up: EditSite,
) -> None:
    assert both_of(edited_made_up, "2020-01-02") == (
        "Supported inference; contested",
        "Maintenance inference; contested",
    )


def test_a_newer_issue_than_the_statement_limits_also_software_that_runs_its_models(edited_made_up: EditSite) -> None:
    assert both_of(edited_made_up, "2019-06-02") == ("Supported inference; limited", "Maintenance inference; limited")


def test_a_framework_ends_with_the_whole_sdk(edited_made_up: EditSite) -> None:
    lately = {
        "status: current\n    date: 2018-01-01": "status: current\n    date: 2019-02-01",
        "summary: A": "platform: mill\nsummary: A",
    }
    whole = {MILL: {"main_packages:": f"{SDK_ENDED}main_packages:"}}
    site = edited_made_up({**whole, "frameworks/loom.yml": lately, "frameworks/spindle.yml": lately})
    page = read(site, "support_table")
    found = row(page, "loom/chip-one/training")
    assert "Ended with the whole Mill Development Kit" in found.text
    assert "“chip one is over”" in found.text
    assert "1.1" in found.text
    assert "Supported 2019-02-01" in found.one("details").text
    (folded,) = [part for part in page.all("details", class_="support-section") if "open" not in part.attributes]
    assert "loom/chip-one/training" in ids_of(folded)


def test_a_replacement_that_is_not_offered_here_says_where_it_is(edited_made_up: EditSite) -> None:
    on_chip_one = said("ended", ON_CHIP_ONE, date="2020-01-02", replacement="[hammer]")
    site = with_statements(edited_made_up, {TONGS: on_chip_one, HAMMER: NEVER})
    found = row(read(site, "support_table"), "tongs/chip-one/inference")
    assert "Hammer on Forge Anvil only" in found.text
    here = with_statements(edited_made_up, {TONGS: said("ended", date="2020-01-02", replacement="[hammer]")})
    assert "Hammer status not stated" in row(read(here, "support_table"), "tongs/anvil/training").text


def test_what_was_never_offered_is_listed_apart(edited_made_up: EditSite) -> None:
    page = read(with_statements(edited_made_up, {HAMMER: NEVER}), "support_table")
    parts = page.all("details", class_="not-offered")
    apart = {part.all("summary")[0].text: ids_of(part) for part in parts}
    assert apart["Not offered : Hammer (inference)"] == ["hammer/chip-one/inference"]


def test_the_matrix_leads_to_the_rows(edited_made_up: EditSite) -> None:
    page = read(with_statements(edited_made_up, {HAMMER: said("public-beta", date="2020-01-02")}), "support_table")
    grids = page.all("table", class_="support-grid")
    assert {head.text for grid in grids for head in grid.all("th", scope="row")} == {
        *("Forge Development Kit", "Hammer", "Tongs", "Loom", "Spindle"),
    }
    links = {link.attributes["href"]: link.text for grid in grids for link in grid.one("tbody").all("a")}
    cells = {target: text for target, text in links.items() if target.startswith("#")}
    assert cells["#hammer/anvil/training"] == "Public beta training"
    assert cells["#hammer/anvil/inference"] == "Supported inference"
    assert {target.removeprefix("#") for target in cells} <= set(ids_of(page))


def test_rows_are_filtered_by_the_numbers_of_their_workloads(made_up: Site) -> None:
    page = read(made_up, "support_table")
    shows = {label.text: label.one("input").attributes.get("data-shows") for label in page.all("label")}
    assert shows["All"] is None
    assert row(page, "hammer/anvil/inference").attributes["data-workloads"] == shows["Inference"]
    assert row(page, "loom/chip-one/training").attributes["data-workloads"] == shows["Training"]


@pytest.mark.parametrize(
    ("macro", "record", "first"),
    [
        ("accelerator_page", "anvil", "Forge Development Kit whole SDK"),
        ("instance_page", "hearth.small", "Forge Development Kit whole SDK"),
        ("framework_page", "hammer", "Forge Anvil"),
    ],
)
def test_a_record_begins_with_what_runs_today(made_up: Site, macro: str, record: str, first: str) -> None:
    page = read(made_up, macro, record)
    table = page.all("table")[0]
    assert table.has(class_="runs-today")
    assert table.all("th", scope="row")[0].text == first
    assert "Supported" in table.text
    assert ids_of(page) == []


def test_an_instance_type_of_which_nothing_is_stated_has_no_section(edited_made_up: EditSite) -> None:
    site = edited_made_up({}, {"accelerators/mallet.yml": MALLET, "instances/shed.small.yml": SHED})
    assert not read(site, "instance_page", "shed.small").all("table", class_="runs-today")


MALLET = """name: Forge Mallet
vendor: The Forge
kind: asic
core_architecture: core-b
memory:
  - {gib: 8}
summary: A chip of which nothing is known, made up.
citations:
  - {source: forge-report, locator: page 1}
"""
SHED = """provider: Forge Cloud
series: shed
kind: instance
accelerator: mallet
accelerator_count: 1
accelerator_memory_gib: 8
vcpus: 4
host_memory_gib: 8
citations:
  - {source: forge-report, locator: page 1}
"""


def test_of_a_place_that_nobody_recorded_nothing_is_said(edited_made_up: EditSite) -> None:
    cited = "{source: forge-report, locator: page 1}"
    known = 'pin: [iron==3.1 (wrought), "6.10.0-iron3 of the containers"]\n    citations:\n      - '
    site = edited_made_up({HAMMER: {known + cited: f"{known}{{source: forge-report}}"}})
    for macro, *arguments in (("framework_page", "hammer"), ("source_page", "forge-report"), ("support_table",)):
        text = " ".join(read(site, macro, *arguments).text.split())
        assert "None" not in text
        assert ", ," not in text
    published = exported(site)
    assert all(b", None" not in published[f"{page}/index.md"] for page in ("frameworks/hammer", "sources/forge-report"))
    [status] = [
        row
        for row in json.loads(published["api/v1/support-status.json"])["result"]
        if (row["framework"], row["accelerator"], row["workload"]) == ("hammer", "anvil", "inference")
    ]
    assert (status["source"], status["locator"]) == ("forge-report", None)
