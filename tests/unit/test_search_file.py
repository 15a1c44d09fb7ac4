"""The file that the site search reads: what it finds of a page's HTML, names, and what tables of text say."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from macros.facts import Knowledge
from macros.outputs.page_sections import PageSection, page_sections
from macros.outputs.search import files
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.project import further

ADDRESS = "looms/"
CASES = yaml.safe_load(Path(__file__).with_name("page_sections.yml").read_text("utf-8"))


def found(html: str, meta: Mapping[str, Any] | None = None) -> list[tuple[str, str, str]]:
    return [(one.location, one.title, one.text) for one in page_sections(html, ADDRESS, "Looms", meta or {})]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["html"])
def test_a_page_is_divided_into_sections_of_plain_text(case: Mapping[str, Any]) -> None:
    assert [list(section) for section in found(case["html"])] == case["sections"]


def test_front_matter_excludes_a_page_and_gives_names_and_weight() -> None:
    assert found("<p>Wide.</p>", {"search": {"exclude": True}}) == []
    (section,) = page_sections(
        "<p>Wide.</p>", ADDRESS, "Looms", {"tags": ["warp &amp; weft"], "search": {"boost": 2.5}}
    )
    assert (section.names, section.weight) == (["warp & weft"], 2.5)


@given(st.lists(st.sampled_from(["<p>", "</p>", "<div>", "</div>", '<h2 id="a">', "</h2>", "<br>", "<li>", "word "])))
def test_html_that_does_not_match_loses_no_word(parts: list[str]) -> None:
    words = sum((title + " " + text).split().count("word") for _, title, text in found("".join(parts)))
    assert words == parts.count("word ")


PAGE = PageSection(
    "models/shuttle/", "shuttle & co", "Model · 12 × Ü", ["Shuttle-&-co", "Shuttle One", "shuttle_one", "Shuttle"], 4.0
)
SECTION = PageSection("memory/#72b", "72B", "", ["Memory"], 8)


@pytest.fixture
def known(made_up: Site) -> Knowledge:
    return made_up.knowledge


def entries(knowledge: Knowledge, *sections: PageSection) -> Sequence[Mapping[str, Any]]:
    ((_, content),) = files(knowledge, sections)
    written: Sequence[Mapping[str, Any]] = json.loads(content)["entries"]
    return written


def test_each_name_stands_once(known: Knowledge) -> None:
    page, section, *_ = entries(known, PAGE, SECTION)
    assert page == {
        "location": "models/shuttle/",
        "title": "shuttle & co",
        "text": "Model · 12 × Ü",
        "names": ["Shuttle One"],
        "weight": 4.0,
    }
    assert section == {"location": "memory/#72b", "title": "72B", "text": "", "weight": 8}


def test_an_instance_names_its_accelerator_and_a_model_its_name(known: Knowledge) -> None:
    page, *_ = entries(known, replace(PAGE, location="instances/box.small/"))
    assert page["accelerator"] == known.records.instances["box.small"].accelerator
    page, *_ = entries(known, replace(PAGE, location="models/smith/anvil-7b/"))
    assert page["title"] == known.records.models["smith/anvil-7b"].name


def test_a_model_is_found_with_a_blank_before_its_version(edited_made_up: EditSite) -> None:
    site = edited_made_up({"models/smith/anvil-7b.yml": {"name: Anvil-7B": "name: Anvil2.5-7B"}})
    page, *_ = entries(site.knowledge, replace(PAGE, location="models/smith/anvil-7b/"))
    assert "Anvil 2.5-7B" in page["names"]


def test_models_on_an_accelerator_are_found_by_its_names(known: Knowledge) -> None:
    lists = {one["location"]: one["names"] for one in entries(known) if one["location"].startswith("models/?acc")}
    assert set(lists) == {f"models/?accelerator={chip}" for chip in known.records.accelerators}
    assert {"models on anvil", "anvil models", "fits on anvil"} <= set(lists["models/?accelerator=anvil"])


def test_models_for_a_task_are_found_by_its_names_with_how_many_run_where(edited_made_up: EditSite) -> None:
    line = {"rows:\n": "rows:\n  - {as_published: Anvil-7B, model: smith/anvil-7b, wording: ready, section: Forging}\n"}
    site = edited_made_up({"catalogues/hammer-models.yml": line})
    found = {one["location"]: one for one in entries(site.knowledge)}
    assert {"cloth making", "cloth making models"} <= set(found["models/?task=weaving"]["names"])
    forging = found["models/?task=forging"]
    assert (forging["text"], forging["runs"]) == ("1 model: Anvil-7B", {"anvil": 1})


def test_what_tables_of_comparisons_say_is_found(known: Knowledge) -> None:
    texts = {entry["location"]: entry["text"] for entry in entries(known)}
    for record_id, comparison in known.records.comparisons.items():
        for feature in comparison.features:
            later = [value for correction in feature.corrections for value in correction.values.values()]
            said = [feature.feature, *feature.values.values(), *later]
            assert all(value in texts[f"compare/{record_id}/#features"] for value in said)
        for difference in comparison.differences:
            assert difference.statement.text in texts[f"compare/{record_id}/#{difference.area}"]


def test_an_image_is_found_by_its_tag_with_what_replaces_it(known: Knowledge) -> None:
    lines = [entry for entry in entries(known) if entry["location"].startswith("images/hammer-containers/#")]
    assert [entry["title"] for entry in lines] == ["6.10.0-iron2", "6.10.0-iron3", "6.4.0-iron2"]
    assert "newest with the same version: 6.10.0-iron2" in lines[-1]["text"]


def test_families_that_do_not_suit_an_accelerator_are_found_before_those_that_do(edited_made_up: EditSite) -> None:
    rows = 'rows:\n  - {family: knotters, as_published: Knotters, fit: Bad, status: {loom: "Yes"}}'
    edits = {"{Fine: good}": "{Fine: good, Bad: poor}", "rows:": rows}
    site = edited_made_up({"support/fit-of-weavers.yml": edits}, further("families/knotters.yml"))
    (found,) = (one for one in entries(site.knowledge) if one["location"].startswith("families/?"))
    assert found["location"] == "families/?on=chip-one"
    assert found["text"].index("Poor fit") < found["text"].index("Good fit")


def test_versions_of_packages_and_lines_of_lists_are_found(known: Knowledge) -> None:
    texts = {entry["location"]: entry["text"] for entry in entries(known)}
    shipped = [(one.component, one.row.version) for sdk in known.records.sdks for one in known.packages.of_release(sdk)]
    assert shipped
    assert all(version in texts[f"lifecycle/{component}/#packages"] for component, version in shipped)
    lines = [(key, row.as_published) for key, found in known.records.catalogues.items() for row in found.rows]
    assert all(name in texts[f"catalogues/{key}/#listed"] for key, name in lines)


def test_software_on_hardware_is_found_with_the_best_that_is_stated_of_it(known: Knowledge) -> None:
    found = {(one["framework"], one["accelerator"]): one for one in entries(known) if "framework" in one}
    assert set(found) == {(one.framework, one.accelerator) for one in known.support if one.framework}
    hammer = found["hammer", "anvil"]
    assert hammer["location"] == "support/#hammer/anvil/inference"
    assert hammer["outcome"]["words"] == "Supported for inference"
    assert "iron==3.1" in hammer["text"]


def test_a_board_is_found_with_the_name_of_its_chips(edited_made_up: EditSite) -> None:
    board = {"accelerators/anvil.yml": {"core_architecture: core-b\n": "core_architecture: core-b\nchips: 2\n"}}
    titles = [entry["title"] for entry in entries(edited_made_up(board).knowledge)]
    assert "Hammer on Forge Anvil (Core B)" in titles


def test_an_sdk_on_hardware_is_found_by_the_other_names_of_that(known: Knowledge) -> None:
    whole = next(one for one in known.support if one.whole)
    (found,) = (one for one in entries(known) if one["location"] == f"support/#{whole.id}")
    sdk, chip = known.records.platforms[whole.owner], known.records.accelerators[whole.accelerator]
    assert found["title"] == f"{sdk.name} on {chip.name}"
    assert [f"{sdk.name} on {other.name}" for other in chip.other_names] == found["names"]
