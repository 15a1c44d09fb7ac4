"""What conflicts point at in the real data, and how pointers find it."""

from __future__ import annotations

import pytest

from macros.checks.told_twice import DETECTORS
from macros.knowledge import Knowledge
from macros.knowledge.pointing import Place, PointsAtNothingError, meaning_at, place_of, value_at
from macros.schema.doubts import Pointer
from macros.site.state import Site
from macros.views.doubts import conflict_page
from tests.support.render_page import rendered


@pytest.fixture
def made_up(made_up: Site) -> Knowledge:
    return made_up.knowledge


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
        (at("releases/loom/loom-1.0", "extendable"), False),
    ],
    ids=lambda shown: shown.at if isinstance(shown, Pointer) else "",
)
def test_a_pointer_finds_a_value_by_what_stands_beside_it(made_up: Knowledge, pointer: Pointer, value: object) -> None:
    assert value_at(made_up.records, place_of(made_up.records, pointer)) == value


def test_a_pointer_to_several_values_finds_none(made_up: Knowledge) -> None:
    with pytest.raises(PointsAtNothingError, match=r"got 3 at rows\.throughput"):
        place_of(made_up.records, at("benchmarks/loom-speed", "rows.throughput"))


def test_words_that_a_table_maps_mean_what_it_maps_them_to(made_up: Knowledge) -> None:
    records = made_up.records
    assert meaning_at(records, Place("support/fit-of-weavers", ("rows", 0, "status", "loom"))) == "supported"
    assert meaning_at(records, Place("catalogues/loom-models-2019", ("rows", 0, "wording"))) == "supported"
    assert meaning_at(records, Place("releases/loom/loom-1.0", ("image", "tag"))) == "loom:1.0"


def test_a_conflict_shows_its_values_with_the_records_that_hold_them(knowledge: Knowledge) -> None:
    facts = conflict_page(knowledge, "neuron-profiler-end-2.29-or-2.30").facts
    assert {fact.value for fact in facts} >= {"2.29.0", "2.30.0"}
    assert {fact.address for fact in facts} == {"lifecycle/neuron-profiler/"}


def test_the_page_of_a_conflict_leads_to_the_records_that_hold_its_values(site: Site) -> None:
    html = rendered(site, "conflict_page", "training-compiler-batch-size-scope")
    assert 'frameworks/sagemaker-training-compiler/tensorflow-2.9.1/">smtc-support-now/tensorflow-2.9.1</a>' in html
    assert "<b>per-node</b>" in html
    assert "Values that differ" not in rendered(site, "conflict_page", "a10g-memory")


def test_detectors_find_places_of_real_things(knowledge: Knowledge) -> None:
    found = {detect.__name__: {said.thing for said in detect(knowledge.records)} for detect in DETECTORS}
    silent = {name for name, things in found.items() if not things}
    assert silent == {"configurations", "measurements"}, "no set-up is printed by two documents yet"
    places = (said.place for detect in DETECTORS for said in detect(knowledge.records))
    assert all(value_at(knowledge.records, place) is not None for place in places)
