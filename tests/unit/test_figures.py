"""Speeds with their context: their own hardware, number format, software and date; which of them are compared."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import pytest

from macros.columns.explorer_views import BENCHMARK_VIEW
from macros.pages.compared import compared as compared_rows
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.benchmark_results import MODEL, Row, WithResults, column, measured, results, titled
from tests.support.elements import read

LARGE: Row = {"instances": ["hearth.large"]}
ANOTHER_MACHINE: Row = {"instances": [], "accelerators": ["anvil"], "accelerator_count": 8}


def without_framework(text: str) -> str:
    return text.replace("framework: hammer\n", "")


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


@pytest.mark.parametrize(("accelerators", "is_alike"), [(1, True), (8, False)])
def test_the_cost_on_another_machine_is_inferred_from_an_instance_type_like_it(
    edited_made_up: EditSite, accelerators: int, is_alike: bool
) -> None:
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
    assert "100 inferences/s 8 × Forge Anvil, 12.5 per accelerator, " in line(site)


def test_a_speed_of_another_machine_names_its_accelerators_and_the_software_as_printed(
    with_results: WithResults,
) -> None:
    printed: Row = {"framework_as_published": "Swage", "framework_version": "10.2.0, Iron 12", "throughput": 1234.5678}
    site = with_results(without_framework(results({**ANOTHER_MACHINE, **printed, "model_data_type": "fp8"})))
    assert compared(site) == ["1,234.6 inferences/s, inference, 8 × Forge Anvil, fp8, Swage 10.2.0, 2019-11"]


FAST = {"throughput": 900}
TRAINING = without_framework(results(FAST, workload="training", title="Training"))
ASKED = results(FAST, title="Asked").replace("published: true", "published: true\nthresholds: true")
UNKNOWN: Row = {"instances": [], "accelerators": ["anvil"], "throughput": 900}
SPELLED = ("{'one': 'FP8', 'two': 'BF16'}", "one:fp8,two:bf16")

COMPARED: Mapping[str, tuple[Sequence[str], Sequence[str]]] = {
    "speeds are compared per accelerator": (
        [results({}, {**LARGE, "throughput": 90}, {**ANOTHER_MACHINE, "throughput": 300})],
        ["50 inferences/s, "],
    ),
    "a cluster has the accelerators of all its instances": (
        [results({}, {"throughput": 160, "nodes": 4})],
        ["50 inferences/s, "],
    ),
    "a faster cluster": ([results({"throughput": 240, "nodes": 4})], ["240 inferences/s, inference, 4 × hearth.small"]),
    "a threshold of a test never stands before a measurement": (
        [ASKED, results({"batch_size": 7})],
        ["50 inferences/s, inference, hearth.small, number format not stated, Hammer, 2019-11"],
    ),
    "a figure in doubt never stands before another": (
        [results({}, {**FAST, "doubt": "Another run."})],
        ["50 inferences/s, inference, hearth.small, number format not stated, Hammer, 2019-11"],
    ),
    "a figure in doubt": (
        [results({"doubt": "Another run."})],
        ["50 inferences/s, inference, hearth.small, number format not stated, Hammer, 2019-11, in doubt: Another run"],
    ),
    "figures of another unit are not ranked": (
        [results({}, {**FAST, "throughput_unit": "output-tokens-per-second"})],
        ["50 inferences/s, ", "900 output tokens/s, "],
    ),
    "figures of another number format are not ranked": (
        [results({}, {**FAST, "model_data_type": "fp8"})],
        ["50 inferences/s, ", "900 inferences/s, "],
    ),
    "figures of another workload are not ranked": (
        [results({}), TRAINING],
        ["50 inferences/s, inference, ", "900 inferences/s, training, "],
    ),
    "number formats spelled otherwise are the same": (
        [results(*({"throughput": 50 + place, "model_data_type": text} for place, text in enumerate(SPELLED)))],
        ["51 inferences/s, inference, hearth.small, one fp8, two bf16, Hammer, 2019-11"],
    ),
    "an unknown number of accelerators is named only where no other is": ([results({}, UNKNOWN)], ["50 "]),
    "an unknown number of accelerators": ([results(UNKNOWN)], ["900 "]),
}
"""By what is tested: files of results, and how the throughputs begin that the comparison lists."""


@pytest.mark.parametrize("case", COMPARED)
def test_speeds_are_compared_where_they_count_the_same(with_results: WithResults, case: str) -> None:
    files, wanted = COMPARED[case]
    found = sorted(compared(with_results(*files)), key=lambda text: int(text.split()[0]))
    assert [text[: len(start)] for text, start in zip(found, wanted, strict=True)] == list(wanted)


def test_a_threshold_of_a_test_is_called_so_wherever_it_stands(with_results: WithResults) -> None:
    (only,) = compared(with_results(ASKED))
    assert only.startswith("900 inferences/s (regression threshold, not a measurement), ")
    site = with_results(ASKED, results({"batch_size": 7}))
    found = column(measured(site, "model_page", MODEL), "Throughput")
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
