"""Speeds with their context: their own hardware, number format, software and date; which of them are compared."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from macros.columns.explorer_views import BENCHMARK_VIEW
from macros.pages.compared import compared as compared_rows
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.benchmark_results import MODEL, Row, WithResults, column, measured, results, titled
from tests.support.elements import read

COMPARED: Sequence[Mapping[str, Any]] = yaml.safe_load(Path(__file__).with_name("figures.yml").read_text("utf-8"))
ANOTHER_MACHINE: Row = {"instances": [], "accelerators": ["anvil"], "accelerator_count": 8}


def compared(site: Site, chip: str = "Forge Anvil") -> Sequence[str]:
    """The throughputs that the comparison lists for the model on an accelerator."""
    rows = dict(compared_rows(site.knowledge, "models", MODEL)["Highest published throughput"])
    cell = rows[f"On {chip}"]
    return cell.text.split("; ") if cell else []


def line(site: Site) -> str:
    """What the model's page says of an accelerator in one line."""
    (found,) = read(site, "model_page", MODEL).all("details", id="on-anvil")
    return found.all("summary")[0].text


def test_a_speed_stands_beside_its_own_software_and_date(with_results: WithResults) -> None:
    fast = results({"throughput": 900, "sdk": "5.9", "model_data_type": "bf16"}, as_of="2019-03-01", title="Fast")
    new = results({"throughput": 50, "sdk": "forge/6.4.0", "model_data_type": "bf16"}, title="New")
    assert "900 inferences/s hearth.small, bf16, Hammer, SDK 5.9, 2019-03 " in line(with_results(fast, new))


def test_a_model_without_figures_shows_those_of_a_variant_by_its_name(edited_made_up: EditSite) -> None:
    variant = "name: Shuttle Tuned\narchitecture: shuttle\nvariant_of: shuttle-large\nsummary: Tuned, made up.\n"
    measured_variant = titled(results({"model": "shuttle-tuned"}), "Speeds")
    site = edited_made_up({}, {"models/shuttle-tuned.yml": variant, "benchmarks/tuned.yml": measured_variant})
    assert "50 inferences/s of Shuttle Tuned, hearth.small, " in line(site)
    (said,) = compared(site)
    assert said.startswith("50 inferences/s, of Shuttle Tuned, inference, hearth.small, ")


CITED = "citation: {source: forge-report, locator: page 3}"
PRICE = f"prices:\n  - {{usd_per_hour: 1.8, purchase: on-demand, {CITED}}}\naccelerator:"
PRICED = {"instances/hearth.small.yml": {"accelerator:": PRICE}}


def test_a_speed_says_what_a_thousand_results_cost(edited_made_up: EditSite) -> None:
    site = edited_made_up(PRICED, {"benchmarks/speeds.yml": titled(results({}), "Speeds")})
    assert "50 inferences/s hearth.small, 0.01 US dollars per 1,000 inferences on demand, " in line(site)


def test_a_cost_counts_what_is_made(edited_made_up: EditSite) -> None:
    site = edited_made_up(PRICED, {"benchmarks/speeds.yml": titled(results({"makes": "one image"}), "Speeds")})
    assert "0.01 US dollars per 1,000 images on demand, " in line(site)


@pytest.mark.parametrize(("accelerators", "is_alike"), [(1, True), (8, False)])
def test_the_cost_is_inferred_from_a_type_like_it(edited_made_up: EditSite, accelerators: int, is_alike: bool) -> None:
    row = {**ANOTHER_MACHINE, "accelerator_count": accelerators}
    site = edited_made_up(PRICED, {"benchmarks/speeds.yml": titled(results(row), "Speeds")})
    said = "about 0.01 US dollars per 1,000 inferences at the price of hearth.small (inferred)"
    assert (said in line(site)) is is_alike
    explored = BENCHMARK_VIEW.columns(site.knowledge)
    (fact,) = (fact for fact in site.knowledge.benchmarks if fact.file_id == "speeds")
    cost, of = (next(one for one in explored if one.name == name) for name in ("usd_per_million", "priced_as"))
    assert (cost.value(fact), of.value(fact)) == ((10, "hearth.small") if is_alike else (None, None))


def test_a_speed_of_several_accelerators_says_what_one_of_them_does(with_results: WithResults) -> None:
    site = with_results(results({**ANOTHER_MACHINE, "throughput": 100}))
    assert "12.5 inferences/s each 100 inferences/s, 8 × Forge Anvil, " in line(site)


@pytest.mark.parametrize("case", COMPARED, ids=lambda case: case["case"])
def test_speeds_are_compared_where_they_count_the_same(with_results: WithResults, case: Mapping[str, Any]) -> None:
    found = compared(with_results(*(results(*file.pop("rows"), **file) for file in map(dict, case["files"]))))
    in_order = sorted(found, key=lambda text: float(text.split()[0].replace(",", "")))
    assert [text[: len(start)] for text, start in zip(in_order, case["says"], strict=True)] == case["says"]


def test_a_threshold_of_a_test_is_called_so_in_tables(with_results: WithResults) -> None:
    asked = results({"throughput": 900}, title="Asked", thresholds="true")
    found = column(measured(with_results(asked, results({"batch_size": 7})), "model_page", MODEL), "Throughput")
    assert found == ["50 inferences/s", "900 inferences/s; regression threshold"]


def test_rows_of_other_machines_are_told_apart_by_their_hardware(with_results: WithResults) -> None:
    rows: Sequence[Row] = [ANOTHER_MACHINE, {**ANOTHER_MACHINE, "accelerator_count": None}, {}]
    table = measured(with_results(results(*rows)), "benchmark_page", "file-1")
    found = ["8 × Forge Anvil", "Forge Anvil , number not published", "hearth.small"]
    assert column(table, "Hardware") == found


def test_names_and_mappings_of_a_source_are_shown_for_people(with_results: WithResults) -> None:
    row: Row = {"submitter": "Forge_and_Sons", "model_data_type": "{'one': 'fp8', 'two': 'bf16'}"}
    page = read(with_results(results(row, {"submitter": "Mill"})), "model_page", MODEL).text
    assert "Forge and Sons" in page
    assert "one fp8, two bf16" in page
    assert [word for word in ("Forge_and_Sons", "{'") if word in page] == []


def test_a_page_of_hardware_puts_no_brackets_around_nothing(with_results: WithResults) -> None:
    said = read(with_results(results(ANOTHER_MACHINE)), "instance_page", "hearth.small").text
    assert "Shuttle-Large" in said
    assert not re.search(r"\(\s*(on)?\s*[;)]", said)
