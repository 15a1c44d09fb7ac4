"""The evidence on pages of models: what only an earlier edition lists, known issues, and memory of instance types."""

from __future__ import annotations

from macros.facts.evidence import evidence_by_accelerator, subject_of_architecture
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.elements import read

LARGE, ANVIL_7B, ANVIL_70B = "shuttle-large", "smith/anvil-7b", "smith/anvil-70b"
LATER_LIST = "catalogues/loom-models-2019.yml"
LISTED_LATER = '  - {as_published: Shuttle, architectures: [shuttle], wording: "yes", tasks: [weaving, mending]}\n'


def test_the_newest_sdk_release_stands_last(edited_made_up: EditSite) -> None:
    knowledge = edited_made_up({"benchmarks/hammer-latency.yml": {'sdk: "5.9"': 'sdk: "10.1"'}}).knowledge
    found = evidence_by_accelerator(knowledge, subject_of_architecture(knowledge, "anvilnet"))["anvil"]
    (measured,) = (one for one in found if one.kind == "benchmark")
    assert measured.sdks == ("forge/6.4", "forge/6.4.0", "10.1")


def test_what_only_an_earlier_edition_lists_comes_last(edited_made_up: EditSite) -> None:
    site = edited_made_up({LATER_LIST: {LISTED_LATER: ""}})
    said = read(site, "model_page", LARGE).one("details", id="on-chip-one").all("ul", class_="statements")[0].all("li")
    assert ["no longer in a later edition" in one.text for one in said] == [*[False] * (len(said) - 1), True]
    assert "catalogues/loom-models-2018/" in said[-1].targets


def test_limits_of_a_framework_on_the_hardware_stand_apart_from_those_of_the_model(edited_made_up: EditSite) -> None:
    site = edited_made_up(
        {
            "limitations/hot-iron.yml": {", architectures: [anvilnet]": ""},
            "conflicts/speed-of-anvil-7b.yml": {"models: [smith/anvil-7b], ": ""},
        }
    )
    page = read(site, "model_page", ANVIL_7B)
    assert page.one("div", aria_label="Known issues of its software").targets[0] == "limitations/hot-iron/"
    assert "conflicts/speed-of-anvil-7b/" in page.targets


def test_a_limitation_of_the_architecture_is_no_limit_of_the_framework_alone(made_up: Site) -> None:
    page = read(made_up, "model_page", ANVIL_7B)
    assert page.one("div", aria_label="Known issues").targets == ["limitations/hot-iron/", "accelerators/anvil/"]
    assert not page.all("div", aria_label="Known issues of its software")


def memory(site: Site, model: str) -> dict[str, list[str]]:
    """By instance type: its memory, and the share of it that the weights take."""
    tables = read(site, "model_page", model).all("div", aria_label="Instance types")
    rows = [row for table in tables for row in table.one("tbody").all("tr")]
    return {row.one("th").text: [cell.text for cell in row.all("td")[1:]] for row in rows}


def test_the_share_of_memory_stands_beside_every_instance(made_up: Site) -> None:
    assert memory(made_up, ANVIL_70B) == {
        "hearth.small": ["96", "bf16: 136 %; fp8: 68 %"],
        "hearth.large": ["384", "bf16: 34 %; fp8: 17 %"],
    }


def test_without_a_number_of_parameters_no_share_is_estimated(made_up: Site) -> None:
    assert memory(made_up, LARGE) == {"box.small": ["32"]}
