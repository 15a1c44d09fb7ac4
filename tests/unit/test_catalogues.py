"""The lists of vendors: their editions, and what a line says."""

from __future__ import annotations

import json

import pytest

from macros.outputs.search import files
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.elements import Element, read

EARLIER, LATER = "loom-models-2018", "loom-models-2019"
LATER_FILE, HAMMER_FILE = f"catalogues/{LATER}.yml", "catalogues/hammer-models.yml"


def line(page: Element, as_published: str) -> Element:
    """The line of the list with these words."""
    return next(row for row in page.all("tr") if row.all("td") and row.one("th").text == as_published)


@pytest.mark.parametrize(("catalogue", "later"), [(EARLIER, [LATER]), ("hammer-models", [])])
def test_what_has_no_earlier_edition_has_no_changes(made_up: Site, catalogue: str, later: list[str]) -> None:
    page = read(made_up, "catalogue_page", catalogue)
    assert not page.all("h2", id="changes")
    assert [one for one in (EARLIER, LATER) if f"catalogues/{one}/" in page.one("header").targets] == later
    lines = read(made_up, "accelerator_page", "chip-one").targets
    assert lines.index(f"catalogues/{LATER}/") < lines.index(f"catalogues/{EARLIER}/")


def test_a_line_says_all_that_its_source_says_of_it(edited_made_up: EditSite) -> None:
    more = (
        "data_parallel: 3, batch_size: 17, sequence_length: 4096, parallelism: [sequence], not_parallelism: [expert],"
        " model_class: AnvilForIron, recommended_for: horseshoes, samples: 5, archived: true, features: [bellows],"
        " features_not_supported: [quenching], features_not_applicable: [casting], tasks: [bending], note: Hit it."
    )
    site = edited_made_up({HAMMER_FILE: {"tensor_parallel: 4,": f"tensor_parallel: 64, {more},"}})
    said = line(read(site, "catalogue_page", "hammer-models"), "Anvil-7B").text
    figures = ("64", "3", "17", "4,096", "5", "bf16", "fp8")
    words = ("sequence", "expert", "AnvilForIron", "horseshoes", "archived", "bellows", "quenching", "casting")
    assert [value for value in (*figures, *words, "bending", "Hit it.") if value not in said] == []


def test_a_line_that_says_why_it_names_no_model_is_shown_all_the_same(edited_made_up: EditSite) -> None:
    named = "as_published: Shuttle, architectures: [shuttle],"
    site = edited_made_up({HAMMER_FILE: {named: "as_published: The rest, note: All other models,"}})
    cells = line(read(site, "catalogue_page", "hammer-models"), "The rest").all("td")
    assert cells[0].targets == []
    assert f"{site.knowledge.term('status', 'unsupported').label} “no”" in [cell.text for cell in cells]


def test_a_line_about_an_architecture_is_about_the_checkpoints_that_it_covers(edited_made_up: EditSite) -> None:
    narrowed = {LATER_FILE: {"architectures: [shuttle],": "architectures: [shuttle], covers: [maker/shuttle-small],"}}
    site = edited_made_up(narrowed)
    about = {
        model: [line.id for line in site.knowledge.listed_about(model) if line.catalogue_id == LATER]
        for model in ("maker/shuttle-small", "shuttle-large")
    }
    assert about == {"maker/shuttle-small": [f"{LATER}/2", f"{LATER}/1"], "shuttle-large": []}
    assert "only maker/shuttle-small" in line(read(site, "catalogue_page", LATER), "Shuttle").text
    assert "Shuttle" in read(site, "architecture_page", "shuttle").text


def test_the_search_finds_features(made_up: Site) -> None:
    ((_, content),) = files(made_up.knowledge, [])
    found = next(
        entry for entry in json.loads(content)["entries"] if entry["location"] == "frameworks/hammer/#features"
    )
    assert found["text"] == "Batching: Supported · Adapters: Planned"
