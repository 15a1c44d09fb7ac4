"""Which pages are generated, what their sources and their heads say, and the forms that they link to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml

from macros.pages.page_source import PageSource
from macros.site.about import CORRECTION, FORMS, about, edits_of_data, issue_links
from macros.site.state import Site
from tests.support.benchmark_results import MODEL, WithResults, results
from tests.support.project import PROJECT

NAMED = ("models", "families", "accelerators", "instances", "frameworks", "datasets", "components")
"""Kinds whose records readers search by id and by every name."""
TITLED = ("limitations", "architectures")
"""Kinds whose ids are no names."""
CONFIG = {"site_name": "An Atlas", "repo_url": "https://example.org/source"}


def page_of(site: Site, kind: str, record: str) -> PageSource:
    (page,) = (page for page in site.pages if (page.kind, page.record) == (kind, record))
    return page


def boost_of(site: Site, record: str) -> float:
    boost: float = page_of(site, "models", record).meta["search"]["boost"]
    return boost


def test_descriptions_are_of_a_fit_length(made_up: Site) -> None:
    assert [page.description for page in made_up.pages if not 30 <= len(page.description) <= 320] == []


def test_a_page_is_found_by_every_name_of_its_record(any_site: Site) -> None:
    names = {(page.kind, page.record): page.names for page in any_site.pages}
    missing = [
        (kind, owner, name)
        for kind in (*NAMED, *TITLED)
        for name, owner in any_site.knowledge.records.names.ids_by_name[kind].items()
        if name not in names[kind, owner] and (kind in NAMED or name != owner)
    ]
    assert missing == []


@pytest.mark.parametrize(
    ("kind", "record", "names"),
    [
        ("limitations", "hot-iron", ["The iron must be hot", "ColdIronError: strike again"]),
        ("sdks", "forge/6.10.0", ["Forge Kit 6.10.0", "Forge Kit 6.10", "Forge Development Kit 6.10.0", "SDK 6.10"]),
        ("sdks", "1.0", ["Mill Kit 1.0", "Mill Development Kit 1.0", "SDK 1.0"]),
    ],
)
def test_a_page_is_found_by_message_and_platform(made_up: Site, kind: str, record: str, names: Sequence[str]) -> None:
    assert set(names) <= set(page_of(made_up, kind, record).names)


def test_no_two_pages_have_the_same_path_and_the_file_to_edit_exists(site: Site) -> None:
    pages = (*site.written, *site.pages, *site.list_pages)
    assert len(pages) == len(site.by_address)
    assert [page.file for page in pages if not (PROJECT / page.file).is_file()] == []


def test_a_shorter_id_counts_more_in_the_search_and_benchmarks_break_ties(with_results: WithResults) -> None:
    without, measured = (with_results(*files) for files in ((), (results({"throughput": 3}),)))
    short, long = "shuttle-large", "maker/shuttle-small"
    assert boost_of(without, short) > boost_of(without, long) > 0
    assert boost_of(measured, MODEL) > boost_of(without, MODEL)
    assert boost_of(measured, long) < boost_of(measured, short)


def test_a_preview_can_be_limited_to_some_pages(made_up: Site, made_up_project: Path) -> None:
    limited = Site(made_up_project, only="models/smith/")
    assert {page.record for page in limited.pages} == {"smith/anvil-7b", "smith/anvil-70b"}
    assert limited.knowledge.revision == made_up.knowledge.revision


def test_what_a_description_counts_was_run_on_the_hardware_beside_it(with_results: WithResults) -> None:
    site = with_results(results({"throughput": 3}))
    [page] = [page for page in site.pages if page.address == f"models/{MODEL}/"]
    tested, measured = page.description.split("; ")
    anvil, chip = (site.knowledge.records.accelerators[one].name for one in ("anvil", "chip-one"))
    assert "tested configuration" in tested
    assert (chip in tested, anvil in tested) == (True, False)
    assert f"1 benchmark on {anvil}." in measured


def test_linked_data_needs_an_address_and_the_history_of_the_data_is_on_either_forge(made_up: Site) -> None:
    assert about(made_up, CONFIG, "frameworks/loom/").linked_data == []
    assert edits_of_data("https://github.com/a/b") == "https://github.com/a/b/commits/main/data"
    assert edits_of_data("https://gitlab.com/a/b") == "https://gitlab.com/a/b/-/commits/main/data"


@pytest.mark.parametrize(
    ("page", "forms"),
    [
        ("models/maker/shuttle/", ["correct-a-fact", "report-a-result"]),
        ("sources/plain-paper/", ["a-source-has-moved"]),
        ("frameworks/loom/", ["correct-a-fact"]),
        ("models/", ["correct-a-fact"]),
    ],
)
def test_a_page_links_to_the_forms_for_its_record(page: str, forms: Sequence[str]) -> None:
    queries = [parse_qs(urlsplit(url).query) for _, url in issue_links("https://github.com/a/b", page)]
    assert [query["template"] for query in queries] == [[f"{form}.yml"] for form in forms]
    record = page.strip("/").partition("/")[2]
    assert all(page in query.get("page", ()) or record in query.get("model", ()) for query in queries)
    on_gitlab = [parse_qs(urlsplit(url).query) for _, url in issue_links("https://gitlab.com/a/b", page)]
    assert [query["issuable_template"] for query in on_gitlab] == [[form] for form in forms]


def test_every_form_exists_on_both_forges_with_the_field_that_links_fill_in() -> None:
    github = PROJECT / ".github" / "ISSUE_TEMPLATE"
    names = {file.stem for file in github.glob("*.yml")} - {"config"}
    assert names == {file.stem for file in (PROJECT / ".gitlab" / "issue_templates").glob("*.md")}
    for _, form, field in (CORRECTION, *(link for links in FORMS.values() for link in links)):
        body = yaml.safe_load((github / f"{form}.yml").read_text("utf-8"))["body"]
        assert field in {entry["id"] for entry in body}, form
