"""Features that vendors' lists rate, side by side."""

from __future__ import annotations

import json

from macros.outputs.search import files
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.elements import read

EARLIER_FILE, LATER_FILE, HAMMER_FILE = (
    f"catalogues/{name}.yml" for name in ("loom-models-2018", "loom-models-2019", "hammer-models")
)
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
