"""Which pages are generated, and what their stubs hold."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from macros.schema.kinds import WITH_PAGES
from macros.site.page_macros import PAGE_MACROS
from macros.site.state import Site
from macros.stubs import GeneratedPage
from tests.conftest import EditSite
from tests.support.benchmark_results import MODEL, WithResults, results
from tests.support.places import PROJECT

STUB = re.compile(r'---\n(?P<meta>.*\n)---\n\n\{\{ (?P<macro>\w+)\("(?P<record>[^"]+)"\) \}\}\n', re.DOTALL)
NAMED = ("models", "families", "accelerators", "instances", "frameworks", "datasets", "components")
"""Kinds whose records readers search by id and by every name."""
TITLED = ("limitations", "architectures")
"""Kinds whose ids are no names."""


@pytest.fixture(scope="module", params=["site", "made_up"])
def opened(request: pytest.FixtureRequest) -> Site:
    """Today's site, and the made-up one."""
    found: Site = request.getfixturevalue(request.param)
    return found


def front_matter(page: GeneratedPage) -> dict[str, object]:
    found = STUB.fullmatch(page.stub)
    assert found, page.stub
    meta: dict[str, object] = yaml.safe_load(found["meta"])
    return meta


def page_of(site: Site, kind: str, record: str) -> GeneratedPage:
    (page,) = (page for page in site.pages if (page.kind, page.record) == (kind, record))
    return page


def test_every_record_of_a_kind_with_pages_has_one(opened: Site) -> None:
    wanted = [(kind, record) for kind in WITH_PAGES for record in opened.knowledge.records.of(kind)]
    assert sorted((page.kind, page.record) for page in opened.pages) == sorted(wanted)


def test_a_stub_is_front_matter_and_one_macro_call(opened: Site) -> None:
    for page in opened.pages:
        found = STUB.fullmatch(page.stub)
        assert found, page.stub
        assert found["macro"] in PAGE_MACROS
        assert found["record"] == page.record
        assert not front_matter(page).keys() & PAGE_MACROS.keys(), "a front matter key hides a macro of its name"


def test_titles_and_descriptions_are_unique_and_of_a_fit_length(made_up: Site) -> None:
    for texts in ([page.title for page in made_up.pages], [page.description for page in made_up.pages]):
        assert [text for text, count in Counter(texts).items() if count > 1] == []
    assert [page.description for page in made_up.pages if not 30 <= len(page.description) <= 320] == []


def test_a_page_is_found_by_every_name_of_its_record(opened: Site) -> None:
    names = {(page.kind, page.record): page.names for page in opened.pages}
    missing = [
        (kind, owner, name)
        for kind in (*NAMED, *TITLED)
        for name, owner in opened.knowledge.records.names.ids_by_name[kind].items()
        if name not in names[kind, owner] and (kind in NAMED or name != owner)
    ]
    assert missing == []


def test_a_limitation_is_found_by_its_title_and_its_message(made_up: Site) -> None:
    names = page_of(made_up, "limitations", "hot-iron").names
    assert {"The iron must be hot", "ColdIronError: strike again"} <= set(names)


@pytest.mark.parametrize(
    ("record", "names"),
    [
        (
            "forge/6.10.0",
            ["Forge Kit 6.10.0", "Forge Kit 6.10", "Forge Development Kit 6.10.0", "Forge 6.10", "SDK 6.10"],
        ),
        ("1.0", ["Mill Kit 1.0", "Mill Development Kit 1.0", "SDK 1.0"]),
    ],
)
def test_an_sdk_release_is_found_by_the_names_of_its_platform(made_up: Site, record: str, names: Sequence[str]) -> None:
    assert set(names) <= set(page_of(made_up, "sdks", record).names)


def test_no_two_pages_have_the_same_path(opened: Site) -> None:
    by_hand = {path.relative_to(PROJECT / "docs").as_posix() for path in (PROJECT / "docs").rglob("*.md")}
    addresses = [page.address for page in opened.pages] + [page.address for page in opened.list_pages]
    paths = [f"{address}index.md" for address in addresses]
    assert len(set(paths)) == len(paths)
    assert not by_hand & set(paths)


def test_the_file_to_edit_exists(site: Site) -> None:
    assert [page.data_file for page in site.pages if not (PROJECT / page.data_file).is_file()] == []


def test_a_shorter_id_counts_more_in_the_search(made_up: Site) -> None:
    short, long = (page_of(made_up, "models", record) for record in ("shuttle-large", "maker/shuttle-small"))
    assert short.search_boost > long.search_boost > 0


def test_of_two_models_with_ids_as_long_the_measured_one_counts_more_and_less_than_a_shorter_id(made_up: Site) -> None:
    short, long = (page_of(made_up, "models", record) for record in ("shuttle-large", "maker/shuttle-small"))
    with_benchmarks, without = (replace(long, measured=measured).search_boost for measured in (True, False))
    assert without < with_benchmarks < replace(short, measured=False).search_boost


def test_a_preview_can_be_limited_to_some_pages(made_up: Site, made_up_project: Path) -> None:
    limited = Site(made_up_project, only="models/smith/")
    assert {page.record for page in limited.pages} == {"smith/anvil-7b", "smith/anvil-70b"}
    assert limited.knowledge.revision == made_up.knowledge.revision


def test_a_hostile_title_stays_text(edited_made_up: EditSite) -> None:
    hostile = """<script>x</script> {{ 7*7 }} "quoted" 'single' --- # :"""
    title = "'" + hostile.replace("'", "''") + "'"
    site = edited_made_up({"limitations/short-threads.yml": {"title: Threads must be short": f"title: {title}"}})
    page = page_of(site, "limitations", "short-threads")
    assert page.title == hostile
    shown = front_matter(page)["title"]
    assert isinstance(shown, str)
    assert not set(shown) & set("<>{\"'")


def test_what_a_description_counts_was_run_on_the_hardware_beside_it(with_results: WithResults) -> None:
    site = with_results(results({"throughput": 3}))
    [page] = [page for page in site.pages if page.address == f"models/{MODEL}/"]
    tested, measured = page.description.split("; ")
    anvil, chip = (site.knowledge.records.accelerators[one].name for one in ("anvil", "chip-one"))
    assert "tested configuration" in tested
    assert (chip in tested, anvil in tested) == (True, False)
    assert f"1 benchmark on {anvil}." in measured
