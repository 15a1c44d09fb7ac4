"""Lists and tables: what can be chosen from, comes first, is shared by rows; long ones continue on further pages."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import copytree

import pytest

from macros.addresses import place_of, section
from macros.columns.column import Column
from macros.pages import lists
from macros.pages.instances import PAGES as INSTANCES
from macros.pages.registry import pages_of
from macros.pages.section import MOST_ROWS, Section, shown_facts
from macros.schema.kinds import WITH_PAGES
from macros.site.state import Site
from tests.conftest import EditSite
from tests.support.elements import Element, read
from tests.support.lifecycle_data import ENDED, RELEASED, component, frame
from tests.support.project import MADE_UP, PROJECT


@pytest.fixture
def with_facets(monkeypatch: pytest.MonkeyPatch) -> None:
    """However short it is, a list has facets."""
    monkeypatch.setattr(lists, "FEWEST_TO_FILTER", 1)
    monkeypatch.setattr(lists, "FEWEST_ROWS", 1)


def test_short_lists_have_no_facets_and_shorter_ones_no_filter(made_up: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not read(made_up, "model_list").all("input", name="filter")
    monkeypatch.setattr(lists, "FEWEST_TO_FILTER", 1)
    page = read(made_up, "model_list")
    assert page.all("input", name="filter")
    assert not page.all("select")


@pytest.mark.usefixtures("with_facets")
@pytest.mark.parametrize("kind", ["components", "instances", "limitations"])
def test_a_facet_offers_what_occurs_and_rows_have_its_values(made_up: Site, kind: str) -> None:
    page = read(made_up, WITH_PAGES[kind].list_macro)
    assert page.all("select")
    for select in page.all("select"):
        field = f"data-{select.attributes['data-field']}"
        offered = {option.attributes["value"] for option in select.all("option")} - {""}
        values = [row.attributes[field].split("|") for row in page.all("tr") if field in row.attributes]
        assert offered == {value for found in values for value in found}, field


@pytest.mark.usefixtures("with_facets")
def test_a_facet_without_a_choice_is_left_out(made_up: Site) -> None:
    names = {facet.name for facet in INSTANCES.index(made_up.knowledge).facets}
    providers = {instance.provider for instance in made_up.knowledge.records.instances.values()}
    assert ("provider" in names) == (len(providers) > 1)


@pytest.mark.parametrize("macro", ["model_list", "architecture_list"])
def test_each_model_has_every_vendor_with_a_known_outcome_once(any_site: Site, macro: str) -> None:
    vendors = {chip.vendor for chip in any_site.knowledge.records.accelerators.values()}
    for row in read(any_site, macro).one("tbody").all("tr"):
        words = " | ".join(line.text for line in row.all("li") if not line.all(class_="detail"))
        named = re.findall("|".join(sorted(map(re.escape, vendors), reverse=True)), words)
        assert len(named) == len(set(named)), row.text
        assert "Not known" not in row.text


def test_models_are_found_by_id_and_by_each_other_name(made_up: Site) -> None:
    rows = {row.one("th").text: row for row in read(made_up, "model_list").one("tbody").all("tr")}
    for record_id, model in made_up.knowledge.records.models.items():
        row = rows[model.name]
        searched = f"{row.text} {row.attributes.get('data-names', '')}".lower()
        for name in (record_id, *(other.name for other in model.other_names)):
            assert all(word in searched for word in name.lower().split()), name


def test_of_one_kind_what_has_ended_comes_after_what_is_current(edited_made_up: EditSite) -> None:
    added = {
        "components/aa.yml": component(RELEASED, ENDED, kind="model").replace("Thing", "Aa"),
        "components/bb.yml": component(RELEASED, "event: renamed, date: 2019-02-12, successor: Other", kind="model"),
    }
    rows = frame(read(edited_made_up({}, added), "component_list"), "Components").rows
    names = [row["Component"] for row in rows]
    assert names.index("Thing") < names.index("Aa")


def test_the_list_of_components_has_a_column_of_ends(edited_made_up: EditSite) -> None:
    announced = "event: announced, announces: end_of_support, date: 2019-02-12"
    notices = {
        "Aa": ["event: maintenance, date: 2018-05-01"],
        "Bb": [ENDED],
        "Cc": [RELEASED, f"{announced}, sdk: '1.1'"],
        "Dd": [announced],
    }
    notices["Ee"] = ["event: announced, announces: renamed, date: 2019-02-12, successor: Other"]
    added = {f"components/{one.lower()}.yml": component(*said).replace("Thing", one) for one, said in notices.items()}
    rows = frame(read(edited_made_up({}, added), "component_list"), "Components").rows
    ends = {row["Component"]: row["End"] for row in rows if row["Component"] in notices}
    assert ends == {
        "Aa": "none on record",
        "Bb": "2018-05-01",
        "Cc": "announced with Mill Kit 1.1 , 2018-06-01 , not confirmed since",
        "Dd": "announced, no date given",
        "Ee": "not known",
    }


def test_what_still_holds_stands_before_what_was_lifted(edited_made_up: EditSite) -> None:
    site = edited_made_up({"limitations/short-threads.yml": {"families: [weavers]": "frameworks: [hammer]"}})
    named = frame(read(site, "framework_page", "hammer"), "Known issues").rows
    assert [row["Issue"] for row in named] == ["Threads must be short", "The iron must be hot"]


PAGED = [kind for kind in WITH_PAGES if pages_of(kind).listed]
"""Kinds whose list may have several pages."""


@pytest.fixture
def paged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    """The made-up site with today's hand-written pages, in which every page of a list has one row."""
    copytree(MADE_UP / "data", tmp_path / "data")
    (tmp_path / "docs").symlink_to(PROJECT / "docs")
    monkeypatch.setattr(lists, "ROWS_PER_PAGE", 1)
    return Site(tmp_path)


def pages_of_list(site: Site, kind: str) -> Mapping[str, Element]:
    """The pages of the list of a kind, the first one included, by address."""
    further = [page.address for page in site.list_pages if page.address.startswith(section(kind))]
    numbered = enumerate([section(kind), *further], start=1)
    return {page: read(site, WITH_PAGES[kind].list_macro, str(number)) for number, page in numbered}


def test_a_list_has_every_record_on_one_of_its_pages_which_link_to_each_other(paged: Site) -> None:
    for kind in PAGED:
        records = {place_of(paged.knowledge.records, kind, record) for record in paged.knowledge.records.of(kind)}
        found = pages_of_list(paged, kind)
        assert len(found) == len(records)
        # The table of the founding sources is on the first page too.
        tables = [table for page in found.values() for table in page.all("table")[-1 if kind == "sources" else 0 :]]
        rows = [link for table in tables for head in table.all("th", scope="row") for link in head.targets]
        assert Counter(row for row in rows if row in records) == Counter(records), kind
        for number, (own, page) in enumerate(found.items(), 1):
            pagers = page.all("nav", class_="pager")
            assert bool(pagers) is (len(found) > 1), kind
            for pager in pagers:
                assert set(pager.targets) == found.keys() - {own}
                assert pager.one("b", aria_current="page").text == str(number)


def listed(site: Site) -> Sequence[Mapping[str, str]]:
    return frame(read(site, "component_list"), "Components").rows


def named(name: str, kind: str = "library", more: str = "") -> dict[str, str]:
    """The file of a component."""
    text = component(RELEASED, kind=kind, more=more).replace("Thing", name)
    return {f"components/{name.lower()}.yml": text}


def test_kinds_that_few_look_for_stand_at_the_end_of_the_list(edited_made_up: EditSite) -> None:
    page = read(edited_made_up({}, {**named("Aa", "python"), **named("Bb", "model")}), "component_list")
    names = [row["Component"] for row in frame(page, "Components").rows]
    assert names.index("Bb") < names.index("Aa")


def test_components_of_one_framework_stand_together(edited_made_up: EditSite) -> None:
    frameworks = {"Aa": "hammer", "Bb": "loom", "Cc": "hammer"}
    files = [named(name, more=f"framework: {framework}\n") for name, framework in frameworks.items()]
    rows = listed(edited_made_up({}, files[0] | files[1] | files[2]))
    named_here = [row["Component"] for row in rows if row["Component"] in frameworks]
    assert named_here == ["Aa", "Cc", "Bb"]


def test_a_component_is_found_by_its_other_names(made_up: Site) -> None:
    [row] = [row for row in read(made_up, "component_list").all("tr") if "data-names" in row.attributes]
    assert (row.all("th")[0].text, row.attributes["data-names"]) == ("loom-lib", "loom_lib")


def test_the_api_has_the_day_and_the_state_of_a_notice(made_up_exports: Mapping[str, bytes]) -> None:
    rows = {row["id"]: row for row in json.loads(made_up_exports["api/v1/lifecycle.json"])["result"]}
    ended, announced = rows["old-tongs/3"], rows["loom-lib/2"]
    assert (ended["event"], ended["effective"], ended["state"]) == ("end_of_support", "2019-06-01", "ended")
    assert (ended["sdk"], ended["last_sdk"], ended["component_state"]) == ("forge/6.4", "6.3", "ended")
    assert (announced["date"], announced["effective"], announced["state"]) == ("2019-01-01", None, None)


Fact = tuple[str, int]
KIND: Column[Fact] = Column("kind", "What it is.", lambda fact: fact[0])
NUMBER: Column[Fact] = Column("number", "Which it is.", lambda fact: fact[1])
FACTS: list[Fact] = [("early" if place < MOST_ROWS else "late", place) for place in range(MOST_ROWS + 10)]


@pytest.mark.parametrize(("whole", "rows"), [("api/v1/rows.csv", MOST_ROWS), ("", len(FACTS))])
def test_a_table_is_cut_only_where_all_of_it_is_elsewhere(whole: str, rows: int) -> None:
    shown = shown_facts(Section("Rows", columns=(KIND, NUMBER), whole=whole), FACTS)
    assert shown is not None
    assert (len(shown.rows), shown.total, shown.whole) == (rows, len(FACTS), whole)
    # What the shown rows have in common is not said of all.
    assert (list(shown.common), list(shown.columns)) == ([], [KIND, NUMBER])
