"""The values in the data that conflicts point at: how a pointer finds a value, and where readers see it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from macros.checks.disagreements import DETECTORS
from macros.facts import Knowledge
from macros.facts.field_paths import PointerError, normalized_value_at, resolve_pointer, value_at
from macros.loading import Records
from macros.schema.issues import Pointer
from macros.schema.walk import Location
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.elements import Element, read
from tests.support.lifecycle_data import cells


@pytest.fixture
def records(made_up: Site) -> Records:
    return made_up.knowledge.records


def at(record: str, way: str) -> Pointer:
    return Pointer(record=record, at=way)


@pytest.mark.parametrize(
    ("pointer", "value"),
    [
        (at("benchmarks/loom-speed", "rows[line=3].throughput"), 18),
        (at("benchmarks/loom-speed", "rows[instances=box.small][batch_size=4].throughput"), 30),
        (at("configurations/plain-paper/loom-1.0", "tables.rows[model=shuttle-large].compiled"), 2),
        (at("components/loom-lib", "notices[event=announced][date=2019-01-01].last_sdk"), "1.1"),
        (at("support/fit-of-weavers", "rows[family=weavers].status.loom"), "Yes"),
        (at("sdks/1.0", "packages[package=loom_lib].series"), ("box",)),
        (at("sdks/forge/6.4.0", "packages[package=hammer-lib].version"), "6.4.1"),
        (at("releases/loom/loom-1.0", "extendable"), False),
    ],
    ids=lambda shown: shown.at if isinstance(shown, Pointer) else "",
)
def test_a_pointer_finds_a_value_by_what_stands_beside_it(records: Records, pointer: Pointer, value: object) -> None:
    assert value_at(records, resolve_pointer(records, pointer)) == value


def test_a_pointer_to_several_values_finds_none(records: Records) -> None:
    with pytest.raises(PointerError, match=r"got 3 at rows\.throughput"):
        resolve_pointer(records, at("benchmarks/loom-speed", "rows.throughput"))


@pytest.mark.parametrize(
    ("place", "meaning"),
    [
        (Location("support/fit-of-weavers", ("rows", 0, "status", "loom")), "supported"),
        (Location("support/fit-of-weavers", ("rows", 0, "fit")), "good"),
        (Location("catalogues/hammer-models", ("rows", 1, "wording")), "planned"),
        (Location("validated/loom-list", ("rows", 0, "mark")), "supported"),
        (Location("releases/loom/loom-1.0", ("image", "tag")), "loom:1.0"),
        (Location("components/old-tongs", ("notices", 2, "sdk")), "forge/6.4.0"),
    ],
    ids=lambda shown: shown.record if isinstance(shown, Location) else "",
)
def test_a_printed_word_means_what_its_table_maps_it_to(records: Records, place: Location, meaning: str) -> None:
    assert normalized_value_at(records, place) == meaning


def values(page: Element) -> list[str]:
    return [row["Value"] for table in page.all("div", aria_label="Values that differ") for row in cells(table)]


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
            {"families/#fit-of-forge", "frameworks/loom/"},
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
    assert linked <= {link.attributes["href"].removeprefix("../../") for link in page.all("a")}


def test_the_page_of_a_conflict_without_values_in_the_data_shows_its_claims(made_up: Site) -> None:
    page = read(made_up, "conflict_page", "speed-of-anvil-7b")
    assert [text for text in ("It answers in 40 ms.", "It answers in 35 ms.") if text not in page.text] == []
    assert values(page) == []


def test_every_place_that_a_detector_compares_holds_a_value(knowledge: Knowledge, records: Records) -> None:
    for checked in (records, knowledge.records):
        places = [value.at for detect in DETECTORS for value in detect(checked)]
        assert places or checked is not records
        assert [place for place in places if value_at(checked, place) is None] == []
