"""Each page macro on the made-up data: the names, figures, dates, states and links that a reader looks for.

`pages.yml` has the pages and what is looked for, also where a change of the data brings what few records have.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from macros.addresses import section
from macros.facts.citations import Age, AgeRuler
from macros.pages.registry import PAGE_MACROS
from macros.schema.atlas import AgeRule
from macros.schema.kinds import WITH_PAGES
from macros.site.state import Site
from macros.words import size
from tests.conftest import EditSite
from tests.support.elements import Element, read
from tests.support.lifecycle_data import statement, stating
from tests.support.project import further

CASES: Sequence[Mapping[str, Any]] = yaml.safe_load(Path(__file__).with_name("pages.yml").read_text("utf-8"))
ROOT = "../../"
"""From the page that the tests render on."""


def test_every_macro_has_a_case() -> None:
    assert {case["page"].split()[0] for case in CASES} | {"api_table"} == PAGE_MACROS.keys()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.get("case", case["page"]))
def test_a_page_shows_what_the_data_says(case: Mapping[str, Any], made_up: Site, edited_made_up: EditSite) -> None:
    edits = {file: stating(statement(**said)) for file, said in case.get("support", {}).items()}
    for file, changes in case.get("edits", {}).items():
        edits[file] = edits.get(file, {}) | changes
    added = {**further(*case.get("further", ())), **case.get("added", {})}
    site = edited_made_up(edits, added) if edits or added else made_up
    page = read(site, *case["page"].split())
    part = page.one(**case["part"]) if "part" in case else page
    assert [text for text in case["says"] if text not in part.text] == []
    assert [text for text in case.get("lacks", ()) if text in part.text] == []
    assert {*case.get("links", ())} - {target.partition("#")[0] for target in part.targets} == set()
    for reason, mark in case.get("reasons", {}).items():
        assert [marked.text for marked in part.all("span", title=reason)] == [mark]


def test_the_table_of_api_files_has_their_entries_and_sizes(made_up_project: Path, tmp_path: Path) -> None:
    site = Site(made_up_project)
    site.renderer.api_files = site.write_exports(tmp_path)
    rows = {row.one("th").text: [cell.text for cell in row.all("td")] for row in read(site, "api_table").all("tr")[1:]}
    sizes = {name: (tmp_path / "api/v1" / name).stat().st_size for name in ("models.json", "models.csv")}
    _, entries, stated, table = rows["models.json"]
    assert entries == str(len(site.knowledge.records.models))
    assert stated == size(sizes["models.json"])
    assert size(sizes["models.csv"]) in table


@pytest.mark.parametrize(
    ("count", "said"), [(1, "1 byte"), (1_023, "1,023 bytes"), (135_388, "132 KiB"), (4_928_000, "4.7 MiB")]
)
def test_a_size_is_said_in_the_largest_unit_of_which_it_has_one(count: int, said: str) -> None:
    assert size(count) == said


@pytest.mark.parametrize("kind", WITH_PAGES)
def test_the_page_of_a_record_is_headed_by_its_name_and_links_to_the_list(made_up: Site, kind: str) -> None:
    for record_id, record in made_up.knowledge.records.of(kind).items():
        page = read(made_up, WITH_PAGES[kind].page_macro, record_id)
        names = [record_id, getattr(record, "title", ""), getattr(record, "name", "")]
        own = names if kind != "sdks" else [made_up.knowledge.sdk_name(record_id)]
        assert page.one("h1").text in [" ".join(name.split()) for name in own if name]
        assert page.one("header").all("a", href=f"{ROOT}{section(kind)}")
        # A limitation quotes its source.
        assert kind == "limitations" or "forge/6" not in page.text, "the id of an SDK release instead of its version"


EDITION = datetime.date(2030, 6, 15)


@pytest.mark.parametrize(
    ("as_of", "words", "old"),
    [
        ("2030-05-16", "this month", False),
        ("2030-05-15", "1 month old", False),
        ("2028-06-16", "23 months old", False),
        ("2028-06-15", "2 years old", False),
        ("2028-05-15", "2 years old", True),
        ("2027-06-15", "3 years old", True),
        ("2028-02-29", "2 years old", True),
    ],
)
def test_ages_at_the_boundaries_of_months_and_years(as_of: str, words: str, *, old: bool) -> None:
    rule = AgeRule(old_after_months=24, explanation="Old after two years.")
    age = AgeRuler(rule, EDITION).age(datetime.date.fromisoformat(as_of))
    assert (age.words, age.old) == (words, old)


DATED = (("model_page", "smith/anvil-7b"), ("family_page", "weavers"), ("source_list",), ("catalogue_list",))


def ages_on(site: Site, macro: str, *arguments: str) -> Sequence[tuple[Element, Age]]:
    """Every dated mark on a page, and its age."""
    marks = [found for found in read(site, macro, *arguments).all(class_="as-of") if found.all("time")]
    dates = [datetime.date.fromisoformat(mark.one("time").text) for mark in marks]
    return [(mark, site.knowledge.ages.age(date)) for mark, date in zip(marks, dates, strict=True)]


@pytest.mark.parametrize("call", DATED, ids=" ".join)
def test_only_a_date_past_the_age_rule_is_marked_and_has_its_age_in_words(made_up: Site, call: Sequence[str]) -> None:
    found = ages_on(made_up, *call)
    assert found
    shown = [[words.text for words in mark.all("i")] for mark, _ in found]
    assert shown == [[age.words] if age.old else [] for _, age in found]
    assert [mark.has(class_="is-old") for mark, _ in found] == [age.old for _, age in found]


def test_the_number_of_a_note_leads_to_the_source_of_that_note(made_up: Site) -> None:
    numbers: list[Element] = []
    sections = 0
    for element in read(made_up, "framework_page", "hammer").walk("sup", "ol"):
        if element.has(class_="note-numbers"):
            numbers += element.all("a")
        elif element.has(class_="notes"):
            notes = [note.one("cite").all("a")[0].attributes["href"] for note in element.all("li")]
            assert {notes[int(number.text) - 1] for number in numbers} == set(notes)
            assert all(number.attributes["href"] == notes[int(number.text) - 1] for number in numbers)
            numbers, sections = [], sections + 1
    assert sections
    assert numbers == []


@pytest.mark.parametrize("call", [("family_page", "weavers"), ("guideline_tables",)], ids=" ".join)
def test_a_verdict_that_was_changed_is_shown_with_both_dates(call: Sequence[str], edited_made_up: EditSite) -> None:
    site = edited_made_up({}, further("support/anvil-2018.yml"))
    lines = [[cell.text for cell in row.all("td")[-2:]] for row in read(site, *call).all("tr")]
    assert ["Planned 2018-06-01", "Supported with limits 2019-11-05"] in lines


def test_a_release_without_a_launch_day_is_listed_after_those_with_one(edited_made_up: EditSite) -> None:
    release = "name: Hammer 2.1\ncomponents: {Hammer: '2.1'}\nlaunched: 2020-02-10\n"
    cited = "citations:\n  - {source: forge-notes, locator: '6.10.0'}\n"
    page = read(edited_made_up({}, {"releases/hammer/2.1.yml": release + cited}), "framework_page", "hammer")
    links = [link for head in page.all("th") for link in head.targets]
    assert [link for link in links if link.startswith("frameworks/hammer/")][:2] == [
        "frameworks/hammer/2.1/",
        "frameworks/hammer/2.0/",
    ]
