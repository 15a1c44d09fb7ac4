"""The values in the data that conflicts point at: how a pointer finds a value, and where readers see it."""

from __future__ import annotations

import pytest

from macros.checks.disagreements import DETECTORS
from macros.facts import Knowledge
from macros.facts.field_paths import PointerError, normalized_value_at, resolve_pointer, value_at
from macros.loading import Records
from macros.schema.conflicts import Pointer
from macros.schema.walk import Place
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.html_tree import Element
from tests.support.render_page import read

SPEED = "conflicts/speed-of-anvil-7b.yml"


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
        (Place("support/fit-of-weavers", ("rows", 0, "status", "loom")), "supported"),
        (Place("support/fit-of-weavers", ("rows", 0, "fit")), "good"),
        (Place("catalogues/hammer-models", ("rows", 1, "wording")), "planned"),
        (Place("validated/loom-list", ("rows", 0, "mark")), "supported"),
        (Place("releases/loom/loom-1.0", ("image", "tag")), "loom:1.0"),
        (Place("components/old-tongs", ("notices", 2, "sdk")), "forge/6.4.0"),
    ],
    ids=lambda shown: shown.record if isinstance(shown, Place) else "",
)
def test_a_printed_word_means_what_its_table_maps_it_to(records: Records, place: Place, meaning: str) -> None:
    assert normalized_value_at(records, place) == meaning


def links(page: Element) -> set[str]:
    return {link.attributes["href"].removeprefix("../../") for link in page.all("a")}


def conflict_about(edited_made_up: EditSite, *facts: str) -> Element:
    """The page of a conflict that points at these facts."""
    lines = "".join(f"  - {{{fact}}}\n" for fact in facts)
    return read(edited_made_up({SPEED: {"reading:": f"facts:\n{lines}reading:"}}), "conflict_page", "speed-of-anvil-7b")


def values(page: Element) -> list[str]:
    return [cell.text for cell in page.all("td", data_label="Value")]


def test_the_page_of_a_conflict_shows_its_values_and_leads_to_the_records_that_hold_them(
    edited_made_up: EditSite,
) -> None:
    page = conflict_about(
        edited_made_up,
        'record: sdks/forge/6.4.0, at: "packages[package=hammer-lib].version"',
        'record: components/loom-lib, at: "notices[event=announced].last_sdk"',
    )
    assert values(page) == ["6.4.1", "1.1"]
    assert {"sdks/forge/6.4.0/", "lifecycle/loom-lib/"} <= links(page)


def test_a_value_of_a_record_without_a_page_leads_to_the_page_that_shows_it(edited_made_up: EditSite) -> None:
    page = conflict_about(
        edited_made_up,
        'record: support/fit-of-forge, at: "rows[family=weavers].status.hammer"',
        'record: validated/loom-list, at: "rows[architecture=shuttle].mark"',
    )
    assert values(page) == ["partly", "tick"]
    assert {"families/#fit-of-forge", "frameworks/loom/"} <= links(page)


def test_the_figures_of_a_conflict_are_shown_as_on_other_pages(edited_made_up: EditSite) -> None:
    page = conflict_about(
        edited_made_up,
        'record: benchmarks/hammer-latency, at: "rows[line=2].tpot_p50_ms"',
        'record: configurations/plain-paper/loom-1.0, at: "tables.rows[model=shuttle-large].compiled"',
    )
    assert values(page) == ["8", "2"]


def test_the_page_of_a_conflict_without_values_in_the_data_shows_its_claims(made_up: Site) -> None:
    page = read(made_up, "conflict_page", "speed-of-anvil-7b")
    assert [text for text in ("It answers in 40 ms.", "It answers in 35 ms.") if text not in page.text] == []
    assert values(page) == []


def test_every_place_that_a_detector_compares_holds_a_value(knowledge: Knowledge, records: Records) -> None:
    for checked in (records, knowledge.records):
        places = [value.at for detect in DETECTORS for value in detect(checked)]
        assert places or checked is not records
        assert [place for place in places if value_at(checked, place) is None] == []
