"""What runs today: the page, and the first section of the pages of accelerators, instances and frameworks."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from macros.pages.compared import compared
from macros.pages.support_grid import MOST_COLUMNS
from macros.pages.support_today import MOST_NAMED, SupportLine
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.elements import Element, read
from tests.support.lifecycle_data import frame, statement, stating
from tests.support.project import exported, further

HAMMER = "frameworks/hammer.yml"
TONGS = "frameworks/tongs.yml"

BETA = statement("public-beta", date="2020-01-02")


def grid_cell(page: Element, status: str) -> str:
    """What the cell of the grid says that leads to the lines with a status."""
    grids = page.all("table", class_="support-grid")
    (found,) = [link for grid in grids for link in grid.all("a") if link.attributes["href"] == f"#{status}"]
    return found.text


def test_the_best_status_comes_first_then_the_name(edited_made_up: EditSite) -> None:
    site = edited_made_up({TONGS: {**stating(BETA), "state: ended": "state: preview"}, HAMMER: stating(BETA)})
    rows = frame(read(site, "accelerator_page", "anvil"), "What runs today").rows
    assert [(row["Framework"], row["Workload"]) for row in rows] == [
        ("Forge Development Kit, whole SDK", "Inference"),
        ("Hammer", "Inference"),
        ("Hammer", "Training"),
        ("Tongs", "Training"),
    ]


def test_workloads_of_which_the_same_is_said_share_an_entry(edited_made_up: EditSite) -> None:
    page = read(edited_made_up({HAMMER: stating(statement("current", date="2020-01-02"))}), "support_table")
    assert grid_cell(page, "hammer/anvil/training") == "Supported training, inference"


def test_hardware_that_reads_the_same_shares_a_row_that_tells_the_reasons_apart(edited_made_up: EditSite) -> None:
    notes = {"anvil": "For forging.", "chip-one": "For filing."}
    statements = [
        statement("current", accelerator=chip, date="2020-01-02", as_published="all tools", note=note)
        for chip, note in notes.items()
    ]
    page = read(edited_made_up({HAMMER: stating(*statements)}), "framework_page", "hammer")
    (row,) = [one for one in frame(page, "What runs today").rows if one["Workload"] == "Training"]
    assert all(name in row["Accelerator"] for name in ("Anvil", "Chip One"))
    assert row["Date"].count("all tools") == 1
    assert "Anvil: For forging." in row["Date"].replace(" :", ":")


def test_cells_that_say_the_same_open_the_same_lines(edited_made_up: EditSite) -> None:
    chips = ("chip-one", "chip-two")
    statements = [statement("current", accelerator=chip, date="2020-01-02") for chip in chips]
    site = edited_made_up({HAMMER: stating(*statements)}, further("accelerators/chip-two.yml"))
    (grid,) = [one for one in read(site, "support_table").all("table") if "Chip Two" in one.text]
    lines = [
        {part.attributes.get("id") for part in one.all("div", "span")}
        for one in grid.all("div")
        if "2020-01-02" in one.text
    ]
    assert any({f"hammer/{chip}/training" for chip in chips} <= ids for ids in lines)


def wide_grid(edited_made_up: EditSite, cores: Mapping[str, str]) -> Element:
    """The page with a framework on accelerators of some names and core architectures, of each something else."""
    (mallet,) = further("accelerators/mallet.yml").values()
    chips = {
        f"accelerators/{name}.yml": mallet.replace("Mallet", name).replace("core-b", core)
        for name, core in cores.items()
    }
    # Accelerators of which all the same is said would share a column.
    days = enumerate(cores, start=1)
    statements = [statement("current", accelerator=name, date=f"2020-01-{day:02}") for day, name in days]
    return read(edited_made_up({HAMMER: stating(*statements)}, chips), "support_table")


def test_a_grid_too_wide_to_read_has_parts_by_core_architecture(edited_made_up: EditSite) -> None:
    names = {f"mallet-{number}": "core-a" if number % 2 else "core-b" for number in range(1, MOST_COLUMNS + 2)}
    page = wide_grid(edited_made_up, names)
    grids = [grid for grid in page.all("table", class_="support-grid") if "mallet-1" in grid.text.split()]
    assert len(grids) == 1
    heads = [head.text.split()[-1] for head in grids[0].all("th", scope="col")]
    assert {names.get(head) for head in heads[1:]} == {"core-a"}
    assert grids[0].one("caption").text.startswith("Core A. ")
    assert [summary.text for summary in page.all("summary") if "Core" in summary.text] == [
        "Core B: 3 frameworks on 5 accelerators"
    ]


def test_many_accelerators_of_one_core_architecture_have_several_parts(edited_made_up: EditSite) -> None:
    names = [f"mallet-{number}" for number in range(10, 10 + MOST_COLUMNS + 2)]
    page = wide_grid(edited_made_up, dict.fromkeys(names, "core-a"))
    parts = [grid for grid in page.all("table", class_="support-grid") if "Core A" in grid.one("caption").text]
    parts += [fold for fold in page.all("details") if "Core A" in fold.one("summary").text]
    shown = [[name for name in names if name in part.text.split()] for part in parts]
    assert sorted(map(len, shown)) == [MOST_COLUMNS / 2 + 1] * 2
    assert sorted(name for part in shown for name in part) == names


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"date": "2017-01-02"}, "last said 2017-01"),
        ({"date": "2020-01-02", "ends_with": "forge/6.11.0"}, "no longer from Forge Kit 6.11.0"),
        ({"date": "2020-01-02", "disputed": "Another page says beta."}, "contested"),
    ],
)
def test_age_end_and_doubt_stand_beside_status(edited_made_up: EditSite, more: Mapping[str, str], words: str) -> None:
    site = edited_made_up({HAMMER: stating(statement("current", **more))})
    page = read(site, "support_table")
    doubted = "Supported but contested training" if words == "contested" else f"Supported training; {words}"
    assert grid_cell(page, "hammer/anvil/training") == doubted
    assert grid_cell(page, "hammer/anvil/inference") == "Supported inference"
    for macro, *record in (("home_page",), ("accelerator_page", "anvil"), ("framework_page", "hammer")):
        assert words in read(site, macro, *record).text
    for kind, record_id in (("frameworks", "hammer"), ("accelerators", "anvil")):
        assert words in str(compared(site.knowledge, kind, record_id))


COLD_IRON = "limitations/hot-iron.yml"
EXCLUDED = (
    "state: open\nexcludes: {framework: hammer, accelerators: [anvil], last_sdk: forge/6.4.0, pin: [iron==2.9]}\n"
)
ALL_MODELS = {"state: fixed\n": EXCLUDED, "architectures: [anvilnet]": "families: []"}


@pytest.mark.parametrize(
    ("statement_day", "words", "cell"),
    [
        ("2020-01-02", "contested", "Supported but contested inference"),
        ("2019-06-02", "limited", "Supported inference; limited"),
    ],
)
def test_the_newer_of_issue_and_statement_counts_also_for_software_that_runs_its_models(
    edited_made_up: EditSite, statement_day: str, words: str, cell: str
) -> None:
    """Of Hammer, and of Tongs, which runs its models, where an issue rules Hammer out for all."""
    tongs = {
        "state: ended": "state: maintenance",
        "successor: hammer": "successor: hammer\nruns_models_of: hammer",
        **stating(statement("maintenance", workload="inference", after=statement_day)),
    }
    current = "    status: current\n    date: 2019-06-01\n    last_sdk"
    hammer = {
        current: f"    status: current\n    date: {statement_day}\n    last_sdk",
        "source: forge-report, locator: page 1": "source: forge-notes, locator: page 1",
    }
    page = read(edited_made_up({COLD_IRON: ALL_MODELS, TONGS: tongs, HAMMER: hammer}), "support_table")
    assert grid_cell(page, "hammer/anvil/inference") == cell
    assert grid_cell(page, "tongs/anvil/inference") == f"Maintenance inference; {words}"


def test_a_replacement_offered_on_much_other_hardware_names_little_of_it(site: Site) -> None:
    for status in site.knowledge.support:
        for part in SupportLine(site.knowledge, status).replacement.parts:
            assert str(part).count("kind='accelerators'") <= MOST_NAMED


def test_cells_are_filtered_by_the_numbers_of_their_workloads(made_up: Site) -> None:
    page = read(made_up, "support_table")
    shows = {label.text: label.one("input").attributes.get("data-shows") for label in page.all("label")}
    assert shows["All"] is None
    for status, workload in (("hammer/anvil/inference", "Inference"), ("loom/chip-one/training", "Training")):
        (cell,) = page.all("a", href=f"#{status}")
        assert cell.attributes["data-workloads"].split() == [shows[workload]]


@pytest.mark.parametrize(
    ("macro", "record", "first"),
    [
        ("accelerator_page", "anvil", "Forge Development Kit, whole SDK"),
        ("instance_page", "hearth.small", "Forge Development Kit, whole SDK"),
        ("framework_page", "hammer", "Forge Anvil"),
    ],
)
def test_a_record_begins_with_what_runs_today(made_up: Site, macro: str, record: str, first: str) -> None:
    table = read(made_up, macro, record).all("table")[0]
    assert table.all("th", scope="row")[0].text == first
    assert "Supported" in table.text


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
