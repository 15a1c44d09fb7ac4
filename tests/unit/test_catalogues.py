"""The lists of vendors: what two editions say differently, what a line says, and which features they rate."""

from __future__ import annotations

import json

import pytest

from macros.outputs.search import files
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.elements import Element, read
from tests.support.lifecycle_data import frame

EARLIER, LATER = "loom-models-2018", "loom-models-2019"
EARLIER_FILE, LATER_FILE, HAMMER_FILE = (f"catalogues/{name}.yml" for name in (EARLIER, LATER, "hammer-models"))


def line(page: Element, as_published: str) -> Element:
    """The line of the list with these words."""
    return next(row for row in page.all("tr") if row.all("td") and row.one("th").text == as_published)


def changes(site: Site) -> list[tuple[str, str, str]]:
    """What the page of the later edition says has changed."""
    rows = frame(read(site, "catalogue_page", LATER), "What changed").rows
    return [(row["Change"], row["Subject"], row["What they say"]) for row in rows]


def test_two_editions_differ_in_what_is_added_and_what_is_changed(made_up: Site) -> None:
    assert changes(made_up) == [("Added", "Shuttle-Small", "–"), ("Changed", "Shuttle", "now also mending")]
    page = read(made_up, "catalogue_page", LATER)
    assert frame(page, "What changed").targets == ["models/maker/shuttle-small/", "architectures/shuttle/"]
    assert f"catalogues/{EARLIER}/" in page.targets


def test_two_editions_differ_in_what_is_removed_and_what_is_spelt_otherwise(edited_made_up: EditSite) -> None:
    removed = '    tasks: [weaving]}\n  - {as_published: Large, model: shuttle-large, wording: "yes"}\n'
    edits = {
        EARLIER_FILE: {"tasks: [weaving]}\n": removed.lstrip()},
        LATER_FILE: {"as_published: Shuttle,": "as_published: Shuttles,", "[weaving, mending]": "[weaving]"},
    }
    assert changes(edited_made_up(edits))[1:] == [
        ("No longer listed", "Shuttle-Large", "–"),
        ("Written otherwise", "Shuttle", "“Shuttle” before, “Shuttles” now"),
    ]


@pytest.mark.parametrize(("catalogue", "later"), [(EARLIER, [LATER]), ("hammer-models", [])])
def test_what_has_no_earlier_edition_has_no_changes(made_up: Site, catalogue: str, later: list[str]) -> None:
    page = read(made_up, "catalogue_page", catalogue)
    assert not page.all("h2", id="changes")
    assert [one for one in (EARLIER, LATER) if f"catalogues/{one}/" in page.one("header").targets] == later


def test_lines_of_older_editions_stand_last_and_say_what_replaced_them(made_up: Site) -> None:
    found = read(made_up, "accelerator_page", "chip-one").targets
    assert found.index(f"catalogues/{LATER}/") < found.index(f"catalogues/{EARLIER}/")


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


ABOUT_LOOM = "framework: loom\nworkload: training\naccelerators: [chip-one]"
ABOUT_HAMMER = "framework: hammer\nworkload: inference\naccelerators: [anvil]"
RATED_EARLIER = "features:\n  - {category: Serving, feature: Batching, status: supported}\nrows:"
RATED_LATER = (
    "features:\n"
    "  - {category: Serving, feature: batching (long cloths), status: planned, note: From spring on.}\n"
    "  - {category: Serving, feature: batching (short cloths), status: supported}\n"
    "rows:"
)


def matrix(site: Site, page: str, record: str) -> list[list[str]]:
    """The cells of the table of features, its head first; empty if the page has none."""
    tables = [
        frame
        for frame in read(site, page, record).all("div", class_="frame")
        if frame.attributes["aria-label"] == "Features"
    ]
    return [[cell.text for cell in (*row.all("th"), *row.all("td"))] for table in tables for row in table.all("tr")]


def test_one_feature_in_two_lists_is_one_line(edited_made_up: EditSite) -> None:
    site = edited_made_up({LATER_FILE: {ABOUT_LOOM: ABOUT_HAMMER, "rows:": RATED_LATER}})
    head, batching, *_ = matrix(site, "framework_page", "hammer")
    assert len(head) == 3
    assert batching[0].casefold() == "batching serving"
    assert "Supported" in batching
    assert "Planned long cloths From spring on. Supported short cloths" in batching


def test_of_two_editions_the_newest_that_rates_is_shown(edited_made_up: EditSite) -> None:
    only_earlier = edited_made_up({EARLIER_FILE: {"rows:": RATED_EARLIER}})
    head, batching = matrix(only_earlier, "framework_page", "loom")
    assert (len(head), batching[1]) == (2, "Supported")
    both = edited_made_up({LATER_FILE: {"rows:": RATED_LATER}})
    head, batching = matrix(both, "framework_page", "loom")
    assert len(head) == 2
    assert batching[1].startswith("Planned")


def test_the_search_finds_features(made_up: Site) -> None:
    ((_, content),) = files(made_up.knowledge, [])
    found = next(
        entry for entry in json.loads(content)["entries"] if entry["location"] == "frameworks/hammer/#features"
    )
    assert found["text"] == "Batching: Supported · Adapters: Planned"
