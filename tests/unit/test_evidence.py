"""The evidence on pages of models: what only an earlier edition lists, and known issues."""

from __future__ import annotations

from macros.facts.evidence import evidence_by_accelerator, subject_of_architecture
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.elements import read

LARGE, ANVIL_7B = "shuttle-large", "smith/anvil-7b"
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
