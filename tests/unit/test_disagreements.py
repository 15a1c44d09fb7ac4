"""The values in the data that conflicts point at: how a pointer finds a value, and where readers see it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from macros.checks.disagreements import DETECTORS
from macros.facts import Knowledge
from macros.facts.field_paths import value_at
from macros.loading import Records
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.elements import Element, read


@pytest.fixture
def records(made_up: Site) -> Records:
    return made_up.knowledge.records


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


def test_the_page_of_a_conflict_without_values_in_the_data_shows_its_claims(made_up: Site) -> None:
    page = read(made_up, "conflict_page", "speed-of-anvil-7b")
    assert [text for text in ("It answers in 40 ms.", "It answers in 35 ms.") if text not in page.text] == []
    assert values(page) == []


def test_every_place_that_a_detector_compares_holds_a_value(knowledge: Knowledge, records: Records) -> None:
    for checked in (records, knowledge.records):
        places = [value.at for detect in DETECTORS for value in detect(checked)]
        assert places or checked is not records
        assert [place for place in places if value_at(checked, place) is None] == []
