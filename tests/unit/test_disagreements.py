"""The values in the data that conflicts point at: how a pointer finds a value, and where readers see it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.conftest import EditSite
from tests.support.elements import Element, read


def values(page: Element) -> list[str]:
    return [row["Value"] for table in page.all("div", aria_label="Values that differ") for row in table.rows]


@pytest.mark.parametrize(
    ("facts", "shown", "linked"),
    [
        (
            {
                "sdks/forge/6.4.0": "packages[package=hammer-lib].version",
                "components/loom-lib": "notices[event=announced].last_sdk",
            },
            ["6.4.1", "1.1"],
            {"sdks/forge/6.4.0/", "lifecycle/loom-lib/"},
        ),
        (
            {
                "support/fit-of-forge": "rows[family=weavers].status.hammer",
                "validated/loom-list": "rows[architecture=shuttle].mark",
            },
            ["partly", "tick"],
            {"families/guidelines/#fit-of-forge", "frameworks/loom/"},
        ),
        (
            {
                "benchmarks/hammer-latency": "rows[line=2].tpot_p50_ms",
                "configurations/plain-paper/loom-1.0": "tables.rows[model=shuttle-large].compiled",
            },
            ["8", "2"],
            set(),
        ),
    ],
    ids=["records with pages", "records that other pages show", "figures"],
)
def test_the_page_of_a_conflict_shows_its_values_and_leads_to_where_they_stand(
    edited_made_up: EditSite, facts: Mapping[str, str], shown: list[str], linked: set[str]
) -> None:
    lines = "".join(f'  - {{record: {record}, at: "{way}"}}\n' for record, way in facts.items())
    site = edited_made_up({"conflicts/speed-of-anvil-7b.yml": {"reading:": f"facts:\n{lines}reading:"}})
    page = read(site, "conflict_page", "speed-of-anvil-7b")
    assert values(page) == shown
    assert linked <= {*page.targets}
